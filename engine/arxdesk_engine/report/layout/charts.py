"""The charts of a report: small drawings in SVG with their numbers written beside the marks.

They use common SVG (rectangles, lines, texts and attributes), so that a browser and Qt draw them
alike. Before is grey with an outline, after blue, a threshold a dashed line: distinct without colours, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, log10

from arxdesk_engine.foundation.language import localized, tr
from arxdesk_engine.foundation.words import in_parts
from arxdesk_engine.report.layout import palette, words
from arxdesk_engine.report.layout.blocks import Picture

FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
WIDTH = 487.0
"""The width of a printed page, in points."""
_SMALL = 7.5
_NUMBER = 28.0
"""So wide a number beside a bar is at most."""
_BAR = (90.0, 8.0)
_LEVELS = (64.0, 8.0)
MOST_SEGMENTS = 12


@dataclass(frozen=True, slots=True)
class Pair:
    """A share before and after, None for none; `threshold` is the accepted one."""

    label: str
    before: float
    after: float | None
    threshold: float | None = None


def level_picture(level: int, height: int, title: str) -> Picture:
    """A segment for each level, filled up to one; of very many levels a bar."""
    width, tall = _LEVELS
    if height == 0:
        return _picture([_rectangle(0, 0, width, tall, "none", palette.LINE)], width, tall, title)
    if height > MOST_SEGMENTS:
        drawn = [
            _rectangle(0, 0, width, tall, palette.TRACK),
            _rectangle(0, 0, width * level / height, tall, palette.AFTER),
        ]
        return _picture(drawn, width, tall, title)
    gap = 1.5
    wide = (width - gap * (height - 1)) / height
    drawn = [
        _rectangle(place * (wide + gap), 0, wide, tall, palette.AFTER if place < level else palette.TRACK)
        for place in range(height)
    ]
    return _picture(drawn, width, tall, title)


def share_bar(share: float, title: str) -> Picture:
    """A share of a whole."""
    width, tall = _BAR
    filled = min(max(share, 0.0), 1.0) * width
    drawn = [_rectangle(0, 0, width, tall, palette.TRACK)]
    if filled:
        drawn.append(_rectangle(0, 0, filled, tall, palette.AFTER))
    return _picture(drawn, width, tall, title)


def histogram(labels: Sequence[str], before: Sequence[float], after: Sequence[float] | None, axis: str) -> Picture:
    """Shares before and after in ranges, as adjacent columns with their numbers."""
    height, left, bottom, top = 196.0, 34.0, 34.0, 16.0
    most = _round_top(max((*before, *(after or ()), 0.0)))
    plot, floor = height - top - bottom, height - bottom
    drawn = []
    for tick in (each * most / 4 for each in range(5)):
        y = floor - plot * tick / most
        drawn += [_line(left, y, WIDTH, y, palette.GRID), _text(left - 5, y + 2.6, words.percent(tick), "end")]
    group = (WIDTH - left) / len(labels)
    sides = [(before, palette.BEFORE_FILL, palette.BEFORE)] + ([(after, palette.AFTER, palette.AFTER)] if after else [])
    wide = min(22.0, (group - 6) / len(sides))
    for place, label in enumerate(labels):
        start = left + group * place + (group - wide * len(sides)) / 2
        for number, (shares, fill, line) in enumerate(sides):
            tall, x = plot * shares[place] / most, start + wide * number
            if shares[place] > 0:
                drawn.append(_rectangle(x + 0.5, floor - tall, wide - 1, tall, fill, line))
                drawn.append(_text(x + wide / 2, floor - tall - 2.5, _short(shares[place]), "middle", 6.0))
        drawn.append(_text(left + group * (place + 0.5), floor + 10, label, "middle"))
    drawn += [_line(left, floor, WIDTH, floor, palette.AXIS), _text((left + WIDTH) / 2, floor + 22, axis, "middle")]
    title = in_parts(
        _sides(label, before[place], after[place] if after else None) for place, label in enumerate(labels)
    )
    return _picture(drawn, WIDTH, height, title)


def comparison(pairs: Sequence[Pair]) -> Picture:
    """Shares before and after as bars below each other, with the accepted share as a dashed mark."""
    left, right, row, top = 150.0, 74.0, 27.0, 4.0
    plot, height = WIDTH - left - right, top + row * len(pairs) + 18
    floor = top + row * len(pairs)
    drawn = []
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = left + plot * tick
        drawn += [_line(x, top, x, floor, palette.GRID), _text(x, floor + 10, words.percent(tick), "middle")]
    for place, pair in enumerate(pairs):
        y = top + row * place
        accepted = None if pair.threshold is None else left + plot * pair.threshold
        drawn.append(_text(left - 8, y + row / 2 + 2.6, pair.label, "end"))
        sides = [(pair.before, palette.BEFORE_FILL, palette.BEFORE)]
        sides += [(pair.after, palette.AFTER, palette.AFTER)] if pair.after is not None else []
        for number, (share, fill, line) in enumerate(sides):
            middle = y + row / 2 + (number - (len(sides) - 1) / 2) * 10.5
            drawn.append(_rectangle(left, middle - 4, max(plot * share, 0.6), 8, fill, line))
            drawn.append(_text(_beside(left + plot * share, accepted), middle + 2.6, words.percent(share), "start"))
        if accepted is not None:
            drawn.append(_line(accepted, y + 2, accepted, y + row - 2, palette.THRESHOLD, 1.5, dashed=True))
    drawn.append(_line(left, top, left, floor, palette.AXIS))
    return _picture(drawn, WIDTH, height, in_parts(_told(pair) for pair in pairs))


def bound_line(score: float, bound: float) -> Picture:
    """The position of a score above the proven lower bound, from 0 on."""
    height, left, right = 46.0, 4.0, 4.0
    most = _round_top(score) if score > 0 else 1.0
    plot, y = WIDTH - left - right, 20.0
    at_bound, at_score = left + plot * max(bound, 0.0) / most, left + plot * score / most
    drawn = [
        _rectangle(left, y - 4, plot, 8, palette.TRACK),
        _rectangle(at_bound, y - 4, max(at_score - at_bound, 0.6), 8, palette.BEFORE_FILL, palette.BEFORE),
        _line(at_bound, y - 9, at_bound, y + 9, palette.THRESHOLD, 1.5, dashed=True),
        _line(at_score, y - 9, at_score, y + 9, palette.AFTER, 2.0),
        _text(at_score, y - 12, tr("found {score}", score=words.score(score)), _anchor(at_score)),
        _text(at_bound, y + 19, tr("nothing below {bound} can exist", bound=words.score(bound)), _anchor(at_bound)),
    ]
    title = tr("Found {score}, proven bound {bound}", score=words.score(score), bound=words.score(bound))
    return _picture(drawn, WIDTH, height, title)


def _beside(end: float, accepted: float | None) -> float:
    """The position of the number of a bar: behind it, and not under the mark of the accepted share."""
    return accepted + 4 if accepted is not None and end - 1 <= accepted < end + _NUMBER else end + 4


def _told(pair: Pair) -> str:
    told = _sides(pair.label, pair.before, pair.after)
    return (
        told
        if pair.threshold is None
        else tr("{shares}, accepted {share}", shares=told, share=words.threshold(pair.threshold))
    )


def _sides(label: str, before: float, after: float | None) -> str:
    """Shares before and after by the name of what they are of."""
    if after is None:
        return tr("{label}: before {before}", label=label, before=words.percent(before))
    before_, after_ = words.percent(before), words.percent(after)
    return tr("{label}: before {before}, after {after}", label=label, before=before_, after=after_)


def _short(share: float) -> str:
    """A share that fits above a column."""
    if 0 < share < 0.0005:
        return f"<{words.decimal(0.1, 1)}"
    if 0.9995 <= share < 1:
        return f">{words.decimal(99.9, 1)}"
    return localized(f"{100 * share:.1f}".removesuffix(".0"))


def _anchor(x: float) -> str:
    if x < WIDTH * 0.2:
        return "start"
    return "end" if x > WIDTH * 0.8 else "middle"


def _round_top(most: float) -> float:
    """The next round number, of which a quarter is one, too."""
    if most <= 0:
        return 1.0
    unit = 10.0 ** ceil(log10(most) - 1)
    steps = (unit * each for each in (0.4, 0.8, 1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10))
    top = next((step for step in steps if step >= most * 0.999999), unit * 10)
    return min(top, 1.0) if most <= 1.0 < top else top


def _picture(drawn: Sequence[str], width: float, height: float, title: str) -> Picture:
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}pt" height="{height:g}pt" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}">{"".join(drawn)}</svg>'
    )
    return Picture(svg, width, height, title)


def _rectangle(x: float, y: float, width: float, height: float, fill: str, line: str = "") -> str:
    outline = f' stroke="{line}" stroke-width="0.75"' if line else ""
    return f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{fill}"{outline}/>'


def _line(x1: float, y1: float, x2: float, y2: float, color: str, width: float = 0.75, *, dashed: bool = False) -> str:
    dash = ' stroke-dasharray="3 2"' if dashed else ""
    places = f'x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}"'
    return f'<line {places} stroke="{color}" stroke-width="{width:g}"{dash}/>'


def _text(x: float, y: float, text: str, anchor: str, size: float = _SMALL) -> str:
    said = f'font-family="{FONT}" font-size="{size:g}" fill="{palette.TEXT_2}" text-anchor="{anchor}"'
    return f'<text x="{x:.2f}" y="{y:.2f}" {said}>{escape(text)}</text>'
