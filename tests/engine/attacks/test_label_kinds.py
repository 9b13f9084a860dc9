"""Every kind of label in a written file, beside pairwise comparison of people and rows by what each label says."""

import csv
import datetime as dt
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.attacks.inference import inference
from arxdesk_engine.attacks.nearest import nearest_rows
from arxdesk_engine.attacks.reading import read_release
from arxdesk_engine.attacks.singling_out import singling_out
from arxdesk_engine.job.job import job_from

KNOWN = ("age", "day", "zip", "town")
TOWNS = ("Ulm", "Bonn", "Köln")
GROUPS = {"Ulm": "South", "Bonn": "West", "Köln": "West"}


def day_of(number):
    return dt.date(2023, 11, 1) + dt.timedelta(days=number)


people = st.lists(
    st.tuples(
        st.integers(18, 40).map(str),
        st.integers(0, 150).map(lambda number: day_of(number).isoformat()),
        st.integers(80, 99).map(lambda number: f"{number:03d}"),
        st.sampled_from(TOWNS),
        st.sampled_from("xyz"),
    ),
    min_size=2,
    max_size=9,
)


def anything(_value):
    return True


def span(text, *, closed):
    """An interval of ages, written as `text` has it."""
    starts, widths = st.integers(15, 40), st.integers(1, 9)

    def made(low, width):
        high = low + width
        return text.format(low=low, high=high), lambda value: low <= int(value) < high + closed

    return st.builds(made, starts, widths)


def bound(text, *, below):
    """Ages from a bound on, or those below it."""
    return st.integers(15, 40).map(lambda end: (text.format(end), lambda value: (int(value) < end) == below))


def single(text, says):
    """A label of a single number: a text, and which ages it stands for."""
    return st.integers(18, 40).map(lambda number: (text.format(number), lambda value: says(int(value), number)))


def part_of_day(length):
    """A date, or its month."""
    starts = st.integers(0, 150).map(lambda number: day_of(number).isoformat()[:length])
    return starts.map(lambda start: (start, lambda value: value.startswith(start)))


def days_between(number, width):
    low, high = day_of(number).isoformat(), day_of(number + width).isoformat()
    return f"[{low}, {high}[", lambda value: low <= value < high


# Each label with what it says: a text, and which values it can stand for.
ages = st.one_of(
    span("[{low}, {high}[", closed=False),
    span("{low}-{high}", closed=True),
    span("{low} to {high}", closed=True),
    bound(">={}", below=False),
    bound("{}+", below=False),
    bound("<{}", below=True),
    single("{}", lambda value, number: value == number),
    single("{}.0", lambda value, number: value == number),
    single("{}.5", lambda _value, _number: False),
    st.integers(18, 40).map(lambda low: (f"{{{low}, {low + 2}}}", lambda value: int(value) in (low, low + 2))),
    st.just(("*", anything)),
)
days = st.one_of(
    part_of_day(10),
    part_of_day(7),
    st.sampled_from(["2023", "2024"]).map(lambda year: (year, lambda value: value.startswith(year))),
    st.just(("2024-Q1", lambda value: "2024-01-01" <= value < "2024-04-01")),
    st.just(("2023-12 to 2024-01", lambda value: "2023-12-01" <= value < "2024-02-01")),
    st.builds(days_between, st.integers(0, 150), st.integers(1, 60)),
    st.just(("*", anything)),
)
zips = st.one_of(
    st.integers(8, 9).map(lambda digit: (f"0{digit}*", lambda value: value[:2] == f"0{digit}")),
    st.integers(80, 99).map(lambda number: (f"{number:03d}", lambda value: value == f"{number:03d}")),
    st.sampled_from([("0**", anything), ("*", anything), ("****", lambda _value: False)]),
)
towns = st.one_of(
    st.sampled_from(TOWNS).map(lambda town: (town, lambda value: value == town)),
    st.sampled_from(("South", "West")).map(lambda group: (group, lambda value: GROUPS[value] == group)),
    st.just(("{Ulm; Bonn}", lambda value: value in ("Ulm", "Bonn"))),
    st.just(("*", anything)),
)
released = st.lists(st.tuples(ages, days, zips, towns, st.sampled_from("xyz")), min_size=2, max_size=9)


def written(folder, name, rows):
    with (folder / name).open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, delimiter=";")
        writer.writerow((*KNOWN, "illness"))
        writer.writerows(rows)


