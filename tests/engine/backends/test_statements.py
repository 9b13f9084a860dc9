"""The statements of a release, run by DuckDB beside the same thing done record by record."""

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.backends.border.shape import ReleaseShape, label_name
from arxdesk_engine.backends.duckdb.statements import FATE, ReleaseStatements, name, text
from tests.tiers import examples

TEXTS = st.sampled_from([None, "", " ", "a", "A", "á", "'", '"', "*", "1", "01"])


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0"), min_size=1))
@settings(max_examples=examples(60))
def test_that_names_and_texts_mean_themselves(value):
    with duckdb.connect() as database:
        result = database.execute(f"SELECT {text(value)} AS {name(value)}")
        assert [column[0] for column in result.description] == [value]
        assert result.fetchall() == [(value,)]


def statements(columns=("q", 'p "', "s", "id"), *, keeps_removed=True, left_out=()):
    shape = ReleaseShape(
        columns=tuple(each for each in columns if each not in left_out),
        quasi_identifiers=columns[:2],
        counted=columns[2:3],
        hidden=frozenset(columns[3:]),
        count="n",
        keeps_removed=keeps_removed,
    )
    return ReleaseStatements("source_table", shape)


def labels_of(rows):
    """By definition: a label that puts texts of one length together, and every third tuple removed."""
    shown = [[None if each is None else str(len(each)) for each in row[:2]] for row in rows]
    removed = {key: place % 3 == 2 for place, key in enumerate(dict.fromkeys(row[:2] for row in rows))}
    return shown, [removed[row[:2]] for row in rows]


def run(made, records):
    """Group, map, release and recount in a database of its own."""
    with duckdb.connect() as database:
        columns = {
            each: pa.array([row[place] for row in records], pa.string())
            for place, each in enumerate(("q", 'p "', "s", "id"))
        }
        database.register("source_table", pa.table(columns))
        tuples = database.execute(made.group).fetchall()
        shown, removed = labels_of(tuples)
        names = ("q", 'p "', "s", "n")
        kinds = (pa.string(), pa.string(), pa.string(), pa.int64())
        database.register(
            "tuples",
            pa.table(
                {each: pa.array([row[place] for row in tuples], kinds[place]) for place, each in enumerate(names)}
            ),
        )
        labels = {label_name(place): pa.array([row[place] for row in shown], pa.string()) for place in range(2)}
        database.register("labels", pa.table({**labels, FATE: pa.array([str(int(each)) for each in removed])}))
        for place in range(2):
            database.execute(made.mapping("tuples", "labels", place))
        database.execute(made.removed("tuples", "labels"))
        database.execute(f"CREATE TABLE written AS {made.release('source_table', removes=any(removed))}")
        written = database.execute("SELECT * FROM written").fetchall()
        differ = made.groups_that_differ("written", "tuples", "labels", removes=any(removed))
        [(differing,)] = database.execute(differ).fetchall()
        database.execute("INSERT INTO written SELECT * FROM written LIMIT 1")
        [(planted,)] = database.execute(differ).fetchall()
        return tuples, dict(zip((row[:2] for row in tuples), removed, strict=True)), written, differing, planted


def sorted_rows(rows):
    return sorted(rows, key=lambda row: [(each is None, each or "") for each in row])


@pytest.mark.parametrize("keeps_removed", [True, False])
@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS, TEXTS), min_size=1, max_size=25))
@settings(max_examples=examples(60), deadline=None)
def test_that_each_record_gets_the_labels_of_its_tuple(keeps_removed, records):
    made = statements(keeps_removed=keeps_removed)
    tuples, removed, written, differing, planted = run(made, records)
    counts = {key: sum(row[:3] == key for row in records) for key in {row[:3] for row in records}}
    assert {row[:3]: row[3] for row in tuples} == counts

    def label(value):
        return None if value is None else str(len(value))

    expected = [
        ("*", "*", row[2], "*") if removed[row[:2]] else (label(row[0]), label(row[1]), row[2], "*")
        for row in records
        if keeps_removed or not removed[row[:2]]
    ]
    assert sorted_rows(written) == sorted_rows(expected)
    assert differing == 0
    assert planted == (1 if written else 0)


def test_that_a_column_that_is_left_out_is_not_written():
    made = statements(left_out=("s",))
    assert made.shape.counted_columns == ("q", 'p "')
    assert '"s"' not in made.release("source_table", removes=False)


@pytest.mark.parametrize("as_text", [False, True])
def test_that_the_explanation_has_every_statement_that_is_run(as_text):
    made = statements()
    explained = made.explained("source_table", as_text=as_text)
    for statement in (
        made.group,
        made.mapping("tuples", "labels", 1),
        made.removed("tuples", "labels"),
        made.release("source_table", removes=True, as_text=as_text),
        made.groups_that_differ("released", "tuples", "labels", removes=True, as_text=as_text),
    ):
        assert statement in explained
    assert explained.count(";") == explained.count("-- ")
