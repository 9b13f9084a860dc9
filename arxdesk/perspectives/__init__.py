"""The four perspectives: each lays out its views on one document. None knows another."""
