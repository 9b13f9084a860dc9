"""Columns that hold identifiers, by their names and by their values."""

import csv
import functools
import importlib.resources
import itertools
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.risk.identifier_forms import FORMS, folded, folded_words, is_date, listed
from arxdesk_engine.risk.identifiers import (
    AGREED,
    KINDS,
    UNCLEAR,
    Detector,
    IdentifierCategory,
    distance,
    find_identifiers,
)

FORM = {form.kind: form for form in FORMS}


def column(name, *cells):
    dictionary = sorted(set(cells))
    return Column.encode(name, np.array([dictionary.index(cell) for cell in cells], np.int32), dictionary)


def found(name, *cells, **settings):
    """Kind and detector of every hit of one column; without cells it holds something that looks like nothing."""
    hits = find_identifiers([column(name, *(cells or ("low", "high", "low")))], **settings)
    return [(hit.kind, str(hit.detector)) for hit in hits]


def kinds(name):
    return [kind for kind, detector in found(name) if detector == "name"]


@pytest.fixture(scope="module")
def synonyms():
    place = importlib.resources.files("arxdesk_resources").joinpath("identifiers", "column_names.csv")
    return list(csv.DictReader(place.read_text(encoding="utf-8").splitlines()))


def test_that_there_are_the_eighteen_categories_of_the_rule():
    assert len(IdentifierCategory) == 18
    assert set(KINDS.values()) == set(IdentifierCategory)


def test_that_every_category_is_known_by_name(synonyms):
    assert {KINDS[row["kind"]] for row in synonyms} == set(IdentifierCategory)
    assert {row["kind"] for row in synonyms} | {"payment-card"} == set(KINDS)


def test_that_no_name_stands_twice_and_none_is_within_the_tolerance_of_another_kind(synonyms):
    names = [(folded(row["name"]), row["kind"], int(row["tolerance"])) for row in synonyms]
    assert len({name for name, _kind, _tolerance in names}) == len(names)
    near = [
        (one, other)
        for one, kind, tolerance in names
        for other, other_kind, _tolerance in names
        if kind != other_kind and len(set(one) ^ set(other)) <= 2 * tolerance and distance(one, other) <= tolerance
    ]
    assert near == []


def test_that_short_names_tolerate_nothing_and_long_ones_little(synonyms):
    for row in synonyms:
        length, tolerance = len(folded(row["name"])), int(row["tolerance"])
        assert tolerance in ((0,) if length < 6 else (0, 1, 2))
        assert tolerance * 6 <= length


@pytest.mark.parametrize("name", ["first_names.txt", "last_names.txt", "cities.txt", "quantities.txt"])
def test_that_lists_are_sorted_and_hold_nothing_twice(name):
    lines = importlib.resources.files("arxdesk_resources").joinpath("identifiers", name).read_text("utf-8").splitlines()
    assert lines[0].startswith("#")
    assert lines[1:] == sorted(set(lines[1:]))
    assert len(listed(name)) > 100


def edits(one, other):
    """The distance by its recursive definition."""

    @functools.cache
    def between(i, j):
        if 0 in (i, j):
            return i + j
        return min(between(i - 1, j) + 1, between(i, j - 1) + 1, between(i - 1, j - 1) + (one[i - 1] != other[j - 1]))

    return between(len(one), len(other))


@given(st.text("abc", max_size=8), st.text("abc", max_size=8))
def test_that_the_distance_is_that_of_its_definition(one, other):
    assert distance(one, other) == edits(one, other)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dateOfBirth", ["date", "of", "birth"]),
        ("ZIPCode", ["zip", "code"]),
        ("PLZ", ["plz"]),
        ("Straße", ["strasse"]),
        ("GeräteNr.", ["geraete", "nr"]),
        ("phone2_home", ["phone", "2", "home"]),
        ("prénom", ["prenom"]),
        ("", []),
    ],
)
def test_that_names_are_taken_apart(name, words):
    assert folded_words(name) == words


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("zip", "postal-code"),
        ("ZIPCode", "postal-code"),
        ("patient_zip_code", "postal-code"),
        ("PLZ", "postal-code"),
        ("Postleitzahl", "postal-code"),
        ("Postleizahl", "postal-code"),
        ("Date of birth", "date"),
        ("Geburtsdatum", "date"),
        ("Entlassungs-Datum", "date"),
        ("dischargeDate", "date"),
        ("SSN", "social-security-number"),
        ("Patienten-ID", "medical-record-number"),
        ("mrn", "medical-record-number"),
        ("Krankenversichertennummer", "health-plan-number"),
        ("Telefon", "telephone"),
        ("telephone nr", "telephone"),
        ("Telefax", "fax"),
        ("E-Mail", "email"),
        ("e_mail_adress", "email"),
        ("surname", "last-name"),
        ("Nachname", "last-name"),
        ("Vorname", "first-name"),
        ("Straße", "address"),
        ("Wohnort", "city"),
        ("Bundesland", "state"),
        ("VIN", "vehicle-number"),
        ("KFZ-Kennzeichen", "licence-plate"),
        ("licence plate", "licence-plate"),
        ("Gerätenummer", "device"),
        ("ip_address", "ip-address"),
        ("website", "url"),
        ("IBAN", "iban"),
        ("Kontonummer", "account-number"),
        ("Führerscheinnummer", "certificate-or-licence"),
        ("fingerprint", "biometric"),
        ("Lichtbild", "photograph"),
        ("id", "unique-code"),
    ],
)
def test_that_names_in_english_and_german_are_known(name, kind):
    assert kinds(name) == [kind]


