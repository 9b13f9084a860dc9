"""The hierarchy wizard from its first page to its last, for every kind of builder on columns as they occur."""

import tomllib
from functools import partial

import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit

from arxdesk.configure.hierarchies.wizard.check_page import CheckPage
from arxdesk.configure.hierarchies.wizard.previewing import RulePreview
from arxdesk.configure.hierarchies.wizard.settings_page import SettingsPage
from arxdesk.configure.hierarchies.wizard.wizard import CHECK, KIND, SETTINGS, HierarchyWizard
from arxdesk.help.window import shown_help
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.widgets.frames.step_dialog import StepDialog
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.builders import builder_from
from arxdesk_engine.hierarchies.offers import KINDS, offers
from arxdesk_engine.hierarchies.preview import preview
from arxdesk_engine.io.specification import read_specification
from arxdesk_engine.job.job import job_from
from tests.arxdesk.configure.hierarchies.wizard.columns import document_of, frame, wizard_on
from tests.engine.arx import arx_classes as arx
from tests.engine.arx import java_stream as java
from tests.lines import lines_of

INTERVALS = {
    "builder": "interval",
    "intervals": [[0, 18], {"lower": 18, "upper": 30, "label": "bounds"}, [30, 40]],
    "levels": [[1, {"size": 2, "label": "bounds"}], [3]],
    "lower_range": {"extreme": 0},
    "upper_range": {"snap": 80, "coding": 90, "extreme": 130},
    "other": "unknown",
}
SPECIFICATIONS = {
    "age": [
        INTERVALS,
        {
            "builder": "interval",
            "intervals": [[20, 25]],
            "lower_range": "repeat",
            "upper_range": "repeat",
            "label": "range",
        },
        {"builder": "order", "order": "number", "levels": [[5], [2, 1]], "label": "bounds"},
        {"builder": "priority", "by": "order", "direction": "lowest-first", "maximum_levels": 4},
        {"builder": "priority", "priorities": {"40": 3, "41": 1.5}, "kept": [20, 5]},
        {"builder": "coding", "bottom": 20, "top": 75},
        {"builder": "ready-made", "name": "age"},
        {"builder": "automatic"},
    ],
    "admitted": [
        {"builder": "date", "granularities": ["week", "week-year"], "formats": {"week": "%V of %G"}},
        {
            "builder": "date",
            "granularities": ["month", "quarter", "year", "decade"],
            "bottom": "2012-01-01",
            "top": "2024-01-01",
            "time_zone": "Europe/Berlin",
            "from_time_zone": "America/New_York",
        },
        {
            "builder": "interval",
            "intervals": [["2010-01-01", "2010-01-08"]],
            "lower_range": "repeat",
            "upper_range": "repeat",
        },
        {"builder": "coding", "top": "2020-06-01"},
        {"builder": "ready-made", "name": "dates"},
    ],
    "zip": [
        {"builder": "redaction", "length": 5, "alphabet": "0123456789", "root": "*", "redacted": [1, 3]},
        {"builder": "redaction", "alignment": "right", "direction": "left-to-right", "padding": "0", "redaction": "#"},
        {"builder": "ready-made", "name": "zip"},
    ],
    "diagnosis": [{"builder": "ready-made", "name": "icd-10"}, {"builder": "priority", "values": ["I10", "K35"]}],
    "country": [{"builder": "ready-made", "name": "countries-names", "other": "elsewhere"}],
    "amount": [
        {
            "builder": "interval",
            "intervals": [[0.5, 100.25]],
            "levels": [[2]],
            "lower_range": "repeat",
            "upper_range": "repeat",
        },
        {"builder": "order", "levels": [[10]], "label": "arithmetic-mean"},
    ],
    "severity": [
        {
            "builder": "order",
            "order": "listed",
            "values": ["none", "mild", "severe", "fatal"],
            "levels": [[{"size": 2, "label": {"function": "constant", "text": "light"}}, 2]],
            "label": {"function": "common-prefix", "fill": "-"},
        },
        {"builder": "order", "levels": [[2]], "label": {"function": "set-of-prefixes", "length": 3}},
    ],
}
EVERY = [(name, each) for name, several in SPECIFICATIONS.items() for each in several]


@pytest.fixture
def jobs(qapp, no_thread_left):
    made = Jobs()
    yield made
    made.wait()


