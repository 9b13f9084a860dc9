"""Where a model declares a research subset, or draws a sample, every figure is one of the records that count."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from arxdesk.analysis.view import AnalysisView
from arxdesk.configure.limits.view import LimitsView
from arxdesk.core.commands import ChangeAttributes
from arxdesk.core.document import Document
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.list.model import ListColumn
from arxdesk.explore.perspective import ExplorePerspective
from arxdesk.quality.perspective import QualityPerspective
from arxdesk.risk.perspective import RiskPerspective
from arxdesk.ui.item_roles import REMOVED_ROLE
from arxdesk.window.status_bar import StatusBar
from arxdesk_engine.analysis.shown.rows import RowOrder
from arxdesk_engine.privacy.differential import DifferentialPrivacy
from arxdesk_engine.privacy.model import RandomSubset
from arxdesk_engine.privacy.presence import DeltaPresence
from arxdesk_engine.privacy.size import KAnonymity, KMap
from arxdesk_engine.privacy.threshold import AverageRisk
from tests.arxdesk.analysis.analysed_documents import PATIENCE, analysis_of, settle
from tests.arxdesk.analysis.applied_documents import discharges, find, plain, put_on, wards
from tests.arxdesk.changes import change_privacy
from tests.arxdesk.explored_results import wait_for

pytestmark = pytest.mark.usefixtures("english")


WOMEN = DeltaPresence(subset="sex = 'f'")
"""Seven of the twelve people of `wards`: three and three alike, and one alone."""
PRIVATE = DifferentialPrivacy(epsilon=1.0, delta=1e-4, scheme="medium", seed=1)


def asking(document: Document, *models) -> Document:
    job = document.job.model_copy(update={"privacy": models})
    return Document(job, document.dataset, document.hierarchies, None)


@pytest.fixture
def women() -> Document:
    document = asking(wards(), KAnonymity(k=3), WOMEN)
    put_on(document, (0, 0))
    return document


@pytest.fixture
def sample() -> Document:
    document = asking(discharges(), PRIVATE)
    put_on(document)
    return document


@pytest.fixture
def analysed(shown, jobs, qtbot):
    """A perspective over a document, when everything that it asks for is there."""

    def show(kind, document):
        perspective = shown(kind, analysis_of(document, jobs))
        qtbot.waitUntil(lambda: not perspective.turns.isActive(), timeout=PATIENCE)
        settle(qtbot, *(view for view in perspective.findChildren(AnalysisView) if view.isVisible()))
        QTest.qWait(0)
        return perspective

    return show


@pytest.fixture
def shown(qtbot):
    kept = []

    def show(kind, shared):
        perspective = kind(shared)
        kept.append(perspective)
        qtbot.addWidget(perspective)
        perspective.resize(1368, 796)
        perspective.show()
        QCoreApplication.processEvents()
        return perspective

    return show


def test_that_a_result_knows_how_many_records_count_and_what_they_are_called(women, sample):
    assert (women.result.records, women.result.part) == (7, "research subset")
    assert sample.result.records == int(sample.applied.output.included.sum()) < 3000
    assert (sample.result.part, sample.result.policy.draws_sample) == ("random sample", True)
    document = wards()
    put_on(document)
    assert (document.result.records, document.result.part) == (12, "")


def test_that_the_verdict_on_quality_counts_the_subset_alone(analysed, women):
    details = plain(analysed(QualityPerspective, women).verdict.details)
    assert "1 of 7 records of the research subset (14 %) was removed, so that the privacy models hold." in details
    assert "5 records outside of it are not in the output." in details


def test_that_everybody_kept_means_everybody_of_the_subset(analysed, women):
    put_on(women, (1, 2))
    perspective = analysed(QualityPerspective, women)
    assert "All 7 records of the research subset were kept." in plain(perspective.verdict.details)
    assert "No records were removed" in plain(perspective.detail.sentence)
    assert perspective.tables.only.isHidden()


def test_that_nothing_left_and_most_removed_are_judged_by_the_subset(analysed):
    document = asking(wards(), KAnonymity(k=4), WOMEN)
    put_on(document, (0, 0))
    assert plain(analysed(QualityPerspective, document).verdict.sentence) == (
        "No data are left: all records were removed, 7 records."
    )
    document = asking(wards(), KAnonymity(k=4), DeltaPresence(subset="sex = 'm'"), KMap(k=5))
    put_on(document, (0, 0))
    sentence = plain(analysed(QualityPerspective, document).verdict.sentence)
    assert sentence.startswith("No data are left: all records were removed, 5 records.")


def test_that_the_most_possible_detail_is_that_of_the_subset(analysed, women):
    sentence = plain(analysed(QualityPerspective, women).detail.sentence)
    assert "85.7 % is the most possible, as 14.3 % of the records of the research subset were removed." in sentence


def test_that_the_tables_show_the_subset_and_mark_only_those_who_were_removed(analysed, women, qtbot):
    tables = analysed(QualityPerspective, women).tables
    assert tables.rows == 7
    assert [plain(pane.caption) for pane in tables._panes.values()] == [
        "7 records of the research subset, 3 columns",
        "6 records in 2 groups, 3 columns",
    ]
    for order in (RowOrder("group"), RowOrder("file")):
        tables.sort(order)
        settle(qtbot, tables)
        for table in tables.tables:
            model = table.model()
            records = [model.record_of(row) for row in range(model.rowCount())]
            assert sorted(records) == [0, 1, 2, 7, 8, 9, 11]
            removed = [records[row] for row in range(7) if model.index(row, 0).data(REMOVED_ROLE)]
            assert removed == [11]
    qtbot.mouseClick(tables.only, Qt.MouseButton.LeftButton)
    settle(qtbot, tables)
    assert [tables.tables[1].model().record_of(row) for row in range(tables.rows)] == [11]


def test_that_risk_speaks_of_the_subset(analysed, women):
    verdict = analysed(RiskPerspective, women).verdict
    assert "Before, 1 of 7 records (14 %) was unique in the research subset" in plain(verdict.details)


def explored(shown, jobs, qtbot, document):
    """Explore, when the whole lattice of the document is classified."""
    exploration = Exploration(document, jobs, jobs)
    made = shown(ExplorePerspective, exploration)
    wait_for(exploration, qtbot)
    return made


def test_that_explore_forms_shares_of_the_subset(shown, jobs, qtbot, women):
    levels = {name: women.settings_of(name).model_copy(update={"maximum_level": 0}) for name in ("sex", "ward")}
    women.push(ChangeAttributes(women, levels, "Levels"))
    find(women)
    explore = explored(shown, jobs, qtbot, women)
    assert plain(explore.selection_pane.selection_view._sentence.text()) == (
        "Removes 1 of 7 records of the research subset (14 %) and leaves 2 groups of look-alikes."
    )
    model = explore.list_view.model
    assert model.index(0, ListColumn.SHARE).data() == "14.3 %"


def test_that_too_small_a_presence_is_not_taken_for_too_many_removed(shown, jobs, qtbot):
    document = asking(wards(), KAnonymity(k=1), DeltaPresence(dmin=0.1, subset="ward = 'A1'"))
    find(document)
    explore = explored(shown, jobs, qtbot, document)
    absent = next(
        check for check in document.result.solution.examined if not check.anonymous and check.suppressed_records == 0
    )
    document.select(absent.levels)
    assert plain(explore.selection_pane.selection_view._sentence.text()) == (
        "Not anonymous: there are groups without records of the research subset, and removing does not help."
    )


def test_that_the_limit_is_one_of_the_subset_whose_size_only_a_search_finds(qtbot):
    document = asking(wards(), KAnonymity(k=3))
    view = LimitsView(document)
    qtbot.addWidget(view)

    def consequence() -> str:
        return plain(view.suppression.consequence.text())

    assert consequence() == "At most 2 records may be removed."
    document.push(change_privacy(document, (KAnonymity(k=3), WOMEN), "Add", mergeable=False))
    assert consequence() == "At most 20 % of the research subset may be removed."
    document.push(change_privacy(document, (PRIVATE,), "Add", mergeable=False))
    assert consequence().startswith("Differential privacy has no limit")
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert consequence() == "At most 2 records may be removed."


def test_that_a_document_knows_whether_every_record_counts():
    base = wards()
    subset = KMap(k=2, subset=RandomSubset(random=0.5))
    for models, every in (((KAnonymity(k=2),), True), ((AverageRisk(threshold=0.1), subset), False)):
        assert asking(base, *models).policy.counts_all is every
    assert asking(base, DeltaPresence()).policy.counts_all, "no model names the subset that it needs"
    assert not asking(base, PRIVATE).policy.counts_all


def test_that_a_scheme_of_differential_privacy_leaves_one_transformation(qtbot):
    document = asking(wards(), KAnonymity(k=2))
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.follow(document)
    assert document.transformations == 6
    document.push(change_privacy(document, (PRIVATE,), "Add", mergeable=False))
    assert document.transformations == 1
    assert any(label.text().endswith(">1</span> transformation") for label in bar.findChildren(QLabel))
    searched = PRIVATE.model_copy(update={"scheme": None, "search_budget": 0.1})
    document.push(change_privacy(document, (searched,), "Add", mergeable=False))
    assert document.transformations == 6


def test_that_differential_privacy_is_said_to_show_quasi_identifiers_alone(analysed, sample):
    perspective = analysed(QualityPerspective, sample)
    assert "differential privacy shows nothing of days and cost" in plain(perspective.verdict.details).lower()
    assert perspective.tables.rows == sample.result.records
    output = sample.applied.output.dataset
    assert all(output[name].values == ("*",) for name in ("days", "cost"))


def test_that_a_list_of_all_there_is_claims_no_proof(shown, jobs, qtbot, sample):
    explore = explored(shown, jobs, qtbot, sample)
    assert explore.list_view.model.rowCount() == 1
    assert explore.list_view.caption == "sorted by score, best first"


def test_that_without_a_subset_nothing_is_called_one(analysed):
    document = wards()
    put_on(document, (0, 0))
    perspective = analysed(QualityPerspective, document)
    texts = (perspective.verdict.details, perspective.detail.sentence, perspective.tables._panes["before"].caption)
    assert not any("subset" in text or "outside" in text for text in texts)
    assert perspective.tables.rows == 12
