"""Record selection away from the main thread: completion, matching records, subsets."""

from __future__ import annotations

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.selection import parse, select
from arxdesk_engine.data.selection.completion import Completion, complete
from arxdesk_engine.data.selection.evaluation import Mask
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.named_subsets import NamedSubset
from arxdesk_engine.preparation.subset import base_records


def suggest(dataset: Dataset, expression: str, place: int, _control: Control) -> Completion | None:
    """The possible completions at a position of an expression."""
    return complete(expression, place, dataset)


def satisfying(dataset: Dataset, expression: str, _control: Control) -> Mask:
    """The records that satisfy an expression, bool[records]. Raises InvalidSelection."""
    return select(dataset, parse(expression, "selection"))


def base_of(job: Job, dataset: Dataset, subset: NamedSubset, _control: Control) -> Mask:
    """The records that a research subset begins with, bool[records]. Raises a UserError."""
    return base_records(job, dataset, subset)
