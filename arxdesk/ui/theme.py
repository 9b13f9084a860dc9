"""Colours, type styles and the look of the standard controls, light and dark, from one declared table."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from arxdesk.ui import pictures_in_memory
from arxdesk.ui.restyling import Restyling

Scheme = Literal["light", "dark"]
Choice = Literal["light", "dark", "system"]

# token: (light, dark); the guide behind these numbers asks 4.5:1 of text on its layer and 3:1 of borders and marks.
TOKENS: dict[str, tuple[str, str]] = {
    "bg.window": ("#F1F3F5", "#15181D"),
    "bg.rail": ("#E7EAEE", "#101318"),
    "bg.panel": ("#FFFFFF", "#1C2027"),
    "bg.sunken": ("#F7F8FA", "#22272F"),
    "bg.band": ("#F5F7FA", "#21262E"),
    "bg.hover": ("#EEF2F7", "#2A303A"),
    "bg.control": ("#FFFFFF", "#262C35"),
    "bg.removed": ("#E9ECF0", "#262C35"),
    "line.pane": ("#D8DDE4", "#323944"),
    "line.control": ("#818D9C", "#6F7A89"),
    "line.scroll": ("#C3CAD3", "#434C59"),
    "line.grid": ("#E6E9EE", "#2A303A"),
    "text.1": ("#17202C", "#E8ECF1"),
    "text.2": ("#465161", "#B7C0CC"),
    "text.3": ("#5E6978", "#929DAB"),
    "text.disabled": ("#98A1AD", "#667180"),
    "text.removed": ("#59636F", "#909BA9"),
    "accent": ("#1F5FBF", "#7FB0F5"),
    "accent.strong": ("#184C9A", "#679CE6"),
    "accent.text": ("#FFFFFF", "#0E1622"),
    "accent.soft": ("#E6EEFA", "#22324A"),
    "accent.line": ("#A9C3EB", "#3E618F"),
    "ok": ("#0A756C", "#3DBDB0"),
    "ok.soft": ("#E8F5F3", "#17332F"),
    "ok.line": ("#A5D3CD", "#2C6058"),
    "warn": ("#8A5A00", "#E6BC5C"),
    "warn.soft": ("#FDF3DC", "#332B18"),
    "warn.line": ("#E5C878", "#6B5826"),
    "error": ("#B42318", "#F19A90"),
    "error.soft": ("#FCEBE9", "#3A2220"),
    "error.line": ("#EDB4AE", "#75423D"),
    "role.identifying": ("#B42318", "#F19A90"),
    "role.identifying.soft": ("#FCEBE9", "#3D2321"),
    "role.quasi": ("#8A5A00", "#E6BC5C"),
    "role.quasi.soft": ("#FBF0D6", "#3A2F17"),
    "role.sensitive": ("#7A3DB8", "#C9A3F0"),
    "role.sensitive.soft": ("#F1E8FA", "#332543"),
    "role.insensitive": ("#2F6B4F", "#86CBA6"),
    "role.insensitive.soft": ("#E4F1EA", "#1F3529"),
    "state.optimum": ("#E8B400", "#FFD034"),
    "state.outline": ("#17202C", "#FFFFFF"),
    "state.anonymous": ("#0B7F75", "#3DBDB0"),
    "state.not": ("#C2541B", "#F08A52"),
    "state.unknown": ("#7C8794", "#6C7684"),
    "state.track": ("#E9ECF0", "#2B313A"),
    "series.before": ("#808B99", "#8D98A7"),
    "series.before.fill": ("#C9CFD7", "#4D5663"),
    "series.1": ("#1F6FB5", "#6AAEEA"),
    "series.2": ("#B3590A", "#F0A050"),
    "series.3": ("#662F8E", "#E6C7F5"),
    "series.4": ("#3F7F3B", "#7CC278"),
    "chart.axis": ("#8B95A3", "#667180"),
}


@dataclass(frozen=True)
class TypeStyle:
    """One entry of the type scale: size and line height in logical pixels, and the weight."""

    size: int
    line: int
    weight: int = 400


TYPE: dict[str, TypeStyle] = {
    "page": TypeStyle(22, 28, 600),
    "verdict": TypeStyle(17, 24, 600),
    "lead": TypeStyle(15, 20, 600),
    "gauge": TypeStyle(24, 28, 600),
    "figure": TypeStyle(18, 24, 600),
    "body": TypeStyle(13, 20),
    "dense": TypeStyle(12, 16),
    "caption": TypeStyle(11, 16),
    "chip": TypeStyle(10, 12, 600),
}


# Classes of widgets that are set in the dense style by themselves.
DENSE = (
    "QAbstractItemView",
    "QAbstractSpinBox",
    "QCheckBox",
    "QComboBox",
    "QLineEdit",
    "QMenu",
    "QMenuBar",
    "QPlainTextEdit",
    "QRadioButton",
    "QStatusBar",
    "QTabBar",
    "QTextEdit",
    "QTipLabel",
)


@dataclass(frozen=True)
class Theme:
    """The colours of one scheme."""

    scheme: Scheme
    _colors: dict[str, QColor] = field(default_factory=dict, compare=False, repr=False)

    def color(self, token: str, alpha: float = 1.0) -> QColor:
        """Return the colour of a token as a fresh QColor, optionally translucent; KeyError for unknown tokens."""
        known = self._colors.get(token)
        if known is None:
            known = QColor(TOKENS[token][0 if self.scheme == "light" else 1])
            self._colors[token] = known
        color = QColor(known)
        if alpha < 1:
            color.setAlphaF(alpha)
        return color


LIGHT = Theme("light")
DARK = Theme("dark")


class Watcher(QObject):
    """Follows the system while asked to, and announces changed colours to painted widgets."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.theme = LIGHT
        self.choice: Choice = "light"
        self.followed = False

    def follow(self, app: QApplication) -> None:
        """Listen to the system's colour scheme, once per application."""
        if not self.followed:
            self.followed = True
            app.styleHints().colorSchemeChanged.connect(self._system_changed)

    def _system_changed(self) -> None:
        app = QApplication.instance()
        if self.choice == "system" and isinstance(app, QApplication):
            _put_on(app, _system_theme(app))


