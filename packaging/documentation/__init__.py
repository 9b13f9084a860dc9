"""The documentation site: what its pages are made from. `packaging/build_site.py` builds it."""
