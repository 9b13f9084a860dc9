"""The scopes of a ranking, and the question before many combinations are compared."""

from __future__ import annotations

from arxdesk.ui import words
from arxdesk_engine.risk.attributes import number_of_sets

MOST_SETS = 2**20
"""The most combinations that are compared: those of 20 attributes."""
ASKED_FROM = 5_000
"""From this number of combinations on the user is asked first."""
SCOPES = {1: "One attribute", 2: "Pairs", 3: "Triples"}
IDENTIFIERS = "identifiers"
LARGEST_SCOPE = 8


def scopes(attributes: int) -> list[tuple[str, str]]:
    """The scopes for a number of attributes, by key: the size of the largest sets, or IDENTIFIERS."""
    offered = [("1", SCOPES[1]), (IDENTIFIERS, "Identifiers")]
    offered += [(str(size), SCOPES[size]) for size in (2, 3) if size <= attributes and _is_possible(attributes, size)]
    sizes = range(4, min(attributes, LARGEST_SCOPE + 1))
    offered += [(str(size), f"Up to {size} attributes") for size in sizes if _is_possible(attributes, size)]
    if attributes > 3 and 2**attributes - 1 <= MOST_SETS:
        offered.append((str(attributes), "All combinations"))
    return offered


def _is_possible(attributes: int, largest: int) -> bool:
    return number_of_sets(attributes, largest) <= MOST_SETS


def smallest_of(largest: int) -> int:
    """The size of the smallest sets shown: pairs and triples stand alone, larger sets with all smaller ones."""
    return largest if largest in SCOPES else 1


def combinations(attributes: int) -> str:
    """The number of combinations: "511 combinations (2⁹ − 1)"."""
    raised = str(attributes).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    number = words.counted(2**attributes - 1, "combination", "combinations")
    return f"{number} (2{raised} − 1)" if attributes > 1 else number


def limit(attributes: int) -> str:
    """The most combinations that are compared."""
    largest = 1
    while largest < attributes and _is_possible(attributes, largest + 1):
        largest += 1
    if largest == attributes:
        return "All of them can be compared."
    return (
        f"At most {words.count(MOST_SETS)} are compared: of these attributes those of up to {words.count(largest)}. "
        "Choose fewer attributes for larger ones."
    )


def question(attributes: int, largest: int) -> str:
    """The question before many combinations are compared."""
    number = number_of_sets(attributes, largest)
    return (
        f"{words.count(number)} combinations of up to {largest} of {words.count(attributes)} attributes: this can take "
        "a while. You can stop it, and see what was found until then."
    )
