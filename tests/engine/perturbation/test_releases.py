"""Perturbation in a release: which records and columns, what is refused, reports, and the second count of the file."""

import datetime as dt
import json
import re
import tomllib
from dataclasses import replace

import pytest

from arxdesk.cli.commands import main
from arxdesk.ui.help_text import page
from arxdesk_engine.analysis.distribution.distribution import distribution
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.exploration.applying import apply, output_table
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import job_from
from arxdesk_engine.perturbation import METHODS
from arxdesk_engine.perturbation.method import NO_GUARANTEE
from arxdesk_engine.report.facts import facts_of
from arxdesk_engine.report.facts.masking import masked_job
from arxdesk_engine.report.html import html_of
from arxdesk_engine.report.layout.content import ReportContent
from tests.engine.perturbation.tables import job_with, released, texts_of
from tests.engine.report.reports import Page, searched, subject
from tests.engine.verification.runs import job_on, people, run, written

K = [{"model": "k-anonymity", "k": 4}]
OTHERS = {"note": {"role": "insensitive"}}
JOBS = ["cook", "nurse", "pilot", "clerk"] * 10
ALL = {"method": "pram", "columns": ["job"], "retention": 0.0, "alpha": 1.0, "seed": 5}


def _pram(column, **settings):
    return {"method": "pram", "columns": [column], "retention": 0.0, "alpha": 1.0, "seed": 3, **settings}


DATA = {"path": "people.csv", "delimiter": ";", "household": "name"}
CONFIRMED = {
    "pram": [_pram("days", strata=["sex"]), _pram("note")],
    "correlated-noise": [{"method": "correlated-noise", "columns": ["days"], "noise": 0.5}],
    "local-suppression": [
        {"method": "local-suppression", "columns": ["days", "note"], "k": 5, "importance": {"days": 2}}
    ],
    "record-swapping": [{"method": "record-swapping", "columns": ["note"], "risk_columns": ["days"], "swap_rate": 0.5}],
    "mdav": [{"method": "mdav", "columns": ["days"], "k": 6}],
    "shuffling": [{"method": "shuffling", "columns": ["days"], "predictors": ["age"]}],
    "rank-swapping": [{"method": "rank-swapping", "columns": ["days"], "percent": 10.0}],
    "date-noise": [{"method": "date-noise", "columns": ["admitted", "left"], "within": ["diagnosis"], "days": 20}],
}
"""Perturbations of the table of `people`, with dates, by every method."""


def dated(rows):
    """The rows with days of arrival and of departure, some of which are missing."""
    first = dt.date(2023, 11, 20)
    return [
        row
        | {
            "admitted": (first + dt.timedelta(days=place * 37 % 400)).isoformat(),
            "left": "" if place % 9 == 0 else (first + dt.timedelta(days=place * 37 % 400 + place % 5)).isoformat(),
        }
        for place, row in enumerate(rows)
    ]


def test_that_every_method_has_a_title_and_a_name():
    assert all(method.title and name == method.model_fields["method"].default for name, method in METHODS.items())


def test_that_the_examples_of_the_help_are_jobs():
    blocks = re.findall(r"```toml\n(.*?)```", page("perturbation"), re.DOTALL)
    jobs = [job_from({"data": {"path": "t.csv"}, **tomllib.loads(block)}) for block in blocks]
    assert {each.method for job in jobs for each in job.perturbation} == set(METHODS)
    assert all(job_from(tomllib.loads(job.to_toml())).perturbation == job.perturbation for job in jobs)


@pytest.mark.parametrize("name", METHODS)
def test_that_the_help_tells_every_parameter(name):
    told = page("perturbation")
    assert f"`{name}`" in told
    assert [field for field in METHODS[name].model_fields if field != "method" and f"| `{field}` |" not in told] == []


