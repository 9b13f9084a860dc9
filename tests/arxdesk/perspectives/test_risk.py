"""The Risk perspective over real documents, driven as people do."""

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QLocale

from arxdesk import theme
from arxdesk.item_roles import TONE_ROLE
from arxdesk.models.class_sizes import Shown, size_counts
from arxdesk.perspectives.risk.figures import figures
from arxdesk.perspectives.risk.perspective import RiskPerspective
from arxdesk.results import Applied
from engine.risk.distribution import records_by_class_size
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
        perspective = RiskPerspective(document)
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


def cells(table, row):
    return [table.model().index(row, at).data() for at in range(table.model().columnCount())]


def test_that_before_anything_is_applied_one_sentence_says_what_to_do(shown, qtbot):
    document = wards()
    perspective = shown(document)
    assert perspective.empty.isVisible()
    assert perspective.empty.accessibleName() == "Nothing applied yet. Choose a transformation in Explore."
    with qtbot.waitSignal(perspective.explore_requested):
        perspective.empty.action_triggered.emit()
    perspective.verdict.field.box.setValue(10)
    find(document)
    assert perspective.empty.isVisible()


def test_that_the_verdict_tells_risks_before_and_after(shown, kept):
    perspective = shown(kept)
    perspective.verdict.field.box.setValue(34)
    assert plain(perspective.verdict.sentence) == (
        "Highest risk 33 % (1 in 3), average 30 % (1 in 3): within your threshold of 34 %."
    )
    details = plain(perspective.verdict.details).split("\n")
    assert details[0] == (
        "Before, 2 of 12 people (17 %) were unique in this table and could be singled out. Now nobody is."
    )
    assert details[1] == "The highest risk is that of 6 people, in 2 groups of exactly 3; nobody is above 34 %."


def test_that_a_risk_above_the_threshold_is_said_to_be_above_with_its_people(shown, kept):
    perspective = shown(kept)
    assert perspective.verdict.threshold == 0.2
    assert plain(perspective.verdict.sentence).endswith("above your threshold of 20 %.")
    assert "10 of 10 people (100 %) are above the threshold." in plain(perspective.verdict.details)
    assert perspective.attackers.judgement.text == "above"


def test_that_a_risk_at_the_threshold_is_within_it(shown, kept):
    perspective = shown(kept)
    put_on(kept, (1, 0))
    perspective.verdict.field.box.setValue(34)
    assert perspective.attackers.judgement.text == "within"
    perspective.verdict.field.box.setValue(33)
    assert perspective.attackers.judgement.text == "above"
    assert "Highest risk 33.3 %" in plain(perspective.verdict.sentence)
    assert plain(perspective.verdict.sentence).endswith("above your threshold of 33 %.")


def test_that_the_threshold_drives_every_view(shown, hospital):
    perspective = shown(hospital)
    perspective.verdict.field.box.setValue(5)
    assert perspective.attackers.gauge.values[2] == 0.05
    assert "above 5 %" in plain(perspective.distribution.sentence)
    model = perspective.sizes.table.model()
    warned = [model.index(row, Shown.RISK).data(TONE_ROLE) == "warn" for row in range(model.rowCount() - 1)]
    assert warned == [True] * 6 + [False] * 4
    people = [model.index(row, Shown.PEOPLE_AFTER) for row in range(model.rowCount() - 1)]
    assert all((each.data(TONE_ROLE) == "warn") == (warned[each.row()] and each.data() != "0") for each in people)
    perspective.verdict.field.slider.setValue(100)
    assert perspective.attackers.gauge.values[2] == 1.0
    assert "nobody had a risk above 100 %; now nobody has." in plain(perspective.distribution.sentence)
    warned = [model.index(row, Shown.RISK).data(TONE_ROLE) == "warn" for row in range(model.rowCount() - 1)]
    assert not any(warned)


def test_that_the_bars_are_shares_of_people_on_their_side(shown, kept):
    perspective = shown(kept)
    bars = perspective.distribution.chart.categories
    assert [each.label for each in bars][:3] == ["alone", "2", "3–4"]
    assert [each.label for each in bars][-3:] == ["34–100", "101+", "1,001+"]
    assert [each.caption for each in bars][:5] == ["100 %", "50 %", "33 %", "20 %", "17 %"]
    assert (bars[0].before, bars[0].after) == (2 / 12, 0.0)
    assert (bars[2].before, bars[2].after) == (10 / 12, 1.0)
    assert sum(each.before for each in bars) == pytest.approx(1)
    assert sum(each.after for each in bars) == pytest.approx(1)


