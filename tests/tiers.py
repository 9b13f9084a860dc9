"""The two tiers of the tests: the fast one answers within three minutes, the other one runs everything.

`ARXDESK_TESTS=fast` asks for the fast tier, as `start.py test --fast` does: fewer random examples, and none of the
tests that are named in `SLOWER`.
"""

import os

FAST = os.environ.get("ARXDESK_TESTS") == "fast"
FEWER = 10
"""The fast tier draws one in so many of the examples."""


def examples(count: int) -> int:
    """How many random examples to draw where the whole tier draws `count`."""
    return max(3, count // FEWER) if FAST else count
