"""Where the repository and its example lie, whatever the folder of a test."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "resources" / "arxdesk_resources" / "examples" / "discharge"
"""The folder of the example project."""
EXAMPLE_JOB = EXAMPLE / "discharge.toml"
SEARCH_PATH = os.pathsep.join(map(str, (ROOT, ROOT / "engine", ROOT / "resources")))
"""PYTHONPATH for programs that tests start elsewhere."""
