"""The catalogues of translations against the texts in the sources, and against each other."""

import ast
import re
import string
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog, Message

from tests.packaging.scripts import load_script
from tests.places import ROOT

catalogues = load_script("catalogues")

CODES = tuple(catalogues.TRANSLATED)
DOMAINS = catalogues.DOMAINS
EVERY = [(code, domain) for code in CODES for domain in DOMAINS]
NUMBERS = {"n", "m"}
"""Placeholders of the number that a plural form goes by: a form may say it in words."""
UNFIT_SPACES = re.compile(r"\u202f(?!\d{3})|[ \w)}»](?:[;?»]|[:!](?= |$))|(?<=[\d}]) ?%(?!\w)|«(?!\u00a0)")
"""What stands where French has a no-break space (U+00A0): another space, or none."""


@pytest.fixture(scope="module")
def texts() -> dict[str, Catalog]:
    return catalogues.extracted()


def placeholders(text: str) -> set[str]:
    return {name for _text, name, _format, _conversion in string.Formatter().parse(text) if name is not None}


def forms(message: Message) -> list[tuple[str, str]]:
    """The English texts and translations of a message, paired; those that have a translation."""
    if isinstance(message.id, str):
        return [(message.id, message.string)] if message.string else []
    ids = list(message.id)
    return [(ids[min(place, 1)], each) for place, each in enumerate(message.string) if each]


def test_that_the_texts_of_every_form_are_found():
    source = (
        "from arxdesk_engine.foundation.language import marked, tr, tr_n, tr_of\n"
        'A = marked("a constant")\n'
        "def f(n, is_one):\n"
        '    tr("one" if is_one else "two {n}", n=n)\n'
        '    tr("put " "together by the compiler")\n'
        "    tr(A)\n"
        '    tr_n(n, "{n} thing", "{n} things")\n'
        '    tr_of("a place", "none")\n'
    )
    assert list(catalogues.texts_of(source, "a.py")) == [
        ("a constant", None),
        ("one", None),
        ("two {n}", None),
        ("put together by the compiler", None),
        (("{n} thing", "{n} things"), None),
        ("none", "a place"),
    ]


@pytest.mark.parametrize("text", ['f"{n} things"', '"a" + b', '"{}".format(n)', "n % 2"])
def test_that_texts_put_together_are_refused(text):
    source = f"from arxdesk_engine.foundation.language import tr\n\n\ndef f(n, b):\n    return tr({text})\n"
    with pytest.raises(ValueError, match=r"a\.py, line 5"):
        list(catalogues.texts_of(source, "a.py"))


def test_that_placeholders_fit_their_numbers(texts: dict[str, Catalog]):
    """Plural forms may leave the number out, and nothing else."""
    for message in (message for catalogue in texts.values() for message in catalogue):
        if isinstance(message.id, tuple):
            one, many = map(placeholders, message.id)
            assert one ^ many <= NUMBERS, message.id
        for text in (message.id,) if isinstance(message.id, str) else message.id:
            assert all(name.isidentifier() for name in placeholders(text)), text


def test_that_a_text_stands_in_one_catalogue(texts: dict[str, Catalog]):
    every = [(message.id, message.context) for catalogue in texts.values() for message in catalogue if message.id]
    assert len(every) == len(set(every))


@pytest.mark.parametrize(
    ("place", "domain"),
    [
        ("engine/arxdesk_engine/report/html.py", "report"),
        ("arxdesk/printing/pdf.py", "report"),
        ("engine/arxdesk_engine/privacy/size.py", "engine"),
        ("arxdesk/window/menus.py", "window"),
        ("arxdesk/cli/commands.py", ""),
    ],
)
def test_that_each_part_of_the_program_has_a_catalogue(place: str, domain: str):
    assert catalogues.domain_of(place) == domain


@pytest.mark.parametrize(("code", "domain"), EVERY)
def test_that_a_catalogue_has_the_texts_of_today_and_no_others(code: str, domain: str, texts: dict[str, Catalog]):
    """Run `python packaging/catalogues.py` after texts were added, changed or removed."""
    known = {(message.id, message.context) for message in catalogues.read(code, domain) if message.id}
    assert known == {(message.id, message.context) for message in texts[domain] if message.id}


