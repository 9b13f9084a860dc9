"""Tables about nobody with their hierarchies and jobs: a small one by hand, and one of hospital discharges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job, SuppressionSettings
from arxdesk_engine.privacy.size import KAnonymity

QUASI = Role.QUASI_IDENTIFYING


@dataclass(frozen=True)
class Case:
    """A job, its table and its hierarchies."""

    job: Job
    dataset: Dataset
    hierarchies: dict[str, Hierarchy]

    def anonymizer(self, **changes: object) -> Anonymizer:
        """The problem that the job poses, with other sections."""
        return Anonymizer.formulate(self.job.model_copy(update=changes), self.dataset, self.hierarchies)


def case_of(
    frame: pd.DataFrame,
    hierarchies: dict[str, Hierarchy],
    k: int = 3,
    limit: float = 0.5,
    roles: Mapping[str, Role] | None = None,
) -> Case:
    """A job on a data frame; attributes with a hierarchy are quasi-identifiers unless `roles` says else."""
    given = {**dict.fromkeys(hierarchies, QUASI), **(roles or {})}
    job = Job(
        data=DataSource(path="discharges.csv"),
        attributes={name: AttributeSettings(role=role) for name, role in given.items()},
        privacy=(KAnonymity(k=k),),
        suppression=SuppressionSettings(limit=limit),
    )
    return Case(job, Dataset.from_pandas(frame, "discharges.csv"), hierarchies)


def wards() -> Case:
    """Twelve people: groups of 3, 4 and 3 by sex and ward, and two who are alone."""
    rows = [("f", "A1")] * 3 + [("m", "A1")] * 4 + [("f", "B2")] * 3 + [("m", "B1"), ("f", "B1")]
    frame = pd.DataFrame(rows, columns=["sex", "ward"])
    frame["cost"] = [str(100 + 7 * place) for place in range(len(frame))]
    hierarchies = {
        "sex": Hierarchy((("f", "*"), ("m", "*"))),
        "ward": Hierarchy(tuple((ward, ward[0], "*") for ward in ("A1", "B1", "B2"))),
    }
    return case_of(frame, hierarchies, k=3, limit=0.2)


def discharges(records: int = 3000, *, german: bool = False) -> Case:
    """People who left a hospital, as they could be; the same ones every time."""
    random = np.random.default_rng(8)
    ages = np.clip(random.normal(57, 19, records).astype(int), 0, 99)
    departments = random.choice(["Cardiology", "Surgery", "Neurology", "Urology", "Paediatrics"], records)
    codes = [f"{first}{digit}" for first in "CIJKMS" for digit in range(10, 40, 3)]
    frame = pd.DataFrame(
        {
            "sex": random.choice(["female", "male"], records),
            "age": ages.astype(str),
            "postcode": [
                f"{place:05d}" for place in random.choice([20095, 20251, 22041, 22767, 24103, 24937], records)
            ],
            "insurance": random.choice(["statutory", "private", "none"], records, p=[0.85, 0.13, 0.02]),
            "department": departments,
            "diagnosis": random.choice(codes, records),
            "days": np.maximum(1, random.exponential(6, records).astype(int)).astype(str),
            "cost": np.round(random.gamma(3, 1400, records), 2).astype(str),
        }
    )
    hierarchies = {
        "sex": Hierarchy((("female", "*"), ("male", "*"))),
        "age": Hierarchy(
            tuple((str(a), *(f"{a // w * w}–{a // w * w + w - 1}" for w in (5, 10, 20)), "*") for a in range(100))
        ),
        "postcode": Hierarchy(
            tuple((c, c[:3] + "**", c[:2] + "***", c[:1] + "****", "*") for c in sorted(set(frame["postcode"])))
        ),
        "insurance": Hierarchy(tuple((each, "*") for each in ("statutory", "private", "none"))),
        "department": Hierarchy(tuple((each, "*") for each in sorted(set(departments)))),
        "diagnosis": Hierarchy(tuple((code, code[0], "*") for code in codes)),
    }
    if german:
        long = {
            "sex": "Geschlecht_laut_Personenstandsregister",
            "age": "Altersangabe_bei_Krankenhausaufnahme",
            "postcode": "Postleitzahl_des_Hauptwohnsitzes",
            "diagnosis": "Hauptentlassungsdiagnose_nach_ICD-10-GM",
        }
        frame = frame.rename(columns=long)
        hierarchies = {long.get(name, name): hierarchy for name, hierarchy in hierarchies.items()}
    return case_of(frame, hierarchies, k=5, limit=0.05)
