"""File dialogs; no other module opens any."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from arxdesk.core.examples import is_of_examples
from arxdesk.core.preferences import FOLDER
from arxdesk.core.settings import Settings
from arxdesk.ui.dialogs.question import ask
from arxdesk_engine.foundation.language import marked, tr

_KINDS = (
    (marked("Delimited text"), "*.csv *.tsv *.txt *.tab *.dat *.data"),
    (marked("Workbooks"), "*.xlsx *.xls *.ods *.xlsm *.xlsb"),
    (marked("Parquet"), "*.parquet *.pq"),
    ("SAS", "*.sas7bdat *.xpt"),
    (marked("Stata"), "*.dta"),
    ("SPSS", "*.sav *.zsav *.por"),
    ("SQLite", "*.sqlite *.sqlite3 *.db"),
)
TABLE_NAMES = " ".join(names for _kind, names in _KINDS)
ALL = f"{marked('All files')} (*)"
TABLES = ";;".join((f"{marked('Tables')} ({TABLE_NAMES})", *(f"{kind} ({names})" for kind, names in _KINDS), ALL))
DATABASES = f"SQLite (*.sqlite *.sqlite3 *.db);;{ALL}"
ARCHIVE, JOB = f"{marked('Project with its data')} (*.arxdesk)", f"{marked('Job file: settings only')} (*.toml)"
"""The two kinds of projects, each with what it is in one line."""
PROJECTS = f"{marked('Projects')} (*.arxdesk *.toml)"
ARX_PROJECTS = f"{marked('Projects of ARX')} (*.deid)"
HIERARCHIES = f"{marked('Hierarchies')} (*.csv *.tsv *.txt)"
SPECIFICATIONS = f"{marked('Settings of a hierarchy')} (*.toml *.json)"
SPECIFICATIONS_TO_OPEN = f"{marked('Settings of a hierarchy, also of ARX')} (*.toml *.json *.ahs)"
JOB_SUFFIX = ".toml"
SUFFIX_OF_KIND = {ARCHIVE: ".arxdesk", JOB: JOB_SUFFIX}
_last: dict[str, str] = {}
"""The folder of the table that was opened last."""
TEXTS, KEYS = f"{marked('Text files')} (*.txt)", f"{marked('Keys')} (*.key);;{ALL}"
CSV, TSV, PARQUET = "CSV (*.csv)", "TSV (*.tsv)", f"{marked('Parquet')} (*.parquet)"
SUFFIX_OF_FILTER = {CSV: ".csv", TSV: ".tsv", PARQUET: ".parquet"}


def folder_for(project: Path | None, table: Path | None = None) -> Path:
    """Where what belongs to a project is proposed to go: beside its file, else where the settings say, else beside its
    table."""
    if project is not None:
        return project.parent
    beside = table.parent if table is not None and _may_be_proposed(table.parent) else None
    return Path(_beginning() or beside or Path.home())


def begin_at(table: Path | None) -> None:
    """Start open dialogs in the folder of a table, unless the settings name one."""
    if table is not None and _may_be_proposed(table.parent):
        _last["folder"] = str(table.parent)


def ask_for_table_or_project(parent: QWidget) -> Path | None:
    """A table or a project to open."""
    everything = f"{marked('Tables and projects')} (*.arxdesk *.toml *.deid {TABLE_NAMES})"
    return _ask_to_open(parent, tr("Open"), f"{everything};;{PROJECTS};;{ARX_PROJECTS};;{TABLES}")


def ask_for_project(parent: QWidget, missing: Path) -> Path | None:
    """Ask for a project that was moved."""
    return _ask_to_open(parent, tr("Where is {name} now?", name=missing.name), f"{PROJECTS};;{ALL}")


def ask_for_arx_project(parent: QWidget) -> Path | None:
    """A project of ARX."""
    return _ask_to_open(parent, tr("Open an ARX project"), f"{ARX_PROJECTS};;{ALL}")


def ask_for_table(parent: QWidget) -> Path | None:
    """A table to import."""
    return _ask_to_open(parent, tr("Import a table"), TABLES)


def ask_for_table_to_link(parent: QWidget) -> Path | None:
    """A table to link to the open one."""
    return _ask_to_open(parent, tr("Link a table"), TABLES)


def ask_for_table_folder(parent: QWidget) -> Path | None:
    """A folder with Parquet files that are one table."""
    return ask_for_folder(parent, tr("Import a folder of Parquet files"))


def ask_for_database(parent: QWidget) -> Path | None:
    """The file of a database."""
    return _ask_to_open(parent, tr("Open a database"), DATABASES)


def ask_for_hierarchy(parent: QWidget, attribute: str) -> Path | None:
    """A hierarchy file for an attribute."""
    return _ask_to_open(parent, tr("Open a hierarchy for {attribute}", attribute=attribute), HIERARCHIES)


def ask_for_hierarchies(parent: QWidget) -> tuple[Path, ...]:
    """Several hierarchy files."""
    names, _filter = QFileDialog.getOpenFileNames(parent, tr("Import hierarchies"), _beginning(), _shown(HIERARCHIES))
    return tuple(map(Path, names))


def ask_where_to_export_hierarchy(parent: QWidget, suggested: Path) -> Path | None:
    """Where to write a hierarchy."""
    path, _filter = _ask_to_save(parent, tr("Export the hierarchy"), suggested, CSV)
    return path if path is None or path.suffix else _completed(parent, path, ".csv")


def ask_for_folder(parent: QWidget, title: str) -> Path | None:
    """A folder to write files into."""
    name = QFileDialog.getExistingDirectory(parent, title, _beginning())
    return Path(name) if name else None


def ask_for_subset(parent: QWidget) -> Path | None:
    """A table that lists the records of a research subset."""
    return _ask_to_open(
        parent, tr("Open the records of a subset"), f"{marked('Tables')} (*.csv *.tsv *.txt *.parquet *.pq)"
    )


def ask_where_to_save(parent: QWidget, suggested: Path) -> Path | None:
    """Where to save the project, and as which of the two kinds: the suffix says it."""
    kinds = list(SUFFIX_OF_KIND.items())
    first = next((kind for kind, suffix in kinds if suffix == suggested.suffix.lower()), ARCHIVE)
    filters = ";;".join((first, *(kind for kind, _suffix in kinds if kind != first)))
    path, chosen = _ask_to_save(parent, tr("Save the project"), suggested, filters)
    if path is None:
        return None
    suffix, wanted = path.suffix.lower(), SUFFIX_OF_KIND.get(chosen, ".arxdesk")
    if suffix not in SUFFIX_OF_KIND.values():
        return _completed(parent, path, wanted)  # else it could not be opened as a project
    if suffix != wanted and suffix == suggested.suffix.lower():
        return _completed(parent, path.with_suffix(""), wanted)  # another kind was chosen, and the proposed name left
    return path


def ask_where_to_export(parent: QWidget, suggested: Path, filters: Sequence[tuple[str, str]]) -> Path | None:
    """Where to write the output table; `filters` are formats with their suffixes, that of `suggested` is chosen."""
    shown = [words for words, _suffix in filters]
    first = next((words for words, suffix in filters if suggested.suffix.lower() == suffix), shown[0])
    path, chosen = _ask_to_save(parent, tr("Export the output"), suggested, ";;".join(shown), first)
    if path is None or path.suffix:
        return path
    return _completed(parent, path, dict(filters).get(chosen, filters[0][1]))


def ask_where_to_write_report(parent: QWidget, suggested: Path) -> Path | None:
    """Where to write an evidence report."""
    kinds = {"PDF (*.pdf)": ".pdf", f"{marked('HTML page')} (*.html *.htm)": ".html"}
    first = next((words for words, suffix in kinds.items() if suggested.suffix.lower() == suffix), "")
    path, chosen = _ask_to_save(parent, tr("Write an evidence report"), suggested, ";;".join(kinds), first)
    if path is None or path.suffix:
        return path
    return _completed(parent, path, kinds.get(chosen, ".pdf"))


def ask_for_target_database(parent: QWidget, suggested: Path) -> Path | None:
    """The file of a database that a table is made in; it may be there, and is not overwritten."""
    title, keep = tr("Choose a database, or name a new one"), QFileDialog.Option.DontConfirmOverwrite
    name, _filter = QFileDialog.getSaveFileName(parent, title, str(suggested), _shown(DATABASES), options=keep)
    return (Path(name) if Path(name).suffix else Path(f"{name}.sqlite")) if name else None


def ask_where_to_export_list(parent: QWidget, suggested: Path) -> Path | None:
    """Where to write the list of transformations."""
    path, chosen = _ask_to_save(parent, tr("Export the list"), suggested, f"{CSV};;{TSV}")
    if path is None or path.suffix:
        return path
    return _completed(parent, path, SUFFIX_OF_FILTER.get(chosen, ".csv"))


def ask_where_to_save_rows(parent: QWidget, suggested: Path) -> Path | None:
    """Where to write the records that are shown."""
    path, _filter = _ask_to_save(parent, tr("Save the records shown"), suggested, CSV)
    return path if path is None or path.suffix else _completed(parent, path, ".csv")


def ask_where_to_save_trail(parent: QWidget, suggested: Path) -> Path | None:
    """Where to write the audit trail."""
    path, _filter = _ask_to_save(parent, tr("Export the audit trail"), suggested, CSV)
    return path if path is None or path.suffix else _completed(parent, path, ".csv")


def ask_where_to_save_text(parent: QWidget, suggested: Path) -> Path | None:
    """Where to write a text."""
    path, _filter = _ask_to_save(parent, tr("Save as text"), suggested, TEXTS)
    return path if path is None or path.suffix else _completed(parent, path, ".txt")


def ask_for_order(parent: QWidget, attribute: str) -> Path | None:
    """A text file with the values of an attribute in their order."""
    return _ask_to_open(parent, tr("Open the order of {attribute}", attribute=attribute), TEXTS)


def ask_where_to_save_order(parent: QWidget, attribute: str) -> Path | None:
    """Where to write the values of an attribute in their order."""
    path, _filter = _ask_to_save(
        parent, tr("Save the order of {attribute}", attribute=attribute), Path(f"{attribute}.txt"), TEXTS
    )
    return path if path is None or path.suffix else _completed(parent, path, ".txt")


def ask_for_specification(parent: QWidget) -> Path | None:
    """A specification of a hierarchy."""
    return _ask_to_open(parent, tr("Load the settings of a hierarchy"), SPECIFICATIONS_TO_OPEN)


def ask_where_to_save_specification(parent: QWidget, suggested: Path) -> Path | None:
    """Where to write the specification of a hierarchy."""
    path, _filter = _ask_to_save(parent, tr("Save the settings of a hierarchy"), suggested, SPECIFICATIONS)
    return path if path is None or path.suffix else _completed(parent, path, JOB_SUFFIX)


def ask_for_key(parent: QWidget, suggested: Path) -> Path | None:
    """A file with a key, or the name of one that is to be created; nothing is overwritten."""
    title, keep = tr("Choose a key file, or name a new one"), QFileDialog.Option.DontConfirmOverwrite
    name, _filter = QFileDialog.getSaveFileName(parent, title, str(suggested), _shown(KEYS), options=keep)
    return (Path(name) if Path(name).suffix else Path(f"{name}.key")) if name else None


def ask_where_to_write_mapping(parent: QWidget, suggested: Path) -> Path | None:
    """Where the pseudonyms and what they stand for are to be written."""
    path, _filter = _ask_to_save(parent, tr("Write the mapping of pseudonyms"), suggested, CSV)
    return path if path is None or path.suffix else _completed(parent, path, ".csv")


def _beginning() -> str:
    """The folder of the settings, or "" where there is none: Qt then begins where somebody was last."""
    folder = Settings().value(FOLDER)
    return folder if folder and _is_folder(Path(folder)) else ""


def _may_be_proposed(folder: Path) -> bool:
    """Whether it is there, and not the one of an example, which belongs to the program."""
    return _is_folder(folder) and not is_of_examples(folder)


def _is_folder(path: Path) -> bool:
    return os.path.isdir(path)  # noqa: PTH112 - Path.is_dir fails where nobody may look


def _ask_to_open(parent: QWidget, title: str, filters: str) -> Path | None:
    start = _beginning() or _last.get("folder", "")
    name, _filter = QFileDialog.getOpenFileName(parent, title, start, _shown(filters))
    return Path(name) if name else None


def _ask_to_save(
    parent: QWidget, title: str, suggested: Path, filters: str, first: str = ""
) -> tuple[Path | None, str]:
    shown = _in_words(filters)
    beginning = shown.get(first, first)
    name, chosen = QFileDialog.getSaveFileName(parent, title, str(suggested), _shown(filters), beginning)
    return (Path(name) if name else None), next((each for each, words in shown.items() if words == chosen), chosen)


def _shown(filters: str) -> str:
    return ";;".join(_in_words(filters).values())


def _in_words(filters: str) -> dict[str, str]:
    """The filters of a dialog, each with its words in the language: "Tables (*.csv)" has the patterns behind them."""
    parts = [(each, *each.partition(" (")) for each in filters.split(";;")]
    return {each: f"{tr(words)}{bracket}{patterns}" for each, words, bracket, patterns in parts}


def _completed(parent: QWidget, path: Path, suffix: str) -> Path | None:
    """The path with a suffix. The dialog could not ask about this name, so a file that has it is asked about here."""
    complete = path.with_name(path.name + suffix)
    if not complete.exists():
        return complete
    question = tr("{name} already exists. Replace it?", name=complete.name)
    return complete if ask(parent, tr("Replace the file"), question, tr("Replace")) else None
