"""The sections of a report in words: from facts to blocks, a file for each."""
