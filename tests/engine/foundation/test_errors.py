"""Errors meant for people: place, what was found, what to do."""

import pytest

from arxdesk_engine.foundation.errors import (
    SHOWN_CHARACTERS,
    InvalidData,
    Problem,
    UnreadableFile,
    UnwritableFile,
    UserError,
    quoted,
    suggestion,
)


def test_that_a_problem_reads_as_place_finding_and_remedy():
    assert str(Problem("a.csv, line 3", "two cells are missing", "Add them.")) == (
        "a.csv, line 3: two cells are missing. Add them."
    )
    assert str(Problem("a.csv", "it is empty")) == "a.csv: it is empty."


def test_that_an_error_shows_its_problems_line_by_line_the_first_one_first():
    error = InvalidData([Problem("a", "x"), Problem("b", "y")])
    assert error.message == "a: x.\nb: y."
    assert str(error) == "a: x."
    with pytest.raises(ValueError, match="at least one problem"):
        UserError([])


def test_that_a_long_list_is_cut():
    error = InvalidData([Problem(str(n), "x") for n in range(21)])
    assert error.message.splitlines()[-1] == "... and 1 more problem of this kind."


@pytest.mark.parametrize(("kind", "word"), [(UnreadableFile, "cannot be read"), (UnwritableFile, "cannot be written")])
def test_that_errors_of_the_file_system_name_the_file_and_the_reason(kind, word):
    error = kind.from_os_error("/a/b.csv", OSError(13, "Permission denied"))
    assert error.message.startswith(f"/a/b.csv: {word} (permission denied). ")
    assert error.exit_status == 4
    assert kind.from_os_error("b", OSError()).message.startswith(f"b: {word} (oserror)")


def test_that_values_are_quoted_and_shortened():
    assert quoted("x") == '"x"'
    assert len(quoted("x" * 1000)) == SHOWN_CHARACTERS + 2


def test_that_the_nearest_name_is_suggested_else_all():
    assert suggestion("hierachy", ("hierarchy", "role")) == 'Did you mean "hierarchy"?'
    assert suggestion("zzz", ("hierarchy", "role")) == "Allowed: hierarchy, role."
