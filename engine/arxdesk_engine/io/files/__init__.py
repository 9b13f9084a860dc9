"""Files and archives: written whole or not at all, temporary files in private folders."""
