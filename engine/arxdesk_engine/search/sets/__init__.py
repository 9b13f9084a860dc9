"""Columns of sets: which items are shown as which groups, so that every combination of items is frequent enough.

k^m-anonymity: Terrovitis, Mamoulis, Kalnis, "Privacy-preserving anonymization of set-valued data", VLDB 2008.
"""
