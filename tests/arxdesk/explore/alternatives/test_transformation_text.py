"""Transformations in words: on their cards, and in the read-out beside the pointer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arxdesk.explore.alternatives.transformation_text import card_text, mixture, readout
from arxdesk_engine.exploration.alternatives import State
from tests.engine.exploration.made_alternatives import made_alternatives


@pytest.fixture
def told():
    """Four transformations of one attribute: anonymous, too much removed, unknown, known by proof alone."""
    known = made_alternatives((4,), unknown=0.0)
    return replace(
        known,
        best=-1,
        state=np.array([State.ANONYMOUS, State.NOT, State.UNKNOWN, State.NOT], np.uint8),
        score=np.array([0.27391, np.nan, np.nan, np.nan]),
        lower_bound=np.array([0.1, 0.2, 0.276, 0.4]),
        suppressed=np.array([40, 71, -1, -1]),
        classes=np.array([48, 3, -1, -1]),
        smallest=np.array([5, 6, -1, -1]),
    )


def test_that_a_card_tells_score_limit_or_bound(told):
    assert [card_text(told, row) for row in (0, 1, 2, 3, -1)] == ["0.2739", "7 % > 5 %", "≥ 0.2760", "by proof", "–"]


def test_that_shares_that_look_alike_are_told_apart(told):
    close = replace(told, suppressed=np.array([40, 51, -1, -1]))
    assert card_text(close, 1) == "5.1 % > 5 %"


def test_that_hovering_tells_class_score_removed_people_smallest_group_and_levels(told):
    assert readout(told, (0,), 0) == [
        "Anonymous",
        "Score 0.2739 (0 keeps every detail)",
        "Removed: 40 of 1,000 records (4 %)",
        "Smallest group 5 records, 48 groups",
        "All attributes unchanged",
    ]
    assert "Removed: 71 of 1,000 records (7.1 %), 50 allowed" in readout(told, (1,), 1)
    assert readout(told, (2,), 2) == ["Not checked yet", "Score at least 0.2760", "q0 2 of 3"]
    assert "Inferred from others; not checked itself" in readout(told, (3,), 3)
    assert readout(told, (1,), -1)[:2] == ["Not checked yet", "Not known"]


def test_that_of_very_many_attributes_the_read_out_names_some():
    known = made_alternatives((2,) * 16)
    lines = readout(known, (1,) * 16, len(known) - 1)
    assert lines[-1].endswith("4 more")
    assert max(map(len, lines)) < 70


def test_that_mixtures_name_what_there_is():
    assert mixture({"anonymous": 1200, "not": 0, "unknown": 3}) == "1,200 anonymous and 3 unknown"
    assert mixture({"anonymous": 0, "not": 0, "unknown": 0}) == "none"
