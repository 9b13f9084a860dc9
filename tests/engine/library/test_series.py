"""Risks of a frame as it is, and series of searches."""

import io
import threading

import numpy as np
import pandas as pd
import pytest

from arxdesk_engine.foundation.control import Stopped
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob
from arxdesk_engine.library.anonymizing import anonymize
from arxdesk_engine.library.risks import risk_of, risk_of_rows
from arxdesk_engine.library.sweeping import sweep
from arxdesk_engine.privacy.differential import DifferentialPrivacy
from arxdesk_engine.privacy.size import KAnonymity
from tests.engine.library.frames_of_people import QUASI_IDENTIFIERS, asked, people

GRID = {"privacy": [KAnonymity(k=k) for k in (2, 5, 400)], "suppression_limit": [0, 0.1]}
FIXED = {name: value for name, value in asked().items() if name not in GRID}


def test_that_the_risk_of_a_frame_needs_no_model():
    frame = people()
    sizes = frame.groupby(QUASI_IDENTIFIERS, dropna=False)["name"].transform("size")
    found = risk_of(frame, quasi_identifiers=QUASI_IDENTIFIERS)
    assert np.isclose(found.loc["prosecutor", "highest"], 1 / sizes.min())
    assert np.isclose(found.loc["marketer", "average"], (1 / sizes).mean())
    rows = risk_of_rows(frame, quasi_identifiers=QUASI_IDENTIFIERS)
    assert rows.index.equals(frame.index)
    assert np.allclose(rows, 1 / sizes)
    with pytest.raises(InvalidData, match="there is no column"):
        risk_of(frame, quasi_identifiers=["ages"])


def test_that_a_person_with_several_rows_is_counted_once():
    frame = pd.DataFrame({"who": [1, 1, 2, 3], "age": [30, 30, 30, 40]})
    assert risk_of_rows(frame, quasi_identifiers="age", person="who").tolist() == [0.5, 0.5, 0.5, 1.0]


def test_that_each_row_of_a_series_is_a_result():
    found = sweep(people(), GRID, **FIXED)
    assert len(found) == 6
    assert found["status"].tolist() == ["optimal"] * 4 + ["infeasible"] * 2
    for k, limit, row in ((2, 0, 0), (5, 0.1, 3)):
        one = anonymize(people(), **FIXED, privacy=KAnonymity(k=k), suppression_limit=limit)
        assert found.loc[row, "score"] == one.facts["solution"]["score"]
        assert found.loc[row, "suppressed_records"] == one.suppressed_records
    assert found.loc[0, "score"] <= found.loc[2, "score"]


def test_that_a_series_goes_on_where_it_was_ended():
    cancel, kept = threading.Event(), []

    def after(rows):
        kept.append(rows)
        if len(rows) == 2:
            cancel.set()

    some = sweep(people(), GRID, on_row=after, cancel=cancel, **FIXED)
    assert len(some) == 2
    from_file = pd.read_csv(io.StringIO(kept[-1].to_csv(index=False)))
    searched = []
    rest = sweep(people(), GRID, resume=from_file, on_progress=searched.append, **FIXED)
    whole = sweep(people(), GRID, **FIXED)
    pd.testing.assert_frame_equal(rest.drop(columns="seconds"), whole.drop(columns="seconds"), check_dtype=False)
    assert min(each.fraction for each in searched if each.fraction) > 0.3


def test_that_a_series_refuses_what_it_cannot_vary():
    with pytest.raises(InvalidJob, match="sensitive"):
        sweep(people(), {"sensitive": [["diagnosis"]]}, **asked())
    private = DifferentialPrivacy(epsilon=2.0, delta=1e-3, levels={"age": 2})
    with pytest.raises(InvalidJob, match="budget"):
        sweep(people(), {"privacy": [private]}, quasi_identifiers={"age": asked()["quasi_identifiers"]["age"]})
    assert sweep(people(), {"privacy": []}, **FIXED).empty


def test_that_a_cancelled_search_has_no_result():
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Stopped):
        anonymize(people(), **asked(), cancel=cancel)


def test_that_a_row_of_a_recoding_has_the_figures_of_what_was_released():
    recodings = [None, "iterated", "groupwise"]
    found = sweep(people(), {"recoding": recodings}, **asked())
    for row, recoding in zip(found.to_dict("records"), recodings, strict=True):
        one = anonymize(people(), **asked(recoding=recoding))
        kept = one.frame[~(one.frame[QUASI_IDENTIFIERS] == "*").all(axis=1)]
        sizes = kept.groupby(QUASI_IDENTIFIERS, dropna=False).size()
        assert (row["groups"], row["smallest_group"]) == (len(sizes), sizes.min())
        assert row["suppressed_records"] == 300 - len(kept)
        assert row["status"] == one.status
    assert found["status"].tolist() == ["optimal", "best-found", "best-found"]
    assert found["gap"].notna().tolist() == [True, False, True]


TWO = {"privacy": [KAnonymity(k=2), KAnonymity(k=5)]}
OTHERS = {name: value for name, value in asked().items() if name != "privacy"}


def other_hierarchy():
    return OTHERS["quasi_identifiers"] | {"sex": {"f": "any", "m": "any"}}


def other_cell():
    frame = people()
    frame.loc["r7", "age"] = 18 if frame.loc["r7", "age"] != 18 else 19
    return frame


STALE = {
    "setting": (people, {"suppression_limit": 0.0}, "other settings"),
    "seed": (people, {"seed": 3}, "other settings"),
    "rows": (lambda: people().head(200), {}, "another data frame"),
    "cell": (other_cell, {}, "another data frame"),
    "columns": (lambda: people().rename(columns={"sex": "age", "age": "sex"}), {}, "another data frame"),
    "hierarchy": (people, {"quasi_identifiers": other_hierarchy()}, "other hierarchies"),
}


@pytest.mark.parametrize(("frame", "changes", "found"), STALE.values(), ids=STALE)
def test_that_a_series_does_not_go_on_from_rows_of_other_data_or_settings(frame, changes, found):
    flat = OTHERS | {"quasi_identifiers": dict.fromkeys(QUASI_IDENTIFIERS)}
    fixed = OTHERS if frame is people else flat
    earlier = sweep(people(), TWO, **fixed)
    with pytest.raises(InvalidJob, match=found):
        sweep(frame(), TWO, resume=earlier, **{**fixed, **changes})


def test_that_a_series_needs_to_know_of_which_data_its_rows_are():
    earlier = sweep(people(), TWO, **OTHERS)
    with pytest.raises(InvalidJob, match="there is no column digest"):
        sweep(people(), TWO, resume=earlier.drop(columns="digest"), **OTHERS)


def test_that_rows_kept_while_a_series_goes_on_are_never_fewer_than_before():
    longer = {"privacy": [KAnonymity(k=k) for k in (3, 2, 4)]}
    earlier, kept = sweep(people(), TWO, **OTHERS), []
    found = sweep(people(), longer, resume=earlier, on_row=kept.append, **OTHERS)
    assert found["privacy"].tolist() == ["3-anonymity", "2-anonymity", "4-anonymity"]
    assert [each["privacy"].str[0].tolist() for each in kept] == [["3", "2", "5"], ["3", "2", "4", "5"]]
    assert sweep(people(), longer, resume=kept[-1], on_row=kept.append, **OTHERS).equals(found)
    assert len(kept) == 2
    stop = threading.Event()
    stop.set()
    with pytest.raises(Stopped, match="it was stopped"):
        sweep(people(), longer, cancel=stop, **OTHERS)
