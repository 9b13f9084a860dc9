"""Score against risk, and the price of protection."""