@pytest.fixture
def open_wizard(qtbot, jobs):
    def make(attribute, document=None):
        document = document or document_of()
        return wizard_on(qtbot, jobs, document, attribute), document

    return make


def leave_button(dialog: StepDialog) -> QAbstractButton:
    """The button with which work is given up."""
    return next(each for each in dialog.question.buttons() if each.text() == "Leave")


def finish(qtbot, wizard):
    """Go on from wherever it is to the end."""
    while wizard.isVisible():
        qtbot.waitUntil(wizard.next_button.isEnabled, timeout=10_000)
        wizard.next_button.click()


def settle(qtbot, wizard):
    """Wait for the preview of the settings as they are."""
    qtbot.waitUntil(lambda: wizard.draft.built is not None, timeout=10_000)


def text_of_errors(qtbot, wizard):
    message = wizard.settings_page.messages[0]
    qtbot.waitUntil(lambda: message.kind == "error" and message.isVisible(), timeout=10_000)
    return message.accessibleName()


@pytest.mark.parametrize("attribute", list(frame(1)))
def test_that_the_recommended_way_leads_to_a_hierarchy_that_the_builder_makes(qtbot, open_wizard, attribute):
    wizard, document = open_wizard(attribute)
    finish(qtbot, wizard)
    source, column = document.settings_of(attribute).hierarchy, document.dataset[attribute]
    assert source.builder == wizard.draft.kind
    assert document.hierarchies[attribute].rows == source.build(column).rows
    document.undo_stack.undo()
    assert (document.settings_of(attribute).hierarchy, document.hierarchies) == (None, {})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("attribute", list(frame(1)))
def test_that_every_kind_that_suits_leads_to_its_hierarchy_and_through_the_job(qtbot, open_wizard, attribute, kind):
    wizard, document = open_wizard(attribute)
    card = wizard.kind_page.cards[kind]
    if not card.isEnabled():
        assert card.offer.reason
        return
    card.click()
    finish(qtbot, wizard)
    source, column = document.settings_of(attribute).hierarchy, document.dataset[attribute]
    assert source.builder == kind
    assert document.hierarchies[attribute].rows == source.build(column).rows
    again = job_from(tomllib.loads(document.job.to_toml()))
    assert again.settings_of(attribute).hierarchy == source


@pytest.mark.parametrize(
    ("attribute", "content"), EVERY, ids=lambda each: each if isinstance(each, str) else each["builder"]
)
def test_that_what_was_built_opens_again_as_it_was(qtbot, open_wizard, attribute, content):
    builder = builder_from(content)
    wizard, document = open_wizard(attribute, document_of(**{attribute: builder}))
    assert wizard.place == SETTINGS
    settle(qtbot, wizard)
    page = wizard.draft.page
    assert wizard.draft.builder == builder
    page.take(page.content)  # through plain values and back
    assert wizard.draft.builder == builder
    page.refresh()
    settle(qtbot, wizard)
    assert wizard.draft.built.hierarchy.rows == builder.build(document.dataset[attribute]).rows
    finish(qtbot, wizard)
    assert document.settings_of(attribute).hierarchy == builder


def test_that_only_the_page_of_kinds_is_made_at_once(qtbot, jobs):
    wizard = HierarchyWizard(document_of(), "age", jobs)
    qtbot.addWidget(wizard)
    wizard.show()
    later = [wizard.findChildren(page) for page in (SettingsPage, CheckPage)]
    assert (wizard.kind_page.isVisible(), later) == (True, [[], []])
    qtbot.waitUntil(lambda: all(wizard.findChildren(page) for page in (SettingsPage, CheckPage)))


def test_that_a_wizard_can_be_left_before_its_pages_are_made(qtbot, jobs):
    wizard = HierarchyWizard(document_of(), "age", jobs)
    qtbot.addWidget(wizard)
    wizard.show()
    wizard.reject()
    qtbot.wait(50)
    assert (wizard.isVisible(), wizard.findChildren(SettingsPage)) == (False, [])


