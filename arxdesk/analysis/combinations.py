"""The question that the views of combinations of attributes ask."""

from __future__ import annotations

from arxdesk.ui import words
from arxdesk_engine.foundation.language import tr_n
from arxdesk_engine.risk.attributes import number_of_sets


def question_before_comparing(attributes: int, largest: int) -> str:
    """The question before many combinations are compared."""
    number = number_of_sets(attributes, largest)
    return tr_n(
        number,
        "{n} combination of up to {largest} of {attributes} attributes: this can take a while. You can stop it, "
        "and see what was found until then.",
        "{n} combinations of up to {largest} of {attributes} attributes: this can take a while. You can stop it, "
        "and see what was found until then.",
        n=words.count(number),
        largest=largest,
        attributes=words.count(attributes),
    )
