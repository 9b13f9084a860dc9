"""Documents with something applied, made from data that are made here, and pictures of what shows them."""

import os
from pathlib import Path

import pandas as pd
from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from arxdesk.core.document import Document
from arxdesk.core.session.search_work import search
from arxdesk_engine.analysis.applied import Recoded
from arxdesk_engine.exploration.applying import made_real
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.io.hierarchy import read_hierarchy
from arxdesk_engine.job.search import GroupwiseSettings
from arxdesk_engine.search.check import check
from tests.engine import made_cases

QUASI = made_cases.QUASI


def document_of(frame, hierarchies, k=3, limit=0.5, roles=None):
    """A document over a data frame; attributes with a hierarchy are quasi-identifiers unless `roles` says else."""
    return _document(made_cases.case_of(frame, hierarchies, k, limit, roles))


def wards():
    """Twelve people: groups of 3, 4 and 3 by sex and ward, and two who are alone."""
    return _document(made_cases.wards())


def discharges(records=3000, german=False):
    """People who left a hospital, as they could be; the same ones every time."""
    return _document(made_cases.discharges(records, german=german))


def _document(case):
    return Document(case.job, case.dataset, case.hierarchies, None)


def find(document):
    """Search, as the window does, but here and now."""
    document.set_result(search(document.job, document.dataset, document.hierarchies, Control()))


def put_on(document, levels=None):
    """Search if nobody has, and apply the best transformation, or any other, also one that removes too many."""
    if document.result is None:
        find(document)
    best = document.result.solution.best
    chosen = best if levels is None else check(document.result.anonymizer.problem, levels)
    document.set_applied(made_real(document.result.anonymizer, chosen))


def recode_by_groups(document):
    """Search if nobody has, and apply the table recoded group by group."""
    if document.result is None:
        find(document)
    anonymizer, solution = document.result.anonymizer, document.result.solution
    settings = GroupwiseSettings()
    found = anonymizer.recode(solution, settings=settings)
    first = made_real(anonymizer, solution.best)
    after, _of_attributes = anonymizer.detail_kept(anonymizer.apply_recoding(found), found)
    recoded = Recoded(solution.best, found, settings, first.mean_granularity, after)
    document.set_applied(made_real(anonymizer, solution.best, recoded))
    return found.groupwise


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
