"""ARX's queries: and/or bind alike, from the right, which our expressions say by parentheses."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.arx.query import NoQuery, expression_of
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.selection import select


@pytest.mark.parametrize(
    ("query", "expression"),
    [
        ("'age' > '50'", "age > '50'"),
        ("'age'>='50'and'sex'<>'Male'", "age >= '50' and sex != 'Male'"),
        ("'a' = '1' and 'b' = '2' or 'c' = '3'", "a = '1' and (b = '2' or c = '3')"),
        ("'a' = '1' or 'b' = '2' and 'c' = '3'", "a = '1' or (b = '2' and c = '3')"),
        ("('a' = '1' and 'b' = '2') or 'c' = '3'", "(a = '1' and b = '2') or c = '3'"),
        ("'a'='1' or 'b'='2' or 'c'='3'", "a = '1' or b = '2' or c = '3'"),
        (r"'it\'s' = 'a\\b\''", "\"it's\" = 'a\\b'''"),
        ("\t'country of birth' =\n'Côte d\\'Ivoire' ", "\"country of birth\" = 'Côte d''Ivoire'"),
        ("'and' = 'or'", "\"and\" = 'or'"),
    ],
)
def test_that_queries_become_expressions(query, expression):
    assert expression_of(query) == expression


@pytest.mark.parametrize(
    "query",
    [
        *("", "  ", "age > 50", "'age'", "'age' >", "'age' > '50' and", "('age' > '50'", "'age' > '50')"),
        *("'a' = 'b' AND 'c' = 'd'", "'a' = 'b' 'c' = 'd'", "'a' like 'b'", "'a' = 'b", "and", "()"),
        "(" * 100 + "'a' = 'b'" + ")" * 100,
    ],
)
def test_that_what_arx_would_not_understand_is_no_query(query):
    with pytest.raises(NoQuery):
        expression_of(query)


def test_that_a_long_query_neither_takes_long_nor_overflows():
    with pytest.raises(NoQuery):
        expression_of(" or ".join(["'a' = '1'"] * 100_000))


class RandomQuery:
    """A random query with what it means, by ARX's grammar: expr := term | term word expr."""

    def __init__(self, rng, dataset):
        self._rng, self._dataset = rng, dataset

    def expression(self, depth):
        text, mask = self.term(depth)
        if depth > 0 and self._rng.random() < 0.7:
            word = self._rng.choice(("and", "or"))
            rest, other = self.expression(depth - 1)
            return f"{text} {word} {rest}", mask & other if word == "and" else mask | other
        return text, mask

    def term(self, depth):
        if depth > 0 and self._rng.random() < 0.3:
            text, mask = self.expression(depth - 1)
            return f"({text})", mask
        name, sign = self._rng.choice("abc"), self._rng.choice(("=", "<>", "<", "<=", ">", ">="))
        value = self._rng.randrange(4)
        numbers = np.array([int(text) for text in self._dataset[name].texts()])
        compared = {
            "=": numbers == value,
            "<>": numbers != value,
            "<": numbers < value,
            "<=": numbers <= value,
            ">": numbers > value,
            ">=": numbers >= value,
        }
        return f"'{name}' {sign} '{value}'", compared[sign]


@given(st.integers(min_value=0).map(random.Random))
def test_that_the_expression_selects_what_the_query_does(rng):
    columns = (
        Column.encode(name, np.array([rng.randrange(4) for _record in range(40)], np.int32), ["0", "1", "2", "3"])
        for name in "abc"
    )
    dataset = Dataset(tuple(columns))
    query, mask = RandomQuery(rng, dataset).expression(5)
    assert np.array_equal(select(dataset, expression_of(query)), mask)
