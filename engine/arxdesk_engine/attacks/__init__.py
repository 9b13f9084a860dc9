"""Attacks on a release: what somebody finds out who reads the written file and knows something of people."""
