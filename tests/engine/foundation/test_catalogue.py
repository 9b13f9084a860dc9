"""Catalogues are compiled once and kept; whatever happens to what is kept, the translations are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxdesk_engine.foundation import catalogue

KIND = "Content-Type: text/plain; charset=utf-8"
HEADER = f'msgid ""\nmsgstr ""\n"{KIND}\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
FIRST = HEADER + 'msgid "Table"\nmsgstr "Tableau"\n\nmsgid "{n} row"\nmsgstr "{n} ligne"\n\nmsgid "Later"\nmsgstr ""\n'
SECOND = (
    HEADER
    + 'msgid "Table"\nmsgstr "Another"\n\nmsgid "Later"\nmsgstr "Plus tard"\n\n'
    + 'msgid "{n} row"\nmsgid_plural "{n} rows"\nmsgstr[0] "{n} ligne"\nmsgstr[1] "{n} lignes"\n\n'
    + 'msgctxt "a risk"\nmsgid "none"\nmsgstr "aucun"\n'
)


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    texts = {"report": FIRST, "engine": SECOND, "window": HEADER}
    monkeypatch.setattr(catalogue, "source", lambda _code, domain: texts[domain].encode())
    return texts


def test_that_the_first_catalogue_with_a_translation_counts(sources: dict[str, str], tmp_path: Path):
    found = catalogue.read("fr", tmp_path)
    assert [found.gettext(text) for text in ("Table", "Later", "Nowhere")] == ["Tableau", "Plus tard", "Nowhere"]
    assert [found.ngettext("{n} row", "{n} rows", number) for number in (0, 1, 2)] == [
        "{n} ligne",
        "{n} ligne",
        "{n} lignes",
    ]
    assert found.pgettext("a risk", "none") == "aucun"


def test_that_catalogues_are_compiled_once(sources: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    catalogue.read("fr", tmp_path)
    monkeypatch.setattr(catalogue, "compiled_of", None)
    assert catalogue.read("fr", tmp_path).gettext("Table") == "Tableau"


def test_that_changed_catalogues_replace_what_is_kept(sources: dict[str, str], tmp_path: Path):
    catalogue.read("fr", tmp_path)
    sources["report"] = FIRST.replace("Tableau", "Table de données")
    catalogue.read("es", tmp_path)
    assert catalogue.read("fr", tmp_path).gettext("Table") == "Table de données"
    assert [path.suffix for path in tmp_path.glob("fr-*")] == [".mo"]
    assert len(list(tmp_path.glob("es-*"))) == 1


@pytest.mark.parametrize("damage", [b"", b"no catalogue", None])
def test_that_a_damaged_file_is_compiled_again(sources: dict[str, str], tmp_path: Path, damage: bytes | None):
    catalogue.read("fr", tmp_path)
    kept = next(tmp_path.glob("*.mo"))
    whole = kept.read_bytes()
    kept.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    assert catalogue.read("fr", tmp_path).gettext("Later") == "Plus tard"
    assert kept.read_bytes() == whole


def test_that_nothing_has_to_be_kept(sources: dict[str, str], tmp_path: Path):
    place = tmp_path / "a file"
    place.write_text("in the way", encoding="utf-8")
    assert catalogue.read("fr", place).gettext("Table") == "Tableau"
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_that_every_language_has_every_catalogue(code: str, tmp_path: Path):
    assert all(catalogue.source(code, domain).startswith(b"msgid") for domain in catalogue.DOMAINS)
    assert catalogue.read(code, tmp_path).gettext("Summary") != "Summary"
