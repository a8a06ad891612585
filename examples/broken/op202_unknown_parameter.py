"""The parameter was renamed to ``receiver``, its description was not."""

from op_runtime import agentic_function


@agentic_function(
    input={
        "reciever": {"description": "Who gets the parcel."},
        "receiver": {"description": "Who gets the parcel."},
    }
)
def send_parcel(receiver: str) -> str:
    """Send a parcel."""
    return f"Sent to {receiver}."
