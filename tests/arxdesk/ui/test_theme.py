"""The colours keep their contrast, the type scale its digits, the icons their sharpness, the look its scheme."""

import re
from importlib.resources import files

import pytest
from PySide6.QtCore import QFile, QIODevice, QSize
from PySide6.QtGui import QColor, QFont, QIcon, QImage, QPainter, QPalette
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QStyle, QStyleOptionButton

from arxdesk.ui import icons, theme
from arxdesk.ui.widgets.basics.buttons import primary_button
from arxdesk.ui.widgets.fields.spin_box import DoubleSpinBox, SpinBox
from tests.arxdesk.contrast import contrast

LAYERS = ("bg.window", "bg.panel", "bg.sunken", "bg.band", "bg.hover", "bg.control")
READABLE = [
    *[(text, layer) for text in ("text.1", "text.2") for layer in (*LAYERS, "bg.rail")],
    *[("text.3", layer) for layer in (*LAYERS, "bg.rail", "bg.removed", "accent.soft")],
    *[("text.removed", layer) for layer in ("bg.removed", "accent.soft")],
    *[("accent.text", layer) for layer in ("accent", "accent.strong")],
    *[(kind, layer) for kind in ("accent", "ok", "warn", "error") for layer in (f"{kind}.soft", "bg.panel")],
    *[("text.1", f"{kind}.soft") for kind in ("accent", "ok", "warn", "error")],
    *[("text.2", f"{kind}.soft") for kind in ("accent", "ok", "warn", "error")],
    *[(f"role.{role}", f"role.{role}.soft") for role in ("identifying", "quasi", "sensitive", "insensitive")],
    *[(f"series.{place}", "bg.panel") for place in (1, 2, 3, 4)],
]
RINGED = (*LAYERS, "bg.rail", "accent.soft", "ok.soft", "warn.soft", "error.soft", "state.track")
VISIBLE = [
    *[("accent", layer) for layer in RINGED],
    *[("line.control", layer) for layer in ("bg.panel", "bg.window", "bg.control")],
    *[(f"state.{state}", "bg.panel") for state in ("anonymous", "not", "unknown", "outline")],
    ("series.before", "bg.panel"),
    ("chart.axis", "bg.panel"),
]


@pytest.fixture(autouse=True)
def light_again(qapp):
    """Every test starts and leaves in the light scheme."""
    theme.apply(qapp, "light")
    yield
    theme.apply(qapp, "light")


@pytest.mark.parametrize("look", [theme.LIGHT, theme.DARK], ids=lambda look: look.scheme)
@pytest.mark.parametrize(("text", "layer"), READABLE)
def test_that_text_can_be_read_on_its_layer(look, text, layer):
    assert contrast(look.color(text), look.color(layer)) >= 4.5


@pytest.mark.parametrize("look", [theme.LIGHT, theme.DARK], ids=lambda look: look.scheme)
@pytest.mark.parametrize(("mark", "layer"), VISIBLE)
def test_that_borders_and_marks_can_be_seen_on_their_layer(look, mark, layer):
    assert contrast(look.color(mark), look.color(layer)) >= 3.0


def test_that_every_token_is_a_colour_in_both_schemes():
    for token, pair in theme.TOKENS.items():
        assert all(QColor(value).isValid() for value in pair), token
        assert theme.LIGHT.color(token).name().upper() == pair[0]
        assert theme.DARK.color(token).name().upper() == pair[1]


def test_that_an_unknown_token_is_an_error():
    with pytest.raises(KeyError):
        theme.current().color("bg.imaginary")


def test_that_a_colour_handed_out_can_be_changed_without_harm():
    theme.LIGHT.color("accent").setAlpha(0)
    assert theme.LIGHT.color("accent").alpha() == 255
    assert theme.LIGHT.color("accent", 0.5).alpha() == 128


def test_that_applying_a_scheme_changes_palette_rules_and_announces_it(qapp, qtbot):
    with qtbot.waitSignal(theme.watcher.changed):
        theme.apply(qapp, "dark")
    assert theme.current().scheme == "dark"
    assert qapp.palette().color(QPalette.ColorRole.Window) == theme.DARK.color("bg.window")
    assert theme.DARK.color("bg.rail").name() in qapp.styleSheet()
    assert theme.LIGHT.color("bg.rail").name() not in qapp.styleSheet()


def test_that_the_systems_change_is_followed_only_on_system(qapp, monkeypatch):
    theme.apply(qapp, "system")
    assert theme.current().scheme == "light"
    monkeypatch.setattr(theme, "_system_theme", lambda app: theme.DARK)
    theme.watcher._system_changed()
    assert theme.current().scheme == "dark"
    theme.apply(qapp, "light")
    theme.watcher._system_changed()
    assert theme.current().scheme == "light"


