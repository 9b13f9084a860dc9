"""What the test models say of themselves is true, and together they make problems of every kind."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.search.problem import ProblemKind
from tests.engine import naive
from tests.engine.models import MODELS
from tests.engine.problems import problem_of

SIZES = st.lists(st.integers(1, 30), min_size=1, max_size=5)


def violates(model, sizes):
    return model.violating(SimpleNamespace(counts=np.array(sizes, np.int64)))


@pytest.mark.parametrize("name", MODELS)
@given(n=st.integers(1, 8), sizes=SIZES)
def test_that_a_union_and_its_parts_behave_as_the_model_says(name, n, sizes):
    model = MODELS[name](n=n)
    whole, parts = violates(model, [sum(sizes)])[0], violates(model, sizes)
    assert parts.tolist() == [naive.breaks(name, n, size) for size in sizes]
    assert all(parts[np.array(sizes) < model.minimal_class_size])
    if model.violations_are_inherited and whole:
        assert parts.all()
    if model.monotonic_without_suppression and not parts.any():
        assert not whole


@pytest.mark.parametrize(
    ("models", "k", "limit", "kind"),
    [
        ((), 3, 0.0, ProblemKind.MONOTONIC),
        ((("multiple-of", 2),), 1, 0.0, ProblemKind.MONOTONIC),
        ((("at-least", 2), ("multiple-of", 3)), 2, 0.0, ProblemKind.MONOTONIC),
        ((("at-most", 6),), 2, 0.0, ProblemKind.PARTIALLY_MONOTONIC),
        ((("multiple-of", 2), ("at-most", 6)), 1, 0.0, ProblemKind.PARTIALLY_MONOTONIC),
        ((), 3, 0.5, ProblemKind.PARTIALLY_MONOTONIC),
        ((("at-least", 2),), 1, 0.5, ProblemKind.PARTIALLY_MONOTONIC),
        ((("multiple-of", 2),), 1, 0.5, ProblemKind.PARTIALLY_MONOTONIC),
        ((("multiple-of", 1), ("at-most", 6)), 1, 0.5, ProblemKind.NON_MONOTONIC),
        ((("not-modulo-three", 1),), 1, 0.0, ProblemKind.NON_MONOTONIC),
        ((("not-modulo-three", 1),), 1, 1.0, ProblemKind.NON_MONOTONIC),
    ],
)
def test_that_they_make_problems_of_every_kind(models, k, limit, kind):
    columns = (("a", "b", "c", "d"),)
    hierarchies = ((("a", "*"), ("b", "*"), ("c", "*"), ("d", "*")),)
    assert problem_of(naive.Case(columns, hierarchies, k=k, limit=limit, models=models)).kind is kind