@pytest.mark.parametrize(("code", "domain"), EVERY)
def test_that_translations_have_the_placeholders_of_their_texts(code: str, domain: str):
    found = []
    for message in catalogues.read(code, domain):
        every = (message.id,) if isinstance(message.id, str) else message.id
        optional = NUMBERS if len(every) == 2 else set()
        allowed = set().union(*map(placeholders, every)) | ({"n"} if optional else set())
        for text, translation in forms(message):
            if not placeholders(text) - optional <= placeholders(translation) <= allowed:
                found.append(translation)
    assert found == []


@pytest.mark.parametrize(("code", "domain"), EVERY)
def test_that_plural_forms_are_complete(code: str, domain: str):
    catalogue = catalogues.read(code, domain)
    assert catalogue.num_plurals == 2
    halves = [
        message.id
        for message in catalogue
        if isinstance(message.id, tuple) and any(message.string) and not all(message.string)
    ]
    assert halves == []


@pytest.mark.parametrize(("code", "domain"), EVERY)
def test_that_nothing_is_left_in_english(code: str, domain: str):
    assert catalogues.untranslated(catalogues.read(code, domain)) == []


@pytest.mark.parametrize(("code", "domain"), EVERY)
def test_that_translations_begin_and_end_like_their_texts(code: str, domain: str):
    """Sentences that are set beside each other would run together."""
    found = [
        translation
        for message in catalogues.read(code, domain)
        if message.id
        for text, translation in forms(message)
        if ((text[-1:] in ".:" or translation[-1:] in ".:") and text[-1:] != translation[-1:])
        or text[:1].isspace() != translation[:1].isspace()
    ]
    assert found == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_that_french_has_no_break_spaces_at_its_signs(domain: str):
    found = [
        translation
        for message in catalogues.read("fr", domain)
        if message.id
        for _text, translation in forms(message)
        if UNFIT_SPACES.search(translation)
    ]
    assert found == []


@pytest.mark.parametrize("text", ["Non : oui", "Non: oui", "Non\u202f: oui", "Quoi?", "« Oui\u00a0»", "5 %", "Oui ;"])
def test_which_spaces_are_unfit(text: str):
    assert UNFIT_SPACES.search(text)
    assert not UNFIT_SPACES.search("Non\u00a0: «\u00a0oui\u00a0», 5\u00a0%, !=, 12:30, {a!r}, %s, sqlite:///a")


def mismatches(source: str) -> Iterator[tuple[int, set[str]]]:
    """Line and names of each call whose placeholders and values differ. {n} of a plural has a value by itself."""
    for call in ast.walk(ast.parse(source)):
        match call:
            case ast.Call(ast.Name("tr" | "tr_of" | "tr_n" | "told" | "told_n" as name), arguments, keywords):
                texts = [
                    each.value for each in arguments if isinstance(each, ast.Constant) and isinstance(each.value, str)
                ]
                texts = texts[1:] if name == "tr_of" else texts
                given = {each.arg for each in keywords}
                if not texts or None in given:
                    continue
                wanted = set().union(*map(placeholders, texts)) if given or name.endswith("_n") else set()
                differ = (wanted ^ given) - ({"n"} if name.endswith("_n") else set())
                if differ:
                    yield call.lineno, differ


def test_that_placeholders_have_values():
    found = []
    for source in catalogues.SOURCES:
        for path in sorted(source.rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if catalogues.has_texts(text):
                found += [f"{path.relative_to(ROOT)}:{line}: {names}" for line, names in mismatches(text)]
    assert found == []


def test_how_placeholders_without_values_are_found():
    source = 'tr("{a} of {b}", a=1)\ntr("a {brace}")\ntr_n(2, "{n} row of {t}", "{n} rows of {t}", t=1)\ntr(A, x=1)\n'
    assert list(mismatches(source)) == [(1, {"b"})]
