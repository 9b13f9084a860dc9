"""Numbers as people type them."""

import pytest

from arxdesk.ui.widgets.fields.number_edit import NumberEdit, read_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("5", 5),
        (" 1,000 ", 1000),
        ("317.238.626", 317_238_626),
        ("1 000 000", 1_000_000),
        ("\u22123", -3),
        ("1.5", 1.5),
        ("", None),
        ("many", "many"),
        ("1,00", "1,00"),
        ("1e400", "1e400"),
    ],
)
def test_that_whole_numbers_are_read_with_any_separator_of_thousands(text, number):
    assert read_number(text, whole=True) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("0.2", 0.2), ("0,2", 0.2), ("1e-6", 1e-6), (".5", 0.5), ("5", 5), ("1.2.3", "1.2.3"), ("", None)],
)
def test_that_a_comma_is_a_decimal_comma_elsewhere(text, number):
    assert read_number(text, whole=False) == number


def test_that_a_share_is_typed_in_percent_and_comes_back_exactly(qtbot):
    edit = NumberEdit("share", share=True)
    qtbot.addWidget(edit)
    for share in (0.05, 0.07, 0.334, 0.0001, 1.0):
        edit.set_value(share)
        assert edit.value == share
    edit.setText("7")
    assert edit.value == 0.07
    edit.set_value(None)
    assert edit.value is None


def test_that_a_problem_is_worn_and_taken_off(qtbot):
    edit = NumberEdit("k", whole=True)
    qtbot.addWidget(edit)
    edit.set_problem(True)
    assert edit.property("problem") is True
    edit.set_problem(False)
    assert edit.property("problem") is False
