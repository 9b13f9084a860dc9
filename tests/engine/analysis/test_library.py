"""Every figure and every sentence of Quality from the library alone, as a notebook asks for them."""

import subprocess
import sys

import pandas as pd
import pytest

from arxdesk_engine.analysis.class_counts import count_classes
from arxdesk_engine.analysis.contingency import sentences as contingency_sentences
from arxdesk_engine.analysis.contingency.counting import association, contingency
from arxdesk_engine.analysis.detail import sentences as detail_sentences
from arxdesk_engine.analysis.detail.kept import kept_details
from arxdesk_engine.analysis.detail.measures import measures
from arxdesk_engine.analysis.distribution import sentences as distribution_sentences
from arxdesk_engine.analysis.distribution.distribution import distribution
from arxdesk_engine.analysis.distribution.summary import summary
from arxdesk_engine.analysis.distribution.summary_words import summary_rows
from arxdesk_engine.analysis.groups import sentences as group_sentences
from arxdesk_engine.analysis.properties import DescribedTables, properties
from arxdesk_engine.analysis.shown.rows import shown_rows
from arxdesk_engine.analysis.verdict.quality import verdict_of_input, verdict_of_output
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.exploration.applying import apply, input_table, output_table
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job, SuppressionSettings
from arxdesk_engine.privacy.size import KAnonymity

AGES = Hierarchy(tuple((str(age), f"{age // 10 * 10}-{age // 10 * 10 + 9}", "*") for age in range(20, 60)))
SEXES = Hierarchy((("f", "*"), ("m", "*")))


@pytest.fixture(scope="module")
def anonymizer() -> Anonymizer:
    rows = [(str(20 + place % 40), "fm"[place % 3 == 0], f"i{place % 4}") for place in range(400)]
    dataset = Dataset.from_pandas(pd.DataFrame(rows, columns=["age", "sex", "illness"]), "people.csv")
    job = Job(
        data=DataSource(path="people.csv"),
        attributes={name: AttributeSettings(role=Role.QUASI_IDENTIFYING) for name in ("age", "sex")},
        privacy=(KAnonymity(k=5),),
        suppression=SuppressionSettings(limit=0.0),
    )
    return Anonymizer.formulate(job, dataset, {"age": AGES, "sex": SEXES})


@pytest.fixture(scope="module")
def output(anonymizer):
    solution = anonymizer.search()
    return output_table(anonymizer, solution, apply(anonymizer, solution.best.levels))


def test_the_distribution_and_its_sentence(output):
    found = distribution(output, "age")
    assert (found.before.values, found.after.values, found.scaled.bands) == (40, 4, 4)
    assert found.people_before.sum() == found.people_after.sum() == 400
    said = distribution_sentences.sentence(found, len(found.texts))
    assert said.startswith("Records per 2 values of age. The shape is kept (100 % in common)")


def test_the_summary(output):
    rows = {row.name: row.values for row in summary_rows([summary(output.input, "age"), summary(output, "age")])}
    assert rows["Values"] == ("40", "4 bands")
    assert rows["With a value"] == ("400", "400")


def test_the_contingency_and_its_sentence(output):
    found = {"before": contingency(output.input, "age", "sex"), "after": contingency(output, "age", "sex")}
    assert [each.people for each in found.values()] == [400, 400]
    assert found["after"].counts.sum(axis=0).tolist() == [266, 134]
    said = contingency_sentences.sentence(("age", "sex"), found, association(output, "age", "sex"))
    assert said.startswith("Records by age (rows) and sex (columns). Connection:")


def test_the_detail_and_its_sentence(output):
    assert {each.name: each.fate() for each in kept_details(output)} == {
        "age": "level 1 of 2, such as 20-29",
        "sex": "as it was",
    }
    said = detail_sentences.sentence(output, measures(output), "granularity")
    assert said == (
        "Of the detail in the input, 84.7 % is left on average. No records were removed, so 100 % is possible."
    )


def test_the_groups_and_the_rows(output):
    sizes = {"before": count_classes(output.input).class_sizes, "after": count_classes(output).class_sizes}
    assert group_sentences.sentence(sizes).endswith("The smallest group now has 33 records, before 3.")
    rows = shown_rows(output)
    assert (rows.shown, rows.smallest, rows.gone) == (400, 33, 0)


def test_the_verdict_before_and_after(anonymizer, output):
    before = input_table(anonymizer)
    told = verdict_of_input(before, count_classes(before))
    assert told.sentence == "No record of the input is unique: 400 records form 80 groups of look-alikes."
    verdict = verdict_of_output(output)
    assert (verdict.is_good, verdict.sentence) == (True, "Every quasi-identifier keeps some of its detail.")
    assert verdict.details[0].startswith("All 400 records were kept.")
    assert "age is coarser" in verdict.details[1]


def test_the_properties(anonymizer, output):
    counts = {"before": count_classes(output.input), "after": count_classes(output)}
    lines = properties(DescribedTables(output.input, output, "people.csv", {"age": AGES, "sex": SEXES}), counts)
    assert [line.name for line in lines][:4] == ["Table", "Transformation", "Privacy models", "Quality and search"]
    assert ("Records", "400") in [(line.name, line.before) for line in lines[0].children]


def test_that_none_of_it_needs_qt():
    script = (
        "import sys, arxdesk_engine.analysis.verdict.quality, arxdesk_engine.analysis.distribution.sentences, "
        "arxdesk_engine.analysis.properties, arxdesk_engine.exploration.applying; "
        "print([name for name in sys.modules if name.split('.')[0] in ('PySide6', 'arxdesk')])"
    )
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (finished.stdout.strip(), finished.stderr) == ("[]", "")
