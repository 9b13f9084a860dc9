import datetime as dt
import threading
from collections.abc import Iterator

import pytest

from arxdesk_engine.foundation import language
from arxdesk_engine.foundation.language import (
    fixed,
    in_language,
    marked,
    moment,
    set_language,
    tr,
    tr_n,
    tr_of,
    whole,
)

WHEN = dt.datetime(2026, 3, 9, 14, 5, 7, tzinfo=dt.timezone(dt.timedelta(hours=2)))


def test_that_texts_are_english_without_a_language():
    assert tr("{count} of {whole}", count="3", whole="7") == "3 of 7"
    assert tr("A brace { alone") == "A brace { alone"
    assert tr("") == ""
    assert tr_of("a place", "none") == "none"
    assert marked("Summary") == "Summary"
    assert [tr_n(number, "one record", "{n} records") for number in (0, 1, 1346)] == [
        "0 records",
        "one record",
        "1,346 records",
    ]


def test_that_values_are_put_in_as_they_are():
    assert tr("{name} is kept", name="{city}") == "{city} is kept"


def test_that_a_text_without_a_translation_stays_english():
    with in_language("de"):
        assert tr("No catalogue has this: {n}", n=3) == "No catalogue has this: 3"
        assert tr_n(1, "no catalogue has one", "no catalogue has {n}") == "no catalogue has one"
        assert tr_n(2000, "no catalogue has one", "no catalogue has {n}") == "no catalogue has 2.000"
        assert tr_of("nowhere", "No catalogue has this") == "No catalogue has this"
        assert tr("") == ""


@pytest.mark.parametrize(
    ("code", "number", "decimals"),
    [
        ("en", "1,230,162", "−1,346.50"),
        ("de", "1.230.162", "−1.346,50"),
        ("fr", "1\u202f230\u202f162", "−1\u202f346,50"),
        ("es", "1.230.162", "−1346,50"),  # thousands are separated from 10,000 on
    ],
)
def test_that_numbers_have_the_separators_of_the_language(code, number, decimals):
    with in_language(code):
        assert whole(1230162) == number
        assert fixed(-1346.5, 2).replace("-", "−") == decimals


def test_that_moments_are_in_utc_and_as_the_language_writes_them():
    written = {}
    for code in language.LANGUAGES:
        with in_language(code):
            written[code] = moment(WHEN)
    assert written == {
        "en": "2026-03-09 12:05:07 UTC",
        "de": "09.03.2026, 12:05:07 UTC",
        "fr": "9 mars 2026, 12:05:07 UTC",
        "es": "9 mar 2026, 12:05:07 UTC",
    }


def test_that_a_language_holds_for_its_thread_alone_and_ends():
    found = []
    with in_language("de"):
        with in_language("fr"):
            assert language.language() == "fr"
            other = threading.Thread(target=lambda: found.append(language.language()))
            other.start()
            other.join()
        assert language.language() == "de"
    assert (language.language(), found) == ("en", ["en"])


@pytest.fixture
def english_afterwards() -> Iterator[None]:
    yield
    set_language("en")


@pytest.mark.usefixtures("english_afterwards")
def test_that_a_language_of_the_process_holds_for_all_threads():
    found = []
    set_language("de")
    other = threading.Thread(target=lambda: found.extend((language.language(), whole(1230))))
    other.start()
    other.join()
    assert found == ["de", "1.230"]
    with in_language("en"):
        assert (language.language(), whole(1230)) == ("en", "1,230")
    assert language.language() == "de"


@pytest.mark.usefixtures("english_afterwards")
def test_that_the_numbers_of_a_region_hold_for_the_process_alone():
    set_language("de", "’", ".")
    assert fixed(1230.5, 1) == "1’230.5"
    with in_language("de"):
        assert fixed(1230.5, 1) == "1.230,5"
    set_language("en", ".", ",")
    assert fixed(1230.5, 1) == "1.230,5"
    with in_language("en"):
        assert fixed(1230.5, 1) == "1,230.5"
    set_language("en")
    assert fixed(1230.5, 1) == "1,230.5"


def test_that_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="there are no texts in 'it'"), in_language("it"):
        pass
    with pytest.raises(ValueError, match="there are no texts in 'it'"):
        set_language("it")


def test_that_a_language_ends_with_an_error():
    def fail():
        with in_language("de"):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert language.language() == "en"
