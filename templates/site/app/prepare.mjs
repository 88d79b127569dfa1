// Run by `make site` in Node: the program's modules compiled, its words and games as values, by the
// Python that a browser will run, so that a start there neither compiles nor reads YAML.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , runtime, stage, script] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${runtime}/`, env: { PYTHONHASHSEED: "0", HOME: "/" } });
python.FS.mkdirTree("/ludokit");
python.FS.mount(python.FS.filesystems.NODEFS, { root: stage }, "/ludokit");
await python.runPythonAsync(readFileSync(script, "utf-8"));
