"""The evidence report of a table in which people have several records: what is counted, and who was removed."""

from arxdesk_engine.report.facts import facts_of
from arxdesk_engine.report.html import html_of
from tests.engine.report.reports import Page, searched
from tests.engine.verification.test_people import opened


def test_that_people_are_told_beside_records(tmp_path):
    anonymizer = opened(tmp_path, [{"model": "k-anonymity", "k": 6}], suppression={"limit": 0.4})
    subject = searched(anonymizer)
    removed = subject.output.people.removed
    assert removed > 0
    text = " ".join(" ".join(Page.read(html_of(facts_of(subject))).text).split())
    people = anonymizer.problem.grouping.people
    assert f"People are counted, by name: {people} people" in text
    assert "At most 40 % of the people may be removed, with all of their records" in text
    assert f"{removed} of {people} people" in text
    assert "More people were removed" not in text
