"""What a table that is to be imported holds: its columns as the file has them, and what each can be read as."""
