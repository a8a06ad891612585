"""``python -m op_lint`` is ``op-lint``."""

from op_lint.cli import main

raise SystemExit(main())
