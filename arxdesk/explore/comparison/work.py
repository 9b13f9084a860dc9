"""Two transformations of a result compared."""

from __future__ import annotations

from arxdesk.core.values.results import Result
from arxdesk_engine.exploration import comparison
from arxdesk_engine.exploration.comparison import TransformationComparison
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.lattice import Levels


def compare(result: Result, first: Levels, second: Levels, control: Control) -> TransformationComparison:
    """Compare two transformations of a result. Raises a UserError."""
    return comparison.compare(result.anonymizer, result.solution, first, second, control)
