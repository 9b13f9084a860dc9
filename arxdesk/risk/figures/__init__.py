"""Figures of risk that several views share."""
