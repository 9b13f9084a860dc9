"""The hierarchies that ship with ArxDesk: counts and facts that are known, and places of well-known values."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.foundation.named_settings import UnfitSettings
from arxdesk_engine.hierarchies import ready_made
from arxdesk_engine.hierarchies.ready_made import ReadyMadeBuilder, countries, diagnosis_blocks
from tests.engine.hierarchies.columns import built, column

# How many countries and areas UN M49 has in each of its sub-regions, without Sark, which has no code in ISO 3166-1,
# with Taiwan in Eastern Asia.
SUB_REGIONS = {
    "Northern Africa": 7,
    "Sub-Saharan Africa": 53,
    "Latin America and the Caribbean": 52,
    "Northern America": 5,
    "Antarctica": 1,
    "Central Asia": 5,
    "Eastern Asia": 8,
    "South-eastern Asia": 11,
    "Southern Asia": 9,
    "Western Asia": 18,
    "Eastern Europe": 10,
    "Northern Europe": 16,
    "Southern Europe": 16,
    "Western Europe": 9,
    "Australia and New Zealand": 6,
    "Melanesia": 5,
    "Micronesia": 8,
    "Polynesia": 10,
}
CHAPTERS = (
    *("A00-B99", "C00-D48", "D50-D89", "E00-E90", "F00-F99", "G00-G99", "H00-H59", "H60-H95", "I00-I99", "J00-J99"),
    *("K00-K93", "L00-L99", "M00-M99", "N00-N99", "O00-O99", "P00-P96", "Q00-Q99", "R00-R99", "S00-T98", "V01-Y98"),
    *("Z00-Z99", "U00-U85"),
)


def labels(name, value, **settings):
    return ReadyMadeBuilder(name=name, **settings).labels_of([value])[0][1:]


@pytest.mark.parametrize("name", ready_made.names())
def test_that_each_has_a_title_and_builds(name):
    values = {
        "age": ["0", "39", "120", ""],
        "dates": ["2020-02-29", ""],
        "dates-in-weeks": ["2020-12-31", "2021-01-01", ""],
        "zip": ["00501", "99950", ""],
        "countries-alpha-2": ["DE", "US", ""],
        "countries-alpha-3": ["DEU", "USA", ""],
        "countries-names": ["Germany", "United-States", ""],
        "icd-10": ["E11.9", "I10", "U07.1", ""],
    }[name]
    assert ready_made.title(name)
    hierarchy = built(ReadyMadeBuilder(name=name), column(values))
    assert {row[-1] for row in hierarchy.rows} == {"*"}


def test_that_names_are_checked_and_the_nearest_is_told():
    with pytest.raises(UnfitSettings, match='Did you mean "icd-10"'):
        ReadyMadeBuilder(name="icd10")


def test_that_there_are_249_countries_with_different_codes_and_names():
    assert len(countries()) == 249
    for form in ("alpha-2", "alpha-3", "name"):
        assert len({row[form] for row in countries()}) == 249
    assert all(len(row["alpha-2"]) == 2 and len(row["alpha-3"]) == 3 for row in countries())
    assert Counter(row["sub-region"] for row in countries()) == SUB_REGIONS
    regions = {"Africa": 60, "Americas": 57, "Antarctica": 1, "Asia": 51, "Europe": 51, "Oceania": 29}
    assert Counter(row["region"] for row in countries()) == regions
    assert ReadyMadeBuilder(name="countries-alpha-2").build(column(["DE", "xx"[:0]])).groups(0) == 250


def test_that_no_other_name_means_two_countries():
    names = [
        name for row in countries() for name in {row["alpha-2"], row["alpha-3"], row["name"], *row["also"].split("|")}
    ]
    folded = Counter(ready_made._folded(name) for name in names if name)
    assert [name for name, number in folded.items() if number > 1] in ([], ["antarctica"])


@pytest.mark.parametrize(
    ("value", "area", "sub_region", "region"),
    [
        ("Germany", "Western Europe", "Western Europe", "Europe"),
        ("United-States", "Northern America", "Northern America", "Americas"),
        ("Côte d'Ivoire", "Western Africa", "Sub-Saharan Africa", "Africa"),
        ("Viet-Nam", "South-eastern Asia", "South-eastern Asia", "Asia"),
        ("Korea, Republic of", "Eastern Asia", "Eastern Asia", "Asia"),
        ("mexico", "Central America", "Latin America and the Caribbean", "Americas"),
        ("Iran", "Southern Asia", "Southern Asia", "Asia"),
        ("Cyprus", "Western Asia", "Western Asia", "Asia"),
        ("TR", "Western Asia", "Western Asia", "Asia"),
        ("ZAF", "Southern Africa", "Sub-Saharan Africa", "Africa"),
        ("NZL", "Australia and New Zealand", "Australia and New Zealand", "Oceania"),
    ],
)
def test_that_countries_are_found_by_any_of_their_names(value, area, sub_region, region):
    assert labels("countries-names", value) == (area, sub_region, region, "*")


def test_that_what_is_no_country_is_told_or_gets_a_label_of_its_own():
    with pytest.raises(InvalidHierarchy, match='1 value is no name of a country: "Atlantis"'):
        labels("countries-names", "Atlantis")
    assert labels("countries-names", "Atlantis", other="elsewhere") == ("elsewhere", "elsewhere", "elsewhere", "*")


def test_that_icd_10_has_22_chapters_whose_blocks_lie_within_them_in_order():
    blocks = diagnosis_blocks()
    assert len({chapter for _first, _last, chapter, _range in blocks}) == 22
    assert {categories for *_rest, categories in blocks} == set(CHAPTERS)
    edges = [code for first, last, *_rest in blocks for code in (first, last)]
    assert edges == sorted(edges)
    assert all(last < first for (_f, last, *_r), (first, *_s) in pairwise(blocks))
    for first, last, _chapter, categories in blocks:
        low, high = categories.split("-")
        assert low <= first <= last <= high
    ends = {
        categories: (
            min(f for f, _l, _c, r in blocks if r == categories),
            max(last for _f, last, _c, r in blocks if r == categories),
        )
        for categories in CHAPTERS
    }
    assert ["-".join(ends[categories]) for categories in CHAPTERS] == list(CHAPTERS)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("E11.9", ("E11", "E10-E14", "E00-E90")),
        ("E119", ("E11", "E10-E14", "E00-E90")),
        ("E11", ("E11", "E10-E14", "E00-E90")),
        ("A09", ("A09", "A00-A09", "A00-B99")),
        ("C50.9", ("C50", "C50-C50", "C00-D48")),
        ("i21.-", ("I21", "I20-I25", "I00-I99")),
        ("S72.01", ("S72", "S70-S79", "S00-T98")),
        ("X99", ("X99", "X85-Y09", "V01-Y98")),
        ("E08.1", ("E08", "E08-E08", "E00-E90")),
        ("U07.1", ("U07", "U00-U49", "U00-U85")),
        ("Z99.9", ("Z99", "Z80-Z99", "Z00-Z99")),
    ],
)
def test_that_diagnoses_have_category_block_and_chapter(value, expected):
    assert labels("icd-10", value) == (*expected, "*")


@pytest.mark.parametrize("value", ["D49", "E1", "11.9", "diabetes", "E11.99999", "V00"])
def test_that_what_is_no_diagnosis_is_told(value):
    with pytest.raises(InvalidHierarchy, match="1 value is no code of ICD-10"):
        labels("icd-10", value)


def test_that_ages_zip_codes_and_dates_have_the_places_that_people_know():
    assert labels("age", "39") == ("35-39", "30-39", "20-39", "0-39", "*")
    assert labels("age", "120") == (">=120",) * 4 + ("*",)
    with pytest.raises(InvalidHierarchy, match='"-1" lies out of bounds'):
        labels("age", "-1")
    assert ReadyMadeBuilder(name="age").build(column(["39"])).groups(0) == 121
    assert labels("zip", "90210") == ("9021*", "902**", "90***", "9****", "*")
    with pytest.raises(InvalidHierarchy, match="90210-1234"):
        labels("zip", "90210-1234")
    german = column(["29.02.2020"], ValueType(DataType.DATE, "%d.%m.%Y"))
    assert ReadyMadeBuilder(name="dates").build(german).rows[0][1:] == (
        "2020-02",
        "2020-Q1",
        "2020",
        "[2020, 2030[",
        "*",
    )
