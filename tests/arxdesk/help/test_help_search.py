"""What the search of the help finds, and in which order."""

from __future__ import annotations

import pytest

from arxdesk.help.contents import names
from arxdesk.help.pages import page, parse
from arxdesk.help.searching import OF_A_PAGE, Rank, find
from arxdesk_engine.foundation.language import in_language

PAGES = (
    parse("text", "# Rivers\n\nA long one has a bend before the sea, and a small harbour.\n\n## Banks\n\nGreen.\n"),
    parse("heading", "# Towns\n\nMany.\n\n## Harbour\n\nShips.\n"),
    parse("title", "# Harbour\n\nWhere ships are.\n"),
    parse("phrase", "# Boats\n\nThey lie in a small harbour at night.\n"),
)


def test_that_titles_come_before_headings_before_texts():
    hits = find(PAGES, "harbour")
    assert [(hit.page, hit.heading, hit.rank) for hit in hits] == [
        ("title", "", Rank.TITLE),
        ("heading", "Harbour", Rank.HEADING),
        ("text", "", Rank.PHRASE),
        ("phrase", "", Rank.PHRASE),
    ]


def test_that_words_side_by_side_come_before_words_far_apart():
    pages = (parse("far", "# A\n\nA harbour, far away from anything small.\n"), *PAGES)
    assert [hit.page for hit in find(pages, "small harbour")] == ["text", "phrase", "far"]


def test_that_all_words_have_to_be_there_and_parts_of_words_count():
    assert find(PAGES, "harbour mountain") == ()
    assert [hit.page for hit in find(PAGES, "harb nigh")] == ["phrase"]


def test_that_a_word_of_the_title_counts_for_every_section():
    assert [(hit.page, hit.heading) for hit in find(PAGES, "towns ships")] == [("heading", "Harbour")]


def test_that_nothing_is_found_for_nothing():
    assert find(PAGES, "   ") == ()


def test_that_a_snippet_shows_the_words_and_is_cut_between_words():
    long = parse("long", "# Long\n\n" + "before " * 40 + "needle " + "after " * 60)
    (hit,) = find([long], "needle")
    assert "needle" in hit.snippet
    assert hit.snippet.startswith("… before")
    assert hit.snippet.endswith("after …")
    assert len(hit.snippet) < 140


def test_that_accents_make_no_difference():
    page_of_it = parse("x", "# Épreuves\n\n" + "avant " * 40 + "l'anonymat protégé " + "après " * 40)
    for words in ("anonymat protege", "ANONYMAT PROTÉGÉ", "epreuves protégé"):
        (hit,) = find([page_of_it], words)
        assert "protégé" in hit.snippet


def test_that_a_page_with_the_words_everywhere_does_not_fill_the_list():
    many = parse("many", "# Many\n\n" + "\n\n".join(f"## Part {number}\n\nneedle" for number in range(9)))
    assert len(find([many], "needle")) == OF_A_PAGE


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("k-anonymity", "privacy/k-anonymity"),
        ("K-ANONYMITY formula", "privacy/k-anonymity"),
        ("delta-presence", "privacy/delta-presence"),
        ("δ-presence", "privacy/delta-presence"),
        ("entropy-based loss", "quality/entropy"),
        ("glossary", "glossary"),
        ("earth mover", "privacy/t-closeness"),
    ],
)
def test_that_the_pages_that_are_meant_are_found(words, first):
    assert first in [hit.page for hit in find(map(page, names()), words)][:2]


@pytest.mark.parametrize(
    ("code", "words", "first"),
    [
        ("es", "k-anonimato", "privacy/k-anonymity"),
        ("es", "l-diversidad formula", "privacy/l-diversity"),
        ("es", "jerarquias", "hierarchies"),
        ("es", "Clasificación de atributos", "attribute-ranking"),
        ("es", "glosario", "glossary"),
        ("es", "informe de evidencias", "evidence-report"),
        ("fr", "k-anonymat", "privacy/k-anonymity"),
        ("fr", "l-diversite formule", "privacy/l-diversity"),
        ("fr", "hierarchies", "hierarchies"),
        ("fr", "Classement des attributs", "attribute-ranking"),
        ("fr", "coeurs pour une recherche", "settings"),
        ("fr", "limite d'enregistrements", "people"),
        ("fr", "glossaire", "glossary"),
        ("fr", "rapport justificatif", "evidence-report"),
    ],
)
def test_that_pages_are_found_by_the_words_of_their_language(code, words, first):
    with in_language(code):
        assert first in [hit.page for hit in find(map(page, names()), words)][:2]
