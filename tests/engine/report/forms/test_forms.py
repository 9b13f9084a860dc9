"""Forms of the report: every point ends, the figures are those of the JSON, statements appear and do no harm."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arxdesk_engine.job.report import FORMS
from arxdesk_engine.job.statements import Statements
from arxdesk_engine.report.document import document_of
from arxdesk_engine.report.facts import Facts, facts_of
from arxdesk_engine.report.facts.subject import Subject
from arxdesk_engine.report.form_answers import PointState, answered
from arxdesk_engine.report.form_chapters import STATES
from arxdesk_engine.report.forms.catalogue import ALL_FORMS
from arxdesk_engine.report.forms.form import FormEvidence
from arxdesk_engine.report.forms.statements import QUESTIONS
from arxdesk_engine.report.html import html_of
from arxdesk_engine.report.layout.blocks import PointHeading, Room
from arxdesk_engine.report.layout.content import ReportContent, ReportSection
from tests.engine.report.reports import Page, searched, subject
from tests.engine.verification.runs import job_on, people

SHORT = ReportContent((ReportSection.SUMMARY,))
HOSTILE = "<script>alert(1)</script>\n\n\"quoted\" & 'so' {{ 7 * 7 }} \u202eturned"
INFEASIBLE = [{"model": "k-anonymity", "k": 300}]
KNOWING = {"name": "Insurer", "knows": ["age", "city"], "secrets": ["diagnosis"], "other": ["sex"]}


def in_form(facts: Facts, form: str, **statements: str) -> Facts:
    """The same facts in another form, with other statements."""
    return replace(facts, written=replace(facts.written, form=form, statements=statements))


@pytest.fixture(scope="module")
def about(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    sections = {"sampling": {"fraction": 0.8, "seed": 1}, "attackers": [KNOWING], "report": {"form": "iso-27559"}}
    return subject(tmp_path_factory.mktemp("forms"), **sections)


@pytest.fixture(scope="module")
def facts(about: Subject) -> Facts:
    return facts_of(about, SHORT)


@pytest.fixture(scope="module")
def described(about: Subject) -> dict[str, Any]:
    return about.anonymizer.describe(about.solution, about.output)


def test_that_the_forms_of_a_job_are_those_that_there_are():
    assert tuple(ALL_FORMS) == FORMS


def test_that_every_statement_of_a_job_is_asked_for_and_says_what_it_is():
    asked = {key for form in ALL_FORMS.values() for key in form.statements}
    assert asked == set(QUESTIONS) == set(Statements.model_fields)
    assert all(each.label and each.asked and each.writer for each in QUESTIONS.values())


def test_that_every_kind_of_evidence_is_used():
    used = {each for form in ALL_FORMS.values() for point in form.points for each in point.evidence}
    assert used == set(FormEvidence)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("is_feasible", [True, False])
def test_that_every_point_is_answered_or_marked_or_said_not_to_apply(
    form: str, is_feasible: bool, facts: Facts, tmp_path: Path
):
    if not is_feasible:
        none = subject(tmp_path, INFEASIBLE, suppression={"limit": 0.0}, report={"form": form})
        facts = facts_of(none, SHORT)
        assert facts.applied is None
    facts = in_form(facts, form)
    for _part, points in answered(facts, ALL_FORMS[form]):
        for found in points:
            if found.state is PointState.NOT_APPLICABLE:
                assert found.reasons
            elif found.state is PointState.OPEN:
                assert "" in found.statements.values()
            else:
                assert found.blocks
    page = html_of(facts)
    labels = [point.heading for point in ALL_FORMS[form].points]
    assert [row[1] for row in Page.read(page).tables["All points"][1:]] == labels


@pytest.mark.parametrize("form", FORMS)
def test_that_the_overview_counts_the_points_as_they_end(form: str, facts: Facts):
    facts = in_form(facts, form)
    document = document_of(facts)
    numbers = Counter(found.state for _part, points in answered(facts, ALL_FORMS[form]) for found in points)
    page = html_of(facts)
    for state, (label, _tone) in STATES.items():
        assert f'<dt>{label}</dt><dd class="value">{numbers[state]}</dd>' in page
    headings = [block for chapter in document.chapters for block in chapter.blocks if isinstance(block, PointHeading)]
    assert len(headings) == sum(numbers.values()) == len(tuple(ALL_FORMS[form].points))


@pytest.mark.parametrize("form", FORMS)
def test_that_what_people_wrote_stands_at_its_point_once_and_harms_nothing(form: str, facts: Facts):
    keys = ALL_FORMS[form].statements
    open_rooms = [block for block in _blocks(in_form(facts, form)) if isinstance(block, Room)]
    page = html_of(in_form(facts, form, **{key: HOSTILE.replace("alert(1)", key) for key in keys}))
    for room in open_rooms:
        assert room.label in page
    assert "<script" not in page.replace("&lt;script", "")
    assert "\u202e" not in page
    assert "To be written by" not in page
    shown = [key for key in keys if f"&lt;script&gt;{key}&lt;/script&gt;" in page]
    assert {QUESTIONS[key].label for key in shown} == {room.label for room in open_rooms}
    assert all(page.count(f"&lt;script&gt;{key}&lt;") == 1 for key in shown)
    assert "{{ 7 * 7 }}" in page


def _blocks(facts: Facts) -> list[object]:
    return [block for chapter in document_of(facts).chapters for block in chapter.blocks]


def test_that_a_statement_of_blanks_is_still_to_be_written(tmp_path: Path):
    made = subject(tmp_path, report={"form": "ico"}, statements={"motives": " \n\t ", "purpose": "Research"})
    facts = facts_of(made, SHORT)
    assert dict(facts.written.statements) == {"purpose": "Research"}
    assert "Motives and capacity: To be written by" in html_of(facts)


def test_that_the_risks_are_those_of_the_json(facts: Facts, described: dict[str, Any]):
    rows = Page.read(html_of(in_form(facts, "wp29"))).rows("Risk for an attacker who knows who is in the table")
    before, after = (described["risk"][side]["prosecutor"] for side in ("input", "output"))
    told = [[_share(cell) for cell in rows[label]] for label in ("Highest risk", "Average risk")]
    for cells, key in zip(told, ("highest", "average"), strict=True):
        assert cells == pytest.approx([before[key], after[key]], rel=0.05)
    assert rows["Unique in the table"] == [str(before["sample_uniques"]), str(after["sample_uniques"])]
    assert rows["Smallest group"][1] == str(described["solution"]["smallest_class"])


def _share(cell: str) -> float:
    return float(cell.split(" ", maxsplit=1)[0]) / 100


def test_that_the_attacks_are_those_of_the_json(facts: Facts):
    assert facts.attacks is not None
    assert facts.attacks.found is not None
    plain = facts.attacks.found.plain()
    page = Page.read(html_of(in_form(facts, "iso-27559")))
    told, attacker = page.named("What was attacked"), plain["attackers"][0]
    assert told["Released rows"] == str(plain["rows"])
    assert told["Records held out to compare with"] == str(plain["held_out"])
    text = " ".join(page.text)
    most = attacker["before"]["singling_out"]["single"]["some"]
    assert f"In the input an attacker would single out up to {most} people." in text
    linked = page.tables["Linkability"][1]
    assert linked[0] == "Insurer"
    assert linked[2].split(" ")[0] == (str(attacker["linkability"]["linked"]["some"]) or "nobody").replace(
        "0", "nobody"
    )
    right = attacker["inference"][0]["members"]["right"]["share"]
    assert page.tables["Inference"][1][3] == f"{100 * right:.1f} %"


def test_that_without_anybody_held_out_there_is_no_control(tmp_path: Path):
    facts = facts_of(subject(tmp_path, report={"form": "ico"}), SHORT)
    text = " ".join(Page.read(html_of(facts)).text)
    assert "Nobody was held out, so that there is no control" in text


def test_that_the_threshold_of_the_form_is_checked_and_a_laxer_one_is_named(facts: Facts):
    page = Page.read(html_of(in_form(facts, "ema")))
    assert facts.risk.after is not None
    highest = facts.risk.after.prosecutor.highest
    rows = page.rows("The highest risk against thresholds")
    assert rows["Of this project"][2] == ("above" if highest > 0.2 else "within")
    assert rows["0.09: published clinical data"][2] == ("above" if highest > 0.09 else "within")
    text = " ".join(page.text).replace("\u00a0", " ")
    assert "The threshold of this project, 20 %, is laxer than 0.09: published clinical data." in text
    assert "It takes groups of at least 12." in text
    strict = subject_with_thresholds(facts, 0.05)
    assert "is laxer than" not in " ".join(Page.read(html_of(in_form(strict, "ema"))).text)


def subject_with_thresholds(facts: Facts, highest: float) -> Facts:
    """The same facts, judged by another highest risk."""
    thresholds = facts.risk.thresholds.model_copy(update={"highest_risk": highest})
    before = replace(facts.risk.before, thresholds=thresholds)
    after = None if facts.risk.after is None else replace(facts.risk.after, thresholds=thresholds)
    return replace(facts, risk=replace(facts.risk, before=before, after=after))


def test_that_a_report_without_a_form_has_none_of_it(tmp_path: Path):
    facts = facts_of(subject(tmp_path, statements={"motives": "None known."}), SHORT)
    assert (facts.identifiers, facts.attacks, facts.checks) == (None, None, None)
    page = html_of(facts)
    assert "None known." not in page
    assert "Overview of the points" not in page


def test_that_the_sections_are_annexes_of_a_form(facts: Facts):
    titles = [chapter.title for chapter in document_of(in_form(facts, "wp29")).chapters]
    assert titles[0] == "Overview of the points"
    assert titles[-2:] == ["Annex: Summary", "Annex: Limits of this report"]
    keys = [chapter.key for chapter in document_of(in_form(facts, "wp29")).chapters]
    assert len(set(keys)) == len(keys)


def test_that_a_release_that_cannot_be_attacked_says_so(facts: Facts):
    assert facts.attacks is not None
    without = replace(facts, attacks=replace(facts.attacks, found=None, reason="The rows stay outside."))
    text = " ".join(Page.read(html_of(in_form(without, "wp29"))).text)
    assert "The release was not attacked, so that this has to be shown in another way." in text
    assert "The rows stay outside." in text


def ends(facts: Facts, form: str) -> dict[str, PointState]:
    """How the points of a form end, by their headings."""
    return {found.point.heading: found.state for _part, points in answered(facts, ALL_FORMS[form]) for found in points}


def test_that_pseudonyms_and_perturbation_apply_where_they_are_used(tmp_path: Path, facts: Facts):
    without = ends(in_form(facts, "wp29"), "wp29")
    assert (without["Pseudonyms"], without["Randomization"]) == (PointState.NOT_APPLICABLE,) * 2
    masking = {"method": "pseudonym", "key_file": "key", "create_key": True}
    plain = {name: {"role": "quasi-identifying"} for name in ("age", "city")}
    attributes = plain | {"name": {"role": "identifying", "masking": masking}, "days": {"type": "integer"}}
    noise = [{"method": "correlated-noise", "columns": ["days"], "noise": 0.5}]
    made = job_on(tmp_path, people(), [{"model": "k-anonymity", "k": 2}], attributes=attributes, perturbation=noise)
    found = facts_of(searched(made), SHORT)
    with_both = ends(in_form(found, "wp29"), "wp29")
    assert (with_both["Pseudonyms"], with_both["Randomization"]) == (PointState.OPEN, PointState.BY_TOOL)
    page = html_of(in_form(found, "hipaa", codes="Drawn at random.", original_data="Locked away."))
    assert "Pseudonyms or numbers in place of values: name." in page
    assert "Drawn at random." in page
