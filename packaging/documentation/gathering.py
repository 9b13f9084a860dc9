"""Gather the pages of the site in a folder as MkDocs reads them, with the navigation over all of them.

The pages of the help are those of the window. Pages that only the site has lie in `pages`, in a folder for each part of
the navigation; a line `<!-- site: NAME -->` in them stands for what is generated (`generated.PARTS`).
"""

from __future__ import annotations

import json
import re
import shutil
from importlib.resources import files
from pathlib import Path, PurePosixPath

from arxdesk.help.contents import contents
from arxdesk.ui import help_text
from documentation.archive import write_archive
from documentation.citation import CITATION
from documentation.dialect import for_site
from documentation.gallery import gallery_pages
from documentation.generated import PARTS

HERE = Path(__file__).resolve().parent
PAGES, RECIPE = HERE / "pages", HERE / "mkdocs.yml"
RESOURCES = Path(str(files("arxdesk_resources")))
HELP = RESOURCES / "help"
SOURCES = (HERE.parents[1], HERE.parents[1] / "engine")
"""Where the packages lie that the reference of the library is read from."""
ORDER = {
    "Tutorial": "tutorial",
    "How-to": "how-to",
    "Explanation": "explanation",
    "Reference": "reference",
    "Gallery": "gallery",
    "Evidence": "evidence",
    "Project": "project",
}
"""The parts of the navigation and their folders, each with a file `contents.txt` that names its pages in order."""
_GROUPS = {"Getting started": ("How-to", "In the window"), "Reference": ("Reference", "Tables and terms")}
"""Where groups of the help stand that are no explanation, and under which title."""
_TITLE = re.compile(r"^# +(.+?)\s*$", re.MULTILINE)
_PART = re.compile(r"^<!-- site: ([a-z -]+) -->$", re.MULTILINE)

Navigation = list[dict[str, object]]


def gather(folder: Path) -> None:
    """Write all pages into an empty folder, and `mkdocs.yml` beside it, which inherits the recipe."""
    texts = pages()
    for name, text in texts.items():
        _place(folder, name).write_text(text, encoding="utf-8")
    for source, name in pictures().items():
        shutil.copyfile(source, _place(folder, name))
    write_archive(RESOURCES / "examples", _place(folder, "files/examples.zip"))
    settings = {
        "INHERIT": str(RECIPE),
        "docs_dir": str(folder),
        "nav": navigation(texts),
        "plugins": {"mkdocstrings": {"handlers": {"python": {"paths": [str(each) for each in SOURCES]}}}},
    }
    (folder.parent / "mkdocs.yml").write_text(json.dumps(settings, indent=1), encoding="utf-8")  # JSON is YAML


def _place(folder: Path, name: str) -> Path:
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    return place


def pages() -> dict[str, str]:
    """Every page by its path, as the site has it."""
    found = {path.relative_to(PAGES).as_posix(): completed(path) for path in sorted(PAGES.rglob("*.md"))}
    for path in sorted(HELP.rglob("*.md")):
        name = path.relative_to(HELP).with_suffix("").as_posix()
        if help_text.exists(name):  # pages in other languages are not of the site
            found[f"help/{name}.md"] = for_site(help_text.page(name))
    # Last: scripts may register models of their own, which are no part of the help.
    found |= {f"gallery/{name}": text for name, text in gallery_pages().items()}
    return found


def completed(path: Path) -> str:
    """A page of the site with the generated parts that it names."""
    return _PART.sub(lambda named: PARTS[named[1]](), path.read_text(encoding="utf-8"))


def pictures() -> dict[Path, str]:
    """Every file that is no page: where it lies, and its path in the site."""
    found = {path: f"help/{path.relative_to(HELP)}" for path in sorted(HELP.rglob("*.png"))}
    found |= {path: str(path.relative_to(PAGES)) for path in sorted(PAGES.rglob("*.png"))}
    found |= {path: f"assets/{path.name}" for path in sorted((RESOURCES / "fonts").iterdir())}
    found |= {path: f"assets/{path.name}" for path in sorted((HERE / "assets").iterdir())}
    found |= {RESOURCES / "application" / "arxdesk.svg": "assets/arxdesk.svg", CITATION: f"files/{CITATION.name}"}
    return found


def navigation(texts: dict[str, str]) -> Navigation:
    """The tree of all pages: the parts in order, and the groups of the help where they belong."""
    parts: dict[str, list[object]] = {title: _listed(folder, texts) for title, folder in ORDER.items()}
    parts["Explanation"].append({"All pages of the help": "help/index.md"})
    for group in contents():
        part, title = _GROUPS.get(group.title, ("Explanation", group.title))
        parts[part].append({title: [{entry.title: f"help/{entry.name}.md"} for entry in group.entries]})
    tree: Navigation = [{"Home": "index.md"}]
    tree.extend({title: listed} for title, listed in parts.items() if listed)
    return tree


def _listed(folder: str, texts: dict[str, str]) -> list[object]:
    names = (PAGES / folder / "contents.txt").read_text(encoding="utf-8").split()
    if folder == "gallery":
        names += [page.name for page in map(PurePosixPath, texts) if page.parts[0] == folder and page.name not in names]
    return [{title_of(texts[f"{folder}/{name}"]): f"{folder}/{name}"} for name in names]


def title_of(text: str) -> str:
    """The title of a page. Raises ValueError where it has none."""
    found = _TITLE.search(text)
    if found is None:
        raise ValueError("a page without a title")
    return found[1].replace("`", "")
