"""The leaves under the texts of a column."""

from __future__ import annotations

from arxdesk_engine.release.spreading.leaves import LabelLeaves, leaves_under

# "a" is a value, and the label of two; "*" is above all.
ROWS = (("a", "a", "*"), ("b", "a", "*"), ("c", "c", "*"))


def by_text(texts: tuple[str, ...], under: LabelLeaves) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {text: [] for text in texts}
    for text, leaf in zip(under.texts.tolist(), under.leaves.tolist(), strict=True):
        found[texts[text]].append(ROWS[leaf][0])
    return found


def test_that_a_text_covers_the_leaves_below_it_at_the_levels_that_are_shown():
    texts = ("*", "a", "c", "elsewhere")
    assert by_text(texts, leaves_under(texts, ROWS, (0,))) == {"*": [], "a": ["a"], "c": ["c"], "elsewhere": []}
    both = leaves_under(texts, ROWS, (1, 2))
    assert by_text(texts, both) == {"*": ["a", "b", "c"], "a": ["a", "b"], "c": ["c"], "elsewhere": []}
    assert both.sizes.tolist() == [3, 2, 1, 0]


def test_that_nobody_tells_a_value_from_a_label_that_reads_the_same():
    texts = ("a", "c")
    assert by_text(texts, leaves_under(texts, ROWS, (0, 1))) == {"a": ["a", "b"], "c": ["c"]}


def test_that_no_level_shows_no_leaf():
    assert leaves_under(("a",), ROWS, ()).sizes.tolist() == [0]
