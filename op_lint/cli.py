"""Where the command starts: as little as the answer takes is imported, since most runs find that nothing changed."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Sequence

CLEAN, FINDINGS, FAILED = 0, 1, 2
"""Exit codes: nothing found; something found; the job could not be done."""


class UsageError(Exception):
    """Something that the command cannot do; the message is for people."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Effect: runs one command, writes to stdout and stderr. Gives the exit code."""
    _prepare_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _answer(words)
        sys.stdout.flush()  # here, where it can still be said that this did not work
        return code
    except UsageError as error:
        say(f"op-lint: {error}")
        return FAILED
    except BrokenPipeError:
        _close_quietly()
        return FAILED
    except OSError as error:
        _close_quietly()
        say(f"op-lint: {error}")
        return FAILED
    except KeyboardInterrupt:
        return 130


def _answer(words: list[str]) -> int:
    """Effect: what ``main`` does, without what can go wrong."""
    if words in (["-V"], ["--version"]):
        from op_lint import __version__

        sys.stdout.write(f"op-lint {__version__}\n")
        return CLEAN
    from op_lint import replay

    given = list(words)
    again = replay.play(given)
    if again is not None:
        return again
    from op_lint.arguments import COMMANDS, parser

    if not words or (words[0] not in COMMANDS and words[0] not in ("-h", "--help", "-V", "--version")):
        words.insert(0, "check")
    options = parser().parse_args(words)
    options.words = given
    return int(options.run(options))


def _prepare_streams() -> None:
    """Effect: lets each character be written in some way, and writes nowhere where a stream is closed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            import os

            stream = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - open as long as the process runs
            setattr(sys, name, stream)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def say(text: str) -> None:
    """Effect: writes a line to stderr."""
    sys.stderr.write(text + "\n")


def save(file: str, text: str) -> None:
    """Effect: writes a text file in UTF-8; what no UTF-8 can hold, such as parts of odd file names, is escaped."""
    with open(file, "wb") as stream:  # noqa: PTH123 - pathlib is slow to import
        stream.write(text.encode("utf-8", "backslashreplace"))


def _close_quietly() -> None:
    """Effect: keeps Python from complaining that the reader of stdout is gone."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    raise SystemExit(main())
