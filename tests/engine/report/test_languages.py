"""Reports in other languages: nothing but names stays English, and numbers and moments are those of the language."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arxdesk_engine.foundation import language
from arxdesk_engine.job.report import FORMS
from arxdesk_engine.report.document import document_of
from arxdesk_engine.report.facts import Facts, facts_of
from arxdesk_engine.report.facts.trail import StepFacts, TrailFacts
from arxdesk_engine.report.html import html_of
from arxdesk_engine.report.layout.blocks import (
    Chapter,
    Chart,
    Document,
    Figures,
    LongText,
    Message,
    Paragraph,
    Table,
)
from arxdesk_engine.report.layout.content import ReportContent
from tests.engine.report.reports import PRIVATE, SUBSET, K, Page, subject
from tests.engine.verification.runs import QUASI_IDENTIFIERS

WHEN = dt.datetime(2026, 3, 9, 12, 5, 7, tzinfo=dt.UTC)
OPEN, CLOSE = "⟦", "⟧"
NAMES = {
    *QUASI_IDENTIFIERS,
    *("name", "diagnosis", "days", "note"),
    *("ArxDesk", "Python", "SHA-256", "csv", "people", "ages", "cities", "diagnoses", "toml", "job", "UTC"),
    *("numpy", "numba", "pandas", "pyarrow", "scipy", "scikit-learn", "pydantic", "Pitman", "Zayatz", "SNB", "Dankar"),
    *("optimal", "k", "l", "distinct", "random", "seed", "USA"),
    *("epsilon", "delta", "south", "north", "unknown"),
}
"""What keeps its name in every language: columns, files, libraries, estimators, keys of a job."""
NUMBERED = r"[0-9a-f]{64}|[A-Za-z]|[ivx]+"
"""Digests, and the numbers of points such as (b)(2)(i)(A)."""
KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "limited": {"suppression": {"limit": 0.1}},
    "subset": {"privacy": [K, {"model": "l-diversity", "attribute": "diagnosis", "l": 2}], "subset": SUBSET},
    "sampled": {"sampling": {"fraction": 0.8, "seed": 3}, "population": {"region": "USA"}},
    "drawn": {"privacy": [PRIVATE], "quality": {"model": "precision"}},
    "impossible": {"privacy": [{"model": "k-anonymity", "k": 100_000}], "suppression": {"limit": 0.0}},
    "recoded": {"suppression": {"limit": 0.3}, "search": {"recoding": "iterated"}},
    "in groups": {"suppression": {"limit": 0.3}, "search": {"recoding": "groupwise"}},
    **{form: {"report": {"form": form}, "sampling": {"fraction": 0.8, "seed": 3}} for form in FORMS},
}


class Marking:
    """A catalogue that puts every text in brackets."""

    def gettext(self, text: str) -> str:
        return f"{OPEN}{text}{CLOSE}"

    def pgettext(self, _context: str, text: str) -> str:
        return self.gettext(text)

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.gettext(one if number == 1 else many)


def unmarked(text: str) -> str:
    """What stands outside all brackets."""
    depth, outside = 0, []
    for each in text:
        depth += (each == OPEN) - (each == CLOSE)
        outside.append(each if depth == 0 and each != CLOSE else " ")
    assert depth == 0, text
    return "".join(outside)


def texts(document: Document) -> list[str]:
    found = [document.title, document.subtitle, document.remark, document.contents]
    found += [text for pair in document.about for text in pair]
    for chapter in document.chapters:
        found += texts_of_chapter(chapter)
    return found


def texts_of_chapter(chapter: Chapter) -> list[str]:
    found = [chapter.title]
    for block in chapter.blocks:
        match block:
            case Paragraph():
                found.append(block.text)
            case Message():
                found += [block.sentence, *block.details]
            case Figures():
                found += [text for each in block.figures for text in (each.label, each.value, each.meaning)]
            case Table():
                found += [block.caption, *(column.title for column in block.columns)]
                found += [cell.text for row in block.rows for cell in row if not cell.is_code]
                found += [cell.picture.title for row in block.rows for cell in row if cell.picture is not None]
            case Chart():
                found += [block.sentence, block.picture.title, *re.findall(r">([^<>]+)</text>", block.picture.svg)]
            case LongText():
                found.append(block.caption)  # the lines are a job, a command or statements
    return found


def facts(folder: Path, kind: str, code: language.LanguageCode, *, with_values: bool = False) -> Facts:
    return facts_of(subject(folder, **KINDS[kind]), ReportContent(with_values=with_values, language=code), moment=WHEN)


@pytest.mark.parametrize("kind", KINDS)
def test_that_nothing_but_names_stays_english(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(language, "catalogue", lambda _code: Marking())
    made = facts(tmp_path, kind, "de")
    steps = TrailFacts((StepFacts(WHEN, "k", "name", ""),), 2, is_intact=True)
    document = document_of(replace(made, trail=steps))
    left = {
        word
        for text in texts(document)
        for word in re.findall(r"[^\W\d_][\w-]*", unmarked(text))
        if word not in NAMES and not re.fullmatch(NUMBERED, word) and word not in made.versions.platform
    }
    assert left == set()


@pytest.mark.parametrize(
    ("code", "records", "share", "moment"),
    [
        ("en", "of 240", "0.5", "2026-03-09 12:05:07 UTC"),
        ("de", "240", "0,5", "09.03.2026, 12:05:07 UTC"),
        ("fr", "240", "0,5", "9 mars 2026, 12:05:07 UTC"),
        ("es", "240", "0,5", "9 mar 2026, 12:05:07 UTC"),
    ],
)
def test_that_numbers_and_moments_are_those_of_the_language(code, records, share, moment, tmp_path: Path):
    page = Page.read(html_of(facts(tmp_path, "plain", code)))
    assert [attributes["lang"] for tag, attributes in page.tags if tag == "html"] == [code]
    assert any(records in text for text in page.text)
    assert share in page.text
    assert moment in page.text


def test_that_a_report_is_in_the_language_of_its_facts_whatever_is_set(tmp_path: Path):
    made = facts(tmp_path, "plain", "en")
    english = html_of(made)
    with language.in_language("de"):
        assert html_of(made) == english
    assert language.language() == "en"
