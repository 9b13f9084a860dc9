"""Projects: the start page, opening, saving, leaving, audit trail, imports from ARX."""
