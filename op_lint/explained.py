"""What ``--help`` says of each command below its arguments: more than one line, and an example that can be typed."""

from __future__ import annotations

from collections.abc import Mapping

MORE: Mapping[str, tuple[str, str]] = {
    "check": (
        "Code is read and never run. Settings come from the nearest op-lint.toml or pyproject.toml; "
        "`op-lint rule CODE` explains a finding.",
        "op-lint check src --select OP2,OP4 --output-format github",
    ),
    "fix": (
        "A fix is safe where the menu stays the same, or where what stood there had none. --diff only shows them.",
        "op-lint fix src",
    ),
    "migrate": (
        "Descriptions in Args: sections, which no model sees, become entries of input=. Existing entries win.",
        "op-lint migrate src --write",
    ),
    "menu": (
        "stdout has the bytes of the prompt, stderr its size in tokens. A function that makes no decision is shown as "
        "the only option of one. Exit code 1 where source does not tell a menu; the reason stands in its place.",
        "op-lint menu desk.py::handle",
    ),
    "spec": (
        "That is the JSON that a provider is sent when the function is a tool. Exit code 1 where source does not tell.",
        "op-lint spec desk.py::refund",
    ),
    "form": (
        "A form is what a person fills in who starts the function: a control for each visible parameter.",
        "op-lint form desk.py::refund --format json",
    ),
    "rule": ("What it finds, why that matters, how to put it right, with examples.", "op-lint rule OP203"),
    "rules": (
        "A line for each: code, name, severity, whether it is on, what it says.",
        "op-lint rules --format json",
    ),
    "test-rule": (
        "Each example of a rule must be found exactly where its marks are, its fix must give a text that is clean, and "
        "good examples must be silent.",
        "op-lint test-rule house_rules",
    ),
    "config": ("Settings that no file names are defaults.", "op-lint config src/desk.py"),
    "baseline": (
        "Entries hold when lines move and files are renamed. Keep the file in version control.",
        "op-lint baseline write",
    ),
    "lock": (
        "Every decision's options and every tool, sorted, one line for each argument: a change of what a model is told "
        "shows in the review. Keep the file in version control.",
        "op-lint lock --check",
    ),
    "diff": (
        "`!` marks what breaks a call that was right before. Exit code 1 when something changed.",
        "op-lint diff main --format markdown",
    ),
    "graph": (
        "The arrows are options of decisions (with their names), tools and calls; what source does not tell is dashed.",
        "op-lint graph src --from handle --format svg --output-file graph.svg",
    ),
    "rename": (
        "In the signature, the body, input=, calls, context= and the lock file. Where a place cannot be told nothing "
        "is changed, and the reason is said.",
        "op-lint rename desk.py::refund.order order_id --diff",
    ),
    "server": (
        "It speaks the language server protocol on stdin and stdout; editors start it themselves.",
        "op-lint server",
    ),
    "completion": (
        'bash: eval "$(op-lint completion bash)". zsh: the same after compinit, or a file _op-lint in fpath. '
        "fish: op-lint completion fish | source.",
        "op-lint completion zsh",
    ),
    "clean": ("A cache costs nothing but space: what changed is never taken from it.", "op-lint clean"),
}