def job_of(folder, **sections):
    quasi = {"role": "quasi-identifying"}
    town = {**quasi, "hierarchy": {"builder": "table", "rows": [[name, GROUPS[name], "*"] for name in TOWNS]}}
    attributes = {
        "age": {**quasi, "type": "integer"},
        "day": {**quasi, "type": "date", "format": "%Y-%m-%d"},
        "zip": {**quasi, "type": "string"},
        "town": {**town, "type": "string"},
        "illness": {"role": "sensitive"},
    }
    data = {"path": "in.csv", "delimiter": ";"}
    content = {"data": data, "attributes": attributes, "privacy": [{"model": "k-anonymity", "k": 2}], **sections}
    return job_from(content).at(folder / "job.toml")


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(people, released, st.sets(st.sampled_from(KNOWN)))
def test_that_each_label_says_what_it_looks_like(people, released, known):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        written(folder, "in.csv", people)
        written(folder, "out.csv", [(*(label for label, _means in row[:4]), row[4]) for row in released])
        table = read_release(job_of(folder), folder / "out.csv").table
    tells = [
        row for row in released
        if not all(all(means(person[at]) for person in people) for at, (_label, means) in enumerate(row[:4]))
    ]  # fmt: skip
    rows = tells or released  # rows that show nothing are left out, unless all do
    expected, commonest = [], []
    for person in people:
        can_be = [row for row in rows if all(row[KNOWN.index(each)][1](person[KNOWN.index(each)]) for each in known)]
        expected.append(len(can_be))
        counted = Counter(row[4] for row in can_be).most_common()
        is_one = len(counted) == 1 or (len(counted) > 1 and counted[0][1] > counted[1][1])
        commonest.append(counted[0][0] if is_one else None)
    assert singling_out(table, sorted(known)).candidates.tolist() == expected
    found = inference(table, sorted(known), "illness").members
    for right, guess, person in zip(found.right.tolist(), commonest, people, strict=True):
        assert guess is None or right == (guess == person[4])


def test_that_means_of_groups_are_near_nobody_exactly(tmp_path):
    """Ages in groups of three, each with the mean of its group, as microaggregation releases them."""
    ages = [20, 21, 25, 30, 31, 32, 38, 39, 40]
    means = [sum(ages[start : start + 3]) / 3 for start in (0, 3, 6) for _each in range(3)]
    written(tmp_path, "in.csv", [(age, "2024-01-01", "080", "Ulm", "x") for age in ages])
    written(tmp_path, "out.csv", [(f"{mean:.4f}", "2024-01-01", "080", "Ulm", "x") for mean in means])
    table = read_release(job_of(tmp_path), tmp_path / "out.csv").table
    exact = [sum(abs(age - mean) < 1e-4 for mean in means) for age in ages]
    assert singling_out(table, ["age"]).candidates.tolist() == exact == [0, 0, 0, 0, 3, 0, 0, 3, 0]
    about = singling_out(table.known_with({"age": 2}), ["age"]).candidates.tolist()
    assert about == [sum(abs(age - mean) <= 2 for mean in means) for age in ages]
    near = nearest_rows(table, ["age"])
    width = max(ages) - min(ages)
    assert np.allclose(
        near.members.distance, [min(abs(age - mean) for mean in means) / width for age in ages], atol=1e-5
    )
    assert (
        near.own
        == sum(abs(age - mean) == min(abs(age - each) for each in means) for age, mean in zip(ages, means, strict=True))
        / 27
    )


def band(age, width):
    low = age // width * width
    return f"{low}-{low + width - 1}"


def test_that_groups_with_levels_of_their_own_are_attacked_by_their_labels(tmp_path):
    """Groupwise recoding: labels of several levels side by side, each of which covers what is below it."""
    generator = np.random.default_rng(3)
    bands = {
        str(age): [f"{age // 5 * 5}-{age // 5 * 5 + 4}", f"{age // 20 * 20}-{age // 20 * 20 + 19}", "*"]
        for age in range(20, 60)
    }
    rows = [
        (
            str(generator.integers(20, 60)),
            "2024-01-01",
            "080",
            TOWNS[generator.integers(3)],
            "xyz"[generator.integers(3)],
        )
        for _person in range(60)
    ]
    written(tmp_path, "in.csv", rows)
    job = job_of(tmp_path, search={"recoding": "groupwise"}, output={"path": "out.csv"}, suppression={"limit": 0.1})
    tree = {"builder": "table", "rows": [[age, *labels] for age, labels in bands.items()]}
    age = job.settings_of("age").model_copy(update={"hierarchy": job_of_tree(tree)})
    job = job.model_copy(update={"attributes": {**job.attributes, "age": age}})
    with Anonymizer.open(job) as anonymizer:
        solution = anonymizer.search()
        anonymizer.write(anonymizer.apply_recoding(anonymizer.recode(solution)))
    table = read_release(job, tmp_path / "out.csv").table
    with (tmp_path / "out.csv").open(encoding="utf-8") as stream:
        shown = [(row["age"], row["town"]) for row in csv.DictReader(stream, delimiter=";")]
    kept = [each for each in shown if each != ("*", "*")] or shown
    assert (
        len({label.count("-") + 2 * (label == "*") for label, _town in kept} | {town in TOWNS for _label, town in kept})
        > 1
    )
    expected = [
        sum(
            label in (row[0], *bands[row[0]]) and town in (row[3], GROUPS[row[3]], "*")
            for label, town in kept
        )
        for row in rows
    ]  # fmt: skip
    assert singling_out(table, ["age", "town"]).candidates.tolist() == expected
    assert min(each for each in expected if each) >= 2


def job_of_tree(tree):
    """A hierarchy as a job has it."""
    content = {"data": {"path": "t.csv"}, "attributes": {"a": {"role": "quasi-identifying", "hierarchy": tree}}}
    return job_from(content).settings_of("a").hierarchy
