"""Databases: addresses, connections, reading and writing."""
