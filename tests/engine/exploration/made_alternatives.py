"""Transformations made without any search, of any number, for the tests of what shows them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from arxdesk_engine.exploration.alternatives import Alternatives, LatticeFacts, State, sizes_by_height
from arxdesk_engine.exploration.sifting import Sifted, Sorting, sift
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.explore import Filters
from arxdesk_engine.lattice.lattice import Lattice

RECORDS = 1000


def made_alternatives(spans, seed=0, unknown=0.2, scores=50) -> Alternatives:
    """A whole lattice with as many levels of each attribute as `spans` says, and figures drawn at random.

    Some rows are unknown, some known by proof without figures; few `scores` make many equal ones.
    """
    generator = np.random.default_rng(seed)
    size = int(np.prod(spans))
    strides = [int(np.prod(spans[place + 1 :])) for place in range(len(spans))]
    levels = (np.arange(size)[:, None] // strides % spans).astype(np.int16)
    heights = levels.sum(axis=1)
    state = generator.choice([State.NOT, State.ANONYMOUS], size).astype(np.uint8)
    state[generator.random(size) < unknown] = State.UNKNOWN
    looked_at = (state != State.UNKNOWN) & (generator.random(size) < 0.9)
    bound = generator.integers(0, scores, size) / scores
    score = np.where(looked_at & (state == State.ANONYMOUS), bound + generator.integers(0, 3, size) / 10, np.nan)
    suppressed = np.where(looked_at, generator.integers(0, RECORDS + 1, size), -1)
    classes = np.where(looked_at, np.minimum(generator.integers(0, 40, size), RECORDS - suppressed), -1)
    smallest = np.where(classes > 0, generator.integers(1, 9, size), np.where(looked_at, 0, -1))
    known = np.flatnonzero(~np.isnan(score))
    by_height = np.argsort(heights, kind="stable")
    lattice = Lattice((0,) * len(spans), tuple(span - 1 for span in spans))
    sizes = sizes_by_height(lattice)
    return Alternatives(
        LatticeFacts(tuple(f"q{place}" for place in range(len(spans))), lattice, lattice.top, RECORDS, 50),
        True,
        levels,
        state,
        score,
        bound,
        suppressed.astype(np.int64),
        classes.astype(np.int64),
        smallest.astype(np.int64),
        np.where(looked_at, generator.random(size) * 9, np.nan).astype(np.float32),
        by_height,
        np.concatenate(([0], np.cumsum(np.bincount(heights, minlength=len(sizes))))),
        sizes,
        int(known[np.argmin(score[known])]) if len(known) else -1,
        True,
        {},
    )


def sifted(alternatives: Alternatives, filters: Filters | None = None, sorting: Sorting | None = None) -> Sifted:
    """Sifted here and now."""
    return sift(alternatives, filters or Filters(), sorting or Sorting(), None, Control())


def without_best(alternatives: Alternatives) -> Alternatives:
    """The same ones where no search has found any that is anonymous."""
    return replace(alternatives, best=-1)
