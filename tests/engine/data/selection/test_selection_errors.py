"""The record-selection language: what it says of expressions that it cannot follow, and that it always says it."""

import dataclasses
import inspect
import subprocess
import sys
import threading

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lark.exceptions import GrammarError

import arxdesk_engine.data.selection.parser
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.data.selection import InvalidSelection, Selection, parse, select
from arxdesk_engine.data.selection.parser import DEEPEST, LONGEST
from arxdesk_engine.data.selection.pattern import compiled
from arxdesk_engine.data.selection.syntax import KEYWORDS
from arxdesk_engine.foundation.errors import SHOWN_PROBLEMS, UserError

STAGES = ("mild", "grave", "fatal")


def column(name: str, cell: str, value_type: ValueType) -> Column:
    return Column.encode(name, np.zeros(1, np.int32), [cell], value_type)


ONE_RECORD = Dataset(
    (
        column("age", "30", ValueType(DataType.INTEGER)),
        column("share", "0.5", ValueType(DataType.DECIMAL)),
        column("day", "31.12.2019", ValueType(DataType.DATE, "%d.%m.%Y")),
        column("stage", "mild", ValueType(DataType.ORDINAL, None, STAGES)),
        column("marital-status", "Divorced", ValueType()),
        column("country of birth", "Mali", ValueType()),
    )
)


def refusal(expression: str) -> InvalidSelection:
    with pytest.raises(InvalidSelection) as caught:
        select(ONE_RECORD, expression)
    return caught.value


