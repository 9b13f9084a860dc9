"""Where compiled kernels are kept, and when they are stale."""