def test_that_cells_change_and_everything_else_stays():
    anonymizer, output = released(job_with(ALL), job=JOBS, town=["A", "B"] * 20)
    (found,) = output.perturbations
    after = texts_of(output.dataset["job"])
    assert found.changed == {"job": sum(old != new for old, new in zip(JOBS, after, strict=True))}
    assert found.changed["job"] > 0
    assert texts_of(output.dataset["town"]) == ["A", "B"] * 20
    assert texts_of(output.dataset["sex"]) == texts_of(anonymizer.dataset["sex"])


def test_that_a_distribution_tells_that_its_cells_are_perturbed():
    anonymizer, _output = released(job_with(ALL), job=JOBS, town=["A", "B"] * 20)
    solution = anonymizer.search()
    table = output_table(anonymizer, solution, apply(anonymizer, solution.best.levels))
    assert [distribution(table, name).perturbed for name in ("job", "town", "sex")] == ["PRAM", "", ""]


def test_that_the_report_has_the_seed_and_every_parameter():
    anonymizer, output = released(job_with({"method": "pram", "columns": ["job"]}), job=JOBS)
    facts = anonymizer.describe(anonymizer.search(), output)
    (told,) = json.loads(json.dumps(facts))["perturbation"]
    assert told["guarantee"] == "none"
    assert (told["method"], told["seed"], told["retention"], told["alpha"]) == ("pram", 0, 0.8, 0.5)
    (transition,) = told["transitions"]["job"]
    assert transition["before"] == [10, 10, 10, 10]
    assert [sum(row) for row in transition["matrix"]] == pytest.approx([1.0] * 4)
    assert facts["transformations"]["job"] == "perturb (pram)"


@pytest.mark.parametrize("suppressed", ["keep", "drop"])
def test_that_only_kept_records_are_perturbed(suppressed):
    """Whoever is alone is removed: then nobody else may have their value, nor may it be in the matrix."""
    sections = {"suppression": {"limit": 0.5}, "output": {"suppressed": suppressed}}
    sex, jobs = ["f"] * 20 + ["m"], ["cook", "nurse"] * 10 + ["pilot"]
    output = released(job_with(ALL, **sections), sex=sex, job=jobs)[1]
    after = texts_of(output.dataset["job"])
    assert after[-1] == SUPPRESSED
    assert set(after[:-1]) == {"cook", "nurse"}
    assert output.perturbations[0].records == 20


@pytest.mark.parametrize("method", CONFIRMED)
def test_that_an_export_may_drop_removed_records_of_a_job_that_keeps_them(tmp_path, method):
    """As the window does: the table was made before it is asked how it is written."""
    anonymizer = job_on(tmp_path, dated(people()), K, data=DATA, perturbation=CONFIRMED[method])
    solution = anonymizer.search()
    output = anonymizer.apply(solution.best.levels)
    assert output.suppressed_records > 0
    for suppressed in ("keep", "drop"):
        exporting = replace(anonymizer, job=anonymizer.job.with_output(suppressed=suppressed))
        exported = exporting.write(output, tmp_path / f"{suppressed}.csv")
        facts = exporting.claims(output) | {"output": exported.plain()}
        assert exporting.verify(facts, output, exported).refuted == ()


def test_that_records_outside_a_subset_give_nothing_away():
    job = job_with(ALL, subset={"select": "job != 'pilot'"})
    after = texts_of(released(job, job=JOBS)[1].dataset["job"])
    assert "pilot" not in after
    assert after.count(SUPPRESSED) == 10


def test_that_coded_columns_are_perturbed_with_their_bounds():
    job = job_with(
        {"method": "pram", "columns": ["age"], "retention": 0.0, "alpha": 1.0},
        attributes={"sex": {"role": "quasi-identifying"}, "age": {"type": "integer", "coding": {"top": "80"}}},
    )
    after = texts_of(released(job, age=[40, 81, 92, 40])[1].dataset["age"])
    assert set(after) == {"40", ">=80"}


