"""The desktop application and the command line over `engine`."""

import gc

# Imports make more than a hundred thousand objects, and nearly all of them stay. Checking them for garbage after
# every 700 takes a tenth of the start; this is said here because it has to come before them.
gc.set_threshold(100_000)
