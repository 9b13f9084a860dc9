"""The facts of reports of every kind: what ended how, what was applied, what was counted again."""

from __future__ import annotations

import dataclasses
import datetime as dt
import subprocess
from pathlib import Path

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.job.attributes import ReplacementSettings
from arxdesk_engine.projects.trail import Trail
from arxdesk_engine.report.facts import Facts, facts_of
from arxdesk_engine.report.facts.subject import Restored, Subject
from arxdesk_engine.report.html import html_of
from arxdesk_engine.report.layout.blocks import Message
from arxdesk_engine.report.layout.content import ReportContent, ReportSection
from arxdesk_engine.report.sections.verdict import verdict
from arxdesk_engine.search.solution import Status
from tests.engine.report.reports import PRIVATE, SUBSET, K, Page, searched, subject
from tests.engine.verification.runs import CITIES, job_on, people

NOTHING = {"privacy": [{"model": "k-anonymity", "k": 300}], "suppression": {"limit": 0.0}}
ACCEPTED = {"thresholds": {"highest_risk": 0.5, "success_rate": 0.5, "records_at_risk": 0.5}}


def told(facts: Facts) -> str:
    """All sentences of the page."""
    return " ".join(Page.read(html_of(facts)).text).replace("\u00a0", " ")


def said(message: Message) -> str:
    return " ".join((message.sentence, *message.details)).replace("\u00a0", " ")


def test_that_a_result_within_the_thresholds_is_good(tmp_path: Path):
    facts = facts_of(subject(tmp_path, analysis=ACCEPTED))
    assert verdict(facts).tone == "ok"
    assert verdict(facts).sentence == "4-anonymity holds in this table, confirmed by a recount."


def test_that_risk_above_the_thresholds_is_said_first(tmp_path: Path):
    found = verdict(facts_of(subject(tmp_path)))
    assert found.tone == "warn"
    assert found.sentence.endswith("but the risk is above the accepted one.")
    assert "above the threshold of 20 %" in said(found)


def test_that_an_infeasible_job_has_a_report_that_says_so(tmp_path: Path):
    facts = facts_of(subject(tmp_path, **NOTHING))
    assert (facts.applied, facts.quality, facts.checks, facts.risk.after) == (None, None, None, None)
    assert verdict(facts).sentence == "No transformation satisfies these rules, so there is no output."
    assert "Proven for every one of the 12 transformations." in told(facts)


def test_that_a_search_without_a_find_proves_nothing(tmp_path: Path):
    facts = facts_of(subject(tmp_path, **NOTHING, search={"algorithm": "genetic", "check_limit": 1}))
    assert facts.search.status == "none-found"
    assert "The search ended without a proof" in said(verdict(facts))


def test_that_a_gap_is_told_with_its_bound(tmp_path: Path):
    about = dataclasses.replace(subject(tmp_path, search={"check_limit": 3}), cut_short=True)
    facts = facts_of(about)
    text = told(facts)
    assert facts.search.status == "best-found"
    assert "then the search ended early, by a limit or by a person" in text
    assert f"nothing below {facts.search.lower_bound:.4f} can exist" in text
    assert "Proven: no transformation" not in text


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"iterations": 10}, "up to 90 % (suppression_limit, preset as 1 - 1 / iterations)"),
        ({"iterations": 10, "suppression_limit": 0.25}, "up to 25 % (suppression_limit)"),
        ({"generalization_suppression_factor": 0.5}, "generalization_suppression_factor 0.5 in each"),
    ],
)
def test_that_the_report_says_what_local_recoding_may_remove(tmp_path: Path, settings: dict[str, float], words: str):
    facts = facts_of(subject(tmp_path, search={"local_recoding": settings}))
    assert words in told(facts)


def test_that_of_local_recoding_nothing_is_called_proven(tmp_path: Path):
    facts = facts_of(subject(tmp_path, search={"local_recoding": {"iterations": 10}}))
    assert facts.applied is not None
    recoding = facts.applied.recoding
    assert recoding is not None
    kept = sum(each.records for each in recoding.iterations)
    assert recoding.is_fresh
    assert kept == facts.applied.records - facts.applied.suppressed_records
    assert "This applies to the first transformation only." in told(facts)
    assert facts.checks is not None
    assert facts.checks.refuted == ()


