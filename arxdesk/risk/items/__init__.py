"""The rare combinations of items in cells that hold sets, before and after."""
