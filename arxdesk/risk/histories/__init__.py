"""What known records of a person give away, before and after: the people singled out, and by which records."""
