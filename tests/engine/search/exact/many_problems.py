"""Many more random problems against all transformations: `python -m tests.engine.search.exact.many_problems`.

The seeds are those from `--first` on (10,000 unless told), `--count` of them (20,000). Each is searched as the tests of
the same folder search theirs; every tenth with 1, 2 and 8 threads, whose looks must be the same. Prints the seeds that
failed, and ends with status 1 where there are any.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence

import pytest

from arxdesk_engine.search.exact.in_arrays import fits
from tests.engine.search.exact.test_by_losses import looks_of
from tests.engine.search.exact.test_in_arrays import assert_best, let_the_proof_do_it, search, small_problem

FIRST, COUNT, WITH_THREADS = 10_000, 20_000, 10


def examine(seed: int) -> None:
    """Search one problem; raises AssertionError where it does not find the best, or threads differ."""
    with pytest.MonkeyPatch.context() as patch:
        let_the_proof_do_it(patch)
        if seed % 2:
            patch.setattr("arxdesk_engine.search.exact.rare_values.LEAST_TRANSFORMATIONS", 0)
        problem = small_problem(seed)
        assert fits(problem)
        solution = search(problem)
        assert_best(problem, solution)
        if seed % WITH_THREADS == 0:
            assert looks_of(solution) == looks_of(search(problem, 2)) == looks_of(search(problem, 8))


def main(arguments: Sequence[str] | None = None) -> int:
    """Examine all seeds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=FIRST)
    parser.add_argument("--count", type=int, default=COUNT)
    chosen = parser.parse_args(arguments)
    failed = []
    for seed in range(chosen.first, chosen.first + chosen.count):
        try:
            examine(seed)
        except Exception:  # noqa: BLE001 - whatever it is, the others are examined, too
            traceback.print_exc()
            failed.append(seed)
    print(f"{chosen.count:,} problems, {len(failed):,} failed", *failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
