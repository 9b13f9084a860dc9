"""The rare combinations of items, as they are shown: before and after, with their records."""

import pytest

from arxdesk.configure.protection.breaking_work import count_breaking
from arxdesk.core.document import Document
from arxdesk.risk.items.view import NO_SETS, RareItemsView
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.preparation.loading import load_dataset, load_hierarchies
from tests.arxdesk.analysis.analysed_documents import analysis_of, settle, show
from tests.arxdesk.analysis.applied_documents import plain, put_on, wards
from tests.arxdesk.risk.risk_views import people_of
from tests.engine.test_item_sets import job_on

pytestmark = pytest.mark.usefixtures("english")

SIZE = (556, 404)


@pytest.fixture
def document(qapp, tmp_path):
    cells = ["I10|E11.9"] * 6 + ["I10|E11.7"] * 2 + ["I10"] * 4 + ["I10|F32.0"]
    rows = [{"id": str(n), "age": "30", "diagnoses": cell} for n, cell in enumerate(cells)]
    job = job_on(tmp_path, {"k": 3, "m": 2, "removal_limit": 0.1}, rows)
    dataset = load_dataset(job)
    return Document(job, dataset, load_hierarchies(job, dataset), None)


@pytest.fixture
def shown(qtbot, jobs):
    def make(document, size=SIZE):
        return show(qtbot, RareItemsView(analysis_of(document, jobs)), size)

    return make


def rows_of(view):
    model = view.model
    return [tuple(model.index(row, column).data() for column in range(3)) for row in range(model.rowCount())]


def test_that_rare_items_are_listed_before_a_search(shown, document):
    view = shown(document)
    assert plain(view.sentence) == (
        "People with up to 2 items of diagnoses that fewer than 3 people share: 3 (23 %) in the input."
    )
    assert rows_of(view) == [("F32.0", "1", "1"), ("E11.7", "1", "2")]
    assert view.kept == ""
    view.list.activated.emit(1)
    assert people_of(view) == {6, 7}
    view.records_link.click()
    assert people_of(view) == {6, 7, 12}
    assert view._numbers() == "Items\tPeople\nF32.0\t1\nE11.7\t2"


def test_that_none_is_left_in_the_output_and_what_items_keep_is_told(shown, document):
    put_on(document)
    view = shown(document)
    assert plain(view.sentence) == (
        "People with up to 2 items of diagnoses that fewer than 3 people share: 3 (23 %) in the input, "
        "nobody in the output."
    )
    assert plain(view.kept).startswith("diagnoses keeps ")
    assert "1 is left out" in plain(view.kept)
    assert len(rows_of(view)) == 2
    view.choose_side("after")
    assert rows_of(view) == []
    assert not view.records_link.isVisible()
    assert plain(view._note.text()) == "No combination is rare in the output."


def test_that_a_document_without_sets_says_what_to_do(shown):
    view = shown(wards())
    assert not view.shows_content
    assert view.wanted() == NO_SETS


def test_that_a_card_counts_the_records_with_rare_items(document):
    found = count_breaking(document.job, document.dataset, document.hierarchies, Control())
    assert found[1] == 3


def test_that_another_configuration_is_followed(shown, document, qtbot):
    view = shown(document)
    models = tuple(
        model.model_copy(update={"k": 2}) if model.item_combinations else model for model in document.job.privacy
    )
    document.set_sections({"privacy": models})
    settle(qtbot, view)
    assert [row[0] for row in rows_of(view)] == ["F32.0"]
