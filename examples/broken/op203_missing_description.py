"""Nothing tells the model what ``depth`` is measured in."""

from op_runtime import agentic_function


@agentic_function(input={"site": {"description": "The address of the site."}})
def crawl(site: str, depth: int = 2) -> list[str]:
    """List the pages of a web site."""
    return [site] * depth
