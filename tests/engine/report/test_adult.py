"""The report of a full run on ADULT: what stands on the page is what the engine says, figure by figure."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arxdesk_engine.report.facts import Facts, facts_of
from arxdesk_engine.report.facts.subject import Subject
from arxdesk_engine.report.html import html_of
from arxdesk_engine.risk.distribution import classes_by_size, records_by_class_size
from arxdesk_engine.verification.recount import Recount
from tests.engine.problems import ADULT, adult_anonymizer
from tests.engine.report.reports import Page, searched

EXACT = 1e-12


def rounded(share: float, digits: int = 2) -> str:
    """A share as a report writes it, by other means: so many significant digits, zeros at the end left out."""
    if share == 0:
        return "0 %"
    text = np.format_float_positional(100 * share, precision=digits, fractional=False, trim="-")
    return f"{text} %"


@pytest.fixture(scope="module")
def about(shared: Path) -> Subject:
    return searched(adult_anonymizer(shared))


@pytest.fixture(scope="module")
def described(about: Subject) -> dict[str, Any]:
    return about.anonymizer.describe(about.solution, about.output)


@pytest.fixture(scope="module")
def facts(about: Subject) -> Facts:
    return facts_of(about)


@pytest.fixture(scope="module")
def page(facts: Facts) -> Page:
    return Page.read(html_of(facts))


@pytest.fixture(scope="module")
def counted(about: Subject, tmp_path_factory: pytest.TempPathFactory) -> tuple[Recount, str]:
    """The same table written and verified apart from any report, and the SHA-256 of it."""
    assert about.output is not None
    path = tmp_path_factory.mktemp("adult") / "out.csv"
    exported = about.anonymizer.write(about.output, path)
    claims = {**about.anonymizer.claims(about.output), "output": exported.plain()}
    found = about.anonymizer.verify(claims, about.output, exported)
    return found, hashlib.sha256(path.read_bytes()).hexdigest()


def test_that_the_search_is_told_as_the_engine_has_it(page: Page, described: dict[str, Any]):
    search, solution = described["search"], described["solution"]
    told = page.named("The search in figures")
    score, full = told["Score (Loss)"].split(", in full ")
    bound, full_bound = told["Proven lower bound"].split(", in full ")
    assert (score, float(full)) == (f"{solution['score']:.4f}", solution["score"])
    assert (bound, float(full_bound)) == (f"{search['lower_bound']:.4f}", search["lower_bound"])
    assert told["Outcome"] == search["status"] == "optimal"
    assert told["Algorithm"] == search["algorithm"]
    assert told["Transformations"] == f"{search['lattice_size']:,}" == "12,960"
    assert told["Checked"] == f"{search['checks']:,}"
    assert told["Gap"] == rounded(search["gap"]) == "0 %"
    assert told["Removed records"] == f"{solution['suppressed_records']:,}" == "1,346"
    assert told["Limit of removed records"] == f"{int(0.05 * described['input']['records']):,}"
    assert told["Groups"] == f"{solution['classes']:,}"
    assert told["Smallest group"] == f"{solution['smallest_class']:,}"
    assert told["Largest group"] == f"{solution['largest_class']:,}"


def test_that_the_reference_score_stands_on_the_page(page: Page):
    full = float(page.named("To compare with")["Score, in full"])
    assert full == pytest.approx(0.24193236506629, abs=1e-13)


def test_that_every_level_is_told(page: Page, described: dict[str, Any], about: Subject):
    rows, levels = page.rows("The level of each column"), described["solution"]["levels"]
    assert list(rows)[1:] == list(ADULT) == list(levels)
    for name, hierarchy in about.anonymizer.hierarchies.items():
        level = levels[name]
        assert rows[name][0] == f"{level} of {hierarchy.maximum_level}"
        assert rows[name][2] == f"{len(hierarchy.labels[level])} of {len(about.anonymizer.dataset[name].values)}"
    assert page.named("To compare with")["Levels"] == ", ".join(str(level) for level in levels.values())


def test_that_the_detail_of_every_column_is_told(page: Page, described: dict[str, Any]):
    quality = described["quality"]
    rows = page.rows("Detail kept (granularity)")
    for name, share in quality["granularity_per_attribute"].items():
        assert rows[name][1] == f"{100 * share:.1f} %"
    assert rows["All together"][1] == f"{100 * quality['granularity']:.1f} %"


def test_that_every_measure_is_told(page: Page, described: dict[str, Any]):
    quality = described["quality"]
    caption = "All measures of the columns, as shares that are kept (before: 100 %)"
    head, *rows = page.tables[caption]
    assert head[1:] == ["Granularity", "Generalization intensity", "Missings", "Non-uniform entropy"]
    keys = ("granularity", "generalization_intensity", "missings", "non_uniform_entropy")
    for name, *shares in rows[:-1]:
        assert shares == [f"{100 * quality['attributes'][name][key]['quality']:.1f} %" for key in keys]
    means = [f"{100 * quality['aggregates'][key]['arithmetic_mean_of_qualities']:.1f} %" for key in keys]
    assert rows[-1] == ["Mean of the columns", *means]
    told = page.rows("Measures of the table")
    for title, key in (("Discernibility", "discernibility"), ("Average class size", "average_class_size")):
        assert told[title][0] == f"{100 * quality['table'][key]['quality']:.1f} %"
    assert told["Mean size of a group"][0] == f"{quality['table']['average_class_size']['raw']:.1f}"


def test_that_every_attacker_is_told_before_and_after(page: Page, described: dict[str, Any]):
    rows = page.rows("Three attackers")
    before, after = described["risk"]["input"], described["risk"]["output"]
    keys = {"highest risk": "highest", "share at risk": "records_at_risk", "success rate": "success_rate"}
    seen = 0
    for attacker in ("prosecutor", "journalist", "marketer"):
        for label, key in keys.items():
            row = rows.get(f"{attacker.capitalize()}, {label}")
            if row is None:
                assert attacker == "marketer"
                continue
            known = "average" if attacker == "prosecutor" and key == "success_rate" else key
            for text, side in zip(row, (before, after), strict=False):
                assert text.split(" (")[0] == rounded(side[attacker][known])
            seen += 1
    assert seen == 7
    records = before["prosecutor"]["records"]
    assert rows["Records at risk, number"][0] == f"{round(before['prosecutor']['records_at_risk'] * records):,}"
    uniques = [f"{side['prosecutor']['sample_uniques']:,}" for side in (before, after)]
    assert rows["Unique in the table"][:2] == uniques == ["15,512", "0"]
    assert rows["Records counted"][:2] == [f"{side['prosecutor']['records']:,}" for side in (before, after)]


def test_that_the_sizes_of_groups_are_told(page: Page, about: Subject):
    assert about.output is not None
    head, *rows = page.tables["Sizes of groups"]
    before, after = about.anonymizer.problem.grouping.input_sizes[0], about.output.class_sizes
    counts = [
        records_by_class_size(before),
        records_by_class_size(after),
        classes_by_size(before),
        classes_by_size(after),
    ]
    for place, row in enumerate(rows):
        assert [text.replace(",", "") for text in row[2:]] == [str(each[place]) for each in counts]
    assert len(head) == 6
    assert sum(int(row[3].replace(",", "")) for row in rows) == int(after.sum())


def test_that_the_second_count_is_told(page: Page, counted: tuple[Recount, str]):
    found, digest = counted
    claims = page.rows("Privacy models") | page.rows("Figures and cells")
    states = [row[0] for name, row in claims.items() if name != "Claim"]
    assert states == ["confirmed"] * (len(found.models) + len(found.facts))
    told = page.named("Recounted figure")
    assert told["SHA-256 of the result (.csv)"] == digest
    assert told["Records in the file"] == f"{found.records:,}"
    assert told["Removed records"] == f"{found.suppressed_records:,}"
    assert told["Groups"] == f"{found.classes:,}"


def test_that_every_hash_is_that_of_its_file(page: Page, shared: Path):
    head, *rows = page.tables["Files that were read"]
    folder = shared / "data" / "adult"
    assert head == ["File", "Description", "Bytes", "SHA-256"]
    assert len(rows) == 1 + len(ADULT)
    for name, _purpose, size, digest in rows:
        content = (folder / name).read_bytes()
        assert (size, digest) == (f"{len(content):,}", hashlib.sha256(content).hexdigest())


def test_that_the_data_are_described(page: Page, about: Subject):
    dataset = about.anonymizer.dataset
    head, *rows = page.tables["Columns"]
    assert head[:4] == ["Column", "Role", "Type", "Distinct"]
    assert [row[0] for row in rows] == list(dataset.names)
    assert [row[3] for row in rows] == [f"{len([v for v in column.values if v]):,}" for column in dataset]
    assert page.named("The table")["Records"] == f"{dataset.records:,}"
    distinct = len(about.anonymizer.problem.grouping.input_sizes[0])
    combinations = page.named("The table")["Different combinations of the quasi-identifiers"]
    assert combinations.startswith(f"{distinct:,} among")


def test_that_the_summary_says_the_same(page: Page, described: dict[str, Any]):
    text = " ".join(page.text).replace("\u00a0", " ")
    assert "5-anonymity holds in this table, confirmed by a recount." in text
    assert "1,346 of 30,162 records (4.5 %) were removed" in text
    assert "Highest risk 20 % (1 in 5), average 1.4 % (1 in 73)" in text
    assert "Proven: no transformation keeps more detail under these rules." in text
    assert page.named("In short")["Score"].startswith(f"Loss {described['solution']['score']:.4f}")


def test_that_facts_and_engine_agree_beyond_what_is_printed(facts: Facts, described: dict[str, Any]):
    assert facts.quality is not None
    assert facts.applied is not None
    assert facts.risk.after is not None
    assert dict(facts.quality.kept_of) == described["quality"]["granularity_per_attribute"]
    assert facts.search.lower_bound == described["search"]["lower_bound"]
    assert facts.applied.score == described["solution"]["score"]
    assert abs(facts.risk.after.prosecutor.average - described["risk"]["output"]["prosecutor"]["average"]) < EXACT


def test_that_the_same_run_is_told_alike_but_for_moments_and_times(about: Subject, facts: Facts):
    again = facts_of(about, moment=facts.moment)
    assert html_of(again) == html_of(facts)
