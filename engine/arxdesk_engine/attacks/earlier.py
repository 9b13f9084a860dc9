"""An earlier release about the same people: a file, or the rows that the ledger of a project has kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.verification.texts import categorical


@dataclass(frozen=True, slots=True, eq=False)
class EarlierRelease:
    """`content` is the file, or its columns. `present` bool[records of the input] says who was in it; None: nobody
    knows, and whoever has a candidate there may be in it."""

    name: str
    content: Path | tuple[RawColumn, ...]
    present: NDArray[np.bool_] | None = None

    @classmethod
    def of_file(cls, path: Path) -> EarlierRelease:
        """A file of which nothing else is known."""
        return cls(path.name, path)


def table_of(columns: tuple[RawColumn, ...]) -> pd.DataFrame:
    """Columns as a table of categorical texts."""
    return pd.DataFrame({each.name: categorical(each.codes.astype(np.int64), each.dictionary) for each in columns})
