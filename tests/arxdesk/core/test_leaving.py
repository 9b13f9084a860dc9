"""What leaves of each column, and which columns can still tell people apart."""

from __future__ import annotations

import pandas as pd

from arxdesk.core.document import Document
from arxdesk.core.leaving import leaving_columns
from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.job import perturbation_from
from tests.arxdesk.analysis.applied_documents import document_of, put_on
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


def test_that_perturbed_columns_are_told_as_such(qapp):
    frame = pd.DataFrame({"sex": ["f", "m"] * 10, "job": ["cook", "nurse", "pilot", "clerk"] * 5, "town": ["A"] * 20})
    document = document_of(frame, {}, k=2, roles={"sex": Role.QUASI_IDENTIFYING})
    document.set_sections({"perturbation": (perturbation_from({"method": "pram", "columns": ["job"]}),)})
    put_on(document)
    found = {each.name: each for each in leaving_columns(document)}
    assert (found["job"].shows, found["job"].is_unchanged) == ("Perturbed (PRAM)", False)
    assert (found["town"].shows, found["town"].is_unchanged) == ("Unchanged", True)
