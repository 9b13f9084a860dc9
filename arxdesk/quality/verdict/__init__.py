"""The verdict over the quality of the output."""
