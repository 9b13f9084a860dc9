"""What tells people apart."""
