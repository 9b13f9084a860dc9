"""Every action of the window: its words, its shortcut, its icon. What it does is connected in the window."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QWidget

from arxdesk.core.document import Document
from arxdesk.core.rows_words import WHY_OFF
from arxdesk.explore.alternatives.counterpart import counterpart
from arxdesk.ui.icons import icon
from arxdesk_engine.foundation.language import marked, tr

PERSPECTIVES = ("configure", "explore", "quality", "risk")


@dataclass(frozen=True, slots=True)
class _Declared:
    text: str
    shortcut: str | QKeySequence.StandardKey | None = None
    icon: str = ""
    hint: str = ""


_Keys = QKeySequence.StandardKey
_DECLARED = {
    "open": _Declared(marked("Open..."), _Keys.Open, "open", marked("Open a table or a project")),
    "import": _Declared(marked("Import Table..."), "Ctrl+I", "table", marked("Open a file and choose how it is read")),
    "folder": _Declared(
        marked("Open Folder..."), "Ctrl+Shift+T", "", marked("Import a folder of Parquet files, however large")
    ),
    "database": _Declared(marked("Open Database..."), "Ctrl+D", "database", marked("Import a table of a database")),
    "open_arx": _Declared(marked("Open ARX Project..."), "Ctrl+Shift+O", "", marked("Open a project of ARX (.deid)")),
    "example": _Declared(
        marked("Open the Example"), "Ctrl+Shift+E", "", marked("Hospital discharges of 10,000 invented people")
    ),
    "save": _Declared(marked("Save"), _Keys.Save, "save", marked("Save the project")),
    "save_as": _Declared(marked("Save As..."), "Ctrl+Shift+S", "", marked("Save the project under another name")),
    "export": _Declared(marked("Export..."), "Ctrl+E", "export", marked("Write the output table to a file")),
    "report": _Declared(
        marked("Evidence Report..."),
        "Ctrl+Shift+R",
        "file",
        marked("Document protection and quality: PDF or HTML"),
    ),
    "copy_job": _Declared(
        marked("Copy as Job File"), "Ctrl+Alt+C", "copy", marked("Copy the configuration to the clipboard")
    ),
    "copy_python": _Declared(
        marked("Copy as Python"), "Ctrl+Alt+P", "", marked("Copy a script that does the same to the clipboard")
    ),
    "properties": _Declared(
        marked("Project Properties..."),
        "Alt+Return",
        "",
        marked("Title, description, recipient and person responsible"),
    ),
    "audit_trail": _Declared(marked("Audit Trail..."), "Ctrl+T", "", marked("Changes to the project, with their time")),
    "releases": _Declared(
        marked("Releases..."), "Ctrl+Alt+H", "", marked("What was exported from the project, and when")
    ),
    "arx_import": _Declared(
        marked("Imported from ARX..."),
        "Ctrl+Alt+T",
        "",
        marked("Settings imported from the ARX project, and those left out"),
    ),
    "close": _Declared(marked("Close Project"), "Ctrl+W"),
    "quit": _Declared(marked("Quit"), "Ctrl+Q"),
    "anonymize": _Declared(
        marked("Anonymize..."), "Ctrl+Return", "play", marked("Search for the result that keeps most detail")
    ),
    "stop": _Declared(marked("Stop"), "Esc", "stop", marked("End the search and keep its best so far")),
    "search_on": _Declared(
        marked("Search On Until It Ends"), "Ctrl+J", "", marked("Go on with the last search, to its end")
    ),
    "search_on_1": _Declared(
        marked("Search On for 1 Minute"), "Ctrl+Shift+J", "", marked("Continue the last search for 1 minute")
    ),
    "search_on_10": _Declared(
        marked("Search On for 10 Minutes"), "Ctrl+Alt+J", "", marked("Continue the last search for 10 minutes")
    ),
    "apply": _Declared(marked("Apply"), "Ctrl+Shift+Return", "check", marked("Apply the selected transformation")),
    "pin": _Declared(
        marked("Pin or Unpin"),
        "Ctrl+B",
        "pin",
        marked("Keep the selected transformation, with a title and a note"),
    ),
    "compare": _Declared(
        marked("Compare..."),
        "Ctrl+K",
        "swap",
        marked("Compare the selection with the best or the applied transformation"),
    ),
    "configure": _Declared(
        marked("Configure"),
        "Ctrl+1",
        "configure",
        marked("Set the role of each column and the protection required"),
    ),
    "explore": _Declared(marked("Explore"), "Ctrl+2", "explore", marked("Compare transformations, not only the best")),
    "quality": _Declared(marked("Quality"), "Ctrl+3", "quality", marked("See how much information was lost")),
    "risk": _Declared(marked("Risk"), "Ctrl+4", "risk", marked("See which records are still at risk")),
    "previous": _Declared(marked("Previous Attribute"), "Alt+Left", "chevron-left"),
    "next": _Declared(marked("Next Attribute"), "Alt+Right", "chevron-right"),
    "panel": _Declared(marked("Search Panel"), "Ctrl+L", "", marked("Show how the search went")),
    "pane_filters": _Declared(marked("Filters of Explore"), "Alt+1", "", marked("Show or hide the filters")),
    "pane_lattice": _Declared(marked("Lattice"), "Alt+2", "", marked("Show or hide the drawing of the lattice")),
    "pane_chart": _Declared(marked("Score Against Risk"), "Alt+3", "", marked("Show or hide the chart")),
    "pane_selection": _Declared(marked("Selection and Pins"), "Alt+4", "", marked("Show or hide selection and pins")),
    "create_hierarchy": _Declared(
        marked("Create Hierarchy..."), "Ctrl+H", "", marked("For the attribute in focus, step by step")
    ),
    "propose_hierarchies": _Declared(
        marked("Propose Hierarchies"),
        "Ctrl+Shift+H",
        "",
        marked("Build one for every quasi-identifier that has none"),
    ),
    "import_hierarchies": _Declared(
        marked("Import Hierarchies..."),
        "Ctrl+Shift+I",
        "open",
        marked("Open several files, matched to columns by name"),
    ),
    "export_hierarchies": _Declared(
        marked("Export Hierarchies..."), "Ctrl+Shift+X", "export", marked("Write all of them to a folder")
    ),
    "role_identifying": _Declared(marked("Identifying"), "Alt+I", "", marked("The column in focus names people")),
    "role_quasi": _Declared(
        marked("Quasi-identifying"),
        "Alt+Q",
        "",
        marked("The column in focus identifies people in combination with others"),
    ),
    "role_sensitive": _Declared(
        marked("Sensitive"), "Alt+S", "", marked("The values of the column in focus must not be disclosed")
    ),
    "role_insensitive": _Declared(marked("Insensitive"), "Alt+N", "", marked("The column in focus stays as it is")),
    "type": _Declared(marked("Type..."), "Alt+T", "", marked("Read the column in focus as another type")),
    "suppress": _Declared(
        marked("Suppress Attribute"), "Alt+X", "", marked("Show * in every cell of the column in focus")
    ),
    "problems": _Declared(marked("Problems..."), "F4", "warning", marked("List the problems that prevent a search")),
    "find": _Declared(marked("Find"), _Keys.Find, "search", marked("Find cells that contain a text")),
    "find_next": _Declared(marked("Find Next"), "F3"),
    "find_previous": _Declared(marked("Find Previous"), "Shift+F3"),
    "replace": _Declared(marked("Replace..."), "Ctrl+R", "edit", marked("Replace values, with a preview")),
    "filter": _Declared(
        marked("Filter"), "Ctrl+Shift+F", "filter", marked("Show only the records that satisfy an expression")
    ),
    "show_all": _Declared(marked("Show All Records"), "Ctrl+Shift+A", "", marked("Remove the filter")),
    "link": _Declared(
        marked("Link Table..."),
        "Ctrl+Alt+L",
        "",
        marked("Add a table with several rows for one of this, such as visits"),
    ),
    "columns": _Declared(marked("Columns..."), "Ctrl+Shift+C", "columns", marked("Choose the columns to show")),
    "sort_ascending": _Declared(
        marked("Sort Ascending"), "Ctrl+Alt+Up", "arrow-up", marked("Sort by the attribute in focus")
    ),
    "sort_descending": _Declared(
        marked("Sort Descending"),
        "Ctrl+Alt+Down",
        "arrow-down",
        marked("Sort by the attribute in focus, largest first"),
    ),
    "sort_original": _Declared(marked("Original Order"), "Ctrl+Alt+Home", "", marked("Restore the order of the table")),
    "subset_all": _Declared(marked("All Records"), "Ctrl+Alt+A", "", marked("Anonymize and export every record")),
    "subset_none": _Declared(
        marked("No Records"), "Ctrl+Alt+N", "", marked("Start with no records, and tick some by hand")
    ),
    "subset_select": _Declared(
        marked("By Expression..."), "Ctrl+Alt+E", "", marked("The records that satisfy an expression")
    ),
    "subset_filter": _Declared(marked("The Records That the Filter Shows"), "Ctrl+Alt+F"),
    "subset_file": _Declared(marked("From a File..."), "Ctrl+Alt+O", "", marked("The records that a table lists")),
    "subset_random": _Declared(
        marked("Random Sample..."), "Ctrl+Alt+R", "", marked("A share of the records, drawn with a seed")
    ),
    "subset_invert": _Declared(marked("Invert"), "Ctrl+Alt+I", "", marked("Take the other records instead")),
    "guess_roles": _Declared(
        marked("Guess Roles..."), "Ctrl+Shift+G", "", marked("Propose a role for every column, with the reason")
    ),
    "add_model": _Declared(
        marked("Add Privacy Model..."), "Ctrl+M", "plus", marked("Choose a privacy model and its parameters")
    ),
    "presets": _Declared(
        marked("Start from a Preset..."), "Ctrl+Shift+P", "", marked("Usual thresholds for a purpose")
    ),
    "add_perturbation": _Declared(
        marked("Add Perturbation..."),
        "Ctrl+Shift+B",
        "",
        marked("Change cells of a column that is not quasi-identifying"),
    ),
    "safe_harbor": _Declared(
        marked("HIPAA Safe Harbor..."), "Ctrl+Shift+D", "", marked("A checklist of the 18 identifiers found")
    ),
    "system": _Declared(marked("As the System"), "F7", "", marked("Follow the system: light or dark")),
    "light": _Declared(marked("Light"), "F8"),
    "dark": _Declared(marked("Dark"), "F9"),
    "larger": _Declared(marked("Larger"), "Ctrl++", "", marked("Enlarge everything, from the next start on")),
    "smaller": _Declared(marked("Smaller"), "Ctrl+-", "", marked("Reduce everything, from the next start on")),
    "usual_size": _Declared(
        marked("As the System"), "Ctrl+0", "", marked("Use the text size of the system, from the next start on")
    ),
    "settings": _Declared(marked("Settings..."), "Ctrl+,", "", marked("Looks, cores, defaults of exports and reports")),
    "help": _Declared(marked("Help on This View"), "F1", "", marked("Open the help page of the current view")),
    "search_help": _Declared(
        marked("Search the Help..."), "Ctrl+F1", "", marked("Find words in all pages of the help")
    ),
    "shortcuts": _Declared(
        marked("Keyboard Shortcuts..."), "Ctrl+Shift+F1", "", marked("List the commands of the menus with their keys")
    ),
    "about": _Declared(marked("About ArxDesk"), "Shift+F1", "", marked("Version, licence, and where your data stay")),
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
        self._explains_rows = False

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def explain_rows(self, document: Document | None) -> None:
        """Say why actions are off that need every record, where the records stay where they are."""
        off = document is not None and document.rows is not None
        if off == self._explains_rows:
            return
        self._explains_rows = off
        for name in OF_ROWS:
            self[name].setToolTip(tr(WHY_OFF) if off else _hint_of(_DECLARED[name], self[name]))

    @staticmethod
    def _make(declared: _Declared, parent: QWidget) -> QAction:
        action = QAction(tr(declared.text), parent)
        if declared.shortcut is not None:
            action.setShortcut(QKeySequence(declared.shortcut))
        if declared.icon:
            action.setIcon(icon(declared.icon))
        action.setToolTip(_hint_of(declared, action))
        return action


def _hint_of(declared: _Declared, action: QAction) -> str:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    words = tr(declared.hint) if declared.hint else tr(declared.text).rstrip(".…").replace("&", "")
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
