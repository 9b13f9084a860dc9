"""The figures of risk and their sentences, as the window, reports and notebooks show them."""