SYNTAX = [
    ("", 1, "the expression is empty. Write a condition, such as age >= 18."),
    (" \n ", 1, "the expression is empty"),
    ("age", 4, "the expression ends too early. After an attribute comes =, !=,"),
    ("age >", 6, "the expression ends too early. Write a value: a number, a date, or text in single quotes."),
    ("age = 3 and", 12, "the expression ends too early. Write a condition"),
    ("not", 4, "the expression ends too early. Write a condition"),
    ("(age = 3", 9, "the expression ends too early. Close the parenthesis."),
    ("age = 3)", 8, '")" is not expected here. There is no open parenthesis to close.'),
    ("()", 2, '")" is not expected here. Write a condition'),
    ("age in ()", 9, '")" is not expected here. Write a value'),
    ("age in 3", 8, "Write the values in parentheses: in ('a', 'b')."),
    ("age in (3 4)", 11, "Separate the values by commas"),
    ("age in (3", 10, "close the parenthesis"),
    ("age between 3", 14, "Write both ends: between 1 and 5."),
    ("age between 3, 5", 14, '"," is not expected here. Write both ends'),
    ("age > 1,5", 8, '"," is not expected here. Decimals have a point: 1.5; several values are compared by in (1, 5).'),
    ("age = 3 marital-status = 'x'", 9, '"marital-status" is not expected here. Conditions are joined by and, or.'),
    ("30 < age", 1, "A comparison begins with the attribute: age > 30, not 30 < age."),
    ("in = 3", 1, 'as the name of an attribute it is written "in".'),
    ("country of birth = 'x'", 9, 'Names of several words stand in double quotes: "country of birth".'),
    ("marital-status = Divorced", 18, "Values that are text stand in single quotes: 'Divorced'."),
    (
        'marital-status = "Divorced"',
        18,
        "Double quotes and backticks are for attributes; text values stand in single quotes: 'Divorced'.",
    ),
    ("age = missing", 7, "Write is missing or is not missing."),
    ("age is null", 8, "Write is missing or is not missing; values are compared by = and !=."),
    ("age not = 3", 9, "Write not in, not between or not like; the opposite of = is !=."),
    ("age => 3", 6, '">" is not expected here. Write a value'),
    ("age ≥ 3", 5, "the character ≥ is not expected here. Write >= instead."),
    ("age > 3 && age < 5", 9, "the character & is not expected here. Write and instead."),
    ("marital-status = ‘x’", 18, "Write straight quotes"),
    ("age > 3 + 4", 9, "nothing can be computed"),
    ("marital-status = 'it's'", 22, '"s" is not expected here'),
    ("marital-status = 'x' or '", 25, "the quote ' is not closed. A quote inside of quotes is written twice."),
    ("marital-status = 'x''", 18, "the quote ' is not closed"),
    ('"age = 3', 1, 'the quote " is not closed'),
    ("`age = 3", 1, "the quote ` is not closed"),
    ("age = 3;", 8, "the character ; is not expected here"),
    ("\0", 1, "the character U+0000 is not expected here"),
    ("a\u200bge = 3", 2, "the character U+200B ZERO WIDTH SPACE is not expected here"),
    ("age = \ud800", 7, "the character U+D800 is not expected here"),
    ("age like 3", 10, "a pattern is text. Write '3'."),
    (r"marital-status like 'a\b'", 21, r"a backslash in the pattern escapes nothing. Write \% for a percent sign"),
    ("marital-status like 'a\\'", 21, "a backslash in the pattern escapes nothing"),
    ("marital-status = ''", 18, "the empty text is a missing cell, which no comparison finds. Write is missing"),
    ("age in (3, '')", 12, "the empty text is a missing cell"),
]
MEANING = [
    ("agee > 3", 1, 'the table has no attribute "agee". Did you mean "age"?'),
    ("AGE > 3", 1, 'the table has no attribute "AGE". Did you mean "age"?'),
    ("age = 3 or \"country of death\" = 'x'", 12, 'Did you mean "country of birth"?'),
    ("x = 3", 1, "Allowed: age, share, day, stage, marital-status, country of birth."),
    ("age > 'thirty'", 7, 'attribute "age" is of type integer, "thirty" is not. Write a whole number, such as 30.'),
    ("age > 30.5", 7, '"30.5" is not'),
    ("age = 30 or age > 2024-01-01", 19, '"2024-01-01" is not'),
    ("share < 'half'", 9, 'attribute "share" is of type decimal, "half" is not. Write a number, such as 2.5.'),
    ("day < 2020-01-01", 7, 'attribute "day" is of type date, "2020-01-01" is not. Write dates as dd.MM.yyyy.'),
    ("day = 31.02.2020", 7, '"31.02.2020" is not'),
    ("stage > 'gravee'", 9, 'attribute "stage" is of type ordinal, "gravee" is not. Did you mean "grave"?'),
    ("marital-status = 5", 18, "attribute \"marital-status\" is text, 5 is not in quotes. Write '5'."),
]


@pytest.mark.parametrize(("expression", "position", "message"), SYNTAX + MEANING)
def test_that_an_error_names_the_place_what_was_found_and_what_to_do(expression, position, message):
    error = refusal(expression)
    assert error.position == position
    assert message in str(error)
    assert isinstance(error, UserError)
    assert error.exit_status == 2


@pytest.mark.parametrize("expression", [expression for expression, _position, _message in SYNTAX])
def test_that_what_is_wrong_for_every_table_is_refused_without_one(expression):
    with pytest.raises(InvalidSelection):
        parse(expression)


@pytest.mark.parametrize("expression", [expression for expression, _position, _message in MEANING])
def test_that_what_is_wrong_for_one_table_may_be_right_for_another(expression):
    assert isinstance(parse(expression), Selection)


def test_that_all_values_and_attributes_that_do_not_fit_are_told_at_once():
    error = refusal("agee = 3\n  and (age = 'x' or share in (1, 'y', 'z'))")
    assert error.positions == (1, 23, 43, 48)
    assert [problem.place for problem in error.problems] == [
        "selection, line 1, column 1",
        "selection, line 2, column 14",
        "selection, line 2, column 34",
        "selection, line 2, column 39",
    ]
    lines = error.message.split("\n")
    assert lines[1:3] == ["    agee = 3", "    ^"]
    assert len(lines) == 6


