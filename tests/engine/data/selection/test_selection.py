"""The record-selection language: which records an expression selects."""

import datetime as dt
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.data.selection import parse, select

STAGES = ("none", "mild", "grave", "fatal")
TYPES = {
    "age": ValueType(DataType.INTEGER),
    "share": ValueType(DataType.DECIMAL),
    "day": ValueType(DataType.DATE, "%d.%m.%Y"),
    "stage": ValueType(DataType.ORDINAL, None, STAGES),
    "marital-status": ValueType(),
    "country of birth": ValueType(),
}


def column(name: str, cells: list[str], value_type: ValueType | None) -> Column:
    dictionary = list(dict.fromkeys(cells))
    codes = np.array([dictionary.index(cell) for cell in cells], np.int32)
    return Column.encode(name, codes, dictionary, value_type)


PEOPLE = Dataset(
    (
        column("age", ["9", "10", "", "30", "-4"], TYPES["age"]),
        column("share", ["0.5", "", "1e2", ".50", "-3."], TYPES["share"]),
        column("day", ["02.01.2020", "01.02.2020", "31.12.2019", "", "01.01.2021"], TYPES["day"]),
        column("stage", ["mild", "fatal", "grave", "none", ""], TYPES["stage"]),
        column("marital-status", ["married", "", "it's", "50%", "Zoe"], TYPES["marital-status"]),
        column("country of birth", ["a", "b", "a", "B", "É"], TYPES["country of birth"]),
    )
)


def selected(expression: str, dataset: Dataset = PEOPLE) -> list[int]:
    return np.flatnonzero(select(dataset, expression)).tolist()


@pytest.mark.parametrize(
    ("expression", "records"),
    [
        ("age = 9", [0]),
        ("age == 9", [0]),
        ("age != 9", [1, 3, 4]),
        ("age <> 9", [1, 3, 4]),
        ("age < 10", [0, 4]),
        ("age <= 10", [0, 1, 4]),
        ("age > 9", [1, 3]),
        ("age >= 9", [0, 1, 3]),
        ("age>-4", [0, 1, 3]),
        ("age = '+09'", [0]),
        ("age in (9, 30, 31)", [0, 3]),
        ("age not in (9, 30, 31)", [1, 4]),
        ("age between 9 and 10", [0, 1]),
        ("age between 10 and 9", []),
        ("age not between 9 and 10", [3, 4]),
        ("age like '%0'", [1, 3]),
        ("age not like '%0'", [0, 4]),
        ("share = 0.5", [0, 3]),
        ("share in (100, '-3')", [2, 4]),
        ("share > .5", [2]),
        ("day < 01.02.2020", [0, 2]),
        ("day >= '02.01.2020'", [0, 1, 4]),
        ("day between 31.12.2019 and 02.01.2020", [0, 2]),
        ("stage > 'mild'", [1, 2]),
        ("stage in ('none', 'fatal')", [1, 3]),
        ("marital-status < 'a'", [3, 4]),
        ("marital-status between 'Z' and 'j'", [2, 4]),
        ("marital-status between 'Zoe' and 'it''s'", [2, 4]),
        ("marital-status = 'it''s'", [2]),
        (r"marital-status like '%\%'", [3]),
        ("marital-status like '____'", [2]),
        ("marital-status not like '____'", [0, 3, 4]),
        ("\"country of birth\" = 'a'", [0, 2]),
        ("`country of birth` > 'b'", [4]),
    ],
)
def test_that_comparisons_go_by_the_type_of_the_attribute(expression, records):
    assert selected(expression) == records


@pytest.mark.parametrize(
    ("expression", "records"),
    [
        ("age is missing", [2]),
        ("age is not missing", [0, 1, 3, 4]),
        ("not age is missing", [0, 1, 3, 4]),
        ("not age < 10", [1, 2, 3]),
        ("age < 10 or age >= 10", [0, 1, 3, 4]),
        ("not age in (9)", [1, 2, 3, 4]),
        ("marital-status != 'x'", [0, 2, 3, 4]),
        ("marital-status not in ('x')", [0, 2, 3, 4]),
        ("marital-status like '%'", [0, 2, 3, 4]),
        ("marital-status < 'zzz'", [0, 2, 3, 4]),
        ("share not between 1 and 2", [0, 2, 3, 4]),
        ("stage is missing or share is missing", [1, 4]),
    ],
)
def test_that_missing_cells_satisfy_is_missing_alone_and_not_is_two_valued(expression, records):
    assert selected(expression) == records


