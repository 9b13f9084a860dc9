"""The verdict of Quality: what was lost, what remains, what to do next."""

import pytest
from PySide6.QtCore import Qt

from arxdesk.core.document import Document
from arxdesk.core.session.loading_work import load
from arxdesk.quality.verdict.view import VerdictView
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import OutputSettings, SuppressionSettings, perturbation_from
from arxdesk_engine.job.subset import SubsetSettings
from tests.arxdesk.analysis.analysed_documents import PATIENCE, analysis_of, example_document
from tests.arxdesk.analysis.applied_documents import adult, discharges, document_of, find, plain, put_on, wards

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def verdict(qtbot, jobs):
    held = []  # a window that is collected as garbage while it is shown takes the program with it

    def make(document):
        view = VerdictView(analysis_of(document, jobs))
        held.append(view)
        qtbot.addWidget(view)
        view.resize(1368, 120)
        view.show()
        qtbot.waitUntil(lambda: not view._inquiry.is_pending, timeout=PATIENCE)
        return view

    return make


def applied(levels):
    document = wards()
    put_on(document, levels)
    return document


def test_that_it_names_lost_and_unchanged_attributes(verdict):
    document = applied((1, 0))
    view = verdict(document)
    assert plain(view.sentence) == "Usable for few questions: sex is gone completely."
    assert "Ward is as it was." in plain(view.details)
    assert f"Loss {document.applied.check.score:.4f}: 0 keeps every detail." in plain(view.details)
    assert "If sex matters, find a result that keeps it." in plain(view.details)


def test_that_it_names_perturbed_columns(verdict):
    document = wards()
    document.set_sections({"perturbation": (perturbation_from({"method": "mdav", "columns": ["cost"], "k": 3}),)})
    put_on(document, (0, 0))
    view = verdict(document)
    assert plain(view.sentence) == "Every quasi-identifier is unchanged, and other columns are perturbed."
    assert "cost is perturbed" in plain(view.details)


def test_that_it_counts_the_removed_and_says_why(verdict):
    view = verdict(applied((0, 0)))
    assert plain(view.sentence) == "Every kept value is unchanged."
    assert "2 of 12 records (17 %) were removed, because their groups were too small." in plain(view.details)


@pytest.mark.parametrize("most", [None, 1])
def test_that_it_counts_removed_people_with_their_records(verdict, tmp_path, most):
    """By hand: a and b are alike, and c is alone in a third ward; with a limit everybody keeps one of two records."""
    rows = ["a,x", "a,x", "b,x", "b,x", "c,z", "c,z"]
    (tmp_path / "stays.csv").write_text("\n".join(["id,ward", *rows]) + "\n")
    limit = "" if most is None else f'[data.per_person]\nrecords = {most}\nkeep = "random"\nseed = 1\n'
    (tmp_path / "job.toml").write_text(
        f'[data]\npath = "stays.csv"\nperson = "id"\n{limit}'
        '[attributes.id]\nrole = "identifying"\n[attributes.ward]\nrole = "quasi-identifying"\n'
        '[[privacy]]\nmodel = "k-anonymity"\nk = 2\n[suppression]\nlimit = 0.5\n'
    )
    found = load(tmp_path / "job.toml", Control())
    document = Document(found.job, found.dataset, found.hierarchies, found.file)
    put_on(document)
    told = plain(verdict(document).details)
    if most is None:
        assert "1 of 3 people (33 %) was removed with 2 records, because their groups were too small." in told
    else:
        assert "1 of 3 people of the limited table (33 %) was removed with 1 record" in told
        assert "3 records beyond the limit of each person are not in the output." in told


def test_that_it_names_columns_of_removed_records_that_can_be_read(verdict):
    still = "Their cost can still be read."
    assert still in plain(verdict(applied((0, 0))).details)
    assert still not in plain(verdict(applied((1, 2))).details), "nobody was removed"
    for sections in (
        {"suppression": SuppressionSettings(limit=0.2, insensitive=True)},
        {"output": OutputSettings(suppressed="drop")},
    ):
        document = Document(wards().job.model_copy(update=sections), wards().dataset, wards().hierarchies, None)
        put_on(document, (0, 0))
        assert still not in plain(verdict(document).details)


def test_that_it_says_that_everybody_was_kept(verdict):
    assert "All 12 records were kept." in plain(verdict(applied((1, 2))).details)


def test_that_it_says_that_everybody_was_removed(verdict):
    document = wards()
    document = document_of(document.dataset.to_pandas().astype(str), document.hierarchies, k=9, limit=1.0)
    put_on(document, (0, 0))
    view = verdict(document)
    assert plain(view.sentence) == "No data are left: all records were removed, 12 records."
    assert "Relax the privacy models in Configure" in plain(view.details)
    assert view.keep.isHidden()


def test_that_identifying_attributes_are_said_to_be_blank(verdict):
    base = wards()
    identifying = base.job.settings_of("cost").model_copy(update={"role": Role.IDENTIFYING})
    job = base.job.model_copy(update={"attributes": {**base.job.attributes, "cost": identifying}})
    document = type(base)(job, base.dataset, base.hierarchies, None)
    put_on(document, (0, 0))
    assert "identifying cost reads * everywhere" in plain(verdict(document).details)


