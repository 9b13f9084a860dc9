"""The ledger of a project as what a second release is attacked beside."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from arxdesk_engine.attacks.attack import attack_release
from arxdesk_engine.attacks.earlier import EarlierRelease
from arxdesk_engine.earlier_releases import releases_at, releases_of
from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.projects.archive import write_project
from tests.engine.projects.released_projects import release, study, table

BANDS = {"role": "quasi-identifying", "hierarchy": {"builder": "interval", "intervals": [[20, 27], [27, 34], [34, 61]]}}
OTHER = {"role": "quasi-identifying", "hierarchy": {"builder": "interval", "intervals": [[20, 30], [30, 61]]}}


def with_ages(path, ages, **settings):
    attributes = {"id": {"role": "identifying"}, "age": ages, "illness": {"role": "sensitive"}}
    return study(path, attributes=attributes, privacy=[{"model": "k-anonymity", "k": 2}], **settings)


def ages_of(project):
    return [int(text) for text in project.dataset["age"].texts()]


def test_that_a_ledger_tells_what_its_files_tell(tmp_path):
    path = table(tmp_path, "people.csv", range(60))
    first, _entry = release(with_ages(path, BANDS), (1,), tmp_path / "first.csv")
    second = replace(with_ages(path, OTHER), ledger=first.ledger)
    _project, _entry = release(second, (1,), tmp_path / "second.csv")
    earlier, left_out = releases_of(second)
    assert ([each.name for each in earlier], left_out) == (["first.csv"], ())
    by_ledger = attack_release(second.job, tmp_path / "second.csv", earlier=earlier).earlier
    by_file = attack_release(
        second.job, tmp_path / "second.csv", earlier=[EarlierRelease.of_file(tmp_path / "first.csv")]
    ).earlier
    assert by_ledger.together.tolist() == by_file.together.tolist()
    assert by_ledger.plain()["secrets"] == by_file.plain()["secrets"]
    looks = [(age < 30, sum(age >= low for low in (27, 34))) for age in ages_of(second)]
    together = [Counter(looks)[each] for each in looks]
    assert by_ledger.together.tolist() == together
    groups = [Counter(place[number] for place in looks) for number in (0, 1)]
    alone = [min(groups[0][each[0]], groups[1][each[1]]) for each in looks]
    narrowed = sum(both < 5 and both < one for both, one in zip(together, alone, strict=True))
    assert by_ledger.narrowed.some == narrowed


def test_that_people_who_came_are_told_apart(tmp_path):
    first, _entry = release(with_ages(table(tmp_path, "old.csv", range(3, 60)), BANDS), (1,), tmp_path / "first.csv")
    second = replace(with_ages(table(tmp_path, "new.csv", range(60)), BANDS), ledger=first.ledger)
    release(second, (1,), tmp_path / "second.csv")
    earlier, _left_out = releases_of(second)
    assert earlier[0].present.tolist() == [False] * 3 + [True] * 57
    found = attack_release(second.job, tmp_path / "second.csv", earlier=earlier).earlier
    came = found.found.came(5)
    assert (came.some, came.of) == (3, 3)
    lines = list(attack_release(second.job, tmp_path / "second.csv", earlier=earlier).sentences())
    assert any("3 in this release but not in all others" in line for line in lines)
    assert any("Two of them suffice: this release and first.csv for" in line for line in lines)


def test_that_a_release_that_cannot_be_compared_is_left_out(tmp_path):
    attributes = {"age": BANDS, "illness": {"role": "sensitive"}}
    first = study(table(tmp_path, "old.csv", range(3, 60)), attributes=attributes)
    first, _entry = release(first, (1,), tmp_path / "first.csv")
    second = study(table(tmp_path, "new.csv", range(60)), attributes=attributes)
    assert releases_of(replace(second, ledger=first.ledger)) == ((), ("first.csv",))


def test_that_jobs_and_projects_without_a_ledger_have_none(tmp_path):
    project = with_ages(table(tmp_path, "people.csv", range(60)), BANDS)
    write_project(tmp_path / "study.arxdesk", project)
    assert releases_at(tmp_path / "study.arxdesk") == ((), ())
    assert releases_at(tmp_path / "study.toml") == ((), ())
    project, _entry = release(project, (1,), tmp_path / "first.csv")
    write_project(tmp_path / "study.arxdesk", project)
    earlier, _left_out = releases_at(tmp_path / "study.arxdesk")
    assert np.array_equal(earlier[0].present, np.ones(60, np.bool_))


def test_that_a_file_about_something_else_is_refused(tmp_path):
    project = with_ages(table(tmp_path, "people.csv", range(60)), BANDS)
    release(project, (1,), tmp_path / "first.csv")
    (tmp_path / "else.csv").write_text("place,rain\nUlm,3\nBonn,4\n")
    with pytest.raises(InvalidData, match='"age" is not in the input and in the release'):
        attack_release(project.job, tmp_path / "first.csv", earlier=[EarlierRelease.of_file(tmp_path / "else.csv")])
