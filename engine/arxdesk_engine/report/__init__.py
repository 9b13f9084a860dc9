"""What is told about a result: facts for machines and for people."""
