"""Names of files whose format two suffixes say: .csv.gz."""

from __future__ import annotations

from pathlib import Path

GZIP_SUFFIX = ".gz"


def suffix_of(path: str | Path) -> str:
    """The suffix that says the format: of two parts under gzip, as in .csv.gz; "" for none."""
    last, before = Path(path).suffix, Path(Path(path).stem).suffix
    return f"{before}{last}" if last.lower() == GZIP_SUFFIX else last


def named_beside(path: Path, part: str) -> Path:
    """The file of the same format beside `path` with -`part` behind its name: people-visits.csv.gz."""
    suffix = suffix_of(path)
    return path.with_name(f"{path.name.removesuffix(suffix)}-{part}{suffix}")
