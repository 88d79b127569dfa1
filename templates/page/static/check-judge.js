// What the judge says: asked at every change, and marked where it belongs.

import { controlOf } from "./check-entry.js";
import { answers, game, isOnSheets, open } from "./check-open.js";
import { by, say, words } from "./dom.js";
import { answered } from "./files.js";

const REST = 600;

export class Judge {
  // `shown` is called when an answer has come.
  constructor(tables, entry, shown) {
    Object.assign(this, { tables, entry, shown, asked: 0, said: "" });
  }

  async judge() {
    const asking = ++this.asked;
    const { number } = open;
    try {
      const found = await (await send("judge", open.held)).json();
      if (asking !== this.asked) return;
      answers.set(number, found);
      this.show(found);
      await this.suggest(asking, found.searched);
    } catch (error) {
      if (asking === this.asked) trouble(error.message);
    }
  }

  // The tables that are not open are judged one after the other, one that was left once more.
  async judgeOthers(left = 0) {
    for (const other of this.tables.numbers()) {
      if ((answers.has(other) && other !== left) || other === open.number) continue;
      try {
        const answer = await send("judge", this.tables.typed(other));
        answers.set(other, await answer.json());
      } catch (error) {
        return trouble(error.message);
      }
      this.shown();
    }
  }

  // What was likely meant takes longer to find than to judge: it is asked for where typing rests.
  async suggest(asking, isSearched) {
    let html = "";
    if (isSearched) {
      await new Promise((resolve) => setTimeout(resolve, REST));
      if (asking === this.asked) html = await (await send("slips", open.held)).text();
    }
    if (asking === this.asked && by("likely").innerHTML !== html) by("likely").innerHTML = html;
  }

  show(found) {
    trouble("");
    Object.assign(game.sheets, found.sheets);
    // What is said again is not read out again.
    if (this.said !== found.html) this.say(found.html);
    if (!isOnSheets() && found.papers.length) this.entry.drawBeside(found.papers);
    found.papers.forEach((paper, place) => open.sheets[place]?.show(paper.svg));
    mark(found.places);
    this.shown();
  }

  // What somebody has unfolded stays so.
  say(html) {
    const unfolded = [...by("judgement").querySelectorAll("details[open]")].map((one) => one.dataset.of);
    by("judgement").innerHTML = this.said = html;
    for (const one of by("judgement").querySelectorAll("details")) one.open ||= unfolded.includes(one.dataset.of);
  }
}

export function send(address, table) {
  const known = new URLSearchParams(Object.keys(game.sheets).map((part) => ["known", part]));
  const headers = { "Content-Type": "application/json" };
  return answered(fetch(`${address}?${known}`, { method: "POST", headers, body: JSON.stringify(table) }), words.ended);
}

export function trouble(reason) {
  say(by("trouble"), reason);
}

// Do something whose fault is told beside the judgement.
export function trying(work) {
  return async (...given) => {
    try {
      await work(...given);
      trouble("");
    } catch (error) {
      trouble(error.message);
    }
  };
}

function mark(places) {
  for (const one of document.querySelectorAll("[aria-invalid]")) {
    one.removeAttribute("aria-invalid");
    one.removeAttribute("aria-describedby");
  }
  places.forEach((place, at) => {
    const control = controlOf(place);
    control?.setAttribute("aria-invalid", "true");
    control?.setAttribute("aria-describedby", `finding-${place.number ?? `fault-${at + 1}`}`);
    control?.classList.toggle("unread", !place.number);
  });
}