def test_that_the_prosecutor_is_told_in_numbers_before_and_after(shown, kept):
    perspective = shown(kept)
    rows = {row.label: (row.before, row.after) for row in perspective.attackers.table.rows}
    assert rows == {
        "Share at risk": ("100 %", "100 %"),
        "Highest risk": ("100 %", "33 %"),
        "Average risk": ("42 %", "30 %"),
        "Unique people": ("2", "0"),
    }
    assert perspective.attackers.gauge.values == (pytest.approx(1 / 3), 1.0, 0.2)


def test_that_the_sizes_add_up_to_everybody(shown, kept):
    perspective = shown(kept)
    table = perspective.sizes.table
    assert cells(table, 0) == ["alone", "100 %", "2", "0", "2", "0", "16.7 %", "0.0 %"]
    assert cells(table, 2) == ["3–4", "33 %", "3", "3", "10", "10", "83.3 %", "100.0 %"]
    assert cells(table, table.model().rowCount() - 1) == ["All", "", "5", "3", "12", "10", "100.0 %", "100.0 %"]


def test_that_groups_are_counted_in_the_ranges_that_people_are_counted_in(hospital):
    lines = size_counts(hospital.applied)
    for side, sizes in enumerate((hospital.applied.sizes_before, hospital.applied.sizes_after)):
        assert sum(line.groups[side] for line in lines[:-1]) == len(sizes)
        for line in lines[:-1]:
            largest = line.sizes.largest or int(sizes.max())
            inside = (sizes >= line.sizes.smallest) & (sizes <= largest)
            assert line.groups[side] == inside.sum()
            assert line.people[side] == sizes[inside].sum()


def test_that_numbers_of_an_older_configuration_are_marked(shown, kept):
    perspective = shown(kept)
    assert not perspective.outdated.isVisible()
    kept.push(change_suppression_limit(kept, 0.1))
    assert perspective.outdated.isVisible()
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


def test_that_controls_have_names(shown, kept):
    perspective = shown(kept)
    named = [
        perspective,
        perspective.verdict,
        perspective.verdict.field.box,
        perspective.verdict.field.slider,
        perspective.distribution,
        perspective.distribution.chart,
        perspective.attackers.gauge,
        perspective.attackers.table,
        perspective.sizes.table,
    ]
    assert all(each.accessibleName() for each in named)


def test_that_the_figures_of_half_a_million_groups_are_made_without_a_step_for_each(hospital):
    def lines(groups):
        sizes = np.random.default_rng(1).integers(1, 400, groups)
        by_size = records_by_class_size(sizes)
        applied = hospital.applied
        large = Applied(
            check=applied.check,
            output=applied.output,
            sizes_before=sizes,
            sizes_after=sizes,
            records_by_size_before=by_size,
            records_by_size_after=by_size,
            granularity=applied.granularity,
            mean_granularity=applied.mean_granularity,
            order=applied.order,
            bands=applied.bands,
        )
        return lines_of(lambda: (figures(large, 0.2), size_counts(large)))

    assert lines(500_000) < 1.2 * lines(5_000)


@pytest.mark.parametrize(("scheme", "scale"), [("light", 1), ("dark", 1), ("light", 2)])
def test_that_the_perspective_is_a_picture_worth_looking_at(shown, hospital, qapp, tmp_path, scheme, scale):
    theme.apply(qapp, scheme)
    keep(picture(shown(hospital), scale), f"risk-{scheme}-{scale}x", tmp_path)


def test_that_the_empty_perspective_is_drawn(shown, tmp_path):
    keep(picture(shown(wards())), "risk-empty", tmp_path)


def test_that_a_risk_above_the_threshold_in_a_small_window_is_drawn(shown, tmp_path):
    document = discharges(german=True)
    put_on(document)
    document.push(change_suppression_limit(document, 0.1))
    perspective = shown(document, (952, 576))
    perspective.verdict.field.box.setValue(9)
    keep(picture(perspective), "risk-small", tmp_path)


def test_that_the_census_example_is_drawn(shown, shared, qapp, tmp_path):
    document = adult(shared / "data" / "adult")
    put_on(document)
    perspective = shown(document)
    assert plain(perspective.verdict.sentence) == (
        "Highest risk 20 % (1 in 5), average 1.4 % (1 in 73): within your threshold of 20 %."
    )
    assert "15,512 of 30,162 people (51 %)" in plain(perspective.verdict.details)
    assert "240 people are still at the threshold itself, in 48 groups of exactly 5." in plain(
        perspective.verdict.details
    )
    keep(picture(perspective), "risk-adult-light", tmp_path)
    theme.apply(qapp, "dark")
    keep(picture(perspective), "risk-adult-dark", tmp_path)