def test_that_the_preview_is_what_is_applied(qtbot, open_wizard):
    wizard, document = open_wizard("age")
    wizard.choose("interval")
    wizard.go_on()
    settle(qtbot, wizard)
    model = wizard.settings_page.preview.model
    shown = [
        tuple(model.index(row, column).data() for column in (0, *range(2, model.columnCount())))
        for row in range(model.rowCount())
    ]
    counts = dict(zip(document.dataset["age"].values, document.dataset["age"].counts().tolist(), strict=True))
    assert [model.index(row, 1).data() for row in range(3)] == [str(counts[row[0]]) for row in shown[:3]]
    finish(qtbot, wizard)
    assert shown == list(document.hierarchies["age"].rows)


def test_that_the_figures_of_the_last_page_are_those_of_the_hierarchy(qtbot, open_wizard):
    wizard, document = open_wizard("age")
    wizard.go_on()
    settle(qtbot, wizard)
    wizard.go_on()
    assert wizard.place == CHECK
    rows, table = wizard.draft.built.hierarchy.rows, wizard.check_page.figures
    column = document.dataset["age"]
    people = dict(zip(column.values, column.counts().tolist(), strict=True))
    for level in range(len(rows[0])):
        groups = {}
        for row in rows:
            groups.setdefault(row[level], []).append(people[row[0]])
        sizes = [len(each) for each in groups.values()]
        expected = f"{min(sizes)}–{max(sizes)}" if min(sizes) != max(sizes) else str(max(sizes))
        found = [table.item(level, place).text() for place in range(4)]
        assert found == [str(level), str(len(groups)), str(min(map(sum, groups.values()))), expected]


FIRST = {
    "interval": "Number line",
    "coding": "Number line",
    "automatic": "Preview",
    "order": "Order",
    "priority": "Order of importance",
    "redaction": "From the end",
    "ready-made": "Ready-made hierarchies",
}


@pytest.mark.parametrize("kind", FIRST)
def test_that_each_page_begins_with_its_first_field(qtbot, open_wizard, kind: str):
    wizard, _document = open_wizard("age")
    wizard.activateWindow()
    wizard.choose(kind)
    qtbot.waitUntil(wizard.next_button.isEnabled, timeout=10_000)
    wizard.kind_page.focus()
    QTest.keyClick(wizard.focusWidget(), Qt.Key.Key_Return)
    settle(qtbot, wizard)
    assert wizard.place == SETTINGS
    first = wizard.focusWidget()
    assert (first.accessibleName() or first.text()) == FIRST[kind]
    qtbot.waitUntil(wizard.next_button.isEnabled, timeout=10_000)
    QTest.keyClick(first, Qt.Key.Key_Return)
    assert wizard.place == CHECK
    qtbot.waitUntil(lambda: wizard.focusWidget().accessibleName() == "Hierarchy", timeout=10_000)
    QTest.keyClick(wizard.focusWidget(), Qt.Key.Key_Return)
    assert not wizard.isVisible()


