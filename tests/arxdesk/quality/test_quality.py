"""The Quality perspective over real documents, driven as people do; its views have tests of their own."""

import numpy as np
import pytest
from PySide6.QtTest import QTest

from arxdesk.quality.perspective import QualityPerspective
from arxdesk.ui import theme
from tests.arxdesk.analysis.analysed_documents import analysis_of, settle
from tests.arxdesk.analysis.applied_documents import (
    adult,
    discharges,
    document_of,
    find,
    keep,
    picture,
    plain,
    put_on,
    wards,
)
from tests.arxdesk.changes import change_suppression_limit
from tests.lines import lines_of

pytestmark = pytest.mark.usefixtures("english")

SIZE = (1368, 796)


@pytest.fixture
def shown(qtbot, jobs):
    held = []  # a window that is collected as garbage while it is shown takes the program with it

    def show(document, size=SIZE):
        perspective = QualityPerspective(analysis_of(document, jobs))
        held.append(perspective)
        qtbot.addWidget(perspective)
        perspective.resize(*size)
        perspective.show()
        wait(perspective)
        return perspective

    def wait(perspective):
        settle(qtbot, perspective.tables, perspective.detail)
        qtbot.waitUntil(lambda: not perspective.verdict._inquiry.is_pending)

    show.wait = wait
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


def test_that_without_an_output_the_input_is_shown_with_the_next_step(shown, qtbot):
    document = wards()
    perspective = shown(document)
    assert perspective.notice.isVisible()
    assert perspective.notice.accessibleName() == "Only the input is shown. No transformation applied yet."
    with qtbot.waitSignal(perspective.analysis.wishes.search):
        perspective.notice.link_activated.emit("anonymize")
    find(document)
    with qtbot.waitSignal(perspective.analysis.wishes.perspective, check_params_cb=lambda key: key == "explore"):
        perspective.notice.link_activated.emit("explore")
    assert perspective.tables.rows == 12
    assert perspective.detail.shows_content


def test_that_a_change_of_the_focus_in_one_view_moves_it_in_all(shown, kept):
    perspective = shown(kept)
    before, after = perspective.tables.tables
    after.header.focused_section_requested.emit(1)
    assert kept.focus == "ward"
    assert (before.focused_column, after.focused_column) == (1, 1)
    assert perspective.detail.list.current_row == 1
    table = perspective.detail.table
    table.setCurrentIndex(table.model().index(0, 0))
    assert kept.focus == "sex"
    assert (before.focused_column, after.focused_column) == (0, 0)


def test_that_numbers_of_an_older_configuration_are_marked(shown, kept):
    perspective = shown(kept)
    assert not perspective.notice.isVisible()
    kept.push(change_suppression_limit(kept, 0.1))
    assert perspective.notice.isVisible()
    assert "These numbers belong to the configuration before your last change." in perspective.notice.accessibleName()
    kept.undo_stack.undo()
    assert not perspective.notice.isVisible()


def test_that_a_hidden_perspective_sleeps_and_catches_up_when_it_is_seen(shown, kept):
    perspective = shown(kept)
    sentence, said = plain(perspective.verdict.sentence), perspective.detail.sentence
    perspective.hide()
    put_on(kept, (1, 2))
    QTest.qWait(50)
    assert plain(perspective.verdict.sentence) == sentence
    assert perspective.detail.sentence == said
    perspective.show()
    shown.wait(perspective)
    assert plain(perspective.verdict.sentence) != sentence
    assert perspective.detail.sentence != said


def test_that_a_new_search_leaves_the_input(shown, kept):
    perspective = shown(kept)
    find(kept)
    shown.wait(perspective)
    assert perspective.notice.isVisible()
    assert not perspective.tables.tables[1].isVisible()
    assert plain(perspective.verdict.sentence) == "2 of 12 records (17 %) in the input are unique."


def test_that_controls_have_names(shown, kept):
    perspective = shown(kept)
    assert all(each.accessibleName() for each in (perspective, perspective.detail, perspective.detail.table))


def test_that_a_hundred_thousand_records_are_shown_without_a_step_for_each(shown):
    def lines():
        tables = perspective.tables
        return lines_of(lambda: tables.show_found(tables._inquiry.found)) + lines_of(perspective.grab)

    document = discharges()
    put_on(document)
    perspective = shown(document)
    few = lines()
    document = discharges(100_000)
    put_on(document)
    perspective = shown(document)
    assert lines() < 1.2 * few
    first = [perspective.tables.tables[1].model().record_of(row) for row in range(3)]
    output = document.applied.output
    by_group = np.argsort(np.where(output.suppressed, len(output.class_sizes), output.members), kind="stable")
    assert np.array_equal(by_group[:3], first)


@pytest.mark.parametrize(("scheme", "scale"), [("light", 1), ("dark", 1), ("light", 2)])
def test_that_the_perspective_is_a_picture_worth_looking_at(shown, hospital, qapp, tmp_path, scheme, scale):
    theme.apply(qapp, scheme)
    hospital.set_focus("age")
    keep(picture(shown(hospital), scale), f"quality-{scheme}-{scale}x", tmp_path)


def test_that_the_input_alone_is_drawn(shown, tmp_path):
    keep(picture(shown(discharges())), "quality-input", tmp_path)


def test_that_a_table_without_quasi_identifiers_is_drawn(shown, tmp_path):
    keep(picture(shown(document_of(wards().dataset.to_pandas().astype(str), {}))), "quality-no-groups", tmp_path)


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
    keep(picture(perspective), "quality-adult-light", tmp_path)
    theme.apply(qapp, "dark")
    keep(picture(perspective), "quality-adult-dark", tmp_path)
