"""Columns as they occur: ages, dates, codes, categories, amounts; and a wizard over one of them."""

import random

import pandas as pd

from arxdesk.configure.hierarchies.wizard.wizard import HierarchyWizard
from arxdesk.core.document import Document
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.privacy.size import KAnonymity

RECORDS = 300


def frame(records=RECORDS):
    """One column of each kind that the builders are made for."""
    chance = random.Random(4)  # noqa: S311 - invented people
    return pd.DataFrame(
        {
            "age": [str(min(90, max(17, round(chance.gauss(41, 15))))) for _ in range(records)],
            "admitted": [
                f"20{chance.randint(10, 24)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
                for _ in range(records)
            ],
            "zip": [f"{chance.choice((810, 803, 902))}{chance.randint(0, 99):02}" for _ in range(records)],
            "diagnosis": [chance.choice(["E11.9", "I10", "J45.0", "K35", "C50.1"]) for _ in range(records)],
            "country": [chance.choice(["Germany", "France", "Brazil", "Japan", ""]) for _ in range(records)],
            "amount": [f"{chance.expovariate(1 / 400):.2f}" for _ in range(records)],
            "severity": [chance.choice(["none", "mild", "severe", "fatal"]) for _ in range(records)],
        }
    )


def document_of(table=None, **settings):
    """A document in which every column is a quasi-identifier."""
    dataset = Dataset.from_pandas(frame() if table is None else table, "visits.csv")
    attributes = {name: AttributeSettings(role=Role.QUASI_IDENTIFYING) for name in dataset.names}
    attributes |= {
        name: AttributeSettings(role=Role.QUASI_IDENTIFYING, hierarchy=each) for name, each in settings.items()
    }
    job = Job(data=DataSource(path="visits.csv"), attributes=attributes, privacy=(KAnonymity(k=3),))
    hierarchies = {name: each.build(dataset[name]) for name, each in settings.items()}
    return Document(job, dataset, hierarchies, None)


def wizard_on(qtbot, jobs, document, attribute):
    """The wizard after it has looked at the column."""
    wizard = HierarchyWizard(document, attribute, jobs)
    qtbot.addWidget(wizard)
    wizard.show()
    qtbot.waitUntil(lambda: wizard.draft.survey is not None, timeout=10_000)
    return wizard
