"""The colours of a report: those of the light scheme of the desktop, for paper."""

from __future__ import annotations

TEXT, TEXT_2, TEXT_3 = "#17202C", "#465161", "#626D7C"
LINE, GRID, SUNKEN, TRACK, AXIS = "#D8DDE4", "#E6E9EE", "#F7F8FA", "#E9ECF0", "#8B95A3"
ACCENT = "#1F5FBF"
BEFORE, BEFORE_FILL, AFTER, THRESHOLD = "#808B99", "#C9CFD7", "#1F6FB5", "#B3590A"
TONES = {
    "": ("#465161", "#F7F8FA", "#D8DDE4"),
    "ok": ("#0A756C", "#E8F5F3", "#A5D3CD"),
    "warn": ("#8A5A00", "#FDF3DC", "#E5C878"),
    "error": ("#B42318", "#FCEBE9", "#EDB4AE"),
}
"""Text, fill and border of messages."""
