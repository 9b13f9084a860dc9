"""Every page of the help is listed, every link and topic leads somewhere, and models are explained in one order."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from arxdesk.help.contents import contents, names
from arxdesk.help.pages import anchor, heading_of, page, page_in, parse, plain, resolve
from arxdesk.help.searching import find
from arxdesk.ui import help_text, help_topics
from arxdesk_engine.foundation.language import LANGUAGES, in_language, tr
from arxdesk_engine.privacy import MODELS as PRIVACY_MODELS
from arxdesk_engine.quality import MODELS as QUALITY_MODELS
from tests.places import ROOT

FOLDER = Path(str(files("arxdesk_resources"))) / "help"
EVERY = sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.md"))
WRITTEN = [name for name in EVERY if name.partition("/")[0] not in LANGUAGES]
TRANSLATED = [(name[:2], name[3:]) for name in EVERY if name not in WRITTEN]
BLOCK = re.compile(r"```.*?```", re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
UNFIT_SPACES = re.compile(r"\u202f(?!\d{3})|[ \w)}»](?:[;?»]|[:!](?= |$))|(?<=\d) ?%|«(?!\u00a0)", re.MULTILINE)
"""What stands in French where a no-break space (U+00A0) has to be: another space, or none."""
ENGLISH_TITLES = re.compile(r"^## Sources?\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
MODEL_PAGES = [
    *(help_topics.of_privacy_model(name) for name in PRIVACY_MODELS),
    *(help_topics.of_quality_model(name) for name in QUALITY_MODELS),
]


def without_code(markdown: str) -> str:
    return re.sub(r"`[^`\n]*`", "", re.sub(r"```.*?```", "", markdown, flags=re.DOTALL))


def test_that_every_page_is_listed_once_and_every_listed_page_is_there():
    assert sorted(names()) == WRITTEN


def test_that_pages_are_listed_by_a_title_in_groups():
    titles = [group.title for group in contents()]
    assert titles[:3] == ["Getting started", "Configure", "Explore"]
    assert titles[-1] == "Reference"
    assert all(group.entries for group in contents())
    for group in contents():
        assert group.entries[0].depth == 0
        assert all(entry.title and entry.hint for entry in group.entries)


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_the_list_is_the_same_in_every_language(code):
    listed = names()
    with in_language(code):
        assert names() == listed
        assert all(entry.hint for group in contents() for entry in group.entries)


@pytest.mark.parametrize("name", WRITTEN)
def test_that_a_page_has_one_title_and_no_heading_twice(name):
    sections = page(name).sections
    assert [section.level for section in sections].count(1) == 1
    assert sections[0].level == 1
    anchors = [anchor(section.heading) for section in sections]
    assert len(set(anchors)) == len(anchors)


@pytest.mark.parametrize("name", WRITTEN)
def test_that_links_lead_to_pages_and_headings(name):
    for link in LINK.findall(without_code(help_text.page(name))):
        if "://" in link:
            continue
        target = resolve(link, name)
        assert target is not None, link
        assert not target[1] or heading_of(*target), link


@pytest.mark.parametrize("name", WRITTEN)
def test_that_no_page_names_a_place_of_a_machine(name):
    assert not re.search(r"(?<![\w.])/(work|home|Users|tmp|root|mnt|opt)/|[A-Z]:\\", help_text.page(name))


@pytest.mark.parametrize("name", MODEL_PAGES)
def test_that_a_model_is_explained_as_all_are(name):
    headings = [section.heading for section in page(name).sections]
    assert headings[1] in ("Parameters", "Parameters and usual values")
    assert headings[2:] == ["Formula", "Limits", "Source", "Related"]
    assert all(section.text for section in page(name).sections)
    assert re.search(r"\b(19|20)\d\d\b", page(name).sections[-2].text), "a source has a year"
    overview = "privacy-models" if name.startswith("privacy/") else "quality-models"
    assert f"({name}.md)" in help_text.page(overview)


@pytest.mark.parametrize("name", PRIVACY_MODELS)
def test_that_the_page_of_a_privacy_model_has_all_its_parameters(name):
    told = help_text.page(help_topics.of_privacy_model(name))
    missing = [field for field in PRIVACY_MODELS[name].model_fields if field != "model" and f"`{field}`" not in told]
    assert missing == []


# Topics


def topics_of_the_table() -> list[str]:
    named = [value for key, value in vars(help_topics).items() if key.isupper() and isinstance(value, str)]
    return [*named, *help_topics.OF_PERSPECTIVES.values(), *MODEL_PAGES]


def topics_in_the_program() -> list[tuple[str, str]]:
    """Topics as they are written in the desktop, with the files."""
    return [
        (str(path.relative_to(ROOT)), topic)
        for path in sorted((ROOT / "arxdesk").rglob("*.py"))
        for topic in topics_of(ast.parse(path.read_text(encoding="utf-8")))
    ]


def topics_of(tree: ast.Module) -> Iterator[str]:
    """Names called ...TOPIC, what marks and windows are asked to show, and the fourth argument of an analysis view."""
    for node in ast.walk(tree):
        said: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            said = [node.value for target in node.targets if ast.unparse(target).endswith("TOPIC")]
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in ("help_mark", "HelpMark", "show_help") or called.endswith(
                ("help_requested.emit", "wishes.show_help")
            ):
                said = node.args[:1]
            elif called == "super().__init__" and ast.unparse(node).startswith("super().__init__(analysis, "):
                said = node.args[3:4]
        yield from (each.value for each in said if isinstance(each, ast.Constant) and isinstance(each.value, str))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.partition("#")[0] in WRITTEN:
            yield from [node.value] if "#" in node.value else []


def leads_somewhere(topic: str) -> bool:
    name, mark, heading = topic.partition("#")
    return help_text.exists(name) and (not mark or heading_of(name, heading) is not None)


@pytest.mark.parametrize("topic", topics_of_the_table())
def test_that_every_topic_of_the_table_exists(topic):
    assert leads_somewhere(topic)


def test_that_every_topic_written_in_the_program_exists():
    found = topics_in_the_program()
    assert ("arxdesk/ui/help_topics.py", help_topics.LATTICE) in found
    assert [topic for topic in found if topic[1] and not leads_somewhere(topic[1])] == []


def test_that_topics_are_seen_wherever_they_are_written():
    source = (
        "TOPIC = 'a'\n"
        "show_help('b')\n"
        "mark = help_mark('c', 'words')\n"
        "self.analysis.wishes.show_help('d')\n"
        "class View:\n"
        "    def __init__(self, analysis):\n"
        "        super().__init__(analysis, 'Title', 'caption', 'e', content)\n"
        "x = {'chart': 'glossary#Risk', 'color': '#ffffff'}\n"
    )
    assert sorted(topics_of(ast.parse(source))) == ["a", "b", "c", "d", "e", "glossary#Risk"]


# Reading


def test_that_a_page_is_taken_apart_by_its_headings():
    made = parse("x", "# Title\n\nHello **you**.\n\n## `code` part\n\n| a | b |\n|---|---|\n| 1 | [2](y.md) |\n")
    assert made.title == "Title"
    assert [(each.heading, each.level, each.text) for each in made.sections] == [
        ("Title", 1, "Hello you."),
        ("code part", 2, "a b 1 2"),
    ]


def test_that_a_comment_in_code_is_no_heading():
    made = parse("x", "# Title\n\n```toml\n# not a heading\nk = 5\n```\n")
    assert [each.heading for each in made.sections] == ["Title"]
    assert "k = 5" in made.sections[0].text


def test_that_emphasis_goes_and_stars_that_are_meant_stay():
    assert plain("*On screen* it reads `*`, or 2 * 3.") == "On screen it reads *, or 2 * 3."


def test_that_links_are_relative_to_their_page():
    assert resolve("t-closeness.md", "privacy/l-diversity") == ("privacy/t-closeness", "")
    assert resolve("../glossary.md#risk", "privacy/l-diversity") == ("glossary", "risk")
    assert resolve("#Limits", "privacy/l-diversity") == ("privacy/l-diversity", "Limits")
    for elsewhere in ("https://example.org/glossary.md", "../../../pyproject.md", "/glossary.md", "pictures/x.png"):
        assert resolve(elsewhere, "privacy/l-diversity") is None


def test_that_headings_are_found_as_they_are_and_as_anchors():
    assert heading_of("analyzing", "Common thresholds") == "Common thresholds"
    assert heading_of("analyzing", "common-thresholds") == "Common thresholds"
    assert heading_of("analyzing", "no such thing") is None


def test_that_only_names_of_pages_are_read():
    for name in ("../decisions", "privacy/../../x", "Glossary", "", "pictures"):
        assert not help_text.exists(name)


@pytest.mark.parametrize(("code", "name"), TRANSLATED)
def test_that_translated_pages_have_the_headings_and_pictures_of_the_english_ones(code, name):
    english, translated = page_in("en", name), page_in(code, name)
    assert [each.level for each in translated.sections] == [each.level for each in english.sections]
    original, text = help_text.page_in("en", name), help_text.page_in(code, name)
    assert sorted(_targets(text)) == sorted(_targets(original))


@pytest.mark.parametrize(("code", "name"), TRANSLATED)
def test_that_translated_pages_have_the_code_of_the_english_ones_and_links_to_headings_that_exist(code, name):
    original, text = help_text.page_in("en", name), help_text.page_in(code, name)
    assert BLOCK.findall(text) == BLOCK.findall(original)
    assert set(CODE.findall(BLOCK.sub("", text))) == set(CODE.findall(BLOCK.sub("", original)))
    with in_language(code):
        for link in LINK.findall(without_code(text)):
            target = None if "://" in link else resolve(link, name)
            assert target is None or not target[1] or heading_of(*target), link


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_that_every_page_is_there_in_every_language(code):
    assert sorted(name for language, name in TRANSLATED if language == code) == WRITTEN


@pytest.mark.parametrize("name", [name for code, name in TRANSLATED if code == "fr"])
def test_that_french_pages_have_no_break_spaces_where_french_asks_for_them(name):
    text = LINK.sub("", ENGLISH_TITLES.sub("", without_code(help_text.page_in("fr", name))))
    assert [text[max(0, each.start() - 20) : each.end() + 5] for each in UNFIT_SPACES.finditer(text)] == []


def _targets(text: str) -> list[str]:
    """Where links and pictures lead, without headings, which are translated."""
    return [link.partition("#")[0] for link in LINK.findall(without_code(text))]


@pytest.fixture
def german_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One page of two is translated."""
    (tmp_path / "de").mkdir()
    (tmp_path / "first.md").write_text("# First\n\nText.\n\n## The end\n\nIt ends.\n", encoding="utf-8")
    (tmp_path / "second.md").write_text("# Second\n\nMore. [End](first.md#the-end)\n", encoding="utf-8")
    (tmp_path / "de" / "first.md").write_text("# Erste\n\nSatz.\n\n## Das Ende\n\nEs endet.\n", encoding="utf-8")
    monkeypatch.setattr(help_text, "FOLDERS", [tmp_path])
    _forget()
    yield
    _forget()


def _forget() -> None:
    help_text.page_in.cache_clear()
    page_in.cache_clear()


@pytest.mark.usefixtures("german_page")
def test_that_pages_come_in_the_language_or_say_that_they_are_english():
    with in_language("de"):
        assert [page(name).title for name in ("first", "second")] == ["Erste", "Second"]
        assert help_text.page("second").splitlines()[2] == f"*{tr('This page is not translated yet.')}*"
        assert heading_of("first", "The end") == heading_of("first", "das-ende") == "Das Ende"
        assert help_text.section("first", "The end") == "Es endet."
        assert resolve("first.md#the-end", "second") == ("first", "the-end")
        assert [hit.page for hit in find(map(page, ("first", "second")), "endet")] == ["first"]
    assert page("first").title == "First"
    assert heading_of("first", "das-ende") is None
    assert not help_text.exists("de/first")
