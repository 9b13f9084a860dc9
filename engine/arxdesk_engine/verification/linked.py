"""Linked tables joined a second time, with pandas: those that a job reads, and those that were written.

A result of linked tables is several files. They are joined by the keys that stand in them, as whoever gets them would,
and the join is recounted as one table. Every record of it has to consist of the rows that stand together in the input.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.errors import InvalidData, Problem
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.job.job import Job
from arxdesk_engine.verification.findings import Finding, compared
from arxdesk_engine.verification.joining import KEY, numbered, rows_in, with_table
from arxdesk_engine.verification.released import released
from arxdesk_engine.verification.source import Source
from arxdesk_engine.verification.texts import categorical
from arxdesk_engine.verification.written import WrittenFile, WrittenPart, read_written

Numbers = NDArray[np.int64]
_MANY = 12
"""From so many keys on nobody draws by chance the numbers that they were."""


def read_parts(
    written: WrittenFile,
    job: Job,
    source: Source,
    claims: Sequence[Mapping[str, str]],
    levels: Mapping[str, int],
) -> tuple[pd.DataFrame, str, list[Finding]]:
    """The join of the files of a result in the order of the input, the digest of the first one, and what is found.

    `claims` say the digest of each file, `levels` those of the quasi-identifiers. Where a table has no row there is no
    cell: it is taken to read as the input makes it. Raises UnreadableFile, or InvalidData for what is no table, or one
    of other columns or with another number of rows.
    """
    expected = np.sort(written.order if written.order is not None else np.arange(len(source.table)))
    join, digests = pd.DataFrame(), {}
    for part in written.parts:
        table, digests[part.name] = read_written(part.file)
        table = _with_names(table, part)
        rows = source.rows[part.name][part.file.order]
        if len(rows) != len(table):
            found = tr(
                "there are {found} rows, and should be {expected}", found=whole(len(table)), expected=whole(len(rows))
            )
            raise InvalidData(Problem(part.file.place, found, tr("Do not share it.")))
        by_row = np.argsort(rows, kind="stable")
        table, rows = table.iloc[by_row], rows[by_row]
        join = with_table(join, table, part.key, part.name, rows) if part.name else numbered(table, "", rows)
    join, rows_of = rows_in(join)
    findings = list(_of_digests(digests, claims))
    _require_links(rows_of, source, expected, written.place)
    findings.append(Finding("links", True))
    join = _with_absent(join, rows_of, written.parts, job, source, levels)
    keys = list(dict.fromkeys(part.key for part in written.parts if part.key))
    hidden = [key for key in keys if released(job, source, key) is None]
    findings += [_of_key(join[key], source.cells(key)[expected], key, is_hidden=key in hidden) for key in keys]
    join = join.assign(**{key: _stars(len(join)) for key in hidden})
    names = [name for name in source.table.columns if name in join]
    return join[names], digests[""], findings


def with_names_of_attributes(written: WrittenFile) -> WrittenFile:
    """What is known of a result, with the columns of numbers in all of its files by their attributes."""
    if written.form is None:
        return written
    commas = frozenset(
        name
        for part in written.parts
        for name, shown in part.names.items()
        if part.file.form is not None and shown in part.file.form.with_comma
    )
    return replace(written, order=None, form=replace(written.form, with_comma=commas))


def _of_digests(digests: Mapping[str, str], claims: Sequence[Mapping[str, str]]) -> Iterator[Finding]:
    for claim in claims:
        name, claimed = claim["table"], claim["sha256"]
        if name:
            yield compared(f"sha256 of {name}", digests.get(name, ""), claimed)


def _with_names(table: pd.DataFrame, part: WrittenPart) -> pd.DataFrame:
    """A written table with the names of the attributes, and that of the key where it leads to a parent."""
    left_out = set(part.file.left_out)
    wanted = {shown: name for name, shown in part.names.items() if name not in left_out}
    if list(table.columns) != list(wanted):
        raise InvalidData(
            Problem(part.file.place, tr("the columns are not those of the input"), tr("Do not share it."))
        )
    named = {shown: KEY if part.key and name == part.key else name for shown, name in wanted.items()}
    return table.rename(columns=named)


def _require_links(rows: Mapping[str, Numbers], source: Source, expected: Numbers, place: str) -> None:
    """Raises InvalidData unless every record of the join has the rows that stand together in the input."""
    number = len(next(iter(rows.values())))
    if number != len(expected):
        found = tr("the keys join {n} records instead of {expected}", n=whole(number), expected=whole(len(expected)))
        raise InvalidData(Problem(place, found, tr("Do not share it.")))
    wrong = np.logical_or.reduce([each != source.rows[name][expected] for name, each in rows.items()])
    if wrong.any():
        found = tr("in {n} records the keys join other rows than those of the input", n=whole(int(wrong.sum())))
        raise InvalidData(Problem(place, found, tr("Do not share it.")))


def _of_key(written: pd.Series, key: pd.Categorical, name: str, *, is_hidden: bool) -> Finding:
    """Whether each value of a key has one text in its place, and no two the same; a hidden one a number from 1 on,
    which tells nothing of it."""
    pairs = pd.DataFrame({"before": key.astype(object), "after": written.astype(object).to_numpy()}).drop_duplicates()
    pairs = pairs[pairs["before"] != ""]
    if not (pairs["before"].is_unique and pairs["after"].is_unique):
        return Finding(f"key {name}", False, tr("two values share a text, or one has several"))
    if is_hidden and set(pairs["after"]) != {str(number) for number in range(1, len(pairs) + 1)}:
        return Finding(f"key {name}", False, tr("other texts than the numbers from 1 on stand in its place"))
    if is_hidden and len(pairs) >= _MANY and (pairs["before"] == pairs["after"]).all():
        return Finding(f"key {name}", False, tr("it reads as in the input"))
    return Finding(f"key {name}", True)


def _with_absent(
    join: pd.DataFrame,
    rows: Mapping[str, Numbers],
    parts: Sequence[WrittenPart],
    job: Job,
    source: Source,
    levels: Mapping[str, int],
) -> pd.DataFrame:
    """The join with what the input makes of missing cells where a table has no row."""
    cells = {}
    for part in parts:
        absent = rows[part.name] < 0
        if not absent.any():
            continue
        for name in part.names:
            if name == part.key or name not in join:
                continue
            if name in levels:
                text = source.labels(name, levels[name]).get("", "") if levels[name] else ""
            else:
                text = SUPPRESSED if released(job, source, name) is None else ""
            column = join[name].array
            column = column if text in column.categories else column.add_categories([text])
            code = list(column.categories).index(text)
            cells[name] = categorical(np.where(absent, code, column.codes), column.categories)
    return join.assign(**cells)


def _stars(records: int) -> pd.Categorical:
    return categorical(np.zeros(records, np.int64), [SUPPRESSED])
