// Python, with the program: it answers one request after the other.

import { loadPyodide } from "./runtime/pyodide.mjs";

const RUNTIME = new URL("./runtime/", self.location).href;
const ROOT = new URL("./", self.location);
const bytes = async (name) => new Uint8Array(await (await fetch(`${RUNTIME}${name}`)).arrayBuffer());

let python;
const begin = async () => {
  const archives = ["modules.zip", "packages.zip", "program.zip"].map(bytes);
  const lockFileContents = await (await fetch(`${RUNTIME}lock.json`)).text();
  python = await loadPyodide({ indexURL: RUNTIME, stdLibURL: `${RUNTIME}standard.zip`, lockFileContents });
  postMessage({ kind: "step", share: 0.5 });
  const [modules, packages, program] = await Promise.all(archives);
  python.FS.mkdirTree("/ludokit");
  python.FS.writeFile("/ludokit/modules.zip", modules);
  python.unpackArchive(packages, "zip", { extractDir: "/ludokit/packages" });
  python.unpackArchive(program, "zip", { extractDir: "/ludokit/program" });
  postMessage({ kind: "step", share: 0.7 });
  const answer = python.runPython(`
import os, sys
sys.path[:0] = ["/ludokit/modules.zip", "/ludokit/packages", "/ludokit/program"]
os.makedirs("/work")
os.chdir("/work")
from generator.page.in_browser import answer, register_decoded
answer`);
  postMessage({ kind: "ready" });
  return answer;
};

// Pictures are decoded by the browser, turned as they were held, laid on white, and handed in as dots.
const LONGEST = 1200;
const known = new Set();
const hand = async (told) => {
  const type = told.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (!type.startsWith("multipart/form-data")) return;
  const form = await new Response(told.body.slice(0), { headers: { "Content-Type": type } }).formData();
  for (const file of [...form.values()].filter((one) => /\.(png|jpe?g)$/i.test(one.name ?? ""))) {
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
    const digest = Array.from(sum, (one) => one.toString(16).padStart(2, "0")).join("");
    const image = known.has(digest) ? null : await createImageBitmap(file).catch(() => null);
    if (!image) continue;
    const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
    const [width, height] = [image.width, image.height].map((one) => Math.max(1, Math.round(one * scale)));
    const canvas = new OffscreenCanvas(width, height).getContext("2d");
    canvas.fillStyle = "white";
    canvas.fillRect(0, 0, width, height);
    canvas.imageSmoothingQuality = "high";
    canvas.drawImage(image, 0, 0, width, height);
    const { data } = canvas.getImageData(0, 0, width, height);
    python.globals.get("register_decoded")(digest, [image.width, image.height, width, height], data);
    known.add(digest);
    image.close();
  }
};

// Each request waits for the one before it.
let last = begin().catch((error) => postMessage({ kind: "failed", error: String(error).slice(-300) }));
const answering = last;

self.addEventListener("message", ({ data: { id, key, told } }) => {
  last = last.then(async () => {
    const answer = await answering;
    await hand(told);
    const found = answer(self.location.origin, ROOT.pathname, key, python.toPy(told));
    const [status, headers, body] = found.toJs();
    found.destroy();
    postMessage({ kind: "answer", id, status, headers, body }, [body.buffer]);
  }).catch((error) => postMessage({ kind: "broken", id, error: String(error).slice(-300) }));
});
