"""The table of the house is counted; with the rules of the house, which parse the same files."""

from tests.benchmarks import house


def test_that_every_row_is_counted(capsys):
    house.main([])
    assert "hops from Apply to the table" in capsys.readouterr().out


def test_that_circles_are_nodes_that_reach_each_other():
    assert house.circles({"a": {"b"}, "b": {"a"}, "c": {"a"}, "d": set()}) == {frozenset("ab")}
