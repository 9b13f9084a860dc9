"""What three kinds of attackers achieve."""
