"""`anonymize`: the frame of a result, by brute force and beside the job run from a file."""

import threading

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.errors import InvalidData, InvalidHierarchy, InvalidJob
from arxdesk_engine.hierarchies.automatic import AutomaticBuilder
from arxdesk_engine.hierarchies.redaction import RedactionBuilder
from arxdesk_engine.job.job import job_from
from arxdesk_engine.library.anonymizing import anonymize, anonymize_as
from arxdesk_engine.library.estimator import FrameAnonymizer
from arxdesk_engine.library.hierarchies import hierarchy_source
from arxdesk_engine.library.result import NothingFound
from arxdesk_engine.privacy.diversity import LDiversity
from arxdesk_engine.privacy.size import KAnonymity
from tests.engine.library.frames_of_people import asked, people
from tests.places import EXAMPLE, EXAMPLE_JOB


def smallest_group(frame, columns):
    kept = frame[~(frame[columns] == SUPPRESSED).all(axis=1)]
    return int(kept.groupby(columns, dropna=False).size().min()), len(frame) - len(kept)


def test_that_every_group_is_large_enough_and_the_rest_untouched():
    frame = people()
    result = anonymize(frame, **asked())
    found = result.frame
    k, removed = smallest_group(found, ["age", "postal_code", "sex"])
    assert k >= 5
    assert removed == result.summary().loc["suppressed_records", "value"] <= 0.2 * len(frame)
    assert list(found.columns) == list(frame.columns)
    assert found.index.equals(frame.index)
    for name in ("cost", "admitted", "diagnosis"):
        pd.testing.assert_series_equal(found[name], frame[name])
    assert (found["name"] == SUPPRESSED).all()
    assert frame.equals(people())  # which is not changed


def test_that_removed_rows_are_left_out_where_that_is_asked():
    frame = people()
    kept, dropped = (anonymize(frame, **asked(suppressed=each)).frame for each in ("keep", "drop"))
    gone = (kept[["age", "postal_code", "sex"]] == SUPPRESSED).all(axis=1)
    assert gone.any()
    pd.testing.assert_frame_equal(dropped, kept[~gone], check_dtype=False)


def test_that_the_result_is_that_of_the_job_with_a_file(tmp_path):
    frame = people().drop(columns="name")
    result = anonymize(frame, **asked(identifying=()))
    frame.to_parquet(tmp_path / "table.parquet", index=False)
    job = job_from(result.job.content()).at(tmp_path / "job.toml")
    anonymizer = Anonymizer.open(job)
    solution = anonymizer.search()
    anonymizer.write(anonymizer.apply(solution.best.levels), tmp_path / "out.parquet")
    read = pq.read_table(tmp_path / "out.parquet").to_pandas()
    mine = pa.Table.from_pandas(result.frame, preserve_index=False).to_pandas()
    assert result.levels == dict(zip(anonymizer.quasi_identifiers, solution.best.levels, strict=True))
    for name in frame.columns:
        assert read[name].astype("string").fillna("").tolist() == mine[name].astype("string").fillna("").tolist()


def test_that_text_stays_text_and_missing_cells_stay_missing():
    found = anonymize(people(), **asked(suppression_limit=1.0)).frame
    assert set(found["postal_code"]) <= {"81667", "81675", "80331", "81", "80", "*"}
    assert found["sex"].isna().any()


@pytest.mark.parametrize(
    ("cells", "hierarchy"),
    [
        ([True, False, True, False] * 5, {True: "*", False: "*"}),
        ([True, None, True, False] * 5, {True: "*", False: "*"}),
        ([1.0, 2.0, 1.0, 2.0] * 5, {1: "*", 2: "*"}),
        ([1.0, np.nan, 1.0, 2.0] * 5, {1.0: "*", 2.0: "*"}),
        ([1, "one", 1.5, 1.0] * 5, {1: "*", "one": "*", 1.5: "*"}),
    ],
)
def test_that_one_hierarchy_fits_pandas_arrow_and_parquet(tmp_path, cells, hierarchy):
    frame = pd.DataFrame({"value": pd.Series(cells, dtype=object if None in cells or "one" in cells else None)})
    wanted = {"quasi_identifiers": {"value": hierarchy}, "privacy": KAnonymity(k=11)}
    found = anonymize(frame, **wanted).frame["value"]
    assert set(found.dropna()) == {"*"}
    if "one" not in cells:
        frame.to_parquet(tmp_path / "table.parquet")
        table = pq.read_table(tmp_path / "table.parquet")
        assert anonymize(table, **wanted).frame.column("value").to_pylist() == [
            None if pd.isna(each) else each for each in found
        ]


