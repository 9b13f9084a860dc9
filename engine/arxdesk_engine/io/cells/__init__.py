"""Shared parts of the readers and writers of all formats: options, cells, records, memory."""
