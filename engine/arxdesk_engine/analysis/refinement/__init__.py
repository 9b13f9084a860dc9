"""The self-test against refinement: what whoever knows the algorithm concludes from what it did not do.

A recoding that could have kept a finer value would have kept it. So a coarse value says that the finer ones were not
possible, which excludes finer tables and sometimes leaves a single one (Chhillar et al. 2025, arXiv 2509.03350, of
iterated local recoding; Cohen, USENIX Security 2022, of every minimal scheme). The attacker that is tested against
knows the hierarchies, the levels, the privacy models and the algorithm, but no record. Every finding is sound: it holds
in each input that gives the same output. They are not complete: whoever runs the algorithm on every possible input may
exclude more.
"""
