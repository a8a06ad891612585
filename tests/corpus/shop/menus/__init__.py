"""A package that gathers."""

from shop.catalogue import show as display

from .deep import MENU
