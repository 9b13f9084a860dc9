"""All parameters of a treatment are seen in a narrow inspector: they get a line of their own there."""

from __future__ import annotations

import pytest

from arxdesk.configure.attributes.inspector import AttributeInspector
from arxdesk.core.attributes.treatments import Treatment
from tests.arxdesk.analysis.applied_documents import wards

NARROW, WIDE = 500, 760
"""The first is what the inspector has in a window of 1024 pixels."""


@pytest.fixture
def inspector(qtbot, jobs):
    made = AttributeInspector(wards(), jobs)
    qtbot.addWidget(made)
    made.resize(NARROW, 496)
    made.show()
    return made


def test_that_no_parameter_is_cut_in_a_narrow_inspector(inspector, qtbot):
    rows = inspector.treatment_rows
    rows.choose(Treatment.CLUSTER)
    form = rows.aggregate
    qtbot.waitUntil(lambda: form.y() >= 0 and form.parentWidget().y() > rows.treatment.y())
    for box in (rows.treatment, form.function, form.missing):
        right = box.mapTo(inspector, box.rect().topRight()).x()
        assert right <= NARROW
        assert box.shown_text == box.currentText()
    inspector.resize(WIDE, 496)
    qtbot.waitUntil(lambda: abs(form.parentWidget().y() - rows.treatment.y()) < 8)
    for box in (rows.treatment, form.function, form.missing):
        assert box.shown_text == box.currentText()


def test_that_a_treatment_without_parameters_leaves_no_empty_line(inspector, qtbot):
    rows = inspector.treatment_rows
    rows.choose(Treatment.CLUSTER)
    rows.choose(Treatment.GENERALIZE)
    qtbot.waitUntil(lambda: rows.levels.parentWidget().y() - rows.treatment.y() < 44)
