"""The names of our own requests and commands, each written once."""

from __future__ import annotations

PREVIEW = "opLint/preview"
TRY_REPLY = "opLint/tryReply"
MENU_IN = "opLint/menuIn"
GRAPH = "opLint/graph"
OUTLINE = "opLint/outline"
SERVER_STATE = "opLint/serverState"

FIX_FUNCTION = "opLint.server.fixFunction"
SHOW_MENU = "opLint.server.showMenu"
CHECK_WORKSPACE = "opLint.server.checkWorkspace"

FIX_ALL = "source.fixAll.op-lint"
"""The kind of the code action that applies all safe fixes of a file."""

SOURCE = "op-lint"
"""What diagnostics say where they come from."""
