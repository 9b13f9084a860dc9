"""All widgets on a few boards, light, dark and at twice the scale, as pictures to look at."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QProgressBar,
    QRadioButton,
    QStatusBar,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from arxdesk.ui import icons, theme
from arxdesk.ui.widgets.basics import buttons
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.error_card import ErrorCard
from arxdesk.ui.widgets.basics.figure import Figure
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.basics.state_mark import Legend, StateMark
from arxdesk.ui.widgets.charts.bar_chart import BarCategory, BarChart
from arxdesk.ui.widgets.charts.chart import Chart
from arxdesk.ui.widgets.charts.gauge import Gauge
from arxdesk.ui.widgets.charts.progress_curves import ProgressCurves
from arxdesk.ui.widgets.charts.series_legend import SeriesLegend
from arxdesk.ui.widgets.fields.number_field import NumberField
from arxdesk.ui.widgets.fields.segmented import Option, Segmented
from arxdesk.ui.widgets.fields.spin_box import DoubleSpinBox, SpinBox
from arxdesk.ui.widgets.frames.command_bar import CommandBar
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.widgets.frames.rail import Rail
from arxdesk.ui.widgets.frames.verdict_card import VerdictCard
from arxdesk.ui.widgets.tables.cells import BarDelegate, StateMarkDelegate
from arxdesk.ui.widgets.tables.comparison_table import ComparisonRow, ComparisonTable
from arxdesk.ui.widgets.tables.level_bars import LevelBars, LevelBarsDelegate, LevelRow, LevelRows
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.widgets.tables.role_chip import ROLES, RoleChip
from tests.arxdesk.ui.widgets import sample_tables as tables

LEVELS, HEIGHTS = (0, 3, 0, 0, 2, 1, 1, 2, 0), (1, 4, 1, 2, 3, 2, 2, 2, 1)
RISKS = [
    ("alone", "100 %", 0.514, None),
    ("2", "50 %", 0.14, None),
    ("3–4", "25 %", 0.125, None),
    ("5", "20 %", 0.031, 0.008),
    ("6–10", "10 %", 0.098, 0.03),
    ("11–20", "5 %", 0.069, 0.042),
    ("21–33", "3 %", 0.02, 0.051),
    ("34–100", "1 %", 0.004, 0.108),
    ("101+", "0.1 %", None, 0.4),
    ("1,001+", "< 0.1 %", None, 0.368),
]
CURVES = [
    (0, 0.56, 0.0),
    (0.1, 0.47, 0.055),
    (0.35, 0.36, 0.13),
    (0.8, 0.30, 0.155),
    (1.5, 0.265, 0.18),
    (2.7, 0.245, 0.22),
    (3.4, 0.2419, 0.23),
    (3.8, 0.2419, 0.2344),
]


def row_of(*widgets, stretch=True):
    row = QHBoxLayout()
    row.setSpacing(8)
    for widget in widgets:
        row.addWidget(widget)
    if stretch:
        row.addStretch()
    return row


def board(layout, width, height):
    made = QWidget()
    made.setProperty("layer", "panel")
    made.setLayout(layout)
    made.resize(width, height)
    return made


def controls():
    column = QVBoxLayout()
    kinds = [
        buttons.primary_button("Anonymize…"),
        buttons.secondary_button("Hierarchies…"),
        buttons.danger_button("Stop"),
        buttons.dense_button("Add model…", "plus"),
        buttons.link_button("Show the 6,240 records"),
        buttons.quiet_button("Help"),
        buttons.icon_button("copy", "Copy"),
        buttons.icon_button("more", "More"),
    ]
    column.addLayout(row_of(*kinds))
    for button in (disabled := [buttons.primary_button("Anonymize…"), buttons.dense_button("Columns…")]):
        button.setEnabled(False)
    column.addLayout(row_of(*disabled))
    roles = [Option(key, name, ink, f"{ink}.soft") for key, (_, ink, name) in ROLES.items()]
    role = Segmented("Role", roles)
    role.set_value("quasi-identifying")
    german = Segmented("Rolle", [("a", "Quasi-identifizierend"), ("b", "Nicht schutzbedürftig"), ("c", "Direkt")])
    column.addLayout(row_of(role, Segmented("Sides", [("both", "Before and after"), ("b", "Before"), ("a", "After")])))
    column.addLayout(row_of(german))
    combo, dull = QComboBox(), QComboBox()
    for each in (combo, dull):
        each.addItems(["Generalize", "Microaggregate"])
    dull.setEnabled(False)
    line = QLineEdit(placeholderText='Filter, such as age >= 18 and sex = "Female"')
    column.addLayout(row_of(line, combo, dull, SpinBox(0, 10**9, 317_238_626), DoubleSpinBox(0, 1, 0.5), stretch=False))
    column.addWidget(NumberField("Suppression limit", 0, 100, 5, 0, " %"))
    checks = [
        QCheckBox("5-anonymity"),
        QCheckBox("Recursive (4, 3)-diversity"),
        QRadioButton("Mean"),
        QRadioButton("Max"),
    ]
    checks[0].setChecked(True)
    checks[2].setChecked(True)
    checks.append(QCheckBox("partly", tristate=True))
    checks[-1].setCheckState(Qt.CheckState.PartiallyChecked)
    column.addLayout(row_of(*checks))
    tabs = QTabBar()
    tabs.setDocumentMode(True)
    for name in ("Hierarchy table", "Tree", "Distribution", "Häufigkeitsverteilung"):
        tabs.addTab(name)
    bar = QProgressBar()
    bar.setValue(94)
    column.addWidget(tabs)
    column.addWidget(bar)
    chips = [RoleChip(role) for role in ROLES]
    marks = [StateMark(state) for state in ("optimum", "anonymous", "not", "unknown")]
    column.addLayout(row_of(*chips, *marks, Legend()))
    samples = [("line", "series.1", "Best score"), ("dash", "series.2", "Bound"), ("area", "series.before.fill", "Gap")]
    shapes = [("mark", "series.before", "Before"), ("bar", "series.1", "After"), ("dot", "series.4", "SNB")]
    legend = SeriesLegend([*samples, *shapes])
    column.addLayout(row_of(legend))
    column.addLayout(row_of(Figure("Gap", "3.1", "%"), Figure("Checks", "412"), Figure("Speed", "108", "checks/s")))
    for style in theme.TYPE:
        column.addWidget(ElidedLabel(f"{style}: 0123456789 Datenschutz-Folgenabschätzung 1,346 of 30,162", style))
    pictures = QGridLayout()
    for place, name in enumerate(icons.names()):
        holder = QLabel()
        holder.setPixmap(icons.icon(name).pixmap(20, 20))
        pictures.addWidget(holder, place // 24, place % 24)
    column.addLayout(pictures)
    column.addStretch()
    return board(column, 860, 760)


def frame():
    window = QMainWindow()
    for name in ("File", "Edit", "View", "Data", "Protect", "Analyze", "Help"):
        window.menuBar().addMenu(name)
    rail = Rail()
    for key in ("configure", "explore", "quality", "risk"):
        rail.add_item(key, key.capitalize(), key)
    rail.set_current("configure")
    rail.set_badge("configure", 1, "model is paused")
    rail.set_badge("risk", 120, "things")
    rail.item("quality").setEnabled(False)
    window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, rail)
    bar = CommandBar()
    for name in ("undo", "redo"):
        action = window.addAction(icons.icon(name), name)
        action.setEnabled(name == "undo")
        bar.add_icon_action(action)
    bar.set_state("Searching all 12,960 transformations", "for the one that keeps most detail. You can keep working.")
    bar.add_button(buttons.secondary_button("Anonymize again…"))
    bar.add_button(buttons.danger_button("Stop"))
    pane = Pane("Lattice", "fills while the search runs")
    pane.add_header_widget(Legend())
    pane.add_header_widget(buttons.icon_button("copy", "Copy"))
    pane.set_body(EmptyState("No search yet. Anonymize to see all alternatives.", "Anonymize…"))
    central = QWidget()
    column = QVBoxLayout(central)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(bar)
    column.addWidget(pane, 1)
    window.setCentralWidget(central)
    status = QStatusBar()
    status.setSizeGripEnabled(False)
    status.addWidget(QLabel("<b>30,162</b> records"))
    status.addWidget(QLabel("Selected: none"))
    status.addPermanentWidget(QLabel("Memory 214 MB"))
    window.setStatusBar(status)
    window.resize(1000, 420)
    return window


def data():
    column = QVBoxLayout()
    records = RecordsTable()
    model = tables.Records()
    model.setParent(records)
    records.setModel(model)
    for place in range(1, 9):
        records.setColumnWidth(place, 104)
    records.setColumnWidth(0, 28)
    records.focused_column = 2
    records.selectionModel().select(
        QItemSelection(model.index(0, 5), model.index(2, 6)), QItemSelectionModel.SelectionFlag.Select
    )
    column.addWidget(records, 1)
    found = RecordsTable("Transformations", two_line_header=False)
    listed = tables.Transformations()
    listed.setParent(found)
    found.setModel(listed)
    found.verticalHeader().hide()
    for place, delegate in ((0, StateMarkDelegate()), (2, LevelBarsDelegate()), (4, BarDelegate())):
        found.set_cell_delegate(place, delegate)
    found.header.setSortIndicator(3, Qt.SortOrder.AscendingOrder)
    found.header.setSortIndicatorShown(True)
    found.resizeColumnsToContents()
    found.setColumnWidth(4, 120)
    found.selectRow(0)
    rows = LevelRows("Best so far")
    names = [*tables.NAMES, tables.LONG]
    rows.set_rows([LevelRow(name, *pair) for name, *pair in zip(names, LEVELS, HEIGHTS, strict=True)])
    many = LevelRows("Many")
    many.set_rows([LevelRow(f"attribute-{place}", place % 8, 12) for place in range(300)])
    bars = LevelBars()
    bars.set_levels(LEVELS, HEIGHTS)
    side = QVBoxLayout()
    side.addWidget(rows, 3)
    side.addWidget(bars)
    side.addWidget(many, 2)
    below = QHBoxLayout()
    below.addWidget(found, 3)
    below.addLayout(side, 2)
    column.addLayout(below, 1)
    return board(column, 1000, 680)


def cards():
    column = QVBoxLayout()
    card = VerdictCard()
    sentences = [
        "Before, 15,512 of 30,162 records (51 %) were unique in this table. Now none is.",
        "240 are at it still.",
    ]
    card.set_verdict("ok", "risk", "Highest risk 20 % (1 in 5), average 1.4 % (1 in 73): within 20 %.", sentences)
    threshold = NumberField("Threshold", 0, 100, 20, 0, " %")
    threshold.setFixedWidth(240)
    card.add_slot_widget(threshold)
    card.add_slot_widget(buttons.dense_button("How is this computed?"))
    column.addWidget(card)
    lost = VerdictCard()
    lost.set_verdict("warn", "quality", "Usable for most questions, but occupation is gone completely.", sentences[:1])
    column.addWidget(lost)
    text = "All 72 values have an entry and every level merges the one before it. 28 entries never occur in the data."
    for kind in ("ok", "warn", "error", "info"):
        column.addWidget(Message(kind, "Complete.", text, (("remove", "Remove them"),)))
    column.addWidget(Message("warn", "Quasi-Identifikatoren.", "Donaudampfschifffahrtsgesellschaft & <b>Co</b>"))
    error = ErrorCard()
    words = (
        "This file could not be read.",
        "Line 812 has 9 cells instead of 10.",
        "Skip it, or choose another separator.",
    )
    error.set_error(*words, "UnreadableData: line 812", (("skip", "Skip the line"), ("other", "Other separator")))
    error._toggle()
    column.addWidget(error)
    attackers = QHBoxLayout()
    for name, values in (
        ("Prosecutor", (0.2, 1.0, 0.2, "20 %", "highest risk", "20 %")),
        ("Marketer", (0.014, 0.647, 0.2, "1.4 %", "average risk", "20 %")),
        ("Journalist", (0.93, None, 0.5, "93 %", "durchschnittliches Risiko", "50 %")),
    ):
        gauge = Gauge()
        gauge.set_values(*values)
        rows = [ComparisonRow("Share at risk", "77.8 %", "0 %"), ComparisonRow("Right guesses", "2 in 3", "1 in 73")]
        each = QVBoxLayout()
        each.addWidget(label(name, "body", "1", 600))
        each.addWidget(paragraph("Looks for one person and knows that this person is in the table.", "dense", "2"))
        each.addWidget(gauge)
        each.addWidget(ComparisonTable([*rows, ComparisonRow("Wiedererkennungswahrscheinlichkeit", "100 %", "20 %")]))
        attackers.addLayout(each)
    column.addLayout(attackers)
    column.addStretch()
    return board(column, 960, 980)


def charts():
    grid = QGridLayout()
    risks = BarChart("Distribution of risks")
    title = "People who look the same (above), highest risk in that range (below)"
    risks.set_data([BarCategory(*values, meaning="240 people, 48 groups") for values in RISKS], title)
    risks.set_threshold(3, "threshold 20 %", "above")
    risks._point_at(4)
    ages = BarChart("Ages")
    counts = [BarCategory(str(17 + place), "", float(90 * (74 - place) * (place + 2) % 4127)) for place in range(74)]
    ages.set_data(counts, "Age in years", percent=False)
    live = ProgressCurves()
    for values in CURVES:
        live.add(*values)
    live.finish(3.85)
    early = ProgressCurves()
    early.add(0, None, 0.1)
    early.add(0.3, 0.97, 0.1)
    early.finish(0.5)
    for place, chart in enumerate((risks, live, ages, early)):
        grid.addWidget(chart, place // 2, place % 2)
    return board(grid, 1080, 640)


def picture(widget, scale):
    image = QImage(widget.size() * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    prepared = [chart for chart in widget.findChildren(QWidget) if isinstance(chart, Chart)]
    for chart in prepared:
        chart.prepare(scale)
    painter = QPainter(image)
    QWidget.render(widget, painter, QPoint(0, 0))
    painter.end()
    return image


def colours(image):
    step = max(1, image.width() // 400)
    places = ((x, y) for x in range(0, image.width(), step) for y in range(0, image.height(), step))
    return len({image.pixel(x, y) for x, y in places})


@pytest.mark.parametrize(("scheme", "scale"), [("light", 1), ("dark", 1), ("light", 2), ("dark", 2)])
@pytest.mark.parametrize("make", [controls, frame, data, cards, charts], ids=lambda make: make.__name__)
def test_that_a_board_is_not_blank(qapp, qtbot, tmp_path, make, scheme, scale):
    theme.apply(qapp, scheme)
    made = make()
    qtbot.addWidget(made)
    made.grab()  # lays out and polishes
    image = picture(made, scale)
    folder = Path(os.environ.get("ARXDESK_SCREENSHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    assert image.save(str(folder / f"widgets-{make.__name__}-{scheme}-{scale}x.png"))
    assert colours(image) > 60
    ground = theme.current().color("bg.panel")
    assert abs(image.pixelColor(image.width() // 2, image.height() - 3 * scale).lightness() - ground.lightness()) < 60


def test_that_widgets_built_in_the_light_scheme_repaint_in_the_dark_one(qapp, qtbot):
    theme.apply(qapp, "light")
    made = [make() for make in (controls, data, cards, charts)]
    for each in made:
        qtbot.addWidget(each)
        each.grab()
    theme.apply(qapp, "dark")
    for each in made:
        image = picture(each, 1)
        dark = sum(image.pixelColor(x, y).lightness() < 90 for x in range(5, 800, 9) for y in range(5, 600, 9))
        assert dark > 0.7 * len(range(5, 800, 9)) * len(range(5, 600, 9))
