"""Reports in tests: subjects of many kinds, and HTML pages read back as tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.report.facts.subject import Subject
from tests.engine.verification.runs import job_on, people

K = {"model": "k-anonymity", "k": 4}
SUBSET = {"random": 0.5, "seed": 2}
PRIVATE = {"model": "differential-privacy", "epsilon": 2.0, "delta": 0.01, "search_budget": 0.5, "steps": 3, "seed": 4}


def subject(folder: Path, privacy: list[dict[str, Any]] | None = None, **sections: Any) -> Subject:
    """The table of `people`, searched; the best is applied where there is one."""
    return searched(job_on(folder, people(), privacy or [K], **sections))


def searched(anonymizer: Anonymizer, **more: Any) -> Subject:
    solution = anonymizer.search()
    if solution.best is None:
        return Subject(anonymizer, solution, **more)
    if anonymizer.job.search.recoding_settings is not None:
        recoding = anonymizer.recode(solution)
        return Subject(anonymizer, solution, anonymizer.apply_recoding(recoding), recoding, **more)
    return Subject(anonymizer, solution, anonymizer.apply(solution.best.levels), **more)


@dataclass
class Page(HTMLParser):
    """What stands on a page: its tables by their captions as rows of texts, all of its text, all of its tags."""

    tables: dict[str, list[list[str]]] = field(default_factory=dict)
    text: list[str] = field(default_factory=list)
    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    _open: list[str] = field(default_factory=list)
    _caption: str = ""
    _cell: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    @classmethod
    def read(cls, html: str) -> Page:
        page = cls()
        page.feed(html)
        page.close()
        return page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "rect", "line"):
            self._open.append(tag)
        if tag == "table":
            self._caption = ""
            self.tables[""] = []
        elif tag == "tr":
            self.tables[self._caption].append([])
        elif tag in ("th", "td"):
            self._cell = ""

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass
        if tag in ("th", "td"):
            self.tables[self._caption][-1].append(self._cell)

    def handle_data(self, data: str) -> None:
        if "style" in self._open or not data.strip():
            return
        self.text.append(data.strip())
        if "caption" in self._open:
            self._caption = data.strip()
            self.tables[self._caption] = self.tables.pop("")
        elif ("th" in self._open or "td" in self._open) and "svg" not in self._open:
            self._cell += data.replace("\u00a0", " ")

    def rows(self, caption: str) -> dict[str, list[str]]:
        """The rows of a table by their first cells."""
        return {row[0]: row[1:] for row in self.tables[caption]}

    def named(self, caption: str) -> dict[str, str]:
        """The rows of a table of names and what they are."""
        return {row[0]: row[1] for row in self.tables[caption]}
