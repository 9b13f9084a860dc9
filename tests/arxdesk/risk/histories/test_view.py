"""What histories give away, as it is shown: shares before and after, the people behind them, and their records."""

import pytest

from arxdesk.core.commands import DeclareColumn
from arxdesk.core.document import Document
from arxdesk.core.session.loading_work import load
from arxdesk.risk.histories.view import NO_PERSON, HistoriesView
from arxdesk_engine.foundation.control import Control
from tests.arxdesk.analysis.analysed_documents import analysis_of, settle, show
from tests.arxdesk.analysis.applied_documents import plain, put_on, wards
from tests.arxdesk.risk.risk_views import people_of

pytestmark = pytest.mark.usefixtures("english")

SIZE = (556, 404)
VISITS = {
    "ann": [("f", "Ulm"), ("f", "Bonn")],
    "bea": [("f", "Ulm"), ("f", "Ulm")],
    "cyd": [("f", "Bonn"), ("f", "Bonn")],
    "dan": [("m", "Ulm"), ("m", "Bonn")],
    "eli": [("m", "Ulm"), ("m", "Bonn")],
    "fay": [("f", "Kiel")],
}
JOB = """
[data]
path = "visits.csv"
person = "id"
[attributes.id]
role = "identifying"
[attributes.sex]
role = "quasi-identifying"
[attributes.city]
role = "quasi-identifying"
[[privacy]]
model = "k-anonymity"
k = 2
[suppression]
limit = 0.5
"""


@pytest.fixture
def document(tmp_path, qapp):
    rows = [f"{name},{sex},{city},flu" for name, visits in VISITS.items() for sex, city in visits]
    (tmp_path / "visits.csv").write_text("\n".join(["id,sex,city,cause", *rows]) + "\n")
    (tmp_path / "job.toml").write_text(JOB)
    found = load(tmp_path / "job.toml", Control())
    return Document(found.job, found.dataset, found.hierarchies, found.file)


@pytest.fixture
def shown(qtbot, jobs):
    def make(document, size=SIZE):
        return show(qtbot, HistoriesView(analysis_of(document, jobs)), size)

    return make


def cells(model):
    return [
        tuple(model.index(row, column).data() for column in range(model.columnCount()))
        for row in range(model.rowCount())
    ]


def marked(view):
    model = view.people_page.history
    return [model.text(row, 0) for row in range(model.rowCount()) if model.tone(row, 0) == "found"]


def test_that_shares_stand_by_known_records_and_columns_below(shown, document):
    view = shown(document)
    assert plain(view.figures_page.sentence.text()) == ("2 known records single out 67 % of the people in the input.")
    known = [tuple(plain(text or "") for text in row[:3]) for row in cells(view.figures_page.known)]
    assert known == [("1 record", "", "17 %"), ("2 records", "", "67 %"), ("3 records", "", "67 %")]
    assert view.figures_page.known_table.isColumnHidden(4)
    assert cells(view.figures_page.columns) == [
        ("sex", "always the same", "0 people"),
        ("city", "changes", "3 people"),
        ("cause", "always the same", "0 people"),
    ]
    assert plain(view.figures_page.people.text()) == "6 people, 5 of them with several records, 2 at most."


def test_that_the_people_behind_a_figure_are_shown_with_the_records_that_do_it(shown, document, qtbot):
    view = shown(document)
    view.figures_page.known_table.activated.emit(view.figures_page.known.index(1, 1))
    settle(qtbot, view)
    page = view.people_page
    assert view.page.value == "people"
    assert cells(page.people) == [("fay", "1"), ("ann", "2"), ("bea", "2"), ("cyd", "2")]
    assert cells(page.history) == [("11", "f", "Kiel")]
    assert marked(view) == ["11"]
    assert page.note.text() == "The marked record is like no other person's."
    page.list.show_row(2)
    settle(qtbot, view)
    assert cells(page.history) == [("3", "f", "Ulm"), ("4", "f", "Ulm")]
    assert marked(view) == ["3", "4"]
    assert page.note.text() == "The 2 marked records together are nobody else's."
    page.one_link.click()
    assert people_of(view) == {2, 3}
    page.all_link.click()
    assert people_of(view) == {0, 1, 2, 3, 4, 5, 10}
    assert view.analysis.shown_records.reason == "of people singled out by 2 known records in the input"


def test_that_other_columns_and_numbers_single_out_others(shown, document, qtbot):
    view = shown(document)
    view.show_people(1, "before")
    settle(qtbot, view)
    assert [row[0] for row in cells(view.people_page.people)] == ["fay"]
    view.choose_columns(["sex"])
    settle(qtbot, view)
    assert view.people_page.people.rowCount() == 0
    assert plain(view.people_page.empty.text()) == "Nobody is singled out by one record in the input."
    assert view.columns_link.text() == "Known: 1 column"
    view.choose_columns(["sex", "city"])
    settle(qtbot, view)
    assert view.columns_link.text() == "Known: all quasi-identifiers"


