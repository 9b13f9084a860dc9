"""What a list of many entries is made of: its pages, the model of one page, the search, the pager."""
