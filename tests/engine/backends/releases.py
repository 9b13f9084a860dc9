"""A release from its job to its second count, as tests compare it."""

from collections import Counter
from dataclasses import replace

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.table import read_table
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.preparation.loading import load_hierarchies


def released(job: Job):
    """Search, write and count again; the result's rows as texts with their numbers."""
    with Anonymizer.open(job) as anonymizer:
        solution = anonymizer.search()
        if solution.best is None:
            return solution.status, None, None, None
        output = anonymizer.apply(solution.best.levels)
        facts = anonymizer.describe(solution, output)
        exported = anonymizer.write(output)
        recount = anonymizer.verify({**facts, "output": exported.plain()}, output, exported)
    raw = read_table(exported.place, TableOptions(header=True, table=exported.table), Control())
    rows = zip(*([column.dictionary[code] for code in column.codes.tolist()] for column in raw.columns), strict=True)
    told = {name: facts[name] for name in ("input", "solution", "risk", "quality")}
    return solution.status, told, Counter(rows), recount


def recount_of_another_subset(first: Anonymizer, subset: SubsetSettings | None):
    """Release other records of the same tuples, and count them again."""
    job = first.job.model_copy(update={"subset": subset})
    other = replace(Anonymizer.formulate(job, first.dataset, load_hierarchies(job, first.dataset)), rows=first.rows)
    solution = other.search()
    output = other.apply(solution.best.levels)
    exported = other.write(output)
    return other.verify({**other.describe(solution, output), "output": exported.plain()}, output, exported)


def rounded(facts):
    """Numbers without the last digits, which depend on the order in which they are added."""
    if isinstance(facts, dict):
        return {name: rounded(value) for name, value in facts.items()}
    return float(f"{facts:.12g}") if isinstance(facts, float) else facts
