"""The two tiers of the tests: the fast one answers within three minutes, the other one runs everything.

`ARXDESK_TESTS=fast` asks for the fast tier, as `start.py test --fast` does: fewer random examples, and no test that
opens the main window, reads the reference data, starts a database server, or stands in `SLOWER`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.places import ROOT

FAST = os.environ.get("ARXDESK_TESTS") == "fast"
FEWER = 10
"""The fast tier draws one in so many of the examples."""
SLOW_FIXTURES = frozenset({"window", "shared", "postgresql_server", "mariadb_server"})
"""A test that uses one of these, however indirectly, is not in the fast tier."""
SLOWER = (
    # Other programs are started, or killed.
    "tests/arxdesk/cli",
    "tests/arxdesk/core/session/test_recovery.py",
    "tests/arxdesk/core/session/test_reporting_work.py",
    "tests/arxdesk/core/test_text_size.py",
    "tests/arxdesk/projects/test_copying.py",
    "tests/engine/foundation/test_toml_text.py",
    "tests/engine/hierarchies/test_automatic.py",
    "tests/engine/io/test_hostile_files.py",
    "tests/engine/io/test_reading_apart.py",
    "tests/engine/job/test_script.py",
    "tests/engine/kernels",
    "tests/engine/projects/test_hostile.py",
    "tests/engine/projects/test_killed.py",
    "tests/engine/report",
    "tests/engine/verification/test_reading_again_apart.py",
    "tests/packaging",
    # Every measurement, every format, every rule of the house (which `start.py test` checks first).
    "tests/benchmarks",
    "tests/engine/foundation/test_moments.py",
    "tests/engine/io/statistical",
    "tests/engine/io/test_every_format.py",
    "tests/engine/io/test_refused_writes.py",
    "tests/engine/io/test_writing.py",
    "tests/engine/io/text/test_delimited.py",
    "tests/engine/io/workbooks",
    "tests/engine/verification/test_recount.py",
    "tests/engine/verification/test_written.py",
    "tests/releases",
    "tests/test_directions.py",
    "tests/test_house.py",
    # Searches to their end, again and again.
    "tests/arxdesk/test_analyses_end.py",
    "tests/arxdesk/test_recoding_applied.py",
    "tests/arxdesk/test_search_ends.py",
    "tests/engine/analysis/refinement",
    "tests/engine/exploration/test_gathering.py",
    "tests/engine/privacy/test_combinations.py",
    "tests/engine/release/test_transformations.py",
    "tests/engine/search/exact/test_by_losses.py",
    "tests/engine/search/groupwise/test_models_hold.py",
    "tests/engine/search/test_check.py",
    "tests/engine/search/test_continuation.py",
    "tests/engine/search/test_ties.py",
    "tests/engine/search/whole/test_classification.py",
    # Many widgets, or dialogs with threads of their own.
    "tests/arxdesk/configure/attributes",
    "tests/arxdesk/configure/hierarchies",
    "tests/arxdesk/configure/limits",
    "tests/arxdesk/configure/protection/test_model_dialog.py",
    "tests/arxdesk/configure/protection/test_view.py",
    "tests/arxdesk/configure/table",
    "tests/arxdesk/configure/test_configure.py",
    "tests/arxdesk/explore",
    "tests/arxdesk/help/test_help_window.py",
    "tests/arxdesk/importing",
    "tests/arxdesk/quality",
    "tests/arxdesk/risk",
    "tests/arxdesk/ui/test_theme.py",
    "tests/arxdesk/ui/widgets/charts/test_scatter_chart.py",
    "tests/arxdesk/ui/widgets/test_gallery.py",
)
"""Files and folders of tests that take more than a few seconds even with few examples."""


def examples(count: int) -> int:
    """How many random examples to draw where the whole tier draws `count`."""
    return max(3, count // FEWER) if FAST else count


def is_slower(path: Path) -> bool:
    """Whether a file or folder of tests is left out of the fast tier."""
    return path.relative_to(ROOT).as_posix() in SLOWER


def needs_slow_fixture(item: pytest.Item) -> bool:
    """Whether a test is left out of the fast tier although its file is not."""
    return not SLOW_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
