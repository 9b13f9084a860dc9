"""Which kinds suit a column: what is offered can be built, the rest says why not, one is recommended."""

import random

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.hierarchies.automatic import propose
from arxdesk_engine.hierarchies.offers import KINDS, offers


def column_of(values):
    return Dataset.from_pandas(pd.DataFrame({"a": values})).columns[0]


def make(chance):
    number = chance.randint(1, 60)
    kinds = {
        "whole": lambda: str(chance.randint(-50, 5000)),
        "decimal": lambda: f"{chance.gauss(0, 10):.3f}",
        "date": lambda: f"{chance.randint(1900, 2030)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
        "text": lambda: chance.choice(["", "*", "a b", "x" * chance.randint(1, 300), "Ä", "0012"]),
        "mixed": lambda: chance.choice(["17", "unknown", "", "2020-01-01", "1e5"]),
    }
    return (
        column_of([kinds[chance.choice(list(kinds))]() for _ in range(number)])
        if chance.random() < 0.2
        else (column_of([kinds[kind]() for kind in [chance.choice(list(kinds))] * number]))
    )


@settings(deadline=None)
@given(st.integers(0, 2**32).map(random.Random))
def test_that_every_offer_is_built_or_says_why_not_and_one_is_recommended(chance):
    column = make(chance)
    found = offers(column)
    assert tuple(offer.kind for offer in found) == KINDS
    assert sum(offer.recommended for offer in found) == 1
    for offer in found:
        if offer.builder is None:
            assert offer.reason
            assert not offer.recommended
        else:
            assert offer.builder.builder == offer.kind
            if offer.recommended:
                assert offer.reason
                offer.builder.build(column)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([str(age) for age in range(17, 90)], "interval"),
        ([f"2020-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 28)], "date"),
        (["Germany", "France", "Brazil"], "ready-made"),
        (["E11.9", "I10", "K35"], "ready-made"),
        (["red", "green", "blue"], "priority"),
        (["", "*"], "automatic"),
        ([f"AB{number:04}" for number in range(0, 900, 3)], "redaction"),
    ],
)
def test_that_the_kind_that_is_recommended_is_the_sensible_one(values, kind):
    assert next(offer.kind for offer in offers(column_of(values)) if offer.recommended) == kind


@pytest.mark.parametrize(
    ("values", "name"),
    [(["DE", "FR"], "countries-alpha-2"), (["DEU", "FRA"], "countries-alpha-3"), (["Germany"], "countries-names")],
)
def test_that_countries_are_listed_as_they_are_written(values, name):
    assert next(offer.builder.name for offer in offers(column_of(values)) if offer.kind == "ready-made") == name


def test_that_the_example_is_a_value_with_its_labels():
    column = column_of(["17"] * 5 + [str(age) for age in range(18, 90)])
    offer = next(offer for offer in offers(column) if offer.kind == "interval")
    row = next(row for row in propose(column).build(column).rows if row[0] == "17")
    assert offer.example == tuple(dict.fromkeys(row))
