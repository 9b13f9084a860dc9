"""Configure: every control changes the document as one step, and shows what the document says."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from arxdesk.configure.perspective import ConfigurePerspective
from arxdesk.configure.protection.model_card import REMOVE
from arxdesk.core.attributes.treatments import Treatment
from arxdesk.core.commands import ChangeHierarchy, change_roles
from arxdesk.core.document import Document
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.search import LocalRecodingSettings
from tests.arxdesk.analysis.applied_documents import plain
from tests.arxdesk.conftest import banded_hierarchy

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def configure(qtbot, small_document: Document, jobs: Jobs) -> ConfigurePerspective:
    made = ConfigurePerspective(small_document, jobs)
    qtbot.addWidget(made)
    made.resize(1368, 796)
    made.show()
    return made


def test_that_a_click_on_a_role_is_one_step_that_undo_takes_back(configure, small_document: Document):
    role = configure.inspector._role
    QTest.mouseClick(role.segment("sensitive"), LEFT)
    assert small_document.settings_of("age").role is Role.SENSITIVE
    QTest.mouseClick(role.segment("sensitive"), LEFT)
    assert small_document.undo_stack.count() == 1, "choosing what is chosen changes nothing"
    small_document.undo_stack.undo()
    assert role.value == "quasi-identifying"


def test_that_only_quasi_identifiers_have_levels_and_weights_to_set(configure, small_document: Document):
    inspector = configure.inspector

    def enabled() -> tuple[bool, bool, bool]:
        levels = inspector.treatment_rows.levels
        shown = levels.isVisible()
        return tuple(shown and each.isEnabled() for each in (levels.low, levels.high, levels.weight))

    assert enabled() == (True, True, True)
    small_document.set_focus("sex")  # has no hierarchy
    assert enabled() == (False, False, True)
    small_document.set_focus("note")
    assert enabled() == (False, False, False)
    small_document.push(change_roles(small_document, ["note"], Role.QUASI_IDENTIFYING))
    assert enabled() == (False, False, True)


def test_that_level_limits_never_cross_and_the_highest_means_no_limit(configure, small_document: Document):
    levels = configure.inspector.treatment_rows.levels
    levels.high.setValue(2)
    levels.low.setValue(3)
    settings = small_document.settings_of("age")
    assert (settings.minimum_level, settings.maximum_level) == (2, 2)
    levels.high.setValue(3)
    settings = small_document.settings_of("age")
    assert (settings.minimum_level, settings.maximum_level) == (2, None)
    while small_document.undo_stack.canUndo():
        small_document.undo_stack.undo()
    assert (levels.low.value(), levels.high.value()) == (0, 3)


def test_that_showing_another_attribute_changes_nothing(configure, small_document: Document):
    for name in ("sex", "note", "age"):
        small_document.set_focus(name)
        assert configure.inspector.title.text() == name
    assert small_document.undo_stack.count() == 0


def test_that_the_focus_is_shared_by_table_inspector_and_overview(configure, small_document: Document):
    QTest.mouseClick(configure.inspector._next, LEFT)
    assert small_document.focus == "sex"
    assert configure.records_view.table.focused_column == 1
    configure.records_view.table.header.focused_section_requested.emit(2)
    assert small_document.focus == "note"
    assert configure.inspector.caption == "column 3 of 3"
    overview = configure.overview_view.table
    overview.setCurrentIndex(overview.model().index(0, 0))
    assert small_document.focus == "age"


def test_that_arrow_keys_in_the_overview_move_the_focus(configure, small_document: Document):
    overview = configure.overview_view.table
    overview.setCurrentIndex(overview.model().index(0, 0))
    QTest.keyClick(overview, Qt.Key.Key_Down)
    assert small_document.focus == "sex"


def test_that_dragging_the_weight_is_one_step(configure, small_document: Document):
    for value in (0.6, 0.7, 0.8):
        configure.inspector.treatment_rows.levels.weight.box.setValue(value)
    assert small_document.settings_of("age").weight == 0.8
    assert small_document.undo_stack.count() == 1


def test_that_k_is_changed_removed_and_added(configure, small_document: Document):
    view = configure.privacy_view
    card = view.cards[0]
    card.k.setValue(4)
    assert small_document.job.privacy[0].k == 4
    card.action(REMOVE).trigger()
    assert small_document.job.privacy == ()
    assert not card.isVisible()
    assert view._empty.isVisible()
    QTest.mouseClick(view.add, LEFT)
    view.dialog.foot.primary.click()
    assert small_document.job.privacy[0].k == 5
    for _ in range(3):
        small_document.undo_stack.undo()
    assert view.cards[0].k.value() == 2
    assert not small_document.modified


def test_that_the_card_says_what_it_covers(configure, small_document: Document):
    card = configure.privacy_view.cards[0]
    assert plain(card.protects.text()).endswith("Covers all 2.")
    small_document.push(change_roles(small_document, ["age", "sex"], Role.INSENSITIVE))
    assert "Covers no column yet" in card.protects.text()


@pytest.mark.parametrize(
    ("percent", "limit", "consequence"),
    [
        (0.0, 0.0, "No record may be removed."),
        (12.5, 0.125, "At most 1 record may be removed."),
        (50, 0.5, "At most 4"),
    ],
)
def test_that_the_limit_is_a_share_with_its_consequence(configure, small_document, percent, limit, consequence):
    configure.limits_view.suppression.limit.box.setValue(99)
    configure.limits_view.suppression.limit.box.setValue(percent)
    assert small_document.job.suppression.limit == limit
    assert configure.limits_view.suppression.consequence.text().startswith(consequence)
    assert small_document.undo_stack.count() == 1


@pytest.mark.parametrize("asked", [True, False])
def test_that_local_recoding_of_the_job_is_shown_and_can_be_left_out(
    qtbot, small_document: Document, jobs: Jobs, asked: bool
):
    job = small_document.job
    if asked:
        search = job.search.model_copy(update={"local_recoding": LocalRecodingSettings(iterations=7)})
        job = job.model_copy(update={"search": search})
    document = Document(job, small_document.dataset, small_document.hierarchies, None)
    made = ConfigurePerspective(document, jobs)
    qtbot.addWidget(made)
    form = made.limits_view.recoding
    assert form.isVisibleTo(made) is asked
    if asked:
        texts = {label.text() for label in form.findChildren(QLabel)}
        begins = "The search before them may remove 86 %. Done in Quality, and by arxdesk run."
        assert {text.replace("\u00a0", " ") for text in texts} == {"Local recoding", "Up to 7 iterations", begins}
        form.leave_out.click()
        assert document.job.search.local_recoding is None
        assert not form.isVisibleTo(made)
        document.undo_stack.undo()
        assert document.job.search.local_recoding == LocalRecodingSettings(iterations=7)
        assert form.isVisibleTo(made)


def test_that_a_hierarchy_says_whether_it_is_complete(configure, small_document: Document):
    message = configure.inspector.hierarchy_view.message
    assert message.kind == "ok"
    assert "2 entries never occur" in message.text.text()
    small_document.push(ChangeHierarchy(small_document, "age", banded_hierarchy(["10", "11", "12"]), "/x.csv"))
    assert message.kind == "error"
    assert "5 values have no entry" in message.text.text()
    small_document.push(change_roles(small_document, ["age"], Role.SENSITIVE))
    assert message.kind == "warn"


def test_that_a_hierarchy_is_removed_and_comes_back(configure, small_document: Document):
    view = configure.inspector.hierarchy_view
    view.more["remove"].trigger()
    assert "age" not in small_document.hierarchies
    assert view._stack.currentWidget() is view.empty
    assert not view.more["remove"].isEnabled()
    small_document.undo_stack.undo()
    assert view._stack.currentWidget() is view.grid


def test_that_a_file_is_asked_for_the_attribute_in_focus(configure, small_document: Document, qtbot):
    small_document.set_focus("sex")
    with qtbot.waitSignal(small_document.wishes.hierarchy_file) as asked:
        QTest.mouseClick(configure.inspector.hierarchy_view.empty.open, LEFT)
    assert asked.args == ["sex"]


def test_that_a_locked_document_locks_every_control(configure, small_document: Document):
    inspector, privacy = configure.inspector, configure.privacy_view
    controls = [
        inspector._role,
        inspector.type_row.kind,
        inspector.treatment_rows.treatment,
        inspector.treatment_rows.levels.low,
        inspector.treatment_rows.levels.high,
        inspector.treatment_rows.levels.weight,
        inspector.hierarchy_view.more["open"],
        inspector.hierarchy_view.more["remove"],
        inspector.hierarchy_view.top.rule,
        privacy.cards[0].k,
        privacy.cards[0].more,
        configure.limits_view.suppression.limit,
    ]
    assert all(control.isEnabled() for control in controls)
    small_document.set_locked(True)
    assert not any(control.isEnabled() for control in controls)
    assert configure.records_view.table.isEnabled()
    small_document.set_locked(False)
    assert all(control.isEnabled() for control in controls)


def test_that_the_header_shows_the_new_role(configure, small_document: Document, qtbot):
    model = configure.records_view.table.model()
    with qtbot.waitSignal(model.headerDataChanged) as told:
        small_document.push(change_roles(small_document, ["note"], Role.IDENTIFYING))
    assert told.args[1:] == [2, 2]


@pytest.mark.parametrize(
    ("role", "says", "asks"),
    [
        (Role.IDENTIFYING, "reads * everywhere", False),
        (Role.QUASI_IDENTIFYING, "not made coarser", True),
        (Role.SENSITIVE, "stays as it is", False),
        (Role.INSENSITIVE, "stays as it is", False),
    ],
)
def test_that_a_missing_hierarchy_is_asked_for_only_where_one_is_used(
    configure, small_document: Document, role: Role, says: str, asks: bool
):
    small_document.set_focus("note")  # has no hierarchy
    small_document.push(change_roles(small_document, ["note"], role))
    empty = configure.inspector.hierarchy_view.empty
    assert says in empty.accessibleName()
    assert [button.isVisible() for button in (empty.propose, empty.new, empty.open)] == [asks] * 3


def test_that_the_smallest_window_has_room_for_every_pane(configure, qtbot, small_document: Document):
    qtbot.waitUntil(lambda: not configure.turns.isActive())
    for name in ("age", "sex", "note"):
        small_document.set_focus(name)
        assert configure.minimumSizeHint().width() <= 952, name
        assert configure.minimumSizeHint().height() <= 576, name


def test_that_a_column_without_hierarchy_is_told_by_what_becomes_of_it(configure, small_document: Document):
    small_document.set_focus("note")
    small_document.push(change_roles(small_document, ["note"], Role.IDENTIFYING))
    empty = configure.inspector.hierarchy_view.empty
    assert "reads * everywhere" in empty.accessibleName()
    configure.inspector.treatment_rows.choose(Treatment.REDACT)
    assert "note is redacted" in empty.accessibleName()
