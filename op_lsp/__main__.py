"""``python -m op_lsp`` is ``op-lsp``."""

from op_lsp.server import main

raise SystemExit(main())
