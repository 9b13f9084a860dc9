"""From a file and a job to the table that is anonymized: types, corrections, columns, subsets."""
