"""Every Numba function, and nothing else.

All are compiled ahead from explicit signatures, cached on disk, release the interpreter lock, and do a bounded
amount of work per call: a caller who wants to stop looks at its flag between calls.
"""
