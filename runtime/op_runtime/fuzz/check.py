"""What a menu's reader makes of mistaken replies."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from op_runtime.fuzz.mistakes import Mistaken, mistakes, text
from op_runtime.fuzz.sample import TEXTS, NoSampleError, arguments, same
from op_runtime.menu import Menu, MenuOption

VARIANTS: Final = len(TEXTS)
SLOW: Final = 0.5
"""Seconds; a reply of this size takes a thousandth of it."""

Kind = Literal["wrong dispatch", "refused", "crash", "no reason", "slow"]


@dataclass(frozen=True, slots=True)
class Failure:
    """One reply that was read wrongly: what was wrong with it, what came of it, and what should have."""

    kind: Kind
    option: str
    mistake: str
    reply: str
    detail: str


@dataclass(slots=True)
class Report:
    """What came of all replies to one menu."""

    replies: int = 0
    failures: list[Failure] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    """Options that could not be tried, and why."""


def check_menu(menu: Menu, *, variants: int = VARIANTS) -> Report:
    """Read every option's valid replies, and those with mistakes, and give what was read wrongly.

    Nothing that is picked is run.
    """
    report = Report()
    for option in menu.options:
        if option.unknown is not None:
            report.skipped.append(f"{option.name}: {option.unknown.reason}")
            continue
        for variant in range(variants if option.fields else 1):
            try:
                given = arguments(option.fields, variant)
            except NoSampleError as error:
                report.skipped.append(f"{option.name}: {error}")
                break
            _check_option(menu, option, given, report)
    return report


def _check_option(menu: Menu, option: MenuOption, given: dict[str, Any], report: Report) -> None:
    from op_runtime.menu.reply import ReplyError, read_reply

    good = text(option.name, given)
    try:
        meant = read_reply(good, menu)
    except ReplyError as error:
        report.failures.append(Failure("refused", option.name, "nothing", good, f"{error.kind}: {error.message}"))
        return
    except Exception as error:
        report.failures.append(Failure("crash", option.name, "nothing", good, f"{type(error).__name__}: {error}"))
        return
    for mistaken in mistakes(menu, option, given):
        report.replies += 1
        failure = _check(menu, option, mistaken, meant.args)
        if failure is not None:
            report.failures.append(failure)


def _check(menu: Menu, option: MenuOption, mistaken: Mistaken, meant: dict[str, object]) -> Failure | None:
    from op_runtime.menu.reask import reask
    from op_runtime.menu.reply import ReplyError, read_reply

    def failure(kind: Kind, detail: str) -> Failure:
        return Failure(kind, option.name, mistaken.mistake, mistaken.reply, detail)

    started = time.perf_counter()
    try:
        pick = read_reply(mistaken.reply, menu, last=mistaken.last)
    except ReplyError as error:
        if mistaken.outcome == "same":
            return failure("refused", f"{error.kind}: {error.message}")
        again = reask(error, mistaken.reply, menu)
        if not error.message.strip() or error.message not in again or menu.render().rstrip() not in again:
            return failure("no reason", f"{error.kind}: {error.message!r}")
    except Exception as error:  # any other error is what is looked for
        return failure("crash", f"{type(error).__name__}: {error}")
    else:
        if mistaken.outcome == "ask":
            return failure(
                "wrong dispatch", f"{pick.option.name} would run with {pick.args!r}; the reply says no such call"
            )
        if pick.option.name != option.name or not same(pick.args, meant):
            return failure("wrong dispatch", f"{pick.option.name} would run with {pick.args!r} instead of {meant!r}")
    if time.perf_counter() - started > SLOW:
        return failure("slow", f"it took {time.perf_counter() - started:.1f} s")
    return None
