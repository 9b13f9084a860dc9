"""`arxdesk attack`: what somebody finds out who reads a released file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from arxdesk.cli.terminal import ProgressBar
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import Problem, UserError
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.transform.apply import Output

if TYPE_CHECKING:
    from arxdesk_engine.attacks.attack import AttackReport
    from arxdesk_engine.attacks.earlier import EarlierRelease
    from arxdesk_engine.attacks.refinement.choices import Choices


class NothingToAttack(UserError):
    """No transformation satisfies the job."""

    exit_status = 3


def earlier_releases(options: argparse.Namespace) -> tuple[tuple[EarlierRelease, ...], tuple[str, ...]]:
    """The releases that the options name and those that the project has kept; the names of those that are left out."""
    from arxdesk_engine.attacks.earlier import EarlierRelease  # noqa: PLC0415 - pandas is slow to import
    from arxdesk_engine.earlier_releases import releases_at  # noqa: PLC0415 - pandas is slow to import

    kept, left_out = releases_at(options.job)
    return (*map(EarlierRelease.of_file, options.earlier), *kept), left_out


def attacked(
    options: argparse.Namespace, job: Job, earlier: Sequence[EarlierRelease], opened: Callable[[Control], Anonymizer]
) -> AttackReport:
    """Attack the file of the options, or a release that is made for it, beside earlier ones."""
    from arxdesk_engine.attacks.attack import attack_release  # noqa: PLC0415 - pandas is slow to import
    from arxdesk_engine.trial_release import attack_trial  # noqa: PLC0415 - pandas is slow to import

    with ProgressBar(sys.stderr, silent=options.quiet) as bar:
        control = Control(bar.show, options.threads)
        if options.release is not None:
            return attack_release(job, options.release, control, earlier=earlier, largest=options.sets)
        with opened(control) as anonymizer:
            output, choices = _output(job, anonymizer, control)
            return attack_trial(anonymizer, output, control, earlier=earlier, largest=options.sets, choices=choices)


def _output(job: Job, anonymizer: Anonymizer, control: Control) -> tuple[Output, Choices | None]:
    """The result of the job, and what is known of how it was made. Raises NothingToAttack."""
    from arxdesk_engine.disclosed_choices import choices_of  # noqa: PLC0415 - pandas is slow to import

    anonymizer.require_releasable()
    solution = anonymizer.search(control)
    if solution.best is None:
        found = "no transformation satisfies the job, so that nothing can be attacked"
        raise NothingToAttack(Problem(job.source, found, "Allow more removed records or coarser levels."))
    if job.search.recoding_settings is None:
        output, recoding = anonymizer.apply(solution.best.levels), None
    else:
        recoding = anonymizer.recode(solution, control)
        output = anonymizer.apply_recoding(recoding)
    return output, choices_of(anonymizer, solution, output, recoding)
