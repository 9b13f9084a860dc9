"""What somebody concludes who knows the algorithm: the finer tables of which it would have made another release.

An algorithm that keeps the finest values it can says with every coarse one that the finer ones were not possible
(Cohen, USENIX Security 2022; of iterated local recoding Chhillar et al. 2025, arXiv 2509.03350). The attacker has the
released file, the hierarchies, the job and what is reported of the algorithm (`choices`), and no record of the input.
The tables consistent with the release are those of values below its labels of which the algorithm makes this release.
Each conclusion here holds in all of them. Whoever runs the algorithm on every table can conclude more; it is said where
that is certainly not so.
"""
