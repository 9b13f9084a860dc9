"""What a transformation does to a column, told with an example."""

import numpy as np

from arxdesk.core.attributes.treatments import consequence
from arxdesk.core.attributes.value_order import by_alphabet
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import Role
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings


def test_that_the_example_of_a_level_is_a_value_and_no_missing_one():
    column = Column("ward", np.array([0, 1, 2], np.int32), ("", "A", "B"))
    hierarchy = Hierarchy((("", "missing"), ("A", "*"), ("B", "*")))
    told = consequence(AttributeSettings(role=Role.QUASI_IDENTIFYING), column, hierarchy)
    assert told.replace("\u00a0", " ") == "As coarse as needed, from level 0, such as A, to level 1, such as *."


def test_that_letters_with_marks_stand_beside_those_without():
    assert by_alphabet(["Psychiatrie", "Zahn", "Pädiatrie", "Ärzte"]) == ("Ärzte", "Pädiatrie", "Psychiatrie", "Zahn")