def test_that_no_more_problems_are_sought_than_are_shown():
    error = refusal(" or ".join(f"a{number} = {number}" for number in range(500)))
    assert len(error.problems) == SHOWN_PROBLEMS


def test_that_messages_name_where_the_expression_stands():
    with pytest.raises(InvalidSelection, match=r"^job.toml, privacy.1.subset, line 1, column 6: "):
        parse("age >", source="job.toml, privacy.1.subset")
    with pytest.raises(InvalidSelection, match=r"^here, line 1, column 1: the table has no attribute"):
        select(ONE_RECORD, parse("x = 3", source="here"))


def test_that_the_excerpt_shows_the_place_in_its_line():
    error = refusal("age = 3 or\n\tage = 4 or agee = 5\nor age = 6")
    assert error.excerpt == "     age = 4 or agee = 5\n                ^"
    long = refusal("age = 3 or " * 20 + "agee = 5" + " or age = 3" * 20)
    line, caret = long.excerpt.split("\n")
    assert len(line) == 80
    assert line[caret.index("^") :].startswith("agee = 5 or")
    assert (line[4], line[-1]) == ("…", "…")


def test_that_a_strangers_text_cannot_drive_the_terminal():
    error = refusal("\"\x1b[2J\r\" = 3 and marital-status = '\x1b[2J' x")
    assert "\x1b" not in error.message
    assert "\r" not in error.message
    unknown = refusal("\"\x1b[2J\n\u202e\" = 'x'")
    assert not any(sign in unknown.message for sign in "\x1b\u202e")
    assert len(unknown.message.split("\n")) == 3


def test_that_long_parts_are_shortened_in_messages():
    for expression in ("age = " + "1" * 5000, f'"{"a" * 5000}" = 3', "age = " + "a" * 5000, f'age = "{"a" * 5000}"'):
        assert len(refusal(expression).message) < 700


HOSTILE = [
    ("(" * 100_000, LONGEST + 1),
    ("(" * 9_999, DEEPEST + 1),
    ("(" * 5000 + ")" * 5000, DEEPEST + 1),
    ("not (" * 2000, 5 * (DEEPEST + 1)),
    ("age = 3 and " * 100_000, LONGEST + 1),
    ("not " * 2400, 2400 * 4 + 1),
    ("'" * 9_999, 1),
    ("'" * 10_000, 10_001),
    ('"' * 9_999, 1),
    ("-" * 10_000, 1),
    ("a" + "-" * 9_000, 2),
    ("\0" * 10_000, 1),
    ("age in (" + "3," * 4_000, 8_009),
    ("é" * 10_000, 10_001),
    ("__import__('os').system('x')", 11),
    ("age.__class__ = 3", 4),
    ("@age", 1),
]


@pytest.mark.parametrize(("expression", "position"), HOSTILE, ids=range(len(HOSTILE)))
def test_that_hostile_expressions_are_refused_at_a_place(expression, position):
    assert refusal(expression).position == position


def deepest() -> str:
    """As many levels of the tree as one expression can have: or, and, not in every parenthesis."""
    return "age = 1 or age = 2 and not (" * DEEPEST + "share = 3" + ")" * DEEPEST


def test_that_the_deepest_expression_needs_few_calls():
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 600)
    try:
        selection = parse(deepest())
        assert selection.attributes == ("age", "share")
        assert parse(str(selection)) == selection
        assert repr(selection)
        assert select(ONE_RECORD, selection).tolist() == [False]
    finally:
        sys.setrecursionlimit(limit)
    assert refusal(f"not ({deepest()})").position == len("not (") + len("age = 1 or age = 2 and not (") * DEEPEST


def test_that_parentheses_one_after_the_other_are_not_nested():
    assert select(ONE_RECORD, " and ".join(["(age = 30)"] * 500)).tolist() == [True]
    assert select(ONE_RECORD, " or ".join(["age in (3)", "share = 0.5"] * 300)).tolist() == [True]
    assert select(ONE_RECORD, "not " * 2000 + "age = 30").tolist() == [True]


