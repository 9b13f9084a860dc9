"""What a ranking of attributes says, and what identifiers were found, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk.analysis.identifier_search import FoundIdentifiers
from arxdesk.core.protection.safe_harbor import Action
from arxdesk.risk.identifiers.model import IdentifierSign
from arxdesk.risk.ranking.work import FoundRanking
from arxdesk.ui import words
from arxdesk_engine.job.job import Job
from arxdesk_engine.risk.attributes import number_of_sets
from arxdesk_engine.risk.identifiers import IdentifierHit

MOST_SETS = 2**20
"""So many combinations are looked at most: those of 20 attributes."""
ASKED_FROM = 5_000
"""From so many combinations on nothing is done before somebody says so."""
SCOPES = {1: "One attribute", 2: "Pairs", 3: "Triples"}
IDENTIFIERS = "identifiers"
LARGEST_SCOPE = 8
NAMED = 3
LONGEST_NAME = 24
"""Letters of a name in a sentence; the table has all of them."""


def scopes(attributes: int) -> list[tuple[str, str]]:
    """What can be ranked among so many attributes, by key: the size of the largest sets, or IDENTIFIERS."""
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
    """Pairs and triples are shown by themselves, larger sets with all smaller ones."""
    return largest if largest in SCOPES else 1


def combinations(attributes: int) -> str:
    """How many combinations there are: "511 combinations (2⁹ − 1)"."""
    raised = str(attributes).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    number = words.counted(2**attributes - 1, "combination", "combinations")
    return f"{number} (2{raised} − 1)" if attributes > 1 else number


def limit(attributes: int) -> str:
    """What of that is looked at most."""
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
    """What is said before many combinations are compared."""
    number = number_of_sets(attributes, largest)
    return (
        f"{words.count(number)} combinations of up to {largest} of {words.count(attributes)} attributes: this can take "
        "a while. You can stop it, and see what was found until then."
    )


def ranking(found: FoundRanking, side: str) -> str:
    """What the best set tells, and which one singles out most."""
    if not found.sets:
        return "Nothing was compared."
    best = int(found.by_separation[0])
    if not found.counted[best]:
        return f"The {side} shows nothing of these attributes."
    together = " together" if len(found.sets[best]) > 1 else ""
    cases = _of_hundred(float(found.separation[best]))
    said = f"Two people picked at random differ in {_named(found, best)}{together} in {cases} of 100 cases."
    most = int(found.by_alone[0])
    alone = int(found.alone[most])
    if not alone:
        return f"{said} Nobody is alone."
    are = "is" if alone == 1 else "are"
    if most == best and together:
        return f"{said} {words.capitalized(words.people(alone))} {are} alone in them."
    return f"{said} Most are singled out by {_named(found, most)}: {words.people(alone)} {are} alone."


def _of_hundred(share: float) -> str:
    number = round(100 * share)
    if number == 100 and share < 1.0:
        return "more than 99"
    return "fewer than 1" if number == 0 and share > 0.0 else words.count(number)


def _named(found: FoundRanking, place: int) -> str:
    return words.joined(list(map(_short, found.names(place))), NAMED)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def identifiers(found: FoundIdentifiers, left: Sequence[str]) -> str:
    """How many columns look like identifiers, and how many of them are dealt with."""
    number, columns = len(found.lines), words.counted(found.columns, "column", "columns")
    if not number:
        return f"None of {columns} looks like one of the 18 identifiers of HIPAA's Safe Harbor rule."
    looks = "looks" if number == 1 else "look"
    said = f"{words.count(number)} of {columns} {looks} like one of the 18 identifiers of HIPAA's Safe Harbor rule"
    if not left:
        return f"{said}; these settings let none keep more than it allows."
    lets = f"these settings let {words.count(len(left))} keep more than it allows"
    return f"{said}; {lets}: {words.joined(list(map(_short, left)), NAMED)}."


def signs(found: FoundIdentifiers, job: Job) -> list[IdentifierSign]:
    """Every sign as a row."""
    done = {column: found.is_done(column, job.settings_of(column)) for column in found.lines}
    return [_sign(found, hit, is_done=done[hit.column]) for hit in found.hits]


def _sign(found: FoundIdentifiers, hit: IdentifierHit, *, is_done: bool) -> IdentifierSign:
    line = found.lines[hit.column]
    found_by = "name" if hit.matched_share is None else f"{words.percent(hit.matched_share)} fit"
    how = "name" if hit.matched_share is None else f"values, of which {words.percent(hit.matched_share)} fit"
    like = f', which is like "{hit.synonym}"' if hit.synonym is not None else ""
    wanted = "" if line.action is Action.NOTHING else line.action.value
    details = f"{hit.category.value} ({hit.kind}), by its {how}{like}. {line.open}".strip()
    return IdentifierSign(hit.column, hit.category.value, found_by, hit.confidence, wanted, is_done, details)
