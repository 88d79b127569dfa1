// Games are searched as somebody chooses; the address is the search.

import { tell, values } from "./address.js";
import { by } from "./dom.js";

const form = by("search");
const PAUSE = 200;
let pause = 0;

form.addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(search, PAUSE);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});

async function search() {
  tell(values(form));
  const asked = location.search;
  const answer = await fetch(location.href);
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("games");
  if (found && asked === location.search) by("games").replaceChildren(...found.childNodes);
}