@pytest.mark.parametrize(
    ("expression", "records"),
    [
        ("age = 9 or age = 10 and stage = 'mild'", [0]),
        ("(age = 9 or age = 10) and stage = 'fatal'", [1]),
        ("not age = 9 and stage = 'mild'", []),
        ("not (age = 9 and stage = 'fatal') and age is not missing", [0, 1, 3, 4]),
        ("not not age = 9", [0]),
        ("NOT age = 9 AND Age_is_no_keyword = 'x' OR age = 9", [0]),
        ("age\n=\t9", [0]),
    ],
)
def test_that_not_binds_before_and_before_or(expression, records):
    dataset = Dataset((*PEOPLE, column("Age_is_no_keyword", ["y"] * 5, ValueType())))
    assert selected(expression, dataset) == records


@pytest.mark.parametrize("name", ["a", "_a", "été", "marital-status", "a-b_c-1", "in-hospital", "not_in", "naïve--x"])
def test_that_simple_names_are_written_bare(name):
    dataset = Dataset((column(name, ["x", "y"], ValueType()),))
    assert selected(f"{name}='x'", dataset) == [0]
    assert str(parse(f"\"{name}\"='x'")) == f"{name} = 'x'"


@pytest.mark.parametrize(
    "name", ["", "2nd", "a-", "-a", "a b", "in", "MISSING", 'say "a"', "a`b", "it's", "a.b", "a\nb"]
)
def test_that_every_other_name_is_written_in_quotes_of_any_kind(name):
    dataset = Dataset((column(name, ["x", "y"], ValueType()),))
    for quote in "\"`'":
        expression = f"{quote}{name.replace(quote, quote * 2)}{quote} = 'x'"
        assert selected(expression, dataset) == [0]
        assert selected(str(parse(expression)), dataset) == [0]


def test_that_expressions_of_arx_are_understood():
    assert selected("'age' >= '10' and ('marital-status' = '50%' or 'country of birth' <> 'a')") == [1, 3]


def test_that_long_numbers_are_compared_digit_by_digit():
    cells = ["123456789012345677", "123456789012345678", "+123456789012345678", "123456789012345679", "-1"]
    dataset = Dataset((column("patient", cells, TYPES["age"]), column("share", cells, TYPES["share"])))
    for name in ("patient", "share"):
        assert selected(f"{name} = 123456789012345678", dataset) == [1, 2]
        assert selected(f"{name} < 123456789012345678", dataset) == [0, 4]
        assert selected(f"{name} between 123456789012345679 and 123456789012345680", dataset) == [3]
    tiny = Dataset((column("share", ["1e-400", "0", "-1e-400"], TYPES["share"]),))
    assert selected("share > 0", tiny) == [0]


def test_that_values_in_no_order_are_compared_as_texts():
    output = Dataset((Column("age", np.array([0, 1, 2, 3], np.int32), ("b", "", "*", "a")),))
    assert selected("age > '*'", output) == [0, 3]
    assert selected("age != 'b'", output) == [2, 3]


def test_that_suppressed_cells_have_no_place_on_a_scale():
    output = Dataset((Column("age", np.array([0, 1, 2], np.int32), ("9", "10", "*"), TYPES["age"]),))
    assert selected("age != 9", output) == [1]
    assert selected("age like '*'", output) == [2]


def test_that_patterns_match_line_breaks_like_any_character():
    dataset = Dataset((column("note", ["a\nb", "a\n", "ab"], ValueType()),))
    assert selected("note like 'a_b'", dataset) == [0]
    assert selected("note like '%b'", dataset) == [0, 2]
    assert selected("note like 'a_'", dataset) == [1, 2]


def test_that_an_ordinal_attribute_without_an_order_is_compared_as_text():
    dataset = Dataset((column("stage", ["mild", "fatal"], ValueType(DataType.ORDINAL)),))
    assert selected("stage < 'mild'", dataset) == [1]


