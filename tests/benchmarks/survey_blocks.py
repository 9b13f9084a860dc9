"""Tables of the shape of IHIS that are drawn block by block, where the script of the reference folder lacks the memory.

The model is that of the script: a Gaussian copula with two latent factors, and skewed marginals over the values that
the hierarchies list. Its marginals are exact, as it ranks all records; here they come from the normal distribution.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray
from scipy.special import ndtr

from tests.benchmarks.data import shared_folder

BLOCK = 5_000_000
_SPREAD = 1.5
"""The deviation of the weights of a latent factor."""
_FLAT_SKEW = 0.15


def draw(table: Path, dataset: str, records: int, seed: int) -> None:
    """Write a table of so many records as Parquet, every column as text."""
    script = _script()
    _rows, attributes, skew, factors = script.SHAPES[dataset]
    rng = np.random.default_rng(seed)
    domains = {each: script.values(dataset, each) for each in attributes}
    weights = {each: rng.normal(0, _SPREAD, factors).astype(np.float32) for each in attributes}
    cuts = {
        each: _cuts(rng, len(domains[each]), None if each in script.FLAT else skew, weights[each])
        for each in attributes
    }
    kinds = {each: pa.string() for each in attributes}
    with pq.ParquetWriter(table, pa.schema(kinds)) as writer:
        for start in range(0, records, BLOCK):
            size = min(BLOCK, records - start)
            latent = rng.standard_normal((size, factors), dtype=np.float32)
            columns = {}
            for each in attributes:
                position = latent @ weights[each] + rng.standard_normal(size, dtype=np.float32)
                codes = np.searchsorted(cuts[each], position).astype(np.int32)
                columns[each] = pa.DictionaryArray.from_arrays(codes, pa.array(domains[each])).cast(pa.string())
            writer.write_table(pa.table(columns))


def _cuts(
    rng: np.random.Generator, values: int, skew: float | None, weights: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Where the position of a record in the copula becomes the next value, float32[values - 1]."""
    shares = np.arange(1, values + 1, dtype=float) ** -(_FLAT_SKEW if skew is None else skew)
    if skew is not None:
        shares = shares[rng.permutation(values)]
    grid = np.linspace(-8, 8, 1_000_001)
    cumulated = np.cumsum(shares / shares.sum())[:-1]
    deviation = float(np.sqrt(1 + (weights.astype(float) ** 2).sum()))
    return (np.interp(cumulated, ndtr(grid), grid) * deviation).astype(np.float32)


def _script() -> ModuleType:
    """The script of the reference folder, for its shapes and values."""
    place = shared_folder() / "data" / "make_survey_data.py"
    found = importlib.util.spec_from_file_location("make_survey_data", place)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module
