"""What a job file says of exploring: read, told where it is wrong, written as it was, and of no account to a search."""

from __future__ import annotations

import tomllib

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.explore import MOST_PINS, ExploreSettings, Filters, Pin
from arxdesk_engine.job.job import Job, job_from, load_job

TEXT = """\
[data]
path = "people.csv"

[explore.filters]
classes = ["optimum", "anonymous"]   # the others only disturb
highest_score = 0.46
removed = 1_508

[explore.filters.forbidden]
marital-status = [1, 2]
"native country" = [0]

# What we talk about on Monday.
[[explore.pins]]
title = 'Optimum'
levels = { sex = 0, age = 3, "native country" = 1 }

[[explore.pins]]
levels.sex = 1
levels.age = 2
note = \"\"\"
Ages in bands of 10 years,
for the labour study.\"\"\"

[[explore.pins]]
title = "Sex removed"

[explore.pins.levels]
sex = 1
age = 0
"""

NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(["a.b", 'quo"te', "sex"])
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
LEVELS = st.integers(0, 2**15 - 1)
PINS = st.fixed_dictionaries(
    {"levels": st.dictionaries(NAMES, LEVELS, min_size=1, max_size=4)}, optional={"title": WORDS, "note": WORDS}
)
FILTERS = st.fixed_dictionaries(
    {},
    optional={
        "classes": st.lists(st.sampled_from(["optimum", "anonymous", "not-anonymous", "unknown"]), max_size=4),
        "lowest_score": st.floats(-1e300, 0.0),
        "highest_score": st.floats(0.0, 1e300),
        "removed": st.integers(0, 2**62),
        "forbidden": st.dictionaries(NAMES, st.lists(LEVELS, max_size=4), max_size=3),
    },
)
EXPLORED = st.fixed_dictionaries({}, optional={"filters": FILTERS, "pins": st.lists(PINS, max_size=4)})


def job_of(explore: object) -> Job:
    return job_from({"data": {"path": "people.csv"}, "explore": explore})


def fault_of(explore: object) -> str:
    with pytest.raises(InvalidJob) as caught:
        job_of(explore)
    return str(caught.value)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "people.toml"
    path.write_text(TEXT)
    return path


def with_pins(job: Job, *pins: Pin) -> Job:
    return job.model_copy(update={"explore": job.explore.model_copy(update={"pins": pins})})


def test_that_the_documented_section_is_read(file):
    explore = load_job(file).explore
    assert explore.filters == Filters(
        classes=("optimum", "anonymous"),
        highest_score=0.46,
        removed=1508,
        forbidden={"marital-status": (1, 2), "native country": (0,)},
    )
    assert [pin.title for pin in explore.pins] == ["Optimum", "", "Sex removed"]
    assert [dict(pin.levels) for pin in explore.pins] == [
        {"sex": 0, "age": 3, "native country": 1},
        {"sex": 1, "age": 2},
        {"sex": 1, "age": 0},
    ]
    assert explore.pins[1].note == "Ages in bands of 10 years,\nfor the labour study."


def test_that_an_unchanged_section_is_written_byte_for_byte(file):
    load_job(file).absolute().save(file)
    assert file.read_text() == TEXT


def test_that_a_changed_note_changes_its_lines_only(file):
    job = load_job(file).absolute()
    first, second, third = job.explore.pins
    with_pins(job, first, second, third.model_copy(update={"note": "Not enough."})).save(file)
    assert file.read_text() == TEXT.replace('"Sex removed"\n', '"Sex removed"\nnote = "Not enough."\n')


def test_that_a_pin_is_added_and_taken_away_again_without_a_trace(file):
    job = load_job(file).absolute()
    before = job.explore.pins
    more = with_pins(job, *before, Pin(levels={"sex": 0, "age": 0}, title="Everything"))
    more.save(file)
    assert load_job(file).explore.pins == more.explore.pins
    assert all(words in file.read_text() for words in ("# What we talk about", "# the others only disturb"))
    with_pins(load_job(file).absolute(), *before).save(file)
    assert load_job(file).explore.pins == before


def test_that_pins_in_another_order_are_written_in_that_order(file):
    job = load_job(file).absolute()
    turned = job.explore.pins[::-1]
    with_pins(job, *turned).save(file)
    assert load_job(file).explore.pins == turned
    assert load_job(file).explore.filters == job.explore.filters


