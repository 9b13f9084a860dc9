"""Roles, types and treatments of columns, in words and as changes to a job."""
