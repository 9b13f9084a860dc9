"""How well a computer predicts, from the input and from the output."""