def test_that_the_keyboard_alone_leads_to_a_hierarchy(qtbot, open_wizard):
    wizard, document = open_wizard("age")
    wizard.activateWindow()
    wizard.kind_page.focus()
    for place in (SETTINGS, CHECK):
        qtbot.waitUntil(wizard.next_button.isEnabled, timeout=10_000)
        QTest.keyClick(wizard.focusWidget() or wizard, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda place=place: wizard.place == place)
        settle(qtbot, wizard)
    QTest.keyClick(wizard, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert wizard.place == SETTINGS
    settle(qtbot, wizard)
    QTest.keyClick(wizard, Qt.Key.Key_Return)
    qtbot.waitUntil(wizard.next_button.isEnabled)
    QTest.keyClick(wizard, Qt.Key.Key_Return)
    assert not wizard.isVisible()
    assert "age" in document.hierarchies


def test_that_escape_changes_nothing(qtbot, open_wizard):
    wizard, document = open_wizard("age")
    QTest.keyClick(wizard, Qt.Key.Key_Escape)
    assert not wizard.isVisible()
    assert document.undo_stack.count() == 0


def test_that_settings_made_by_hand_are_asked_about_before_they_are_lost(qtbot, open_wizard):
    wizard, document = open_wizard("age")
    wizard.choose("interval")
    wizard.go_on()
    settle(qtbot, wizard)
    width = wizard.draft.page.fields.width_box
    width.setFocus()
    width.lineEdit().setText("7")
    QTest.keyClick(width, Qt.Key.Key_Return)
    assert wizard.place == SETTINGS  # Return takes the value and leads nowhere
    assert wizard.draft.page.builder.intervals[0].lower == 0
    wizard.close()
    assert wizard.isVisible()
    assert "Save..." in wizard.question.informativeText()
    QTest.mouseClick(leave_button(wizard), Qt.MouseButton.LeftButton)
    assert not wizard.isVisible()
    assert document.undo_stack.count() == 0


def test_that_unfit_kinds_say_why_and_the_recommended_one_is_chosen(qtbot, open_wizard):
    wizard, _document = open_wizard("severity")
    cards = wizard.kind_page.cards
    assert not cards["interval"].isEnabled()
    assert "texts" in cards["interval"].detail
    assert [kind for kind, card in cards.items() if card.isChecked()] == ["priority"]
    assert "Recommended" in wizard.kind_page.message.accessibleName()


def test_that_values_without_a_place_are_told_with_a_way_out_that_works(qtbot, open_wizard):
    wizard, _document = open_wizard("age")
    wizard.open_builder(builder_from({"builder": "interval", "intervals": [[20, 60]]}))
    assert "out of bounds" in text_of_errors(qtbot, wizard)
    assert not wizard.next_button.isEnabled()
    wizard.settings_page.messages[0].link_activated.emit("go-on")
    settle(qtbot, wizard)
    assert wizard.next_button.isEnabled()


def test_that_words_among_numbers_get_a_label_in_one_click(qtbot, open_wizard):
    table = frame().assign(age=["seventeen", *frame()["age"][1:]])
    wizard, document = open_wizard("age", document_of(table))
    wizard.open_builder(builder_from({**SPECIFICATIONS["age"][1]}))
    assert "seventeen" in text_of_errors(qtbot, wizard)
    wizard.settings_page.messages[0].link_activated.emit("other")
    settle(qtbot, wizard)
    assert wizard.draft.page.other.text() == "other"
    finish(qtbot, wizard)
    row = next(row for row in document.hierarchies["age"].rows if row[0] == "seventeen")
    assert row == ("seventeen", "other", "*")


def test_that_open_ended_groups_are_counted_and_ended_in_one_click(qtbot, open_wizard):
    wizard, _document = open_wizard("age")
    content = {"builder": "interval", "intervals": [[10, 20]], "levels": [[2]], "lower_range": "repeat"}
    wizard.open_builder(builder_from({**content, "upper_range": {"coding": 60}}))
    settle(qtbot, wizard)
    old = sum(int(value) >= 60 for value in frame()["age"])
    message = wizard.settings_page.messages[1]
    assert f"{old} people form “>=60” on levels 1 to 2" in message.accessibleName()
    highest = max(int(value) for value in frame()["age"])
    message.link_activated.emit("extend")
    settle(qtbot, wizard)
    assert int(wizard.draft.builder.upper_range.coding) == highest // 10 * 10 + 10
    assert message.isHidden()


def test_that_faulty_fields_are_told_beside_the_table_and_nothing_goes_on(qtbot, open_wizard):
    wizard, _document = open_wizard("zip")
    wizard.choose("redaction")
    wizard.go_on()
    settle(qtbot, wizard)
    wizard.draft.page.steps.setText("4, 2")
    wizard.draft.page.steps.editingFinished.emit()
    assert "do not increase" in text_of_errors(qtbot, wizard)
    assert not wizard.next_button.isEnabled()
    wizard.go_on()
    assert wizard.place == SETTINGS
    wizard.draft.page.steps.setText("2, 4")
    wizard.draft.page.steps.editingFinished.emit()
    settle(qtbot, wizard)
    assert wizard.settings_page.messages[0].kind == "ok"


def test_that_automatic_is_adjusted_as_what_it_proposes(qtbot, open_wizard):
    wizard, _document = open_wizard("amount")
    wizard.choose("automatic")
    wizard.go_on()
    settle(qtbot, wizard)
    rows = wizard.draft.built.hierarchy.rows
    wizard.draft.page.adjust.click()
    assert wizard.draft.kind == "interval"
    settle(qtbot, wizard)
    assert wizard.draft.built.hierarchy.rows == rows


def test_that_what_depends_on_the_data_is_refused_beside_differential_privacy(qtbot, open_wizard):
    document = document_of()
    private = job_from(
        {
            "data": {"path": "visits.csv"},
            "attributes": {"*": {"role": "quasi-identifying"}},
            "privacy": [{"model": "differential-privacy", "epsilon": 1.0, "delta": 1e-6, "search_budget": 0.1}],
        }
    )
    document.set_sections({"privacy": private.privacy})
    wizard, _document = open_wizard("age", document)
    wizard.choose("automatic")
    wizard.go_on()
    assert "Depends on the data" in text_of_errors(qtbot, wizard)


def test_that_a_locked_configuration_gets_no_hierarchy(qtbot, open_wizard):
    wizard, document = open_wizard("age")
    wizard.go_on()
    settle(qtbot, wizard)
    wizard.go_on()
    document.set_locked(True)
    assert not wizard.next_button.isEnabled()
    wizard.go_on()
    assert document.hierarchies == {}


def test_that_settings_that_arx_saved_are_loaded(qtbot, open_wizard, tmp_path):
    kind = "aggregates.HierarchyBuilderRedactionBased"
    saved = arx.instance(
        kind,
        aligmentOrder=arx.constant(f"{kind}$Order", "LEFT_TO_RIGHT"),
        redactionOrder=arx.constant(f"{kind}$Order", "RIGHT_TO_LEFT"),
        paddingCharacter=java.Primitive("C", "*"),
        redactionCharacter=java.Primitive("C", "#"),
    )
    (tmp_path / "age.ahs").write_bytes(java.stream(saved))
    wizard, _document = open_wizard("age")
    wizard.files.load(tmp_path / "age.ahs")
    qtbot.waitUntil(lambda: wizard.place == SETTINGS)
    assert wizard.draft.builder == builder_from({"builder": "redaction", "redaction": "#"})


@pytest.mark.parametrize("name", ["rule.toml", "rule.json"])
def test_that_settings_are_saved_and_loaded(qtbot, open_wizard, tmp_path, name):
    wizard, _document = open_wizard("age")
    wizard.open_builder(builder_from(INTERVALS))
    wizard.files.save(tmp_path / name)
    qtbot.waitUntil(lambda: wizard.note.text().startswith("Saved"))
    assert read_specification(tmp_path / name) == builder_from(INTERVALS)
    other, _document = open_wizard("age")
    other.files.load(tmp_path / name)
    qtbot.waitUntil(lambda: other.place == SETTINGS)
    assert other.draft.builder == builder_from(INTERVALS)


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00",
        b"builder = 'nothing'",
        b"{" * 100_000,
        b"[" * 100_000,
        b"",
        b'{"builder": "interval"}',
        b"x" * 4_000_001,
    ],
)
def test_that_hostile_files_are_told_and_change_nothing(qtbot, open_wizard, tmp_path, content):
    wizard, _document = open_wizard("age")
    (tmp_path / "bad.toml").write_bytes(content)
    wizard.files.load(tmp_path / "bad.toml")
    qtbot.waitUntil(lambda: "bad.toml" in wizard.note.text())
    assert wizard.place == KIND
    assert wizard.draft.builder is not None


