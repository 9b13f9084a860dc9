"""Every measurement runs, with the smallest settings: nothing is said about times."""

import importlib
import pkgutil
import re

import numpy as np
import pytest

import tests.benchmarks
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from tests.benchmarks import (
    data,
    item_sets,
    outside_pauses,
    people,
    recoding,
    sample_risk,
    scale,
    speed,
    speed_rows,
    survey_blocks,
    tables,
)
from tests.benchmarks.k_member import k_member
from tests.benchmarks.mondrian import Demands, mondrian
from tests.benchmarks.released import Input, Tree

SHORT = ["--seconds", "0.2"]
SMALLEST = {
    "antichain_sizes": ["--data", "ADULT-9", "--most", "0", *SHORT],
    "best_first_against_igreedy": ["--data", "ADULT-8", *SHORT],
    "bottom_up_against_flash": ["--data", "ADULT-9", "--attributes", *SHORT],
    "attacks": ["--data", "ADULT-8", "--repeats", "1"],
    "curve": ["ADULT-9", *SHORT],
    "desktop": ["--data", "ADULT"],
    "analysis": ["--data", "ADULT-9", "--repeats", "1"],
    "data": ["ADULT-9"],
    "explore": ["--data", "ADULT-9", "--frames", "2"],
    "flash_against_ola_and_incognito": ["--data", "ADULT-8", "--k", "5", "--limits", "0", "--orders", "2", *SHORT],
    "heuristics_over_time": ["--data", "MACH2019-16", *SHORT],
    "heuristics_until_optimum": ["--data", "ADULT-9", *SHORT],
    "limit": ["--data", "ADULT-8", "--repeats", "1"],
    "optimum_over_time": ["--data", "ADULT-9", "--most", "4", *SHORT],
    "pruning_power": ["--data", "ADULT-8", *SHORT],
    "quality_models": ["--data", "ADULT-9", "--repeats", "1", *SHORT],
    "recoding": ["--rows", "adult-diverse", "--ways", "full-domain,groupwise,mondrian", *SHORT],
    "search_pauses": ["--data", "ADULT-9"],
    "suppression_gain": ["--data", "ADULT-8", *SHORT],
    "writing": ["--data", "ADULT-9", "--repeats", "1"],
}
WITHOUT_MAIN = {
    "combinations",
    "k_member",
    "measure",
    "mondrian",
    "open_window",
    "pauses",
    "published",
    "released",
    "speed_rows",
    "survey_blocks",
    "tables",
    "targets",
}
RUN_BY_ITSELF = {
    "house",
    "item_sets",
    "launch",
    "outside_pauses",
    "people",
    "sample_risk",
    "scale",
    "speed",
    "test_benchmarks",
    "test_house_table",
    "test_pauses",
}
TESTED_ELSEWHERE = {"storage_variants"}  # tests/engine/lattice/test_storage.py


@pytest.fixture(autouse=True)
def short_waits(monkeypatch):
    """Windows are waited for as long as it takes, and no longer: they are in processes of their own."""
    monkeypatch.setenv("ARXDESK_PATIENCE", "0.2")


def test_that_sets_of_items_are_measured(capsys):
    item_sets.main(["--sets", "200", "--largest", "4", "--domain", "30", "--most", "2", "--limit", "0.1"])
    assert "m = 2: " in capsys.readouterr().out


def test_that_k_on_people_leaves_histories_that_event_anonymity_does_not(capsys):
    """The simulation of people with visits: whoever knows two of them finds many, until events are protected."""
    people.main(["--simulation"])
    shares = {line[:29].strip(): re.findall(r"[0-9.]+(?= %)", line) for line in capsys.readouterr().out.splitlines()}
    in_small_groups, one, two, *_more = zip(
        *(map(float, shares[label]) for label in ("before", "5-anonymity of people", "event anonymity, k = 5, m = 2")),
        strict=True,
    )
    assert 8 < in_small_groups[0] < 12
    assert in_small_groups[1:] == one[1:] == (0.0, 0.0)
    assert 30 < two[0] < 40
    assert 5 < two[1] < 20
    assert two[2] == 0.0


@pytest.mark.parametrize("name", SMALLEST)
def test_that_a_measurement_runs(shared, capsys, name):
    importlib.import_module(f"tests.benchmarks.{name}").main(SMALLEST[name])
    printed = capsys.readouterr().out
    assert "ADULT" in printed or "MACH2019" in printed


def test_that_every_measurement_is_run_here():
    modules = {module.name for module in pkgutil.iter_modules(tests.benchmarks.__path__)}
    assert modules == set(SMALLEST) | WITHOUT_MAIN | RUN_BY_ITSELF | TESTED_ELSEWHERE


def test_that_the_risk_of_a_sample_is_measured(capsys):
    sample_risk.main(["--records", "1000"])
    assert "1,000 records" in capsys.readouterr().out


def test_that_a_row_of_the_table_of_targets_is_measured_in_its_own_process(shared, capsys):
    speed.main(["--rows", "adult-5", "--repeats", "1"])
    printed = capsys.readouterr().out
    assert "ADULT-9, 5 %" in printed
    assert "0.241932" in printed
    assert "failed" not in printed


def test_that_the_pauses_with_rows_outside_memory_are_measured(shared, capsys):
    outside_pauses.main(["--records", "3000"])
    printed = capsys.readouterr().out
    assert "the main thread paused for" in printed
    assert "write and count again" in printed


