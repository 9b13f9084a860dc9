"""The settings of the user, declared once for the dialog, the help marks and every reader."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from arxdesk.ui.languages import LanguageChoice
from arxdesk_engine.foundation.control import cores
from arxdesk_engine.foundation.language import NAMES, marked
from arxdesk_engine.report.layout.content import ReportSection

Look = Literal["system", "light", "dark"]
TextSize = Literal["system", "90", "100", "110", "125", "150", "175", "200"]
Beginning = Literal["start-page", "last-project"]
Removed = Literal["keep", "drop"]
ReportFormat = Literal[".pdf", ".html"]

T = TypeVar("T")
S = TypeVar("S", bound=str)


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """A setting: its key in the file, group in the dialog, words and default. Who shows words translates them."""

    key: str
    group: str
    label: str
    help: str
    default: T

    def parsed(self, stored: object) -> T:
        """The stored value; the default if it is invalid."""
        raise NotImplementedError

    def stored(self, value: T) -> str:
        """The value for the file."""
        return str(value)


@dataclass(frozen=True, slots=True)
class ChoiceSetting(Setting[S]):
    """One of a few options, (key, words) each."""

    options: tuple[tuple[S, str], ...]

    def parsed(self, stored: object) -> S:
        """The option with the stored key."""
        return next((key for key, _words in self.options if key == stored), self.default)


@dataclass(frozen=True, slots=True)
class Number(Setting[int]):
    """A whole number between two limits; `lowest` are the words for the smallest one where it means something else."""

    limits: tuple[int, int]
    unit: str = ""
    step: int = 1
    lowest: str = ""

    def parsed(self, stored: object) -> int:
        """The number, moved within the limits."""
        try:
            number = int(str(stored))
        except ValueError:
            return self.default
        return min(max(number, self.limits[0]), self.limits[1])


@dataclass(frozen=True, slots=True)
class Flag(Setting[bool]):
    """On or off."""

    def parsed(self, stored: object) -> bool:
        """The stored state."""
        return {"true": True, "false": False}.get(str(stored).lower(), self.default)

    def stored(self, value: bool) -> str:
        """A word that does not depend on the platform."""
        return "true" if value else "false"


@dataclass(frozen=True, slots=True)
class TextSetting(Setting[str]):
    """A line of text; `hint` stands in the field while it is empty."""

    most: int = 200
    hint: str = ""

    def parsed(self, stored: object) -> str:
        """The text, on one line."""
        return stored[: self.most] if isinstance(stored, str) and stored.isprintable() else self.default


@dataclass(frozen=True, slots=True)
class Folder(TextSetting):
    """The path of a folder, or "" for none in particular."""


@dataclass(frozen=True, slots=True)
class MultipleChoiceSetting(Setting[tuple[str, ...]]):
    """Any number of options, (key, words) each."""

    options: tuple[tuple[str, str], ...]

    def parsed(self, stored: object) -> tuple[str, ...]:
        """The known options, in the order of their declaration."""
        try:
            keys = json.loads(str(stored))
        except (ValueError, RecursionError):
            return self.default
        if not isinstance(keys, list):
            return self.default
        return tuple(key for key, _words in self.options if key in keys)

    def stored(self, value: tuple[str, ...]) -> str:
        """Their keys as a list."""
        return json.dumps(list(value))


LANGUAGE: ChoiceSetting[LanguageChoice] = ChoiceSetting(
    "language",
    marked("General"),
    marked("Language"),
    marked("Language of the window, and of numbers and dates. Reports have their own."),
    "system",
    (("system", marked("As the system")), *NAMES.items()),
)
LOOK: ChoiceSetting[Look] = ChoiceSetting(
    "scheme",
    marked("General"),
    marked("Look"),
    marked("Light or dark; F7, F8 and F9 change it from anywhere."),
    "system",
    (("system", marked("As the system")), ("light", marked("Light")), ("dark", marked("Dark"))),
)
TEXT_SIZE: ChoiceSetting[TextSize] = ChoiceSetting(
    "text-size",
    marked("General"),
    marked("Text size"),
    marked("Size of text and controls from the next start on. Ctrl++, Ctrl+- and Ctrl+0 change it from anywhere."),
    "system",
    (
        ("system", marked("As the system")),
        ("90", "90 %"),
        ("100", "100 %"),
        ("110", "110 %"),
        ("125", "125 %"),
        ("150", "150 %"),
        ("175", "175 %"),
        ("200", "200 %"),
    ),
)
STILL = Flag(
    "reduce-motion",
    marked("General"),
    marked("Reduce motion"),
    marked("Text cursors do not blink, and bars of progress stand still while no share is known."),
    False,
)
BEGINNING: ChoiceSetting[Beginning] = ChoiceSetting(
    "at-start",
    marked("General"),
    marked("At the start"),
    marked("First view of the window. If the last project is gone, the start page opens."),
    "start-page",
    (("start-page", marked("Show the start page")), ("last-project", marked("Open the last project"))),
)
FOLDER = Folder(
    "folder",
    marked("General"),
    marked("Folder for files"),
    marked("First folder of file dialogs, and folder of results of projects without a file."),
    "",
    hint=marked("Last folder"),
)
PAGE_SIZE = Number(
    "list-page-size",
    marked("Lists"),
    marked("Entries per page"),
    marked("Longer lists are split into pages of this size, with a search field."),
    100,
    (10, 1000),
    step=10,
)
CORES = Number(
    "cores",
    marked("Work"),
    marked("Cores for a search"),
    marked("Fewer cores leave more for other programs. Results do not depend on it."),
    0,
    (0, cores()),
    lowest=marked("All"),
)
KEEP_AFTER = Number(
    "keep-after-seconds",
    marked("Work"),
    marked("Keep unsaved changes after"),
    marked("Delay before a change is backed up against a crash or a power cut."),
    3,
    (0, 600),
    unit="s",
    lowest=marked("Never"),
)
REMOVED: ChoiceSetting[Removed] = ChoiceSetting(
    "export-removed",
    marked("Export"),
    marked("Removed records"),
    marked("Default of exports, unless the project has its own setting."),
    "drop",
    (("drop", marked("Left out")), ("keep", marked("Kept, hidden"))),
)
SHUFFLE = Flag(
    "export-shuffle",
    marked("Export"),
    marked("Shuffle the records"),
    marked("The order of a table can identify people. Default, unless the project has its own setting."),
    False,
)
NAME = TextSetting(
    "report-name",
    marked("Reports"),
    marked("Your name"),
    marked("Proposed as the person responsible for the data, if the project names nobody."),
    "",
    most=90,
)
ORGANISATION = TextSetting(
    "report-organisation",
    marked("Reports"),
    marked("Your organisation"),
    marked("Follows the name."),
    "",
    most=90,
)
REPORT_FORMAT: ChoiceSetting[ReportFormat] = ChoiceSetting(
    "report-format",
    marked("Reports"),
    marked("Format"),
    marked("PDF is for filing, an HTML page for reading on a screen."),
    ".pdf",
    ((".pdf", marked("PDF")), (".html", marked("HTML page"))),
)
REPORT_SECTIONS = MultipleChoiceSetting(
    "report-sections",
    marked("Reports"),
    marked("Sections"),
    marked("Default sections; each report can have its own."),
    tuple(section.value for section in ReportSection),
    tuple((section.value, section.heading) for section in ReportSection),
)

SETTINGS: tuple[Setting[Any], ...] = (
    LANGUAGE,
    LOOK,
    TEXT_SIZE,
    STILL,
    BEGINNING,
    FOLDER,
    PAGE_SIZE,
    CORES,
    KEEP_AFTER,
    REMOVED,
    SHUFFLE,
    NAME,
    ORGANISATION,
    REPORT_FORMAT,
    REPORT_SECTIONS,
)


def groups() -> Iterator[tuple[str, tuple[Setting[Any], ...]]]:
    """The settings by their groups, in the order of their declaration."""
    for name in dict.fromkeys(setting.group for setting in SETTINGS):
        yield name, tuple(setting for setting in SETTINGS if setting.group == name)