REFUSED = {
    "a quasi-identifier": ({"columns": ["sex"]}, {}, "groups are formed by its values, and k is proven for those"),
    "a name": ({"columns": ["job"]}, {"roles": {"job": "identifying"}}, "are not shown in any case"),
    "a column that is not there": ({"columns": ["jb"]}, {}, 'has no column "jb". Did you mean "job"?'),
    "strata that are not there": ({"columns": ["job"], "strata": ["twn"]}, {}, 'no column "twn". Did you mean "town"?'),
    "weights": ({"columns": ["w"]}, {"data": {"weight": "w"}}, "has sampling weights, and must stay what it is"),
    "households": ({"columns": ["town"]}, {"data": {"household": "town"}}, "says which household"),
    "too many values": ({"columns": ["w"]}, {}, "perturbation.1.columns: .w. has 250 different values"),
}


@pytest.mark.parametrize(("settings", "sections", "told"), REFUSED.values(), ids=REFUSED)
def test_that_what_cannot_be_perturbed_is_refused(settings, sections, told):
    job = job_with({"method": "pram", **settings}, **sections)
    with pytest.raises(InvalidJob, match=told):
        released(job, job=["a", "b"] * 125, town=["A"] * 250, w=range(1, 251))


def test_that_a_column_is_changed_or_looked_at():
    with pytest.raises(InvalidJob, match=r'strata names "job", whose cells are changed\. Name it in one place'):
        job_with({"method": "pram", "columns": ["job"], "strata": ["job"]})


def test_that_a_model_judges_what_is_shown():
    model = {"model": "l-diversity", "variant": "distinct", "attribute": "job", "l": 2}
    job = job_with(ALL, roles={"job": "sensitive"}, privacy=[model])
    with pytest.raises(InvalidJob, match="would judge other values"):
        released(job, job=JOBS)


def test_that_a_column_is_perturbed_once():
    with pytest.raises(InvalidJob, match=r'perturbation.2.columns: "job" is perturbed by perturbation.1 already'):
        released(job_with(ALL, ALL), job=JOBS)


def test_that_rows_of_linked_tables_are_refused():
    job = job_with(ALL, tables=[{"name": "visits", "path": "visits.csv", "key": "town"}])
    with pytest.raises(InvalidJob, match="a row of a linked table may stand in several"):
        released(job, job=JOBS, town=["A"] * 40)


def test_that_differential_privacy_shows_no_such_column():
    private = [{"model": "differential-privacy", "epsilon": 2.0, "delta": 1e-2, "scheme": "low"}]
    with pytest.raises(InvalidJob, match="with differential privacy no column is shown"):
        released(job_with(ALL, privacy=private), job=JOBS)


def test_that_every_method_is_tried_in_files():
    assert set(CONFIRMED) == set(METHODS)


@pytest.mark.parametrize("perturbation", CONFIRMED.values(), ids=CONFIRMED)
@pytest.mark.parametrize("sections", [{}, {"output": {"shuffle": True, "suppressed": "drop"}}])
@pytest.mark.parametrize("suppression", [{"limit": 0.9}, {"limit": 0.9, "sensitive": True, "insensitive": True}])
def test_that_a_file_with_perturbed_columns_is_confirmed(tmp_path, perturbation, sections, suppression):
    rows = dated(people())
    done = run(tmp_path, K, rows=rows, data=DATA, perturbation=perturbation, suppression=suppression, **sections)
    counted = done.verify()
    assert counted.refuted == ()
    claims = {each.claim: each.verified for each in counted.facts}
    assert [claims[f"perturbation of {', '.join(each['columns'])} ({each['method']})"] for each in perturbation] == [
        True
    ] * len(perturbation)
    assert all(sum(each.changed.values()) > 0 for each in done.output.perturbations)
    again = run(tmp_path, K, rows=rows, data=DATA, perturbation=perturbation, suppression=suppression, **sections)
    assert [each.plain() for each in again.output.perturbations] == [each.plain() for each in done.output.perturbations]


