// Compares the corpus, as read from source, with the corpus as CPython 3.14 runs it. Argument: the sheets (tests/sheets.py).
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const sheets = resolve(process.argv[2]);
const python = await loadPyodide({ stdout: console.log, stderr: console.error });
python.mountNodeFS("/project", root);
python.mountNodeFS("/sheets", dirname(sheets));
python.globals.set("sheets", sheets.slice(dirname(sheets).length + 1));
const failed = python.runPython(`
import json, logging, sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = ["/project/runtime", "/project/tests"]
logging.disable()
import parity

parity.main(json.loads(Path("/sheets", sheets).read_text(encoding="utf-8")))
`);
process.exit(failed);
