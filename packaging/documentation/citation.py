"""How ArxDesk is cited, from `CITATION.cff`."""

from __future__ import annotations

import re
from pathlib import Path

CITATION = Path(__file__).with_name("CITATION.cff")


def citation() -> str:
    """The citation in words, and as an entry for BibTeX."""
    title, version = field("title"), field("version")
    authors = re.findall(r"^  - name: (.+)$", CITATION.read_text(encoding="utf-8"), re.MULTILINE)
    entry = [
        "@software{arxdesk,",
        f"  author = {{{{{' and '.join(authors)}}}}},",
        f"  title = {{{{{title}}}}},",
        f"  version = {{{version}}}",
        "}",
    ]
    return "\n".join([f"> {', '.join(authors)}: *{title}*, version {version}.", "", "```text", *entry, "```"])


def field(name: str) -> str:
    """A field of the file that is one line of text. Raises ValueError where it is not there."""
    found = re.search(rf'^{name}: "?(.+?)"?$', CITATION.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise ValueError(f"{CITATION.name} has no {name}")
    return found[1]
