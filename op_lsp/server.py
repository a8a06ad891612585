"""The program ``op-lsp``: its command line, its streams, its log and its exit code."""

from __future__ import annotations

import argparse
import gc
import logging
import sys
from collections.abc import Sequence

from op_lsp import streams
from op_lsp.greeting import greet

YOUNG = 10_000
"""Objects that are made before the garbage collector looks at them: it should not while a keystroke is analysed."""
LEVELS = ("debug", "info", "warning", "error")

logger = logging.getLogger(__name__)


def main(arguments: Sequence[str] | None = None) -> int:
    """Effect: serves one client until it goes, then gives the exit code: 0 after ``shutdown``, else 1.

    Exits with code 2 where the arguments are wrong, or nobody can be waited for at the address.
    """
    options = _parser().parse_args(arguments)
    gc.set_threshold(YOUNG)
    _log(options.log_file, options.log_level)
    if options.tcp is None:
        incoming, outgoing = streams.claim()
        try:
            greeting = greet(incoming, outgoing)
        except KeyboardInterrupt:
            return 1
    from op_lsp import late_types

    late_types.load()
    from op_lsp.wiring import create_server

    server = create_server()
    if options.tcp is None:
        server.serve(incoming, outgoing, greeting)
    else:
        try:
            server.start_tcp(*options.tcp)
        except OSError as error:
            where = _shown(*options.tcp)
            _parser().exit(2, f"op-lsp: cannot wait for a client at {where}: {_reason(error)}\n")
    code = 0 if server.session.ended else 1
    logger.info("stopped with code %d", code)
    server.session.close()
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="op-lsp", description="Language server for agentic functions: findings, menus and previews."
    )
    transport = parser.add_mutually_exclusive_group()
    transport.add_argument("--stdio", action="store_true", help="speak over standard input and output (the default)")
    transport.add_argument("--tcp", metavar="[HOST:]PORT", type=_address, help="wait for one client at this address")
    parser.add_argument("--log-file", metavar="PATH", help="write the log here instead of to standard error")
    parser.add_argument("--log-level", choices=LEVELS, default="warning", help="how much to log (default: warning)")
    parser.add_argument("--version", action="version", version=f"op-lsp {_version()}")
    return parser


def _version() -> str:
    from op_lint import __version__

    return __version__


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no address; write PORT or HOST:PORT")
    return host.removeprefix("[").removesuffix("]") or "127.0.0.1", int(port)


def _shown(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _reason(error: OSError) -> str:
    """What the system says, without what asyncio puts before it."""
    return (error.strerror or str(error)).rpartition("): ")[2]


def _log(path: str | None, level: str) -> None:
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    problem = ""
    if path is not None:
        try:
            handler = logging.FileHandler(path, encoding="utf-8", delay=False)
        except OSError as error:
            problem = f"the log file {path} cannot be written: {error.strerror}; logging to standard error"
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    if problem:
        logger.error(problem)


if __name__ == "__main__":
    raise SystemExit(main())
