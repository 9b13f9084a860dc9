"""The parts of pages that the program says about itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from documentation.conformance import conformance, other_meanings
from documentation.job_reference import job_reference

PARTS: Mapping[str, Callable[[], str]] = {
    "conformance": conformance,
    "figures with other meanings": other_meanings,
    "job file": job_reference,
}
"""What a page asks for by `<!-- site: NAME -->`."""
