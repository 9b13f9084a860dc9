"""The generalizations of each value, for a specification or a finished hierarchy."""
