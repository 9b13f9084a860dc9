"""Sentences on a project: its state, its saving, its window title."""

from __future__ import annotations

from pathlib import Path

from arxdesk.core.document import Document
from arxdesk.ui.words import percent, records
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.files.archive import ARX_SUFFIX, PROJECT_SUFFIX
from arxdesk_engine.search.solution import Status


def kind_of(path: Path) -> str:
    """What kind of project a file is, in a word or two."""
    return {PROJECT_SUFFIX: tr("Project"), ".toml": tr("Job file"), ARX_SUFFIX: tr("ARX project")}.get(
        path.suffix.lower(), tr("Table")
    )


def project_state(document: Document) -> str:
    """Size and progress of a project, for the list of recent ones."""
    return f"{records(document.records)}, {_progress(document)}"


def saved_sentence(document: Document, path: Path) -> str:
    """The message after saving, with the parts that were not saved."""
    result = document.result
    if result is None:
        return tr("Saved as {name}.", name=path.name)
    if not document.is_archive:
        return tr(
            "Saved as {name}, settings only. A project with its data also keeps the result and the audit trail.",
            name=path.name,
        )
    if not document.result_is_current:
        return tr("Saved as {name}, without the result: it no longer belongs to the configuration.", name=path.name)
    return tr("Saved as {name}.", name=path.name)


def kept_sentence(document: Document) -> str:
    """Kind and place of the project."""
    if document.file is None:
        return tr("It is not saved yet.")
    if document.is_archive:
        return tr("Project with its data: {file}. The table is in it.", file=document.file)
    return tr("Job file, settings only: {file}. The table stays where it is.", file=document.file)


def window_title(document: Document | None) -> str:
    """The window title; Qt puts its star at [*]."""
    if document is None:
        return "ArxDesk"
    title, name = (text.replace("[*]", "[*][*]") for text in (document.job.project.title, document.name))
    called = f"{title} – {name}" if title and title != name else name
    return f"{called}[*] – ArxDesk"


def _progress(document: Document) -> str:
    result = document.result
    if result is None:
        return tr("not anonymized yet")
    if not document.result_is_current:
        return tr("changed since it was anonymized")
    solution = result.solution
    if solution.best is None:
        return tr("nothing anonymous found")
    is_applied = document.applied is not None
    if solution.status is Status.OPTIMAL:
        return tr("optimum applied") if is_applied else tr("optimum found")
    gap = percent(solution.gap or 0.0)
    if is_applied:
        return tr("within {gap} of the optimum applied", gap=gap)
    return tr("within {gap} of the optimum found", gap=gap)
