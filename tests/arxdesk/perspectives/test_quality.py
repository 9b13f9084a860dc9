"""The Quality perspective over real documents, driven as people do."""

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QLocale, Qt

from arxdesk import theme
from arxdesk.item_roles import BAND_ROLE, REMOVED_ROLE, SHARE_ROLE, TONE_ROLE
from arxdesk.models.detail import Shown
from arxdesk.perspectives.quality.perspective import QualityPerspective
from engine.schema import Role
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.perspectives.applied_documents import adult, discharges, find, keep, picture, plain, put_on, wards
from tests.lines import lines_of

SIZE = (1368, 796)
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")  # offscreen, any window


@pytest.fixture(autouse=True)
def look(qapp):
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    theme.apply(qapp, "light")
    yield
    theme.apply(qapp, "light")
    QLocale.setDefault(before)


@pytest.fixture
def shown(qtbot):
    def show(document, size=SIZE):
        perspective = QualityPerspective(document)
        qtbot.addWidget(perspective)
        perspective.resize(*size)
        perspective.show()
        QCoreApplication.processEvents()
        return perspective

    return show


@pytest.fixture(scope="module")
def hospital():
    document = discharges()
    put_on(document)
    return document


@pytest.fixture
def kept():
    document = wards()
    put_on(document, (0, 0))
    return document


def column(table, number):
    model = table.model()
    return [model.index(row, number).data() for row in range(model.rowCount())]


def test_that_before_anything_is_applied_one_sentence_says_what_to_do(shown, qtbot):
    document = wards()
    perspective = shown(document)
    assert perspective.empty.isVisible()
    assert not perspective.tables.isVisible()
    assert perspective.empty.accessibleName() == "Nothing applied yet. Choose a transformation in Explore."
    with qtbot.waitSignal(perspective.explore_requested):
        perspective.empty.action_triggered.emit()
    find(document)
    assert perspective.empty.isVisible()


def test_that_both_tables_show_the_same_records_in_the_same_order(shown, kept):
    perspective = shown(kept)
    before, after = perspective.tables.tables
    assert perspective.tables.rows == 12
    for row in range(12):
        assert before.model().record_of(row) == after.model().record_of(row)
    assert column(before, 0)[-2:] == ["m", "f"]
    assert column(after, 0)[-2:] == ["*", "*"]
    assert column(before, 2) == column(after, 2)


def test_that_removed_people_are_grey_in_both_tables_and_neighbouring_groups_differ(shown, kept):
    perspective = shown(kept)
    for table in perspective.tables.tables:
        model = table.model()
        removed = [bool(model.index(row, 0).data(REMOVED_ROLE)) for row in range(12)]
        assert removed == [False] * 10 + [True] * 2
        bands = [model.index(row, 0).data(BAND_ROLE) for row in range(10)]
        members = kept.applied.output.members[kept.applied.order][:10]
        for row in range(9):
            assert (bands[row] == bands[row + 1]) == (members[row] == members[row + 1])


def test_that_the_order_of_the_file_can_be_chosen_and_has_no_groups(shown, kept, qtbot):
    perspective = shown(kept)
    qtbot.mouseClick(perspective.tables._order.segment("file"), Qt.MouseButton.LeftButton)
    for table in perspective.tables.tables:
        assert [table.model().record_of(row) for row in range(12)] == list(range(12))
        assert table.model().index(0, 0).data(BAND_ROLE) is None
    assert [text for _token, text in perspective.tables._legend.entries] == ["removed people"]


def test_that_the_removed_alone_can_be_shown_and_everybody_again(shown, kept, qtbot):
    perspective = shown(kept)
    link = perspective.tables._only
    assert link.text() == "Show only removed"
    perspective.tables.tables[0].verticalScrollBar().setValue(99)
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert perspective.tables.rows == 2
    assert perspective.tables.tables[0].verticalScrollBar().value() == 0
    assert [text for _token, text in perspective.tables._legend.entries] == ["removed people"]
    assert "2 people" in perspective.tables._sentence.text()
    assert link.text() == "Show all people"
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert perspective.tables.rows == 12


def test_that_nobody_removed_is_said_and_offers_nothing_to_show(shown):
    document = wards()
    put_on(document, (1, 2))
    perspective = shown(document)
    assert perspective.tables._only.isHidden()
    assert perspective.tables._sentence.text().endswith("Nobody was removed.")
    assert "All 12 people were kept." in plain(perspective.verdict.details)
    assert "Nobody was removed" in plain(perspective.detail.sentence)


