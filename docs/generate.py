"""Writes a page for each rule into docs/rules/ and the schema of the settings, from the rules themselves.

``--check`` only says what is out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from op_lint.report.pages import page
from op_lint.rules import ALL
from op_lint.schema import FILE as SCHEMA
from op_lint.schema import text as schema_text

FOLDER = Path(__file__).parent / "rules"


def pages() -> dict[Path, str]:
    """The text of every page, by its path."""
    rows = "".join(f"| [{rule.code}]({rule.name}.md) | {rule.name} | {escaped(rule.summary)} |\n" for rule in ALL)
    index = "# Rules\n\n| code | name | says |\n|---|---|---|\n" + rows
    return {
        SCHEMA: schema_text(),
        FOLDER / "README.md": index,
        **{FOLDER / f"{rule.name}.md": page(rule) for rule in ALL},
    }


def escaped(text: str) -> str:
    """Text for a cell of a table."""
    return text.replace("|", "\\|")


def main(arguments: list[str]) -> int:
    """Effect: writes the pages that differ and removes those of rules that are gone. Gives 1 when --check finds any."""
    wanted = pages()
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    gone = [path for path in FOLDER.glob("*.md") if path not in wanted]
    if "--check" in arguments:
        for path in [*stale, *gone]:
            sys.stderr.write(f"{path} is out of date: run `make docs`\n")
        return 1 if stale or gone else 0
    FOLDER.mkdir(exist_ok=True)
    for path in stale:
        path.write_text(wanted[path], encoding="utf-8", newline="")
    for path in gone:
        path.unlink()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
