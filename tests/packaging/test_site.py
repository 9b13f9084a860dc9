"""The site builds strictly, without a network, and every link, anchor and picture of the built pages is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from arxdesk.ui import help_text
from tests.places import ROOT

needs_docs = pytest.mark.skipif(find_spec("mkdocs") is None, reason="the libraries of the extra docs are not installed")


class Page(HTMLParser):
    """What a built page refers to, and what can be referred to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.without_alternative: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        has = dict(attrs)
        self.anchors |= {value for name in ("id", "name") if (value := has.get(name))}
        if tag == "a" and has.get("href"):
            self.links.append(has["href"])
        if tag == "link" and has.get("rel") != "canonical":
            self.loaded.append(has["href"])
        if tag in ("script", "img", "source") and has.get("src"):
            self.loaded.append(has["src"])
        if tag == "img" and not has.get("alt"):
            self.without_alternative.append(has["src"])


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    environ = {**os.environ, "PYTHONPATH": ""}
    command = [sys.executable, ROOT / "packaging" / "build_site.py", "--to", folder]
    done = subprocess.run(command, env=environ, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(path.parent for path in folder.glob("*/index.html"))


@pytest.fixture(scope="module")
def built(site) -> dict[Path, Page]:
    return {path: Page(path) for path in sorted(site.rglob("*.html")) if path.name != "404.html"}


@needs_docs
def test_that_every_link_leads_to_a_page_and_a_heading(built):
    broken = []
    for path, page in built.items():
        for link in page.links:
            target = urlsplit(link)
            if target.scheme or target.netloc:
                continue
            file = (path.parent / unquote(target.path)).resolve() if target.path else path
            missing = not file.exists()
            if not missing and target.fragment and file.suffix == ".html":
                missing = unquote(target.fragment) not in built[file].anchors
            if missing:
                broken.append((path.name, link))
    assert broken == []


@needs_docs
def test_that_pages_load_nothing_from_elsewhere_and_all_that_they_load_is_there(built, site):
    loaded = {(path, each) for path, page in built.items() for each in page.loaded}
    assert [each for _path, each in loaded if urlsplit(each).netloc or urlsplit(each).scheme] == []
    assert [each for path, each in loaded if not (path.parent / urlsplit(each).path).is_file()] == []
    for style in site.rglob("*.css"):
        assert not re.search(r"url\(\s*[\"']?https?:", style.read_text(encoding="utf-8")), style


@needs_docs
def test_that_every_picture_has_words(built):
    assert {path.name: page.without_alternative for path, page in built.items() if page.without_alternative} == {}


@needs_docs
def test_that_the_pages_of_the_help_are_in_the_site_and_in_its_search(site):
    help_pages = ROOT / "resources" / "arxdesk_resources" / "help"
    every = {path.relative_to(help_pages).with_suffix("").as_posix() for path in help_pages.rglob("*.md")}
    names = {name for name in every if help_text.exists(name)}
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    assert {name for name in names if not (site / "help" / f"{name}.html").is_file()} == set()
    assert {name for name in names if f'"help/{name}.html"' not in index} == set()


@needs_docs
def test_that_every_script_of_the_gallery_is_shown_with_what_it_prints(site):
    scripts = sorted((ROOT / "resources" / "arxdesk_resources" / "examples" / "python").glob("*.py"))
    assert scripts
    for script in scripts:
        page = (site / "gallery" / f"{script.stem.replace('_', '-')}.html").read_text(encoding="utf-8")
        cells = script.read_text(encoding="utf-8").count("\n# %%")
        assert page.count('class="highlight"') > cells, script.name
