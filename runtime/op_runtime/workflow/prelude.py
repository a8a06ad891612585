"""What is defined in the sandbox before planner code runs: the primitives, and a stub for each registered function.

It is plain Python for the sandbox's interpreter: no imports, no class inheritance, no `callable`. Everything that asks
a model, and everything that reads a model's answer, is one call of the host, `_op_host`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

PRIMITIVES: Final = ("validate_and_retry", "route", "conditional", "repeat_until", "parallel", "goal")
"""What only combines calls."""

CALLS: Final = ("llm", "agent")
"""What asks a model."""

HOST: Final = "_op_host"
"""The one name that the sandbox leaves to the host."""

RESULT: Final = "_op_result(workflow())"
"""What runs a workflow once it is defined."""

_TEXT: Final = """
_op_str = str
_op_repr = repr
_op_type = type
_op_list = list
_op_len = len
_op_range = range
_op_isinstance = isinstance
_op_bool = bool
_op_int = int
_op_dict = dict
_op_base_exception = BaseException
_op_exception = Exception
_op_type_error = TypeError
_op_value_error = ValueError
_op_callables = (
    "<class 'function'>", "<class 'builtin_function_or_method'>", "<class 'functools.partial'>", "<class 'type'>"
)
_op_errors = {
    "ArithmeticError": ArithmeticError, "AssertionError": AssertionError, "AttributeError": AttributeError,
    "FileExistsError": FileExistsError, "FileNotFoundError": FileNotFoundError, "ImportError": ImportError,
    "IndexError": IndexError, "KeyError": KeyError, "LookupError": LookupError, "MemoryError": MemoryError,
    "NameError": NameError, "NotImplementedError": NotImplementedError, "OSError": OSError,
    "OverflowError": OverflowError, "PermissionError": PermissionError, "RecursionError": RecursionError,
    "TimeoutError": TimeoutError, "TypeError": TypeError, "ValueError": ValueError,
    "ZeroDivisionError": ZeroDivisionError,
}
_op_runtime_error = RuntimeError


def _op_kind(value):
    return _op_type(value).__name__


def _op_is_callable(value):
    return _op_str(_op_type(value)) in _op_callables


def _op_action(action, name):
    if not _op_is_callable(action):
        raise _op_type_error(
            name + " must be something to call, but it is a value (" + _op_kind(action) + "): the call that made it"
            + " has already happened. Wrap it: " + name + '=lambda: agent("...")'
        )


def _op_condition(condition, name):
    if _op_isinstance(condition, _op_str):
        if not condition.strip():
            raise _op_value_error(name + " is empty: say what must hold")
    elif not _op_is_callable(condition):
        raise _op_type_error(
            name + " must be text that the model judges, or a callable, not " + _op_kind(condition) + ": an"
            + " expression is evaluated once, before anything has run. Write it as text"
        )


def _op_bound(bound, name, least):
    if _op_isinstance(bound, _op_bool) or not _op_isinstance(bound, _op_int):
        raise _op_type_error(name + " must be an int, not " + _op_kind(bound))
    if bound < least:
        raise _op_value_error(name + " must be at least " + _op_str(least) + ", not " + _op_str(bound))


def _op_prompt(prompt, name):
    if not _op_isinstance(prompt, _op_str):
        raise _op_type_error(name + " must be text, not " + _op_kind(prompt))
    if not prompt.strip():
        raise _op_value_error(name + " is empty: say what the model is to do")


def _op_value(value, what):
    if _op_is_callable(value):
        raise _op_type_error(what + " is a function that was not called: only plain values can leave the workflow")
    return value


def _op_judge(condition, material, has_material, problem):
    if _op_isinstance(condition, _op_str):
        return _op_host("judge", condition, _op_value(material, "what is judged"), has_material, problem)
    try:
        result = condition(material)
    except _op_type_error as error:
        if "takes 0 positional arguments" not in _op_str(error):
            raise
        result = condition()
    if _op_isinstance(result, _op_str):
        return _op_host("verdict", result)
    return _op_bool(result)


def llm(prompt):
    _op_prompt(prompt, "prompt")
    return _op_host("llm", prompt)


def agent(prompt, *, tools=None):
    _op_prompt(prompt, "prompt")
    return _op_host("agent", prompt, _op_tool_names(tools))


