"""Reading in a separate process, for formats whose readers can crash on a damaged or hostile file."""

from arxdesk_engine.io.apart.limits import SWITCH
from arxdesk_engine.io.apart.parent import read_apart, sheets_apart

__all__ = ["SWITCH", "read_apart", "sheets_apart"]
