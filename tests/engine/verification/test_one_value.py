"""Numbers and dates that say the same are one value: in the search, and in the second count by its own definitions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import Job, job_from
from tests.engine.verification.runs import Run, written

MODELS = {
    "distinct": {"model": "l-diversity", "l": 2.0},
    "ordered": {"model": "t-closeness", "t": 0.3, "variant": "ordered"},
    "equal": {"model": "t-closeness", "t": 0.3, "variant": "equal"},
    "disclosure": {"model": "delta-disclosure", "delta": 0.9},
}
SPELLINGS = {
    "decimal": (("2", "2.0"), ("7.5", "+7.50")),
    "integer": (("18", "+018"), ("40", "040")),
    "date": (("1.3.2021", "01.03.2021"), ("12.3.2021", "12.03.2021")),
}


def job_of(folder: Path, kind: str, cells: list[str], model: dict[str, Any], **more: Any) -> Job:
    rows = [f"{'ab'[number * 2 // len(cells)]};{cell}" for number, cell in enumerate(cells)]
    (folder / "t.csv").write_text("q;s\n" + "\n".join(rows) + "\n", encoding="utf-8")
    sensitive = {"role": "sensitive", "type": kind, **({"format": "%d.%m.%Y"} if kind == "date" else {}), **more}
    attributes = {"q": {"role": "quasi-identifying"}, "s": sensitive}
    data = {"path": "t.csv", "delimiter": ";", "header": True}
    privacy = [{**model, "attribute": "s"}]
    return job_from({"data": data, "attributes": attributes, "privacy": privacy}).at(folder / "job.toml")


@pytest.mark.parametrize("kind", SPELLINGS)
@pytest.mark.parametrize("model", MODELS)
def test_that_spellings_of_one_value_are_no_diversity(tmp_path: Path, kind: str, model: str):
    first, second = SPELLINGS[kind]
    job = job_of(tmp_path, kind, [*first, *second], MODELS[model])
    assert Anonymizer.open(job).search().best is None


def run_on(folder: Path, job: Job) -> Run:
    done = written(Anonymizer.open(job), folder / "out.csv")
    assert all(each.verified for each in done.verify().models)
    return done


@pytest.mark.parametrize("kind", SPELLINGS)
@pytest.mark.parametrize("model", ["distinct", "disclosure"])
def test_that_a_file_with_two_spellings_in_a_group_is_refuted(tmp_path: Path, kind: str, model: str):
    (one, other), (second, _other) = SPELLINGS[kind]
    done = run_on(tmp_path, job_of(tmp_path, kind, [one, second, one, second], MODELS[model]))
    counted = done.tampered(
        lambda rows: [rows[0] | {"s": one}, rows[1] | {"s": other}, rows[2] | {"s": second}, rows[3] | {"s": second}]
    )
    assert counted.models[0].verified is False


def test_that_spellings_in_input_hierarchy_and_file_are_confirmed_together(tmp_path: Path):
    (tmp_path / "h.csv").write_text('"2,0";low;*\n"1.200,50";high;*\n"99";high;*\n', encoding="utf-8")
    job = job_of(tmp_path, "decimal", ["2,00", "1.200,5", "2", "1200,50"], MODELS["distinct"], hierarchy="h.csv")
    data = job.data.model_copy(update={"decimal_mark": ",", "thousands_mark": "."})
    hierarchical = MODELS["equal"] | {"variant": "hierarchical", "t": 0.1, "attribute": "s"}
    plain = job.model_copy(update={"data": data}).content() | {"privacy": [hierarchical]}
    done = run_on(tmp_path, job_from(plain).at(tmp_path / "job.toml"))
    counted = done.verify()
    assert not counted.refuted
    assert len({row["s"] for row in done.rows()}) == 2
