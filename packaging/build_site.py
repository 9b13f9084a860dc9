"""Build the documentation site in `build/site`, a folder for each version; no network is used.

    python3 packaging/build_site.py [--to FOLDER]

The libraries of the extra `docs` have to be there: in `.venv`, which `packaging/start.py` sets up, or in the
environment of the Python that runs this (`pip install .[docs]`).
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEARCH_PATH = (ROOT / "packaging", ROOT / "engine", ROOT / "resources", ROOT)
IN_ENVIRONMENT = "ARXDESK_SITE_PYTHON"


def main(arguments: Sequence[str]) -> int:
    """Build the site; returns the exit status."""
    parser = argparse.ArgumentParser(description="Build the documentation site.")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "site", metavar="FOLDER", help="where to")
    chosen = parser.parse_args(arguments)
    if importlib.util.find_spec("mkdocs") is None:
        return _elsewhere(arguments)
    sys.path[:0] = map(str, SEARCH_PATH)
    return build(chosen.to.resolve())


def _elsewhere(arguments: Sequence[str]) -> int:
    """Build with the Python of `.venv`, where this one lacks the libraries."""
    python = ROOT / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if IN_ENVIRONMENT in os.environ or not python.is_file():
        print("The site needs the libraries of the extra docs: pip install '.[docs]'", file=sys.stderr)
        return 2
    environ = {**os.environ, IN_ENVIRONMENT: str(python)}
    return subprocess.run([python, __file__, *arguments], env=environ, check=False).returncode


def build(folder: Path) -> int:
    """Gather the pages and build them strictly; the versions that are there already stay."""
    from documentation.gathering import gather  # noqa: PLC0415

    from arxdesk_engine import __version__  # noqa: PLC0415 - found on the path by now

    version = ".".join(__version__.split(".")[:2])
    with tempfile.TemporaryDirectory() as made:
        pages = Path(made) / "pages"
        pages.mkdir()
        gather(pages)
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder / version)]
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, SEARCH_PATH)), "NO_MKDOCS_2_WARNING": "1"}
        status = subprocess.run([*command, "-f", str(Path(made) / "mkdocs.yml")], env=environ, check=False).returncode
    if status == 0:
        mend(folder / version)
        _list_versions(folder, version)
        print(f"The site is {folder / version / 'index.html'}.")
    return status


MENDED = {
    'role="dialog">': 'role="dialog" aria-label="Search">',
    "<th></th>": "<td></td>",  # the corner of a table says nothing to a screen reader
}
"""What pages of the theme and of Markdown lack for those who use a screen reader, and what they get."""


def mend(site: Path) -> None:
    """Put into the built pages what screen readers need."""
    for path in sorted(site.rglob("*.html")):
        before = after = path.read_text(encoding="utf-8")
        for lacking, mended in MENDED.items():
            after = after.replace(lacking, mended)
        if after != before:
            path.write_text(after, encoding="utf-8")


def _list_versions(folder: Path, latest: str) -> None:
    """Write what the chooser of versions reads, and a first page that leads to the version just built."""
    found = sorted((path.name for path in folder.iterdir() if (path / "index.html").is_file()), reverse=True)
    versions = [{"version": each, "title": each, "aliases": ["latest"] if each == latest else []} for each in found]
    (folder / "versions.json").write_text(json.dumps(versions), encoding="utf-8")
    shutil.copyfile(ROOT / "packaging" / "documentation" / "first-page.html", folder / "index.html")
    first = (folder / "index.html").read_text(encoding="utf-8").replace("VERSION", latest)
    (folder / "index.html").write_text(first, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
