"""Sentences on a project: its state, its saving, its window title."""

from __future__ import annotations

from pathlib import Path

from arxdesk.core.document import Document
from arxdesk.ui.words import counted, percent
from arxdesk_engine.io.files.archive import ARX_SUFFIX, PROJECT_SUFFIX
from arxdesk_engine.search.solution import Status


def kind_of(path: Path) -> str:
    """What kind of project a file is, in a word or two."""
    return {PROJECT_SUFFIX: "Project", ".toml": "Job file", ARX_SUFFIX: "ARX project"}.get(path.suffix.lower(), "Table")


def project_state(document: Document) -> str:
    """Size and progress of a project, for the list of recent ones."""
    return f"{counted(document.records, 'record', 'records')}, {_progress(document)}"


def saved_sentence(document: Document, path: Path) -> str:
    """The message after saving, with the parts that were not saved."""
    result = document.result
    if result is None:
        return f"Saved as {path.name}."
    if not document.is_archive:
        return (
            f"Saved as {path.name}, settings only. A project with its data also keeps the result and the audit trail."
        )
    if not document.result_is_current:
        return f"Saved as {path.name}, without the result: it no longer belongs to the configuration."
    return f"Saved as {path.name}."


def kept_sentence(document: Document) -> str:
    """Kind and place of the project."""
    if document.file is None:
        return "It is not saved yet."
    if document.is_archive:
        return f"Project with its data: {document.file}. The table is in it."
    return f"Job file, settings only: {document.file}. The table stays where it is."


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
        return "not anonymized yet"
    if not document.result_is_current:
        return "changed since it was anonymized"
    solution = result.solution
    if solution.best is None:
        return "nothing anonymous found"
    found = "optimum" if solution.status is Status.OPTIMAL else f"within {percent(solution.gap or 0.0)} of the optimum"
    return f"{found} {'applied' if document.applied is not None else 'found'}"
