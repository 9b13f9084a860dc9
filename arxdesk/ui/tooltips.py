"""Tooltips with text from the data: shown literally, never as markup."""

from __future__ import annotations

import html


def plain(text: str) -> str:
    """The text for a tooltip; Qt would take one such as "<b>" for rich text."""
    return f"<span>{html.escape(text)}</span>" if "<" in text else text
