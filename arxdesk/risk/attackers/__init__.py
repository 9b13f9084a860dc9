"""The success of three kinds of attackers."""
