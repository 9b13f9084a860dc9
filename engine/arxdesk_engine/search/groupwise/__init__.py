"""Recoding group by group: every group of records has levels of its own, and every model holds in every group."""