def test_that_it_tells_the_figures_of_the_engine_for_the_census(verdict, shared):
    document = adult(shared / "data" / "adult")
    put_on(document)
    view = verdict(document)
    facts = document.result.anonymizer.describe(document.result.solution, document.applied.output)
    removed, people = facts["solution"]["suppressed_records"], facts["input"]["records"]
    lost = [name for name, kept in facts["quality"]["granularity_per_attribute"].items() if kept < 1e-9]
    assert lost == ["occupation"]
    assert plain(view.sentence) == "Usable for most questions, but occupation is gone completely."
    assert f"{removed:,} of {people:,} records (4.5 %)" in plain(view.details)
    assert f"Loss {facts['solution']['score']:.4f}: 0 keeps every detail." in plain(view.details)
    assert view.keep.text() == "Find a result that keeps occupation"


def test_that_it_tells_the_figures_of_the_engine_for_the_example(verdict):
    document = example_document()
    put_on(document)
    view = verdict(document)
    facts = document.result.anonymizer.describe(document.result.solution, document.applied.output)
    removed, people = facts["solution"]["suppressed_records"], facts["input"]["records"]
    said = f"{removed:,} of {people:,} records" if removed else f"All {people:,} records"
    assert said in plain(view.details)
    assert f"{facts['solution']['score']:.4f}" in plain(view.details)


def test_that_before_anything_is_applied_it_describes_the_input(verdict):
    view = verdict(wards())
    assert plain(view.sentence) == "2 of 12 records (17 %) in the input are unique."
    lines = view.details.splitlines()
    assert lines[0] == "12 records in 3 columns. 2 columns are quasi-identifying: sex and ward."
    assert lines[1].startswith("By these 5 groups can be told apart. Nothing is lost yet")
    assert view.keep.isHidden()


def test_that_without_quasi_identifiers_it_says_so(verdict):
    view = verdict(document_of(wards().dataset.to_pandas().astype(str), {}))
    assert view.sentence == "The input, as it was loaded."
    assert "No column is quasi-identifying yet" in view.details


def test_that_a_result_that_keeps_an_attribute_is_asked_for_as_a_step_that_can_be_undone(verdict, qtbot):
    document = applied((1, 0))
    view = verdict(document)
    with qtbot.waitSignal(view.analysis.wishes.search):
        qtbot.mouseClick(view.keep, Qt.MouseButton.LeftButton)
    assert document.level_limits("sex") == (0, 0)
    assert document.undo_stack.undoText() == "Keep sex: at most level 0"
    find(document)
    assert document.result.solution.best.levels[0] == 0
    document.undo_stack.undo()
    assert document.level_limits("sex") == (0, 1)


def test_that_an_attribute_limited_already_is_only_searched_again(verdict, qtbot):
    document = applied((1, 0))
    view = verdict(document)
    view.keep.click()
    with qtbot.waitSignal(view.analysis.wishes.search):
        view.keep.click()
    assert document.undo_stack.count() == 1


def test_that_of_several_lost_attributes_one_is_chosen_the_weightiest_first(verdict):
    document = discharges(300)
    put_on(document, (1, 4, 0, 0, 0, 2))
    weighty = document.settings_of("diagnosis").model_copy(update={"weight": 0.9})
    document.set_attribute("diagnosis", weighty)
    view = verdict(document)
    texts = [action.text() for action in view.keep.menu().actions()]
    assert [text.partition(":")[0] for text in texts] == ["Keep diagnosis", "Keep sex", "Keep age"]
    assert all(": at most level " in text for text in texts)
    view.keep.menu().actions()[2].trigger()
    assert document.level_limits("age") == (0, 3)


def test_that_nothing_is_offered_while_a_search_has_the_configuration(verdict):
    document = applied((1, 0))
    view = verdict(document)
    document.set_locked(True)
    assert not view.keep.isEnabled()
    document.set_locked(False)
    assert view.keep.isEnabled()


def test_that_attributes_at_their_least_level_are_not_offered(verdict):
    document = wards()
    limited = document.settings_of("sex").model_copy(update={"minimum_level": 1})
    document.set_attribute("sex", limited)
    put_on(document, (1, 0))
    assert verdict(document).keep.isHidden()


def test_that_it_says_how_it_is_computed(verdict, qtbot):
    view = verdict(wards())
    with qtbot.waitSignal(view.analysis.wishes.help_page) as told:
        qtbot.mouseClick(view.how, Qt.MouseButton.LeftButton)
    assert told.args[0].startswith("verdicts#")


def test_that_those_outside_of_a_research_subset_are_said_not_to_count(verdict):
    document = wards()
    document.set_sections({"subset": SubsetSettings(select="sex = 'f'")})
    view = verdict(document)
    assert plain(view.sentence) == "1 of 7 records (14 %) in the input is unique."
    assert "5 records outside of the research subset do not count." in plain(view.details)
