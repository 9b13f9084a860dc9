"""What a job makes of a table, against a twin that goes from cell to cell."""

import datetime as dt
import random
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arxdesk_engine.data.raw_table import RawColumn, RawTable
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.job.attributes import AttributeSettings, ReplacementSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.preparation import conversion_report, prepared
from arxdesk_engine.verification.input import read_input
from tests.engine.reading import read_raw

TEXTS = (
    "",
    "1",
    "2,5",
    "2.5",
    "1.234,5",
    "-7",
    "007",
    "x",
    "01.02.2020",
    "2020-02-01",
    "2020-02-30",
    "1.2.20",
    "a,b",
    "3e2",
)


def raw_of(columns, *, has_numbers=False):
    made = []
    for name, cells in columns.items():
        dictionary = tuple(dict.fromkeys(cells))
        codes = np.array([dictionary.index(cell) for cell in cells], np.int32)
        made.append(RawColumn(name, codes, dictionary, has_numbers=has_numbers))
    return RawTable(tuple(made), len(made[0].codes))


def texts_of(dataset):
    return {column.name: column.texts().tolist() for column in dataset}


def naive_number(cell, mark, has_numbers):
    if not (mark == "," and (not has_numbers or "," in cell)):
        return cell
    return None if "." in cell or not re.fullmatch(r"[+-]?(\d+,?\d*|,\d+)(e\d+)?", cell) else cell.replace(",", ".")


def naive_replaced(cell, rules):
    for rule in rules:
        wanted = rule.find if rule.case else rule.find.casefold()
        made, place = "", 0
        while place < len(cell) and not rule.whole:
            part = cell[place : place + len(wanted)]
            found = (part if rule.case else part.casefold()) == wanted
            made, place = made + (rule.by if found else cell[place]), place + (len(wanted) if found else 1)
        if rule.whole:
            made = rule.by if (cell if rule.case else cell.casefold()) == wanted else cell
        cell = made.strip()
    return cell


def naive_cell(cell, settings, data, has_numbers):
    """(text, fits) of one cell, by the words of the job's documentation."""
    cell = naive_replaced(settings.replace.get(cell, cell), settings.replacements)
    if cell == "" or settings.type in (DataType.STRING, DataType.SET):
        return cell, True
    if settings.type in (DataType.INTEGER, DataType.DECIMAL):
        number = naive_number(cell, data.decimal_mark, has_numbers)
        pattern = r"[+-]?\d{1,18}" if settings.type is DataType.INTEGER else r"[+-]?(\d+\.?\d*|\.\d+)(e\d+)?"
        return number or cell, number is not None and re.fullmatch(pattern, number) is not None
    if settings.type is DataType.ORDINAL:
        return cell, cell in settings.order
    for each in (settings.format, *settings.other_formats):
        try:
            moment = dt.datetime.strptime(cell, each)  # noqa: DTZ007
            return cell if each == settings.format else moment.strftime(settings.format), True
        except ValueError:
            continue
    return cell, False


def naive_spelling(found, settings):
    """The same cells with each date in its longest spelling."""
    if settings.type is not DataType.DATE:
        return found
    moments = [
        dt.datetime.strptime(text, settings.format) if fits and text else None  # noqa: DTZ007
        for text, fits in found
    ]
    longest = {}
    for moment, (text, _fits) in zip(moments, found, strict=True):
        longest[moment] = max(longest.get(moment, ""), text, key=len)
    return [
        (text if moment is None else longest[moment], fits) for moment, (text, fits) in zip(moments, found, strict=True)
    ]


def rules_of(chance):
    """Up to four rules, for cells or their parts."""
    found = []
    for _rule in range(chance.randint(0, 4)):
        is_whole = chance.random() < 0.6
        find = chance.choice(TEXTS if is_whole else ["1", ".", ",", "x", "X", "01"])
        by = chance.choice([*TEXTS, "", " ", ".", "X"])
        found.append(ReplacementSettings(find=find, by=by, whole=is_whole, case=chance.random() < 0.5))
    return tuple(found)