def test_that_a_table_without_records_selects_none():
    dataset = Dataset((column("age", [], TYPES["age"]), column("sex", [], ValueType())))
    assert select(dataset, "age > 3 and (sex = 'x' or age is missing) and sex like '%a'").tolist() == []


def test_that_a_million_records_are_selected_by_what_their_codes_mean():
    codes = np.random.default_rng(0).integers(0, 100, (2, 1_000_000)).astype(np.int32)
    names = [str(value) for value in range(100)]
    dataset = Dataset(tuple(Column.encode(name, codes[i], names) for i, name in enumerate(("a", "b"))))
    expected = (codes[0] >= 18) & ~((codes[1] < 50) | (codes[0] == 20))
    mask = select(dataset, "a >= 18 and not (b < 50 or a = 20)")
    assert mask.dtype == np.bool_
    assert np.array_equal(mask, expected)


# A twin over native values: an expression is drawn together with its truth for a record, and nothing is parsed.

TEXTS = ("a", "ab", "b", "B", "it's", "50%", "a_b", "é", "a\\b", "\U0001f600", 'say "x"', "and", "10", "9")
NATIVE = {
    "age": st.integers(-12, 12),
    "share": st.integers(-8, 8).map(lambda quarters: Fraction(quarters, 4)),
    "day": st.dates(dt.date(1999, 12, 28), dt.date(2000, 2, 3)),
    "stage": st.sampled_from(STAGES),
    "marital-status": st.sampled_from(TEXTS),
    "country of birth": st.sampled_from(TEXTS),
}
ORDER = {
    "=": lambda order: order == 0,
    "==": lambda order: order == 0,
    "!=": lambda order: order != 0,
    "<>": lambda order: order != 0,
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    ">": lambda order: order > 0,
    ">=": lambda order: order >= 0,
}
PATTERN_PARTS = ("%", "_", r"\%", r"\_", r"\\", "a", "b", "0", "5", ".", "'", "é", "*")
GAPS = st.sampled_from((" ", " ", " ", "\n", "  \t", "\N{NO-BREAK SPACE}"))

Cell = tuple[str, object]
"""The text of a cell and its native value, None where it is missing."""
Record = dict[str, Cell]
Expression = tuple[str, Callable[[Record], bool]]


@st.composite
def cells(draw, name: str) -> Cell:
    """A value in one of its spellings."""
    native = draw(NATIVE[name])
    match native:
        case dt.date():
            text = native.strftime("%d.%m.%Y")
        case Fraction():
            text = draw(st.sampled_from((str(float(native)), f"{float(native):.3f}", f"{float(native):e}")))
        case int():
            text = draw(st.sampled_from((f"{native}", f"{native:+}", f"{native:04}")))
        case _:
            text = native
    return text, native


@st.composite
def tables(draw) -> list[Record]:
    record = st.fixed_dictionaries({name: st.just(("", None)) | cells(name) | cells(name) for name in TYPES})
    return draw(st.lists(record, min_size=1, max_size=6))


@st.composite
def words(draw, *of_the_language: str) -> str:
    """Words of the language in any case, with any blanks between them and around them."""
    texts = [draw(st.sampled_from((word, word.upper(), word.title()))) for word in of_the_language]
    return draw(GAPS) + draw(GAPS).join(texts) + draw(GAPS)


@st.composite
def references(draw, name: str) -> str:
    quote = draw(st.sampled_from("\"`'")) if " " in name else draw(st.sampled_from(("", "", '"', "`", "'")))
    return f"{quote}{name}{quote}"


@st.composite
def literals(draw, name: str) -> tuple[str, object]:
    text, native = draw(cells(name))
    bare = name in ("age", "share", "day") and draw(st.booleans())
    return text if bare else "'" + text.replace("'", "''") + "'", native


def order_of(name: str, native, other) -> int:
    """Whether a value stands before (-1), at (0) or after (1) another one of its attribute."""
    if name == "stage":
        native, other = STAGES.index(native), STAGES.index(other)
    return (native > other) - (native < other)


