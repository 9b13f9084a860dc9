"""Where the repository and its example lie, whatever the folder of a test."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "resources" / "examples" / "discharge"
"""The folder of the example project."""
EXAMPLE_JOB = EXAMPLE / "discharge.toml"
SEARCH_PATH = str(ROOT)
"""PYTHONPATH for programs that tests start elsewhere."""
