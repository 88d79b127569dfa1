// Games are searched as somebody chooses; the address is the search.

const form = document.getElementById("search");
const PAUSE = 200;
let pause = 0;

form.querySelector(".unscripted").hidden = true;
form.addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(search, PAUSE);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});

async function search() {
  const asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  const address = `${location.pathname}${asked.size ? "?" : ""}${asked}`;
  const answer = await fetch(address);
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("games");
  if (!found || `${asked}` !== `${new URLSearchParams([...new FormData(form)].filter(([, value]) => value))}`) return;
  document.getElementById("games").replaceChildren(...found.childNodes);
  history.replaceState(null, "", address);
}