@pytest.mark.parametrize(
    "name",
    [
        *("sip", "vim", "win", "zipp", "sex", "race", "occupation", "native-country", "country", "birth_rate", "stage"),
        *("update", "status", "marital-status", "income", "idea", "Sorte", "male", "diagnosis", "length_of_stay"),
    ],
)
def test_that_other_names_are_not_taken_for_one(name):
    assert found(name) == []


def test_that_the_longest_run_of_words_counts():
    assert kinds("name") == ["name"]
    assert kinds("first name") == ["first-name"]
    assert kinds("home address") == ["address"]
    assert kinds("ip address") == ["ip-address"]
    assert sorted(kinds("phone or fax")) == ["fax", "telephone"]


def test_that_a_name_counts_less_with_other_words_and_with_errors():
    hits = find_identifiers(
        [column(name, "low") for name in ("surname", "surname of owner", "telephone number", "telephne numbr")]
    )
    exact, partial, long, wrong = (hit.confidence for hit in hits)
    assert exact == long == 1.0
    assert 0.5 < partial < 1.0
    assert wrong == pytest.approx(1 - 2 / 15)
    assert [hit.synonym for hit in hits] == ["surname", "surname", "telephone number", "telephone number"]


DATES = (
    *("2020-02-29", "1999/12/31", "31.12.1999", "12/31/1999", "31/12/1999", "1.2.85", "20200131", "20200131235959"),
    *("2020-01-31T23:59:59Z", "2020-01-31 23:59", "31.01.2020 23:59:59.5", "12/31/1999 11:59 PM", "2020-01", "01/2020"),
    *("12 Mar 2020", "12. März 2020", "March 12, 2020", "12-Dec-99", "1. Mai 2020"),
)
NO_DATES = (
    *(
        "2021-02-29",
        "32.13.2020",
        "13/13/2020",
        "20201301",
        "12345678",
        "99999999",
        "1999",
        "2020-13",
        "12:30",
        "1.2.3",
    ),
    *("12 Foo 2020", "3000-01-01", "1.2-2020", "", "31", "0000-00-00", "192.168.1.20"),
)


@pytest.mark.parametrize("text", DATES)
def test_that_days_and_months_are_dates(text):
    assert is_date(text)


@pytest.mark.parametrize("text", NO_DATES)
def test_that_impossible_days_and_bare_years_are_none(text):
    assert not is_date(text)


