// A list as a text with tabs, as the program reads it, and pictures small enough to be kept.

const LARGEST = 800;
const SIGNS = /[^\p{L}\p{N}._-]+/gu;

function isSaid(list) {
  return list.columns.some(({ said }) => said);
}

// How many rows of headings stand above the rows of a list.
export function firstRow(list) {
  return list.headed || isSaid(list) ? 1 : 0;
}

// Return a list as text. Columns that are not used keep their place, empty: cells keep their names.
export function toText(list, words) {
  const roles = list.columns.map(({ role }) => role);
  const isOpen = isSaid(list) && !(roles.includes("word") && roles.includes("answer"));
  const heads = list.columns.map(({ role, heading, said }) => {
    const known = words[role]?.typed ?? "";
    if (known) return said || !heading ? known : heading;
    // A heading of its own would be taken for the word or the answer that is missing.
    return role && !isOpen ? heading : "";
  });
  const rows = list.rows.map((row) => roles.map((role, at) => (role && (heads[at] || !firstRow(list)) ? row[at] ?? "" : "")));
  return [...(firstRow(list) ? [heads] : []), ...rows].map((row) => `${row.map(quoted).join("\t")}\t`).join("\n");
}

// Return all that a list holds, columns that are not used too, with its headings if it has any.
export function wholeText(list) {
  const heads = list.headed ? [list.columns.map(({ heading }) => heading)] : [];
  return [...heads, ...list.rows].map((row) => `${row.map(quoted).join("\t")}\t`).join("\n");
}

function quoted(cell) {
  const plain = cell.replace(/[\t\r\n]+/g, " ");
  return plain.includes('"') ? `"${plain.replaceAll('"', '""')}"` : plain;
}

// Return the name and the data of a picture, not larger than is printed; null for none.
export async function readPicture(file) {
  const stem = file.name.replace(/\.\w+$/, "").replace(SIGNS, "-").replace(/^[^\p{L}\p{N}_]+/u, "").slice(0, 40) || "image";
  if (file.type === "image/svg+xml") return { name: `${stem}.svg`, data: await dataOf(file) };
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const isPhoto = file.type === "image/jpeg";
    const data = canvas.toDataURL(isPhoto ? "image/jpeg" : "image/png", 0.85);
    return { name: `${stem}.${isPhoto ? "jpg" : "png"}`, data };
  } catch {
    return null;
  }
}

function dataOf(file) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => done(reader.result));
    reader.addEventListener("error", failed);
    reader.readAsDataURL(file);
  });
}

// Return a picture that is kept as data as a file again.
export function toFile(name, data) {
  const [head, body] = data.split(",");
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  return new File([bytes], name, { type: head.slice(5).split(";")[0] });
}
