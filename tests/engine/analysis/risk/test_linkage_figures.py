"""Who is found again in perturbed columns: of a release, in its reports, and on the command line."""

import json

from arxdesk.cli.commands import main
from arxdesk_engine.analysis.risk import linkage
from arxdesk_engine.analysis.risk.linkage import LinkageFigures, linkage_of, linkage_sentence
from arxdesk_engine.report.facts import facts_of
from arxdesk_engine.report.facts.subject import Subject
from arxdesk_engine.report.html import html_of
from tests.engine.perturbation.tables import job_with, released

INCOMES = [1000 + 37 * place for place in range(40)]
NOISE = {"method": "correlated-noise", "columns": ["income"], "noise": 0.0001, "seed": 3}
SWAPPED = {"method": "rank-swapping", "columns": ["income"], "percent": 50.0, "seed": 3}
JOBS = {"method": "pram", "columns": ["job"], "retention": 0.0, "alpha": 1.0, "seed": 5}


def found_in(settings, /, **columns):
    anonymizer, output = released(settings, **columns)
    return linkage_of(anonymizer.dataset, output)


def test_that_little_noise_hides_nobody_and_much_swapping_does():
    weak, strong = (found_in(job_with(each), income=INCOMES) for each in (NOISE, SWAPPED))
    assert (weak.records, weak.tried, weak.columns) == (40, 40, ("income",))
    assert weak.nearest == weak.alone == weak.matched == 40
    assert strong.nearest < 20
    assert strong.matched < 20


def test_that_categories_are_found_by_chance_among_those_that_read_the_same():
    found = found_in(job_with(JOBS), job=["cook", "nurse"] * 20)
    assert found.alone == 0
    assert 0.0 < found.nearest < 4.0
    assert found.by_chance == 1.0


def test_that_columns_of_several_perturbations_are_compared_together():
    found = found_in(job_with(SWAPPED, JOBS), income=INCOMES, job=["cook", "nurse"] * 20)
    assert found.columns == ("income", "job")


def test_that_missing_cells_and_removed_records_are_told_apart():
    sections = {"suppression": {"limit": 0.5}, "output": {"suppressed": "drop"}}
    sex, incomes = ["f"] * 20 + ["m"], ["", *range(1000, 1020)]
    found = found_in(job_with(SWAPPED, **sections), sex=sex, income=incomes)
    assert found.records == 20


def test_that_nothing_is_told_where_nothing_was_perturbed():
    assert found_in(job_with(), income=INCOMES) is None


def test_that_of_many_records_some_are_tried(monkeypatch):
    monkeypatch.setattr(linkage, "MOST_PAIRS", 40)
    monkeypatch.setattr(linkage, "FEWEST_TRIED", 4)
    monkeypatch.setattr(linkage, "MOST_MATCHED", 10)
    found = found_in(job_with(NOISE), income=INCOMES)
    assert (found.tried, found.nearest, found.matched, found.by_chance) == (4, 4.0, None, 0.1)
    assert linkage_sentence(found) == (
        "Looked for by the original cells of income, 4.0 of 4 records that were tried are found again as the nearest "
        "ones (by chance 0.1)."
    )


def test_that_reports_have_it():
    anonymizer, output = released(job_with(NOISE), income=INCOMES)
    solution = anonymizer.search()
    facts = json.loads(json.dumps(anonymizer.describe(solution, output)))
    assert facts["linkage"] == {
        "columns": ["income"],
        "records": 40,
        "tried": 40,
        "nearest": 40.0,
        "alone": 40,
        "matched": 40,
        "by_chance": 1.0,
    }
    assert LinkageFigures.from_report(facts) == linkage_of(anonymizer.dataset, output)
    page = html_of(facts_of(Subject(anonymizer, solution, output)))
    assert "Found by the best matching of all" in page


def test_that_the_command_line_tells_it(tmp_path, capsys):
    (tmp_path / "t.csv").write_text("sex,job\n" + "f,cook\nm,nurse\n" * 20)
    job_with(JOBS, output={"path": "out.csv"}).save(tmp_path / "job.toml")
    assert main(["run", str(tmp_path / "job.toml")]) == 0
    assert "Looked for by the original cells of job, " in capsys.readouterr().out
