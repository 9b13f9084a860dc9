"""The judge itself: it accepts releases of the program, and sees every kind of fault put into one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.releases.drawing import Attribute, Drawn
from tests.releases.judging import Row, judged, value_of

ROWS = (("1", "low", "*"), ("2.0", "low", "*"), ("3", "high", "*"), ("4", "high", "*"))
AGE = Attribute("age", "decimal", "quasi-identifying", ROWS)
ILLNESS = Attribute("illness", "integer", "sensitive")


def released(
    labels: str, illnesses: str, *models: dict[str, object], suppressed: str = "keep", **changes: object
) -> tuple[Drawn, list[Row]]:
    """A table whose ages are 1 to 4 in turn, and a release that shows `labels` (l, h or *) and the illnesses."""
    records = tuple(
        {"number": f"r{at}", "age": "12"[at % 2] if label != "h" else "34"[at % 2], "illness": illness}
        for at, (label, illness) in enumerate(zip(labels, illnesses, strict=True))
    )
    shown = {"l": "low", "h": "high", "*": "*"}
    rows = [{**record, "age": shown[label]} for record, label in zip(records, labels, strict=True)]
    said = {"limit": changes.pop("limit", 0), "subset": None, "is_recoded": False, "suppressed": suppressed}
    return Drawn(Path(), (AGE, ILLNESS), records, models, **{**said, **changes}), rows


def k(size: int) -> dict[str, object]:
    return {"model": "k-anonymity", "k": size}


def closeness(variant: str, t: float) -> dict[str, object]:
    return {"model": "t-closeness", "variant": variant, "t": t, "attribute": "illness"}


def diversity(variant: str, l: float, **more: object) -> dict[str, object]:  # noqa: E741
    return {"model": "l-diversity", "variant": variant, "l": l, "attribute": "illness", **more}


@pytest.mark.parametrize(
    ("labels", "illnesses", "model"),
    [
        ("llllhhhh", "12121212", k(4)),
        ("llllhhhh", "12121212", diversity("distinct", 2)),
        ("llllhhhh", "12121212", diversity("shannon", 2)),
        ("llllhhhh", "12121212", closeness("equal", 0)),
        ("lllhhh", "112223", closeness("ordered", 0.5)),  # 1: 1/3, 2: 0 moved; two gaps of 1/2
    ],
)
def test_promises_that_are_kept(labels: str, illnesses: str, model: dict[str, object]) -> None:
    assert judged(*released(labels, illnesses, model)) == []


@pytest.mark.parametrize(
    ("labels", "illnesses", "model"),
    [
        ("llllhhh", "1212121", k(4)),
        ("llllhhhh", "12122222", diversity("distinct", 2)),
        ("llllhhhh", "12121222", diversity("shannon", 2)),
        ("llllhhhh", "12121112", diversity("recursive", 2, c=2.0)),
        ("llllhhhh", "12121112", closeness("equal", 0.1)),
        ("lllhhh", "112223", closeness("ordered", 0.24)),
        ("llllhhhh", "11112222", {"model": "beta-likeness", "variant": "basic", "beta": 0.9, "attribute": "illness"}),
        ("lllllllh", "11121112", {"model": "sample-uniqueness", "threshold": 0.1}),
        ("llllhhhh", "11121112", {"model": "average-risk", "threshold": 0.2}),
    ],
)
def test_promises_that_are_broken(labels: str, illnesses: str, model: dict[str, object]) -> None:
    assert judged(*released(labels, illnesses, model))


Change = Callable[[list[dict[str, str]]], object]


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows[0].update(age="high"),
        lambda rows: rows[0].update(age="1"),
        lambda rows: rows[0].update(illness="7"),
        lambda rows: rows.pop(),
        lambda rows: rows.append(dict(rows[0])),
        lambda rows: [row.update(age="*") for row in rows[:4]],
    ],
    ids=["label", "level", "sensitive", "left out", "twice", "removed"],
)
def test_changed_cells_are_seen(change: Change) -> None:
    drawn, rows = released("llllhhhh", "12121212", k(2))
    copies = [dict(row) for row in rows]
    change(copies)
    assert judged(drawn, copies)


def test_numbers_are_equal_when_their_values_are() -> None:
    assert value_of("2", "decimal") == value_of("+02.0", "decimal") != value_of("2.01", "decimal")
    assert value_of("2", "string") != value_of("2.0", "string")
