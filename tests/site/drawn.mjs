// Draws in Node, by the Python and the program that a browser loads: node drawn.mjs APP SCRIPT FOLDER
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

// What goes wrong would be told with the whole of the line, which is the whole of a file.
process.on("uncaughtException", (error) => {
  console.error(String(error).slice(-600));
  process.exit(1);
});
const [, , app, script, folder] = process.argv;
const place = mkdtempSync(`${tmpdir()}/ludokit-`);
const unpacked = (name) => new Uint8Array(gunzipSync(readFileSync(`${app}/runtime/${name}.gz`)));
for (const name of ["pyodide.asm.mjs", "pyodide.asm.wasm", "standard.zip"]) writeFileSync(`${place}/${name}`, unpacked(name));
for (const name of ["pyodide.mjs", "lock.json"]) writeFileSync(`${place}/${name}`, readFileSync(`${app}/runtime/${name}`));
const { loadPyodide } = await import(pathToFileURL(`${place}/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: `${place}/`,
  stdLibURL: `${place}/standard.zip`,
  lockFileContents: readFileSync(`${place}/lock.json`, "utf-8"),
});
python.FS.mkdirTree("/ludokit");
python.FS.writeFile("/ludokit/modules.zip", unpacked("modules.zip"));
for (const name of ["packages", "program"]) python.unpackArchive(unpacked(`${name}.zip`), "zip", { extractDir: `/ludokit/${name}` });
python.FS.mkdirTree("/drawn");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/drawn");
python.FS.writeFile("/ludokit/program/drawn.py", readFileSync(script));
console.log(python.runPython(`
import sys, zlib
from pathlib import Path
sys.path[:0] = ["/ludokit/modules.zip", "/ludokit/packages", "/ludokit/program"]
from drawn import drawn_files
for name, data in drawn_files():
    Path("/drawn", name).write_bytes(data)
zlib.ZLIB_RUNTIME_VERSION`));
