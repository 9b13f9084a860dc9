"""`arxdesk attack`: what somebody finds out who reads a released file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from arxdesk.cli.terminal import ProgressBar
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import Problem, UserError
from arxdesk_engine.io.files.private_folder import private_folder
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.release.export import export, writing_order, written_to

if TYPE_CHECKING:
    from arxdesk_engine.attacks.attack import AttackReport

NAME = "release.csv"


class NothingToAttack(UserError):
    """No transformation satisfies the job."""

    exit_status = 3


def attacked(options: argparse.Namespace, job: Job, opened: Callable[[Control], Anonymizer]) -> AttackReport:
    """Attack the file of the options, or a release that is made for it."""
    from arxdesk_engine.attacks.attack import attack_release  # noqa: PLC0415 - pandas is slow to import

    with ProgressBar(sys.stderr, silent=options.quiet) as bar:
        control = Control(bar.show, options.threads)
        if options.release is not None:
            return attack_release(job, options.release, control, earlier=options.earlier, largest=options.sets)
        with private_folder() as folder:
            made = _released(job, opened(control), folder / NAME, control)
            return attack_release(job, made, control, earlier=options.earlier, largest=options.sets)


def _released(job: Job, anonymizer: Anonymizer, target: Path, control: Control) -> Path:
    with anonymizer:
        anonymizer.require_releasable()
        solution = anonymizer.search(control)
        if solution.best is None:
            found = "no transformation satisfies the job, so that nothing can be attacked"
            raise NothingToAttack(Problem(job.source, found, "Allow more removed records or coarser levels."))
        recoding = None
        if job.search.recoding_settings is not None:
            recoding = anonymizer.recode(solution, control)
        output = anonymizer.apply(solution.best.levels) if recoding is None else anonymizer.apply_recoding(recoding)
    keep = policy_of(job).keeps_suppressed
    order = writing_order(job, output.dataset.records, output.to_write(with_suppressed=keep))
    plain = written_to(job, target).with_output(leave_out=job.output.leave_out)
    export(plain, output.dataset, order, control)  # the table alone: no mapping, codebook or copy is made for it
    return target
