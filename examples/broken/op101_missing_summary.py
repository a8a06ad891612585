"""No docstring: the model sees the name ``close_account`` and has to guess when to pick it."""

from op_runtime import agentic_function


@agentic_function(input={"account": {"description": "The account number."}})
def close_account(account: str) -> str:
    return f"Account {account} is closed."