def test_that_long_columns_are_shown_as_a_sample_and_built_as_a_whole(qtbot, open_wizard):
    values = [f"{number / 8:.3f}" for number in range(12_000)]
    document = document_of(pd.DataFrame({"score": values}))
    wizard, document = open_wizard("score", document)
    wizard.go_on()
    caption = wizard.settings_page.preview.caption
    qtbot.waitUntil(lambda: "5,000 of 12,000 values, a sample" in caption.text(), timeout=20_000)
    assert "sample" in wizard.settings_page.messages[0].accessibleName()
    wizard.go_on()
    qtbot.waitUntil(wizard.next_button.isEnabled, timeout=20_000)
    wizard.go_on()
    assert document.hierarchies["score"].rows == wizard.draft.builder.build(document.dataset["score"]).rows


def test_that_a_preview_looks_at_the_values_and_not_at_every_record():
    def lines(records):
        column = document_of(frame(records)).dataset["age"]
        builders = (offer.builder for offer in offers(column) if offer.builder is not None)
        return [lines_of(partial(preview, builder, column, Control())) for builder in builders]

    for few, many in zip(lines(3_000), lines(30_000), strict=True):
        assert many < 1.2 * few


def test_that_no_step_of_the_window_grows_with_the_values_of_the_column(qtbot, open_wizard, monkeypatch):
    lines = {}

    def count(owner, name):
        step = getattr(owner, name)

        def run(*arguments):
            taken = lines_of(partial(step, *arguments))
            lines[number, owner, name] = max(lines.get((number, owner, name), 0), taken)

        monkeypatch.setattr(owner, name, run)

    steps = ((HierarchyWizard, "_take_survey"), (RulePreview, "_take"), (HierarchyWizard, "go_to"))
    for step in steps:
        count(*step)
    for number in (20_000, 200_000):
        values = [f"{each / 16:.4f}" for each in range(number)]
        wizard, _document = open_wizard(str(number), document_of(pd.DataFrame({str(number): values})))
        wizard.go_on()
        caption = wizard.settings_page.preview.caption
        qtbot.waitUntil(lambda: f"{number:,}" in caption.text(), timeout=30_000)  # noqa: B023 - of this round
        wizard.reject()
    for step in steps:
        assert lines[200_000, *step] < 1.2 * lines[20_000, *step]


