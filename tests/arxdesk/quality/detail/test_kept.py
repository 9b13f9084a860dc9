"""What becomes of attributes that are not generalized, as the window says it."""

import pytest

from arxdesk.analysis.analysis import output_table
from arxdesk.quality.verdict.view import VerdictView
from arxdesk_engine.analysis import treatment_words
from arxdesk_engine.analysis.detail.kept import kept_details
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.attributes import AttributeSettings, MaskingSettings
from tests.arxdesk.analysis.analysed_documents import PATIENCE, analysis_of
from tests.arxdesk.analysis.applied_documents import plain, put_on, wards

QUASI, IDENTIFYING = Role.QUASI_IDENTIFYING, Role.IDENTIFYING


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (AttributeSettings(role=QUASI), None),
        (AttributeSettings(role=QUASI, transformation="suppress"), "* everywhere"),
        (AttributeSettings(role=QUASI, transformation="microaggregate", function="median"), "median of each group"),
        (
            AttributeSettings(role=QUASI, transformation="cluster-microaggregate", function="arithmetic-mean"),
            "arithmetic mean of each group",
        ),
    ],
)
def test_the_treatments_of_quasi_identifiers_in_words(settings, expected):
    assert treatment_words.quasi_identifier(settings) == expected


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (AttributeSettings(role=IDENTIFYING), "reads * everywhere"),
        (AttributeSettings(role=IDENTIFYING, masking=MaskingSettings(method="redact", keep_first=1)), "is redacted"),
        (
            AttributeSettings(role=IDENTIFYING, transformation="suppress"),
            "reads * everywhere",
        ),
    ],
)
def test_that_identifiers_say_how_they_are_masked(settings, expected):
    assert treatment_words.identifier(settings) == expected


def test_that_an_aggregated_column_is_not_said_to_be_as_it_was(qtbot, jobs):
    document = wards()
    averaged = AttributeSettings(role=QUASI, transformation="microaggregate", function="arithmetic-mean")
    document.set_attribute("cost", averaged)
    document.set_attribute("ward", AttributeSettings(role=IDENTIFYING, masking=MaskingSettings(method="redact")))
    put_on(document)
    table = output_table(InputTable(document.job, document.dataset), document.result, document.applied)
    details = {detail.name: detail for detail in kept_details(table)}
    assert details["cost"].fate() == "arithmetic mean of each group"
    assert not details["cost"].unchanged
    assert details["cost"].share < details["sex"].share
    view = VerdictView(analysis_of(document, jobs))
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(lambda: bool(view.details), timeout=PATIENCE)
    said = plain(view.details)
    assert "cost shows the arithmetic mean of each group" in said
    assert "identifying ward is redacted" in said
