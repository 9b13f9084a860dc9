"""What a table says of its people, who may have several records each."""
