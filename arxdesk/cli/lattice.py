"""`arxdesk lattice`: every transformation of a job, classified and scored."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from arxdesk.cli.ending import DONE, stopping_on_request
from arxdesk.cli.opening import job_of_options, opened
from arxdesk.cli.telling import has_facts_on_output, shown_place, tell, warn, write_facts
from arxdesk.cli.terminal import ProgressBar
from arxdesk_engine import __version__
from arxdesk_engine.analysis.facts.listing import write_listing
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.io.databases.same_place import is_same_file
from arxdesk_engine.io.files.atomic import require_writable
from arxdesk_engine.io.writing import require_writable_format
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.export import require_no_input
from arxdesk_engine.search.whole.classification import Classified

MANY_ROWS = 10_000_000
"""From how many rows on a listing is announced before it is made."""
BYTES_OF_FIGURES = 65
"""The approximate size of a row of the listing without its levels."""


def lattice(options: argparse.Namespace) -> int:
    """Classify and score every transformation exactly, and write one row for each."""
    job, target = job_of_options(options), options.output
    _require_writable_listing(options, job)
    bar = ProgressBar(sys.stderr, silent=options.quiet)
    control = Control(bar.show, options.threads)
    with bar:
        anonymizer = opened(options, job, control)
    size, names = anonymizer.problem.lattice.size, anonymizer.quasi_identifiers
    if size > MANY_ROWS and not options.quiet:
        warn(_many_rows(size, len(names)))
    started = time.perf_counter()
    anonymous = 0

    def all_of_it() -> Iterator[Classified]:
        """The whole lattice; a part of it must not be written."""
        nonlocal anonymous
        for chunk in anonymizer.classify(control):
            anonymous += int(chunk.anonymous.sum())
            yield chunk
        if control.stopped:
            raise KeyboardInterrupt

    with anonymizer, bar, stopping_on_request(control):
        write_listing(target, names, all_of_it(), "\t" if target.suffix.lower() == ".tsv" else ",")
    seconds = time.perf_counter() - started
    if options.json:
        facts = {"arxdesk": __version__, "transformations": size, "anonymous": anonymous, "seconds": seconds}
        write_facts(options, facts | {"output": str(target)})
    if not options.quiet:
        found = f"{size:,} transformations classified in {seconds:.2f} s; {anonymous:,} of them satisfy the job."
        tell(f"{found}\nWritten to {shown_place(options)}.", aside=has_facts_on_output(options))
    return DONE


def _require_writable_listing(options: argparse.Namespace, job: Job) -> None:
    require_writable_format(str(options.output), "--output", (".csv", ".tsv"))
    require_no_input(options.output, job, "--output")
    if is_same_file(options.output, options.job):
        raise InvalidJob(Problem("--output", "the listing would replace the job", "Choose another file."))
    require_writable(options.output)


def _many_rows(size: int, attributes: int) -> str:
    gigabytes = size * (2 * attributes + BYTES_OF_FIGURES) / 1e9
    return (
        f"{size:,} transformations give as many rows, about {gigabytes:,.0f} GB, and take long. "
        "Ctrl+C ends it and leaves every file as it was."
    )
