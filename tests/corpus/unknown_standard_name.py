"""A maker of a class that is itself a class in some Pythons only."""

import threading

from op_runtime import agentic_function


@agentic_function
# expect-unknown: `threading.Lock` comes from `threading`
def send(lock: threading.Lock):
    """Send it."""
