"""The codebook of a result: the meaning of each column, for the recipient.

It discloses nothing that the result hides. Its facts are taken from the written records, never from the input:
the labels, their number, the range of numbers and dates. Of a hierarchy it has the visible levels and
labels. The number of values of a label is given only if the hierarchy lists more values
than the input has: a hierarchy of just the values that occur would disclose the number of distinct ones in a group, up
to "this label stands for one value", which is as good as the value. No values below a label are listed at all. Neither
keys nor files are named.
"""
