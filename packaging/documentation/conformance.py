"""The tables of the page on conformance, from the figures that `tests/conformance/test_figures.py` computes anew."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "conformance"
_HEAD = ("| source | figure and its name | published | ours |", "|---|---|---|---|")
_LONG = 4
"""From this number of figures on, they stand on lines of their own."""


def conformance() -> str:
    """A table for each topic: what was published where, what it is here, and the command that computes it."""
    figures = tomllib.loads((FOLDER / "figures.toml").read_text(encoding="utf-8"))["figure"]
    parts = []
    for topic in dict.fromkeys(each["topic"] for each in figures):
        rows = [_row(each) for each in figures if each["topic"] == topic]
        parts += [
            f"## {topic}\n",
            "| source | figure and its name | published | ours |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    return "\n".join(parts)


def other_meanings() -> str:
    """What the notes on samples say beside their table: figures that mean something else, and what is not compared."""
    text = (FOLDER / "samples.md").read_text(encoding="utf-8")
    return text[text.index("## ") :].strip()


def _row(figure: dict[str, str]) -> str:
    told = "<br>".join([figure["figure"], f"`{figure['name']}`", *([figure["note"]] if "note" in figure else [])])
    return f"| {figure['source']} | {told} | {_numbers(figure['published'])} | {_numbers(figure['ours'])} |"


def _numbers(text: str) -> str:
    numbers = [re.sub(r"\.0+$", "", each) if float(each) == 0.0 else each for each in text.split()]
    return ("<br>" if len(numbers) >= _LONG and any("." in each for each in numbers) else ", ").join(numbers)