@pytest.mark.parametrize("method", CONFIRMED)
@pytest.mark.parametrize("suffix", ["xlsx", "dta", "sav", "db", "parquet"])
def test_that_files_of_other_formats_are_confirmed(tmp_path, method, suffix):
    rows = [row | {"note": row["note"].strip(), "name": f"n{place}"} for place, row in enumerate(dated(people()))]
    sections = {"data": DATA, "perturbation": CONFIRMED[method], "output": {"table": "t"} if suffix == "db" else {}}
    counted = written(job_on(tmp_path, rows, K, **sections), tmp_path / f"out.{suffix}").verify()
    assert counted.refuted == (), counted
    assert [each.verified for each in counted.facts if "perturbation" in each.claim] == [True] * len(CONFIRMED[method])


@pytest.mark.parametrize("method", CONFIRMED)
@pytest.mark.parametrize(
    "sections",
    [
        {"search": {"local_recoding": {"iterations": 20}}},
        {"search": {"recoding": "groupwise"}},
        {"sampling": {"fraction": 0.6, "seed": 3}},
        {"output": {"decimal_mark": ",", "delimiter": ";"}},
        {"output": {"spread": "copy-spread.csv"}},
    ],
    ids=["local recoding", "group by group", "sample", "commas", "spread"],
)
def test_that_other_releases_are_confirmed(tmp_path, method, sections):
    rows = dated(people())
    counted = run(tmp_path, K, rows=rows, data=DATA, perturbation=CONFIRMED[method], **sections).verify()
    assert counted.refuted == (), counted
    assert [each.verified for each in counted.facts if "perturbation" in each.claim] == [True] * len(CONFIRMED[method])


def test_that_decimals_are_written_with_commas_and_confirmed(tmp_path):
    rows = [row | {"days": f"{number % 37 + number / 7:.2f}"} for number, row in enumerate(people())]
    attributes = {"age": {"role": "quasi-identifying"}, "days": {"role": "sensitive", "type": "decimal"}}
    asked = [{"method": "correlated-noise", "columns": ["days"]}]
    done = run(tmp_path, K, rows=rows, attributes=attributes, perturbation=asked, output={"decimal_mark": ","})
    kept = [row["days"] for row in done.rows() if row["days"] != SUPPRESSED]
    assert all("," in days or days.lstrip("-").isdigit() for days in kept)
    assert done.verify().refuted == ()


def test_that_values_which_no_cell_had_are_refuted(tmp_path):
    done = run(tmp_path, K, perturbation=[_pram("days")])
    counted = done.tampered(
        lambda rows: [row | {"days": "77"} if place == 5 else row for place, row in enumerate(rows)]
    )
    (refuted,) = counted.refuted
    assert refuted.claim == "perturbation of days (pram)"
    assert refuted.reason == "in days 1 cell has a value that the column did not have"


def test_that_values_which_do_not_occur_as_often_are_refuted(tmp_path):
    done = run(tmp_path, K, perturbation=CONFIRMED["rank-swapping"])
    counted = done.tampered(lambda rows: [row | {"days": rows[0]["days"]} for row in rows])
    (refuted,) = counted.refuted
    assert refuted.reason == "the values of days do not occur as often as in the input"


def test_that_what_is_no_number_is_refuted(tmp_path):
    done = run(tmp_path, K, perturbation=CONFIRMED["correlated-noise"])
    counted = done.tampered(
        lambda rows: [row | {"days": "" if place == 5 else row["days"]} for place, row in enumerate(rows)]
    )
    (refuted,) = counted.refuted
    assert refuted.reason == "in days 1 cell has no number, or one where a cell was missing"


