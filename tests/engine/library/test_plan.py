"""Plans for new rows, beside a mapping written by hand."""

import warnings

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from arxdesk_engine.foundation.errors import InvalidData, InvalidJob
from arxdesk_engine.library.anonymizing import anonymize
from arxdesk_engine.library.estimator import FrameAnonymizer, NewRowsWarning
from arxdesk_engine.library.plan import UnseenInPlan, load_plan
from arxdesk_engine.plans.new_rows import TooSmallGroups
from arxdesk_engine.privacy.size import KAnonymity
from tests.engine.library.frames_of_people import QUASI_IDENTIFIERS, REGIONS, asked, people


def by_hand(frame, levels):
    """The labels of each row; values that the hierarchies do not list have no label of their own."""
    width = {0: 1, 1: 10, 2: 20, 3: 40}[levels["age"]]

    def labels(row):
        low = row["age"] // width * width
        age = str(row["age"]) if levels["age"] == 0 else f"[{low}, {low + width}["
        path = [row["postal_code"], *REGIONS.get(row["postal_code"], ["*", "*"])]
        sex = [row["sex"] if isinstance(row["sex"], str) else "", "*"][levels["sex"]]
        return age, path[levels["postal_code"]], sex

    return [labels(row) for _index, row in frame.iterrows()]


def shown(frame):
    return [tuple("" if pd.isna(cell) else str(cell) for cell in row) for row in frame[QUASI_IDENTIFIERS].to_numpy()]


@pytest.fixture(scope="module")
def plan():
    return anonymize(people(), **asked()).plan


ROWS = st.lists(
    st.tuples(st.integers(18, 89), st.sampled_from([*REGIONS, "99999"]), st.sampled_from(["f", "m", None])),
    min_size=1,
    max_size=60,
)


@settings(max_examples=20, deadline=None)
@given(rows=ROWS, small=st.sampled_from(["keep", "remove"]))
def test_that_new_rows_are_shown_as_by_hand(plan, rows, small):
    frame = pd.DataFrame(rows, columns=QUASI_IDENTIFIERS).assign(name="x", diagnosis="a", more=range(len(rows)))
    applied = plan.apply(frame, small=small)
    wanted = by_hand(frame, plan.levels)
    breaks = [wanted.count(labels) < 5 for labels in wanted]
    assert applied.small == sum(breaks)
    removed = [is_small and small == "remove" for is_small in breaks]
    assert shown(applied.frame) == [
        ("*", "*", "*") if gone else labels for labels, gone in zip(wanted, removed, strict=True)
    ]
    assert applied.removed == sum(removed)
    assert applied.is_safe is (small == "remove" or not any(breaks))
    strangers = int((frame["postal_code"] == "99999").sum())
    assert {name: each.rows for name, each in applied.unseen.items()} == (
        {"postal_code": strangers} if strangers else {}
    )
    assert applied.frame["more"].tolist() == frame["more"].tolist()


def test_that_small_groups_and_unknown_values_can_be_errors(plan):
    new = people(40, 5)
    with pytest.raises(TooSmallGroups, match="violate a privacy model"):
        plan.apply(new, small="raise")
    new.loc["r0", "postal_code"] = "99999"
    with pytest.raises(UnseenInPlan, match="1 value is not in the plan"):
        plan.apply(new, unseen="raise")
    with pytest.raises(InvalidData, match="postal_code"):
        plan.apply(new.drop(columns="postal_code"))


def test_that_a_plan_depends_on_no_table_any_more(tmp_path):
    result = anonymize(people(), **asked(quasi_identifiers=QUASI_IDENTIFIERS))
    result.plan.save(tmp_path / "people.plan.toml")
    plan = load_plan(tmp_path / "people.plan.toml")
    assert plan.levels == result.plan.levels
    again, whole = plan.apply(people()), plan.apply(people(), small="keep").frame
    pd.testing.assert_frame_equal(again.frame, result.frame)
    pd.testing.assert_frame_equal(plan.apply(people().iloc[:200], small="keep").frame, whole.iloc[:200])
    (tmp_path / "other.toml").write_text(result.job_text())
    with pytest.raises(InvalidJob, match="is no plan"):
        load_plan(tmp_path / "other.toml").apply(people())


def test_that_groups_with_levels_of_their_own_give_no_plan():
    with pytest.raises(InvalidJob, match="levels of their own"):
        _plan = anonymize(people(), **asked(recoding="groupwise", time_limit=1.0)).plan


def test_that_the_estimator_has_the_habits_of_its_kind():
    anonymizer = FrameAnonymizer(**asked())
    assert anonymizer.get_params()["suppression_limit"] == 0.2
    other = clone(anonymizer).set_params(privacy=KAnonymity(k=10))
    assert other.get_params()["privacy"] == KAnonymity(k=10)
    pd.testing.assert_frame_equal(anonymizer.fit_transform(people()), anonymize(people(), **asked()).frame)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        anonymizer.transform(people(0 + 300).assign(age=30, postal_code="80331", sex="f"))
    with pytest.warns(NewRowsWarning, match="violate"):
        anonymizer.transform(people(60, 9))
    assert anonymizer.set_params(small="keep").apply(people(60, 9)).removed == 0
    with pytest.raises(Exception, match="not fitted"):
        clone(anonymizer).transform(people())