def _op_tool_names(tools):
    if tools is None:
        return None
    if _op_isinstance(tools, _op_str) or _op_is_callable(tools):
        raise _op_type_error("tools must be a list: write tools=[...]")
    names = []
    for tool in tools:
        found = tool
        for name, function in _op_functions:
            if function is tool:
                found = name
        if not _op_isinstance(found, _op_str):
            raise _op_type_error("tools must hold functions of the namespace, not " + _op_kind(tool))
        names.append(found)
    return names


def validate_and_retry(action, check, retry, max_retries=2):
    _op_action(action, "action")
    _op_condition(check, "check")
    _op_action(retry, "retry")
    _op_bound(max_retries, "max_retries", 0)
    result = action()
    for _ in _op_range(max_retries):
        if _op_judge(check, result, True, None):
            return result
        result = retry()
    _op_judge(check, result, True, None)
    return result


def route(question, options, context=None):
    return _op_host("route", question, options, _op_value(context, "context"))


def conditional(condition, context=None, if_true=None, if_false=None):
    _op_condition(condition, "condition")
    if if_true is not None:
        _op_action(if_true, "if_true")
    if if_false is not None:
        _op_action(if_false, "if_false")
    problem = "conditional: the model answered neither YES nor NO"
    if _op_isinstance(condition, _op_str):
        problem = "conditional on " + _op_repr(condition) + ": the model answered neither YES nor NO"
    if _op_judge(condition, context, context is not None, problem):
        return None if if_true is None else if_true()
    return None if if_false is None else if_false()


def repeat_until(action, condition, max_rounds=5):
    _op_action(action, "action")
    _op_condition(condition, "condition")
    _op_bound(max_rounds, "max_rounds", 1)
    result = None
    for _ in _op_range(max_rounds):
        result = action()
        if _op_judge(condition, result, True, None):
            return result
    return result


def goal(prompt, condition, max_rounds=10, *, tools=None):
    _op_prompt(prompt, "prompt")
    _op_condition(condition, "condition")
    _op_bound(max_rounds, "max_rounds", 1)
    shown = condition if _op_isinstance(condition, _op_str) else None
    result = ""
    for number in _op_range(max_rounds):
        result = agent(_op_host("goal_prompt", prompt, shown, result, number + 1), tools=tools)
        if _op_judge(condition, result, True, None):
            return result
    return result


def parallel(actions, max_workers=None, return_exceptions=False):
    todo = _op_list(actions)
    for index in _op_range(_op_len(todo)):
        _op_action(todo[index], "actions[" + _op_str(index) + "]")
    if max_workers is not None:
        _op_bound(max_workers, "max_workers", 1)
    if not todo:
        return []
    here = _op_host("fork", _op_len(todo), max_workers, _op_bool(return_exceptions))
    if _op_isinstance(here, _op_list):
        return [_op_made(item) for item in here]
    try:
        value = _op_value(todo[here](), "the result of actions[" + _op_str(here) + "]")
    except _op_base_exception as error:
        _op_host("join", False, _op_kind(error), _op_message(error))
    else:
        _op_host("join", True, value)


def _op_message(error):
    if _op_len(error.args) == 1 and _op_isinstance(error.args[0], _op_str):
        return error.args[0]
    return _op_str(error)


def _op_made(item):
    if item[0]:
        return item[1]
    kind = _op_errors.get(item[1])
    if kind is None:
        return _op_runtime_error(item[1] + ": " + item[2])
    return kind(item[2])


def _op_result(value):
    return _op_value(value, "the workflow's result")


def _op_call(name, args, kwargs):
    for value in args:
        _op_value(value, "an argument of " + name)
    for key in kwargs:
        _op_value(kwargs[key], "the argument " + key + " of " + name)
    return _op_host("call", name, _op_list(args), kwargs)
"""

_STUB: Final = """

def {name}(*args, **kwargs):
    return _op_call("{name}", args, kwargs)
"""


def prelude(functions: Iterable[str] = ()) -> str:
    """Give the source that defines the primitives and one stub for each of `functions`, which must be identifiers."""
    names = list(functions)
    stubs = "".join(_STUB.replace("{name}", name) for name in names)
    pairs = ", ".join(f'("{name}", {name})' for name in names)
    return _TEXT + stubs + f"\n\n_op_functions = [{pairs}]\n"
