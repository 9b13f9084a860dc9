"""Settings and problems that the tests of the engine share."""

import gc
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.engine.problems import adult_anonymizer
from tests.tiers import examples

# Kernels may have to be compiled, and the machine may be busy: time says nothing about correctness.
settings.register_profile(
    "engine", deadline=None, max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("engine")


@pytest.fixture(scope="module", autouse=True)
def old_garbage_is_seldom_looked_for() -> Iterator[None]:
    """Nothing here waits for a destructor, and random tests keep much: a twentieth of the time."""
    before = gc.get_threshold()
    gc.set_threshold(*before[:2], 100)
    yield
    gc.set_threshold(*before)


@pytest.fixture(scope="session")
def adult(shared):
    """ADULT with nine quasi-identifiers, k = 5, limit 0.05, loss: searched by several tests, changed by none."""
    return adult_anonymizer(shared)


@pytest.fixture(scope="session")
def described(shared) -> dict[str, Any]:
    """Risks and quality of ADULT with nine quasi-identifiers, as ARX 3.9.2 describes them."""
    with (shared / "reference" / "adult9-risk-quality.json").open() as stream:
        return json.load(stream)
