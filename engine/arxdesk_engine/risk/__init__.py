"""Risk estimates: how likely somebody is found in a table."""
