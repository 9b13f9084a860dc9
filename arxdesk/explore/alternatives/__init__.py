"""The transformations as all views of Explore share them."""
