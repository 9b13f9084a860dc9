"""Roles of item models beside Qt's own: provided by models, painted by widgets."""

from __future__ import annotations

from PySide6.QtCore import Qt

_FIRST = int(Qt.ItemDataRole.UserRole) + 100

ROLE_ROLE = _FIRST + 1
"""Header: the role of an attribute, a value of arxdesk_engine.data.schema.Role, or None."""
CAPTION_ROLE = _FIRST + 2
"""Header: the second line, or None."""
REMOVED_ROLE = _FIRST + 11
"""Cell: True where the record is removed; asked once a row."""
BAND_ROLE = _FIRST + 12
"""Cell: True where the row's group is banded; None: every second row is; asked once a row."""
TONE_ROLE = _FIRST + 13
"""Cell: "problem", "missing", "strong", "muted", "warn", "differs" or None."""
CELL_ROLE = _FIRST + 16
"""Cell: text, alignment and tone in one answer, for tables that paint very many cells."""
STATE_ROLE = _FIRST + 14
"""Cell: the state of a transformation: optimum, anonymous, not or unknown."""
SHARE_ROLE = _FIRST + 15
"""Cell: the length of a bar, 0 to 1."""
LEVELS_ROLE = _FIRST + 21
"""Cell: generalization levels, in column order."""
HEIGHTS_ROLE = _FIRST + 22
"""Cell: the highest level of each attribute, in column order."""
CONTINUES_ROLE = _FIRST + 31
"""Cell: True where the cell below belongs to the same group."""
MARKED_ROLE = _FIRST + 41
"""Cell: True if the transformation of the row is marked."""
PINNED_ROLE = _FIRST + 42
"""Cell: True where the transformation of the row is pinned."""
WHOLE_ROLE = _FIRST + 43
"""Cell: the text that is copied, where the cell shows less or a picture."""
NOTE_ROLE = _FIRST + 41
"""Card: the note of the user, in lines."""
FIGURE_ROLE = _FIRST + 42
"""Card: the number at its upper right, as text."""
REMARK_ROLE = _FIRST + 43
"""Card: the words at its right, below the number."""
SHARES_ROLE = _FIRST + 51
"""Cell: the lengths of two bars that are compared, each 0 to 1."""
SEGMENTS_ROLE = _FIRST + 52
"""Cell: a level, and the highest level."""
PARTS_ROLE = _FIRST + 53
"""Cell: the sizes of the parts of a whole, from fine to coarse."""
