"""How records spread over classes of risk."""
