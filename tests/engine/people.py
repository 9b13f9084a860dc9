"""The slow twin of tables in which a person may have several records: definitions in plain Python.

Which people are left is found by trying all sets of people, where a largest one exists, and step by step otherwise.
"""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.engine import naive
from tests.engine.naive import Case, Levels


@dataclass(frozen=True)
class PeopleCase:
    """A problem of a table: whose each record is, a sensitive value of each, and k, l and limits of the classes.

    `case` has columns, hierarchies and the limit. A class needs `k` people, `values` different sensitive values, and
    no value may belong to more than the share `most` of its people.
    """

    case: Case
    people: tuple[int, ...]
    sensitive: tuple[str, ...]
    k: int = 1
    values: int = 1
    most: float = 1.0


def fulfils(given: PeopleCase, members: Sequence[int]) -> bool:
    """Whether the class of some records fulfils everything."""
    people = {given.people[record] for record in members}
    with_value = Counter(value for _person, value in {(given.people[each], given.sensitive[each]) for each in members})
    dominates = with_value.total() and max(with_value.values()) > given.most * with_value.total()
    return len(people) >= max(given.k, given.values) and len(with_value) >= given.values and not dominates


def classes(given: PeopleCase, levels: Levels, people: Iterable[int]) -> list[list[int]]:
    """The records of some people by class."""
    found, left = defaultdict(list), set(people)
    for record, texts in enumerate(naive.generalized(given.case, levels)):
        if given.people[record] in left:
            found[texts].append(record)
    return list(found.values())


def is_stable(given: PeopleCase, levels: Levels, people: Iterable[int]) -> bool:
    """Whether all classes of the records of some people fulfil everything."""
    return all(fulfils(given, members) for members in classes(given, levels, people))


def largest_stable(given: PeopleCase, levels: Levels) -> set[int]:
    """The largest set of people whose classes all fulfil everything, by trying all of them."""
    everybody = sorted(set(given.people))
    for size in range(len(everybody), -1, -1):
        found = [set(each) for each in itertools.combinations(everybody, size) if is_stable(given, levels, each)]
        if found:
            assert len(found) == 1, "there is more than one"
            return found[0]
    raise AssertionError("nobody is a stable set")


def left_step_by_step(given: PeopleCase, levels: Levels) -> set[int]:
    """Those who are left when everybody with a record in a violating class goes, until no class violates.

    First what parts inherit: too few people or values.
    """
    left = set(given.people)
    inherited = PeopleCase(given.case, given.people, given.sensitive, given.k, given.values)
    for asked in (inherited, given):
        while True:
            broken = [each for each in classes(given, levels, left) if not fulfils(asked, each)]
            if not broken:
                break
            left -= {given.people[record] for members in broken for record in members}
    return left


def removed_by_record(given: PeopleCase, levels: Levels) -> list[bool]:
    """Whether each record is in a violating class, where single records are removed."""
    removed = [False] * len(given.people)
    for members in classes(given, levels, given.people):
        if not fulfils(given, members):
            for record in members:
                removed[record] = True
    return removed
