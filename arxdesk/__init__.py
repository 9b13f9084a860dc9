"""The desktop application and the command line over `engine`."""

import gc

# The imports make a million objects that all stay. Looking through them for garbage every 700 takes a tenth of the
# start; this is said here because it has to come before them.
gc.set_threshold(100_000)
