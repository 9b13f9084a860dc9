"""Numbers are proposed as missing values where no value can be meant, and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest

from arxdesk_engine.data.missing_codes import outstanding_codes
from arxdesk_engine.data.notation import markers_in, null_markers
from arxdesk_engine.data.raw_table import RawColumn


def column(*texts: str) -> RawColumn:
    distinct = tuple(dict.fromkeys(texts))
    return RawColumn("c", np.array([distinct.index(text) for text in texts], np.int32), distinct)


AGES, NAMES = ("18", "40", "71", "90"), ("Ulm", "Bonn", "Köln")
DATES = ("1947-07-25", "1950-01-01", "2001-02-03")


@pytest.mark.parametrize(
    ("columns", "proposed"),
    [
        ([(*AGES, "-9"), (*NAMES, "-9")], ("-9",)),
        ([(*DATES, "-9", "-9"), (*AGES, "-9")], ("-9",)),
        ([(*AGES, "-9")], ()),  # one column alone may mean it
        ([(*AGES, "-9"), (*NAMES, "-9"), ("-20", "0", "30", "-9")], ()),  # a temperature somewhere
        ([(*AGES, "-99")], ("-99",)),
        ([(*AGES, "99"), ("1", "2", "3", "99")], ()),  # 99 is an age
        ([("1", "2", "3", "99"), ("0", "4", "8", "99")], ("99",)),
        ([("1,5", "2,5", "3,5", "-9"), (*AGES, "-9")], ("-9",)),
        ([("9", "-9")], ()),
    ],
)
def test_that_codes_are_proposed_where_they_stand_out_in_several_columns(columns, proposed):
    assert outstanding_codes([column(*cells) for cells in columns])[1] == proposed
    assert null_markers([column(*cells) for cells in columns]) == proposed


def test_that_codes_that_stand_out_are_offered_with_their_cells():
    assert markers_in([column(*AGES, "-9", "-9"), column("NA", "a")]) == {"-9": 2, "NA": 1}
