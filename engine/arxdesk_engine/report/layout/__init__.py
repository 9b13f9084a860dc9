"""The parts of a report's layout: blocks, charts, colours, numbers in words."""
