"""Class sizes of both tables are those that the search works with, whoever counts and however values are judged."""

from collections import Counter

import numpy as np
import pytest

from arxdesk.analysis.analysis import output_table
from arxdesk.analysis.work import ClassesOf
from arxdesk.core.commands import ChangeAttributes
from arxdesk.risk.attackers.population_records import AboveJournalistRisk
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.data.schema import DataType, Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.attributes import AttributeSettings, CodingSettings
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.privacy.differential import DifferentialPrivacy
from tests.arxdesk.analysis.applied_documents import discharges, put_on, wards


def plain():
    return discharges(1200)


def with_subset():
    document = discharges(1200)
    document.set_sections({"subset": SubsetSettings(random=0.3, seed=4)})
    return document


def with_coding():
    document = discharges(1200)
    settings = document.job.settings_of("age").model_copy(update={"coding": CodingSettings(bottom="30", top="80")})
    document.push(ChangeAttributes(document, {"age": settings}, "Coding"))
    return document


def with_coding_elsewhere():
    document = discharges(1200)
    settings = document.job.settings_of("days").model_copy(update={"coding": CodingSettings(top="20")})
    document.push(ChangeAttributes(document, {"days": settings}, "Coding"))
    return document


def with_aggregates():
    document = discharges(1200)
    role, shown = Role.QUASI_IDENTIFYING, "microaggregate"
    settings = AttributeSettings(role=role, type=DataType.INTEGER, transformation=shown, function="median")
    document.push(ChangeAttributes(document, {"days": settings}, "Aggregate"))
    return document


def private():
    document = discharges(1200)
    model = DifferentialPrivacy(epsilon=2.0, delta=1e-4, scheme="medium", seed=3)
    document.set_sections({"privacy": (model,)})
    return document


def tables_of(document):
    put_on(document)
    result = document.result
    drawn = result.anonymizer.problem.grouping.included if result.policy.draws_sample else None
    before = InputTable(document.job, document.dataset, drawn)
    return before, output_table(before, document.result, document.applied)


def pairs(found):
    """How many classes there are of each pair of sizes."""
    return Counter(
        dict(
            zip(
                zip(found.sizes.tolist(), found.population_sizes.tolist(), strict=True),
                found.numbers.tolist(),
                strict=True,
            )
        )
    )


@pytest.mark.parametrize("make", [plain, with_subset, with_coding_elsewhere, with_aggregates, private])
def test_that_the_classes_of_both_tables_are_those_of_the_search(make):
    before, after = tables_of(make())
    found, expected = ClassesOf().run(before, Control()), after.problem.grouping.input_sizes
    assert pairs(found) == Counter(map(tuple, expected.T.tolist()))
    assert found.suppressed == 0
    assert found.counted == before.counted == after.records
    output = after.applied.output
    found = ClassesOf().run(after, Control())
    assert pairs(found) == Counter(zip(output.class_sizes.tolist(), output.population_sizes.tolist(), strict=True))
    assert (found.suppressed, found.counted) == (output.suppressed_records, before.counted)
    assert found.quasi_identifiers == len(before.quasi_identifiers)


@pytest.mark.parametrize("make", [plain, with_subset, with_coding])
def test_that_people_who_count_and_read_alike_are_one_class_of_the_input(make):
    document = make()
    table = InputTable(document.job, document.dataset)
    frame = document.dataset.to_pandas()[list(table.quasi_identifiers)].astype(str)
    if make is with_coding:
        frame["age"] = [str(min(max(int(age), 29), 80)) for age in frame["age"]]
    rows = list(map(tuple, frame.to_numpy().tolist()))
    counts = np.ones(len(rows), bool) if table.included is None else table.included
    of_table, of_all = Counter(row for row, is_in in zip(rows, counts, strict=True) if is_in), Counter(rows)
    expected = Counter((number, of_all[row]) for row, number in of_table.items())
    found = ClassesOf().run(table, Control())
    assert pairs(found) == expected
    histogram = found.histogram
    assert dict(zip(histogram.sizes.tolist(), histogram.numbers.tolist(), strict=True)) == Counter(of_table.values())
    assert (found.kept, found.classes) == (sum(of_table.values()), len(of_table))


def test_that_without_quasi_identifiers_or_records_there_are_no_classes():
    document = wards()
    plain_ones = {name: AttributeSettings(role=Role.INSENSITIVE) for name in ("sex", "ward")}
    document.push(ChangeAttributes(document, plain_ones, "Role"))
    found = ClassesOf().run(InputTable(document.job, document.dataset), Control())
    assert (found.classes, found.kept, found.quasi_identifiers) == (0, 0, 0)


def test_that_a_journalist_finds_those_who_are_few_in_the_whole_table():
    before, after = tables_of(with_subset())
    for table in (before, after):
        classes = table.classes
        expected = {
            place
            for place, group in enumerate(classes.of_records.tolist())
            if group >= 0 and classes.population_sizes[group] < 10
        }
        found = AboveJournalistRisk(0.1).run(table, Control())
        assert set(found.tolist()) == expected
        assert expected or table is after
