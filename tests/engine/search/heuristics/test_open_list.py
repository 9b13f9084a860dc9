"""What waits in a greedy search: in the order of the score, each once, within bounds."""

from arxdesk_engine.search.heuristics.open_list import OpenList
from arxdesk_engine.search.solution import Check


def check_of(score, *levels):
    return Check(levels, True, score, score / 2, 0, 1, 1, 1, specializations_fail=False, generalizations_hold=True)


def test_that_the_lowest_score_is_handed_out_first_and_of_equals_the_smaller_levels():
    waiting = OpenList()
    for check in (check_of(0.5, 1, 0), check_of(0.2, 2, 2), check_of(0.5, 0, 1), check_of(0.5, 1, 1)):
        waiting.push(waiting.reach(check))
    assert waiting.least_bound == 0.1
    assert [waiting.pop().levels for _one in range(4)] == [(2, 2), (0, 1), (1, 0), (1, 1)]
    assert waiting.is_complete


def test_that_beyond_its_capacity_the_worse_half_is_given_up_and_told():
    waiting = OpenList(capacity=10)
    for number in range(11):
        waiting.push(waiting.reach(check_of(number / 100, number)))
    assert not waiting.is_complete
    assert [waiting.pop().levels for _one in range(len(waiting))] == [(number,) for number in range(5)]


def test_that_what_was_reached_longest_ago_is_forgotten_first():
    waiting = OpenList(reached_capacity=4)
    for number in range(5):
        waiting.reach(check_of(0.1, number))
    assert [waiting.is_new((number,)) for number in range(5)] == [True, True, False, False, False]