MATCHING = {
    "email": ["jane.doe@example.org", "a@b.de"],
    "url": ["https://example.org/a?b=1", "http://x.de", "www.example.org"],
    "ip-address": ["192.168.0.1", "255.255.255.255", "::1", "2001:db8::ff00:42:8329"],
    "iban": ["DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432", "FR1420041010050500013M02606"],
    "payment-card": ["4111 1111 1111 1111", "5500-0000-0000-0004", "378282246310005"],
    "vehicle-number": ["1M8GDM9AXKP042788", "11111111111111111", "5GZCZ43D13S812715"],
    "health-plan-number": ["A123456780"],
    "device": ["00:1B:44:11:3A:B7", "00-1b-44-11-3a-b7"],
    "social-security-number": ["219-09-9999", "219 09 9999", "219099999"],
    "telephone": ["+49 89 1234567", "(212) 555-0123", "212-555-0123", "089/1234567", "0171 1234567", "+12125550123"],
    "date": list(DATES),
    "postal-code": ["80331", "01067", "12345-6789", "D-80331", "A-1010"],
    "state": ["TX", "Texas", "new york", "Bayern", "BW"],
    "city": ["Houston", "MÜNCHEN", "Muenchen", "st. louis"],
    "name": ["Smith, John", "Dr. med. Anna Müller", "Mary Ann Jones"],
    "first-name": ["Maria", "JÜRGEN"],
    "last-name": ["Müller", "Mueller", "O'Brien"],
}
OTHERS = {
    "email": ["jane.doe", "a@b", "a b@c.de"],
    "url": ["example", "http:/x", "ftp"],
    "ip-address": ["256.1.1.1", "1.2.3", "12:30:45", "1.2.3.x"],
    "iban": ["DE88 3704 0044 0532 0130 00", "DE", "GB82WEST12345698765433"],
    "payment-card": ["4111 1111 1111 1112", "1234567890123456", "4111"],
    "vehicle-number": ["1M8GDM9A1KP042788", "1M8GDM9AXKP04278", "IM8GDM9AXKP042788"],
    "health-plan-number": ["A123456781", "1234567890", "a123456780"],
    "device": ["00:1B:44:11:3A", "00:1B-44:11:3A:B7"],
    "social-security-number": [
        "000-12-3456",
        "666-12-3456",
        "900-12-3456",
        "123-00-4567",
        "123-45-0000",
        "12-345-6789",
    ],
    "telephone": ["2020-01-31", "219-09-9999", "01.02.2020", "12345678", "0.5", "+1 2", "01-02-2020"],
    "postal-code": ["00500", "1234", "123456", "12345-67", "1.234"],
    "state": ["XX", "tx", "Germany"],
    "city": ["Atlantis", "42"],
    "name": ["Maria", "acute renal failure", "Anna 2", "the quick brown fox jumps", "Anna-Lena", "anna@example org"],
    "first-name": ["Chair", "7"],
    "last-name": ["Chair"],
}


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in MATCHING.items() for text in texts])
def test_that_the_values_of_a_kind_are_known(kind, text):
    assert FORM[kind].matches(text)


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in OTHERS.items() for text in texts])
def test_that_other_values_are_not(kind, text):
    assert not FORM[kind].matches(text)


def test_that_every_form_is_tried_here():
    assert set(MATCHING) == set(FORM)


@given(st.text(max_size=30) | st.from_regex(r"[0-9A-Z:./ +-]{1,24}", fullmatch=True))
def test_that_no_text_breaks_a_form(text):
    text = text.strip()
    for form in FORMS if text else ():
        assert form.matches(text) in (True, False)


@given(st.integers(0, 10**9))
def test_that_the_check_digit_of_a_german_insurance_number_is_one_of_ten(number):
    digits = f"{number % 10**8:08}"
    assert sum(FORM["health-plan-number"].matches(f"K{digits}{check}") for check in range(10)) == 1


@pytest.mark.parametrize(("changed", "to"), [(4, "4"), (9, "1"), (21, "1")])
def test_that_any_changed_digit_breaks_an_iban(changed, to):
    right = "DE89370400440532013000"
    wrong = right[:changed] + to + right[changed + 1 :]
    assert right != wrong
    assert not FORM["iban"].matches(wrong)


def test_that_more_than_half_of_the_distinct_values_must_match():
    assert found("x", "a@b.de", "none") == []
    assert found("x", "a@b.de", "c@d.de", "none") == [("email", "values")]
    assert found("x", "a@b.de", "none", "none", "none", "c@d.de") == [("email", "values")]
    assert found("x", "a@b.de", "", "*", "*") == [("email", "values")]
    assert found("x", "a@b.de", "none", threshold=0.4) == [("email", "values")]


def test_that_the_share_of_matching_values_is_told_but_no_value():
    (hit,) = find_identifiers([column("x", "jane@b.de", "joe@d.de", "none")])
    assert (hit.category, hit.detector, hit.synonym) == (IdentifierCategory.EMAIL, Detector.VALUES, None)
    assert hit.matched_share == pytest.approx(2 / 3)
    assert hit.confidence == pytest.approx(2 / 3)
    assert not re.search("jane|joe|none", repr(hit).replace("None", ""))


FIVE_DIGITS = ("10115", "80331", "20095", "60311")


def test_that_five_digits_are_hardly_a_postal_code_where_the_name_does_not_say_so():
    (hit,) = find_identifiers([column("x", *FIVE_DIGITS)])
    assert (hit.kind, hit.confidence) == ("postal-code", UNCLEAR)
    assert found("income", *FIVE_DIGITS) == []
    assert found("Monatseinkommen", *FIVE_DIGITS) == []
    assert found("case number", *FIVE_DIGITS) == [("medical-record-number", "name")]


def test_that_five_digits_are_one_where_name_or_writing_say_so():
    hits = find_identifiers([column("PLZ", *FIVE_DIGITS)])
    assert [(hit.kind, hit.detector, hit.confidence) for hit in hits] == [
        ("postal-code", Detector.NAME, 1.0),
        ("postal-code", Detector.VALUES, AGREED),
    ]
    assert find_identifiers([column("x", *FIVE_DIGITS, "01067")])[0].confidence > UNCLEAR
    assert find_identifiers([column("x", "12345-6789")])[0].confidence > UNCLEAR


