"""How measurements are printed: one table, with numbers as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

ABSENT = "-"
NOT_THERE_YET = "not there yet"


def show(title: str, headers: Sequence[str], rows: Iterable[Sequence[str]], notes: Iterable[str] = ()) -> None:
    """Print a titled table: the first column to the left, all others to the right, notes below."""
    lines = [tuple(headers), *(tuple(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headers))]
    ruler = "  ".join("-" * width for width in widths)
    print(f"\n{title}\n{ruler}")
    for number, line in enumerate(lines):
        cells = [cell.rjust(width) for cell, width in zip(line, widths, strict=True)]
        print("  ".join([line[0].ljust(widths[0]), *cells[1:]]).rstrip())
        if number == 0:
            print(ruler)
    for note in notes:
        print(f"  {note}")


def seconds(value: float | None) -> str:
    """A duration: "42 ms", "1.15 s", "120 s"."""
    if value is None:
        return ABSENT
    if value < 1.0:
        return f"{value * 1e3:.3g} ms"
    return f"{value:,.0f} s" if value >= 100.0 else f"{value:.3g} s"


def number(value: int | None) -> str:
    """A count: "12,960"."""
    return ABSENT if value is None else f"{value:,}"


def score(value: float | None) -> str:
    """A score, with the digits that the papers print."""
    return ABSENT if value is None else f"{value:.6f}"


def percent(share: float | None) -> str:
    """A share (0 to 1): "4.5 %"."""
    return ABSENT if share is None else f"{100 * share:.3g} %"


def times(ours: float | None, theirs: float | None) -> str:
    """How many times less ours is than theirs: "28 x"."""
    return ABSENT if not ours or theirs is None else f"{theirs / ours:.3g} x"


def megabytes(value: int | None) -> str:
    """Memory: "312 MB"."""
    return ABSENT if value is None else f"{value / 1e6:,.0f} MB"
