"""A file that is there already, whoever wrote it, counted against a job by the second count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.digest import sha256_of_file
from arxdesk_engine.io.files.archive import on_disk
from arxdesk_engine.io.table import TableFormat, format_of
from arxdesk_engine.io.text.detect import detect_syntax
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.release.export import target_of, with_decimal_marks, written_to
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.verification.findings import Finding
from arxdesk_engine.verification.recount import FIGURES, Recount, not_counted, recount
from arxdesk_engine.verification.written import WrittenFile, read_written

Bools = NDArray[np.bool_]

_OF_A_RUN = ("sha256", *FIGURES, "suppressed_people")
"""Findings that compare with what a run has claimed; without its report nobody claims them."""


def count_existing(
    job: Job, path: Path, claims: Mapping[str, Any] | None = None, control: Control | None = None
) -> Recount:
    """Count a file as the result of a job: by every privacy model of it, and cell by cell against its input.

    `claims` is the report of the run that wrote it; its levels, figures and SHA-256 are confirmed then, too. None: the
    levels are those that fit the most cells, and records that read "*" in every quasi-identifier are taken for removed
    ones, of which there may be as many as the job allows. The file has the rows in the order of the input, unless
    `output.shuffle` says otherwise. Raises InvalidJob for linked tables, UnreadableFile or InvalidData for the input;
    Stopped.
    """
    control = control or Control()
    if job.tables:
        found = tr("its linked tables are files of their own, which are counted together where they are written")
        raise InvalidJob(Problem(f"{job.source}, tables", found, tr("Have arxdesk run write them again.")))
    job = job.model_copy(update={"data": job.data.model_copy(update={"engine": "memory"})})
    written = _written(job, path)
    table, _digest = read_written(written)
    anonymizer = Anonymizer.open(job, control)
    control.report(Progress(tr("Recounting the file")))
    levels = _claimed(anonymizer, claims) or _fitting(anonymizer, table)
    if levels not in anonymizer.problem.lattice:
        reason = tr("its levels are not among those that the job allows")
        return replace(not_counted(job, str(path), reason), facts=(Finding("quasi-identifiers", False, reason),))
    output = anonymizer.apply(levels)
    facts = dict(claims) if claims is not None else {**anonymizer.claims(output), "output": {}}
    if claims is None:
        facts["output"] = {"sha256": sha256_of_file(path)}
    counted = recount(job, _as_read(job, written, table, anonymizer, output), facts, control)
    return counted if claims is not None else _without_claims(counted, anonymizer)


def _written(job: Job, path: Path) -> WrittenFile:
    """The file as its own syntax and the job say it is written."""
    target = target_of(written_to(job, path))
    form = target.form
    if form is not None and target.format is TableFormat.DELIMITED:
        with on_disk(path) as file:
            syntax = detect_syntax(file, delimiter=job.output.delimiter, encoding=job.output.encoding)
        form = replace(form, delimiter=syntax.delimiter, encoding=syntax.encoding)
    delimiter = form.delimiter if form is not None and format_of(str(path)) is TableFormat.DELIMITED else None
    return WrittenFile(path, delimiter, np.zeros(0, np.bool_), form=form, left_out=job.output.leave_out)


def _claimed(anonymizer: Anonymizer, claims: Mapping[str, Any] | None) -> Levels | None:
    if claims is None:
        return None
    levels = claims["solution"]["levels"]
    if [*levels] != [*anonymizer.quasi_identifiers]:
        names = ", ".join(levels)
        found = tr("the report has levels of {names}, and the job has other quasi-identifiers", names=names)
        raise InvalidJob(Problem(anonymizer.job.source, found, tr("Name the report of a run of this job.")))
    return tuple(int(each) for each in levels.values())


def _fitting(anonymizer: Anonymizer, table: pd.DataFrame) -> Levels:
    """The lowest level of each quasi-identifier at which the most cells are what it makes of the input."""
    found = []
    for name, hierarchy in anonymizer.hierarchies.items():
        lowest = anonymizer.job.settings_of(name).minimum_level
        if name not in table or anonymizer.job.settings_of(name).transformation != "generalize":
            found.append(lowest)
            continue
        cells = table[name].astype(str).to_numpy(dtype=object)
        column = anonymizer.dataset[name]
        fits = []
        for labels, codes in zip(hierarchy.labels, hierarchy.codes, strict=True):
            if len(cells) == len(column.codes) and not anonymizer.job.output.shuffle:
                fits.append(int((np.array(labels, object)[codes[column.codes]] == cells).sum()))
            else:
                fits.append(int(np.isin(cells.astype(str), np.array(labels, str)).sum()))
        found.append(fits.index(max(fits)))
    return tuple(found)


def _as_read(
    job: Job, written: WrittenFile, table: pd.DataFrame, anonymizer: Anonymizer, output: Output
) -> WrittenFile:
    """The file with the records of the input that it does not show, and with its order."""
    names = [name for name in anonymizer.quasi_identifiers if name in table]
    form = with_decimal_marks(target_of(written_to(job, written.path)), job, _numbers(anonymizer)).form
    if written.form is not None and form is not None:
        written = replace(written, form=replace(written.form, with_comma=form.with_comma))
    suppressed = output.suppressed
    if policy_of(job).keeps_suppressed and len(table) == len(suppressed) and not job.output.shuffle:
        suppressed = np.logical_and.reduce([np.asarray(table[name] == SUPPRESSED) for name in names])
    order = shown = None
    if job.output.shuffle:
        keep = output.to_write(with_suppressed=policy_of(job).keeps_suppressed)
        order = np.arange(len(suppressed)) if keep is None else np.flatnonzero(keep)
        shown = output.dataset
    sample = output.included if policy_of(job).draws_sample else None
    return replace(written, suppressed=suppressed, order=order, shown=shown, sample=sample)


def _numbers(anonymizer: Anonymizer) -> list[str]:
    return [column.name for column in anonymizer.dataset if column.type.kind.is_numeric]


def _without_claims(counted: Recount, anonymizer: Anonymizer) -> Recount:
    """The findings without those that compare with a run; whether no more is removed than the job allows."""
    facts = [each for each in counted.facts if each.claim not in _OF_A_RUN]
    problem = anonymizer.problem
    if not problem.removes_people and counted.classes:
        fits = counted.suppressed_records <= problem.suppressible
        reason = "" if fits else tr("more records are removed than the job allows")
        facts.append(Finding("suppression limit", fits, reason, problem.suppressible, counted.suppressed_records))
    return replace(counted, facts=tuple(facts))
