"""The distribution of records over classes of risk."""
