"""How an attribute is distributed, in the input and in the output."""
