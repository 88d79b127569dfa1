// Records of a class: files and folders, chosen or dropped, read all at once.

const form = document.getElementById("records");
const reports = document.getElementById("reports");
const RECORD = /\.(ya?ml|jsonl?|csv|tsv|xlsx|ods)$/i;
let files = [];

for (const input of form.querySelectorAll("input")) {
  input.addEventListener("change", () => hand([...input.files].map((file) => [file, file.webkitRelativePath || file.name])));
}
form.addEventListener("submit", (event) => event.preventDefault());
for (const kind of ["dragover", "dragleave", "drop"]) {
  form.addEventListener(kind, (event) => {
    event.preventDefault();
    form.classList.toggle("over", kind === "dragover");
  });
}
form.addEventListener("drop", async (event) => {
  const { items, files: alone } = event.dataTransfer;
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  const found = (await Promise.all(entries.map(within))).flat();
  hand(entries.length ? found : [...alone].map((file) => [file, file.name]));
});

// Every file of a folder that was dropped, with its path.
async function within(entry) {
  if (entry.isFile) return [[await new Promise((done, failed) => entry.file(done, failed)), entry.fullPath.slice(1)]];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!some.length) return (await Promise.all(found.map(within))).flat();
    found.push(...some);
  }
}

// Of a folder the records count; what was chosen by itself is read, whatever it is.
async function hand(chosen) {
  const isFolder = chosen.some(([, path]) => path.includes("/"));
  files = chosen.filter(([, path]) => !isFolder || RECORD.test(path)).sort(([, one], [, other]) => one.localeCompare(other));
  const answer = await send(form.dataset.to);
  if (answer) reports.innerHTML = await answer.text();
}

async function send(address) {
  const body = new FormData();
  for (const [file, path] of files) body.append("files", file, path);
  const answer = await fetch(address, { method: "POST", body }).catch(() => null);
  if (answer?.ok) return answer;
  const page = new DOMParser().parseFromString((await answer?.text()) ?? "", "text/html");
  const words = [...page.querySelectorAll(".fault")].map((one) => one.textContent).join("\n");
  const told = document.createElement("p");
  Object.assign(told, { className: "fault", textContent: words || form.dataset.ended });
  reports.replaceChildren(told);
  return null;
}

reports.addEventListener("click", async (event) => {
  const address = event.target.closest("[data-page]")?.dataset.page;
  const answer = address && (await send(address));
  if (!answer) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = /filename="(.*)"/.exec(answer.headers.get("Content-Disposition"))[1];
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
});
