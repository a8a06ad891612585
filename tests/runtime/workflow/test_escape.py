"""Hostile workflow source reaches nothing outside the sandbox, and each piece of it ends in a clear error.

The sources are run without the check, which refuses most of them before they run.
"""

import os
import re
import time
from pathlib import Path

import pytest
from op_runtime.workflow import Limits, SandboxError
from op_runtime.workflow.check import check
from op_runtime.workflow.prelude import prelude
from op_runtime.workflow.sandbox import Sandbox

SECRET = "secret-4711"
LIMITS = Limits(seconds=1.0, memory=16 * 1024 * 1024, depth=200, calls=40, output=4096, workers=4)


class Witness:
    """A host that only writes down what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def answer(self, name: str, arguments: tuple[object, ...]) -> object:
        self.asked.append(name)
        if name not in ("llm", "agent", "judge", "call"):
            raise ValueError(f"there is nothing called {name!r}")
        return "reply"


BODIES = {
    # walks along dunders
    "subclasses": "return ().__class__.__bases__[0].__subclasses__()",
    "class of a function": "return workflow.__globals__",
    "code of a function": "return workflow.__code__.co_consts",
    "builtins of a function": "return llm.__builtins__['open']",
    "closure of the prelude": "return parallel.__closure__",
    "mro by getattr": "return getattr(getattr(1, '__cla' + 'ss__'), '__mro__')",
    "class of an error": "try:\n  1 / 0\nexcept Exception as e:\n  return e.__traceback__.tb_frame.f_back.f_globals",
    "reduce": "return 'x'.__reduce_ex__(2)",
    "type of a type": "return type(type(1)).__subclasses__(type)",
    "init of a class": "class C:\n  pass\nreturn C.__init__.__globals__",
    "attribute by setattr": "setattr(llm, '__code__', 1)\nreturn llm.__code__",
    # formats
    "format with an attribute": "return '{0.__class__.__mro__}'.format(1)",
    "format with an index": "return '{0[__builtins__]}'.format({})",
    "format map": "return '{x.__init__.__globals__}'.format_map({'x': 1})",
    # imports
    "import os": "import os\nreturn os.system('touch CANARY')",
    "import socket": "import socket\nreturn socket.socket()",
    "import subprocess": "import subprocess\nreturn subprocess.run(['touch', 'CANARY'])",
    "import ctypes": "import ctypes\nreturn ctypes.CDLL(None)",
    "import by name": "return __import__('os').listdir('/')",
    "import through exec": "exec('import subprocess')\nreturn subprocess",
    "import through eval": "return eval('__import__(\"os\").environ')",
    "import the runtime": "import op_runtime\nreturn op_runtime",
    "importlib": "import importlib\nreturn importlib.import_module('os')",
    # files, environment, clock
    "read a file": "return open('/etc/passwd').read()",
    "write a file": "open('CANARY', 'w').write('x')\nreturn 1",
    "a path's text": "from pathlib import Path\nreturn Path('CANARY').write_text('x')",
    "a path's listing": "from pathlib import Path\nreturn list(Path('/').iterdir())",
    "environment": "import os\nreturn os.environ['OP_SECRET']",
    "environment by getenv": "import os\nreturn [][0] if os.getenv('OP_SECRET') is None else os.getenv('OP_SECRET')",
    "sleep": "import time\ntime.sleep(3600)",
    "input": "return input()",
    "breakpoint": "breakpoint()",
    # endless and huge
    "endless loop": "while True:\n  pass",
    "endless loop that swallows": "while True:\n  try:\n    while True:\n      pass\n  except BaseException:\n    pass",
    "endless generator": "return sum(map(lambda x: x, iter(lambda: 0, 1)))",
    "memory by a list": "return len([0] * 10**10)",
    "memory by doubling": "x = 'a'\nwhile True:\n  x += x",
    "memory by a big number": "return 10 ** (10 ** 9)",
    "memory by nesting": "x = []\nwhile True:\n  x = [x, x]",
    "recursion": "return workflow()",
    "recursion through lambdas": "f = lambda g: g(g)\nreturn f(f)",
    "recursion through a primitive": "return conditional(lambda c: True, 1, lambda: workflow())",
    "deep nesting": "x = []\nfor i in range(100000):\n  x = [x]\nreturn x",
    "huge output": "while True:\n  print('x' * 1000)",
    "huge output at once": "print('x' * 1000000)",
    "endless calls": "while True:\n  llm('again')",
    "a slow pattern": "import re\nreturn [][0] if re.match('(a|aa)+$', 'a' * 64 + 'b') is None else 1",
    # branches
    "fork bomb": "return parallel([workflow, workflow, workflow, workflow])",
    "wide fork": "return parallel([lambda: 1] * 100000)",
    "endless branch": "return parallel([lambda: 1, lambda: [0 for _ in iter(lambda: 0, 1)]])",
    # tricks with errors, and with the host
    "swallowed limit": "try:\n  while True:\n    llm('again')\nexcept BaseException:\n  pass\nreturn [][0]",
    "exit": "raise SystemExit('done')",
    "keyboard interrupt": "raise KeyboardInterrupt()",
    "an error without end": "try:\n  1 / 0\nfinally:\n  workflow()",
    "another host call": "return _op_host('eval', '1 + 1')",
    "a dunder as host call": "return _op_host('__class__')",
    "a forged fork": "return _op_host('fork', 10**9, None, False)",
    "a fork of text": "return _op_host('fork', 'x', None, False)",
    "a fork without workers": "return _op_host('fork', 2, 0, False)",
    "a forged join": "_op_host('join', False, 'SystemExit', 'x')",
    "an empty host call": "return _op_host()",
    "a function as a result": "return llm",
    "an object as a result": "class C:\n  pass\nreturn C()",
    "undefined name": "return os.environ",
    "globals": "return globals()['_op_host']('eval')",
    "not Python": "return (",
}


def source(body: str) -> str:
    return "def workflow():\n" + "".join(f"  {line}\n" for line in body.split("\n"))


def test_there_are_enough_of_them() -> None:
    assert len(BODIES) >= 40


@pytest.mark.parametrize("name", BODIES)
def test_hostile_source_ends_in_a_clear_error(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OP_SECRET", SECRET)
    host = Witness()
    before = dict(os.environ)
    began = time.monotonic()
    with pytest.raises(SandboxError) as caught:
        Sandbox(host, prelude(["pay"]), LIMITS).run(source(BODIES[name]))
    message = str(caught.value)
    assert message.strip()
    assert len(message) < 2000
    assert SECRET not in message
    assert not re.search(r"root:x:0|0x[0-9a-f]{6,}", message)
    assert list(tmp_path.iterdir()) == []
    assert dict(os.environ) == before
    assert len(host.asked) <= LIMITS.calls
    # the limit on computing, and what starting and stopping processes takes on a busy machine
    assert time.monotonic() - began < 60


@pytest.mark.parametrize("name", ["import os", "read a file", "import by name", "subclasses", "mro by getattr"])
def test_the_check_refuses_what_could_never_work(name: str) -> None:
    if name == "mro by getattr":
        assert "OP605" in {problem.code for problem in check(source("return getattr(1, '__class__')"))}
    else:
        codes = {problem.code for problem in check(source(BODIES[name]))}
        assert codes & {"OP601", "OP603", "OP605"}