def fits(text: str, pattern: list[str]) -> bool:
    """Whether a text has the form of a pattern, given as its parts."""
    if not pattern:
        return not text
    if pattern[0] == "%":
        return any(fits(text[start:], pattern[1:]) for start in range(len(text) + 1))
    return bool(text) and pattern[0] in ("_", text[0], "\\" + text[0]) and fits(text[1:], pattern[1:])


@st.composite
def simple_comparisons(draw) -> Expression:
    name = draw(st.sampled_from(list(TYPES)))
    literal, value = draw(literals(name))
    sign = draw(st.sampled_from(list(ORDER)))
    blank = draw(st.sampled_from(("", " ")))

    def holds(record: Record) -> bool:
        native = record[name][1]
        return native is not None and ORDER[sign](order_of(name, native, value))

    return f"{draw(references(name))}{blank}{sign}{blank}{literal}", holds


@st.composite
def other_comparisons(draw) -> Expression:
    name = draw(st.sampled_from(list(TYPES)))
    negated = draw(st.booleans())
    negation = ("not",) if negated else ()
    written, values = zip(*draw(st.lists(literals(name), min_size=2, max_size=4)), strict=True)
    pattern = draw(st.lists(st.sampled_from(PATTERN_PARTS), min_size=1, max_size=5))
    kind = draw(st.sampled_from(("in", "between", "like")))
    match kind:
        case "in":
            right = draw(words(*negation, "in")) + "(" + ", ".join(written) + ")"
        case "between":
            right = draw(words(*negation, "between")) + written[0] + draw(words("and")) + written[1]
        case _:
            right = draw(words(*negation, "like")) + "'" + "".join(pattern).replace("'", "''") + "'"

    def holds(record: Record) -> bool:
        text, native = record[name]
        if native is None:
            return False
        match kind:
            case "in":
                found = any(order_of(name, native, value) == 0 for value in values)
            case "between":
                found = order_of(name, native, values[0]) >= 0 and order_of(name, native, values[1]) <= 0
            case _:
                found = fits(text, pattern)
        return found is not negated

    return draw(references(name)) + right, holds


@st.composite
def missing_comparisons(draw) -> Expression:
    name = draw(st.sampled_from(list(TYPES)))
    negated = draw(st.booleans())
    text = draw(references(name)) + draw(words("is", *(["not"] if negated else []), "missing"))
    return text, lambda record: (record[name][1] is None) is not negated


@st.composite
def expressions(draw, depth: int = 3) -> Expression:
    """Alternatives of joined factors, which may be negated and may be expressions themselves."""
    alternatives = []
    for _alternative in range(draw(st.sampled_from((1, 1, 2, 3)))):
        factors = []
        for _factor in range(draw(st.sampled_from((1, 1, 2, 3)))):
            if depth and draw(st.integers(0, 2)) == 0:
                text, holds = draw(expressions(depth - 1))
                text = f"({text})"
            else:
                text, holds = draw(st.one_of(simple_comparisons(), other_comparisons(), missing_comparisons()))
            signs = draw(st.sampled_from((0, 0, 0, 1, 2, 3)))
            factors.append(("not " * signs + text, holds, signs % 2 == 1))
        texts = [text for text, _holds, _negated in factors]
        alternatives.append((draw(words("and")).join(texts), factors))

    def holds_any(record: Record) -> bool:
        return any(
            all(holds(record) is not negated for _text, holds, negated in factors) for _text, factors in alternatives
        )

    return draw(words("or")).join(text for text, _factors in alternatives), holds_any


@given(tables(), expressions())
def test_that_exactly_the_records_for_which_an_expression_is_true_are_selected(records, expression):
    text, holds = expression
    dataset = Dataset(tuple(column(name, [record[name][0] for record in records], TYPES[name]) for name in TYPES))
    expected = [holds(record) for record in records]
    assert select(dataset, text).tolist() == expected
    selection = parse(text)
    normal = parse(str(selection))
    assert (normal, str(normal)) == (selection, str(selection))
    assert select(dataset, normal).tolist() == expected
    assert set(selection.attributes) == set(normal.attributes) <= set(TYPES)
