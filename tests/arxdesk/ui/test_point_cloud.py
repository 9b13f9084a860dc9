"""Points with a logarithmic upward axis, beside slow twins."""

import math
import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arxdesk.ui.point_cloud import (
    MOST_POINTS,
    Window,
    cloud_of,
    draw,
    inside,
    nearest,
    whole_of,
)

GENERATORS = st.integers(0, 10**6).map(random.Random)
XS, YS = [0.0, 0.1, 0.25, 0.3, 1.0], [0.0, 0.001, 0.05, 0.2, 0.5, 1.0]


def points(generator, most=30):
    """Few different values, so that many points are equal in one or both."""
    number = generator.randint(0, most)
    return np.array([generator.choice(XS) for _ in range(number)]), np.array(
        [generator.choice(YS) for _ in range(number)]
    )


def beaten(x, y, place):
    """Whether another point is at most as large in both and smaller in one."""
    return any(
        x[other] <= x[place] and y[other] <= y[place] and (x[other] < x[place] or y[other] < y[place])
        for other in range(len(x))
    )


@given(GENERATORS)
def test_that_the_frontier_is_what_no_other_point_beats(generator):
    x, y = points(generator)
    order, cloud = cloud_of(x, y)
    assert sorted(order[cloud.frontier].tolist()) == [place for place in range(len(x)) if not beaten(x, y, place)]


@given(GENERATORS)
def test_that_a_cloud_holds_the_points_in_order_with_their_powers_of_ten(generator):
    x, y = points(generator)
    order, cloud = cloud_of(x, y)
    assert list(zip(cloud.x, cloud.y, strict=True)) == sorted(zip(x, y, strict=True))
    assert np.array_equal(cloud.x, x[order])
    for value, up in zip(cloud.y, cloud.up, strict=True):
        assert up == (math.log10(value) if value > 0 else cloud.floor)
    if (y > 0).any() and (y == 0).any():
        assert cloud.floor < math.log10(y[y > 0].min())
    assert (cloud.floor == -math.inf) == (not (y == 0).any())


@given(GENERATORS)
def test_that_the_whole_holds_every_point_off_its_edges(generator):
    _order, cloud = cloud_of(*points(generator))
    whole = whole_of(cloud)
    assert whole.left < whole.right
    assert whole.low < whole.high
    for x, up in zip(cloud.x, cloud.up, strict=True):
        assert whole.left < x < whole.right
        assert whole.low < up < whole.high


@given(GENERATORS)
def test_that_a_window_holds_what_lies_within(generator):
    _order, cloud = cloud_of(*points(generator))
    left, right = sorted(generator.choice([*XS, 0.2, 2.0]) for _ in range(2))
    low, high = sorted(generator.choice([-9.0, -3.0, -1.0, math.log10(0.2), 0.0]) for _ in range(2))
    expected = [
        place for place in range(len(cloud)) if left <= cloud.x[place] <= right and low <= cloud.up[place] <= high
    ]
    assert inside(cloud, Window(left, right, low, high)).tolist() == expected


@given(GENERATORS)
def test_that_the_nearest_point_within_reach_is_found(generator):
    _order, cloud = cloud_of(*points(generator))
    x, up, across, upward = generator.random(), -3 * generator.random(), 0.2 * generator.random(), generator.random()
    far = [math.hypot((cloud.x[place] - x) / across, (cloud.up[place] - up) / upward) for place in range(len(cloud))]
    found = nearest(cloud, x, up, across, upward)
    if not far or min(far) > 1:
        assert found == -1
    else:
        assert math.isclose(far[found], min(far))


def test_that_risks_that_are_all_equal_leave_room_around():
    _order, cloud = cloud_of(np.array([0.2, 0.4]), np.array([0.2, 0.2]))
    whole = whole_of(cloud)
    assert whole.high - math.log10(0.2) > 0.2
    assert math.log10(0.2) - whole.low > 0.2


def many(number):
    generator = np.random.default_rng(2)
    return cloud_of(generator.random(number), generator.integers(1, 30, number) / 100)[1]


def test_that_some_thousand_points_are_drawn_and_more_are_counted():
    few, more = many(MOST_POINTS), many(MOST_POINTS + 1)
    drawn = draw(few, whole_of(few), None)
    assert len(drawn.shown) == MOST_POINTS
    assert drawn.density is None
    counted = draw(more, whole_of(more), None)
    assert len(counted.shown) == 0
    assert counted.density.max() == 1.0
    closer = draw(more, Window(0.1, 0.2, -2, 0), None)
    assert closer.density is None
    assert closer.shown.tolist() == inside(more, closer.window).tolist()


def test_that_a_density_is_the_logarithm_of_how_many_points_are_in_each_cell():
    cloud = many(20_000)
    window = whole_of(cloud)
    density = draw(cloud, window, None).density
    rows, columns = density.shape
    counts = np.zeros((rows, columns), int)
    for x, up in zip(cloud.x.tolist(), cloud.up.tolist(), strict=True):
        column = int((x - window.left) / (window.right - window.left) * columns)
        counts[int((up - window.low) / (window.high - window.low) * rows), column] += 1
    assert np.allclose(density, np.log1p(counts) / math.log1p(counts.max()), atol=1e-6)


def test_that_marked_points_have_a_density_of_their_own():
    cloud = many(20_000)
    marked = cloud.x < 0.5
    drawn = draw(cloud, whole_of(cloud), marked)
    assert ((drawn.marked_density > 0) <= (drawn.density > 0)).all()
    assert (drawn.marked_density[:, 70:] == 0).all()
    assert drawn.marked_density[:, 10:60].any()
    assert draw(cloud, whole_of(cloud), None).marked_density is None
