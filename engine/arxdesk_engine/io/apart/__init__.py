"""Reading in a process of its own, for formats whose readers a damaged or hostile file can bring down."""

from arxdesk_engine.io.apart.limits import SWITCH
from arxdesk_engine.io.apart.parent import read_apart, sheets_apart

__all__ = ["SWITCH", "read_apart", "sheets_apart"]
