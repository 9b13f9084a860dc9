"""What a report is laid out from: blocks, charts, colours, numbers in words."""
