"""Schema fields given as text."""

from op_runtime import decision

def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"title": "The title, in ten words.", "empty": "", "two_lines": "One line\nand another."})}, runtime=runtime)
