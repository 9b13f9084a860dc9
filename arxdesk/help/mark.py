"""Question marks that open the window of the help."""

from __future__ import annotations

from arxdesk.help.window import show_help
from arxdesk.ui.widgets.basics.help_mark import HelpMark


def help_mark(topic: str, subject: str) -> HelpMark:
    """A question mark about something, such as "Help on filters"; what it asks for is shown beside the work."""
    mark = HelpMark(topic, subject)
    mark.requested.connect(show_help)
    return mark