watcher = Watcher()
restyling = Restyling()
_families: list[str] = []
_MARK = re.compile(r"@mark\(([a-z-]+), ([a-z0-9.]+)\)")
_with_marks: set[str] = set()
"""The schemes whose pictures Qt has."""


def current() -> Theme:
    """Return the theme in use."""
    return watcher.theme


def font(style: str, weight: int | None = None) -> QFont:
    """Return the font of a type style ("body", "dense", ...) with tabular digits, optionally in another weight."""
    declared = TYPE[style]
    made = QFont(_family())
    made.setPixelSize(declared.size)
    made.setWeight(QFont.Weight(weight or declared.weight))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)  # fractional advances: no gaps at small sizes
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


def apply(app: QApplication, scheme: Choice = "system") -> None:
    """Give the application the ArxDesk look in the scheme, and follow the system's changes while on "system"."""
    if not app.property("arxdeskStyle"):
        app.setStyle("Fusion")
        app.setProperty("arxdeskStyle", True)
    watcher.choice = scheme
    watcher.follow(app)
    wanted = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark, "system": Qt.ColorScheme.Unknown}
    app.styleHints().setColorScheme(wanted[scheme])  # title bars and native dialogs, where the platform can
    _put_on(app, {"light": LIGHT, "dark": DARK}.get(scheme) or _system_theme(app))


@contextmanager
def drawn_in(theme: Theme) -> Iterator[None]:
    """Let painters read another theme for a moment: saved pictures are always light."""
    before = watcher.theme
    watcher.theme = theme
    try:
        yield
    finally:
        watcher.theme = before


def _system_theme(app: QApplication) -> Theme:
    return DARK if app.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT


