"""What the forms of Configure share."""
