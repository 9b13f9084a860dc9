"""Every figure of `figures.toml` is computed anew, and agrees with what is published in every digit that is given."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.conformance.computing import COMPUTED, NEED_DATA

FIGURES = tomllib.loads(Path(__file__).with_name("figures.toml").read_text(encoding="utf-8"))["figure"]
KEYS = {"name", "topic", "source", "figure", "published", "ours"}


def decimals(number: str) -> int:
    return len(number.partition(".")[2])


def as_written(value: float, pattern: str) -> str:
    return f"{value:.{decimals(pattern)}f}"


def test_that_every_figure_has_its_computation_and_its_source():
    assert sorted(each["name"] for each in FIGURES) == sorted(COMPUTED)
    assert [each["name"] for each in FIGURES if set(each) - {"note"} != KEYS] == []


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure["name"])
def test_that_ours_is_what_is_published(figure):
    published, ours = figure["published"].split(), figure["ours"].split()
    assert [as_written(float(value), other) for value, other in zip(ours, published, strict=True)] == published


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure["name"])
def test_that_ours_is_what_is_computed(figure, request):
    name, ours = figure["name"], figure["ours"].split()
    data = [request.getfixturevalue("shared") / "data"] if name in NEED_DATA else []
    computed = COMPUTED[name](*data)
    assert len(computed) == len(ours)
    for value, written in zip(computed, ours, strict=True):
        assert float(value) == pytest.approx(float(written), rel=0, abs=1.01 * 10.0 ** -decimals(written))
