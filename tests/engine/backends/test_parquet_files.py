"""Which Parquet files are a table, what their columns must have in common, and that none of them is overwritten."""

import datetime as dt
import itertools
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.border.parquet_files import is_among, parquet_files, require_same_columns
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, UnreadableFile
from arxdesk_engine.job.job import Job, job_from

TEXT, WHOLE = pa.array(["a", "b"]), pa.array([1, 2])


def written(folder: Path, *names: str, **columns: pa.Array) -> list[Path]:
    """Files with the same columns, a quasi-identifier where none are given."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(pa.table(columns or {"city": pa.array(["Bonn", "Kiel"] * 3)}), folder / name)
    return [folder / name for name in names]


def job_of(path: Path, output: Path, **attributes: str) -> Job:
    roles = attributes or {"city": "quasi-identifying"}
    quasi = {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}
    return job_from(
        {
            "data": {"path": str(path), "engine": "duckdb"},
            "attributes": {
                name: quasi if role == "quasi-identifying" else {"role": role} for name, role in roles.items()
            },
            "privacy": [{"model": "k-anonymity", "k": 2}],
            "output": {"path": str(output)},
        },
        "job",
    )


def names_at(path: Path, folder: Path) -> list[str]:
    return [file.relative_to(folder).as_posix() for file in parquet_files(path)]


def test_that_a_folder_holds_its_parts_and_nothing_unfinished(tmp_path):
    written(tmp_path, "b.parquet", "a.pq", "deeper/c.parquet")
    written(tmp_path, "_temporary/d.parquet", ".e.parquet", "_f.parquet")
    (tmp_path / "_SUCCESS").touch()
    (tmp_path / "notes.txt").touch()
    assert names_at(tmp_path, tmp_path) == ["a.pq", "b.parquet", "deeper/c.parquet"]


def test_that_a_pattern_names_its_files_unless_it_is_one(tmp_path):
    written(tmp_path, "a1.parquet", "a2.parquet", "b1.parquet")
    assert names_at(tmp_path / "a*.parquet", tmp_path) == ["a1.parquet", "a2.parquet"]
    assert names_at(tmp_path / "[ab]1.parquet", tmp_path) == ["a1.parquet", "b1.parquet"]
    assert names_at(tmp_path / "c?.parquet", tmp_path) == []
    written(tmp_path, "[ab]1.parquet")
    assert names_at(tmp_path / "[ab]1.parquet", tmp_path) == ["[ab]1.parquet"]


@pytest.mark.parametrize("name", ["a[1].parquet", "a*.parquet", "x?y/a.parquet", "v[12]/a.parquet", "it's é.parquet"])
def test_that_a_name_like_a_pattern_is_read_as_that_file(tmp_path, name):
    written(tmp_path, name)
    written(tmp_path, "a1.parquet", "ab.parquet", "xzy/a.parquet", "v1/a.parquet", city=pa.array(["wrong"] * 4))
    opened = Anonymizer.open(job_of(tmp_path / name, tmp_path / "out" / "out.parquet"))
    assert opened.dataset["city"].values == ("Bonn", "Kiel")


def test_that_columns_may_stand_in_another_order(tmp_path):
    files = [*written(tmp_path, "a.parquet", x=TEXT, y=WHOLE), *written(tmp_path, "b.parquet", y=WHOLE, x=TEXT)]
    assert require_same_columns("table", files) == ("x", "y")
    assert require_same_columns("table", files, ["y"]) == ("y",)


@pytest.mark.parametrize(
    "kinds",
    [
        (pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())),
        (pa.int32(), pa.int64(), pa.uint8()),
        (pa.float64(),),
        (pa.date32(),),
    ],
)
def test_that_types_with_the_same_texts_are_one_kind_and_nothing_else_is(tmp_path, kinds):
    def part(kind):
        return written(tmp_path, f"{kind}.parquet".replace("/", ""), x=pa.array([None, None], kind))[0]

    alike, missing = [part(kind) for kind in kinds], part(pa.null())
    for first, second in itertools.product(alike, alike):
        assert require_same_columns("table", [first, second, missing]) == ("x",)
    others = {pa.string(), pa.int64(), pa.float64(), pa.float32(), pa.date32(), pa.decimal128(9, 2)} - set(kinds)
    for other in others:
        with pytest.raises(InvalidData, match='the column "x" holds'):
            require_same_columns("table", [alike[0], part(other)])


def test_that_numbers_are_not_rounded_to_the_type_of_the_first_file(tmp_path):
    written(tmp_path, "in/a.parquet", city=pa.array([1, 2]))
    written(tmp_path, "in/b.parquet", city=pa.array([1.5, 2.5]))
    with pytest.raises(InvalidData, match="holds double"):
        Anonymizer.open(job_of(tmp_path / "in", tmp_path / "out.parquet"))


@pytest.mark.parametrize(
    ("columns", "found"),
    [
        ({"x": TEXT}, 'there is no column "y"'),
        ({"x": TEXT, "y": WHOLE, "z": TEXT}, 'the column "z" is not in "a.parquet"'),
    ],
)
def test_that_a_file_with_other_columns_is_named(tmp_path, columns, found):
    files = written(tmp_path, "a.parquet", x=TEXT, y=WHOLE) + written(tmp_path, "b.parquet", **columns)
    with pytest.raises(InvalidData) as refused:
        require_same_columns("table", files)
    [problem] = refused.value.problems
    assert problem.place == str(files[1])
    assert problem.found.startswith(found)


def test_that_names_that_are_one_to_sql_are_refused(tmp_path):
    [file] = written(tmp_path, "a.parquet", City=TEXT, city=TEXT)
    with pytest.raises(InvalidData, match="differ by capital letters only"):
        require_same_columns("table", [file])
    pq.write_table(pa.Table.from_arrays([TEXT, TEXT], ["city", "city"]), file)
    with pytest.raises(InvalidData, match='two columns are named "city"'):
        require_same_columns("table", [file])
    [file] = written(tmp_path, "b.parquet", **{" city": TEXT})
    with pytest.raises(InvalidData, match="blanks around its name"):
        require_same_columns("table", [file])


@pytest.mark.parametrize(
    "cells",
    [
        pa.array([[1], [2]]),
        pa.array([{"a": 1}, {"a": 2}]),
        pa.array([dt.timedelta(1), dt.timedelta(2)]),
        pa.array([1.5, 2.5], pa.float32()).cast(pa.float16()),
    ],
)
def test_that_cells_without_a_text_are_refused_unless_they_are_not_read(tmp_path, cells):
    [file] = written(tmp_path, "a.parquet", x=TEXT, y=cells)
    with pytest.raises(InvalidData, match='column "y"'):
        require_same_columns("table", [file])
    assert require_same_columns("table", [file], ["x"]) == ("x",)


def test_that_a_missing_or_broken_file_is_told(tmp_path):
    with pytest.raises(UnreadableFile):
        require_same_columns("table", [tmp_path / "a.parquet"])
    (tmp_path / "a.parquet").write_bytes(b"PAR1 no more")
    with pytest.raises(InvalidData, match="cannot be read as a Parquet table"):
        require_same_columns("table", [tmp_path / "a.parquet"])


def test_which_files_are_among_those_of_a_table(tmp_path):
    written(tmp_path, "in/a.parquet", "in/b.parquet")
    folder, pattern, file = tmp_path / "in", tmp_path / "in" / "?.parquet", tmp_path / "in" / "a.parquet"
    for path in (folder, pattern, file):
        assert is_among(file, path)
        assert not is_among(tmp_path / "out.parquet", path)
        assert not is_among(folder / "out.csv", path)
    assert is_among(folder / "deeper" / "c.parquet", folder)
    assert is_among(folder / "c.parquet", pattern)
    assert not is_among(folder / "other.parquet", pattern)
    (tmp_path / "link.parquet").symlink_to(file)
    (tmp_path / "way").symlink_to(folder)
    for path in (folder, pattern, file):
        assert is_among(tmp_path / "link.parquet", path)
    assert is_among(tmp_path / "way" / "c.parquet", folder)


@pytest.mark.parametrize("path", ["in", "in/*.parquet", "in/a.parquet"])
def test_that_the_input_is_never_overwritten(tmp_path, path):
    [file] = written(tmp_path, "in/a.parquet")
    before = file.read_bytes()
    with pytest.raises(InvalidJob, match=r"output\.path"):
        Anonymizer.open(job_of(tmp_path / path, file))
    ready = Anonymizer.open(job_of(tmp_path / path, tmp_path / "out.parquet"))
    output = ready.apply((0,))
    with pytest.raises(InvalidJob, match="the input is never changed"):
        ready.write(output, file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("change", ["other values", "another file"])
def test_that_files_that_change_after_they_were_grouped_are_refused(tmp_path, change):
    written(tmp_path, "in/a.parquet")
    ready = Anonymizer.open(job_of(tmp_path / "in", tmp_path / "out.parquet"))
    output = ready.apply((0,))
    if change == "other values":
        written(tmp_path, "in/a.parquet", city=pa.array(["Ulm", "Kiel"] * 3))
    else:
        written(tmp_path, "in/b.parquet")
    with pytest.raises(InvalidData, match="its files have changed since the records were grouped"):
        ready.write(output)
    assert not (tmp_path / "out.parquet").exists()


def test_that_an_attribute_that_the_table_lacks_is_refused_before_anything_is_grouped(tmp_path):
    written(tmp_path, "in/a.parquet", city=TEXT, towns=TEXT)
    roles = {"city": "quasi-identifying", "town": "quasi-identifying"}
    with pytest.raises(InvalidJob, match='Did you mean "towns"'):
        Anonymizer.open(job_of(tmp_path / "in", tmp_path / "out.parquet", **roles))
    with pytest.raises(InvalidJob, match="no attribute is quasi-identifying"):
        Anonymizer.open(job_of(tmp_path / "in", tmp_path / "out.parquet", city="insensitive"))


def test_that_a_folder_without_parquet_files_is_told(tmp_path):
    (tmp_path / "in").mkdir()
    for path in (tmp_path / "in", tmp_path / "in" / "*.parquet"):
        with pytest.raises(InvalidJob, match="there is no Parquet file at"):
            Anonymizer.open(job_of(path, tmp_path / "out.parquet"))


@pytest.mark.parametrize("suppressed", ["keep", "drop"])
@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (pa.array([4, 4, 5, 5, 9]), pa.int64()),
        (pa.array([0.5, 0.5, 2.0, 2.0, 9.0]), pa.float64()),
        (pa.array([dt.date(2024, 1, day) for day in (1, 1, 2, 2, 9)]), pa.date32()),
        (pa.array(["a", "a", "b", "b", "c"]), pa.string()),
    ],
)
def test_that_a_column_keeps_its_type_where_no_record_reads_a_star(tmp_path, suppressed, cells, kind):
    written(tmp_path, "in/a.parquet", city=cells)
    job = job_of(tmp_path / "in", tmp_path / "out.parquet").with_output(suppressed=suppressed)
    job = job.model_copy(update={"suppression": job.suppression.model_copy(update={"limit": 0.2})})
    ready = Anonymizer.open(job)
    exported = ready.write(ready.apply((0,)))
    [field] = pq.read_schema(exported.place)
    values = [str(cell) for cell in pq.read_table(exported.place)["city"].to_pylist()]
    assert field.type == (pa.string() if suppressed == "keep" else kind)
    assert ("*" in values) == (suppressed == "keep")
    assert len(values) == (5 if suppressed == "keep" else 4)


def test_that_the_report_has_the_columns_that_are_never_read(tmp_path):
    columns = {name: pa.array(["a", "a", "b", "b"]) for name in ("note", "city", "name", "illness")}
    [file] = written(tmp_path, "in/a.parquet", **columns)
    roles = {"city": "quasi-identifying", "name": "identifying", "illness": "sensitive"}
    job = job_of(file, tmp_path / "out.parquet", **roles)
    in_memory = job.model_copy(update={"data": job.data.model_copy(update={"engine": "memory"})})
    for opened in (Anonymizer.open(job), Anonymizer.open(in_memory)):
        facts = opened.describe(opened.search())
        assert list(facts["transformations"]) == list(columns)
        assert facts["transformations"]["name"] == "suppress"
        assert facts["input"]["sensitive"] == ["illness"]