def test_that_an_ordered_column_keeps_its_order():
    order = ["none", "school", "degree"]
    frame = pd.DataFrame({"education": pd.Categorical(order * 4, categories=order, ordered=True)})
    wanted = {"none": ["low", "*"], "school": ["low", "*"], "degree": ["high", "*"]}
    found = anonymize(frame, quasi_identifiers={"education": wanted}, privacy=KAnonymity(k=4)).frame["education"]
    assert found.dtype == frame["education"].dtype
    found = anonymize(
        frame,
        quasi_identifiers={"education": wanted},
        privacy=KAnonymity(k=4),
        attributes={"education": {"minimum_level": 1}},
    ).frame["education"]
    assert found.cat.ordered
    assert found.cat.categories.tolist() == ["low", "high"]


FRAMES = st.integers(1, 40).flatmap(
    lambda rows: st.fixed_dictionaries(
        {
            "group": st.lists(st.sampled_from(["a", "b", "c", None]), min_size=rows, max_size=rows),
            "number": st.lists(st.integers(-3, 3), min_size=rows, max_size=rows),
            "flag": st.lists(st.sampled_from([True, False, None]), min_size=rows, max_size=rows),
            "amount": st.lists(
                st.floats(allow_infinity=False, allow_nan=False, width=32) | st.none(), min_size=rows, max_size=rows
            ),
            "day": st.lists(st.dates() | st.none(), min_size=rows, max_size=rows),
        }
    )
)


@settings(max_examples=12, deadline=None)
@given(columns=FRAMES, seed=st.integers(0, 9))
def test_that_nothing_else_changes_in_pandas_and_arrow(columns, seed):
    table = pa.table(
        {
            "group": pa.array(columns["group"], pa.string()),
            "number": pa.array(columns["number"], pa.int16()),
            "flag": pa.array(columns["flag"], pa.bool_()),
            "amount": pa.array(columns["amount"], pa.float32()),
            "day": pa.array(columns["day"], pa.date32()),
        }
    )
    frame = table.to_pandas().astype({"flag": "boolean"}).sample(frac=1.0, random_state=seed)
    wanted = {
        "quasi_identifiers": ["group", "number"],
        "sensitive": ["flag"],
        "privacy": KAnonymity(k=2),
        "suppression_limit": 1.0,
        "quality": "discernibility",
    }
    found = anonymize(frame, **wanted).frame
    assert found.index.equals(frame.index)
    pd.testing.assert_frame_equal(found[["flag", "amount", "day"]], frame[["flag", "amount", "day"]])
    sizes = found.groupby(["group", "number"], dropna=False).size().drop((SUPPRESSED, SUPPRESSED), errors="ignore")
    assert (sizes >= 2).all()
    released = anonymize(table, **wanted).frame
    assert released.select(["flag", "amount", "day"]).equals(table.select(["flag", "amount", "day"]))
    assert released.column_names == table.column_names
    here = found.reindex(range(len(frame)))[["group", "number"]].astype("string").fillna("")
    there = released.select(["group", "number"]).to_pandas().astype("string").fillna("")
    assert here.equals(there)


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"sensitive": ["diagnoses"]}, InvalidData, "there is no column"),
        ({"identifying": ["diagnosis"]}, InvalidJob, "is named as sensitive and as identifying"),
        ({"quasi_identifiers": {"age": {"1": "*"}}}, InvalidHierarchy, "no entry"),
        ({"quasi_identifiers": {"age": 3}}, InvalidHierarchy, "Give a dictionary"),
        ({"privacy": []}, InvalidJob, "no privacy model"),
        ({"job": {"data": {"delimiter": ";"}}}, InvalidJob, "read as it is"),
        ({"job": {"tables": []}}, InvalidJob, "linked tables"),
        ({"job": {"outputs": {}}}, InvalidJob, "outputs"),
        ({"algorithm": "optimum"}, InvalidJob, "optimal"),
        ({"privacy": LDiversity(attribute="cost", l=2)}, InvalidJob, "cost"),
    ],
)
def test_that_mistakes_are_told(changes, error, words):
    with pytest.raises(error) as raised:
        anonymize(people(60), **asked(**changes))
    assert words in raised.value.message


def test_that_no_frame_is_told():
    with pytest.raises(InvalidData, match="is no data frame"):
        anonymize([1, 2], quasi_identifiers=["a"], privacy=KAnonymity(k=2))


def test_that_an_impossible_wish_is_told():
    with pytest.raises(NothingFound, match="no transformation satisfies"):
        anonymize(people(20), **asked(privacy=KAnonymity(k=21), suppression_limit=0.0))


