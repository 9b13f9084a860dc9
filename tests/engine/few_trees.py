"""Attacks that learn quickly: what a report or a view tells of them does not depend on how well the models guess."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arxdesk_engine.attacks import baseline

TREES = 3


@pytest.fixture(autouse=True, scope="session")
def few_trees() -> Iterator[None]:
    """Lets the forests of the baseline have few trees. How well they guess is tested in `tests/engine/attacks`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(baseline, "_TREES", TREES)
        yield
