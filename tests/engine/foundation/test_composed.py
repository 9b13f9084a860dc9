"""Accented letters in one form, however a file, a job or a person writes them."""

import unicodedata

import pandas as pd
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.selection import select
from arxdesk_engine.foundation.composed import composed, composed_texts
from arxdesk_engine.io.hierarchy import read_hierarchy
from arxdesk_engine.job.job import job_from
from tests.engine.reading import read_raw

COMPOSED, APART = "Zürich", unicodedata.normalize("NFD", "Zürich")
NAME, NAME_APART = "Straße é", unicodedata.normalize("NFD", "Straße é")


def test_that_the_two_forms_are_one():
    assert COMPOSED != APART
    assert composed(APART) == composed(COMPOSED) == COMPOSED
    assert composed("ﬁ ² Ａ") == "ﬁ ² Ａ"  # other letters, which may be meant
    content = {APART: [APART, {"path": APART, "x": (APART,)}, 1]}
    assert composed_texts(content, ("path",)) == {COMPOSED: [COMPOSED, {"path": APART, "x": [COMPOSED]}, 1]}


@pytest.mark.parametrize("suffix", ["csv", "parquet", "xlsx"])
def test_that_cells_and_names_of_columns_are_composed(tmp_path, suffix):
    path = tmp_path / f"t.{suffix}"
    frame = pd.DataFrame({NAME_APART: [COMPOSED, APART], "n": [1, 2]})
    writer = {"csv": frame.to_csv, "parquet": frame.to_parquet, "xlsx": frame.to_excel}[suffix]
    writer(path, index=False)
    raw = read_raw(path, header=None if suffix == "parquet" else True)
    assert raw.names == (NAME, "n")
    assert raw.columns[0].dictionary == (COMPOSED,)
    assert read_raw(path, header=None if suffix == "parquet" else True, columns=(NAME,)).names == (NAME,)


def test_that_frames_are_composed():
    dataset = Dataset.from_pandas(pd.DataFrame({NAME_APART: [APART, "x", COMPOSED]}))
    assert dataset.names == (NAME,)
    assert dataset[NAME].texts().tolist() == [COMPOSED, "x", COMPOSED]


def test_that_hierarchies_and_selections_are_composed(tmp_path):
    path = tmp_path / "h.csv"
    path.write_text(f"{APART};{APART}\nx;x\n", encoding="utf-8")
    assert read_hierarchy(path).rows[0] == (COMPOSED, COMPOSED)
    dataset = Dataset.from_pandas(pd.DataFrame({NAME: [COMPOSED, "x"]}))
    assert select(dataset, f"\"{NAME_APART}\" = '{APART}'").tolist() == [True, False]


def test_that_a_run_has_one_value_and_is_verified(tmp_path):
    (tmp_path / "t.csv").write_text(f"{NAME_APART};n\n" + f"{COMPOSED};1\n{APART};2\n" * 10, encoding="utf-8")
    (tmp_path / "h.csv").write_text(f"{APART};*\n", encoding="utf-8")
    plain = {
        "data": {"path": "t.csv", "header": True},
        "attributes": {
            NAME_APART: {"role": "quasi-identifying", "hierarchy": "h.csv", "replace": {APART: APART + "!"}},
            "n": {"role": "insensitive"},
        },
        "privacy": [{"model": "k-anonymity", "k": 20}],
    }
    plain["attributes"][NAME_APART].pop("replace")
    anonymizer = Anonymizer.open(job_from(plain).at(tmp_path / "job.toml"))
    solution = anonymizer.search()
    output = anonymizer.apply(solution.best.levels)
    assert solution.best.levels == (0,)
    exported = anonymizer.write(output, tmp_path / "out.csv")
    facts = anonymizer.describe(solution, output)
    facts["output"] = exported.plain()
    recount = anonymizer.verify(facts, output, exported)
    assert not recount.refuted
    assert recount.plain()["all"]
    assert COMPOSED in (tmp_path / "out.csv").read_text(encoding="utf-8")
