"""Every measurement runs, with the smallest settings: nothing is said about times."""

import importlib
import pkgutil

import pytest

import tests.benchmarks
from tests.benchmarks import data, house, speed, speed_rows, tables

SHORT = ["--seconds", "0.2"]
SMALLEST = {
    "antichain_sizes": ["--data", "ADULT-9", "--most", "0", *SHORT],
    "best_first_against_igreedy": ["--data", "ADULT-8", *SHORT],
    "bottom_up_against_flash": ["--data", "ADULT-9", "--attributes", *SHORT],
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
    "search_pauses": ["--data", "ADULT-9"],
    "suppression_gain": ["--data", "ADULT-8", *SHORT],
    "writing": ["--data", "ADULT-9", "--repeats", "1"],
}
WITHOUT_MAIN = {"combinations", "measure", "open_window", "pauses", "published", "speed_rows", "tables", "targets"}
RUN_BY_ITSELF = {"house", "launch", "speed", "test_benchmarks", "test_pauses"}
TESTED_ELSEWHERE = {"storage_variants"}  # tests/engine/lattice/test_storage.py


@pytest.mark.parametrize("name", SMALLEST)
def test_that_a_measurement_runs(shared, capsys, name):
    importlib.import_module(f"tests.benchmarks.{name}").main(SMALLEST[name])
    printed = capsys.readouterr().out
    assert "ADULT" in printed or "MACH2019" in printed


def test_that_every_measurement_is_run_here():
    modules = {module.name for module in pkgutil.iter_modules(tests.benchmarks.__path__)}
    assert modules == set(SMALLEST) | WITHOUT_MAIN | RUN_BY_ITSELF | TESTED_ELSEWHERE


def test_that_a_row_of_the_table_of_targets_is_measured_in_its_own_process(shared, capsys):
    speed.main(["--rows", "adult-5", "--repeats", "1"])
    printed = capsys.readouterr().out
    assert "ADULT-9, 5 %" in printed
    assert "0.241932" in printed
    assert "failed" not in printed


def test_that_the_table_of_the_house_is_counted(capsys):
    house.main([])
    assert "hops from Apply to the table" in capsys.readouterr().out
    assert house.circles({"a": {"b"}, "b": {"a"}, "c": {"a"}, "d": set()}) == {frozenset("ab")}


def test_that_the_start_of_the_command_line_is_measured(tmp_path):
    # Without a folder of its own for kernels, which are those that other tests have compiled.
    assert speed_rows.launch(None, tmp_path) > 0.0


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
