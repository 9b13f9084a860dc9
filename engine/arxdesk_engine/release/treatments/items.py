"""The columns of sets whose items a job asks to recode, with their hierarchies, and what contradicts that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from arxdesk_engine.data.dataset import Codes, Column, Dataset
from arxdesk_engine.data.item_sets import as_items, is_set, item_sets
from arxdesk_engine.data.schema import SUPPRESSED, Role
from arxdesk_engine.foundation.errors import InvalidHierarchy, Problem, quoted
from arxdesk_engine.foundation.language import short, tr, whole
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy, Hierarchy, bind
from arxdesk_engine.hierarchies.spelled import spelled_as
from arxdesk_engine.hierarchies.validation import check, check_complete
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.transform.shown_items import ItemRecoding
from arxdesk_engine.release.treatments.places import place_of

MOST_COMBINATIONS = 20_000_000_000
"""Combinations of items in all different cells together that are counted, each time in some minutes at most."""


def item_recodings(
    job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy], people: Codes | None = None
) -> dict[str, ItemRecoding]:
    """The recodings of items that the privacy models of a job ask for, by column; `people` as in `ItemRecoding`.

    Raises InvalidHierarchy where a hierarchy does not fit the items.
    """
    found: dict[str, ItemRecoding] = {}
    faults: list[Problem] = []
    for model in job.privacy:
        asked = model.item_combinations
        if asked is None or asked.attribute not in dataset or not is_set(dataset[asked.attribute]):
            continue
        column = dataset[asked.attribute]
        try:
            found[column.name] = ItemRecoding(column, _bound(column, hierarchies.get(column.name)), asked, people)
        except InvalidHierarchy as error:
            faults.extend(error.problems)
    if faults:
        raise InvalidHierarchy(faults)
    return found


def _bound(column: Column, hierarchy: Hierarchy | None) -> BoundHierarchy:
    items = as_items(column)
    if hierarchy is None:
        return bind(Hierarchy.identity(items.values), items)
    checked = spelled_as(check(hierarchy), items)
    check_complete(checked, items)
    separator = column.type.separator
    for number, row in enumerate(checked.rows):
        for label in row[1:]:
            if not label.strip() or (separator in label):
                found = tr(
                    "the label {label} is empty, or has the separator {separator} of the items",
                    label=quoted(label),
                    separator=quoted(separator),
                )
                place = tr("{place}, line {line}", place=checked.source, line=checked.line(number))
                raise InvalidHierarchy(Problem(place, found, tr("Write another label, or choose another separator.")))
    return bind(checked, items)


def faults_of_sets(job: Job, dataset: Dataset) -> Iterator[Problem]:
    """What of a job contradicts columns of sets, and privacy models that ask for one."""
    for column in dataset:
        if is_set(column) and job.settings_of(column.name).role is Role.QUASI_IDENTIFYING:
            found = tr("sets of items form no groups, and cannot be quasi-identifying")
            remedy = tr('Write role = "sensitive", and ask for km-anonymity of this attribute.')
            yield Problem(place_of(job, column.name, "role"), found, remedy)
    asked: dict[str, int] = {}
    for number, model in enumerate(job.privacy, 1):
        combinations, place = model.item_combinations, f"{job.source}, privacy.{number}"
        name = model.sensitive_attribute
        if name is None or name not in dataset:
            continue
        if combinations is None:
            if any(each.item_combinations and each.sensitive_attribute == name for each in job.privacy):
                found = tr(
                    "the items of {name} are shown as groups, which {model} would not see",
                    name=quoted(name),
                    model=model.title,
                )
                yield Problem(place, found, tr("Leave one of the two models out."))
            continue
        if not is_set(dataset[name]):
            found = tr("{name} is not read as sets of items", name=quoted(name))
            yield Problem(f"{place}.attribute", found, tr('Write type = "set" under attributes.{name}.', name=name))
            continue
        if name in asked:
            found = tr(
                "the items of {name} are asked for by privacy.{asked} already", name=quoted(name), asked=asked[name]
            )
            yield Problem(place, found, tr("Keep the stricter one of the two models."))
        asked[name] = number
        yield from _too_many(dataset[name], combinations.m, f"{place}.m")


def _too_many(column: Column, m: int, place: str) -> Iterator[Problem]:
    if SUPPRESSED in item_sets(column).names:
        found = tr('{column} has items that read "*", which stands for removed cells', column=quoted(column.name))
        yield Problem(place, found, tr("Replace them by another text."))
    sizes = np.diff(item_sets(column).offsets).astype(np.float64)
    number, each = 0.0, np.ones_like(sizes)
    for item in range(1, m + 1):
        each *= np.maximum(sizes - item + 1, 0.0) / item
        number += float(each.sum())
    if number > MOST_COMBINATIONS:
        found = tr(
            "the cells of {column} have {n} combinations of at most {m} items",
            column=quoted(column.name),
            n=short(number, 2),
            m=m,
        )
        yield Problem(
            place,
            tr("{found}, more than {most}", found=found, most=whole(MOST_COMBINATIONS)),
            tr("Write a smaller m."),
        )
