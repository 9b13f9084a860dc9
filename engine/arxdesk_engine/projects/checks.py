"""Looks at transformations as they are kept: as plain values, and many of them as a Parquet table."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from arxdesk_engine.foundation.errors import InvalidData, Problem
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.projects.layout import CheckFacts, ScoreFacts
from arxdesk_engine.projects.tables import explained, opened, require_safe_table, write_table
from arxdesk_engine.quality.aggregate import RankedScore
from arxdesk_engine.search.check import REMEMBERED_CHECKS
from arxdesk_engine.search.solution import Check, Improvement

if TYPE_CHECKING:
    import pyarrow as pa

MOST_LOOKS = REMEMBERED_CHECKS
_COUNTS = ("suppressed_records", "classes", "smallest_class", "largest_class")
_FLAGS = ("anonymous", "specializations_fail", "generalizations_hold")
_SCORES = ("score", "lower_bound")
_BOUND = "bound_when_found"
_LEVEL, _LOSS = "level ", " loss "


def score_facts(score: float) -> ScoreFacts:
    """A score as plain values."""
    return ScoreFacts(value=float(score), losses=score.losses if isinstance(score, RankedScore) else None)


def score_of(facts: ScoreFacts) -> float:
    """The score that plain values mean."""
    return _score(facts.value, facts.losses)


def check_facts(check: Check) -> CheckFacts:
    """A check as plain values."""
    facts: dict[str, Any] = {name: getattr(check, name) for name in (*_COUNTS, *_FLAGS)}
    facts |= {name: score_facts(getattr(check, name)) for name in _SCORES}
    return CheckFacts(levels=check.levels, **facts)


def check_of(facts: CheckFacts) -> Check:
    """The look that plain values mean."""
    values: dict[str, Any] = {name: getattr(facts, name) for name in (*_COUNTS, *_FLAGS)}
    values |= {name: score_of(getattr(facts, name)) for name in _SCORES}
    return Check(levels=facts.levels, **values)


def write_checks(stream: BinaryIO, checks: Sequence[Check]) -> None:
    """Write looks, a row for each."""
    write_table(stream, _table(checks, {}))


def write_improvements(stream: BinaryIO, improvements: Sequence[Improvement]) -> None:
    """Write the transformations that were the best for a time."""
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    found = {
        "seconds": pa.array([each.seconds for each in improvements], pa.float64()),
        "checks": pa.array([each.checks for each in improvements], pa.int64()),
        **_score_arrays(_BOUND, [each.lower_bound for each in improvements]),
    }
    write_table(stream, _table([each.check for each in improvements], found))


def read_checks(path: Path) -> tuple[Check, ...]:
    """Looks, as they were written. Raises InvalidData."""
    columns = _columns(path)
    with explained(path):
        return tuple(_checks(columns))


def read_improvements(path: Path) -> tuple[Improvement, ...]:
    """Improvements, as they were written. Raises InvalidData."""
    columns = _columns(path)
    with explained(path):
        seconds, checks = (_typed(columns[name], kind) for name, kind in (("seconds", float), ("checks", int)))
        rows = zip(seconds, checks, _checks(columns), _scores(columns, _BOUND), strict=True)
        return tuple(Improvement(*row) for row in rows)


def _table(checks: Sequence[Check], more: dict[str, pa.Array]) -> pa.Table:
    import pyarrow as pa  # noqa: PLC0415

    levels = np.array([check.levels for check in checks], np.int16).reshape(len(checks), -1)
    columns = {f"{_LEVEL}{number}": pa.array(levels[:, number]) for number in range(levels.shape[1])}
    columns |= {name: pa.array([getattr(check, name) for check in checks], pa.bool_()) for name in _FLAGS}
    columns |= {name: pa.array([getattr(check, name) for check in checks], pa.int64()) for name in _COUNTS}
    for name in _SCORES:
        columns |= _score_arrays(name, [getattr(check, name) for check in checks])
    return pa.table(columns | more)


def _score_arrays(name: str, scores: Sequence[float]) -> dict[str, pa.Array]:
    """The numbers, and a column for each of the losses where some were ranked by them; null for those that were not."""
    import pyarrow as pa  # noqa: PLC0415

    losses = [score.losses if isinstance(score, RankedScore) else () for score in scores]
    width = max(map(len, losses), default=0)
    columns = {name: pa.array([float(score) for score in scores], pa.float64())}
    for place in range(width):
        cells = [each[place] if place < len(each) else None for each in losses]
        columns[f"{name}{_LOSS}{place}"] = pa.array(cells, pa.float64())
    return columns


def _columns(path: Path) -> dict[str, list[Any]]:
    """The columns as plain values."""
    require_safe_table(path)
    with explained(path), opened(path) as file:
        rows = file.metadata.num_rows
        if rows > MOST_LOOKS:
            raise InvalidData(
                Problem(
                    str(path),
                    tr("it has {n} checks", n=whole(rows)),
                    tr("At most {n} are kept.", n=whole(MOST_LOOKS)),
                )
            )
        table = file.read()
        return dict(zip(table.column_names, (chunked.to_pylist() for chunked in table.columns), strict=True))


def _checks(columns: Mapping[str, list[Any]]) -> list[Check]:
    """Raises LookupError or ValueError for columns that are not those of looks."""
    levels = zip(*(_typed(columns[name], int) for name in _numbered(columns, _LEVEL)), strict=True)
    numbers = {name: _typed(columns[name], bool) for name in _FLAGS}
    numbers |= {name: _typed(columns[name], int) for name in _COUNTS}
    numbers |= {name: _scores(columns, name) for name in _SCORES}
    rows = zip(levels, zip(*numbers.values(), strict=True), strict=True)
    return [Check(levels=place, **dict(zip(numbers, row, strict=True))) for place, row in rows]


def _scores(columns: Mapping[str, list[Any]], name: str) -> list[float]:
    numbers = _typed(columns[name], float)
    losses = [columns[each] for each in _numbered(columns, f"{name}{_LOSS}")]
    if not losses:
        return numbers
    ranked = ([loss for loss in row if loss is not None] for row in zip(*losses, strict=True))
    return [_score(number, row or None) for number, row in zip(numbers, ranked, strict=True)]


def _numbered(columns: Mapping[str, list[Any]], start: str) -> list[str]:
    """The names of the columns that begin so, in the order of the numbers behind that."""
    number = itertools.count()
    return list(itertools.takewhile(columns.__contains__, (f"{start}{each}" for each in number)))


def _typed(cells: list[Any], kind: type) -> list[Any]:
    if any(type(cell) is not kind for cell in cells) or (kind is not float and any(cell < 0 for cell in cells)):
        raise ValueError(tr("a column holds values of another kind"))
    return cells


def _score(number: float, losses: Sequence[float] | None) -> float:
    if losses is None:
        return number
    if not losses or any(type(loss) is not float for loss in losses):
        raise ValueError(tr("losses are not numbers"))
    return RankedScore.kept(number, losses)
