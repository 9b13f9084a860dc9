"""What somebody finds out who reads the release and knows something of people, before and after."""
