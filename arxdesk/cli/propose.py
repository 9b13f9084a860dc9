"""`arxdesk propose`: a first job for a table, to be read and corrected by a person."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from arxdesk.cli.arguments import STANDARD_INPUT, STANDARD_OUTPUT
from arxdesk.cli.ending import DONE
from arxdesk.cli.telling import has_facts_on_output, tell, warn, write_facts
from arxdesk.cli.terminal import ProgressBar, table
from arxdesk_engine import __version__
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, Problem
from arxdesk_engine.io.databases.address import file_of, with_file
from arxdesk_engine.io.databases.same_place import is_same_file
from arxdesk_engine.io.files.atomic import atomic_writer, require_writable
from arxdesk_engine.io.writing import require_writable_format
from arxdesk_engine.preparation.importing.proposing import proposed_job, table_at


def propose(options: argparse.Namespace) -> int:
    """Guess types and roles of a table's columns, and write them as a job with the reasons beside them."""
    if options.proposed == str(STANDARD_INPUT):
        fault = "a proposal names the file of its table, and standard input has none"
        raise InvalidData(Problem("standard input", fault, "Save the table to a file first."))
    prints = options.job_file is None or options.job_file == STANDARD_OUTPUT
    if not prints:
        _require_writable(options)
    with ProgressBar(sys.stderr, silent=options.quiet) as bar:
        found = proposed_job(
            table_at(options.proposed, options.table),
            _written_from(options.proposed, None if prints else options.job_file),
            Control(bar.show, options.threads),
        )
    if options.json:
        attributes = [
            {"name": each.name, **each.settings, "reason": each.proposal.reason, "decided": each.proposal.decided}
            for each in found.attributes
        ]
        facts = {"arxdesk": __version__, "records": found.records, "attributes": attributes, "job": found.text}
        write_facts(options, facts)
    if not prints:
        with atomic_writer(options.job_file) as stream:
            stream.write(found.text.encode())
    elif not options.json:
        tell(found.text.rstrip("\n"))
    if not options.quiet and not prints:
        rows = [(each.name, each.proposal.role.value, each.proposal.reason) for each in found.attributes]
        place = f"Written to {options.job_file}. Read the roles before you run it."
        tell(f"{table([('column', 'role', 'why'), *rows])}\n{place}", aside=has_facts_on_output(options))
    if not found.named(Role.QUASI_IDENTIFYING):
        warn("no column looks like one by which people could be found; give one the role quasi-identifying.")
    return DONE


def _require_writable(options: argparse.Namespace) -> None:
    require_writable_format(str(options.job_file), "--output", (".toml",))
    file = file_of(options.proposed)
    if file is not None and is_same_file(options.job_file, file):
        raise InvalidJob(Problem("--output", "the job would replace the table", "Choose another file."))
    if options.job_file.exists() and not options.replace:
        found = f"{options.job_file} exists"
        raise InvalidJob(Problem("--output", found, "Choose another file, or replace it with --replace."))
    require_writable(options.job_file)


def _written_from(place: str, job_file: Path | None) -> str:
    """How a job names its table: relative to its folder where the table is in it, absolute elsewhere."""

    def written(path: str) -> str:
        if job_file is None:
            return path
        whole, folder = Path(path).absolute(), job_file.absolute().parent
        return whole.relative_to(folder).as_posix() if whole.is_relative_to(folder) else str(whole)

    return with_file(place, written)
