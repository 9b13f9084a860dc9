"""Attacks as they are shown: what each attacker finds, column sets, the records behind figures, and the attackers."""

import csv

import numpy as np
import pytest
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.core.session.loading_work import load
from arxdesk.core.session.saving_work import project_of
from arxdesk.risk.attacks.findings_page import FindingsPage
from arxdesk.risk.attacks.view import NOT_APPLIED, AttacksView
from arxdesk.risk.attacks.whole_page import NO_EARLIER
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.attackers import AttackerSettings
from arxdesk_engine.projects.released import entry_of
from tests.arxdesk.analysis.analysed_documents import analysis_of, settle, show
from tests.arxdesk.analysis.applied_documents import plain, put_on, wards
from tests.arxdesk.made_projects import LONG, job_file, opened, saved, searched
from tests.arxdesk.risk.risk_views import people_of
from tests.engine.linked import job_of

pytestmark = pytest.mark.usefixtures("english")

SIZE = (812, 404)
JOB = """
[data]
path = "table.csv"
[attributes.name]
role = "identifying"
[attributes.age]
role = "quasi-identifying"
hierarchy = { builder = "automatic" }
[attributes.sex]
role = "quasi-identifying"
[attributes.illness]
role = "sensitive"
[[privacy]]
model = "k-anonymity"
k = 4
[suppression]
limit = 0.1
"""
HELD_OUT = "[sampling]\nfraction = 0.75\nseed = 3\n"


