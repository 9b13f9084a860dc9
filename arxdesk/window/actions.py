"""Every action of the window: its words, its shortcut, its icon. What it does is connected in the window."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QWidget

from arxdesk.core.document import Document
from arxdesk.core.rows_words import WHY_OFF
from arxdesk.explore.alternatives.counterpart import counterpart
from arxdesk.ui.icons import icon

PERSPECTIVES = ("configure", "explore", "quality", "risk")


@dataclass(frozen=True, slots=True)
class _Declared:
    text: str
    shortcut: str | QKeySequence.StandardKey | None = None
    icon: str = ""
    hint: str = ""


_Keys = QKeySequence.StandardKey
_DECLARED = {
    "open": _Declared("Open...", _Keys.Open, "open", "Open a table or a project"),
    "import": _Declared("Import Table...", "Ctrl+I", "table", "Open a file and choose how it is read"),
    "folder": _Declared("Open Folder...", "Ctrl+Shift+T", "", "Import a folder of Parquet files, however large"),
    "database": _Declared("Open Database...", "Ctrl+D", "database", "Import a table of a database"),
    "open_arx": _Declared("Open ARX Project...", "Ctrl+Shift+O", "", "Open a project of ARX (.deid)"),
    "example": _Declared("Open the Example", "Ctrl+Shift+E", "", "Hospital discharges of 10,000 invented people"),
    "save": _Declared("Save", _Keys.Save, "save", "Save the project"),
    "save_as": _Declared("Save As...", "Ctrl+Shift+S", "", "Save the project under another name"),
    "export": _Declared("Export...", "Ctrl+E", "export", "Write the output table to a file"),
    "report": _Declared("Evidence Report...", "Ctrl+Shift+R", "file", "Document protection and quality: PDF or HTML"),
    "copy_job": _Declared("Copy as Job File", "Ctrl+Alt+C", "copy", "Copy the configuration to the clipboard"),
    "copy_python": _Declared("Copy as Python", "Ctrl+Alt+P", "", "Copy a script that does the same to the clipboard"),
    "properties": _Declared(
        "Project Properties...", "Alt+Return", "", "Title, description, recipient and person responsible"
    ),
    "audit_trail": _Declared("Audit Trail...", "Ctrl+T", "", "Changes to the project, with their time"),
    "releases": _Declared("Releases...", "Ctrl+Alt+H", "", "What was exported from the project, and when"),
    "arx_import": _Declared(
        "Imported from ARX...", "Ctrl+Alt+T", "", "Settings imported from the ARX project, and those left out"
    ),
    "close": _Declared("Close Project", "Ctrl+W"),
    "quit": _Declared("Quit", "Ctrl+Q"),
    "anonymize": _Declared("Anonymize...", "Ctrl+Return", "play", "Search for the result that keeps most detail"),
    "stop": _Declared("Stop", "Esc", "stop", "End the search and keep its best so far"),
    "search_on": _Declared("Search On Until It Ends", "Ctrl+J", "", "Go on with the last search, to its end"),
    "search_on_1": _Declared("Search On for 1 Minute", "Ctrl+Shift+J", "", "Continue the last search for 1 minute"),
    "search_on_10": _Declared("Search On for 10 Minutes", "Ctrl+Alt+J", "", "Continue the last search for 10 minutes"),
    "apply": _Declared("Apply", "Ctrl+Shift+Return", "check", "Apply the selected transformation"),
    "pin": _Declared("Pin or Unpin", "Ctrl+B", "pin", "Keep the selected transformation, with a title and a note"),
    "compare": _Declared(
        "Compare...", "Ctrl+K", "swap", "Compare the selection with the best or the applied transformation"
    ),
    "configure": _Declared(
        "Configure", "Ctrl+1", "configure", "Set the role of each column and the protection required"
    ),
    "explore": _Declared("Explore", "Ctrl+2", "explore", "Compare transformations, not only the best"),
    "quality": _Declared("Quality", "Ctrl+3", "quality", "See how much information was lost"),
    "risk": _Declared("Risk", "Ctrl+4", "risk", "See which records are still at risk"),
    "previous": _Declared("Previous Attribute", "Alt+Left", "chevron-left"),
    "next": _Declared("Next Attribute", "Alt+Right", "chevron-right"),
    "panel": _Declared("Search Panel", "Ctrl+L", "", "Show how the search went"),
    "pane_filters": _Declared("Filters of Explore", "Alt+1", "", "Show or hide the filters"),
    "pane_lattice": _Declared("Lattice", "Alt+2", "", "Show or hide the drawing of the lattice"),
    "pane_chart": _Declared("Score Against Risk", "Alt+3", "", "Show or hide the chart"),
    "pane_selection": _Declared("Selection and Pins", "Alt+4", "", "Show or hide selection and pins"),
    "create_hierarchy": _Declared("Create Hierarchy...", "Ctrl+H", "", "For the attribute in focus, step by step"),
    "propose_hierarchies": _Declared(
        "Propose Hierarchies", "Ctrl+Shift+H", "", "Build one for every quasi-identifier that has none"
    ),
    "import_hierarchies": _Declared(
        "Import Hierarchies...", "Ctrl+Shift+I", "open", "Open several files, matched to columns by name"
    ),
    "export_hierarchies": _Declared("Export Hierarchies...", "Ctrl+Shift+X", "export", "Write all of them to a folder"),
    "role_identifying": _Declared("Identifying", "Alt+I", "", "The column in focus names people"),
    "role_quasi": _Declared(
        "Quasi-identifying", "Alt+Q", "", "The column in focus identifies people in combination with others"
    ),
    "role_sensitive": _Declared("Sensitive", "Alt+S", "", "The values of the column in focus must not be disclosed"),
    "role_insensitive": _Declared("Insensitive", "Alt+N", "", "The column in focus stays as it is"),
    "type": _Declared("Type...", "Alt+T", "", "Read the column in focus as another type"),
    "suppress": _Declared("Suppress Attribute", "Alt+X", "", "Show * in every cell of the column in focus"),
    "problems": _Declared("Problems...", "F4", "warning", "List the problems that prevent a search"),
    "find": _Declared("Find", _Keys.Find, "search", "Find cells that contain a text"),
    "find_next": _Declared("Find Next", "F3"),
    "find_previous": _Declared("Find Previous", "Shift+F3"),
    "replace": _Declared("Replace...", "Ctrl+R", "edit", "Replace values, with a preview"),
    "filter": _Declared("Filter", "Ctrl+Shift+F", "filter", "Show only the records that satisfy an expression"),
    "show_all": _Declared("Show All Records", "Ctrl+Shift+A", "", "Remove the filter"),
    "link": _Declared(
        "Link Table...", "Ctrl+Alt+L", "", "Add a table with several rows for one of this, such as visits"
    ),
    "columns": _Declared("Columns...", "Ctrl+Shift+C", "columns", "Choose the columns to show"),
    "sort_ascending": _Declared("Sort Ascending", "Ctrl+Alt+Up", "arrow-up", "Sort by the attribute in focus"),
    "sort_descending": _Declared(
        "Sort Descending", "Ctrl+Alt+Down", "arrow-down", "Sort by the attribute in focus, largest first"
    ),
    "sort_original": _Declared("Original Order", "Ctrl+Alt+Home", "", "Restore the order of the table"),
    "subset_all": _Declared("All Records", "Ctrl+Alt+A", "", "Anonymize and export every record"),
    "subset_none": _Declared("No Records", "Ctrl+Alt+N", "", "Start with no records, and tick some by hand"),
    "subset_select": _Declared("By Expression...", "Ctrl+Alt+E", "", "The records that satisfy an expression"),
    "subset_filter": _Declared("The Records That the Filter Shows", "Ctrl+Alt+F"),
    "subset_file": _Declared("From a File...", "Ctrl+Alt+O", "", "The records that a table lists"),
    "subset_random": _Declared("Random Sample...", "Ctrl+Alt+R", "", "A share of the records, drawn with a seed"),
    "subset_invert": _Declared("Invert", "Ctrl+Alt+I", "", "Take the other records instead"),
    "guess_roles": _Declared("Guess Roles...", "Ctrl+Shift+G", "", "Propose a role for every column, with the reason"),
    "add_model": _Declared("Add Privacy Model...", "Ctrl+M", "plus", "Choose a privacy model and its parameters"),
    "presets": _Declared("Start from a Preset...", "Ctrl+Shift+P", "", "Usual thresholds for a purpose"),
    "add_perturbation": _Declared(
        "Add Perturbation...", "Ctrl+Shift+B", "", "Change cells of a column that is not quasi-identifying"
    ),
    "safe_harbor": _Declared("HIPAA Safe Harbor...", "Ctrl+Shift+D", "", "A checklist of the 18 identifiers found"),
    "system": _Declared("As the System", "F7", "", "Follow the system: light or dark"),
    "light": _Declared("Light", "F8"),
    "dark": _Declared("Dark", "F9"),
    "larger": _Declared("Larger", "Ctrl++", "", "Enlarge everything, from the next start on"),
    "smaller": _Declared("Smaller", "Ctrl+-", "", "Reduce everything, from the next start on"),
    "usual_size": _Declared("As the System", "Ctrl+0", "", "Use the text size of the system, from the next start on"),
    "settings": _Declared("Settings...", "Ctrl+,", "", "Looks, cores, defaults of exports and reports"),
    "help": _Declared("Help on This View", "F1", "", "Open the help page of the current view"),
    "search_help": _Declared("Search the Help...", "Ctrl+F1", "", "Find words in all pages of the help"),
    "about": _Declared("About ArxDesk", "Shift+F1", "", "Version, licence, and where your data stay"),
}


OF_SEARCHING_ON = {"search_on": None, "search_on_1": 60.0, "search_on_10": 600.0}
"""The seconds for which they search on; None: to the end."""
OF_TEXT_SIZE = ("larger", "smaller", "usual_size")
OF_ROLES = ("role_identifying", "role_quasi", "role_sensitive", "role_insensitive")
OF_HIERARCHIES = ("create_hierarchy", "propose_hierarchies", "import_hierarchies", "export_hierarchies")


OF_PROTECTION = ("add_model", "presets", "add_perturbation", "safe_harbor")
OF_SUBSET = tuple(f"subset_{key}" for key in ("all", "none", "select", "filter", "file", "random", "invert"))
OF_FINDING = ("find", "find_next", "find_previous", "filter", "show_all", "columns")
OF_ROWS = (*OF_ROLES, *OF_SUBSET, "replace", "guess_roles", "safe_harbor", "add_perturbation", "link")
"""What is off while the records stay where they are."""
OF_PANES = ("pane_filters", "pane_lattice", "pane_chart", "pane_selection")
OF_SORTING = ("sort_ascending", "sort_descending", "sort_original")


class Actions:
    """The actions, by name."""

    def __init__(self, parent: QWidget) -> None:
        self._actions = {name: self._make(declared, parent) for name, declared in _DECLARED.items()}
        self.themes = QActionGroup(parent)
        for name in ("system", "light", "dark"):
            self[name].setCheckable(True)
            self[name].setData(name)
            self.themes.addAction(self[name])
        self["larger"].setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")])  # where + needs Shift
        for name in ("panel", *OF_PANES):
            self[name].setCheckable(True)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def explain_rows(self, document: Document | None) -> None:
        """Say why actions are off that need every record, where the records stay where they are."""
        off = document is not None and document.rows is not None
        for name in OF_ROWS:
            self[name].setToolTip(WHY_OFF if off else _hint_of(_DECLARED[name], self[name]))

    @staticmethod
    def _make(declared: _Declared, parent: QWidget) -> QAction:
        action = QAction(declared.text, parent)
        if declared.shortcut is not None:
            action.setShortcut(QKeySequence(declared.shortcut))
        if declared.icon:
            action.setIcon(icon(declared.icon))
        action.setToolTip(_hint_of(declared, action))
        return action


def _hint_of(declared: _Declared, action: QAction) -> str:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    words = declared.hint or declared.text.rstrip(".")
    return f"{words} ({keys})" if keys else words


def _is_usable(document: Document) -> bool:
    """Whether something is applied that belongs to the configuration; what is out of date is not handed out."""
    return document.applied is not None and document.result_is_current


def available(document: Document | None, *, searching: bool, recoding: bool = False) -> dict[str, bool]:
    """Which actions make sense now, by name."""
    is_open = document is not None
    selection = document.selection if document else None
    always = dict.fromkeys(("save", "save_as", "close", "previous", "next", "panel", *PERSPECTIVES), is_open)
    always |= dict.fromkeys(("copy_job", "copy_python"), is_open)
    always |= dict.fromkeys((*OF_FINDING, *OF_SORTING, *OF_PANES), is_open)
    always |= dict.fromkeys((*OF_ROLES, "type", "suppress"), is_open and not searching)
    always |= dict.fromkeys(("properties", "audit_trail", "releases"), is_open)
    always["arx_import"] = document is not None and document.provenance.arx_import is not None
    always["problems"] = document is not None and bool(document.concerns)
    always |= dict.fromkeys(("replace", "link", *OF_SUBSET), is_open and not searching)
    always |= dict.fromkeys(("guess_roles", *OF_PROTECTION), is_open and not searching)
    if document is not None and document.rows is not None:
        always |= dict.fromkeys(OF_ROWS, False)
    return always | {
        **dict.fromkeys(("export", "report"), document is not None and _is_usable(document) and not searching),
        "create_hierarchy": is_open and not searching,
        "propose_hierarchies": is_open and not searching,
        "import_hierarchies": is_open and not searching,
        "export_hierarchies": document is not None and bool(document.hierarchies),
        "anonymize": document is not None and not document.obstacles and not searching,
        "stop": searching or recoding,
        **dict.fromkeys(OF_SEARCHING_ON, document is not None and document.can_search_on and not searching),
        "apply": selection is not None and selection.anonymous and not searching,
        "pin": document is not None and document.selected is not None and not document.held,
        "compare": document is not None and counterpart(document) is not None,
    }
