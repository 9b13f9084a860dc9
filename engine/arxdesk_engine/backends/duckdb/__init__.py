"""DuckDB, embedded: Parquet files and folders larger than memory."""
