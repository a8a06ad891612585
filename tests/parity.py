"""Compares what source says of a file, as plain data, with the running file; any Python can, without a library.

``python tests/parity.py SHEETS`` compares the whole corpus under the Python that runs it. SHEETS is a JSON file: the
sheet of each file by its path in the corpus. It prints each file that differs, then how many were compared.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TypedDict

from live_side import Recorder, Sent, agentic_functions, load, needed_python
from op_runtime.menu import Control, Function, build_menu, form_controls, strict, tool_spec

CORPUS = Path(__file__).parent / "corpus"
EXPECTED = re.compile(r"#\s*expect-(unknown|error): (.+?)\s*$")


class MenuSheet(TypedDict):
    text: str
    blocks: list[str]
    """The text of each option."""


class DecisionSheet(TypedDict):
    """One decision as source shows it; lines are 0-based, first and last."""

    kind: str
    lines: tuple[int, int]
    around: tuple[int, int]
    """The lines in which comments announce what is expected."""
    menu: MenuSheet | None
    unknown: str
    error: str | None
    error_type: str | None


class FunctionSheet(TypedDict):
    """One agentic function as source shows it; ``shown`` is missing where it is unknown as a whole."""

    name: str
    around: tuple[int, int]
    unknown: str
    shown: dict[str, object] | None


class Sheet(TypedDict):
    decisions: list[DecisionSheet]
    functions: list[FunctionSheet]


def shown(function: Function) -> dict[str, object]:
    """All that a model or a person is shown of a function, as plain data."""
    spec = tool_spec(function)
    data = {
        "name": function.name,
        "menu": build_menu({"it": function}).render(),
        "spec": spec,
        "strict": strict(spec["parameters"]),
        "agentic": function.agentic,
        "async": function.is_async,
        "form": [asdict(_comparable(control)) for control in form_controls(function)],
    }
    plain: dict[str, object] = json.loads(json.dumps(data, default=repr))
    return plain


def _comparable(control: Control) -> Control:
    """A control without its ghost text where that is a default: only source knows how it is written."""
    return replace(control, ghost="", ghost_is_default=False) if control.ghost_is_default else control


def lines_of(path: Path) -> list[str]:
    return path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").split("\n")


def expectations(path: Path, around: tuple[int, int]) -> tuple[list[str], list[str]]:
    """The reasons for unknown parts, and the errors, that comments in these lines (0-based) announce."""
    found: dict[str, list[str]] = {"unknown": [], "error": []}
    for line in lines_of(path)[around[0] : around[1] + 1]:
        if match := EXPECTED.search(line):
            found[match[1]].append(match[2])
    return found["unknown"], found["error"]


def reasons(menu: str) -> list[str]:
    """Why parts of a menu are unknown, as its text says it."""
    return [line.strip() for line in menu.split("\n") if "<unknown: " in line]


def assert_unknown(found: Iterable[str], expected: list[str], where: str) -> None:
    """Every part that is unknown was expected, and every expected one is there."""
    found = list(found)
    for line in found:
        assert any(text in line for text in expected), f"{where}: nothing announces {line!r}"
    for text in expected:
        assert any(text in line for line in found), f"{where}: {text!r} is nowhere unknown in {found}"


def assert_decision(static: DecisionSheet, live: Sent, path: Path) -> None:
    """One decision, read and run, is the same text, the same error, or unknown where the file says so."""
    where = f"{path.name}:{static['lines'][0] + 1}"
    unknown, errors = expectations(path, static["around"])
    if errors:
        assert (static["error_type"], live.error_type) == (errors[0], errors[0]), where
        assert static["error"] == live.error, where
        return
    assert live.error is None, f"{where}: {live.error}"
    menu = static["menu"]
    if menu is None:
        assert static["unknown"], f"{where}: neither a menu nor a reason: {static['error']}"
        assert_unknown([static["unknown"]], unknown, where)
        return
    if static["kind"] == "parse_args":
        assert "\n\n" + menu["text"] in live.message, where
        return
    if not unknown:
        assert live.message.endswith("\n\n" + menu["text"]), f"{where}:\n{menu['text']}\n--- ran as\n{live.message}"
        if static["kind"] in ("make", "amake"):
            assert "Call: " not in live.message.removesuffix(menu["text"]), where
        return
    assert_unknown(reasons(menu["text"]), unknown, where)
    for block in menu["blocks"]:
        if "<unknown: " not in block:
            assert f"\n\n{block}\n" in live.message, f"{where}:\n{block}\n--- ran as\n{live.message}"


def pairs(static: list[DecisionSheet], sent: list[Sent]) -> list[tuple[DecisionSheet, Sent]]:
    """Each decision read with each time it ran; a decision that is only read, or only ran, is an error."""
    found = []
    left = list(static)
    for live in sent:
        matching = [
            each for each in static if live.first_line <= each["lines"][0] and each["lines"][1] <= live.last_line
        ]
        assert len(matching) == 1, f"line {live.first_line + 1} ran, and {len(matching)} decisions were read there"
        found.append((matching[0], live))
        if matching[0] in left:
            left.remove(matching[0])
    assert not left, f"read but never run: lines {[each['lines'][0] + 1 for each in left]}"
    return found


def assert_functions(
    static: list[FunctionSheet],
    live: Mapping[str, Function],
    path: Path,
    announced: Callable[[FunctionSheet], list[str]] | None = None,
) -> None:
    """All agentic functions of a file, none left out on either side, each with the same entry, spec and form."""
    mine = {name.partition(":")[2]: function for name, function in live.items() if name.partition(":")[0] == path.name}
    assert sorted({each["name"] for each in static}) == sorted(mine), path.name
    for each in static:
        where = f"{path.name}: {each['name']}"
        unknown = announced(each) if announced else expectations(path, each["around"])[0]
        if each["shown"] is None:
            assert_unknown([each["unknown"]], unknown, where)
        elif unknown:
            assert_unknown(reasons(str(each["shown"]["menu"])), unknown, where)
        else:
            assert each["shown"] == shown(mine[each["name"]]), where


def runnable(path: Path) -> bool:
    """Whether the Python that runs this has the syntax of a file."""
    return needed_python("\n".join(lines_of(path))) <= sys.version_info[:2]


def assert_file(static: Sheet, path: Path) -> None:
    """Effect: imports a file of the corpus, makes its decisions, and compares all of it with its sheet."""
    recorder = Recorder(path)
    module = load(path, CORPUS)
    for name, decide in sorted(vars(module).items()):
        if name.startswith("decide") and getattr(decide, "__module__", "") == module.__name__:
            recorder.run(decide)
    asking = [each for each in static["decisions"] if each["kind"] != "resolve_decision"]
    for decision, live in pairs(asking, recorder.sent):
        assert_decision(decision, live, path)
    asked = [each["menu"] for each in asking]
    assert all(each["menu"] in asked for each in static["decisions"])
    assert_functions(static["functions"], agentic_functions(path), path)


def main(sheets: Mapping[str, Sheet]) -> int:
    """Effect: compares each file of the corpus that this Python can import, and prints what differs."""
    compared, left = 0, []
    failed = False
    for name, sheet in sheets.items():
        path = CORPUS / name
        if not runnable(path):
            left.append(f"{name} (newer syntax)")
            continue
        if sys.platform == "emscripten" and "async def" in path.read_text("utf-8", "replace"):
            left.append(f"{name} (no event loop can be run to its end here)")
            continue
        try:
            assert_file(sheet, path)
        except ModuleNotFoundError as error:
            left.append(f"{name} ({error.name} is not installed)")
        except Exception as error:
            failed = True
            sys.stdout.write(f"{name}: {type(error).__name__}: {error}\n")
        else:
            compared += 1
    sys.stdout.write(
        f"Python {sys.version.split()[0]}: {compared} files are the same as read and as run; not compared: {left}\n"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