@given(st.integers().map(random.Random))
@example(random.Random(37182))  # noqa: S311 - draws tables
def test_that_preparation_does_to_each_cell_what_the_job_says(chance):
    records = chance.randint(1, 30)
    cells = {name: [chance.choice(TEXTS) for _ in range(records)] for name in "abc"}
    settings = {
        name.upper(): AttributeSettings(
            type=(kind := chance.choice(list(DataType))),
            format="%Y-%m-%d" if kind is DataType.DATE else None,
            other_formats=("%d.%m.%Y", "%d.%m.%y")[: chance.randint(0, 2)] if kind is DataType.DATE else (),
            order=("x", "1", "2,5") if kind is DataType.ORDINAL else (),
            replace={chance.choice(TEXTS): chance.choice(TEXTS)} if chance.random() < 0.5 else {},
            replacements=rules_of(chance),
        )
        for name in "abc"
    }
    data = DataSource(
        path="x.csv",
        columns=chance.choice([(), ("c", "a"), ("b",)]),
        rename={"a": "A", "b": "B", "c": "C"},
        row_limit=chance.choice([None, 5]),
        decimal_mark=chance.choice(".,"),
        cleanse=chance.random() < 0.7,
    )
    has_numbers = chance.random() < 0.5
    raw = raw_of(cells, has_numbers=has_numbers)
    expected, faults, report = {}, False, {}
    for name in data.columns or "abc":
        old = cells[name][: data.row_limit]
        found = [naive_cell(cell, settings[name.upper()], data, has_numbers) for cell in old]
        faults |= not all(fits for _text, fits in found)
        expected[name.upper()] = [text if fits else "" for text, fits in naive_spelling(found, settings[name.upper()])]
        report[name.upper()] = (
            sum(not fits for _text, fits in found),
            sum(text == "" or (data.cleanse and not fits) for text, fits in found),
            sum(text not in ("", before) and fits for (text, fits), before in zip(found, old, strict=True)),
        )
    counted = conversion_report(raw, data, settings)
    assert {name: (each.misfits, each.missing, each.rewritten) for name, each in counted.items()} == report
    if faults and not data.cleanse:
        with pytest.raises(InvalidData):
            prepared(raw, data, settings, "x.csv")
    else:
        dataset = prepared(raw, data, settings, "x.csv")
        assert texts_of(dataset) == expected
        assert {column.name: column.unfit for column in dataset} == {name: each[0] for name, each in report.items()}
        assert all(set(column.values) == set(expected[column.name]) for column in dataset)


@pytest.mark.parametrize("suffix", ["csv", "tsv"])
@given(st.integers().map(random.Random))
def test_that_the_recount_corrects_alike(tmp_path_factory, suffix, chance):
    path = tmp_path_factory.mktemp("cells") / f"t.{suffix}"
    rows = [[chance.choice([text for text in TEXTS if text]) for _ in "ab"] for _ in range(chance.randint(1, 20))]
    path.write_text("a;b\n" + "".join(";".join(row) + "\n" for row in rows))
    kind = chance.choice([None, *DataType])
    job = Job(
        data=DataSource(
            path=str(path),
            delimiter=";",
            header=True,
            quote=chance.choice(['"', "'", ""]),
            decimal_mark=chance.choice(".,"),
            row_limit=chance.choice([None, 3]),
            cleanse=True,
            null_values=chance.choice([("",), ("x", "1")]),
        ),
        attributes={
            "a": AttributeSettings(
                type=kind,
                other_formats=("%d.%m.%Y",) if kind is DataType.DATE else (),
                replace=chance.choice([{}, {"x": "1", "1": ""}]),
                replacements=rules_of(chance),
            )
        },
    )
    raw = read_raw(path, delimiter=";", header=True, quote=job.data.quote, null_values=job.data.null_values)
    dataset = prepared(raw, job.data, job.attributes, str(path))
    found = read_input(job)
    again, kinds = found.table, found.kinds
    assert {name: list(again[name].astype(str)) for name in again} == texts_of(dataset)
    if job.data.decimal_mark == ",":
        assert {name: dataset[name].type for name in kinds} == kinds