def test_that_the_dialog_offers_all_columns_that_identify_nobody_directly(shown, document, qtbot):
    view = shown(document)
    view.columns_link.click()
    assert view.dialog.windowTitle() == "Columns that an attacker knows"
    assert view.dialog.chosen == ("sex", "city")
    view.dialog.list.set_checked(("cause",))
    view.dialog.accept()
    settle(qtbot, view)
    assert view.attributes == ("cause",)


def test_that_both_sides_are_shown_once_something_is_applied(shown, document, qtbot):
    put_on(document)
    view = shown(document)
    assert not view.figures_page.known_table.isColumnHidden(4)
    assert plain(view.figures_page.sentence.text()).endswith(" in the output.")
    view.figures_page.known_table.activated.emit(view.figures_page.known.index(0, 4))
    settle(qtbot, view)
    assert view.people_page.side.value == "after"
    assert plain(view.people_page.empty.text()) == "Nobody is singled out by one record in the output."
    view.analysis.set_sides("before")
    settle(qtbot, view)
    assert view.people_page.side.value == "before"
    assert view.people_page.people.rowCount() == 1


def test_that_the_records_of_people_in_whom_a_column_differs_are_shown(shown, document):
    view = shown(document)
    view.figures_page.columns_table.activated.emit(view.figures_page.columns.index(1, 0))
    assert people_of(view) == {0, 1, 6, 7, 8, 9}


def test_that_numbers_are_copied_from_both_pages(shown, document, qtbot):
    view = shown(document)
    lines = view._numbers().splitlines()
    assert lines[0] == "Known records\tTable\tPeople\tSingled out\tAt random"
    assert lines[2].startswith("2\tinput\t6\t0.6666")
    assert lines[-2] == "city\tchanging\t3"
    view.show_people(1, "before")
    settle(qtbot, view)
    assert view._numbers() == "Person\tRecords\nfay\t1"


def test_that_no_more_people_are_copied_than_the_window_bears(shown, document, monkeypatch, qtbot):
    monkeypatch.setattr("arxdesk.risk.histories.people_page.MOST_COPIED", 1)
    view = shown(document)
    view.show_people(2, "before")
    settle(qtbot, view)
    assert view._numbers().splitlines() == ["Person\tRecords", "fay\t1", "... and 3 more"]


def test_that_a_sample_is_told_with_its_interval(shown, document, monkeypatch):
    monkeypatch.setattr("arxdesk_engine.analysis.people.known_events.MOST_JUDGED", 6)
    view = shown(document)
    assert "about" in view.figures_page.sentence.text()
    assert view.figures_page.known.text(1, 2).startswith("≈ ")
    assert "people looked at" in plain(view.figures_page.known.hint(1, 2))


def test_that_too_many_combinations_are_told(shown, document, monkeypatch, qtbot):
    monkeypatch.setattr("arxdesk_engine.analysis.histories.known_records.MOST_COUNTED", 12)
    view = shown(document)
    assert [row[2] for row in cells(view.figures_page.known)][1:] == ["too many", "too many"]
    view.show_people(3, "before")
    settle(qtbot, view)
    assert plain(view.people_page.empty.text()) == "There are too many combinations of 3 records to count them."


def test_that_without_a_person_column_it_says_how_to_choose_one(shown, document, qtbot):
    document.push(DeclareColumn(document, "person", None))
    view = shown(document)
    asked = []
    document.wishes.perspective.connect(asked.append)
    assert view.wanted() == NO_PERSON
    assert not view.shows_content
    view.empty.action_triggered.emit()
    assert asked == ["configure"]
    document.push(DeclareColumn(document, "person", "id"))
    settle(qtbot, view)
    assert view.shows_content
    assert plain(view.figures_page.people.text()).startswith("6 people")


def test_that_a_limit_of_records_is_told(shown, tmp_path, document):
    (tmp_path / "limited.toml").write_text(
        JOB.replace("[attributes.id]", "[data.per_person]\nrecords = 1\n[attributes.id]")
    )
    found = load(tmp_path / "limited.toml", Control())
    view = shown(Document(found.job, found.dataset, found.hierarchies, found.file))
    assert plain(view.figures_page.people.text()).endswith(" At most 1 record of each count.")
    told = plain(view.figures_page.people.toolTip())
    assert "At most 1 record of each person, drawn at random with the seed 0: 5 of 11 records" in told
    assert plain(view.figures_page.known.text(1, 2)) == "67 %"  # of all records, also those that are left out


def test_that_tables_of_single_records_are_left_alone(shown):
    assert not shown(wards()).shows_content
