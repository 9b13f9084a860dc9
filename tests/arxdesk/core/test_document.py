"""The open project: what it answers, which signals it sends, and when a result still belongs to it."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pandas as pd
import pytest

from arxdesk.core.commands import ChangeAttributes, ChangeHierarchy, change_roles
from arxdesk.core.document import Document
from arxdesk.core.session.search_work import apply
from arxdesk.core.values.results import Result
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from, load_job
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.privacy.size import KAnonymity, KMap
from arxdesk_engine.privacy.threshold import PopulationUniqueness
from tests.arxdesk.changes import change_privacy, change_suppression_limit
from tests.arxdesk.conftest import banded_hierarchy, small_project


@pytest.fixture
def result(small_document: Document) -> Result:
    anonymizer = Anonymizer.formulate(small_document.job, small_document.dataset, small_document.hierarchies)
    return Result(anonymizer, anonymizer.search())


@pytest.fixture
def searched(small_document: Document, result: Result) -> Document:
    small_document.set_result(result)
    return small_document


def test_that_paths_are_absolute_inside_and_relative_in_the_file(qapp, tmp_path: Path):
    _, dataset, hierarchies = small_project()
    project = tmp_path / "project.toml"
    project.write_text(
        '[data]\npath = "data/small.csv"\n[attributes.age]\nrole = "quasi-identifying"\nhierarchy = "age.csv"\n'
        '[[privacy]]\nmodel = "k-anonymity"\nk = 2\n[output]\npath = "out.csv"\n'
    )
    document = Document(load_job(project), dataset, hierarchies, project)
    assert document.job.data.path == str(tmp_path / "data" / "small.csv")
    assert document.settings_of("age").hierarchy == str(tmp_path / "age.csv")
    assert document.job.output.path == str(tmp_path / "out.csv")
    document.job.saved_at(project).save(project)
    saved = load_job(project)
    assert (saved.data.path, saved.attributes["age"].hierarchy) == ("data/small.csv", "age.csv")
    assert saved.output.path == "out.csv"
    elsewhere = tmp_path / "sub" / "other.toml"
    elsewhere.parent.mkdir()
    document.job.saved_at(elsewhere).save(elsewhere)
    assert load_job(elsewhere).resolve(load_job(elsewhere).data.path) == tmp_path / "data" / "small.csv"


def test_that_a_document_is_called_after_its_file_else_after_its_table(small_document: Document, tmp_path: Path):
    assert small_document.name == "small"
    assert small_document.source_name == "small.csv"
    small_document.mark_saved(tmp_path / "study.toml", small_document.job)
    assert small_document.name == "study"
    assert small_document.file == tmp_path / "study.toml"


def test_that_level_limits_never_leave_the_hierarchy(small_document: Document):
    settings = small_document.settings_of("age").model_copy(update={"minimum_level": 2, "maximum_level": 9})
    small_document.push(ChangeAttributes(small_document, {"age": settings}, "Levels"))
    assert small_document.level_limits("age") == (2, 3)
    small_document.set_hierarchy("age", Hierarchy(tuple((str(age), "*") for age in range(10, 20))))
    assert small_document.level_limits("age") == (1, 1)
    small_document.set_hierarchy("age", None)
    assert small_document.level_limits("age") == (0, 0)


def test_that_transformations_count_the_levels_allowed(small_document: Document):
    assert small_document.transformations == 4
    settings = small_document.settings_of("age").model_copy(update={"minimum_level": 1, "maximum_level": 2})
    small_document.push(ChangeAttributes(small_document, {"age": settings}, "Levels"))
    assert small_document.transformations == 2
    small_document.push(change_roles(small_document, small_document.dataset.names, Role.INSENSITIVE))
    assert small_document.transformations == 0


def test_that_obstacles_name_what_is_missing_and_go_when_it_is_there(small_document: Document):
    assert small_document.obstacles == ()
    small_document.push(change_privacy(small_document, (), "Remove", mergeable=False))
    assert [str(each) for each in small_document.obstacles] == ["Add a privacy model."]
    small_document.push(change_roles(small_document, ["age", "sex"], Role.INSENSITIVE))
    assert len(small_document.obstacles) == 2
    for _ in range(2):
        small_document.undo_stack.undo()
    assert small_document.obstacles == ()


def test_that_a_hierarchy_without_entries_is_an_obstacle_only_where_it_is_needed(small_document: Document):
    short = banded_hierarchy(["10", "11"])
    small_document.push(ChangeHierarchy(small_document, "age", short, "/short.csv"))
    (obstacle,) = small_document.obstacles
    assert str(obstacle).startswith("6 values of age have no entry in its hierarchy.")
    assert (obstacle.section, obstacle.attribute) == ("attributes", "age")
    assert [small_document.dataset["age"].values[code] for code in small_document.missing_values("age")] == [
        str(age) for age in range(12, 18)
    ]
    small_document.push(change_roles(small_document, ["age"], Role.SENSITIVE))
    assert small_document.obstacles == ()
    small_document.undo_stack.undo()
    small_document.undo_stack.undo()
    assert small_document.obstacles == ()


def test_that_missing_values_are_looked_up_once_per_hierarchy(
    small_document: Document, monkeypatch: pytest.MonkeyPatch
):
    looked: list[object] = []
    look = "arxdesk.core.configured_table.missing_values"
    monkeypatch.setattr(look, lambda hierarchy, _column: looked.append(hierarchy) or [])
    for _ in range(3):
        assert small_document.obstacles == ()
    assert len(looked) == 1
    small_document.push(ChangeHierarchy(small_document, "age", banded_hierarchy(["10"]), "/other.csv"))
    assert small_document.obstacles == ()
    assert len(looked) == 2


def test_that_the_focus_moves_around_and_tells_only_changes(small_document: Document, qtbot):
    heard: list[str] = []
    small_document.focus_changed.connect(heard.append)
    small_document.set_focus(small_document.focus)
    small_document.set_focus("no such column")
    assert heard == []
    for _ in range(3):
        small_document.move_focus(1)
    small_document.move_focus(-1)
    assert heard == ["sex", "note", "age", "note"]


def test_that_locking_is_told_once(small_document: Document):
    heard: list[bool] = []
    small_document.lock_changed.connect(heard.append)
    for locked in (True, True, False, False):
        small_document.set_locked(locked)
    assert heard == [True, False]


def test_that_a_new_result_selects_its_best_and_forgets_what_was_applied(searched: Document, result: Result):
    best = result.solution.best
    assert searched.selection == best
    searched.set_applied(apply(result, best.levels, Control()))
    assert searched.applied is not None
    searched.set_result(result)
    assert searched.applied is None


def test_that_selecting_tells_once_and_only_what_was_examined_can_be_selected(searched: Document, result: Result):
    heard: list[int] = []
    searched.selection_changed.connect(lambda: heard.append(1))
    other = next(check for check in result.solution.examined if check != searched.selection)
    searched.select(other.levels)
    searched.select(other.levels)
    assert searched.selection == other
    assert heard == [1]
    searched.select((99, 99))
    assert searched.selection is None


CHANGES = [
    lambda d: change_roles(d, ["note"], Role.SENSITIVE),
    lambda d: change_roles(d, ["sex"], Role.INSENSITIVE),
    lambda d: change_privacy(d, (KAnonymity(k=3),), "k", mergeable=True),
    lambda d: change_suppression_limit(d, 0.5),
    lambda d: ChangeHierarchy(d, "age", banded_hierarchy([str(age) for age in range(10, 18)]), "/other.csv"),
    lambda d: ChangeHierarchy(d, "age", banded_hierarchy([str(age) for age in range(10, 18)]), None),
    lambda d: ChangeHierarchy(d, "age", None, None),
]


@pytest.mark.parametrize("make", CHANGES)
def test_that_a_change_makes_the_result_old_and_undo_makes_it_current_again(searched: Document, make):
    heard: list[bool] = []
    searched.freshness_changed.connect(heard.append)
    searched.push(make(searched))
    assert not searched.result_is_current
    searched.undo_stack.undo()
    assert searched.result_is_current
    searched.undo_stack.redo()
    assert not searched.result_is_current
    assert heard == [False, True, False]


def test_that_a_population_is_of_the_search_only_where_a_model_estimates_from_it(small_document: Document):
    document = small_document
    document.set_sections({"population": PopulationSettings(size=1_000_000)})
    for models, stays in (
        ((KAnonymity(k=2),), True),
        ((KAnonymity(k=2), KMap(k=2, estimator="poisson", population=500_000)), True),
        ((KAnonymity(k=2), KMap(k=2, estimator="poisson")), False),
        ((KAnonymity(k=2), PopulationUniqueness(threshold=0.5)), False),
    ):
        document.set_sections({"privacy": models, "population": PopulationSettings(size=1_000_000)})
        anonymizer = Anonymizer.formulate(document.job, document.dataset, document.hierarchies)
        document.set_result(Result(anonymizer, anonymizer.search()))
        document.set_sections({"population": PopulationSettings(size=2_000_000)})
        assert document.result_is_current is stays, models


def test_that_the_same_configuration_reached_by_hand_is_current_again(searched: Document):
    searched.push(change_suppression_limit(searched, 0.5))
    searched.push(change_roles(searched, ["note"], Role.SENSITIVE))
    searched.push(change_suppression_limit(searched, 0.0))
    searched.push(change_roles(searched, ["note"], Role.INSENSITIVE))
    assert searched.result_is_current


def test_that_without_a_result_nothing_is_old(small_document: Document):
    heard: list[bool] = []
    small_document.freshness_changed.connect(heard.append)
    small_document.push(change_suppression_limit(small_document, 0.5))
    assert small_document.result_is_current
    assert heard == []


def test_that_saving_makes_clean_and_undo_past_it_does_not(small_document: Document, tmp_path: Path):
    small_document.push(change_suppression_limit(small_document, 0.5))
    assert small_document.modified
    small_document.mark_saved(tmp_path / "project.toml", small_document.job)
    assert not small_document.modified
    small_document.undo_stack.undo()
    assert small_document.modified
    small_document.undo_stack.redo()
    assert not small_document.modified


def test_that_what_was_changed_while_the_file_was_written_is_not_taken_as_saved(
    small_document: Document, tmp_path: Path
):
    written = small_document.job
    small_document.push(change_suppression_limit(small_document, 0.5))
    small_document.mark_saved(tmp_path / "project.toml", written)
    assert small_document.modified


def test_that_a_document_with_the_defaults_of_all_others_knows_its_roles(qapp):
    dataset = Dataset.from_pandas(pd.DataFrame({"a": ["1"], "b": ["2"]}), "t.csv")
    job = job_from({"data": {"path": "t.csv"}, "attributes": {"*": {"role": "sensitive"}, "b": {}}})
    document = Document(job, dataset, {}, None)
    assert document.attributes_with(Role.SENSITIVE) == ("a",)
    assert document.attributes_with(Role.INSENSITIVE) == ("b",)


def test_that_sending_signals_leaves_the_reference_count_of_true_alone(small_document: Document):
    gc.collect()
    before = sys.getrefcount(True)
    for _ in range(2000):
        small_document.lock_changed.emit(True)
    assert sys.getrefcount(True) > before - 1000
