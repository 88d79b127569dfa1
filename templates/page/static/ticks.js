// What a kit holds: printables with ticks, told in short, and what they come to.

const SECONDS = 300;
const MINUTES = 5;

function boxes(list) {
  return [...list.querySelectorAll("[type=checkbox][name=contents]")];
}

// Return what is ticked as the address tells it: a purpose where all of it is, else the printables.
export function ticked(list) {
  const found = Object.groupBy(boxes(list), (box) => box.dataset.purpose);
  const words = Object.entries(found).map(([purpose, those]) => {
    const chosen = those.filter((box) => box.checked && !box.disabled).map((box) => box.value);
    return chosen.length === those.length ? purpose : chosen.join(",");
  });
  return words.filter(Boolean).join(",");
}

// Tick what the address tells.
export function tick(list, told) {
  const wanted = new Set(told.split(","));
  for (const box of boxes(list)) box.checked = wanted.has(box.value) || wanted.has(box.dataset.purpose);
}

// Add up pages, sheets of paper and the time to cut of what is ticked.
export function addUp(list) {
  const sums = { pages: 0, sheets: 0, cutting: 0 };
  for (const box of boxes(list)) {
    if (!box.checked || box.disabled) continue;
    for (const name of Object.keys(sums)) sums[name] += Number(box.dataset[name]);
  }
  sums.cutting = Math.ceil(sums.cutting / SECONDS) * MINUTES;
  for (const [name, sum] of Object.entries(sums)) document.getElementById(`sum-${name}`).textContent = sum;
}

// Put what the program counts for this class into the list: printables that are not for this way
// of playing cannot be ticked then.
export function recount(list, rows) {
  for (const box of boxes(list)) {
    const row = rows[box.value];
    box.disabled = !row;
    box.closest("li").hidden = !row;
    if (!row) continue;
    const { words, ...counts } = row;
    Object.assign(box.dataset, counts);
    box.closest("li").querySelector(".counts").textContent = words;
  }
  addUp(list);
}

// Show what was made in place of a picture that only says what it is.
export function picture(list) {
  for (const box of boxes(list)) {
    const made = document.querySelector(`[aria-labelledby="printable-${box.value}"] img`);
    if (made) box.closest("label").querySelector("img").src = made.src;
  }
}
