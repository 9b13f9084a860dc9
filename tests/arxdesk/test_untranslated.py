"""No text of the window stays out of the catalogues: literals that read as words go through `tr` or `marked`."""

from __future__ import annotations

import ast

import pytest

from tests.arxdesk.untranslated import literals, text_of, untranslated
from tests.places import ROOT

ROOMS = (
    *("core", "help", "settings", "tasks", "ui", "window", "app.py", "printing"),
    *("configure", "importing", "explore", "quality", "risk", "analysis", "exporting", "projects", "reporting"),
)
"""The rooms of the window that are translated."""
ENGLISH = {
    "core/audit_words.py": "the English by which later versions know entries of the audit trail",
    "core/values/arx_import.py": "the same",
    "ui/qt_texts.py": "the texts by which Qt asks for translations",
    "ui/help_models.py": "parts of the pages of the help",
}
"""Modules whose literals are not for the window as it is shown."""
NAMES = {
    *("Fusion", "Inter", "Noto Sans", "ArxDesk {}", "ArxDesk {}, Python {}, {}"),
    *("{} ms", "{} min", "{} MB", "{} GB", "{} in ({})", "{}, attributes", "text.{}", "{}, data.count"),
    *(
        "SQLite (*.sqlite *.sqlite3 *.db);;{}",
        "Microsoft SQL Server",
        "Oracle",
        "Parquet",
        "Stata",
        "Arrow",
        "sqlite:///{}",
    ),
    *("Flash", "Incognito", "Brazil", "Formula", "Ins", "Del", "level:{}", "text:{}"),
    *("frequency highest-first", "frequency lowest-first", "order highest-first", "order lowest-first"),
    *("Brier", "Excel", "HH:mm", "yyyy-MM-dd HH:mm", "yyyy-MM-dd HH:mm:ss", "save as", "bg.panel bg.band"),
    *("{}[*] – ArxDesk", "{}-anonymous.csv", '<div style="{}">{}</div>'),
    '<p style="font-size: {}px; font-weight: 600; margin: 12px 0 6px 0">{}</p>',
    *("not faint", "unknown faint", "anonymous faint"),
    *("{} is missing", "{} is {}missing", "{}{} like {}", "not {} = {}", "({}) and {}", "{} and {}"),
}
"""Names, units, keys and expressions, which are the same in every language."""


@pytest.mark.parametrize("room", ROOMS)
def test_that_texts_are_translated(room: str):
    place = ROOT / "arxdesk" / room
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place]
    left = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in files
        if path.relative_to(ROOT / "arxdesk").as_posix() not in ENGLISH
        for line, text in untranslated(path)
        if text not in NAMES
    ]
    assert left == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('label.setText("Two words")', ["Two words"]),
        ('label.setText(tr("Two words"))', []),
        ('button = QPushButton("&Apply")', ["&Apply"]),
        ('label.setText(f"{a} of {b}")', ["\0 of \0"]),
        ('label.setText(tr("{a} of {b}", a=f"some {x}"))', ["some \0"]),
        ('A = {"a key with words": "some words"}', ["some words"]),
        ('def f(name="Two words"):\n    """A docstring with words."""\n', ["Two words"]),
        ('widget.setProperty("tone", "very quiet")', []),
        ('if kind == "two words":\n    pass', []),
        ('raise ValueError("never seen by anybody")', []),
        ('QAction("Copy").setShortcut("Ctrl+C")', ["Copy"]),
        ('style = f"color: {x}; font: {y};"', []),
    ],
)
def test_what_reads_as_words(code: str, found: list[str]):
    assert [text_of(node) for node in literals(ast.parse(code))] == found
