"""OP304: a runtime that is not there."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.facts import FunctionFacts
from op_lint.finding import Finding, Fix
from op_lint.reached import without_runtime
from op_lint.rules.base import Context, Example, Rule, fix


class NoRuntime(Rule):
    """No runtime where one is needed.

    That is the bare name ``runtime`` (or ``exec_runtime``, ``review_runtime``) where nothing binds it; and a call of
    ``decision.make``, ``llm``, ``agent``, ``goal``, ``route`` or a condition in words without ``runtime=`` to which
    module-level code of the file leads by direct calls, while no agentic function on the way declares a runtime. What
    is only a tool, an option or an entry of a form is called with a runtime, and so is nothing to report; nor is what
    stands in ``with`` or ``try``.

    Why: ``NameError`` or ``RuntimeError`` when the line runs. The framework makes a runtime, and fills the name, where
    an agentic function declares it.

    Fix: unsafe, adds ``runtime=None`` to the agentic function around it.
    """

    code = "OP304"
    name = "no-runtime"
    severity = "error"
    summary = "a runtime is needed and there is none: nothing binds the name, or nothing on the way declares it"
    across = True
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function(input={"text": {"description": "the text"}})
            def work(text: str = "") -> str:
                """Sum up a text."""
                return «runtime».exec(f"Sum it up: {text}")
            ''',
            '''
            @agentic_function(input={"text": {"description": "the text"}})
            def work(text: str = "", runtime=None) -> str:
                """Sum up a text."""
                return runtime.exec(f"Sum it up: {text}")
            ''',
        ),
        Example(
            '''
            @agentic_function
            def work():
                """Sum up the day."""
                return llm("Sum it up.", runtime=«review_runtime»)
            ''',
            '''
            @agentic_function
            def work(review_runtime=None):
                """Sum up the day."""
                return llm("Sum it up.", runtime=review_runtime)
            ''',
        ),
        Example(
            '''
            @agentic_function
            def work():
                """Sum up the day."""
                return «llm("Sum it up.")»


            def main():
                print(work())


            if __name__ == "__main__":
                main()
            ''',
            '''
            @agentic_function
            def work(runtime=None):
                """Sum up the day."""
                return llm("Sum it up.")


            def main():
                print(work())


            if __name__ == "__main__":
                main()
            ''',
        ),
        Example(
            """
            def choose(day):
                return «decision.make(f"Pick one for {day}.", {"rest": ("REST", "it is Sunday")})»


            choose("Monday")
            """
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Sum up the day."""

                def inner():
                    return runtime.exec("Sum it up.")

                return inner()
            '''
        ),
        Example(
            '''
            from elsewhere import *
            from op_runtime import agentic_function


            @agentic_function
            def work():
                """Sum up the day."""
                return runtime.exec("Sum it up.")
            '''
        ),
        Example(
            '''
            def total(texts):
                return parallel([lambda text=text: llm(f"Sum up {text}") for text in texts])


            @agentic_function(input={"kind": {"description": "what to sum up"}})
            def inner(kind: str):
                """Sum up a kind of texts."""
                return [llm("Sum it up."), repeat_until(lambda: 1, lambda: True), total([kind])]


            @agentic_function
            def work(runtime=None):
                """Sum up the day."""
                return inner("day")


            print(work())
            '''
        ),
        Example(
            '''
            from op_runtime import Runtime, agentic_function, decision, llm
            from op_runtime.context import use_runtime


            @agentic_function
            def inner():
                """Sum up the day."""
                return llm("Sum it up.")


            def offered():
                """Sum up the night."""
                return llm("Sum it up.")


            def reply(messages):
                return "nothing"


            with use_runtime(Runtime(reply)):
                inner()
            llm("Sum it up.", runtime=Runtime(reply))
            decision.make("Pick one.", {"sum_up": offered, "done": ("DONE", "it is over")}, runtime=Runtime(reply))
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report each place where the name is read."""
        for each in context.facts.unbound:
            function = each.function
            agentic = function is not None and function.decorator is not None
            message = f"nothing binds {each.name}; "
            message += f"declare {each.name}=None" if agentic else "take it as a parameter"
            add = _declare(context, function, each.name) if function is not None and agentic else None
            yield context.finding(self, each.range, message, fix=add, symbol=function.qualname if function else "")
        for where, name, function, way in without_runtime(context):
            agentic = function is not None and function.decorator is not None
            message = f"{name} has no runtime here: " + _way(way)
            message += "; declare runtime=None" if agentic else "; pass runtime=, or call it from an agentic function"
            add = _declare(context, function, "runtime") if function is not None and agentic else None
            yield context.finding(self, where, message, fix=add, symbol=function.qualname if function else "")


def _way(way: tuple[str, ...]) -> str:
    calls = " -> ".join(f"{name}()" for name in way)
    return f"module-level code runs {calls}, and none of them declares one" if way else "this is module-level code"


def _declare(context: Context, function: FunctionFacts, name: str) -> Fix | None:
    node = context.node(function.name_range)
    parameters = node.parent.child_by_field_name("parameters") if node is not None and node.parent is not None else None
    if parameters is None or any(param.kind == "var_keyword" for param in function.params):
        return None
    text = context.text
    listed = [child for child in parameters.named_children if child.type != "comment"]
    if not listed:
        start = context.lines.from_byte(parameters.start_byte) + 1
        return fix(f"Declare {name}=None", "unsafe", text.edit(start, start, f"{name}=None"))
    end = context.lines.from_byte(listed[-1].end_byte)
    return fix(f"Declare {name}=None", "unsafe", text.edit(end, end, f", {name}=None"))
