"""The distribution of an attribute, in the input and in the output."""
