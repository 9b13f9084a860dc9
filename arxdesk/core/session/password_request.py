"""What cannot be opened without a password."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arxdesk.core.session.recovery_work import Leftover
from arxdesk_engine.foundation.errors import PasswordNeeded


@dataclass(frozen=True, slots=True)
class PasswordRequest:
    """A project whose database wants a password, or another one; opened without a file of its own if `as_copy`."""

    place: Path | Leftover
    as_copy: bool
    error: PasswordNeeded
