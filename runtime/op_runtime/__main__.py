"""``python -m op_runtime`` is ``op-run``."""

from op_runtime.run import main

raise SystemExit(main())
