"""`arxdesk inspect`: what a job says of its table, before anything is searched."""

from __future__ import annotations

import argparse
import json
import sys

from arxdesk.cli.ending import DONE
from arxdesk.cli.inspection_facts import inspection_facts
from arxdesk.cli.inspection_text import inspection
from arxdesk.cli.opening import job_of_options, opened
from arxdesk.cli.telling import tell
from arxdesk.cli.terminal import ProgressBar
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.risk.wildcards import SuppressedCells


def inspect(options: argparse.Namespace) -> int:
    """Read and validate everything; print attributes, levels, lattice size and input risks."""
    job = job_of_options(options)
    with ProgressBar(sys.stderr, silent=options.quiet or options.json) as bar:
        control = Control(bar.show, options.threads)
        with opened(options, job, control) as anonymizer:
            facts = inspection_facts(anonymizer)
            if options.risks:
                facts["analysis"] = anonymizer.analyse(options.risks, SuppressedCells(options.suppressed), control)
    tell(json.dumps(facts, indent=2) if options.json else inspection(facts))
    for note in () if anonymizer.rows is None else anonymizer.rows.notes:
        tell(note, aside=True)
    return DONE
