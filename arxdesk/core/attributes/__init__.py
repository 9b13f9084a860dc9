"""What a column is and what becomes of it, in words and in changes to a job."""
