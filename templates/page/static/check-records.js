// Records of a class: files and folders, chosen or dropped, read all at once.

import { Tables } from "./check-tables.js";
import { by, element } from "./dom.js";
import { handIn, recordsOf, saveAnswer, whenChosen, whenDropped } from "./files.js";

const form = by("records");
const reports = by("reports");
let files = [];

for (const input of form.querySelectorAll("input")) whenChosen(input, hand);
form.addEventListener("submit", (event) => event.preventDefault());
whenDropped(form, hand);

async function hand(chosen) {
  const given = (files = recordsOf(chosen));
  const answer = given.length ? await send(form.action) : null;
  const found = await answer?.text();
  // An answer to what was handed in before may come later.
  if (found && given === files) reports.innerHTML = found;
}

async function send(address) {
  try {
    return await handIn(address, files, form.dataset.ended);
  } catch (error) {
    reports.replaceChildren(element("p", { className: "fault", textContent: error.message }));
    return null;
  }
}

reports.addEventListener("click", async (event) => {
  const { page, tables, game, typing } = event.target.closest("[data-page], [data-tables]")?.dataset ?? {};
  const answer = (page || tables) && (await send(page || tables));
  if (answer && page) await saveAnswer(answer);
  if (!answer || page) return;
  const kept = new Tables(game);
  const first = kept.add((await answer.json()).tables);
  location.href = `${typing}#table-${first}`;
});

// How many tables of each game this browser keeps.
for (const link of document.querySelectorAll("[data-kept]")) {
  const count = new Tables(link.dataset.game).numbers().length;
  if (count) link.append(` (${link.dataset.kept.replace("{number}", count)})`);
}
