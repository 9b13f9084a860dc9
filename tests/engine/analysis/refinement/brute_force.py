"""What is certain of an output, by running the algorithm on every input that reads alike."""

import itertools
from collections import Counter
from dataclasses import dataclass, replace

from tests.engine import naive


@dataclass(frozen=True)
class Seen:
    """An output as outsiders see it: the levels of each record (None: removed), and all transformations."""

    levels: tuple
    transformations: tuple


def rows_of(case, seen):
    """The labels of each record, None where it is removed."""
    return tuple(
        None
        if levels is None
        else tuple(
            naive.label(rows, column[record], level)
            for rows, column, level in zip(case.hierarchies, case.columns, levels, strict=True)
        )
        for record, levels in enumerate(seen.levels)
    )


def consistent_inputs(case, seen, run):
    """Every input, as cases, from which `run` (a case to what is seen of it) makes the same output.

    Records that read alike are interchangeable: one order of each is run, in the order of leaves.
    """
    domain = list(itertools.product(*([row[0] for row in rows] for rows in case.hierarchies)))
    places = {}
    for record, key in enumerate(zip(seen.levels, rows_of(case, seen), strict=True)):
        places.setdefault(key, []).append(record)

    def reads(tuple_, levels, labels):
        return levels is None or all(
            naive.label(rows, value, level) == label
            for rows, value, level, label in zip(case.hierarchies, tuple_, levels, labels, strict=True)
        )

    choices = [
        list(itertools.combinations_with_replacement([each for each in domain if reads(each, *key)], len(records)))
        for key, records in places.items()
    ]
    for chosen in itertools.product(*choices):
        table = [None] * case.records
        for records, values in zip(places.values(), chosen, strict=True):
            for record, value in zip(records, values, strict=True):
                table[record] = value
        other = replace(case, columns=tuple(zip(*table, strict=True)))
        again = run(other)
        if again is not None and _multiset(other, again) == _multiset(case, seen):
            yield other, again


def _multiset(case, seen):
    return seen.transformations, Counter(zip(seen.levels, rows_of(case, seen), strict=True))


def finer_counts(case, seen, key, attribute, level):
    """How many records of the group that reads `key` (levels and labels) have each label of a lower level."""
    rows = rows_of(case, seen)
    return Counter(
        naive.label(case.hierarchies[attribute], case.columns[attribute][record], level)
        for record in range(case.records)
        if (seen.levels[record], rows[record]) == key
    )


def certain_of(inputs, key, attribute, level, domain):
    """The least and most records with each finer label over some inputs, and how many vectors of counts there are."""
    counts = [finer_counts(case, seen, key, attribute, level) for case, seen in inputs]
    bounds = {label: (min(each[label] for each in counts), max(each[label] for each in counts)) for label in domain}
    return bounds, len({frozenset(each.items()) for each in counts})


def keys_of(problem, refinement):
    """The levels and labels of each group of a self-test."""
    groups = refinement.groups
    for levels, values in zip(groups.levels.tolist(), groups.values.tolist(), strict=True):
        triples = zip(problem.grouping.hierarchies, levels, values, strict=True)
        yield tuple(levels), tuple(each.labels[level][each.codes[level][value]] for each, level, value in triples)


def labels_below(rows, level, label, lower):
    """The labels at a lower level of a hierarchy under a label."""
    return {row[lower] for row in rows if row[level] == label}


def require_sound(case, problem, refinement, inputs):
    """Everything that the self-test concludes is so in each of the inputs."""
    assert inputs
    for number, key in enumerate(keys_of(problem, refinement)):
        for attribute, labels in enumerate(refinement.labels[number].tolist()):
            if labels == 1:
                continue
            lower = int(refinement.lower[number, attribute])
            below = labels_below(case.hierarchies[attribute], key[0][attribute], key[1][attribute], lower)
            bounds, vectors = certain_of(inputs, key, attribute, lower, below)
            possible = [high for _low, high in bounds.values()]
            assert sum(high > 0 for high in possible) <= labels <= len(below)
            assert max(possible) <= refinement.most[number, attribute]
            if labels == len(below):
                assert all(refinement.least[number, attribute] <= low for low, _high in bounds.values())
            assert vectors <= round(2 ** refinement.ways[number, attribute])
            assert vectors == 1 or not refinement.exact[number, attribute]
            assert not refinement.certain[number, attribute] or any(low > 0 for low, _high in bounds.values())


def breaches(case, problem, refinement, inputs):
    """Groups and attributes of which a finer label is in every input, or always the same finer counts."""
    found = set()
    for number, key in enumerate(keys_of(problem, refinement)):
        for attribute, level in enumerate(key[0]):
            for lower in range(level):
                below = labels_below(case.hierarchies[attribute], level, key[1][attribute], lower)
                bounds, vectors = certain_of(inputs, key, attribute, lower, below)
                if len(below) > 1 and (vectors == 1 or any(low > 0 for low, _high in bounds.values())):
                    found.add((number, attribute))
    return found


def certain_places(refinement):
    """Groups and attributes of which the self-test says something certain."""
    return {tuple(each) for each in zip(*(axis.tolist() for axis in refinement.certain.nonzero()), strict=True)}
