"""Groups of near records by maximum distance to the average vector."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Float64s, Int64s
from arxdesk_engine.kernels.jit import nb


@nb.njit(nb.int64(nb.float64[:, ::1], nb.int64[::1], nb.int64, nb.float64[::1]), cache=True, nogil=True)
def _farthest(points: Float64s, left: Int64s, number: int, centre: Float64s) -> int:
    """The record that is farthest from a point, the first one of several; left[:number] int64 are those to look at."""
    best, found = -1.0, left[0]
    for place in range(number):
        distance = 0.0
        for axis in range(centre.size):
            distance += (points[left[place], axis] - centre[axis]) ** 2
        if distance > best:
            best, found = distance, left[place]
    return int(found)


@nb.njit(
    nb.int64(
        nb.float64[:, ::1],
        nb.int64[::1],
        nb.int64,
        nb.int64,
        nb.int64,
        nb.int64,
        nb.float64[::1],
        nb.int64[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def _take_nearest(
    points: Float64s,
    left: Int64s,
    number: int,
    own: int,
    k: int,
    group: int,
    distances: Float64s,
    nearest: Int64s,
    groups: Int64s,
) -> int:
    """Put the k records that are nearest to one of them, itself first, into a group; the first ones of several.

    left[:number] int64 are the records without a group, in order, and lose those. distances float64[k], nearest
    int64[k], scratch. Returns how many are left.
    """
    there = 0
    for place in range(number):
        record, distance = left[place], 0.0
        for axis in range(points.shape[1]):
            distance += (points[record, axis] - points[own, axis]) ** 2
        if record == own:
            distance = -1.0
        if there == k and distance >= distances[k - 1]:
            continue
        at = min(there, k - 1)
        while at > 0 and distances[at - 1] > distance:
            distances[at], nearest[at] = distances[at - 1], nearest[at - 1]
            at -= 1
        distances[at], nearest[at] = distance, record
        there = min(there + 1, k)
    for place in range(there):
        groups[nearest[place]] = group
    kept = 0
    for place in range(number):
        if groups[left[place]] < 0:
            left[kept] = left[place]
            kept += 1
    return kept


@nb.njit(nb.int64(nb.float64[:, ::1], nb.int64, nb.int64[::1]), cache=True, nogil=True)
def mdav_groups(points: Float64s, k: int, groups: Int64s) -> int:
    """Put every record into a group of k to 2k - 1 records, or all into one where there are fewer than 2k.

    points: float64[records, axes]. Out: groups int64[records], from 0 as they are formed. Returns their number.
    """
    records, axes = points.shape
    left = np.arange(records)
    centre, number, group = np.zeros(axes), records, 0
    distances, nearest = np.zeros(k), np.zeros(k, np.int64)
    groups[:] = -1
    while number >= 2 * k:
        centre[:] = 0.0
        for place in range(number):
            for axis in range(axes):
                centre[axis] += points[left[place], axis]
        centre /= number
        first = _farthest(points, left, number, centre)
        takes_two = number >= 3 * k
        number = _take_nearest(points, left, number, first, k, group, distances, nearest, groups)
        group += 1
        if takes_two:
            second = _farthest(points, left, number, points[first])
            number = _take_nearest(points, left, number, second, k, group, distances, nearest, groups)
            group += 1
    for place in range(number):
        groups[left[place]] = group
    return int(group + (number > 0))
