"""Every Numba function, and nothing else.

What Python calls is compiled ahead from explicit signatures. What kernels alone call may do without one: it becomes
part of each that calls it, and is not loaded on its own, which takes some 5 ms per function. All are cached on disk,
release the interpreter lock, and do a bounded amount of work per call: a caller who wants to stop looks at its flag
between calls.
"""