@pytest.fixture
def made(tmp_path, qapp):
    generator = np.random.default_rng(2)
    with (tmp_path / "table.csv").open("w", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(("name", "age", "sex", "illness"))
        for number in range(200):
            rows.writerow((f"n{number}", generator.integers(20, 80), "fm"[number % 2], "abc"[generator.integers(3)]))

    def make(more="", apply=True):
        (tmp_path / "job.toml").write_text(JOB + more)
        found = load(tmp_path / "job.toml", Control())
        document = Document(found.job, found.dataset, found.hierarchies, found.file)
        if apply:
            put_on(document)
        return document

    return make


@pytest.fixture
def shown(qtbot, jobs):
    def make(document, size=SIZE):
        view = show(qtbot, AttacksView(analysis_of(document, jobs)), size)
        settle(qtbot, view)
        return view

    return make


def cells(model):
    return [
        tuple(plain(model.index(row, column).data() or "") for column in range(model.columnCount()))
        for row in range(model.rowCount())
    ]


def unique_in(tmp_path):
    with (tmp_path / "table.csv").open() as stream:
        people = [(row["age"], row["sex"]) for row in csv.DictReader(stream)]
    return {place for place, each in enumerate(people) if people.count(each) == 1}


def test_that_findings_stand_before_and_after_below_each_attacker(shown, made, tmp_path, qtbot):
    view = shown(made())
    page = view.findings_page
    rows = cells(page.model)
    assert rows[0][0] == "Knows the quasi-identifiers: wants illness; knows age and sex"
    assert [row[0] for row in rows[1:]] == [
        "Singled out",
        "Fewer than 4 candidates",
        "Told with certainty: illness",
        "Guessed right: illness",
        "Anonymity loss: illness",
        "Distance of the nearest row",
    ]
    assert rows[1][1:3] == (f"{len(unique_in(tmp_path)) / 2:.3g} %", "nobody")
    assert plain(page.sentence.text()) == "200 released rows, made of 200 records."
    assert page.note.isVisible()
    places = []
    view.analysis.wishes.place.connect(places.append)
    page.hold_out.click()
    assert places[0].section == "sampling"
    assert page.table.isColumnHidden(4)


def test_that_people_outside_are_compared_with(shown, made, qtbot):
    view = shown(made(HELD_OUT))
    page = view.findings_page
    assert "50 further records are held out" in plain(page.sentence.text())
    assert not page.note.isVisible()
    guessed, loss, near = cells(page.model)[-3:]
    assert near[0] == "Distance of the nearest row"
    assert near[5].endswith("than outside")
    assert guessed[4].endswith("%")
    assert guessed[5] == "too few held out to tell"
    assert "Difference" in page.model.hint(page.model.rowCount() - 3, 5)
    assert (loss[0], loss[1], loss[4]) == ("Anonymity loss: illness", "", "")
    assert loss[5]
    assert "model" in page.model.hint(page.model.rowCount() - 2, 5)
    assert "too few held out to tell" in view.numbers()


def test_that_the_records_behind_a_figure_are_shown_with_their_candidates(shown, made, tmp_path, qtbot):
    view = shown(made())
    page = view.targets_page
    view.findings_page.table.activated.emit(view.findings_page.model.index(1, 1))
    settle(qtbot, view)
    assert (view.page.value, page.side.value) == ("targets", "before")
    unique = sorted(unique_in(tmp_path))
    assert [int(row[0]) - 1 for row in cells(page.records)] == unique
    assert page.record == unique[0]
    assert page.candidates.rowCount() >= 4
    assert plain(page.note.text()).startswith(f"The record can be {page.candidates.rowCount()} released rows.")
    page.all_link.click()
    assert people_of(view) == set(unique)
    assert view.analysis.shown_records.reason.endswith("(Singled out) in the input")
    page.list.show_row(1)
    settle(qtbot, view)
    assert page.record == unique[1]
    page.side.segment("after").click()
    settle(qtbot, view)
    assert plain(page.empty.text()) == "Nobody is counted here in the release."


def test_that_all_sets_of_columns_are_attackers_the_riskiest_first(shown, made, qtbot):
    view = shown(made())
    view.choose_page("columns")
    settle(qtbot, view)
    assert [row[0] for row in cells(view.sets_page.model)] == ["age, sex", "age", "sex"]
    assert plain(view.sets_page.sentence.text()).startswith("Of 3 sets of columns, none singles anybody out.")
    view.sets_page.most_known.segment("1").click()
    settle(qtbot, view)
    assert [row[0] for row in cells(view.sets_page.model)] == ["age", "sex"]
    view.sets_page.table.activated.emit(view.sets_page.list.page_model.index(0, 0))
    assert view.attackers.dialog.settings.knows == ("age",)
    view.attackers.dialog.reject()


def test_that_attackers_are_added_changed_and_removed_as_steps(shown, made, qtbot):
    document = made()
    view = shown(document)
    view.attackers.add("journalist")
    settle(qtbot, view)
    assert [each.title for each in document.job.attackers] == [
        "Knows the quasi-identifiers",
        "Journalist with a register",
    ]
    assert document.undo_stack.undoText() == "Attacker Journalist with a register"
    assert cells(view.findings_page.model)[7][0].endswith("wants illness; knows age and sex")
    view.attackers.change(1)
    dialog = view.attackers.dialog
    dialog.lists["knows"].set_checked(("sex",))
    dialog.lists["secrets"].set_checked(("age",))
    dialog.lists["other"].set_checked(("age",))
    dialog.name.setText("Frau Nolte")
    assert plain(dialog.note.text()) == "Knows 1 column, and wants age."
    dialog.accept()
    settle(qtbot, view)
    assert document.job.attackers[1] == AttackerSettings(
        name="Frau Nolte", knows=("sex",), secrets=("age",), other=("age",)
    )
    assert any(row[0] == "Linked with a second source" for row in cells(view.findings_page.model))
    view.attackers.remove(1)
    view.attackers.remove(0)
    settle(qtbot, view)
    assert document.job.attackers == ()
    assert len(cells(view.findings_page.model)) == 7
    for _step in range(4):
        document.undo_stack.undo()
    assert document.job.attackers == ()


def test_that_a_known_column_cannot_be_wanted(shown, made):
    view = shown(made())
    view.attackers.change(0)
    dialog = view.attackers.dialog
    dialog.lists["secrets"].tick("age")
    assert plain(dialog.note.text()) == "age is both known and wanted. Untick it in one of the two lists."
    assert not dialog.foot.primary.isEnabled()
    dialog.propose("neighbour")
    assert (dialog.name.text(), dialog.lists["knows"].checked) == ("Neighbour", ("age", "sex"))
    dialog.reject()


def test_that_the_release_is_attacked_as_a_whole_and_beside_earlier_ones(shown, made, tmp_path, qtbot):
    document = made()
    view = shown(document)
    view.choose_page("whole")
    settle(qtbot, view)
    texts = view.whole_page.texts
    assert "released columns" in plain(texts["alone"].text())
    assert plain(texts["choices"].text()).startswith(
        "Knowing the algorithm (one transformation, proven to be the best):"
    )
    assert texts["earlier"].text() == NO_EARLIER
    anonymizer, applied = document.result.anonymizer, document.applied.check.levels
    for levels in anonymizer.problem.lattice.top, *(each.levels for each in document.result.solution.examined):
        if levels == applied:
            continue
        output = anonymizer.apply(levels)
        exported = anonymizer.write(output, tmp_path / "first.csv")
        snapshot = document.snapshot
        project = project_of(snapshot, snapshot.trail)
        names = anonymizer.quasi_identifiers
        document.ledger.record(entry_of(project, names, output, exported, confirmed=True))
        (tmp_path / "first.csv").unlink()
    settle(qtbot, view)
    told = plain(texts["earlier"].text())
    assert told.startswith("Compared with first.csv")
    assert "Together with earlier releases:" in told
    link = view.whole_page.narrowed_link
    assert link.isVisible() == (len(view._inquiry.found["earlier"].narrowed) > 0)
    if link.isVisible():
        link.click()
        assert len(people_of(view)) == len(view._inquiry.found["earlier"].narrowed)


def test_that_columns_can_be_known_with_an_error(shown, made, qtbot):
    document = made()
    view = shown(document)
    view.attackers.change(0)
    dialog = view.attackers.dialog
    errors = dialog.errors
    assert errors.column.keys == ("age",)
    QTest.keyClicks(errors.error, "5 apples")
    assert plain(dialog.note.text()).startswith("Type how far age may be off")
    assert not dialog.foot.primary.isEnabled()
    errors.error.selectAll()
    QTest.keyClicks(errors.error, "10")
    dialog.accept()
    settle(qtbot, view)
    assert document.job.attackers[0].error == {"age": 10.0}
    assert "age within 10" in plain(cells(view.findings_page.model)[0][0])
    before = view.findings_page.model.line_at(1).before
    assert before.some == 0


def test_that_an_error_without_a_scale_is_told_below_the_attacker(shown, made):
    view = shown(made('[[attackers]]\nname = "N"\nknows = ["sex"]\nerror = { sex = 2 }\n'))
    rows = cells(view.findings_page.model)
    assert rows[1][0].startswith('"sex" has no scale')


def test_that_attackers_of_columns_that_are_not_released_are_told(shown, made):
    view = shown(made('[[attackers]]\nname = "N"\nknows = ["sax"]\n[[attackers]]\npreset = "neighbour"\n'))
    rows = cells(view.findings_page.model)
    assert rows[0][0] == "N: knows sax"
    assert rows[1][0].startswith('"sax" is not in the input and in the release.')
    assert rows[2][0].startswith("Neighbour: wants illness; knows age and sex")


def test_that_without_a_release_nothing_is_attacked(shown, made):
    view = shown(made(apply=False))
    asked = []
    view.analysis.wishes.perspective.connect(asked.append)
    assert view.wanted() == NOT_APPLIED
    view.empty.action_triggered.emit()
    assert asked == ["explore"]


def test_that_linked_tables_are_attacked_together(shown, tmp_path, qtbot, qapp):
    (tmp_path / "job.toml").write_text(job_of(tmp_path).to_toml())
    found = load(tmp_path / "job.toml", Control())
    document = Document(found.job, found.dataset, found.hierarchies, found.file)
    put_on(document)
    view = shown(document)
    rows = [row[0] for row in cells(view.findings_page.model)]
    assert "Told with certainty: diagnoses.code" in rows
    assert "People singled out by one record" in rows
    assert f"made of {document.dataset.records:,} records" in plain(view.findings_page.sentence.text())


def test_that_attackers_are_kept_in_projects_and_attack_their_tables(shown, session, tmp_path, qtbot):
    document = opened(qtbot, session, job_file(tmp_path))
    searched(qtbot, session)
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    view = shown(document)
    assert view.findings_page.wants_nothing.isVisible()
    view.attackers.add_knowing(("age",))
    view.attackers.dialog.lists["secrets"].set_checked(("cost",))
    view.attackers.dialog.accept()
    settle(qtbot, view)
    entry = document.audit.seal().entries[-1]
    assert "attackers" in f"{entry.text}{entry.values}"
    saved(qtbot, session, tmp_path / "study.arxdesk")
    attackers = document.job.attackers
    assert (attackers[-1].title, attackers[-1].knows, attackers[-1].secrets) == ("age", ("age",), ("cost",))
    view.close()
    session.close_document()
    again = opened(qtbot, session, tmp_path / "study.arxdesk")
    assert again.job.attackers == attackers
    qtbot.waitUntil(lambda: again.applied is not None, timeout=LONG)
    view = shown(again)
    assert "made of 200 records" in plain(view.findings_page.sentence.text())
    assert not view.findings_page.wants_nothing.isVisible()


def test_that_an_input_that_is_gone_is_told(shown):
    view = shown(wards(), SIZE)
    assert not view.shows_content
    document = wards()
    put_on(document)
    assert not shown(document).shows_content


def test_that_one_side_alone_can_be_shown(shown, made, qtbot):
    view = shown(made())
    table = view.findings_page.table
    view.analysis.set_sides("before")
    settle(qtbot, view)
    assert (table.isColumnHidden(1), table.isColumnHidden(2)) == (False, True)
    view.analysis.set_sides("after")
    settle(qtbot, view)
    assert (table.isColumnHidden(1), table.isColumnHidden(2)) == (True, False)


def test_that_a_narrow_window_leaves_columns_out_and_words_in_tooltips(shown, made, qtbot):
    view = shown(made(HELD_OUT), (440, 404))
    page = view.findings_page
    assert [page.table.isColumnHidden(column) for column in range(6)] == [False, False, False, True, False, True]
    assert "Difference" in page.model.hint(5, 2)


def test_that_rows_are_counted_where_they_stand_for_several_records(qtbot):
    page = FindingsPage()
    qtbot.addWidget(page)
    page.show_release(20, 20, 0, "n")
    assert plain(page.sentence.text()) == (
        "20 released rows, made of 20 rows. The figures count rows, not the records that n says each row stands for."
    )
