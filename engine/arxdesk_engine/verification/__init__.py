"""The second count: a written file read again and judged by definitions of its own."""
