"""`arxdesk verify`: a file that is there already, counted against a job."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from arxdesk.cli.ending import DONE
from arxdesk.cli.opening import job_of_options
from arxdesk.cli.telling import has_facts_on_output, tell, write_facts
from arxdesk.cli.terminal import ProgressBar
from arxdesk_engine import __version__
from arxdesk_engine.existing_file import count_existing
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile


def verify(options: argparse.Namespace) -> int:
    """Count a file again, and tell what of it does not fit the job."""
    job = job_of_options(options)
    claims = None if options.claims is None else _report_at(options.claims)
    with ProgressBar(sys.stderr, silent=options.quiet) as bar:
        found = count_existing(job, options.file, claims, Control(bar.show, options.threads))
    if options.json:
        write_facts(options, {"arxdesk": __version__, "file": str(options.file), "verified": found.plain()})
    if not options.quiet:
        groups = f"{found.classes:,} groups of {found.smallest_class:,} to {found.largest_class:,}"
        figures = f"{found.records:,} records, {found.suppressed_records:,} of them removed; {groups}."
        lines = [found.sentence, *(each for each in (figures,) if found.classes)]
        tell("\n".join(each for each in lines if each), aside=has_facts_on_output(options))
    found.require_confirmed(whole=options.require_verified)
    return DONE


def _report_at(path: Path) -> dict[str, Any]:
    """The report of a run. Raises UnreadableFile or InvalidData."""
    try:
        facts: dict[str, Any] = json.loads(path.read_bytes())
        _needed = facts["solution"]["levels"], facts["output"]["sha256"]
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    except (ValueError, LookupError, TypeError) as error:
        found = "this is no report of a run that wrote a file"
        raise InvalidData(Problem(str(path), found, "Name a file that arxdesk run --report has written.")) from error
    return facts
