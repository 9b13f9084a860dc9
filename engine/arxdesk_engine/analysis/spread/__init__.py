"""How useful a copy with drawn values is: its tables beside those of the released table and of the input."""
