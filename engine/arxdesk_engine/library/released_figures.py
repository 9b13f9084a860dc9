"""The figures of what was released: of the transformation of the search, or of the recoding that took its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.local_recoding import LocalRecoding
from arxdesk_engine.search.solution import Solution, Status


def released_facts(
    facts: Mapping[str, Any], solution: Solution, output: Output, recoding: LocalRecoding | None
) -> dict[str, Any]:
    """The figures of a released frame; `facts` are those of `Anonymizer.describe`.

    Levels are numbers, or [lowest, highest] of each attribute where groups have levels of their own. Checks and seconds
    are those of search and recoding. Score, bound and gap are None where nothing is known: no bound is proven for
    recoding in iterations. Group by group the gap is that between `loss`, the mean loss of a row, and `lower_bound`, a
    loss that no recoding with groups as large falls below.
    """
    search, first = facts["search"], facts["solution"]
    if recoding is None:
        proof = {name: search[name] for name in ("status", "lower_bound", "gap", "checks", "seconds")}
        return {"recoding": None, **first, **proof}
    found = recoding.groupwise
    sizes = output.groups[0]
    return {
        "recoding": "iterated" if found is None else "groupwise",
        "levels": dict(zip(first["levels"], _ends(recoding), strict=True)),
        "score": recoding.score,
        "suppressed_records": output.suppressed_records,
        "classes": len(sizes),
        "smallest_class": min(sizes.tolist(), default=0),
        "largest_class": max(sizes.tolist(), default=0),
        "status": released_status(solution, recoding).value,
        "lower_bound": None if found is None else found.lower_bound,
        "gap": None if found is None else found.gap,
        **({} if found is None else {"loss": found.loss}),
        "checks": solution.checks + recoding.checks,
        "seconds": solution.seconds + recoding.seconds,
    }


def released_status(solution: Solution, recoding: LocalRecoding | None) -> Status:
    """The proof for what was released: the search proves nothing about a recoding, which has a bound of its own."""
    if recoding is None:
        return solution.status
    is_proven = recoding.groupwise is not None and recoding.groupwise.gap == 0
    return Status.OPTIMAL if is_proven else Status.BEST_FOUND


def _ends(recoding: LocalRecoding) -> list[list[int]]:
    """The lowest and the highest level of each attribute among the rows that were kept."""
    given = recoding.recoding
    used = np.unique(given.chosen[~given.suppressed])
    vectors = np.array(given.transformations, np.int64)
    kept = vectors[used] if len(used) else vectors[:1]
    return [list(ends) for ends in zip(kept.min(axis=0).tolist(), kept.max(axis=0).tolist(), strict=True)]
