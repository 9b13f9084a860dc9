"""Numbers in words: one set of rules for any notation."""

import pytest

from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.report.layout.words import PRINTED

GERMAN = Words(
    lambda number: f"{number:,}".replace(",", "."),
    lambda value, decimals: f"{value:,.{decimals}f}".translate(str.maketrans(",.", ".,")),
)


def test_that_only_digits_depend_on_the_notation():
    assert ENGLISH.count_with_share(1346, 30_162, "records") == "1,346 of 30,162 records (4.5 %)"
    assert GERMAN.count_with_share(1346, 30_162, "people") == "1.346 of 30.162 people (4,5 %)"
    assert PRINTED.count_with_share(1346, 30_162, "records") == "1,346 of 30,162 records (4.5\u00a0%)"
    assert GERMAN.count(41 * 10**21) == "4,1 × 10²²"


@pytest.mark.parametrize(
    ("share", "text"),
    [
        *((0.0, "0 %"), (0.125, "12.5 %"), (0.2, "20 %"), (1.0, "100 %")),
        *((0.00000025, "0.000025 %"), (0.9999999, "99.99999 %")),
    ],
)
def test_that_only_nothing_is_accepted_as_0_percent_and_only_the_whole_as_100(share, text):
    assert ENGLISH.threshold(share) == text
    assert PRINTED.threshold(share) == ENGLISH.unbroken(text)
