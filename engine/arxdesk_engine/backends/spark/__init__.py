"""Spark: Parquet files, grouped and released by its tasks side by side."""
