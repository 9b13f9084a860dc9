"""The 18 identifiers, matched to columns, and what of them is coarse enough to stay."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import job_from
from arxdesk_engine.report.facts import Facts, facts_of
from arxdesk_engine.report.facts.identifiers import IdentifierOutcome, is_coarse_enough
from arxdesk_engine.report.form_answers import AnsweredPoint, PointState, answered
from arxdesk_engine.report.forms.catalogue import ALL_FORMS
from arxdesk_engine.report.html import html_of
from arxdesk_engine.report.layout.content import ReportContent, ReportSection
from arxdesk_engine.risk.identifiers import IdentifierCategory
from tests.engine.report.reports import searched

SHORT = ReportContent((ReportSection.SUMMARY,))
LETTERS = "ABCDEFGHIJKLMNOPQR"
PEOPLE = [
    {
        "patient name": f"Anna Miller{number}",
        "zip": f"{10000 + number % 7:05}",
        "admission": f"{2000 + number % 9}-0{1 + number % 8}-17",
        "age": str(30 + number % 65),
        "email": f"a{number}@example.org",
        "phone": f"+1 212 555 01{number % 90 + 10}",
        "diagnosis": "flu" if number % 2 else "cold",
    }
    for number in range(200)
]
COLUMNS = tuple(PEOPLE[0])


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    with (tmp_path / "people.csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        writer.writerows(PEOPLE)
    quasi = {"role": "quasi-identifying", "minimum_level": 1, "maximum_level": 1}
    attributes = {
        "patient name": {"role": "identifying"},
        "zip": quasi | {"type": "string", "hierarchy": {"builder": "redaction", "redacted": [2, 5]}},
        "admission": quasi
        | {"type": "date", "format": "%Y-%m-%d", "hierarchy": {"builder": "date", "granularities": ["year"]}},
        "age": quasi | {"type": "integer", "hierarchy": {"builder": "coding", "top": 90}},
        "email": {"role": "insensitive"},
        "phone": {"role": "identifying"},
        "diagnosis": {"role": "sensitive"},
    }
    job = job_from(
        {
            "data": {"path": "people.csv"},
            "attributes": attributes,
            "privacy": [{"model": "k-anonymity", "k": 1}],
            "report": {"form": "hipaa"},
        }
    )
    return facts_of(searched(Anonymizer.open(job.at(tmp_path / "job.toml"))), SHORT)


def points(facts: Facts) -> dict[str, AnsweredPoint]:
    """The points of the form by their numbers; of several with one number the first."""
    found: dict[str, AnsweredPoint] = {}
    for _part, each in answered(facts, ALL_FORMS["hipaa"]):
        for point in each:
            found.setdefault(point.point.number, point)
    return found


def test_that_all_18_kinds_are_asked_for_in_the_order_of_the_rule():
    asked = [point for point in ALL_FORMS["hipaa"].points if point.subject]
    assert [point.number for point in asked] == [f"(b)(2)(i)({letter})" for letter in LETTERS]
    assert [point.subject for point in asked] == [each.value for each in IdentifierCategory]


def test_that_every_column_is_matched_and_judged_by_what_is_released(facts: Facts):
    assert facts.identifiers is not None
    outcomes = {(each.column, each.category): each.outcome for each in facts.identifiers.found}
    assert outcomes["patient name", "name"] is IdentifierOutcome.REMOVED
    assert outcomes["phone", "telephone number"] is IdentifierOutcome.REMOVED
    assert outcomes["email", "e-mail address"] is IdentifierOutcome.KEPT
    assert outcomes["zip", "geographic subdivision"] is IdentifierOutcome.ALLOWED
    assert outcomes["admission", "date or age over 89"] is IdentifierOutcome.ALLOWED
    assert outcomes["age", "date or age over 89"] is IdentifierOutcome.ALLOWED


def test_that_points_say_what_is_met_and_what_is_not(facts: Facts):
    found = points(facts)
    assert found["(b)(2)(i)(F)"].state is PointState.OPEN, "people may say why it stays"
    assert found["(b)(2)(i)(A)"].state is PointState.BY_TOOL
    assert found["(b)(2)(i)(C)"].state is PointState.BY_TOOL
    page = html_of(facts)
    assert "Not met: email can still be read." in page
    assert found["(b)(2)(i)(H)"].state is PointState.NOT_APPLICABLE
    assert found["(b)(2)(i)(Q)"].reasons[0].startswith("None of 7 columns has a name like that.")
    areas = [
        each
        for _part, some in answered(facts, ALL_FORMS["hipaa"])
        for each in some
        if "postal_codes" in each.statements
    ]
    assert [each.state for each in areas] == [PointState.OPEN]
    assert "Parts of postal codes are released: zip." in page


@pytest.mark.parametrize(
    ("kind", "labels", "is_enough"),
    [
        ("date", ["1999", "2003"], True),
        ("date", ["[1990, 1999]", "2000-2009", ">=2010"], True),
        ("date", ["1999", "2003-05"], False),
        ("date", ["May 1999"], False),
        ("date", ["spring"], False),
        ("postal-code", ["101**", "102**"], True),
        ("postal-code", ["1", "101"], True),
        ("postal-code", ["1011*"], False),
        ("postal-code", ["101-102"], False),
        ("age", ["34", "89", ">=90"], True),
        ("age", ["90+"], True),
        ("age", ["34", "90"], False),
        ("age", ["85-94"], False),
        ("age", ["90-94", ">=95"], False),
        ("name", ["A"], False),
    ],
)
def test_that_labels_tell_no_more_than_the_rule_allows(kind: str, labels: list[str], is_enough: bool):
    assert is_coarse_enough(kind, labels) is is_enough
