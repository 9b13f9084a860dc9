"""Hierarchy files that are written as the source writes a column fit that column."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from arxdesk.configure.hierarchies.work import examine, read_many
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.data.spelling import Spelling
from arxdesk_engine.foundation.control import Control


def test_that_a_hierarchy_in_the_notation_of_the_source_counts_the_records_of_its_rows(tmp_path: Path):
    path = tmp_path / "income.csv"
    path.write_text("40,0;low;*\n1.234,5;high;*\n", encoding="utf-8")
    kind, spelling = ValueType(DataType.DECIMAL), Spelling(",", ".")
    column = Column.encode("income", np.array([0, 1, 1], np.int32), ("40.0", "1234.5"), kind, spelling)
    found = examine(path, column, ("",), None, None, Control())
    assert (found.inspection.records.tolist(), found.inspection.audit.missing) == ([1, 2], ())
    assert found.source == str(path)
    many = read_many({"income": path}, {"income": column}, ("",), Control())
    assert many.found["income"][0].rows == (("40.0", "low", "*"), ("1234.5", "high", "*"))
