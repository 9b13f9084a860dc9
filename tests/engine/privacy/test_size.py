"""k-anonymity, and what every privacy model tells about itself."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.privacy.size import KAnonymity


@given(st.lists(st.integers(1, 20), max_size=20), st.integers(1, 12))
def test_that_classes_below_k_violate(sizes, k):
    criterion = KAnonymity(k=k).bind(None)
    classes = SimpleNamespace(counts=np.array(sizes, np.int64))
    assert criterion.violating(classes).tolist() == [size < k for size in sizes]
    assert (criterion.minimal_class_size, criterion.only_class_size) == (k, True)


@pytest.mark.parametrize("k", [0, -1, 2**31, 2.5, "5", True, None])
def test_that_k_is_a_whole_number_of_at_least_one(k):
    with pytest.raises(ValidationError):
        KAnonymity(k=k)


def test_that_the_model_explains_itself():
    assert KAnonymity(k=5).title == "5-anonymity"
    assert "fewer than 5 people" in KAnonymity(k=5).sentence
    assert "20 % (1 in 5)" in KAnonymity(k=5).sentence
