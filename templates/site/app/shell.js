// The shell stays open: it holds the page in a frame, and Python in a worker that answers for it.

const { languages, first, words } = self.MANIFEST;
const by = (id) => document.getElementById(id);
const ROOT = new URL("./", location);
// Each tab has a program of its own, called by a key in the addresses of its frame.
const key = `t${crypto.randomUUID().slice(0, 8)}`;
const PATIENCE = 8000;
const LOADING = 0.4;

const spoken = () => {
  const [named] = location.hash.slice(1).split("/");
  const wanted = [named, ...navigator.languages.map((one) => one.slice(0, 2))];
  return wanted.find((one) => languages.includes(one)) ?? languages[0];
};
let said = "";
const say = (name) => { said = name; by("told").textContent = words[spoken()][name] ?? ""; by("told").hidden = !name; };
const show = (share) => { by("bar").value = share; by("start").hidden = share >= 1; };
const addressed = () => {
  const wanted = location.hash.slice(1);
  return languages.some((one) => wanted.startsWith(`${one}/`)) ? wanted : `${spoken()}/`;
};

// Python, which is started anew where it was ended or has ended itself; what it was asked is told as lost.
const waiting = new Map();
let isReady = false;
let worker = null;
let number = 0;
const end = () => {
  worker?.terminate();
  isReady = false;
  for (const { port } of waiting.values()) port.postMessage(lost());
  waiting.clear();
};
const lost = () => ({ status: 503, headers: [["Content-Type", "text/plain; charset=utf-8"]], body: words[spoken()].lost });
const begin = () => {
  worker = new Worker("worker.js", { type: "module" });
  worker.onerror = () => { end(); say("failed"); };
  worker.onmessage = ({ data }) => {
    if (data.kind === "step") show(LOADING + data.share * (1 - LOADING));
    if (data.kind === "ready") { isReady = true; show(1); document.documentElement.dataset.ready = "yes"; }
    if (data.kind === "failed") { end(); say("failed"); }
    if (data.kind === "answer" || data.kind === "broken") {
      const asked = waiting.get(data.id);
      waiting.delete(data.id);
      asked?.port.postMessage(data.kind === "answer" ? data : lost());
      // Whoever has asked once more need not be told so any longer.
      if (said === "lost" && asked?.method === "POST") say("");
      // A program that ran out of memory answers nothing any more.
      if (data.kind === "broken") { end(); say("lost"); begin(); }
    }
  };
};

navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
  if (data.kind === "loaded") show(data.share * LOADING);
  if (data.kind === "unloaded") say(data.reason);
  if (data.kind !== "request") return;
  if (data.key !== key) { port.postMessage(null); return; }
  const [, ...rest] = data.path.split("/");
  const page = `first/${rest.join("/")}index.html`;
  if (!isReady && data.first && data.method === "GET" && !data.query && first.includes(page)) {
    port.postMessage({ first: page });
    return;
  }
  number += 1;
  waiting.set(number, { port, method: data.method, since: Date.now() });
  worker.postMessage({ id: number, key, told: data }, data.body ? [data.body] : []);
});

// What takes long can be ended: the work is lost then, and said to be.
setInterval(() => {
  const since = Math.min(...[...waiting.values()].map((one) => one.since));
  by("slow").hidden = !isReady || !(Date.now() - since > PATIENCE);
}, 1000);
by("end").addEventListener("click", () => { end(); say("lost"); begin(); });

// The address is the choice, as the frame has it: behind a sign that is sent to nobody.
const frame = by("page");
const mirror = () => {
  const at = frame.contentWindow.location;
  const [, ...rest] = at.pathname.slice(ROOT.pathname.length).split("/");
  if (!at.pathname.startsWith(`${ROOT.pathname}${key}/`)) return;
  history.replaceState(null, "", `${ROOT.pathname}#${rest.join("/")}${at.search}${at.hash}`);
  document.title = frame.contentDocument.title;
  document.documentElement.lang = spoken();
};
frame.addEventListener("load", () => {
  const past = frame.contentWindow.history;
  for (const name of ["pushState", "replaceState"]) {
    const own = past[name].bind(past);
    past[name] = (...given) => { own(...given); mirror(); };
  }
  frame.contentWindow.addEventListener("hashchange", mirror);
  mirror();
});
const lead = () => frame.contentWindow.location.replace(new URL(`${key}/${addressed()}`, ROOT));
addEventListener("hashchange", lead);

const start = async () => {
  if (!navigator.serviceWorker) { say("unsafe"); return; }
  document.documentElement.lang = spoken();
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = words[spoken()][one.dataset.say];
  const registered = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
  registered.addEventListener("updatefound", () => {
    const next = registered.installing;
    next.addEventListener("statechange", () => { if (next.state === "installed" && registered.active) say("newer"); });
  });
  if (registered.waiting && registered.active) say("newer");
  const { active } = await navigator.serviceWorker.ready;
  // A page that was loaded past the service worker, at first or on purpose, is taken over by it.
  if (!navigator.serviceWorker.controller) {
    const claimed = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    active.postMessage({ kind: "claim" });
    await claimed;
  }
  show(LOADING);
  begin();
  lead();
};
start().catch(() => say("lost-network"));