def test_that_an_expression_may_have_its_full_length():
    expression = "age = 30".ljust(LONGEST)
    assert select(ONE_RECORD, expression).tolist() == [True]
    assert refusal(expression + " ").position == LONGEST + 1


def test_that_patterns_of_many_percent_signs_end_soon():
    for pattern in ("%a" * 4_000 + "b", "%a" * 40 + "%b", "_%" * 4_000 + "b", "%" * 9_000 + "b", "%" + "a_" * 2_000):
        assert compiled(pattern).fullmatch("a" * 3_000 + "c") is None
    assert compiled("%a" * 2_000 + "%").fullmatch("a" * 2_000)


NAMES_AND_VALUES = ("age", "share", "marital-status", "'x'", '"age"', "`day`", "3", "-1.5", "31.12.2019", "'a%'", "''")
SIGNS = ("(", "(", ")", ")", ",", "=", "<", "<>", ">=", "'", '"', "`", "\\", "\0", "é", "+", "%", "2e")
LANGUAGE = st.lists(st.sampled_from((*NAMES_AND_VALUES, *SIGNS, *KEYWORDS)), max_size=14).map(" ".join)


@given(st.text(max_size=60) | LANGUAGE)
@example("age is not")
@example("(age not in (3) or")
@example("age between 3 and 4 and")
def test_that_any_text_is_followed_or_refused_at_a_place_within_it(text):
    try:
        mask = select(ONE_RECORD, text)
    except InvalidSelection:
        error = refusal(text)
        assert list(error.positions) == sorted(error.positions)
        assert 1 <= error.position <= error.positions[-1] <= len(text) + 1
        assert all(problem.remedy.endswith(("?", ".")) for problem in error.problems)
        assert error.message.startswith(str(error))
    else:
        assert mask.shape == (1,)
        assert select(ONE_RECORD, str(parse(text))).tolist() == mask.tolist()


def test_that_no_error_of_the_parser_reaches_anybody(monkeypatch):
    class Broken:
        def parse_interactive(self, _text):
            return self

        def iter_parse(self):
            raise GrammarError("inner matters")

    monkeypatch.setattr(arxdesk_engine.data.selection.parser, "_parser", Broken)
    error = refusal("age = 3")
    assert error.position == 1
    assert str(error).startswith("selection, line 1, column 1: the expression cannot be read. Compare attributes")


def test_that_a_selection_cannot_be_changed():
    selection = parse("age = 3 and not share in (1, 2)")
    for part in (selection, selection.condition, *selection.comparisons, selection.comparisons[0].values[0]):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(part, dataclasses.fields(part)[0].name, "changed")
        assert hash(part) == hash(dataclasses.replace(part))


def test_that_equal_conditions_are_equal_selections():
    written = parse("\"age\" == 3  AND(not not share<>'1')", source="there")
    assert written == parse("age = 3 and share != '1'")
    assert str(written) == "age = 3 and share != '1'"
    assert written.expression == "\"age\" == 3  AND(not not share<>'1')"
    assert parse("(age = 3 or share = 1) or age = 4") == parse("age = 3 or (share = 1 or age = 4)")
    assert parse("not (not (age = 3))") == parse("age = 3")
    assert parse("age = 3") != parse("age = '3'")
    assert str(parse("not (age = 3 or age = 4) and (share = 1 or day = 31.12.2019)")) == (
        "not (age = 3 or age = 4) and (share = 1 or day = 31.12.2019)"
    )


def test_that_threads_can_parse_at_once():
    texts = [f"age = {number} or share in ({number}, 2) and not day is missing" for number in range(20)]
    found: list[str] = []
    threads = [threading.Thread(target=lambda text=text: found.append(str(parse(text)))) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted(texts)


def test_that_the_parser_is_loaded_when_the_first_expression_is_read():
    script = "import sys, arxdesk_engine.data.selection; print('lark' in sys.modules)"
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (finished.stdout.strip(), finished.stderr) == ("False", "")
