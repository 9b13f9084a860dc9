"""The sides of an analysis in words, whole for each side: other languages decline the noun."""

import pytest

from arxdesk.analysis.sides import beside, in_table, legend, reason_in, title


@pytest.mark.parametrize(
    ("side", "told"),
    [
        ("before", ("Input", "in the input", "alone in the input", "3 records before", "Before")),
        ("after", ("Output", "in the output", "alone in the output", "3 records after", "After")),
    ],
)
def test_that_each_side_has_its_words(side: str, told: tuple[str, ...]):
    said = title(side), in_table(side), reason_in(side, "alone"), beside(side, "3 records"), legend(side)
    assert said == told
