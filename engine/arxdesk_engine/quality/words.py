"""The quality models in words: their names, and what their numbers mean."""

from __future__ import annotations

_WORDS = {
    "loss": ("Loss", "0 keeps every detail, 1 keeps none."),
    "precision": ("Precision", "0 keeps every detail, 1 keeps none: how far up the hierarchies the cells are."),
    "non-uniform-entropy": ("Non-uniform entropy", "Bits that the cells do not tell any more; 0 keeps every detail."),
    "normalized-non-uniform-entropy": (
        "Normalized non-uniform entropy",
        "The share of the bits that the cells do not tell any more; 0 keeps every detail.",
    ),
    "discernibility": ("Discernibility", "How many records each record looks like, added up; smaller is better."),
    "average-class-size": ("Average class size", "How many records look alike, on average; smaller is better."),
    "ambiguity": ("Ambiguity", "How many combinations each record can stand for, added up; smaller is better."),
    "height": ("Height", "The levels, added up; 0 keeps every detail."),
    "kl-divergence": ("KL divergence", "Bits between the input and what the output tells; 0 keeps every detail."),
    "entropy": ("Entropy-based loss", "The records that are lost in detail, added up; 0 keeps every detail."),
    "classification": ("Classification", "The share of predictions that go wrong; 0 predicts every target."),
    "publisher-payout": ("Publisher's payout", "What publishing earns less than the input would; 0 earns all."),
}


def title(model: str) -> str:
    """The name of a quality model, by its name in a job."""
    return _WORDS[model][0]


def meaning(model: str) -> str:
    """What a score of the model says, in one sentence."""
    return _WORDS[model][1]
