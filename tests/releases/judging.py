"""A released file judged from outside: what a reader sees in it, against the table, the hierarchies and the job.

Nothing of the engine is used. Values of typed columns are equal when their numbers or dates are; records that read
alike in all quasi-identifiers are one group; those that read `*` in all of them are in none.
"""

import csv
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from tests.releases import definitions
from tests.releases.drawing import ID, Attribute, Drawn

STAR = "*"
Row = Mapping[str, str]
NOT_JUDGED = "not judged"


def value_of(text: str, kind: str) -> object:
    """What a cell means."""
    return Decimal(text) if text and kind in ("integer", "decimal") else text


@dataclass(frozen=True)
class Read:
    """A released row and the record of the table it comes from."""

    row: Row
    record: int


def judged(drawn: Drawn, rows: Sequence[Row]) -> list[str]:
    """Everything in a released file that contradicts its job; `rows` are the rows of the file."""
    return list(_Judge(drawn, rows).violations())


def read_csv(path: Path) -> list[Row]:
    """The rows of a released file."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


class _Judge:
    def __init__(self, drawn: Drawn, rows: Sequence[Row]) -> None:
        self._drawn = drawn
        self._quasi = drawn.of_role("quasi-identifying")
        self._is_private = any(model["model"] == "differential-privacy" for model in drawn.models)
        shared = range(len(drawn.records)) if drawn.subset is None else sorted(drawn.subset)
        self._shared = list(shared)
        self._read = self._matched(rows)
        self._kept = [each for each in self._read if not self._is_star(each.row)]
        self._groups: dict[tuple[str, ...], list[Read]] = defaultdict(list)
        for each in self._kept:
            self._groups[tuple(each.row[quasi.name] for quasi in self._quasi)].append(each)

    def violations(self) -> Iterator[str]:
        yield from self._records()
        yield from self._cells()
        if not self._is_private:
            yield from self._limit()
        for model in self._drawn.models:
            found = self._model(model)
            if found:
                yield f"{model}: {found}"

    def _matched(self, rows: Sequence[Row]) -> list[Read]:
        if self._is_private:  # the column that numbers the records is not shown
            return [Read(row, -1) for row in rows]
        return [Read(row, int(row[ID][1:])) for row in rows]

    def _is_star(self, row: Row) -> bool:
        return all(row[each.name] == STAR for each in self._quasi)

    # The table

    def _records(self) -> Iterator[str]:
        if self._is_private:
            return
        numbers = [each.record for each in self._read]
        if len(set(numbers)) < len(numbers):
            yield "a record was written twice"
        if not set(numbers) <= set(self._shared):
            yield "a record outside the subset was written"
        if self._drawn.suppressed == "keep" and sorted(numbers) != self._shared:
            yield "records of the subset are missing"

    def _limit(self) -> Iterator[str]:
        allowed = math.floor(self._drawn.limit * len(self._shared))
        kept = {each.record for each in self._kept}
        removed = sum(record not in kept and not self._may_read_stars(record) for record in self._shared)
        if removed > allowed:
            yield f"{removed} records are removed, {allowed} are allowed"

    def _may_read_stars(self, record: int) -> bool:
        """Whether a record that is kept can read `*` in all quasi-identifiers at the levels that the file shows.

        Then nobody can tell it from a removed one. A file without other records shows no levels.
        """
        for each in self._quasi:
            if "micro" in each.transformation:
                return False
            before = value_of(self._drawn.records[record][each.name], each.kind)
            labels = self._labels_of(each).get(before, ())
            level = None if self._drawn.is_recoded else self._level(each)
            reads = set(labels) if level is None else {labels[level - 1] if level else ""}
            if each.transformation != "suppress" and STAR not in reads:
                return False
        return True

    def _cells(self) -> Iterator[str]:
        if self._is_private:
            return
        for each in self._quasi:
            if each.transformation == "suppress":
                if any(read.row[each.name] != STAR for read in self._read):
                    yield f"{each.name} is to be hidden and is not"
            elif each.transformation == "generalize":
                yield from self._labels(each)
            elif each.function == "arithmetic-mean" and each.transformation == "microaggregate":
                yield from self._means(each)
        for each in self._drawn.of_role("sensitive"):
            for read in self._read:
                before = value_of(self._drawn.records[read.record][each.name], each.kind)
                if value_of(read.row[each.name], each.kind) != before:
                    yield f"{each.name} of record {read.record} was changed"
                    break

    def _labels(self, attribute: Attribute) -> Iterator[str]:
        rows = self._labels_of(attribute)
        levels: set[int] | None = None
        for read in self._kept:
            before = value_of(self._drawn.records[read.record][attribute.name], attribute.kind)
            labels = rows.get(before, ())
            shown = read.row[attribute.name]
            fitting = {level for level, label in enumerate(labels, 1) if label == shown}
            if _is_value(shown, attribute.kind, before):
                fitting.add(0)
            if not fitting:
                yield f"record {read.record} reads {shown} in {attribute.name}, which is no label of {before}"
                return
            levels = fitting if levels is None else levels & fitting
        if levels is not None and not levels and not self._drawn.is_recoded:
            yield f"{attribute.name} has more than one level"

    def _labels_of(self, attribute: Attribute) -> dict[object, tuple[str, ...]]:
        return {value_of(row[0], attribute.kind): row[1:] for row in attribute.rows}

    def _means(self, attribute: Attribute) -> Iterator[str]:
        """Means of whole numbers are rounded to whole ones; others have two decimals more than the values have."""
        if self._drawn.is_recoded or sum("micro" in each.transformation for each in self._quasi) > 1:
            return
        others = [each.name for each in self._quasi if each is not attribute]
        classes: dict[tuple[str, ...], list[Read]] = defaultdict(list)
        for read in self._kept:
            classes[tuple(read.row[name] for name in others)].append(read)
        for reads in classes.values():
            texts = {read.row[attribute.name] for read in reads}
            values = [Fraction(self._drawn.records[read.record][attribute.name]) for read in reads]
            mean = sum(values, Fraction(0)) / len(values)
            slack = Fraction(1, 2) if attribute.kind == "integer" else Fraction(1, 100)
            if len(texts) > 1 or abs(Fraction(texts.pop()) - mean) > slack:
                yield f"{attribute.name} does not show the mean of a group"
                return

    # The models

    def _model(self, model: Mapping[str, object]) -> str:
        sizes = [len(group) for group in self._groups.values()]
        match model["model"]:
            case "k-anonymity":
                return _too_small(sizes, int(str(model["k"])))
            case "profitability":
                return _too_small(sizes, 3)  # gain 10, cost 4: 10 / c < 4
            case "differential-privacy":
                least = definitions.derived_k(float(str(model["epsilon"])), float(str(model["delta"])))
                return _too_small(sizes, least)
            case "average-risk":
                return self._average_risk(model, sizes)
            case "sample-uniqueness":
                alone = sum(size == 1 for size in sizes)
                most = Fraction(str(model["threshold"])) * sum(sizes)
                return f"{alone} records are alone" if alone > most else ""
            case "k-map" | "delta-presence":
                return self._in_population(model)
        return self._of_values(model)

    def _average_risk(self, model: Mapping[str, object], sizes: Sequence[int]) -> str:
        records = sum(sizes)
        if len(sizes) > Fraction(str(model["threshold"])) * records:
            return f"{len(sizes)} groups of {records} records"
        if "highest" in model:
            above = sum(size for size in sizes if Fraction(1, size) > Fraction(str(model["highest"])))
            if above > Fraction(str(model["records"])) * records:
                return f"{above} of {records} records are above the highest risk"
        return ""

    def _in_population(self, model: Mapping[str, object]) -> str:
        """Groups are looked up in the whole table by the labels of the columns that form them."""
        if any(each.transformation == "cluster-microaggregate" for each in self._quasi):
            return ""
        forming = [each for each in self._quasi if each.transformation == "generalize"]
        level_of = {each.name: self._level(each) for each in forming}
        if any(level is None for level in level_of.values()):
            return ""
        population = Counter(
            tuple(self._label(each, record, level_of[each.name] or 0) for each in forming)
            for record in range(len(self._drawn.records))
        )
        kept = Counter(
            tuple(self._label(each, read.record, level_of[each.name] or 0) for each in forming) for read in self._kept
        )
        for key, count in kept.items():
            if model["model"] == "k-map" and population[key] < int(str(model["k"])):
                return f"a group has {population[key]} records in the table"
            if model["model"] == "delta-presence":
                presence = Fraction(count, population[key])
                if not Fraction(str(model["dmin"])) <= presence <= Fraction(str(model["dmax"])):
                    return f"a group has a presence of {presence}"
        return ""

    def _level(self, attribute: Attribute) -> int | None:
        """The level of all kept records; None where the file does not tell."""
        rows, found = self._labels_of(attribute), None
        for read in self._kept:
            before = value_of(self._drawn.records[read.record][attribute.name], attribute.kind)
            shown = read.row[attribute.name]
            fitting = {level for level, label in enumerate(rows.get(before, ()), 1) if label == shown}
            fitting |= {0} if _is_value(shown, attribute.kind, before) else set()
            found = fitting if found is None else found & fitting
        return None if not found or len(found) > 1 else found.pop()

    def _label(self, attribute: Attribute, record: int, level: int) -> object:
        value = value_of(self._drawn.records[record][attribute.name], attribute.kind)
        return value if level == 0 else self._labels_of(attribute)[value][level - 1]

    def _of_values(self, model: Mapping[str, object]) -> str:
        attribute = next(each for each in self._drawn.attributes if each.name == model["attribute"])
        texts = [record[attribute.name] for record in self._drawn.records]
        overall = Counter(value_of(texts[record], attribute.kind) for record in self._shared)
        for key, group in self._groups.items():
            values = Counter(value_of(read.row[attribute.name], attribute.kind) for read in group)
            found = self._group(model, attribute, values, overall)
            if found:
                return f"the group {key}: {found}"
        return ""

    def _group(
        self, model: Mapping[str, object], attribute: Attribute, values: definitions.Counts, overall: definitions.Counts
    ) -> str:
        match model["model"]:
            case "l-diversity":
                c = Fraction(str(model["c"])) if "c" in model else None
                holds = definitions.is_diverse(values, str(model["variant"]), Fraction(str(model["l"])), c)
                return "" if holds else f"{dict(values)} is not diverse"
            case "t-closeness":
                distance = self._distance(str(model["variant"]), attribute, values, overall)
                return "" if distance <= Fraction(str(model["t"])) else f"the distance is {float(distance):.4f}"
            case "beta-likeness":
                holds = definitions.is_beta_like(values, overall, Fraction(str(model["beta"])), str(model["variant"]))
                return "" if holds else f"{dict(values)} gains too much"
            case "delta-disclosure":
                delta, absent = float(str(model["delta"])), str(model["absent_values"])
                return f"{dict(values)} discloses" if definitions.discloses(values, overall, delta, absent) else ""
        raise ValueError(NOT_JUDGED)

    def _distance(
        self, variant: str, attribute: Attribute, values: definitions.Counts, overall: definitions.Counts
    ) -> Fraction:
        if variant == "equal":
            return definitions.equal_distance(values, overall)
        if variant == "ordered":
            order = attribute.order or tuple(sorted((value for value in overall if value != ""), key=_sorting))
            there = [value for value in order if value in overall]
            return definitions.ordered_distance(values, overall, [*there, *([""] if "" in overall else [])])
        return definitions.hierarchical_distance(values, overall, self._labels_of(attribute))


def _sorting(value: object) -> tuple[Decimal, str]:
    return (value, "") if isinstance(value, Decimal) else (Decimal(0), str(value))


def _is_value(shown: str, kind: str, before: object) -> bool:
    if kind not in ("integer", "decimal"):
        return shown == before
    try:
        return Decimal(shown) == before
    except ArithmeticError:
        return False


def _too_small(sizes: Sequence[int], least: int) -> str:
    small = [size for size in sizes if size < least]
    return f"{len(small)} groups have fewer than {least} records" if small else ""
