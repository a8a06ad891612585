"""Types that are built when they are first used are those that lsprotocol builds at once."""

from __future__ import annotations

import subprocess
import sys

DESCRIBE = """
import re
import attrs
from lsprotocol import types, converters

def shown(field):
    validator = re.sub(" at 0x[0-9a-f]*", "", repr(field.validator))
    return field.name, repr(field.type), repr(field.default), validator, field.init, field.kw_only

def described():
    converter = converters.get_converter()
    for name, each in sorted(types.ALL_TYPES_MAP.items()):
        if isinstance(each, type) and attrs.has(each):
            own = [method for method in ("__eq__", "__lt__", "__repr__") if getattr(vars(each).get(method), "__code__",
                   DESCRIBED).co_filename.endswith("types.py")]
            print(name, [shown(field) for field in attrs.fields(each)], each.__hash__ is None, each.__match_args__, own)
DESCRIBED = described.__code__
"""


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_type_has_the_fields_and_the_comparisons_that_it_has_without() -> None:
    late = run(f"from op_lsp import late_types\nlate_types.load()\n{DESCRIBE}\ndescribed()")
    assert late.count("\n") > 500
    assert late == run(f"{DESCRIBE}\ndescribed()")


def test_what_is_wrong_in_a_message_is_refused() -> None:
    run(
        "from op_lsp import late_types\nlate_types.load()\n"
        "from lsprotocol import types\n"
        "for wrong in (lambda: types.Position(-1, 0), lambda: types.Position(), lambda: types.Hover(nothing=1)):\n"
        "    try:\n"
        "        wrong()\n"
        "    except (ValueError, TypeError):\n"
        "        continue\n"
        "    raise AssertionError('it was taken')\n"
        "assert types.Position(1, 2) == types.Position(1, 2) < types.Position(2, 0)\n"
    )


def test_a_server_builds_few_of_them_before_its_client_speaks() -> None:
    found = run(
        "from op_lsp import late_types\nlate_types.load()\n"
        "from op_lsp.wiring import create_server\ncreate_server()\n"
        "from lsprotocol import types\n"
        "print(sum(late_types.built(name) for name, each in types.ALL_TYPES_MAP.items() if isinstance(each, type)"
        " and hasattr(each, '__init__') and '__annotations__' in vars(each)))"
    )
    assert 0 < int(found) < 30


def test_two_threads_may_both_be_the_first_to_use_a_type() -> None:
    run(
        "import sys, threading\nsys.setswitchinterval(1e-6)\n"
        "from op_lsp import late_types\nlate_types.load()\n"
        "from lsprotocol import types\n"
        "failures = []\n"
        "def use(gate):\n"
        "    gate.wait()\n"
        "    try:\n"
        "        for make in (lambda: types.Hover('text'), lambda: types.Location('file:///a', types.Range(\n"
        "                types.Position(0, 0), types.Position(0, 1))), lambda: types.TextEdit(None, ''),\n"
        "                lambda: types.CodeLens(None), lambda: types.Command('a', 'b')):\n"
        "            assert make() == make()\n"
        "    except Exception as error:\n"
        "        failures.append(error)\n"
        "gate = threading.Barrier(8)\n"
        "threads = [threading.Thread(target=use, args=(gate,)) for _ in range(8)]\n"
        "[each.start() for each in threads]\n[each.join() for each in threads]\n"
        "assert not failures, failures\n"
    )


def test_where_the_types_were_imported_before_nothing_changes() -> None:
    run(
        "from lsprotocol import types\n"
        "from op_lsp import late_types\nlate_types.load()\n"
        "assert late_types.built('Hover') and types.Hover.__slots__\n"
        "import attrs\nassert attrs.define.__module__ == 'attr._next_gen'\n"
    )
