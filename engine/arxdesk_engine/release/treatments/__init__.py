"""The treatments of attributes beside generalization: what is wrong with those of a job, and what they give."""
