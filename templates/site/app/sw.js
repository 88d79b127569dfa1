// The files of one version, kept whole or not at all, and requests for the page, which a shell answers.

importScripts("manifest.js");

const { version, files, policy } = self.MANIFEST;
const NAME = `ludokit-${version}`;
const ROOT = new URL("./", self.location);
const SIDE_BY_SIDE = 4;
// Milliseconds after which it is seen whether a shell is still there.
const OFTEN = 1000;
const TYPES = {
  css: "text/css", gz: "application/gzip", html: "text/html; charset=utf-8", js: "text/javascript", json: "application/json",
  mjs: "text/javascript", pdf: "application/pdf", png: "image/png", svg: "image/svg+xml", ttf: "font/ttf",
  txt: "text/plain; charset=utf-8", wasm: "application/wasm", zip: "application/zip",
};
const typed = (path, body, status = 200) => new Response(body, {
  status,
  headers: { "Content-Type": TYPES[path.split(".").pop()] ?? "application/octet-stream", ...policy },
});

// What was made stands in tabs of its own too, and answers nothing.
const everyShell = async () => {
  const found = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return found.filter(({ url }) => ["", "index.html"].some((name) => url.split("#")[0] === `${ROOT.href}${name}`));
};

// A version is loaded whole before it is used; the shells that wait for it are told how far it is.
const load = async () => {
  const cache = await caches.open(NAME);
  const waiting = Object.entries(files);
  const all = waiting.reduce((sum, [, size]) => sum + size, 0);
  let loaded = 0;
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [name, size] = next;
      const address = new URL(name, ROOT).href;
      if (!(await cache.match(address))) {
        const answer = await fetch(address, { cache: "no-cache" });
        if (!answer.ok) throw new Error(`${answer.status} ${name}`);
        await cache.put(address, answer);
      }
      loaded += size;
      for (const shell of await everyShell()) shell.postMessage({ kind: "loaded", share: loaded / all });
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
};

self.addEventListener("install", (event) => {
  event.waitUntil(load().catch(async (error) => {
    const reason = error.name === "QuotaExceededError" ? "full" : "lost-network";
    // What has come is kept for the next try, but where there is no room.
    if (reason === "full") await caches.delete(NAME);
    for (const shell of await everyShell()) shell.postMessage({ kind: "unloaded", reason });
    throw error;
  }));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("ludokit-") && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
  })());
});

self.addEventListener("message", (event) => {
  if (event.data.kind === "claim") event.waitUntil(self.clients.claim());
});

const file = async (path) => {
  const cache = await caches.open(NAME);
  if (path in files) return typed(path, (await cache.match(new URL(path, ROOT).href))?.body);
  const packed = await cache.match(new URL(`${path}.gz`, ROOT).href);
  return typed(path, packed.body.pipeThrough(new DecompressionStream("gzip")));
};

// What is made beforehand, one file for each paper, is loaded where somebody asks for it, and kept.
const made = async (request, path) => {
  const cache = await caches.open(NAME);
  const known = await cache.match(request.url);
  if (known) return typed(path, known.body);
  const answer = await fetch(request.url).catch(() => null);
  if (!answer?.ok) return typed(path, null, 504);
  await cache.put(request.url, answer.clone()).catch(() => {});
  return typed(path, answer.body);
};

// Each tab has a program of its own: the shell whose key the address has answers, the others say no.
// One that sleeps is not waited for where another answers, and one that was closed never answers: a
// request without an end would keep a new version from being used.
const ask = (shells, told) => new Promise((resolve) => {
  const asked = new Set(shells.map(({ id }) => id));
  const note = (id, found) => {
    asked.delete(id);
    if (found) asked.clear();
    if (!asked.size) resolve(found);
  };
  const look = async () => {
    for (const id of asked) if (!(await self.clients.get(id))) note(id, null);
    if (asked.size) setTimeout(look, OFTEN);
  };
  for (const shell of shells) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => note(shell.id, data);
    shell.postMessage({ kind: "request", ...told }, [port2]);
  }
  if (asked.size) setTimeout(look, OFTEN);
  else resolve(null);
});

const answered = async (request, url, path) => {
  const [key, ...rest] = path.split("/");
  const isTop = request.destination === "document";
  const led = () => Response.redirect(`${ROOT.href}#${rest.join("/")}${url.search}`, 303);
  if (isTop && request.method !== "GET") return led();
  const referrer = request.referrer && new URL(request.referrer).origin;
  const told = {
    key,
    path,
    query: url.search.slice(1),
    method: request.method,
    headers: [...request.headers, ...(request.method === "GET" ? [] : [["Origin", referrer]])],
    body: request.method === "GET" ? null : await request.arrayBuffer(),
    first: request.destination === "iframe",
  };
  const found = await ask(await everyShell(), told);
  if (!found) return isTop ? led() : typed("x.txt", null, 504);
  if (found.first) {
    const page = await (await file(found.first)).text();
    return typed("x.html", page.replaceAll("/@root@/@key@/", `${ROOT.pathname}${key}/`).replaceAll("/@root@/", ROOT.pathname));
  }
  const { status, headers, body } = found;
  const header = (wanted) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
  const isPage = header("content-type").startsWith("text/html") && !header("content-disposition").startsWith("attachment");
  if (isTop && (isPage || status >= 300)) return led();
  return new Response([204, 303, 302, 304].includes(status) ? null : body, { status, headers });
};

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (!url.href.startsWith(ROOT.href)) return;
  const path = decodeURI(url.pathname.slice(ROOT.pathname.length)) || "index.html";
  if (path in files || `${path}.gz` in files) event.respondWith(file(path));
  else if (path.startsWith("made/")) event.respondWith(made(event.request, path));
  else if (/^[\w-]+\/(..\/|static\/)/.test(path)) event.respondWith(answered(event.request, url, url.pathname.slice(ROOT.pathname.length)));
});
