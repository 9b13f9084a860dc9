"""Documents with something applied, made from data that are made here, and pictures of what shows them."""

import os
from pathlib import Path

import numpy as np
import pandas as pd
from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from arxdesk.core.document import Document
from arxdesk.core.session.search_work import made_real, search
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.io.hierarchy import read_hierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import DataSource, Job, SuppressionSettings
from arxdesk_engine.privacy.size import KAnonymity
from arxdesk_engine.search.check import check

QUASI = Role.QUASI_IDENTIFYING


def document_of(frame, hierarchies, k=3, limit=0.5, roles=None):
    """A document over a data frame; attributes with a hierarchy are quasi-identifiers unless `roles` says else."""
    dataset = Dataset.from_pandas(frame, "discharges.csv")
    given = {**dict.fromkeys(hierarchies, QUASI), **(roles or {})}
    job = Job(
        data=DataSource(path="discharges.csv"),
        attributes={name: AttributeSettings(role=role) for name, role in given.items()},
        privacy=(KAnonymity(k=k),),
        suppression=SuppressionSettings(limit=limit),
    )
    return Document(job, dataset, hierarchies, None)


def find(document):
    """Search, as the window does, but here and now."""
    document.set_result(search(document.job, document.dataset, document.hierarchies, Control()))


def put_on(document, levels=None):
    """Search if nobody has, and apply the best transformation, or any other, also one that removes too many."""
    if document.result is None:
        find(document)
    best = document.result.solution.best
    chosen = best if levels is None else check(document.result.anonymizer.problem, levels)
    document.set_applied(made_real(document.result, chosen, Control()))


def wards():
    """Twelve people: groups of 3, 4 and 3 by sex and ward, and two who are alone."""
    rows = [("f", "A1")] * 3 + [("m", "A1")] * 4 + [("f", "B2")] * 3 + [("m", "B1"), ("f", "B1")]
    frame = pd.DataFrame(rows, columns=["sex", "ward"])
    frame["cost"] = [str(100 + 7 * place) for place in range(len(frame))]
    hierarchies = {
        "sex": Hierarchy((("f", "*"), ("m", "*"))),
        "ward": Hierarchy(tuple((ward, ward[0], "*") for ward in ("A1", "B1", "B2"))),
    }
    return document_of(frame, hierarchies, k=3, limit=0.2)


def discharges(records=3000, german=False):
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
    return document_of(frame, hierarchies, k=5, limit=0.05)


def adult(folder):
    """The census example: nine quasi-identifiers."""
    frame = pd.read_csv(folder / "adult.csv", sep=";", dtype=str)
    hierarchies = {name: read_hierarchy(folder / f"hierarchy_{name}.csv") for name in frame.columns}
    return document_of(frame, hierarchies, k=5, limit=0.05)


def plain(text: str) -> str:
    """A text with ordinary spaces, as it reads."""
    return text.replace("\u00a0", " ")


def picture(widget: QWidget, scale: int = 1) -> QImage:
    """What a widget looks like."""
    QCoreApplication.processEvents()
    image = QImage(widget.size() * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    widget.render(image, QPoint(0, 0))
    return image


def keep(image: QImage, name: str, folder: Path) -> None:
    """Save a picture where people look for them, and see that there is something on it."""
    folder = Path(os.environ.get("ARXDESK_SCREENSHOTS", folder))
    folder.mkdir(parents=True, exist_ok=True)
    assert image.save(str(folder / f"{name}.png"))
    seen = {image.pixel(x, y) for x in range(0, image.width(), 5) for y in range(0, image.height(), 3)}
    assert len(seen) > 40, f"{name} is blank"
