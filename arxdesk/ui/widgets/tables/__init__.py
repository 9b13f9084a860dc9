"""Tables, lists, headers and cells."""
