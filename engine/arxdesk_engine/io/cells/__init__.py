"""What readers and writers of all formats share: options, cells, records, memory."""