def test_that_a_transformation_drawn_by_chance_is_not_called_the_best(tmp_path: Path):
    facts = facts_of(subject(tmp_path, [PRIVATE], quality={"model": "precision"}))
    text = told(facts)
    assert facts.search.is_drawn
    assert facts.data.part is not None
    assert facts.data.part.kind == "drawn sample"
    assert "drawn at random" in text
    assert "Proven" not in text
    assert "Gap" not in text
    columns = {column.name: column.becomes for column in facts.data.columns}
    assert (columns["age"], columns["diagnosis"], columns["note"]) == ("generalize", "suppress", "suppress")


def test_that_differential_privacy_without_a_seed_is_not_called_repeatable(tmp_path: Path):
    private = {key: value for key, value in PRIVATE.items() if key != "seed"}
    facts = facts_of(subject(tmp_path, [private], quality={"model": "precision"}))
    assert not facts.reproduction.is_repeatable
    assert "byte by byte" not in told(facts)


def test_that_what_a_person_chose_is_told_beside_the_best(tmp_path: Path):
    about = subject(tmp_path, analysis=ACCEPTED)
    anonymizer, best = about.anonymizer, about.solution.best
    assert best is not None
    other = anonymizer.problem.lattice.top
    assert other != best.levels
    facts = facts_of(dataclasses.replace(about, output=anonymizer.apply(other)))
    assert facts.applied is not None
    assert (facts.applied.is_best, facts.applied.transformation) == (False, other)
    assert facts.applied.score == pytest.approx(anonymizer.look_at([other])[0].score)
    assert "A person chose another transformation than the optimum: Loss" in told(facts)
    assert facts.checks is not None
    assert facts.checks.refuted == ()


def test_that_more_removed_than_allowed_is_said_first(tmp_path: Path):
    about = subject(tmp_path, suppression={"limit": 0.2})
    bottom = about.anonymizer.problem.lattice.bottom
    facts = facts_of(dataclasses.replace(about, output=about.anonymizer.apply(bottom)))
    assert verdict(facts).sentence.startswith("More records were removed than the rules allow")


def test_that_nobody_left_is_said_first(tmp_path: Path):
    about = subject(tmp_path, [{"model": "k-anonymity", "k": 200}], suppression={"limit": 1.0})
    facts = facts_of(dataclasses.replace(about, output=about.anonymizer.apply(about.anonymizer.problem.lattice.bottom)))
    assert verdict(facts).sentence == "No data are left: all records were removed."
    assert "Nothing is left in the output" in told(facts)


def test_that_aggregated_columns_are_told(tmp_path: Path):
    attributes = {
        "name": {"role": "identifying"},
        "age": {"role": "quasi-identifying", "type": "integer", "transformation": "microaggregate"}
        | {"function": "arithmetic-mean"},
        "city": {"role": "quasi-identifying", "hierarchy": "cities.csv"},
    }
    facts = facts_of(subject(tmp_path, attributes=attributes))
    assert facts.applied is not None
    shown = {each.attribute: each.shown_as for each in facts.applied.levels}
    assert shown == {"age": "microaggregate (arithmetic-mean)", "city": None}
    assert facts.checks is not None
    assert facts.checks.refuted == ()
    assert "shown as: the arithmetic mean of each group" in told(facts)


def test_that_a_research_subset_is_told_without_its_expression(tmp_path: Path):
    facts = facts_of(subject(tmp_path, [{"model": "k-map", "k": 7, "subset": "diagnosis = 'cough; dry'"}]))
    assert facts.data.part is not None
    assert (facts.data.part.kind, facts.data.part.description) == ("research subset", None)
    assert not facts.risk.before.coincide
    assert "cough" not in html_of(facts)
    random = facts_of(subject(tmp_path, [{"model": "k-map", "k": 7, "subset": SUBSET}]))
    assert random.data.part is not None
    assert random.data.part.description == "50 % at random, seed 2"


def test_that_uniqueness_in_a_population_is_told_as_estimated(tmp_path: Path):
    facts = facts_of(subject(tmp_path, population={"size": 100_000}))
    assert facts.risk.uniqueness
    rows = Page.read(html_of(facts)).tables["Records that are likely unique among 100,000 people of the population"]
    by_pitman = facts.risk.uniqueness["before"].pitman.uniques
    assert by_pitman is not None
    assert rows[1][1].startswith(f"{round(by_pitman):,} (")
    assert "Nobody has counted it." in told(facts)