@pytest.mark.parametrize("most_of_script", [scale.MOST_OF_SCRIPT, 1000], ids=["by the script", "in blocks"])
def test_that_large_tables_are_measured_in_and_outside_memory(shared, capsys, tmp_path, monkeypatch, most_of_script):
    monkeypatch.setattr(scale, "MOST_OF_SCRIPT", most_of_script)
    monkeypatch.setattr(survey_blocks, "BLOCK", 900)
    scale.main(["--records", "2000", "--folder", str(tmp_path)])
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("2,000, ")]
    assert [(row[1], row[-1]) for row in rows] == [("memory", "same"), ("duckdb", "same")]
    assert not list(tmp_path.iterdir())


def test_that_the_start_of_the_command_line_is_measured(tmp_path):
    # Without a folder of its own for kernels, which are those that other tests have compiled.
    reads, searches = speed_rows.launch(None, tmp_path)
    assert 0.0 < reads < searches


def test_that_rows_are_known_by_name():
    assert set(speed_rows.ROWS) >= {
        "adult-5",
        "adult-100",
        "cup-5",
        "ihis-5",
        "mach2019",
        "ss13acs-21",
        "creditcard",
        "start",
    }
    with pytest.raises(SystemExit):
        speed.main(["--rows", "nobody"])


def test_that_lattices_have_the_published_sizes(shared):
    for name in ("ADULT-8", "ADULT-9"):
        assert data.anonymizer(name).problem.lattice.size == data.SETTINGS[name].size


def test_that_numbers_are_written_as_people_write_them():
    assert [tables.seconds(value) for value in (None, 0.0423, 1.149, 6850.0)] == ["-", "42.3 ms", "1.15 s", "6,850 s"]
    assert [tables.percent(value) for value in (None, 0.045, 1.0)] == ["-", "4.5 %", "100 %"]
    assert tables.times(0.04, 1.15) == "28.7 x"
    assert tables.times(0.04, None) == tables.ABSENT


# Leaves 0 and 1 stand below one label, 2 and 3 below another.
TREE = Tree.of(Hierarchy((("a", "low", "*"), ("b", "low", "*"), ("c", "high", "*"), ("d", "high", "*"))))


def small_table(leaves, counts, secrets=None):
    """Two attributes, the second of which runs against the first."""
    rows = np.stack([leaves, 3 - np.array(leaves)], axis=1)
    secrets = np.zeros(len(rows), int) if secrets is None else secrets
    return Input((TREE, TREE), rows, np.array(counts), secrets, np.arange(len(rows)))


def test_that_a_released_table_is_measured_by_its_leaves():
    places = [TREE.places[value] for value in ("a", "b", "c", "d")]
    table = small_table(places, [3, 1, 2, 2])
    exact = table.at_levels([np.zeros(4, int)] * 2, np.zeros(4, bool))
    assert exact.loss == 0.0
    assert exact.errors(uniform=False) == pytest.approx((0.0, 0.0))
    halves = table.at_levels([np.ones(4, int)] * 2, np.array([False, False, False, True]))
    assert halves.loss == pytest.approx((6 * (1 / 3) + 2) / 8)
    assert halves.removed_records == 2
    # Evenly: 2.5, 2.5, 1.5 and 1.5 of 8 records, for 3, 1, 2 and 2.
    expected = np.zeros((4, 4))
    for low, high, count in zip(halves.low, halves.high, halves.counts, strict=True):
        (a, b), (c, d) = low, high + 1
        expected[a:c, b:d] += count / ((c - a) * (d - b))
    is_there = np.zeros((4, 4))
    is_there[tuple(table.leaves.T)] = table.counts
    assert halves.errors(uniform=True)[0] == pytest.approx((0.5 + 1.5 + 0.5 + 0.5) / 8 / 2)
    assert halves.errors(uniform=True)[1] == pytest.approx(np.abs(expected - is_there).sum() / 8 / 2)


def test_that_recodings_to_compare_with_keep_what_they_promise():
    chance = np.random.default_rng(1)
    leaves, counts, secrets = (chance.integers(*ends, size=60) for ends in ((0, 4), (1, 3), (0, 3)))
    table = small_table(leaves, counts, secrets)
    groups = mondrian(table, Demands(4, distinct=2, closeness=0.4))
    whole = np.bincount(table.secrets, table.counts) / table.counts.sum()
    for group in range(groups.max() + 1):
        inside = groups == group
        found = np.bincount(table.secrets[inside], table.counts[inside], 3) / table.counts[inside].sum()
        assert table.counts[inside].sum() >= 4
        assert (found > 0).sum() >= 2
        assert np.abs(found - whole).sum() / 2 <= 0.4 + 1e-9
    assert groups.max() > 0
    rows, counts, clusters = k_member(table, 7)
    assert (np.bincount(clusters, counts) >= 7).all()
    assert np.array_equal(np.bincount(rows, counts), table.counts)
    assert table.in_groups(rows, counts, clusters).loss < table.in_groups(rows, counts, np.zeros(len(rows), int)).loss


def test_that_a_missed_target_fails_the_check(shared, monkeypatch, capsys):
    line = recoding.Line("group by group", 0.1, 0, (0.0, 0.0), (0.0, 0.0), [1.0], None, verdict="missed (<= 0.065)")
    monkeypatch.setattr(recoding, "_in_own_process", lambda *_: [line])
    assert recoding.main(["--rows", "cup", "--check"]) == 1
    assert recoding.main(["--rows", "cup"]) == 0
    assert "missed" in capsys.readouterr().out
