"""What is made of a result: second count, report, project, job."""

import tomllib

import numpy as np
import pandas as pd
import pytest

from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import job_from
from arxdesk_engine.library.anonymizing import anonymize
from arxdesk_engine.privacy.differential import DifferentialPrivacy
from arxdesk_engine.privacy.diversity import LDiversity
from arxdesk_engine.privacy.size import KAnonymity
from arxdesk_engine.projects.archive import read_project
from arxdesk_engine.verification.recount import UnconfirmedFile
from tests.engine.library.frames_of_people import QUASI_IDENTIFIERS, asked, people

MODELS = [KAnonymity(k=5), LDiversity(attribute="diagnosis", l=2)]


@pytest.fixture
def result():
    return anonymize(people(), **asked(privacy=MODELS))


def test_that_the_released_cells_are_counted_again(result):
    found = result.verify()
    assert found.plain()["all"]
    assert found.smallest_class >= 5
    found.require_confirmed(whole=True)


def test_that_a_cell_changed_afterwards_is_found(result):
    kept = (result.frame["age"] != "*").to_numpy().argmax()
    result.frame.iloc[kept, result.frame.columns.get_loc("age")] = "[0, 20["
    found = result.verify()
    assert found.refuted
    with pytest.raises(UnconfirmedFile):
        found.require_confirmed()


@pytest.mark.parametrize("suppressed", ["keep", "drop"])
@pytest.mark.parametrize("recoding", [None, "groupwise"])
def test_that_every_form_of_a_result_is_confirmed(suppressed, recoding):
    result = anonymize(people(), **asked(suppressed=suppressed, recoding=recoding, time_limit=2.0))
    assert result.verify().plain()["all"]
    assert len(result.frame) == 300 - (result.suppressed_records if suppressed == "drop" else 0)


OTHERS = {
    "aggregates": {"attributes": {"age": {"transformation": "microaggregate", "function": "arithmetic-mean"}}},
    "masking": {"attributes": {"name": {"masking": {"method": "redact", "keep_first": 2}}}},
    "sample": {"job": {"sampling": {"fraction": 0.8}}},
    "subset": {"job": {"subset": {"select": "cost > 0.2"}}, "insensitive": ["cost"]},
    "counts": {"job": {"data": {"count": "times"}}},
    "perturbed": {
        "job": {"perturbation": [{"method": "rank-swapping", "columns": ["cost"], "percent": 5}]},
        "insensitive": ["cost"],
    },
    "left out": {"job": {"output": {"leave_out": ["name"]}}},
    "shuffled": {"job": {"output": {"shuffle": True}}},
    "null values": {"job": {"data": {"null_values": ["", "f"]}}},
}


@pytest.mark.parametrize("changes", OTHERS.values(), ids=OTHERS)
def test_that_other_sections_of_a_job_hold_for_frames(changes):
    frame = people().assign(times=[number % 3 + 1 for number in range(300)])
    result = anonymize(frame, **asked(**changes))
    assert result.verify().plain()["all"]
    assert set(result.frame.index) <= set(frame.index)
    untouched = result.frame["admitted"]
    assert untouched.equals(frame["admitted"].loc[untouched.index])


def test_that_people_are_counted_where_their_column_is_named():
    frame = people()
    frame["name"] = [f"person {number // 3}" for number in range(len(frame))]
    result = anonymize(frame, **asked(identifying=(), person="name", suppression_limit=0.5))
    assert result.verify().plain()["all"]
    shown = result.frame.assign(person=frame["name"])
    kept = shown[shown["age"] != "*"]
    assert kept.groupby(["age", "postal_code", "sex"], dropna=False)["person"].nunique().min() >= 5


def test_that_differential_privacy_shows_no_column_that_nobody_named():
    hierarchies = {"age": asked()["quasi_identifiers"]["age"], "sex": {"f": "*", "m": "*"}}
    result = anonymize(
        people(2000),
        quasi_identifiers=hierarchies,
        privacy=DifferentialPrivacy(epsilon=2.0, delta=1e-3, levels={"age": 2, "sex": 1}),
    )
    assert {name for name in result.frame if set(result.frame[name]) != {"*"}} <= {"age", "sex"}


def test_that_the_job_does_the_same_with_a_file(result):
    content = tomllib.loads(result.job_text("people.parquet"))
    assert content["data"]["path"] == "people.parquet"
    again = job_from(content)
    assert again.model_copy(update={"data": result.job.data}) == result.job


