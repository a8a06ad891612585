"""``op-lint server``: the language server, by another name."""

from __future__ import annotations

import argparse
import runpy
import sys


def serve(options: argparse.Namespace) -> int:
    """Effect: runs the language server on stdin and stdout until the client ends it. Gives the exit code."""
    sys.argv = ["op-lsp", *options.arguments]
    try:
        # By its name: the server stands on this package, not the other way round.
        runpy.run_module("op_lsp.server", run_name="__main__", alter_sys=False)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0
