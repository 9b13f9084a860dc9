"""The scopes of a ranking, and the question before many combinations are compared."""

from __future__ import annotations

from arxdesk.ui import words
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.risk.attributes import number_of_sets

MOST_SETS = 2**20
"""The most combinations that are compared: those of 20 attributes."""
ASKED_FROM = 5_000
"""From this number of combinations on the user is asked first."""
SCOPES = {1: marked("One attribute"), 2: marked("Pairs"), 3: marked("Triples")}
IDENTIFIERS = "identifiers"
LARGEST_SCOPE = 8


def scopes(attributes: int) -> list[tuple[str, str]]:
    """The scopes for a number of attributes, by key: the size of the largest sets, or IDENTIFIERS."""
    offered = [("1", tr(SCOPES[1])), (IDENTIFIERS, tr("Identifiers"))]
    offered += [
        (str(size), tr(SCOPES[size])) for size in (2, 3) if size <= attributes and _is_possible(attributes, size)
    ]
    sizes = range(4, min(attributes, LARGEST_SCOPE + 1))
    offered += [
        (str(size), tr("Up to {size} attributes", size=size)) for size in sizes if _is_possible(attributes, size)
    ]
    if attributes > 3 and 2**attributes - 1 <= MOST_SETS:
        offered.append((str(attributes), tr("All combinations")))
    return offered


def _is_possible(attributes: int, largest: int) -> bool:
    return number_of_sets(attributes, largest) <= MOST_SETS


def smallest_of(largest: int) -> int:
    """The size of the smallest sets shown: pairs and triples stand alone, larger sets with all smaller ones."""
    return largest if largest in SCOPES else 1


def combinations(attributes: int) -> str:
    """The number of combinations: "511 combinations (2⁹ − 1)"."""
    raised = str(attributes).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    sets = 2**attributes - 1
    number = tr_n(sets, "{n} combination", "{n} combinations", n=words.count(sets))
    return f"{number} (2{raised} − 1)" if attributes > 1 else number


def limit(attributes: int) -> str:
    """The most combinations that are compared."""
    largest = 1
    while largest < attributes and _is_possible(attributes, largest + 1):
        largest += 1
    if largest == attributes:
        return tr("All of them can be compared.")
    return tr(
        "At most {most} are compared: of these attributes those of up to {largest}. Choose fewer attributes for "
        "larger ones.",
        most=words.count(MOST_SETS),
        largest=words.count(largest),
    )
