"""What leaves of each column, and which columns can still tell people apart."""

from __future__ import annotations

from arxdesk.core.document import Document
from arxdesk.core.leaving import leaving_columns
from tests.arxdesk.exporting.conftest import study

__all__ = ["study"]


def test_that_columns_that_stay_as_they_are_and_tell_people_apart_are_known(study: Document):
    found = {each.name: each for each in leaving_columns(study)}
    assert [name for name, each in found.items() if each.is_unchanged] == ["note"]
    assert [name for name, each in found.items() if each.is_telling] == ["note"]
    assert found["note"].in_brief == "note (40 different values)"
    assert [name for name, each in found.items() if each.is_empty] == ["name"]
    assert found["name"].shows == "* in every record"
    assert found["age"].shows.startswith(("Coarser, level", "Hidden by its hierarchy"))


def test_that_nothing_leaves_where_nothing_is_applied(study: Document):
    study.set_applied(None)
    assert leaving_columns(study) == ()