def test_that_a_report_is_written_without_the_place_of_its_files(result, tmp_path):
    path = tmp_path / "report.html"
    result.report(path, language="de")
    text = path.read_text(encoding="utf-8")
    assert 'lang="de"' in text
    assert "arxdesk-data-" not in text
    with pytest.raises(InvalidJob, match=r"writes reports as \.html"):
        result.report(tmp_path / "report.pdf")
    with pytest.raises(InvalidJob, match="no form"):
        result.report(path, form="gdpr")


def test_that_a_project_is_saved_with_all_columns(result, tmp_path):
    result.save(tmp_path / "people.arxdesk")
    project = read_project(tmp_path / "people.arxdesk")
    assert project.dataset.names == tuple(people().columns)
    assert project.outcome.applied == tuple(result.levels.values())


def test_that_the_figures_are_those_of_the_frame(result):
    kept = result.frame[result.frame["age"] != "*"]
    sizes = kept.groupby(["age", "postal_code", "sex"], dropna=False)["cost"].transform("size")
    assert np.isclose(result.risk().loc[("output", "prosecutor"), "highest"], 1 / sizes.min())
    assert np.isclose(result.risk().loc[("output", "prosecutor"), "average"], (1 / sizes).mean())
    assert list(result.quality().index) == ["age", "postal_code", "sex", "table"]
    assert isinstance(result.summary(), pd.DataFrame)


def test_that_a_notebook_heads_a_result_with_all_digits_of_its_rows():
    found = anonymize(people(1_200), **asked())
    assert "<b>Result: 1,200 rows</b>" in found._repr_html_()


def test_that_what_is_made_of_a_result_prints_as_sentences(result):
    attack, counted, job = repr(result.attack()), repr(result.verify()), repr(result.job)
    assert attack.startswith("<AttackReport: Attacked: 300 released rows of 300 records")
    assert "Singled out:" in attack
    assert "nobody." in attack
    assert counted.startswith("<Recount: 300 records in ")
    assert "Verified by a recount of the written file: 5-anonymity" in counted
    assert job == str(result.job) == "<Job: 5-anonymity, distinct 2-diversity of diagnosis by age, postal_code and sex>"
    assert max(map(len, (attack, counted, job))) < 400


def counted(frame):
    """Rows with something to read in their quasi-identifiers: their number and the sizes of their groups."""
    kept = frame[~(frame[QUASI_IDENTIFIERS] == "*").all(axis=1)]
    return len(kept), kept.groupby(QUASI_IDENTIFIERS, dropna=False).size()


@pytest.mark.parametrize("suppressed", ["keep", "drop"])
@pytest.mark.parametrize("recoding", ["groupwise", "iterated"])
def test_that_figures_of_a_recoding_are_those_of_the_released_frame(recoding, suppressed):
    limited = {"privacy": [KAnonymity(k=7)], "suppression_limit": 0.1, "suppressed": suppressed}
    result = anonymize(people(), **asked(**limited, recoding=recoding))
    kept, sizes = counted(result.frame)
    figures, released = result.summary()["value"], result.facts["released"]
    assert figures["rows_released"] == len(result.frame)
    assert figures["suppressed_records"] == result.suppressed_records == 300 - kept
    assert (figures["groups"], figures["smallest_group"], figures["largest_group"]) == (
        len(sizes),
        sizes.min(),
        sizes.max(),
    )
    assert figures["groups"] != result.facts["solution"]["classes"]  # so that the search before is no answer
    local = result.facts["local_recoding"]
    assert (
        (released["score"], released["classes"])
        == (local["score"], local["classes"])
        == (
            figures["score"],
            figures["groups"],
        )
    )
    assert figures["seconds"] == result.facts["search"]["seconds"] + local["seconds"]
    assert figures["recoding"] == recoding
    told = f"{300 - kept:,} suppressed, {len(sizes):,} groups of at least {sizes.min():,}, {recoding} recoding"
    assert told in repr(result)
    assert f"<td>{len(sizes)}</td>" in result._repr_html_()
    assert (figures["status"], result.status, result.is_optimal) == ("best-found", "best-found", False)
    if recoding == "groupwise":
        proof = local["groupwise"]
        assert (figures["loss"], figures["lower_bound"], figures["gap"]) == (
            proof["loss"],
            proof["lower_bound"],
            proof["gap"],
        )
        assert f"best-found (at most {proof['gap']:.2%} from the best possible)" in repr(result)
    else:
        assert figures["gap"] is None
        assert figures["lower_bound"] is None


def test_that_a_single_transformation_has_the_figures_of_the_search(result):
    solution, released = result.facts["solution"], result.facts["released"]
    assert released.items() >= solution.items()
    assert released["recoding"] is None
    assert result.summary().loc["gap", "value"] == 0.0
    assert result.is_optimal