def test_that_without_pins_and_filters_nothing_is_written():
    assert "explore" not in job_of({}).to_toml()
    assert "explore" not in job_of({"filters": {}, "pins": []}).to_toml()
    written = job_of({"pins": [{"levels": {"sex": 0}}]}).to_toml()
    assert "filters" not in written
    assert "title" not in written
    assert "note" not in written


@given(EXPLORED)
def test_that_what_is_written_is_read_as_it_was(explore):
    job = job_of(explore)
    assert job_from(tomllib.loads(job.to_toml())).explore == job.explore


@pytest.mark.parametrize(
    ("explore", "said"),
    [
        ({"filters": {"classes": ["optimal"]}}, ("explore.filters.classes.0", "optimum")),
        ({"filters": {"forbidden": {"age": [-1]}}}, ("explore.filters.forbidden.age.0", "-1")),
        ({"filters": {"forbidden": {"age": 3}}}, ("explore.filters.forbidden.age", "3")),
        ({"filters": {"lowest_score": 0.5, "highest_score": 0.25}}, ("explore.filters", "Swap them")),
        ({"filters": {"highest_score": float("nan")}}, ("explore.filters.highest_score", "nan")),
        ({"filters": {"removed": -1}}, ("explore.filters.removed", "-1")),
        ({"pins": {"sex": 1}}, ("explore.pins", "not allowed")),
        ({"pins": [{"title": "a"}]}, ("explore.pins.0.levels", "missing")),
        ({"pins": [{"levels": {}}]}, ("explore.pins.0.levels", "age = 3")),
        ({"pins": [{"levels": {"age": -1}}]}, ("explore.pins.0.levels.age", "-1")),
        ({"pins": [{"levels": {"age": 2.0}}]}, ("explore.pins.0.levels.age", "2.0")),
        ({"pins": [{"levels": {"age": True}}]}, ("explore.pins.0.levels.age", "True")),
        ({"pins": [{"levels": {"age": 10**300}}]}, ("explore.pins.0.levels.age", "not allowed")),
        ({"pins": [{"levels": {"age": 1}, "title": "a" * 201}]}, ("explore.pins.0.title", "200")),
        ({"pins": [{"levels": {"age": 1}, "note": "a" * 4001}]}, ("explore.pins.0.note", "4000")),
        ({"pins": [{"levels": {"age": 1}, "notes": ""}]}, ("explore.pins.0.notes", "note")),
        ({"pinned": []}, ("explore.pinned", "pins")),
    ],
)
def test_that_a_fault_is_told_with_its_place(explore, said):
    fault = fault_of(explore)
    assert all(words in fault for words in said)
    assert len(fault) < 400


def test_that_too_many_pins_are_told_and_the_most_are_read():
    pin = {"levels": {"age": 1}}
    assert len(job_of({"pins": [pin] * MOST_PINS}).explore.pins) == MOST_PINS
    assert "1,001 pins" in fault_of({"pins": [pin] * (MOST_PINS + 1)})


def test_that_unknown_attributes_and_control_characters_are_kept():
    pin = {"levels": {"no such\u0000attribute": 32_767}, "title": "\u202eA\u0007", "note": "\x00\x1b[31m"}
    job = job_of({"filters": {"forbidden": {"nobody": [9]}}, "pins": [pin]})
    assert job_from(tomllib.loads(job.to_toml())) == job


def test_that_a_search_takes_no_notice_of_it():
    dataset = Dataset.from_pandas(pd.DataFrame({"age": list("12345678"), "sex": list("mfmfmfmf")}), "small.csv")
    hierarchies = {"age": Hierarchy(tuple((age, "1-4" if age < "5" else "5-8", "*") for age in "12345678"))}
    quasi = {"role": "quasi-identifying"}
    job = job_from(
        {
            "data": {"path": "small.csv"},
            "attributes": {"age": quasi, "sex": quasi},
            "privacy": [{"model": "k-anonymity", "k": 2}],
        }
    )
    explored = ExploreSettings(
        filters=Filters(classes=(), forbidden={"age": (0, 1, 2, 3), "nobody": (7,)}, removed=0),
        pins=(Pin(levels={"age": 30_000, "nobody": 1}),),
    )
    plain = Anonymizer.formulate(job, dataset, hierarchies).search()
    explored_job = job.model_copy(update={"explore": explored})
    found = Anonymizer.formulate(explored_job, dataset, hierarchies).search()
    assert found.best is not None
    assert found.best == plain.best
    assert found.examined == plain.examined
