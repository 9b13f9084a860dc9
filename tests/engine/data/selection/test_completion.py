"""What can stand at a place of an expression: every offer makes a beginning of a valid expression."""

import random

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.selection import InvalidSelection, parse
from arxdesk_engine.data.selection.completion import MOST, TokenKind, complete, tokens
from arxdesk_engine.data.selection.parser import acceptable

FRAME = pd.DataFrame(
    {
        "age": ["30", "30", "4", "31", ""],
        "country of birth": ["Chad", "Mali", "O'Land", "Chad", "Mali"],
        "in": ["x", "y", "x", "x", "x"],
        "native-country": ["Chad", "Mali", "Chad", "Chad", "Mali"],
    }
)
TABLE = Dataset.from_pandas(FRAME, "people.csv")


def offered(expression, place=None):
    found = complete(expression, len(expression) if place is None else place, TABLE)
    return None if found is None else (found.begin, found.kind.value, list(found.candidates))


def test_that_attributes_come_first_written_as_they_have_to_be():
    assert offered("") == (0, "attribute", ["age", '"country of birth"', '"in"', "native-country", "not"])
    assert offered("age > 3 and (") == (13, "attribute", ["age", '"country of birth"', '"in"', "native-country", "not"])


@pytest.mark.parametrize("written", ["coun", '"coun', "COUN", "`Coun"])
def test_that_attributes_are_found_by_their_beginning_then_by_a_part(written):
    assert offered(f"age = 1 or {written}") == (11, "attribute", ['"country of birth"', "native-country"])


def test_that_after_an_attribute_come_operators():
    assert offered("age ")[1:] == (
        "operator",
        ["=", "!=", "<", "<=", ">", ">=", "in (", "not in (", "between", "like", "is missing", "is not missing"],
    )
    assert offered("age i") == (4, "operator", ["in (", "is missing", "is not missing"])
    assert offered('"country of birth" be') == (19, "operator", ["between"])


def test_that_values_are_those_of_the_attribute_the_frequent_ones_first():
    assert offered("age = ") == (6, "value", ["30", "4", "31"])
    assert offered("age = 3") == (6, "value", ["30", "31"])
    assert offered("'country of birth' = '") == (21, "value", ["'Chad'", "'Mali'", "'O''Land'"])
    assert offered("native-country in ('Chad', 'm") == (27, "value", ["'Mali'"])
    assert offered("\"country of birth\" = 'o''l") == (21, "value", ["'O''Land'"])
    assert offered("age between 4 and ")[2][0] == "30"


def test_that_missing_cells_are_no_value():
    assert "''" not in offered("age = ")[2]
    assert "" not in offered("age = ")[2]


def test_that_conditions_are_joined():
    assert offered("age = 30 ") == (9, "word", ["and", "or"])
    assert offered("(age = 30 ")[2] == ["and", "or", ")"]
    assert offered("age in (30")[1] == "value"
    assert offered("age in (30 ")[2] == [")", ","]
    assert offered("age is ")[2] == ["missing"]
    assert offered("age between 4 ")[2] == ["and"]


def test_that_the_place_of_the_cursor_counts():
    assert offered("ag = 3", 2) == (0, "attribute", ["age"])
    assert offered("age = 3 ", 4)[1] == "operator"


@pytest.mark.parametrize("expression", ["age = = ", "age = 3 4 ", "nobody = ", ")", "age $ "])
def test_that_nothing_is_offered_where_nothing_is_known(expression):
    assert offered(expression) is None


def test_that_no_more_than_a_screen_is_offered():
    frame = pd.DataFrame({"id": [f"n{number}" for number in range(10_000)]})
    found = complete("id = 'n", 7, Dataset.from_pandas(frame, "many.csv"))
    assert len(found.candidates) == MOST


WORDS = ["age", '"country of birth"', "=", "<=", "30", "'Chad'", "and", "or", "not", "(", ")", "in (", ",", "between"]


@given(st.lists(st.sampled_from(WORDS), max_size=8), st.integers(0, 10**6).map(random.Random))
def test_that_every_offer_can_be_followed_by_something_or_is_a_whole_expression(pieces, generator):
    expression = " ".join(pieces) + " "
    found = complete(expression, len(expression), TABLE)
    if found is None:
        return
    chosen = generator.choice(found.candidates)
    extended = expression[: found.begin] + chosen + " "
    try:
        parse(extended)
    except InvalidSelection:
        assert acceptable(extended)


@given(st.text("ab 01'\"`=<>()-,\\é", max_size=30))
def test_that_any_text_is_cut_into_pieces_that_cover_it(expression):
    pieces = tokens(expression)
    covered = [False] * len(expression)
    for piece in pieces:
        for place in range(piece.begin, piece.end):
            assert not covered[place]
            covered[place] = True
    assert all(is_covered or expression[place].isspace() for place, is_covered in enumerate(covered))
    complete(expression, len(expression), TABLE)


def test_that_pieces_are_told_apart():
    kinds = [(piece.text, piece.kind) for piece in tokens("age >= 18 and sex in ('f', 'm') or \"is it\" = 'x")]
    assert kinds == [
        ("age", TokenKind.ATTRIBUTE),
        (">=", TokenKind.OPERATOR),
        ("18", TokenKind.VALUE),
        ("and", TokenKind.WORD),
        ("sex", TokenKind.ATTRIBUTE),
        ("in", TokenKind.WORD),
        ("(", TokenKind.WORD),
        ("f", TokenKind.VALUE),
        (",", TokenKind.WORD),
        ("m", TokenKind.VALUE),
        (")", TokenKind.WORD),
        ("or", TokenKind.WORD),
        ("is it", TokenKind.ATTRIBUTE),
        ("=", TokenKind.OPERATOR),
        ("x", TokenKind.VALUE),
    ]
    assert tokens("a = 'x")[-1].is_open
    assert not tokens("a = 'x'")[-1].is_open