def test_that_the_tables_scroll_together_until_they_are_told_not_to(shown, hospital, qtbot):
    perspective = shown(hospital, (1024, 600))
    first, second = perspective.tables.tables
    first.verticalScrollBar().setValue(4321)
    assert second.verticalScrollBar().value() == 4321
    second.horizontalScrollBar().setValue(60)
    assert first.horizontalScrollBar().value() == 60
    perspective.tables._together.setChecked(False)
    first.verticalScrollBar().setValue(10)
    assert second.verticalScrollBar().value() == 4321
    perspective.tables._together.setChecked(True)
    assert second.verticalScrollBar().value() == 10


def test_that_a_table_with_less_to_scroll_does_not_hold_the_other_back(shown, hospital):
    perspective = shown(hospital, (1024, 600))
    perspective.tables.setSizes([300, 724])
    first, second = perspective.tables.tables
    end = first.horizontalScrollBar().maximum()
    assert end > second.horizontalScrollBar().maximum()
    first.horizontalScrollBar().setValue(end)
    assert first.horizontalScrollBar().value() == end
    assert second.horizontalScrollBar().value() == second.horizontalScrollBar().maximum()


def test_that_column_widths_stay_equal(shown, hospital):
    perspective = shown(hospital)
    first, second = perspective.tables.tables
    count = first.model().columnCount()
    assert [first.columnWidth(at) for at in range(count)] == [second.columnWidth(at) for at in range(count)]
    second.setColumnWidth(1, 133)
    assert first.columnWidth(1) == 133
    hospital.applied_changed.emit()
    assert first.columnWidth(1) == 133


def test_that_a_click_on_a_header_moves_the_focus_of_all_views(shown, kept, qtbot):
    perspective = shown(kept)
    before, after = perspective.tables.tables
    after.header.focused_section_requested.emit(1)
    assert kept.focus == "ward"
    assert (before.focused_column, after.focused_column) == (1, 1)
    assert perspective.detail.table.currentIndex().row() == 1
    kept.set_focus("cost")
    assert (before.focused_column, after.focused_column) == (2, 2)
    assert not perspective.detail.table.currentIndex().isValid()
    perspective.detail.table.setCurrentIndex(perspective.detail.table.model().index(0, 0))
    assert kept.focus == "sex"
    qtbot.mouseClick(
        before.viewport(), Qt.MouseButton.LeftButton, pos=before.visualRect(before.model().index(2, 1)).center()
    )
    assert kept.focus == "ward"


def test_that_the_focus_is_brought_into_sight(shown, hospital):
    perspective = shown(hospital, (900, 600))
    hospital.set_focus("cost")
    for table in perspective.tables.tables:
        right = table.columnViewportPosition(7) + table.columnWidth(7)
        assert right <= table.viewport().width()
    hospital.set_focus("sex")
    assert all(table.columnViewportPosition(0) >= 0 for table in perspective.tables.tables)


def test_that_the_verdict_names_what_is_gone_and_what_is_as_it_was(shown):
    document = wards()
    put_on(document, (1, 0))
    perspective = shown(document)
    assert plain(perspective.verdict.sentence) == "Usable for few questions: sex is gone completely."
    assert "Ward is as it was." in plain(perspective.verdict.details)
    assert f"Loss {document.applied.check.score:.4f}: 0 keeps every detail, 1 keeps none." in plain(
        perspective.verdict.details
    )


def test_that_the_verdict_counts_the_removed_and_says_why(shown, kept):
    perspective = shown(kept)
    assert plain(perspective.verdict.sentence) == "Every value that was kept is as it was."
    assert "2 of 12 people (17 %) were removed, because too few others looked like them." in plain(
        perspective.verdict.details
    )


def test_that_identifying_attributes_are_said_to_be_blank(shown):
    base = wards()
    job = base.job.model_copy(
        update={
            "attributes": {
                **base.job.attributes,
                "cost": base.job.settings_of("cost").model_copy(update={"role": Role.IDENTIFYING}),
            }
        }
    )
    document = type(base)(job, base.dataset, base.hierarchies, None)
    put_on(document, (0, 0))
    perspective = shown(document)
    assert "identifying cost reads * everywhere" in plain(perspective.verdict.details)


