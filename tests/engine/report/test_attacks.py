"""The attacks in the evidence report: the figures of `arxdesk attack`, and a sentence where nothing can be attacked."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arxdesk_engine.attacks.earlier import EarlierRelease
from arxdesk_engine.attacks.second_release import SecondRelease
from arxdesk_engine.attacks.singling_out import SinglingOut
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.disclosed_choices import choices_of
from arxdesk_engine.report.facts import facts_of
from arxdesk_engine.report.html import html_of
from arxdesk_engine.report.layout.content import ReportContent, ReportSection
from arxdesk_engine.report.sections.attacks import attack_verdict
from arxdesk_engine.risk.intersection import intersected
from arxdesk_engine.trial_release import attack_trial
from tests.engine.report.reports import Page, searched, subject
from tests.engine.verification.runs import job_on, people

ATTACKS = ReportContent((ReportSection.ATTACKS,))
KNOWING = {"name": "Insurer", "knows": ["age", "city", "sex"], "secrets": ["diagnosis"]}


def test_that_the_figures_are_those_of_the_attack_on_the_same_release(tmp_path: Path):
    sections = {"sampling": {"fraction": 0.8, "seed": 1}, "attackers": [KNOWING]}
    made = subject(tmp_path, **sections)
    facts = facts_of(made, ATTACKS)
    assert facts.attacks is not None
    assert facts.attacks.found is not None
    assert made.output is not None
    choices = choices_of(made.anonymizer, made.solution, made.output)
    plain = attack_trial(made.anonymizer, made.output, choices=choices).plain()
    assert facts.attacks.found.plain() == plain
    page = Page.read(html_of(facts))
    row = page.tables["Inference"][1]
    told = plain["attackers"][0]["inference"][0]
    assert row[:2] == ["Insurer", "diagnosis"]
    assert row[2].split(" ")[0] == (str(told["members"]["certain"]["some"] or "nobody"))
    assert row[3].replace("\u00a0", " ") == f"{100 * told['members']['right']['share']:.1f} %"
    assert row[4].replace("\u00a0", " ") == f"{100 * told['outside']['right']['share']:.1f} %"
    told = plain["refinement"]
    rows = [each[1:] for each in page.tables["Knowing the algorithm"][1:]]
    kinds = ("containing", "lacking", "told")
    assert rows == [[str(told[each]["groups"]), str(told[each]["records"])] for each in kinds]
    few = plain["attackers"][0]["singling_out"]["few"]["some"]
    assert page.tables["Singling out"][1][2].split(" ")[0] == (str(few) if few else "nobody")


def test_that_what_is_told_with_certainty_is_a_breach_in_the_verdict(tmp_path: Path):
    alike = [{**each, "diagnosis": "cold" if each["sex"] == "female" else each["diagnosis"]} for each in people()]
    rules = [{"model": "k-anonymity", "k": 4}]
    attributes = {name: {"role": "quasi-identifying"} for name in ("age", "sex")} | {"diagnosis": {"role": "sensitive"}}
    attributes["sex"]["maximum_level"] = 0
    sections = {"attributes": attributes, "attackers": [KNOWING], "output": {"suppressed": "drop"}}
    facts = facts_of(searched(job_on(tmp_path, alike, rules, **sections)), ATTACKS)
    assert facts.attacks is not None
    assert facts.attacks.found is not None
    certain = facts.attacks.found.found[0].inferences[0].members.share_certain
    women = sum(each["sex"] == "female" for each in alike)
    assert certain.some >= women
    text = " ".join(Page.read(html_of(facts)).text)
    assert f"Insurer is told diagnosis with certainty for {certain.some} people" in text
    assert "No records were held out" in text
    assert "No attacker singles anybody out" not in text


def test_that_a_report_without_an_output_says_that_nothing_was_attacked(tmp_path: Path):
    infeasible = subject(tmp_path, [{"model": "k-anonymity", "k": 300}], suppression={"limit": 0.0})
    assert infeasible.output is None
    facts = facts_of(infeasible, ATTACKS)
    assert facts.attacks is None
    assert "nothing could be attacked" in " ".join(Page.read(html_of(facts)).text)


def test_that_earlier_releases_are_attacked_beside_this_one(tmp_path: Path):
    made = subject(tmp_path)
    assert made.output is not None
    number = made.anonymizer.dataset.records
    texts = tuple(f"g{each}" for each in range(number // 4 + 1))
    fours = RawColumn("age", (np.arange(number) // 4).astype(np.int32), texts[: (number - 1) // 4 + 1])
    shown = np.ones(number, np.bool_)
    shown[:3] = False
    columns = tuple(RawColumn(each.name, each.codes, each.values) for each in made.output.dataset)
    same, other = EarlierRelease("same.csv", columns, shown), EarlierRelease("other.csv", (fours,), shown)
    facts = facts_of(replace(made, earlier=(same, other), not_compared=("lost.csv",)), ATTACKS)
    assert facts.attacks is not None
    assert facts.attacks.found is not None
    second = facts.attacks.found.earlier
    page = Page.read(html_of(facts))
    rows = {row[0]: row[1] for row in page.tables["Together with earlier releases"][1:]}
    came = second.found.came(second.least)
    told = rows["Of those in this release and not in all others, fewer than 5 look the same"]
    assert came.of > 0
    assert told.split(" ")[0] == (str(came.some) if came.some else "nobody")
    assert came.some == 0 or any(label.startswith("Two of them suffice: this release and ") for label in rows)
    assert "Not compared, since their rows or people are not known any more: lost.csv." in " ".join(page.text)


def test_that_a_report_without_earlier_releases_says_nothing_of_them(tmp_path: Path):
    assert "Together with earlier releases" not in Page.read(html_of(facts_of(subject(tmp_path), ATTACKS))).tables


def test_that_loss_and_rows_that_stand_alone_are_those_of_the_json(tmp_path: Path):
    made = subject(tmp_path, sampling={"fraction": 0.8, "seed": 1}, attackers=[KNOWING])
    facts = facts_of(made, ATTACKS)
    assert facts.attacks is not None
    assert facts.attacks.found is not None
    plain = facts.attacks.found.plain()
    tables = Page.read(html_of(facts)).tables
    losses = plain["attackers"][0]["anonymity_loss"]
    assert losses
    _head, *rows = tables["Anonymity loss"]
    assert len(rows) == len(losses)
    for row, loss in zip(rows, losses, strict=True):
        low, high = loss["interval"]
        told = [loss["coefficient"], low, high]
        shown = [float(text.replace("−", "-")) for text in (row[2], *row[3].split(" to "))]
        assert shown == pytest.approx(told, abs=0.0051)
        assert row[4] == f"{100 * loss['best_attack']['precision']['share']:.1f} %"
        assert row[6] == ("More than without them" if low > 0 else "No more than without them")
    alone = plain["predicates"]
    assert alone["found"]
    _head, row = tables["Rows that stand alone in the release"]
    assert row[0].replace(",", "") == str(alone["found"])
    assert row[2] == f"{100 * alone['isolating']['share']:.1f} %"
    assert row[4] in (f"{100 * alone['by_chance']:.1f} %", "< 0.1 %", "0.0 %")


def test_that_the_verdict_says_what_earlier_releases_and_the_algorithm_tell(tmp_path: Path):
    made = subject(tmp_path)
    assert made.output is not None
    found = attack_trial(made.anonymizer, made.output, choices=choices_of(made.anonymizer, made.solution, made.output))
    quiet = replace(found, found=(), earlier=None, refinement=None)
    assert attack_verdict(quiet).tone == "ok"
    refinement = found.refinement
    assert refinement is not None
    facts = refinement.of_groups
    one_left = replace(facts, labels=np.full_like(facts.labels, 3), gone=np.full_like(facts.gone, 2))
    told = replace(refinement, of_groups=one_left)
    verdict = attack_verdict(replace(quiet, refinement=told))
    assert verdict.tone == "warn"
    assert f"a finer value of {refinement.records} records" in verdict.details[0]
    looks = (np.arange(12) // 6, np.arange(12) % 2)
    both = SecondRelease(intersected(looks), (), (), 5)
    verdict = attack_verdict(replace(quiet, earlier=both))
    assert verdict.tone == "warn"
    assert verdict.details[0].startswith("Together with earlier releases 12 people are among fewer than 5")


def test_that_values_that_fit_no_row_are_no_good_news(tmp_path: Path):
    made = subject(tmp_path)
    assert made.output is not None
    found = attack_trial(made.anonymizer, made.output)
    first = replace(found.found[0], inferences=(), linkability=None)
    candidates = np.full(made.anonymizer.dataset.records, 6)
    for fitting, tone in ((0.6, "ok"), (0.4, "warn")):
        has = np.arange(len(candidates)) < fitting * len(candidates)
        some = replace(first, singling_out=SinglingOut(np.where(has, candidates, 0), 5))
        verdict = attack_verdict(replace(found, found=(some,), refinement=None))
        assert verdict.tone == tone
        assert verdict.sentence.startswith("No released row fits") == (tone == "warn")
