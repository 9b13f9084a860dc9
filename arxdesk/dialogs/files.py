"""Asking for files; the only place that opens file dialogs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

TABLES = "Tables (*.csv *.tsv *.txt)"
PROJECTS = "Projects (*.toml)"
PROJECT_SUFFIX = ".toml"


def ask_for_table_or_project(parent: QWidget) -> Path | None:
    """A table or a project to open."""
    return _ask_to_open(parent, "Open", f"Tables and projects (*.csv *.tsv *.txt *.toml);;{TABLES};;{PROJECTS}")


def ask_for_hierarchy(parent: QWidget, attribute: str) -> Path | None:
    """A hierarchy file for an attribute."""
    return _ask_to_open(parent, f"Open a hierarchy for {attribute}", "Hierarchies (*.csv *.tsv *.txt)")


def ask_where_to_save(parent: QWidget, suggested: Path) -> Path | None:
    """Where to save the project."""
    path = _ask_to_save(parent, "Save the project", suggested, PROJECTS, PROJECT_SUFFIX)
    if path is None or path.suffix.lower() == PROJECT_SUFFIX:
        return path
    return path.with_name(path.name + PROJECT_SUFFIX)  # else it could not be opened as a project


def ask_where_to_export(parent: QWidget, suggested: Path) -> Path | None:
    """Where to write the output table."""
    return _ask_to_save(parent, "Export the output", suggested, "CSV (*.csv);;TSV (*.tsv)", ".csv")


def _ask_to_open(parent: QWidget, title: str, filters: str) -> Path | None:
    name, _filter = QFileDialog.getOpenFileName(parent, title, "", filters)
    return Path(name) if name else None


def _ask_to_save(parent: QWidget, title: str, suggested: Path, filters: str, suffix: str) -> Path | None:
    name, _filter = QFileDialog.getSaveFileName(parent, title, str(suggested), filters)
    if not name:
        return None
    path = Path(name)
    return path if path.suffix else path.with_suffix(suffix)
