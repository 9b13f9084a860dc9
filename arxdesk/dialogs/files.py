"""Asking for files; the only place that opens file dialogs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

TABLE_NAMES = "*.csv *.tsv *.txt *.parquet *.pq"
TABLES = f"Tables ({TABLE_NAMES})"
PROJECTS = "Projects (*.toml)"
PROJECT_SUFFIX = ".toml"
CSV, TSV, PARQUET = "CSV (*.csv)", "TSV (*.tsv)", "Parquet (*.parquet)"
SUFFIX_OF_FILTER = {CSV: ".csv", TSV: ".tsv", PARQUET: ".parquet"}


def ask_for_table_or_project(parent: QWidget) -> Path | None:
    """A table or a project to open."""
    return _ask_to_open(parent, "Open", f"Tables and projects ({TABLE_NAMES} *.toml);;{TABLES};;{PROJECTS}")


def ask_for_hierarchy(parent: QWidget, attribute: str) -> Path | None:
    """A hierarchy file for an attribute."""
    return _ask_to_open(parent, f"Open a hierarchy for {attribute}", "Hierarchies (*.csv *.tsv *.txt)")


def ask_where_to_save(parent: QWidget, suggested: Path) -> Path | None:
    """Where to save the project."""
    path, _filter = _ask_to_save(parent, "Save the project", suggested, PROJECTS)
    if path is None or path.suffix.lower() == PROJECT_SUFFIX:
        return path
    return _completed(parent, path, PROJECT_SUFFIX)  # else it could not be opened as a project


def ask_where_to_export(parent: QWidget, suggested: Path) -> Path | None:
    """Where to write the output table."""
    path, chosen = _ask_to_save(parent, "Export the output", suggested, ";;".join(SUFFIX_OF_FILTER))
    if path is None or path.suffix:
        return path
    return _completed(parent, path, SUFFIX_OF_FILTER.get(chosen, ".csv"))


def _ask_to_open(parent: QWidget, title: str, filters: str) -> Path | None:
    name, _filter = QFileDialog.getOpenFileName(parent, title, "", filters)
    return Path(name) if name else None


def _ask_to_save(parent: QWidget, title: str, suggested: Path, filters: str) -> tuple[Path | None, str]:
    name, chosen = QFileDialog.getSaveFileName(parent, title, str(suggested), filters)
    return (Path(name) if name else None), chosen


def _completed(parent: QWidget, path: Path, suffix: str) -> Path | None:
    """The path with a suffix. The dialog could not ask about this name, so a file that has it is asked about here."""
    complete = path.with_name(path.name + suffix)
    if not complete.exists():
        return complete
    buttons = QMessageBox.StandardButton
    question = f"{complete.name} already exists. Replace it?"
    answer = QMessageBox.question(parent, "Replace the file", question, buttons.Yes | buttons.No, buttons.No)
    return complete if answer == buttons.Yes else None
