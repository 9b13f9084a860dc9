"""Files of Stata, SPSS and SAS: reading and writing."""
