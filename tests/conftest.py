"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# How long an example takes tells how busy the machine is, not whether the code is right.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
