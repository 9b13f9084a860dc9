"""k^m-anonymity of random sets: the time to count combinations, and to find a recoding, by m.

Items are drawn by Zipf's law from a domain whose hierarchy has groups of ten, of a hundred, and all.
"""

import argparse
import time
from collections.abc import Sequence

import numpy as np

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from arxdesk_engine.search.sets.counting import WeightedSets
from arxdesk_engine.search.sets.recoding import recode_sets
from arxdesk_engine.search.sets.tree import ItemTree

SEED = 1


def random_sets(sets: int, largest: int, domain: int) -> tuple[ItemTree, WeightedSets]:
    """So many sets of 1 to `largest` draws from the domain, and its tree."""
    generator = np.random.default_rng(SEED)
    shares = 1.0 / np.arange(1, domain + 1)
    sizes = generator.integers(1, largest + 1, sets)
    rows = np.repeat(np.arange(sets), sizes)
    items = generator.permutation(domain)[generator.choice(domain, len(rows), p=shares / shares.sum())]
    pairs = np.unique(rows * domain + items)
    offsets = np.concatenate([[0], np.cumsum(np.bincount(pairs // domain, minlength=sets))]).astype(np.int64)
    names = [f"{number:06}" for number in range(domain)]
    column = Column("items", np.arange(domain, dtype=np.int32), tuple(names))
    tree = ItemTree.of(bind(Hierarchy(tuple((name, name[:5], name[:4], "*") for name in names)), column))
    weights = np.ones(sets, np.int64)
    return tree, WeightedSets.of(offsets, (pairs % domain).astype(np.int32), weights, tree.leaf_of)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each m."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=100_000)
    parser.add_argument("--largest", type=int, default=20)
    parser.add_argument("--domain", type=int, default=1_000)
    parser.add_argument("--k", type=int, default=5)
    parser.add_argument("--most", type=int, default=3, help="the largest m")
    parser.add_argument("--limit", type=float, default=0.0, help="share of items that may be left out")
    settings = parser.parse_args(arguments)
    tree, sets = random_sets(settings.sets, settings.largest, settings.domain)
    print(f"{settings.sets:,} sets, {len(sets.items):,} items in them, {settings.domain:,} different ones")
    for m in range(1, settings.most + 1):
        started = time.perf_counter()
        rare = sets.rare(tree.leaves, settings.k, m)
        counted = time.perf_counter()
        found = recode_sets(tree, sets, settings.k, m, settings.limit)
        recoded = time.perf_counter()
        print(
            f"m = {m}: {rare.total:,} rare combinations counted in {counted - started:.2f} s; "
            f"recoded in {recoded - counted:.2f} s, loss {found.loss:.4f}{' (proven)' if found.proven else ''}, "
            f"{found.left_out:,} items left out"
        )


if __name__ == "__main__":
    main()
