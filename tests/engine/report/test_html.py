"""Pages stand alone, run nothing, fetch nothing, and are not disturbed by what names and values hold."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.errors import UnwritableFile
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from
from arxdesk_engine.report.facts import Facts, facts_of
from arxdesk_engine.report.html import html_of, write_html
from arxdesk_engine.report.layout.content import ReportContent
from tests.engine.report.reports import Page, searched, subject

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "{{ 7 * 7 }}{% raw %}",
    "\u202eevil\u202c",
    "\u05e9\u05dd \u05de\u05d9\u05e9\u05e4\u05d7\u05d4",
    "Bundesausbildungsförderungsgesetzangelegenheit " * 8,
    "x" * 5000,
)


def facts_named(names: tuple[str, ...], values: bool = True, file: str = "names.csv") -> Facts:
    """The report of a table whose columns, values and project have such names."""
    frame = pd.DataFrame({name: [f"{name}{number % 2}" for number in range(12)] for name in names})
    dataset = Dataset.from_pandas(frame, names[0])
    attributes = {name: {"role": "quasi-identifying"} for name in names}
    job = job_from(
        {
            "data": {"path": file},
            "project": {"title": names[0][:200], "description": names[1], "recipient": names[2][:200]},
            "attributes": attributes,
            "privacy": [{"model": "k-anonymity", "k": 2}],
            "suppression": {"limit": 1.0},
        }
    )
    hierarchies = {
        name: Hierarchy(tuple((value, f"<b>{value}", "*") for value in dataset[name].values)) for name in names
    }
    about = searched(Anonymizer.formulate(job, dataset, hierarchies))
    return facts_of(about, ReportContent(with_values=values))


@pytest.fixture(scope="module")
def hostile() -> str:
    return html_of(facts_named(HOSTILE, file=f"{HOSTILE[1]}.csv"))


def test_that_a_page_fetches_nothing_and_runs_nothing(tmp_path: Path):
    html = html_of(facts_of(subject(tmp_path)))
    page = Page.read(html)
    assert {tag for tag, _attributes in page.tags} & {"script", "link", "img", "iframe", "object", "base"} == set()
    addresses = [value for _tag, attributes in page.tags for key, value in attributes.items() if key in ("href", "src")]
    assert addresses
    assert all(str(address).startswith("#") for address in addresses)
    assert "default-src 'none'" in html
    assert "url(" not in html
    assert "@import" not in html
    assert set(re.findall(r"https?://[^\"' ]+", html)) <= {"http://www.w3.org/2000/svg"}


def test_that_every_link_leads_to_a_section(tmp_path: Path):
    page = Page.read(html_of(facts_of(subject(tmp_path))))
    ids = {attributes["id"] for _tag, attributes in page.tags if "id" in attributes}
    links = {str(attributes["href"])[1:] for tag, attributes in page.tags if tag == "a"}
    assert links == ids


def test_that_names_cannot_become_markup(hostile: str):
    tags = {tag for tag, _attributes in Page.read(hostile).tags}
    assert tags & {"script", "img", "b"} == set()
    handlers = [key for _tag, attributes in Page.read(hostile).tags for key in attributes if key.startswith("on")]
    assert handlers == []
    assert "&lt;script&gt;alert(1)" in hostile
    assert "{{ 7 * 7 }}" in hostile


def test_that_names_cannot_turn_the_direction_of_what_stands_beside_them(hostile: str):
    assert "\u202e" not in hostile
    assert "�evil�" in hostile
    assert "\u2068\u05e9\u05dd" in hostile


def test_that_long_names_are_shortened_in_tables(hostile: str):
    rows = Page.read(hostile).tables["Columns"]
    assert max(len(row[0]) for row in rows) <= 122


def test_that_every_drawing_has_words_for_those_who_do_not_see_it(tmp_path: Path):
    page = Page.read(html_of(facts_of(subject(tmp_path))))
    drawings = [attributes for tag, attributes in page.tags if tag == "svg"]
    assert len(drawings) > 5
    assert all(drawing.get("role") == "img" and drawing.get("aria-label") for drawing in drawings)


def test_that_a_hundred_quasi_identifiers_have_a_row_each():
    names = tuple(f"column {number}" for number in range(100))
    page = Page.read(html_of(facts_named(names, values=False)))
    for caption in (
        "Columns",
        "The level of each column",
        "Detail kept (granularity)",
        "Quasi-identifiers and their hierarchies",
    ):
        assert [name for name in names if name not in page.rows(caption)] == []


def test_that_a_page_is_written_whole_or_not_at_all(tmp_path: Path):
    facts = facts_of(subject(tmp_path))
    path = tmp_path / "report.html"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o400)
    with pytest.raises(UnwritableFile):
        write_html(path, facts)
    assert path.read_text(encoding="utf-8") == "old"
    path.chmod(0o600)
    write_html(path, facts)
    assert path.read_text(encoding="utf-8").lstrip().startswith("<!DOCTYPE html>")
    assert list(tmp_path.glob(".arxdesk*")) == []


def test_that_half_a_character_in_a_name_does_not_keep_a_page_from_being_written(tmp_path: Path):
    facts = facts_named(("a", "b", "c"), file="caf\udce9.csv")
    write_html(tmp_path / "report.html", facts)
    assert "caf�" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_that_pages_are_made_without_qt():
    loaded = "[name for name in sys.modules if name.startswith('PySide6')]"
    script = f"import sys, arxdesk_engine.report.html, arxdesk.cli.report; print({loaded})"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
