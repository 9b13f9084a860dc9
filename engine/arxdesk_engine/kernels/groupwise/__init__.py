"""Recoding group by group: splitting, improving and bounding groups of distinct tuples, and judging one group alone."""