def test_that_a_list_of_names_has_automatic_hierarchies():
    listed = anonymize(people(), **asked(quasi_identifiers=["age", "sex"]))
    written = anonymize(people(), **asked(quasi_identifiers={"age": AutomaticBuilder(), "sex": AutomaticBuilder()}))
    assert listed.job == written.job


def test_that_a_result_is_shown_in_short():
    result = anonymize(people(), **asked())
    assert len(repr(result)) < 300
    assert "5-anonymity" in result._repr_html_()
    assert result.quality().loc["age", "granularity"] <= 1
    assert result.risk().loc[("output", "prosecutor"), "highest"] <= 0.2
    assert result.alternatives()["anonymous"].any()


def test_that_the_example_job_does_the_same_with_a_frame():
    anonymizer = Anonymizer.open(EXAMPLE_JOB)
    solution = anonymizer.search()
    wanted = anonymizer.apply(solution.best.levels).dataset
    frame = pd.read_csv(EXAMPLE / "discharge.csv", dtype={"postal_code": str, "patient_id": str})
    result = anonymize_as(frame, EXAMPLE_JOB)
    assert tuple(result.levels.values()) == solution.best.levels
    for column in wanted:
        assert result.frame[column.name].astype("string").fillna("").tolist() == column.texts().tolist()
    assert result.verify().plain()["all"]


def test_that_a_saved_project_serves_other_frames(tmp_path):
    anonymize(people(), **asked()).save(tmp_path / "people.arxdesk")
    other = people(300, 7)
    found = anonymize_as(other, tmp_path / "people.arxdesk")
    pd.testing.assert_frame_equal(found.frame, anonymize(other, **asked()).frame)
    with pytest.raises(InvalidData, match="postal_code"):
        anonymize_as(other.drop(columns="postal_code"), tmp_path / "people.arxdesk")
    with pytest.raises(InvalidJob, match="linked tables"):
        anonymize_as(other, EXAMPLE.parent / "hospital" / "hospital.toml")


def test_that_a_cancelled_search_gives_the_best_so_far():
    cancel = threading.Event()

    def stop(progress):
        if getattr(progress, "score", None) is not None:
            cancel.set()

    hierarchies = ["age", "postal_code", "sex", "diagnosis", "admitted"]
    wanted = asked(quasi_identifiers=hierarchies, sensitive=(), suppression_limit=1.0, algorithm="bottom-up")
    result = anonymize(people(), **wanted, on_progress=stop, cancel=cancel)
    assert result.status in ("best-found", "optimal")
    assert result.verify().plain()["all"]


def test_that_a_model_of_a_column_that_was_not_named_says_how_to_name_it():
    with pytest.raises(InvalidJob, match=r"sensitive=\[") as caught:
        anonymize(people(), **asked(sensitive=(), privacy=LDiversity(attribute="diagnosis", l=2)))
    assert "'diagnosis' is a column of the data frame that was not named" in caught.value.message.replace('"', "'")


@pytest.mark.parametrize("given", [5, "k-anonymity"])
def test_that_what_is_no_privacy_model_is_said(given):
    with pytest.raises(InvalidJob, match="is no privacy model"):
        anonymize(people(), **asked(privacy=given))


def test_that_parameters_of_models_without_names_are_refused_in_a_sentence():
    with pytest.raises(TypeError, match=r"write KAnonymity\(k=...\)"):
        KAnonymity(5)


def test_that_digits_of_numbers_are_redacted_with_a_warning():
    numbers = people().assign(postal_code=lambda frame: frame["postal_code"].astype(int))
    hierarchies = asked()["quasi_identifiers"] | {"postal_code": RedactionBuilder()}
    with pytest.warns(UserWarning, match="leading zeros"):
        anonymize(numbers, **asked(quasi_identifiers=hierarchies, insensitive=["cost", "admitted"]))
    anonymize(people(), **asked(quasi_identifiers=hierarchies, insensitive=["cost", "admitted"]))


@pytest.mark.parametrize(
    ("given", "remedy"),
    [(pd.Series({"f": "*", "m": "*"}), "to_dict"), ({"builder": "redaction", "length": 1}, "Give the builder itself")],
)
def test_that_what_is_no_hierarchy_says_what_to_give(given, remedy):
    with pytest.raises(InvalidHierarchy, match=remedy):
        hierarchy_source(given, "sex")


@pytest.mark.parametrize("wrong", [{"small": "drop"}, {"unseen": "keep"}])
def test_that_ways_for_new_rows_are_checked_before_the_search(wrong):
    given = asked() | wrong
    with pytest.raises(InvalidJob, match="is not known"):
        FrameAnonymizer(**given).fit(people())
