"""The facts of a result as plain values: the JSON report and the lattice listing."""
