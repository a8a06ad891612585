"""Models that are asked over the network or run in this process, each behind the one protocol of a model.

Importing this needs the standard library only; a provider's own libraries are imported when it is first asked.
"""

from op_runtime.exec.providers.local import LocalModel
from op_runtime.exec.providers.named import make_model
from op_runtime.exec.providers.remote import RemoteModel

__all__ = ["LocalModel", "RemoteModel", "make_model"]
