"""What is kept from one keystroke to the next is what a fresh analysis would say."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from op_lint.analysis import Project, analyze
from op_lint.check import check_source
from op_lint.config import Config, Settings
from op_lint.facts import FileFacts
from op_lint.files import decode
from op_lint.rules import ALL

CORPUS = Path(__file__).parents[2] / "corpus"
EXAMPLES = Path(__file__).parents[3] / "examples"
FILES = [*sorted(CORPUS.glob("*.py")), *sorted(EXAMPLES.rglob("*.py"))]
CONFIG = Config(str(CORPUS), settings=Settings(select=("ALL",)))
SEED = 20
KEYSTROKES = 8

PIECES = (
    *("x", " ", "0", "(", ")", "'", "#", "= 1", "str", "runtime", "options", ".append(1)", "\n", "if x: ", "del "),
    *("\n\n", "\nx = 1\n", "\n    pass\n", '"""', "  # noqa", "é", "\r\n", "@", "global options\n", "import "),
    *("*a, \n", "\\\n", "; ", "\n# more\n", "\n    # more\n", "else:\n", "def f():\n", "{", "\t"),
)


def shown(facts: FileFacts) -> str:
    parts = [repr(decision.part) for decision in facts.decisions]
    return re.sub("0x[0-9a-f]+", "0x", repr((facts, parts, [call.parts for call in facts.calls])))


def typed(text: str, rng: random.Random) -> str:
    """The text after one small change: something typed, or something deleted."""
    at = rng.randrange(len(text) + 1)
    if rng.random() < 0.3:
        return text[:at] + text[at + rng.randint(1, 4) :]
    return text[:at] + rng.choice(PIECES) + text[at:]


def everything(text: str, path: Path, project: Project) -> str:
    """The facts of a text and all that the rules find in it."""
    report = check_source(text, str(path), CONFIG, project=project)
    return f"{report.all_findings}{report.shared}{shown(report.facts)}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_typing_anywhere_gives_what_a_fresh_check_gives(path: Path) -> None:
    rng = random.Random(f"{SEED} {path.name}")
    text = decode(path.read_bytes()).text
    project = Project(str(path.parent))
    everything(text, path, project)
    for number in range(KEYSTROKES):
        text = typed(text, rng)
        if number % 3 == 2:  # two changes at once, and facts that nobody asks for in between
            check_source(text, str(path), CONFIG, project=project)
            text = typed(typed(text, rng), rng)
        fresh = everything(text, path, Project(str(path.parent), cache=project.cache))
        assert everything(text, path, project) == fresh, text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_is_asked_about_one_statement_at_a_time_is_the_same_as_of_the_whole_file(path: Path) -> None:
    source = decode(path.read_bytes())
    whole = check_source(source, str(path), CONFIG, rules=[rule for rule in ALL if CONFIG.selects(rule)])
    assert check_source(source, str(path), CONFIG).all_findings == whole.all_findings


BODY = '''
from op_runtime import agentic_function, decision

OPTIONS = {"a": "A", "b": "B"}


@agentic_function
def pick(goal: str, runtime=None):
    """Pick the next step."""
    count = len(goal)
    total = count + 1
    return decision.make("Pick one.", OPTIONS)


LIMIT = 3


def plain(words):
    total = sum(words)
    return str(total)
'''
PATH = str(CORPUS / "typed.py")


def opened(text: str = BODY) -> tuple[Project, FileFacts]:
    project = Project(str(CORPUS))
    return project, analyze(text, PATH, project)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sum(words)", "max(words)"),
        ("str(total)", "str(total + 1)"),
        ("def plain(words):", "def plain(words, more):"),
        ("def plain", "class Plain: ...\n\n\ndef plain"),
        ("return str(total)", "return str(total"),
    ],
)
def test_typing_where_nothing_was_read_costs_no_analysis(old: str, new: str) -> None:
    project, before = opened()
    after = analyze(BODY.replace(old, new), PATH, project)
    assert after.decisions[0].result is before.decisions[0].result
    module = project.module(PATH)
    assert module is not None
    assert module.index.parsed.read is not module.index.parsed, "the text was read as a whole"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("count + 1", "OPTIONS.clear()"),
        ("total = count + 1", "total = OPTIONS['c'] = 1"),
        ('"A"', '"C"'),
        ("total = sum(words)", "global OPTIONS; OPTIONS = {}"),
        ("    count = len(goal)", "    decision = len(goal)"),
        ("    total = count + 1\n", "    total = count + 1\n\n"),
        ("Pick the next step.", "Pick a step."),
    ],
)
def test_typing_what_was_read_is_analysed(old: str, new: str) -> None:
    project, before = opened()
    after = analyze(BODY.replace(old, new), PATH, project)
    assert after is not before
    assert all(each.result is not before.decisions[0].result for each in after.decisions)
    assert shown(after) == shown(analyze(BODY.replace(old, new), PATH, Project(str(CORPUS))))


def test_the_end_of_a_function_moves_with_its_last_line() -> None:
    project, before = opened()
    text = BODY.replace("OPTIONS)\n", "OPTIONS)  #\n")
    assert shown(analyze(text, PATH, project)) == shown(analyze(text, PATH, Project(str(CORPUS))))
    assert before.functions[0].range.end_line == 11


def test_a_change_of_another_file_is_seen(tmp_path: Path) -> None:
    (tmp_path / "lists.py").write_text('OPTIONS = ["a"]\n')
    text = "from op_runtime import decision\nfrom lists import OPTIONS\ndecision.make('Pick.', OPTIONS)\n"
    path = str(tmp_path / "app.py")
    project = Project(str(tmp_path))
    first = analyze(text, path, project)
    assert analyze(text, path, project) is first
    project.consulted.clear()
    assert analyze(text, path, project) is first
    assert str(tmp_path / "lists.py") in project.consulted
    (tmp_path / "lists.py").write_text('OPTIONS = ["a", "b"]\n')
    project.forget(str(tmp_path / "lists.py"))
    menu = analyze(text, path, project).decisions[0].result.menu
    assert menu is not None
    assert menu.names == ("a", "b")