def test_that_sensitive_columns_without_a_model_are_named(tmp_path: Path):
    diversity = {"model": "l-diversity", "attribute": "diagnosis", "variant": "distinct", "l": 2}
    assert facts_of(subject(tmp_path)).risk.unlimited == ("diagnosis", "days")
    assert facts_of(subject(tmp_path, [K, diversity])).risk.unlimited == ("days",)


def test_that_what_still_shows_of_removed_people_is_told(tmp_path: Path):
    assert "Their diagnosis, days and note can still be read there." in told(facts_of(subject(tmp_path)))
    hidden = {"limit": 0.9, "sensitive": True, "insensitive": True}
    assert "can still be read there" not in told(facts_of(subject(tmp_path, suppression=hidden)))
    assert "can still be read there" not in told(facts_of(subject(tmp_path, output={"suppressed": "drop"})))


def test_that_a_file_that_was_handed_out_is_compared(tmp_path: Path):
    about = subject(tmp_path, analysis=ACCEPTED)
    assert about.output is not None
    path = tmp_path / "out.csv"
    about.anonymizer.write(about.output, path)
    facts = facts_of(dataclasses.replace(about, written=path))
    assert facts.checks is not None
    assert facts.checks.handed_out is not None
    assert facts.checks.handed_out.is_the_same is True
    path.write_bytes(path.read_bytes() + b"\n")
    other = facts_of(dataclasses.replace(about, written=path))
    assert verdict(other).sentence == "The file out.csv is not the table that this report describes."
    path.unlink()
    gone = facts_of(dataclasses.replace(about, written=path))
    assert "the file no longer exists" in told(gone)


def test_that_a_count_of_what_was_handed_out_is_told_as_it_is(tmp_path: Path):
    about = subject(tmp_path, analysis=ACCEPTED)
    assert about.output is not None
    path = tmp_path / "out.csv"
    exported = about.anonymizer.write(about.output, path)
    claims = {**about.anonymizer.claims(about.output), "output": exported.plain()}
    recount = about.anonymizer.verify(claims, about.output, exported)
    facts = facts_of(dataclasses.replace(about, exported=exported, recount=recount))
    assert facts.checks is not None
    assert not facts.checks.is_copy
    assert facts.checks.sha256 == exported.sha256
    assert verdict(facts).tone == "ok"


def test_that_a_refuted_claim_warns_before_all_else(tmp_path: Path):
    about = subject(tmp_path, analysis=ACCEPTED)
    assert about.output is not None
    path = tmp_path / "out.csv"
    exported = about.anonymizer.write(about.output, path)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines[:-1], lines[-1].replace(lines[-1].split(";")[4], "wrong")]), encoding="utf-8")
    claims = {**about.anonymizer.claims(about.output), "output": exported.plain()}
    recount = about.anonymizer.verify(claims, about.output, exported)
    facts = facts_of(dataclasses.replace(about, exported=exported, recount=recount))
    assert facts.checks is not None
    assert facts.checks.refuted
    assert verdict(facts).tone == "error"
    assert verdict(facts).sentence.startswith("Do not share this table")
    with pytest.raises(Exception, match="contradicts a claim"):
        facts.checks.require_confirmed()


def test_that_no_mapping_is_written_and_no_file_is_left_by_the_second_count(tmp_path: Path, monkeypatch):
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    masking = {"method": "pseudonym", "key_file": "secret/key", "create_key": True, "mapping_file": "secret/map.csv"}
    (tmp_path / "secret").mkdir()
    attributes = {"name": {"role": "identifying", "masking": masking}, "age": {"role": "quasi-identifying"}}
    facts = facts_of(subject(tmp_path, attributes=attributes))
    assert facts.checks is not None
    assert facts.checks.refuted == ()
    assert not (tmp_path / "secret" / "map.csv").exists()
    assert list(folder.iterdir()) == []


def test_that_sections_that_were_left_out_are_named_and_not_counted(tmp_path: Path):
    facts = facts_of(subject(tmp_path), ReportContent((ReportSection.SUMMARY, ReportSection.RISK)))
    page = Page.read(html_of(facts))
    ids = [attributes["id"] for tag, attributes in page.tags if tag == "section"]
    assert ids == ["summary", "risk", "limits"]
    assert facts.checks is None
    assert "This report was made without it." in " ".join(page.text)
    assert "Sections left out" in " ".join(page.text)


