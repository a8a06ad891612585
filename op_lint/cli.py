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
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words in (["-V"], ["--version"]):
        from op_lint import __version__

        sys.stdout.write(f"op-lint {__version__}\n")
        return CLEAN
    try:
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
    except UsageError as error:
        say(f"op-lint: {error}")
        return FAILED
    except BrokenPipeError:
        _close_quietly()
        return FAILED
    except KeyboardInterrupt:
        return 130


def say(text: str) -> None:
    """Effect: writes a line to stderr."""
    sys.stderr.write(text + "\n")


def _close_quietly() -> None:
    """Effect: keeps Python from complaining that the reader of stdout is gone."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    raise SystemExit(main())
