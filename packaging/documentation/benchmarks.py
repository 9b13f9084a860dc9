"""The tables of the page on benchmarks, from what was measured and committed."""

from __future__ import annotations

import tomllib
from pathlib import Path

_TESTS = Path(__file__).resolve().parents[2] / "tests"
MEASURED = _TESTS / "benchmarks" / "measured.toml"
_HEAD = ("| work | ARX 3.9.2 | ArxDesk | checked | score | state |", "|---|---|---|---|---|---|")


def searches() -> str:
    """A row for each search, under the command, the computer and the day."""
    found = tomllib.loads(MEASURED.read_text(encoding="utf-8"))
    told = f"{found['machine']}; {found['date']:%Y-%m-%d}. {found['remark']}"
    rows = [
        f"| {' | '.join(each[key] for key in ('work', 'arx', 'ours', 'checks', 'score', 'state'))} |"
        for each in found["search"]
    ]
    return "\n".join([f"```text\n{found['command']}\n```\n", f"{told}\n", *_HEAD, *rows])


def attacks() -> str:
    """What attacks on releases of ADULT found, as the test of these figures has it."""
    text = (_TESTS / "conformance" / "attacks.md").read_text(encoding="utf-8")
    return text.partition("\n")[2].strip()