def test_that_torn_households_are_refuted(tmp_path):
    """The diagnosis as a household: whoever has it lives where all of them do."""
    rows = [
        row | {"note": f"town of {len(row['diagnosis'])}", "diagnosis": row["diagnosis"] or "none"} for row in people()
    ]
    asked = {"method": "record-swapping", "columns": ["note"], "risk_columns": ["days"]}
    attributes = {"age": {"role": "quasi-identifying"}, "diagnosis": {"role": "insensitive"}}
    sections = {"data": DATA | {"household": "diagnosis"}, "attributes": attributes, "perturbation": [asked]}
    done = run(tmp_path, K, rows=rows, **sections)
    assert done.verify().refuted == ()
    notes = [row["note"] for row in done.rows()]
    first, other = 0, next(place for place, note in enumerate(notes) if note != notes[0])
    notes[first], notes[other] = notes[other], notes[first]
    counted = done.tampered(lambda rows: [row | {"note": note} for row, note in zip(rows, notes, strict=True)])
    (refuted,) = counted.refuted
    assert "another value than others of their household" in refuted.reason


def test_that_a_matrix_may_lead_to_a_value_that_only_removed_records_had(tmp_path):
    anonymizer = job_on(tmp_path, people(), K)
    removed = anonymizer.apply(anonymizer.search().best.levels).suppressed
    rows = [row | {"note": "rare" if gone else "plain"} for row, gone in zip(people(), removed.tolist(), strict=True)]
    matrix = {"plain": {"plain": 0.5, "rare": 0.5}}
    asked = {"method": "pram", "columns": ["note"], "matrix": matrix, "invariant": False, "alpha": 1.0}
    done = run(tmp_path, K, rows=rows, perturbation=[asked])
    assert {"rare", "plain", SUPPRESSED} == {row["note"] for row in done.rows()}
    assert done.verify().refuted == ()


def test_that_a_cell_of_a_removed_record_is_refuted(tmp_path):
    done = run(tmp_path, K, perturbation=[_pram("days")])
    place = next(place for place, row in enumerate(done.rows()) if row["days"] == SUPPRESSED)
    counted = done.tampered(lambda rows: [row | {"days": "3"} if at == place else row for at, row in enumerate(rows)])
    (refuted,) = counted.refuted
    assert refuted.reason == "in days 1 cell has a value in a removed record"


def test_that_records_which_look_like_too_few_are_refuted(tmp_path):
    done = run(tmp_path, K, perturbation=CONFIRMED["local-suppression"])
    before = people()
    counted = done.tampered(
        lambda rows: [
            row if row["days"] == SUPPRESSED else row | {"days": old["days"], "note": old["note"].strip()}
            for row, old in zip(rows, before, strict=True)
        ]
    )
    (refuted,) = counted.refuted
    assert refuted.reason.startswith("a record looks like ")
    counted = done.tampered(lambda rows: [row if row["days"] == SUPPRESSED else row | {"days": "11"} for row in rows])
    assert "another value than in the input" in counted.refuted[0].reason


@pytest.mark.parametrize("perturbation", CONFIRMED.values(), ids=CONFIRMED)
def test_that_every_method_is_told_in_the_evidence_report(tmp_path, perturbation):
    about = searched(job_on(tmp_path, dated(people()), K, data=DATA, perturbation=perturbation))
    page = Page.read(html_of(facts_of(about, ReportContent(with_values=True))))
    for asked in about.anonymizer.job.perturbation:
        told = page.named(f"Parameters of {asked.title}")
        assert set(type(asked).model_fields) - {"matrix", "importance"} <= set(told)
        assert f"{asked.title}: {asked.sentence}" in " ".join(page.text)