def test_that_numbers_with_a_comma_are_detected_and_points_are_then_none():
    data = DataSource(path="x.csv", decimal_mark=",")
    dataset = prepared(raw_of({"a": ["1,5", "2", ""], "b": ["1.234", "5", "6"]}), data, {}, "x.csv")
    assert (dataset["a"].type, dataset["a"].values) == (ValueType(DataType.DECIMAL), ("1.5", "2", ""))
    assert dataset["b"].type == ValueType()
    typed = {"b": AttributeSettings(type=DataType.DECIMAL)}
    with pytest.raises(InvalidData, match=r'"1\.234" is not a number with this decimal mark; 1 cells do not fit'):
        prepared(raw_of({"b": ["5", "1.234"]}), data, typed, "x.csv")


def test_that_unknown_columns_are_told_with_the_nearest_one():
    raw = raw_of({"age": ["1"], "sex": ["m"]})
    for data in ({"columns": ("agee",)}, {"rename": {"agee": "x"}}):
        with pytest.raises(InvalidData, match='Did you mean "age"'):
            prepared(raw, DataSource(path="x.csv", **data), {}, "x.csv")
    with pytest.raises(InvalidData, match='two columns are named "sex"'):
        prepared(raw, DataSource(path="x.csv", rename={"age": "sex"}), {}, "x.csv")
    with pytest.raises(InvalidData, match="is chosen twice"):
        prepared(raw, DataSource(path="x.csv", columns=("age", "age")), {}, "x.csv")


def test_that_settings_for_all_others_hold_for_what_is_read():
    data = DataSource(path="x.csv", cleanse=True)
    attributes = {"*": AttributeSettings(type=DataType.INTEGER), "b": AttributeSettings(type=DataType.STRING)}
    dataset = prepared(raw_of({"a": ["1", "x"], "b": ["1", "x"]}), data, attributes, "x.csv")
    assert texts_of(dataset) == {"a": ["1", ""], "b": ["1", "x"]}


@pytest.mark.parametrize(
    ("text", "said"),
    [("2\n2.0\n7.0\n7\n", ("2", "7")), ("+018\n18\n7\n7\n", ("7", "18")), ("1.50\n1.5\n2\n2\n", ("1.5", "2"))],
)
def test_that_the_recount_has_the_values_of_the_search(tmp_path, text, said):
    (tmp_path / "t.csv").write_text("x\n" + text)
    settings = {"x": AttributeSettings(type=DataType.DECIMAL)}
    job = Job(data=DataSource(path=str(tmp_path / "t.csv"), header=True), attributes=settings)
    raw = read_raw(tmp_path / "t.csv", header=True)
    dataset = prepared(raw, job.data, job.attributes, "t.csv")
    again = read_input(job).table
    assert dataset["x"].values == said
    assert list(again["x"].astype(str)) == texts_of(dataset)["x"]


def test_that_years_of_two_digits_are_read_alike_twice_and_never_to_come(tmp_path):
    (tmp_path / "t.csv").write_text("born\n25.07.47\n23.11.26\n24.11.26\n3. März 21\n")
    data = {"path": str(tmp_path / "t.csv"), "header": True, "two_digit_years_until": "2026-11-23"}
    formats = {"type": "date", "format": "%d.%m.%y", "other_formats": ["%d. %B %y"]}
    job = Job.model_validate({"data": data, "attributes": {"born": formats}})
    dataset = prepared(read_raw(tmp_path / "t.csv", header=True), job.data, job.attributes, "t.csv")
    assert dataset["born"].texts().tolist() == ["25.07.1947", "23.11.2026", "24.11.1926", "03.03.2021"]
    again = read_input(job).table
    assert list(again["born"].astype(str)) == dataset["born"].texts().tolist()
