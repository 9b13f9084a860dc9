"""The codebook of a result: what each of its columns means, for whoever receives it.

Nothing is told that the result hides. What occurs is taken from the records that were written, never from the input:
which labels there are, how many of them, the range of numbers and dates. What is told of a hierarchy are the levels and
the labels that the result shows. How many values a label stands for is told only where the hierarchy lists more values
than the input has: a hierarchy of just the values that occur would tell how many different ones each group had, up to
"this label stands for one value", which is as good as the value. No values below a label are listed at all. Neither
keys nor files are named.
"""