def test_that_the_evidence_report_says_that_nothing_is_guaranteed(tmp_path):
    about = subject(tmp_path, perturbation=[_pram("days", strata=["sex"])])
    page = Page.read(html_of(facts_of(about, ReportContent(with_values=True))))
    text = " ".join(page.text)
    assert NO_GUARANTEE in text
    assert page.named("Parameters of PRAM")["seed"] == "3"
    cells = [cell for rows in page.tables.values() for row in rows for cell in row]
    assert "Perturbation of days (pram): what the method never changes" in cells
    assert page.named("Parameters of PRAM")["strata"] == "sex"
    assert page.named("In short")["Perturbed, without a guarantee"] == "days"
    assert "Transition matrix of days where sex = female" in page.tables
    without = Page.read(html_of(facts_of(about, ReportContent(with_values=False))))
    assert "Transition matrix of days where sex = female" not in without.tables
    assert NO_GUARANTEE in " ".join(without.text)


def test_that_a_job_without_values_names_no_matrix():
    matrix = {"cook": {"cook": 0.5, "nurse": 0.5}}
    text, is_masked = masked_job(job_with({"method": "pram", "columns": ["job"], "seed": 4, "matrix": matrix}))
    assert is_masked
    assert "cook" not in text
    assert tomllib.loads(text)["perturbation"] == [
        {"method": "pram", "columns": ["job"], "seed": 4, "matrix": "left out with the values"}
    ]


def test_that_the_command_line_tells_what_was_changed(tmp_path, capsys):
    (tmp_path / "t.csv").write_text("sex,job\n" + "f,cook\nm,nurse\n" * 20)
    job_with(ALL, output={"path": "out.csv", "codebook": "codebook.csv"}).save(tmp_path / "job.toml")
    assert main(["run", str(tmp_path / "job.toml"), "--report", str(tmp_path / "report.json")]) == 0
    told = capsys.readouterr().out
    changed = json.loads((tmp_path / "report.json").read_text())["perturbation"][0]["changed"]["job"]
    assert f'PRAM changed {changed} of 40 cells of "job".' in told
    assert NO_GUARANTEE in told
    assert "Perturbed (PRAM): a cell may differ" in (tmp_path / "codebook.csv").read_text()
    first = (tmp_path / "out.csv").read_bytes()
    assert main(["run", str(tmp_path / "job.toml"), "--quiet"]) == 0
    assert (tmp_path / "out.csv").read_bytes() == first


def test_that_rows_outside_memory_are_refused(tmp_path):
    (tmp_path / "t.csv").write_text("sex,job\n" + "f,cook\nm,nurse\n" * 20)
    job = job_with(ALL, data={"engine": "duckdb"}).at(tmp_path / "job.toml")
    with pytest.raises(InvalidJob, match="perturbation is not possible where the rows stay outside memory"):
        Anonymizer.open(job)


def test_that_dates_out_of_order_or_too_far_away_are_refuted(tmp_path):
    """Two people with two dates each: of one they change places, one of the other is months away."""
    days = ["2024-01-01", "2024-03-01", "2024-01-01", "2024-03-01"]
    rows = [row | {"admitted": day, "note": note} for row, day, note in zip(people(4), days, "aabb", strict=True)]
    asked = {"method": "date-noise", "columns": ["admitted"], "within": ["note"], "days": 40}
    attributes = {"sex": {"role": "quasi-identifying"}}
    done = run(tmp_path, [{"model": "k-anonymity", "k": 1}], rows=rows, attributes=attributes, perturbation=[asked])
    assert done.verify().refuted == ()

    def reason(*dates):
        (refuted,) = done.tampered(
            lambda rows: [row | {"admitted": date} for row, date in zip(rows, dates, strict=True)]
        ).refuted
        return refuted.reason

    assert "order of 1 pair of dates of one person" in reason("2024-02-03", "2024-02-02", *days[2:])
    assert "order of 1 pair of dates of one person" in reason("2024-02-02", "2024-02-02", *days[2:])
    assert "by more than 40" in reason("2024-02-11", "2024-03-01", *days[2:])
    assert "no date" in reason("", "2024-03-01", *days[2:])
