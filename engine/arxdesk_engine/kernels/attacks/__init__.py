"""Kernels that look at a release as an attacker does."""
