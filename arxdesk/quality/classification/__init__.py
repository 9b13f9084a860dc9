"""What can still be predicted from the output."""
