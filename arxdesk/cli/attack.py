"""`arxdesk attack`: what somebody finds out who reads a released file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from arxdesk.cli.arguments import STANDARD_OUTPUT
from arxdesk.cli.ending import DONE
from arxdesk.cli.opening import job_of_options, opened
from arxdesk.cli.telling import has_facts_on_output, tell, warn, write_facts
from arxdesk.cli.terminal import ProgressBar
from arxdesk_engine import __version__
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import Problem, UserError
from arxdesk_engine.io.files.atomic import require_writable
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.export import require_no_input
from arxdesk_engine.release.transform.apply import Output

if TYPE_CHECKING:
    from arxdesk_engine.attacks.attack import AttackReport
    from arxdesk_engine.attacks.earlier import EarlierRelease
    from arxdesk_engine.attacks.refinement.choices import Choices


class NothingToAttack(UserError):
    """No transformation satisfies the job."""

    exit_status = 3


def attack(options: argparse.Namespace) -> int:
    """Attack a release, and tell who is found in it."""
    job = job_of_options(options)
    if options.report and options.report != STANDARD_OUTPUT:
        require_no_input(options.report, job, "--report")
        require_writable(options.report)
    earlier, left_out = earlier_releases(options)
    if left_out and not options.quiet:
        why = "the ledger has not kept their rows, or their people are not found in this input"
        warn(f"not compared: {', '.join(left_out)} ({why}).")
    found = attacked(options, job, earlier, lambda control: opened(options, job, control))
    if options.json or options.report:
        facts = {"arxdesk": __version__, **found.plain()}
        write_facts(options, facts)
    if not options.quiet:
        tell("\n".join(found.sentences()), aside=has_facts_on_output(options))
    return DONE


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
