"""The export wizard: which table goes where, how, and what was written."""