def test_that_no_placeholder_is_left_in_the_rules():
    rules = theme.style_sheet(theme.DARK)
    assert "@" not in rules
    pictures = re.findall(r'url\("([^"]+)"\)', rules)
    assert pictures
    for place in pictures:
        picture = QFile(place)
        assert picture.open(QIODevice.OpenModeFlag.ReadOnly), place
        drawing = bytes(picture.readAll().data())
        assert b"<svg" in drawing
        assert b"currentColor" not in drawing


def test_that_the_bundled_face_is_used_with_tabular_digits():
    for style, declared in theme.TYPE.items():
        made = theme.font(style)
        assert made.family() == "Inter"
        assert made.pixelSize() == declared.size
        assert made.featureValue(QFont.Tag("tnum")) == 1
    assert theme.font("dense", 600).weight() == QFont.Weight.DemiBold


def test_that_saved_pictures_are_light_only_while_they_are_drawn(qapp):
    theme.apply(qapp, "dark")
    with theme.drawn_in(theme.LIGHT):
        assert theme.current().scheme == "light"
    assert theme.current().scheme == "dark"


def test_that_the_heights_of_the_guide_are_kept(qtbot):
    for kind, height in (("primary", 32), ("danger", 32), (None, 28), ("dense", 24)):
        button = QPushButton("Anonymize…")
        qtbot.addWidget(button)
        if kind:
            button.setProperty(kind, True)
        button.ensurePolished()
        assert button.sizeHint().height() == height, kind
    for field in (SpinBox(), DoubleSpinBox(), QComboBox(), QLineEdit()):
        qtbot.addWidget(field)
        field.ensurePolished()
        assert min(field.sizeHint().height(), field.maximumHeight()) == 24, field


NEEDED = {
    *("configure", "explore", "quality", "risk", "undo", "redo", "search", "filter", "plus", "more", "play", "stop"),
    *("close", "copy", "check", "warning", "error", "info", "table", "download", "open", "database", "columns"),
    *(
        "chevron-left",
        "chevron-right",
        "chevron-down",
        "chevron-up",
        "pin",
        "export",
        "save",
        "help",
        "settings",
        "link",
    ),
}


@pytest.mark.parametrize("name", icons.names())
def test_that_an_icon_is_drawn_in_its_token_at_any_scale(qapp, name):
    drawn = icons.icon(name, "accent")
    for ratio in (1.0, 2.0, 3.0):
        picture = drawn.pixmap(QSize(20, 20), ratio)
        assert picture.size() == QSize(round(20 * ratio), round(20 * ratio))
        image = picture.toImage()
        strongest = max(
            (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())),
            key=lambda color: color.alpha(),
        )
        wanted = theme.current().color("accent")
        assert strongest.alpha() > 120
        assert abs(strongest.red() - wanted.red()) < 12
        assert abs(strongest.blue() - wanted.blue()) < 12


def test_that_all_icons_the_screens_need_are_there():
    assert set(icons.names()) >= NEEDED
    assert files("arxdesk_resources").joinpath("icons/LICENSE.txt").is_file()
    assert files("arxdesk_resources").joinpath("fonts/OFL.txt").is_file()


def test_that_icons_follow_the_theme_and_grey_out(qapp):
    drawn = icons.icon("close", "text.1")

    def strongest(mode: QIcon.Mode) -> str:
        image = drawn.pixmap(QSize(64, 64), 1.0, mode).toImage()
        colors = [image.pixelColor(x, x) for x in range(64)]
        return max(colors, key=lambda color: color.alpha()).name()

    assert strongest(QIcon.Mode.Normal) == theme.LIGHT.color("text.1").name()
    assert strongest(QIcon.Mode.Disabled) == theme.LIGHT.color("text.disabled").name()
    theme.apply(qapp, "dark")
    assert strongest(QIcon.Mode.Normal) == theme.DARK.color("text.1").name()


def test_that_a_copied_icon_outlives_the_first(qapp):
    copy = QIcon(icons.icon("copy"))
    copy.setIsMask(True)  # detaches, which clones the engine
    icons.icon.cache_clear()
    assert not copy.pixmap(QSize(16, 16)).isNull()


def test_that_an_unknown_icon_is_an_error():
    with pytest.raises(KeyError):
        icons.icon("unicorn")


@pytest.mark.parametrize("look", ["light", "dark"])
def test_that_a_primary_button_keeps_its_colour_under_the_pointer(qtbot, qapp, look):
    theme.apply(qapp, look)
    button = primary_button("Export...")
    qtbot.addWidget(button)
    button.resize(button.sizeHint())
    button.ensurePolished()
    picture = QImage(button.size(), QImage.Format.Format_RGB32)
    option = QStyleOptionButton()
    button.initStyleOption(option)
    option.state = QStyle.StateFlag.State_Enabled | QStyle.StateFlag.State_MouseOver
    painter = QPainter(picture)
    button.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, button)
    painter.end()
    assert picture.pixelColor(6, button.height() // 2) == theme.current().color("accent.strong")
