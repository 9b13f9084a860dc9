"""A trial of a release: what would be shared is written where nobody else reads, attacked, and removed."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.attacks.attack import AttackReport, attack_release
from arxdesk_engine.attacks.earlier import EarlierRelease
from arxdesk_engine.attacks.reading import ReadRelease, read_release
from arxdesk_engine.attacks.refinement.choices import Choices
from arxdesk_engine.attacks.singling_out import FEW
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob, Problem, UnwritableFile
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.files.private_folder import private_folder
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.release.export import export, writing_order, written_to
from arxdesk_engine.release.linked_export import export_tables, with_tables_beside
from arxdesk_engine.release.transform.apply import Output

_NAME = "release.csv"


def attack_trial(
    anonymizer: Anonymizer,
    output: Output,
    control: Control | None = None,
    *,
    earlier: Sequence[EarlierRelease] = (),
    largest: int = 0,
    least: int = FEW,
    choices: Choices | None = None,
) -> AttackReport:
    """Write an output as the job would have it, the table alone, and attack that file; nothing of it stays.

    The other arguments are those of `attack_release`, and so are the errors; and UnwritableFile. `choices` are those of
    the output (`disclosed_choices`).
    """
    control = control or Control()
    with _trial(anonymizer.job, output, control, anonymizer.dataset) as made:
        return attack_release(
            anonymizer.job, made, control, earlier=earlier, largest=largest, least=least, choices=choices
        )


def read_trial(job: Job, output: Output, control: Control | None = None, source: Dataset | None = None) -> ReadRelease:
    """Write an output of a job as `attack_trial` does and read that file beside the input, so that it can be attacked.

    `source` is the table that the output was made of, whose linked tables are written apart. Raises what `read_release`
    does, and UnwritableFile; InvalidJob for linked tables without their source.
    """
    control = control or Control()
    with _trial(job, output, control, source) as made:
        return read_release(job, made, control)


@contextlib.contextmanager
def _trial(job: Job, output: Output, control: Control, source: Dataset | None) -> Iterator[Path]:
    """The file of a result in a private folder; no mapping, codebook or copy is made beside it."""
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(private_folder())
        except OSError as error:
            raise UnwritableFile.from_os_error(Path(tempfile.gettempdir()), error) from error
        target = folder / _NAME
        keep = policy_of(job).keeps_suppressed
        order = writing_order(job, output.dataset.records, output.to_write(with_suppressed=keep))
        written = with_tables_beside(written_to(job, target))
        if source is not None and source.linked:
            export_tables(written, source, output.dataset, order, control)
        elif job.tables:
            found = tr("linked tables are attacked from their files")
            raise InvalidJob(Problem(f"{job.source}, tables", found, tr("Write them, and attack what was written.")))
        else:
            export(written, output.dataset, order, control)
        yield target
