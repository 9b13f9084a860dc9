"""Names of columns as statistical programs allow them; what they stand for is kept as the label of the column.

A character that a program forbids becomes "_". What then begins with no letter begins with "v_", what is too long is
cut, and of equal names, which differ for such programs in more than the case of their letters, the later ones end in
"_2", "_3" and so on. A column that is renamed has its name as its label, whole, so that nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted
from arxdesk_engine.foundation.language import tr


@dataclass(frozen=True, slots=True)
class NameRules:
    """The rules of a program for names of columns, and how long the label of a column can be.

    What is counted are characters, or their bytes in UTF-8. Names have letters, digits, "_" and `more`, with which they
    do not end. `reserved` matches, in small letters, words that mean something else there.
    """

    program: str
    longest: int
    longest_label: int
    counts_bytes: bool = False
    only_ascii: bool = False
    may_begin_with_underscore: bool = True
    more: str = ""
    reserved: str = ""

    def size(self, text: str) -> int:
        """The length of a text, as the program counts."""
        return len(text.encode()) if self.counts_bytes else len(text)

    def allows(self, character: str) -> bool:
        """Whether a name may have a character."""
        if character.isascii():
            return character.isalnum() or character == "_" or character in self.more
        return character.isalpha() and not self.only_ascii

    def is_allowed(self, name: str) -> bool:
        """Whether a name can stay as it is."""
        is_plain = all(map(self.allows, name)) and not name.endswith(tuple(self.more))
        return is_plain and self._begins_well(name) and self.size(name) <= self.longest

    def _begins_well(self, name: str) -> bool:
        """Whether it begins as a name does, and is no word with another meaning."""
        begins = name[:1].isalpha() or (self.may_begin_with_underscore and name[:1] == "_")
        return begins and not (self.reserved and re.fullmatch(self.reserved, name.lower()))

    def candidates(self, name: str) -> Iterator[str]:
        """Names that can stand for a name, the best one first."""
        plain = "".join(character if self.allows(character) else "_" for character in name)
        if plain.endswith(tuple(self.more)):
            plain += "_"
        if not self._begins_well(plain):
            plain = f"v_{plain}"
        yield self._cut(plain, "")
        number = 2
        while True:
            yield self._cut(plain, f"_{number}")
            number += 1

    def _cut(self, name: str, end: str) -> str:
        while self.size(name + end) > self.longest:
            name = name[:-1]
        return name + end


def variable_names(place: str, names: Sequence[str], rules: NameRules) -> Mapping[str, str]:
    """The name that each column gets. Raises InvalidData where an old name does not fit into a label."""
    taken: set[str] = set()
    found: dict[str, str] = {}
    # Names that can stay do, whatever comes before them.
    for name in sorted(names, key=lambda name: not rules.is_allowed(name)):
        options = rules.candidates(name)
        found[name] = next(each for each in options if each.lower() not in taken)
        taken.add(found[name].lower())
    faults = [
        Problem(
            tr("{place}, column {column}", place=place, column=quoted(name)),
            tr(
                "{program} forbids this name, and it is too long for a label of {n} characters",
                program=rules.program,
                n=rules.longest_label,
            ),
            tr("Rename the column, or choose another format."),
        )
        for name in names
        if found[name] != name and rules.size(name) > rules.longest_label
    ]
    if faults:
        raise InvalidData(faults)
    return found
