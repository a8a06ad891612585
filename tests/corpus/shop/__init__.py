"""A package that exports through __all__ and fills another module's constants."""

from .catalogue import *
from . import catalogue

catalogue.LATE["added"] = "ADDED"