def test_that_the_trail_is_told_with_its_values_only_when_asked(tmp_path: Path):
    trail = (
        Trail().with_entry("opened", "The table was opened").with_entry("changed", "One value", values="Ulm to Bonn")
    )
    about = dataclasses.replace(subject(tmp_path), trail=trail)
    plain, full = facts_of(about), facts_of(about, ReportContent(with_values=True))
    assert [step.text for step in plain.trail.steps] == ["The table was opened", "One value"]
    assert "Ulm to Bonn" not in html_of(plain)
    assert "Ulm to Bonn" in html_of(full)
    assert "The chain of steps is unbroken." in told(plain)
    broken = dataclasses.replace(trail, entries=trail.entries[1:])
    assert "somebody has changed the trail" in told(facts_of(dataclasses.replace(about, trail=broken)))


def test_that_a_stop_is_heeded(tmp_path: Path):
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        facts_of(subject(tmp_path), control=control)


def test_that_no_value_of_the_table_is_among_the_facts_unless_asked(tmp_path: Path):
    about: Subject = subject(tmp_path)
    plain, full = repr(facts_of(about)), repr(facts_of(about, ReportContent(with_values=True)))
    values = [value for value in (*CITIES, "cough; dry") if len(value) > 2]
    assert [value for value in values if repr(value)[1:-1] in plain] == []
    assert [value for value in values if repr(value)[1:-1] in full] != []


def test_that_nothing_is_called_confirmed_where_the_input_is_gone(tmp_path: Path):
    about = subject(tmp_path, analysis=ACCEPTED)
    (tmp_path / "people.csv").unlink()
    facts = facts_of(about)
    assert verdict(facts).tone == "warn"
    assert verdict(facts).sentence == "4-anonymity holds as the search found, but could not be recounted."
    assert facts.data.source.sha256 is None
    assert "none: it cannot be read any more" in told(facts)


RESTORED = Restored(dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.UTC), "0.0.9")


def test_that_what_a_project_tells_of_a_search_is_not_called_proven_for_this_report(tmp_path: Path):
    about = dataclasses.replace(subject(tmp_path), restored=RESTORED)
    text = told(facts_of(about))
    assert "Proven by the search that the project keeps: no transformation keeps more detail" in text
    assert "Proven: " not in text
    assert "before on 2026-01-02 03:04:05 UTC with ArxDesk 0.0.9. Its proof is stated as kept in the project." in text
    assert "Its best transformation was checked again" in text
    assert "Proven: no transformation keeps more detail" in told(facts_of(dataclasses.replace(about, restored=None)))


def test_that_what_a_project_calls_impossible_is_not_called_proven_for_this_report(tmp_path: Path):
    about = dataclasses.replace(subject(tmp_path, **NOTHING), restored=RESTORED)
    text = told(facts_of(about))
    assert "Proven, as the project keeps it, for every one of the 12 transformations." in text
    assert "Proven by the search that the project keeps: no transformation satisfies these rules." in text
    assert "was checked again" not in text


def test_that_a_score_as_low_as_the_bound_is_not_called_a_gap(tmp_path: Path):
    about = subject(tmp_path)
    assert about.solution.best is not None
    found = dataclasses.replace(about.solution, status=Status.BEST_FOUND, lower_bound=about.solution.best.score)
    text = told(facts_of(dataclasses.replace(about, solution=found)))
    assert "The best that was found: its score is as low as the proven bound." in text
    assert "at most 0 %" not in text


def test_that_scores_that_differ_beyond_what_is_usually_shown_are_told_in_full(tmp_path: Path):
    about = subject(tmp_path)
    solution = about.solution
    other = about.anonymizer.look_at([(3, 2, 0)])[0]
    assert solution.best is not None
    close = dataclasses.replace(solution.best, score=other.score - 1e-7)
    about = dataclasses.replace(about, solution=dataclasses.replace(solution, best=close, lower_bound=close.score))
    about = dataclasses.replace(about, output=about.anonymizer.apply((3, 2, 0)))
    assert f"{other.score!r} instead of {close.score!r}." in told(facts_of(about))