def test_that_nine_digits_are_hardly_a_social_security_number():
    assert find_identifiers([column("x", "219099999")])[0].confidence == UNCLEAR
    assert find_identifiers([column("x", "219-09-9999")])[0].confidence > 0.9


def test_that_ages_above_eighty_nine_are_told_where_the_name_says_age():
    (hit,) = find_identifiers([column("Alter", "17", "89", "90", "40")])
    assert (hit.category, hit.kind, hit.detector) == (IdentifierCategory.DATE, "age", Detector.VALUES)
    assert hit.matched_share == 0.25
    assert found("age", "17.0", "95.0") == [("age", "values")]
    assert found("age", "17", "89", "131") == []
    assert found("age", "17", "90+") == []
    assert found("hours", "17", "99") == []


def test_that_years_of_birth_are_told_where_they_tell_such_an_age():
    assert found("Geburtsjahr", "1960", "1935", year=2025) == [("birth-year", "values")]
    assert found("Geburtsjahr", "1960", "1936", year=2025) == []
    assert found("year", "1930", year=2025) == []


def test_that_states_may_stay():
    (hit,) = find_identifiers([column("x", "Texas", "Ohio")])
    assert (hit.kind, hit.permitted) == ("state", True)
    assert not find_identifiers([column("x", "Houston", "Dallas")])[0].permitted


def test_that_many_records_with_frequent_names_are_enough_among_many_rare_ones():
    listed_names = [line for line in sorted(listed("last_names.txt")) if line.isalpha()][:30]
    rare = [f"Xq{letter}{other}z" for letter in "abcdefghij" for other in "abcdefghij"]
    often = [name for name in listed_names for _record in range(3)]
    assert found("x", *rare, *often) == [("last-name", "values")]
    assert found("x", *rare, *listed_names[:19] * 10) == []


def test_that_a_code_of_its_own_for_every_record_is_told():
    codes = [f"k{number}x" for number in range(20)]
    (hit,) = find_identifiers([column("x", *codes)])
    assert (hit.category, hit.kind, hit.confidence) == (IdentifierCategory.OTHER, "unique-code", 0.5)
    assert found("x", *codes[:19]) == []
    assert found("x", *codes, codes[0]) == []
    assert found("weight", *codes) == []
    assert found("x", *(f"{number}.5" for number in range(20))) == []
    assert found("x", *(f"some text {number}" for number in range(20))) == []


def test_that_many_distinct_values_are_sampled_evenly():
    cells = [f"{number}@b.de" if number % 3 else f"n{number}" for number in range(60_000)]
    dictionary = sorted(cells)
    many = Column("x", np.arange(60_000, dtype=np.int32), tuple(dictionary))
    (hit,) = find_identifiers([many])
    assert hit.matched_share == pytest.approx(2 / 3, abs=0.01)


def test_that_a_table_is_gone_through_in_its_order_and_nothing_is_found_in_an_empty_one():
    table = Dataset((column("Nachname", "low"), column("x", "a@b.de"), column("sex", "m")))
    assert [hit.column for hit in find_identifiers(table)] == ["Nachname", "x"]
    assert find_identifiers(Dataset(())) == ()
    assert found("x", "", "*") == []
    assert found("", "low") == []


def test_that_the_reference_data_hold_ages_places_and_nothing_else(shared, adult):
    assert [(hit.column, hit.kind) for hit in find_identifiers(adult.dataset)] == [("age", "age")]
    assert max(int(age) for age in adult.dataset["age"].values) == 90
    with (shared / "data" / "cup" / "cup.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(itertools.islice(csv.DictReader(stream, delimiter=";"), 5000))
    cup = [column(name, *(row[name] for row in rows)) for name in rows[0]]
    hits = {(hit.column, hit.kind, str(hit.detector)) for hit in find_identifiers(cup)}
    by_both = {(name, kind, by) for name, kind in (("ZIP", "postal-code"), ("STATE", "state")) for by in Detector}
    assert hits == {*by_both, ("AGE", "age", "values")}


def test_that_progress_is_told_and_a_wish_to_stop_is_followed():
    columns = [column("zip", "low"), column("email", "low"), column("phone", "low")]
    told = []
    assert len(find_identifiers(columns, control=Control(told.append))) == 3
    assert [progress.fraction for progress in told] == [1 / 3, 2 / 3, 1.0]
    stopping = Control(lambda _progress: stopping.stop())
    assert [hit.column for hit in find_identifiers(columns, control=stopping)] == ["zip"]
