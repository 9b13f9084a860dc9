"""Privacy and quality models as ARX stores them."""