def test_that_the_command_writes_what_the_digest_can_be_compared_with(tmp_path: Path):
    for name, written in (("out.tsv", "out.tsv"), ("out.xlsx", "out.xlsx"), ("out.sav", "result.csv")):
        about = dataclasses.replace(subject(tmp_path), written=tmp_path / name)
        facts = facts_of(about)
        assert facts.reproduction.command.endswith(f" --output {written}")
        assert facts.checks is not None
        assert facts.checks.suffix == Path(written).suffix


@pytest.mark.parametrize(
    "job", ["a b", "$(touch x)", "`touch x`", 'a"; touch x; "', "--quiet", "a\\", "a!b", "%PATH%", "'"]
)
def test_that_the_command_names_files_and_does_nothing_else(tmp_path: Path, job: str):
    about = subject(tmp_path)
    moved = about.anonymizer.job.at(tmp_path / f"{job}.toml")
    facts = facts_of(dataclasses.replace(about, anonymizer=dataclasses.replace(about.anonymizer, job=moved)))
    script = facts.reproduction.command.replace("arxdesk run", "printf '%s\\n'")
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    named, *others = done.stdout.splitlines()
    assert Path(named) == Path(f"{job}.toml")
    assert not named.startswith("-")
    assert others == ["--output", "result.csv"]
    assert not (tmp_path / "x").exists()


def test_that_replaced_texts_are_told_with_the_values_alone(tmp_path: Path):
    job = job_on(tmp_path, people(), [K]).job
    rules = (ReplacementSettings(find="1", by="9", whole=False), ReplacementSettings(find="", by="0"))
    days = job.settings_of("days").model_copy(update={"replacements": rules, "replace": {"2": ""}})
    changed = job.model_copy(update={"attributes": {**job.attributes, "days": days}})
    about = searched(Anonymizer.open(changed))
    table = "Texts replaced when the table was read"
    assert Page.read(html_of(facts_of(about))).tables[table][-1] == ["days", "3 rules"]
    with_values = Page.read(html_of(facts_of(about, ReportContent(with_values=True)))).tables[table][-1]
    told_rules = (
        '"2" becomes missing where a cell reads so; "1" becomes "9" wherever it stands; a missing cell becomes "0"'
    )
    assert [cell.replace("\u00a0", " ") for cell in with_values] == ["days", told_rules]


def test_that_codebooks_say_that_texts_were_corrected(tmp_path: Path):
    job = job_on(tmp_path, people(), [K]).job
    days = job.settings_of("days").model_copy(update={"replace": {"2": "secret"}, "type": None})
    anonymizer = Anonymizer.open(job.model_copy(update={"attributes": {**job.attributes, "days": days}}))
    output = anonymizer.apply(anonymizer.search().best.levels)
    codebook = anonymizer.codebook(output, anonymizer.write(output, tmp_path / "out.csv"))
    found = next(column for column in codebook.columns if column.name == "days")
    assert found.done == "As in the original. Texts were corrected before, by 1 rule."


def test_that_the_errors_of_drawn_values_are_told(tmp_path: Path):
    asked = subject(tmp_path, search={"recoding": "groupwise"}, output={"spread": "spread.csv", "spread_seed": 3})
    facts = facts_of(asked)
    assert facts.quality is not None
    assert facts.quality.spread == asked.anonymizer.spread_errors(asked.output)
    assert "Tables made of drawn values differ from those of the input by" in told(facts)
    assert 'spread = "spread.csv"' in told(facts)
    assert "spread_seed = 3" in told(facts)
    assert not (tmp_path / "spread.csv").exists()
    plain = facts_of(subject(tmp_path))
    assert plain.quality is not None
    assert plain.quality.spread is None


def test_that_columns_that_are_left_out_of_the_result_are_told_so_and_in_the_job(tmp_path: Path):
    facts = facts_of(subject(tmp_path, output={"leave_out": ["name"]}))
    page = Page.read(html_of(facts))
    rows = {row[0]: row[-1] for row in page.tables["Columns"] if row}
    assert rows["name"] == "left out of the result"
    assert 'leave_out = ["name"]' in told(facts).replace("\n", " ")


def test_that_columns_that_pass_on_a_value_of_their_own_for_each_record_are_warned_of(tmp_path: Path):
    rows = [{**row, "days": f"{1000 + place}"} for place, row in enumerate(people())]
    facts = facts_of(searched(job_on(tmp_path, rows, [K])))
    assert facts.data.telling == ("days",)
    assert "days leaves unchanged and can tell people apart" in said(verdict(facts))
    assert "Columns that tell apart" in told(facts)
