"""The anonymization engine: a library without screen, prints or global state."""

import logging

__version__ = "0.1.0"

logging.getLogger(__name__).addHandler(logging.NullHandler())
