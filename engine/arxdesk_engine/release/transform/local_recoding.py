"""Applying several transformations to one table: each record is generalized by its own, or suppressed."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.classes.packing import group
from arxdesk_engine.data.dataset import Codes, Column, Dataset
from arxdesk_engine.data.schema import SUPPRESSED, Role, ValueType
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.lattice.recoding import Recoding
from arxdesk_engine.release.transform.apply import (
    NO_CLASS,
    UNTREATED,
    KeptClasses,
    Output,
    Treatment,
    all_columns,
    starred,
)


def recode(
    dataset: Dataset,
    grouping: Grouping,
    recoding: Recoding,
    roles: Mapping[str, Role],
    hierarchies: Mapping[str, BoundHierarchy],
    treatment: Treatment = UNTREATED,
) -> Output:
    """Transform a table as `recoding` says; everything else is as in `release.transform.apply.apply`.

    Records that look alike are one class, whichever transformations they went through; aggregates are formed of these
    classes, and what is aggregated within clusters looks like the labels of the clusters for that. The levels of the
    output are those of the first transformation.
    """
    recoded = [
        _recoded_tuples(grouping, recoding, attribute, hierarchy)
        for attribute, hierarchy in enumerate(hierarchies.values())
    ]
    kept = ~recoding.suppressed
    kept &= grouping.tuples.counts > 0
    rows = np.ascontiguousarray(np.stack([codes[kept].astype(np.uint64) for codes, _labels in recoded], axis=1))
    _representatives, sizes, members = group(rows, grouping.tuples.counts[kept])
    class_of_tuple = np.full(len(kept), NO_CLASS, np.int32)
    class_of_tuple[kept] = members
    class_of_record = class_of_tuple[grouping.tuple_of_record]
    if grouping.included is not None:
        class_of_record[~grouping.included] = NO_CLASS
    shown = KeptClasses.of(grouping, class_of_record, len(sizes))
    changed = {}
    for attribute, (name, (codes, labels)) in enumerate(zip(hierarchies, recoded, strict=True)):
        if name not in treatment.columns and name not in treatment.aggregations:
            value_type = ValueType() if recoding.levels_of(attribute).any() else dataset[name].type
            cells = starred(codes[grouping.tuple_of_record], labels, shown.suppressed)
            changed[name] = Column(name, *cells, value_type)
    treatment, items, perturbations = treatment.of_kept(~shown.suppressed)
    return Output(
        dataset.with_columns(all_columns(dataset, changed, shown, roles, treatment)),
        recoding.transformations[0],
        shown.suppressed,
        class_of_record,
        sizes,
        grouping.included,
        np.bincount(members, grouping.tuples.population_counts[kept], len(sizes)).astype(np.int64),
        np.array(recoding.transformations, np.int16)[recoding.chosen[grouping.tuple_of_record]],
        items=items,
        perturbations=perturbations,
    )


def _recoded_tuples(
    grouping: Grouping, recoding: Recoding, attribute: int, hierarchy: BoundHierarchy
) -> tuple[Codes, tuple[str, ...]]:
    """The label of one attribute in every distinct tuple, as codes int32[tuples] and their texts.

    Labels of different levels that read the same are one: nobody who reads the output can tell them apart.
    """
    texts = tuple(dict.fromkeys((*(label for labels in hierarchy.labels for label in labels), SUPPRESSED)))
    code_of = {text: code for code, text in enumerate(texts)}
    by_level = np.array(
        [
            np.array([code_of[label] for label in labels], np.int32)[codes]
            for labels, codes in zip(hierarchy.labels, hierarchy.codes, strict=True)
        ]
    )
    values = grouping.packing.unpack(grouping.tuples.keys, attribute)
    codes: NDArray[np.int32] = by_level[recoding.levels_of(attribute), values]
    codes[recoding.suppressed] = code_of[SUPPRESSED]
    present, compact = np.unique(codes, return_inverse=True)
    return compact.astype(np.int32), tuple(texts[code] for code in present)
