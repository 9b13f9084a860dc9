"""The help: its pages, what is found in them, and the window that shows them."""
