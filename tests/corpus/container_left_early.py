"""Statements that an exception, a break or a silent context manager may leave out."""

import contextlib

from op_runtime import decision

try:
    WHO = int("x") or "first"
except ValueError:
    WHO = "second"


def decide_constant(runtime):
    # expect-unknown: a text with `WHO` in it
    options = {"a": ("A", f"It is {WHO}."), "b": "B"}
    return decision.make("Pick one.", options, runtime=runtime)


def decide_try(runtime):
    try:
        options = {"a": 1, "b": 2}
        int("x")
        # expect-unknown: `options["c"] = 3` may or may not have run
        options["c"] = 3
    except ValueError:
        pass
    return decision.make("Pick one.", options, runtime=runtime)


def decide_inside(runtime):
    try:
        options = {"a": 1}
        options["b"] = 2
        return decision.make("Pick one.", options, runtime=runtime)
    except ValueError:
        raise


def decide_loop(runtime):
    for each in (1, 2):
        options = {"a": 1, "b": 2}
        if each == 2:
            break
        # expect-unknown: `options["c"] = 3` may or may not have run
        options["c"] = 3
    return decision.make("Pick one.", options, runtime=runtime)


def decide_suppressed(runtime):
    options = {"a": 1, "b": 2}
    with contextlib.suppress(ValueError):
        int("x")
        # expect-unknown: `options["c"] = 3` may or may not have run
        options["c"] = 3
    return decision.make("Pick one.", options, runtime=runtime)


def decide_again(runtime):
    options = {"a": 1}
    with contextlib.suppress(ValueError):
        int("x")
        options = {"b": 2}
    # expect-unknown: `options` is assigned more than once
    return decision.make("Pick one.", options, runtime=runtime)


def decide_fallback(runtime):
    try:
        int("x")
        options = {"a": 1}
    except ValueError:
        options = {"b": 2}
    # expect-unknown: `options` is assigned more than once
    return decision.make("Pick one.", options, runtime=runtime)