def test_that_the_detail_kept_is_a_bar_a_number_and_words(shown):
    document = wards()
    put_on(document, (1, 0))
    perspective = shown(document)
    model = perspective.detail.table.model()
    rows = [[model.index(row, at).data() for at in (Shown.ATTRIBUTE, Shown.FATE, Shown.SHARE)] for row in range(2)]
    assert rows == [["sex", "Gone completely", "0.0 %"], ["ward", "As it was", "83.3 %"]]
    assert model.index(0, Shown.SHARE).data(TONE_ROLE) == "strong"
    assert model.index(1, Shown.BAR).data(SHARE_ROLE) == pytest.approx(10 / 12)
    assert "83.3 % is the most possible, as 16.7 % of the people were removed." in plain(perspective.detail.sentence)


def test_that_coarser_attributes_show_one_of_their_values(shown):
    document = wards()
    put_on(document, (0, 1))
    perspective = shown(document)
    assert perspective.detail.table.model().index(1, Shown.FATE).data() == "Level 1 of 2, such as A"


def test_that_a_narrow_pane_leaves_the_words_out_and_keeps_bars_and_numbers(shown, kept):
    perspective = shown(kept)
    assert not perspective.detail.table.isColumnHidden(Shown.FATE)
    perspective.detail.resize(356, 300)
    assert perspective.detail.table.isColumnHidden(Shown.FATE)
    assert not perspective.detail.table.isColumnHidden(Shown.SHARE)


def test_that_numbers_of_an_older_configuration_are_marked(shown, kept):
    perspective = shown(kept)
    assert not perspective.outdated.isVisible()
    kept.push(change_suppression_limit(kept, 0.1))
    assert perspective.outdated.isVisible()
    assert "These numbers belong to the configuration before your last change." in perspective.outdated.accessibleName()
    kept.undo_stack.undo()
    assert not perspective.outdated.isVisible()


def test_that_a_hidden_perspective_sleeps_and_catches_up_when_it_is_seen(shown, kept):
    perspective = shown(kept)
    sentence = plain(perspective.verdict.sentence)
    perspective.hide()
    put_on(kept, (1, 2))
    assert plain(perspective.verdict.sentence) == sentence
    perspective.show()
    assert plain(perspective.verdict.sentence) != sentence


def test_that_a_new_search_empties_the_perspective(shown, kept):
    perspective = shown(kept)
    find(kept)
    assert perspective.empty.isVisible()


def test_that_controls_have_names(shown, kept):
    perspective = shown(kept)
    tables = perspective.tables
    named = [*tables.tables, tables._order, perspective.detail.table, perspective, *tables._panes, perspective.detail]
    assert all(each.accessibleName() for each in named)


def test_that_a_hundred_thousand_records_are_shown_without_a_step_for_each(shown):
    def lines():
        return lines_of(document.applied_changed.emit) + lines_of(perspective.grab)

    document = discharges()
    put_on(document)
    perspective = shown(document)
    few = lines()
    document = discharges(100_000)
    put_on(document)
    perspective = shown(document)
    assert lines() < 1.2 * few
    assert np.array_equal(document.applied.order[:3], [perspective.tables._models[1].record_of(at) for at in range(3)])


@pytest.mark.parametrize(("scheme", "scale"), [("light", 1), ("dark", 1), ("light", 2)])
def test_that_the_perspective_is_a_picture_worth_looking_at(shown, hospital, qapp, tmp_path, scheme, scale):
    theme.apply(qapp, scheme)
    hospital.set_focus("age")
    keep(picture(shown(hospital), scale), f"quality-{scheme}-{scale}x", tmp_path)


def test_that_the_empty_perspective_is_drawn(shown, tmp_path):
    keep(picture(shown(wards())), "quality-empty", tmp_path)


def test_that_long_names_and_a_small_window_are_drawn(shown, tmp_path):
    document = discharges(german=True)
    put_on(document)
    document.push(change_suppression_limit(document, 0.1))
    keep(picture(shown(document, (952, 576))), "quality-small", tmp_path)


def test_that_the_census_example_is_drawn(shown, shared, qapp, tmp_path):
    document = adult(shared / "data" / "adult")
    put_on(document)
    document.set_focus("age")
    perspective = shown(document)
    assert plain(perspective.verdict.sentence) == "Usable for most questions, but occupation is gone completely."
    assert "1,346 of 30,162 people (4.5 %)" in plain(perspective.verdict.details)
    assert "Loss 0.2419: 0 keeps every detail, 1 keeps none." in plain(perspective.verdict.details)
    keep(picture(perspective), "quality-adult-light", tmp_path)
    theme.apply(qapp, "dark")
    keep(picture(perspective), "quality-adult-dark", tmp_path)
