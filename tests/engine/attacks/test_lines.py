"""What attackers find out, as it is told in lines, and the records behind it."""

import numpy as np
import pytest
from hypothesis import given

from arxdesk_engine.attacks.lines import NO_MORE, TOO_FEW, AttackLine, attack_lines, points, share_text
from arxdesk_engine.attacks.reading import ReadRelease
from arxdesk_engine.job.attackers import AttackerSettings
from arxdesk_engine.risk.intervals import Share
from tests.engine.attacks.tables import pairs, releases, table_of


def found_in(table, known, other=()):
    read = ReadRelease(None, None, table)
    attacker = AttackerSettings(name="A", knows=known, secrets=("secret",), other=other)
    return read, read.by(attacker, 3)


@given(releases())
def test_that_the_records_behind_each_line_are_as_many_as_it_counts(case):
    table, known = case
    read, found = found_in(table, known, ("a",))
    for line in attack_lines(found):
        if line.figure is None:
            continue
        rows = read.records_behind(found, line.figure, line.secret)
        assert len(rows) == line.after.some
        assert table.members[rows].all()
        if line.before is not None:
            assert len(read.records_behind(found, line.figure, line.secret, before=True)) == line.before.some


@given(releases())
def test_that_candidates_are_shown_row_by_row(case):
    table, known = case
    for record, rows in enumerate(pairs(table, known)):
        assert table.rows_of(known, record).tolist() == rows


def test_that_lines_say_what_is_more_than_outside():
    line = attack_lines(found_in(*small())[1])[-1]
    assert (line.label, line.figure) == ("Guessed right: secret", None)
    assert (share_text(line.before), share_text(line.after), share_text(line.outside)) == ("100 %", "100 %", nobody())
    assert line.is_disclosure
    assert line.meaning() == "100.0 points more than outside"
    assert line.uncertainty().startswith("100 % (")


def test_that_equal_shares_are_no_disclosure():
    table, known = small(outside_alike=True)
    line = attack_lines(found_in(table, known)[1])[-1]
    assert not line.is_disclosure
    assert line.meaning() == TOO_FEW  # of so few a difference of many points could not be seen


@pytest.mark.parametrize(
    ("found", "meaning"),
    [
        ((0.003, -0.008, 0.014), NO_MORE),
        ((0.05, -0.38, 0.48), TOO_FEW),
        ((-0.2, -0.5, 0.09), NO_MORE),
        ((0.3, 0.1, 0.5), "30.0 points more than outside"),
        ((-0.3, -0.5, -0.1), "30.0 points less than outside"),
    ],
)
def test_that_no_more_is_said_only_where_much_more_is_excluded(found, meaning):
    assert AttackLine("Guessed right", None, None, "", difference=found).meaning() == meaning


@pytest.mark.parametrize(("share", "text"), [(0.012, "1.2 points"), (-0.4, "−40.0 points"), (-0.0001, "0.0 points")])
def test_that_differences_are_told_in_points(share, text):
    assert points(share) == text


def nobody():
    return share_text(Share(0, 8))


def small(*, outside_alike=False):
    """Eight people in the table as they are, and eight outside, who have other secrets unless they are alike."""

    values = [[number % 8, 0, 0] for number in range(16)]
    secrets = [number % 2 for number in range(16)]
    if not outside_alike:
        secrets[8:] = [1 - each for each in secrets[8:]]
    plain = [[True]]
    covers = [np.eye(8, dtype=bool).tolist(), plain, plain]
    return table_of(values, values[:8], covers, secrets, secrets[:8], [False] * 8 + [True] * 8), ("a",)
