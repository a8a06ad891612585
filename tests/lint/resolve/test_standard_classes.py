"""The list of standard classes that are shown by their own name holds for the Python that runs the tests."""

from __future__ import annotations

from pathlib import Path

import standard_classes

import op_lint


def test_every_listed_class_that_this_python_has_is_shown_by_its_name() -> None:
    listed = set((Path(op_lint.__file__).parent / "resolve" / "standard_classes.txt").read_text("utf-8").split())
    assert len(listed) > 1500
    found = dict(standard_classes.classes())
    assert {name for name in listed if found.get(name) is False} == set()


def test_the_list_has_what_annotations_use_and_no_maker_of_classes() -> None:
    listed = set((Path(op_lint.__file__).parent / "resolve" / "standard_classes.txt").read_text("utf-8").split())
    assert {"datetime.timedelta", "argparse.Namespace", "logging.Logger", "asyncio.Queue", "threading.Thread"} <= listed
    assert not {"threading.Lock", "json.loads", "http.HTTPStatus", "decimal.DecimalTuple"} & listed
