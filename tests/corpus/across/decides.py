"""Options that come from other modules of the package."""

from op_runtime import decision

import across
from across import menus as m
from across.menus import BASE, NAMES as names

from .menus import menu


def decide_constant(runtime):
    return decision.make("Pick one.", BASE, runtime=runtime)


def decide_attribute(runtime):
    return decision.make("Pick two.", m.BASE | {"last": "LAST"}, runtime=runtime)


def decide_list(runtime):
    return decision.make("Pick three.", [*names, across.pay_back], runtime=runtime)


def decide_helper(runtime):
    return decision.make("Pick four.", menu(), runtime=runtime)


def decide_package(runtime):
    return decision.make("Pick five.", {"x": across.handlers.refund}, runtime=runtime)
