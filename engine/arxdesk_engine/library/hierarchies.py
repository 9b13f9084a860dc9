"""Hierarchies in all forms that a program has them in: dictionaries, nested dictionaries, frames, files, builders."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from arxdesk_engine.data.raw_table import RawTable
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.errors import InvalidHierarchy, Problem, UserError, quoted
from arxdesk_engine.hierarchies.builder import HierarchyBuilder, Row
from arxdesk_engine.hierarchies.builders import BUILDERS
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.hierarchies.validation import check
from arxdesk_engine.library.frames.opening import frame_of

_REMEDY = (
    "Give a dictionary from each value to its labels, a nested dictionary, a data frame whose first column has the "
    "values, the path of a CSV file, a builder such as arxdesk.Automatic(), or None."
)


def hierarchy_source(given: object, name: str, *, has_missing: bool = False) -> HierarchyBuilder | str | None:
    """What a job holds for a hierarchy that a program gives for a column.

    - None: the column is shown as it is;
    - a builder, or the name of one that needs no settings ("automatic");
    - text or a path: a CSV file, relative to the current folder;
    - a dictionary from each value to its label, or to its labels from fine to coarse;
    - a nested dictionary, coarse to fine, with lists of values innermost: {"Europe": {"West": ["FR", "BE"]}};
    - a frame: the values in its first column, then a column for each level.

    Values are written as cells are read: 1.0 is 1, True is true, and None is a missing cell. With `has_missing` these
    get a branch of their own below the root, as builders give them, where no row says otherwise. Raises
    InvalidHierarchy.
    """
    if given is None or isinstance(given, HierarchyBuilder):
        return given
    if isinstance(given, Hierarchy):
        return TableBuilder.of(check(given))
    if isinstance(given, str) and given in BUILDERS and not BUILDERS[given].model_fields.keys() - {"builder"}:
        return BUILDERS[given].model_validate({})
    if isinstance(given, str | os.PathLike):
        return str(Path(given))
    place = f"hierarchy of {quoted(name)}"
    if isinstance(given, Mapping) and given.get("builder") in BUILDERS:
        found = f"settings of a builder ({quoted(given['builder'])}) stand where a hierarchy belongs"
        raise InvalidHierarchy(Problem(place, found, "Give the builder itself, such as arxdesk.Redaction()."))
    if any(each.__name__ == "Series" for each in type(given).__mro__):
        remedy = "Give a dictionary from each value to its label; of pandas, series.to_dict() is one."
        raise InvalidHierarchy(Problem(place, "a Series is one column, without the labels of its values", remedy))
    if isinstance(given, Mapping):
        rows = list(_nested(given, place) if _is_nested(given) else _flat(given, place))
    else:
        rows = list(_framed(given, place))
    hierarchy = check(Hierarchy(tuple(rows), place))
    return TableBuilder.of(_with_missing(hierarchy) if has_missing else hierarchy)


def _is_nested(given: Mapping[Any, Any]) -> bool:
    return any(isinstance(each, Mapping) for each in given.values())


def _flat(given: Mapping[Any, Any], place: str) -> Iterator[Row]:
    for value, labels in given.items():
        if isinstance(labels, str) or not isinstance(labels, Sequence):
            labels = (labels,)
        yield (cell_text(value), *(cell_text(each) for each in labels))
    if not given:
        raise InvalidHierarchy(Problem(place, "there are no rows", _REMEDY))


def _nested(given: Mapping[Any, Any], place: str) -> Iterator[Row]:
    for label, below in given.items():
        yield from ((*row, cell_text(label)) for row in _below(below, place))


def _below(below: object, place: str) -> Iterator[Row]:
    if isinstance(below, Mapping):
        yield from _nested(below, place)
    elif isinstance(below, str) or not isinstance(below, Sequence | set | frozenset):
        found = f"{quoted(str(below))} stands where a list of values belongs"
        raise InvalidHierarchy(Problem(place, found, "Write the values of each innermost label as a list."))
    else:
        yield from ((cell_text(value),) for value in below)


def _framed(given: object, place: str) -> Iterator[Row]:
    try:
        frame = frame_of(given)
        raw: RawTable = frame.raw(frame.names)
    except UserError as error:
        raise InvalidHierarchy(Problem(place, error.problems[0].found, _REMEDY)) from error
    texts = [[column.dictionary[code] for code in column.codes.tolist()] for column in raw.columns]
    yield from dict.fromkeys(zip(*texts, strict=True))


def _with_missing(hierarchy: Hierarchy) -> Hierarchy:
    if any(row[0] == "" for row in hierarchy.rows):
        return hierarchy
    roots = {row[-1] for row in hierarchy.rows}
    root = roots.pop() if len(roots) == 1 and hierarchy.levels > 1 else ""
    return Hierarchy((*hierarchy.rows, (*("",) * (hierarchy.levels - 1), root)), hierarchy.source)


def cell_text(value: object) -> str:
    """A single value as the text that it has in a column of its own."""
    if isinstance(value, str):
        return composed(value.strip())
    if value is None:
        return ""
    import pandas as pd  # noqa: PLC0415 - slow to import

    from arxdesk_engine.library.frames.pandas_frame import PandasFrame  # noqa: PLC0415 - the same

    raw = PandasFrame(pd.DataFrame({"value": [value]})).raw(["value"])
    return raw.columns[0].dictionary[0]


def ordered_labels(labels: Mapping[str, str], order: Sequence[str]) -> tuple[str, ...]:
    """Labels in the order of the values below them; none where values of one label lie between those of another.

    `labels` are those of the values of an ordered column, whose values come in `order`, lowest first.
    """
    found = [labels[value] for value in order if value in labels]
    runs = [label for place, label in enumerate(found) if not place or found[place - 1] != label]
    return tuple(runs) if len(set(runs)) == len(runs) else ()
