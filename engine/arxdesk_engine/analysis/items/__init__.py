"""Combinations of items of sets that few people have, before and after, and the detail that items keep."""
