"""The catalogues of translations against the texts in the sources, and against each other."""

import string

import pytest
from babel.messages.catalog import Catalog, Message

from tests.packaging.scripts import load_script

catalogues = load_script("catalogues")

CODES = tuple(catalogues.TRANSLATED)
NUMBERS = {"n", "m"}
"""Placeholders of the number that a plural form goes by: a form may say it in words."""


@pytest.fixture(scope="module")
def texts() -> Catalog:
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


def test_that_placeholders_fit_their_numbers(texts: Catalog):
    """Plural forms may leave the number out, and nothing else."""
    for message in texts:
        if isinstance(message.id, tuple):
            one, many = map(placeholders, message.id)
            assert one ^ many <= NUMBERS, message.id
        for text in (message.id,) if isinstance(message.id, str) else message.id:
            assert all(name.isidentifier() for name in placeholders(text)), text


@pytest.mark.parametrize("code", CODES)
def test_that_a_catalogue_has_the_texts_of_today_and_no_others(code: str, texts: Catalog):
    """Run `python packaging/catalogues.py` after texts were added, changed or removed."""
    known = {(message.id, message.context) for message in catalogues.read(code) if message.id}
    assert known == {(message.id, message.context) for message in texts if message.id}


@pytest.mark.parametrize("code", CODES)
def test_that_translations_have_the_placeholders_of_their_texts(code: str):
    found = []
    for message in catalogues.read(code):
        every = (message.id,) if isinstance(message.id, str) else message.id
        optional = NUMBERS if len(every) == 2 else set()
        allowed = set().union(*map(placeholders, every)) | ({"n"} if optional else set())
        for text, translation in forms(message):
            if not placeholders(text) - optional <= placeholders(translation) <= allowed:
                found.append(translation)
    assert found == []


@pytest.mark.parametrize("code", CODES)
def test_that_plural_forms_are_complete(code: str):
    catalogue = catalogues.read(code)
    assert catalogue.num_plurals == 2
    halves = [
        message.id
        for message in catalogue
        if isinstance(message.id, tuple) and any(message.string) and not all(message.string)
    ]
    assert halves == []


@pytest.mark.parametrize("code", CODES)
def test_that_nothing_is_left_in_english(code: str):
    assert catalogues.untranslated(catalogues.read(code)) == []


@pytest.mark.parametrize("code", CODES)
def test_that_translations_begin_and_end_like_their_texts(code: str):
    """Sentences that are set beside each other would run together."""
    found = [
        translation
        for message in catalogues.read(code)
        if message.id
        for text, translation in forms(message)
        if ((text[-1:] in ".:" or translation[-1:] in ".:") and text[-1:] != translation[-1:])
        or text[:1].isspace() != translation[:1].isspace()
    ]
    assert found == []
