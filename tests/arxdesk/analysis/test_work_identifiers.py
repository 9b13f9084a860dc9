"""Identifiers are those of the engine, with what the rule wants done about them."""

import pandas as pd

from arxdesk.analysis.work import IdentifiersOf
from arxdesk_engine.analysis.risk.safe_harbor import SafeHarborAction
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.risk.identifiers import find_identifiers
from tests.arxdesk.analysis.applied_documents import document_of


def people():
    frame = pd.DataFrame(
        {
            "email": [f"somebody{number}@example.org" for number in range(30)],
            "zip": [f"{10000 + 7 * number}" for number in range(30)],
            "state": ["Ohio", "Texas", "Iowa"] * 10,
            "sex": ["f", "m"] * 15,
        }
    )
    return document_of(frame, {})


def found_in(document, control=None):
    return IdentifiersOf().run(InputTable(document.job, document.dataset), control or Control())


def test_that_the_hits_are_those_of_the_engine():
    document = people()
    found = found_in(document)
    assert found.hits == find_identifiers(document.dataset)
    assert set(found.lines) == {hit.column for hit in found.hits}
    assert found.lines["email"].action is SafeHarborAction.REMOVE
    assert found.lines["zip"].action is SafeHarborAction.ZIP
    assert (found.columns, found.complete) == (4, True)


def test_that_the_columns_left_follow_the_roles():
    found = found_in(people())
    settings = {}

    def settings_of(name):
        return settings.get(name, AttributeSettings())

    assert found.left(settings_of) == ("email", "zip")
    settings["email"] = AttributeSettings(role=Role.IDENTIFYING)
    assert found.left(settings_of) == ("zip",)
    for builder in found.builders["zip"]:
        settings["zip"] = AttributeSettings(role=Role.QUASI_IDENTIFYING, hierarchy=builder, minimum_level=1)
        assert found.left(settings_of) == ()
        settings["zip"] = AttributeSettings(role=Role.QUASI_IDENTIFYING, hierarchy=builder, maximum_level=0)
        assert found.left(settings_of) == ("zip",), "held at what is in the table"


def test_that_the_answer_stays_while_the_cells_do():
    document = people()
    first, second = InputTable(document.job, document.dataset), InputTable(document.job, document.dataset)
    assert IdentifiersOf().state(first) == IdentifiersOf().state(second)
    other = Dataset(document.dataset.columns[:2], "other.csv")
    assert IdentifiersOf().state(first) != IdentifiersOf().state(InputTable(document.job, other))


def test_that_a_stopped_search_says_so():
    control = Control()
    control.stop()
    assert not found_in(people(), control).complete
