"""Where the boxes of released groups meet: labels of hierarchies are nested or apart, attribute by attribute."""

from __future__ import annotations

from typing import NamedTuple

from arxdesk_engine.kernels.arrays import Int64s
from arxdesk_engine.kernels.jit import group_type, nb


class Sides(NamedTuple):
    """Labels of all attributes and levels: those of value v of attribute a at level l are at `starts[a, l] + v`.

    int64 each: `codes` of the labels, and how many `values` have each. `order` int64[attributes] begins with those by
    which boxes are most likely apart.
    """

    codes: Int64s
    values: Int64s
    starts: Int64s
    order: Int64s


class Corners(NamedTuple):
    """Boxes: `levels` and `values` int64[boxes, attributes]."""

    levels: Int64s
    values: Int64s


class Parts(NamedTuple):
    """Finer labels of boxes, int64[boxes, attributes] each: at which `levels`, where the `ranks` of the codes of these
    begin in `rank_of`, and where the counts of each box begin (`starts`)."""

    levels: Int64s
    ranks: Int64s
    rank_of: Int64s
    starts: Int64s


SIDES = group_type(Sides, nb.int64[::1], nb.int64[::1], nb.int64[:, ::1], nb.int64[::1])
CORNERS = group_type(Corners, nb.int64[:, ::1], nb.int64[:, ::1])
PARTS = group_type(Parts, nb.int64[:, ::1], nb.int64[:, ::1], nb.int64[::1], nb.int64[:, ::1])


@nb.njit(nb.void(CORNERS, CORNERS, SIDES, PARTS, nb.int64[::1], nb.int64[::1], nb.int64[::1]), cache=True, nogil=True)
def count_meetings(
    boxes: Corners, others: Corners, sides: Sides, parts: Parts, meetings: Int64s, values: Int64s, by_part: Int64s
) -> None:
    """Count, for each box, the other boxes that it meets: int64[boxes], all told and the combinations of values that
    they have in common; `by_part` has the meetings for each finer label.

    No label of another box has a finer label below it, unless it has the label of the box below it as well.
    """
    number, attributes = boxes.levels.shape
    for box in range(number):
        for other in range(others.levels.shape[0]):
            common = 1
            for a in sides.order:
                level, its = boxes.levels[box, a], others.levels[other, a]
                mine, theirs = boxes.values[box, a], others.values[other, a]
                start = sides.starts[a, max(level, its)]
                if sides.codes[start + mine] != sides.codes[start + theirs]:
                    common = 0
                    break
                common *= sides.values[sides.starts[a, min(level, its)] + (mine if level <= its else theirs)]
            if common == 0:
                continue
            meetings[box] += 1
            values[box] += common
            for a in range(attributes):
                is_inside = others.levels[other, a] < boxes.levels[box, a]
                value = others.values[other, a] if is_inside else boxes.values[box, a]
                code = sides.codes[sides.starts[a, parts.levels[box, a]] + value]
                by_part[parts.starts[box, a] + parts.rank_of[parts.ranks[box, a] + code]] += 1
