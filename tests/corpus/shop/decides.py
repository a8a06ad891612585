"""Names through __all__, gathered packages and chains of re-exports."""

from op_runtime import decision

import shop
import shop.menus
from shop import NAMES, menus
from shop.menus import MENU as menu, display


def decide_star(runtime):
    return decision.make("Pick one.", [*NAMES, shop.show], runtime=runtime)


def decide_chain(runtime):
    return decision.make("Pick two.", menu, runtime=runtime)


def decide_package(runtime):
    return decision.make("Pick three.", {**menus.MENU, "again": shop.menus.deep.show, "more": display}, runtime=runtime)
