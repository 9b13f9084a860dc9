"""Names of months, in whole and shortened, in the languages that tables are often written in."""

from __future__ import annotations

import unicodedata

_NAMES = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "de-AT": "Jänner Feber März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
}
_SHORT = {
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "en-GB": "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec",
    "de": "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
    "de-AT": "Jän Feb Mrz Apr Mai Jun Jul Aug Sept Okt Nov Dez",
    "fr": "janv févr mars avr mai juin juil août sept oct nov déc",
    "es": "ene feb mar abr may jun jul ago sep oct nov dic",
    "it": "gen feb mar apr mag giu lug ago set ott nov dic",
    "pt": "jan fev mar abr mai jun jul ago set out nov dez",
    "nl": "jan feb mrt apr mei jun jul aug sep okt nov dec",
}


def _folded(name: str) -> str:
    """A name without case and accents."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


_NUMBERS = {
    _folded(name): number
    for names in (*_NAMES.values(), *_SHORT.values())
    for number, name in enumerate(names.split(), 1)
} | {"maerz": 3, "jaenner": 1}
"""No name means two months, whatever the language."""


def month_number(name: str) -> int | None:
    """The month that a name is, 1 to 12, with or without a point behind it; None where it is none."""
    return _NUMBERS.get(_folded(name.removesuffix(".")))