def _put_on(app: QApplication, theme: Theme) -> None:
    watcher.theme = theme
    sheet = style_sheet(theme)
    if sheet != app.styleSheet():
        app.setPalette(palette(theme))
        restyling.put_on(app, sheet)
    of_menus = QApplication.font("QMenu")  # type: ignore[call-overload]  # as below
    if app.font() != font("body") or of_menus != font("dense"):  # the first style sheet drops the fonts of classes
        app.setFont(font("body"))
        for dense in DENSE:
            app.setFont(font("dense"), dense)  # type: ignore[arg-type]  # the stubs ask for bytes, which PySide6 refuses
    watcher.changed.emit()


def palette(theme: Theme) -> QPalette:
    """Return the palette that Fusion paints with where no style rule applies."""
    roles = QPalette.ColorRole
    table = {
        roles.Window: "bg.window",
        roles.WindowText: "text.1",
        roles.Base: "bg.panel",
        roles.AlternateBase: "bg.band",
        roles.Text: "text.1",
        roles.Button: "bg.control",
        roles.ButtonText: "text.1",
        roles.BrightText: "error",
        roles.ToolTipBase: "bg.panel",
        roles.ToolTipText: "text.1",
        roles.PlaceholderText: "text.3",
        roles.Highlight: "accent",
        roles.HighlightedText: "accent.text",
        roles.Link: "accent",
        roles.LinkVisited: "accent",
        roles.Accent: "accent",
        roles.Light: "bg.panel",
        roles.Midlight: "line.grid",
        roles.Mid: "line.pane",
        roles.Dark: "line.control",
        roles.Shadow: "line.control",
    }
    made = QPalette()
    for role, token in table.items():
        made.setColor(role, theme.color(token))
    for role in (roles.WindowText, roles.Text, roles.ButtonText, roles.PlaceholderText, roles.Link):
        made.setColor(QPalette.ColorGroup.Disabled, role, theme.color("text.disabled"))
    made.setColor(QPalette.ColorGroup.Disabled, roles.Highlight, theme.color("bg.hover"))
    made.setColor(QPalette.ColorGroup.Disabled, roles.HighlightedText, theme.color("text.disabled"))
    return made


def style_sheet(theme: Theme) -> str:
    """Return the style rules with every @token replaced by its colour and every @mark(name, token) by a picture."""
    template = files("arxdesk_resources").joinpath("style/arxdesk.qss").read_text(encoding="utf-8")
    if theme.scheme not in _with_marks:
        marks = {_mark_name(found): _mark(theme, found[1], found[2]) for found in _MARK.finditer(template)}
        pictures_in_memory.register(f"marks/{theme.scheme}", marks)
        _with_marks.add(theme.scheme)
    template = _MARK.sub(lambda found: f'url(":/marks/{theme.scheme}/{_mark_name(found)}")', template)
    return re.sub(r"@([a-z]+(?:\.[a-z0-9]+)*)", lambda found: theme.color(found[1]).name(), template)


def _mark_name(found: re.Match[str]) -> str:
    return f"{found[1]}-{found[2]}.svg"


def _mark(theme: Theme, name: str, token: str) -> bytes:
    """Return a tinted arrow, check or icon."""
    places = (files("arxdesk_resources").joinpath(f"{folder}/{name}.svg") for folder in ("style", "icons"))
    drawing = next(place for place in places if place.is_file()).read_text(encoding="utf-8")
    return drawing.replace("currentColor", theme.color(token).name()).encode()


def _family() -> str:
    """Load the bundled faces once and return their family, or the system's sans if they cannot be used."""
    if not _families:
        loaded: list[str] = []
        for face in ("Inter-Regular.otf", "Inter-SemiBold.otf"):
            data = files("arxdesk_resources").joinpath(f"fonts/{face}").read_bytes()
            loaded += QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFontFromData(data))
        loaded.append(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family())
        _families.append("Inter" if "Inter" in loaded else loaded[0])
    return _families[0]
