"""A job as a short script that does with the library what `arxdesk run` does with the job."""

from __future__ import annotations

import json
from collections.abc import Iterator

from arxdesk_engine import __version__
from arxdesk_engine.io.databases.address import is_address
from arxdesk_engine.job.job import Job

WIDTH = 100


def python_of(job: Job) -> str:
    """A script that runs a job. Its paths are those of the job; relative ones are relative to where it is run."""
    return "\n".join(_lines(job))


def _lines(job: Job) -> Iterator[str]:
    recodes = job.search.recoding_settings is not None
    yield f'"""What `arxdesk run` does with this job, written by ArxDesk {__version__}."""'
    yield ""
    yield "from arxdesk_engine.anonymizer import Anonymizer"
    yield "from arxdesk_engine.job.job import job_from"
    if job.utility is not None:
        yield "from arxdesk_engine.analysis.facts.utility import utility_facts"
    yield ""
    yield f"job = job_from({_literal(job.content())})"
    yield ""
    if any(path is not None and is_address(path) for path in (job.data.path, job.output.path)):
        yield "# The password of the database comes from the variable ARXDESK_DATABASE_PASSWORD."
    yield "anonymizer = Anonymizer.open(job)"
    if job.output.path is not None:
        yield "anonymizer.require_releasable()"
    yield "solution = anonymizer.search()"
    yield "if solution.best is None:"
    yield '    raise SystemExit(f"No transformation was found: {solution.status.value}.")'
    recoding = ""
    if recodes:
        recoding = ", recoding"
        yield "recoding = anonymizer.recode(solution)"
        yield "output = anonymizer.apply_recoding(recoding)"
    else:
        yield "output = anonymizer.apply(solution.best.levels)"
    yield f"report = anonymizer.describe(solution, output{recoding})"
    if job.utility is not None:
        given = "output, None, recoding" if recodes else "output"
        yield f'report["utility"] = utility_facts(anonymizer.utility({given}))'
    yield ""
    if job.output.path is None:
        yield "print(output.to_pandas())  # the job names no file to write to"
    else:
        yield f"exported = anonymizer.write(output{', local_recoding=recoding' if recodes else ''})"
        yield 'report["output"] = exported.plain()'
        if job.output.spread is not None:
            yield "errors = anonymizer.spread_errors(output, exported)"
            yield 'report["spread"] = None if errors is None else errors.plain()'
        yield "recount = anonymizer.verify(report, output, exported)"
        yield "print(recount.sentence)"
        yield "recount.require_confirmed()"
    yield ""


def _literal(value: object, depth: int = 0) -> str:
    """Plain values as people write them: on a line where they fit, else one of them a line."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list | tuple):
        return repr(value)
    start, end = "{}" if isinstance(value, dict) else "[]"
    parts = [_literal(each, depth + 1) for each in (value.values() if isinstance(value, dict) else value)]
    if isinstance(value, dict):
        parts = [f"{_literal(key)}: {part}" for key, part in zip(value, parts, strict=True)]
    short = f"{start}{', '.join(parts)}{end}"
    if len(short) <= WIDTH - 4 * depth and "\n" not in short:
        return short
    lines = "".join(f"{'    ' * (depth + 1)}{part},\n" for part in parts)
    return f"{start}\n{lines}{'    ' * depth}{end}"
