"""Tooltips of what stands in the data: shown as it is, never as markup."""

from __future__ import annotations

import html


def plain(text: str) -> str:
    """The text for a tooltip; Qt would take one such as "<b>" for rich text."""
    return f"<span>{html.escape(text)}</span>" if "<" in text else text
