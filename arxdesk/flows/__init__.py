"""What a user is asked on the way through a task, and what is then done."""