def test_that_help_explains_the_wizard(qtbot, open_wizard):
    wizard, _document = open_wizard("age")
    wizard.help_button.click()
    assert "step by step" in shown_help().page.toPlainText()


def test_that_every_control_has_a_name(qtbot, open_wizard):
    wizard, _document = open_wizard("admitted")
    for kind in KINDS:
        if wizard.kind_page.cards[kind].isEnabled():
            wizard.go_to(KIND)
            wizard.choose(kind)
            wizard.go_to(SETTINGS)
            settle(qtbot, wizard)
    kinds = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QAbstractItemView)
    inner = (QAbstractSpinBox, QComboBox)
    nameless = [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for kind in kinds
        for widget in wizard.findChildren(kind)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not widget.isHidden()
        and not isinstance(widget.parent(), inner)
        and not isinstance(widget.parentWidget().parent(), inner)
        and not (widget.accessibleName() or getattr(widget, "text", str)())
    ]
    assert nameless == []


def test_that_the_menu_opens_the_wizard_for_the_attribute_in_focus(qtbot, window, tmp_path):
    frame().to_csv(tmp_path / "visits.csv", index=False)
    window.session.open(tmp_path / "visits.csv")
    qtbot.waitUntil(lambda: window.document is not None, timeout=20_000)
    window.document.set_focus("zip")
    window.actions_by_name["create_hierarchy"].trigger()
    wizard = window.flows.hierarchies.wizard
    qtbot.waitUntil(lambda: wizard.draft.survey is not None, timeout=10_000)
    finish(qtbot, wizard)
    assert window.document.settings_of("zip").hierarchy.builder == "interval"
    assert "zip" in window.document.hierarchies
    assert window.undo_actions.undo.text() == "Undo Hierarchy of zip: intervals"
    assert window.flows.hierarchies.wizard is None


def test_that_date_patterns_are_shown_and_read_in_letters(qtbot, open_wizard):
    wizard, _document = open_wizard("admitted")
    wizard.choose("date")
    wizard.go_on()
    settle(qtbot, wizard)
    fields = wizard.draft.page.formats
    assert [fields[name].placeholderText() for name in ("day", "quarter", "week")] == [
        "yyyy-MM-dd",
        "yyyy-Q#",
        "yyyy-W##",
    ]
    if not wizard.draft.page.checks["month"].isChecked():
        wizard.draft.page.checks["month"].click()
    fields["month"].setText("MM/yyyy")
    fields["month"].editingFinished.emit()
    assert wizard.draft.page.content["formats"] == {"month": "%m/%Y"}
    assert fields["month"].text() == "MM/yyyy"


def test_that_date_patterns_are_whole_in_the_narrowest_window(qtbot, open_wizard):
    wizard, _document = open_wizard("admitted")
    wizard.choose("date")
    wizard.go_on()
    settle(qtbot, wizard)
    wizard.resize(1024, 680)
    wizard.grab()
    for field in wizard.draft.page.formats.values():
        assert field.fontMetrics().horizontalAdvance(field.placeholderText()) < field.width() - 10
        assert field.toolTip() == field.placeholderText()
