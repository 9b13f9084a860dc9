"""Forms of values by which identifiers are known: patterns, check digits, and lists of frequent names and places."""

from __future__ import annotations

import csv
import datetime as dt
import functools
import importlib.resources
import ipaddress
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

_YEARS = range(1850, 2101)
_PHONE_DIGITS = range(8, 16)
_LEAST_ZIP = 501
_LONGEST_WORDS = 60
_TITLES = frozenset(("dr", "med", "prof", "mr", "mrs", "ms", "miss", "herr", "frau"))
_MONTHS = (
    *("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
    *("januar", "februar", "maerz", "mrz", "april", "mai", "juni", "juli", "august", "september", "okt", "oktober"),
    *("november", "dez", "dezember", "january", "february", "march", "june", "july", "sept", "october", "december"),
)


def resource(name: str) -> str:
    """The text of a file among the data for identifier detection."""
    return importlib.resources.files("arxdesk_resources").joinpath("identifiers", name).read_text(encoding="utf-8")


def folded_words(text: str) -> list[str]:
    """The words of a text in lower case without accents (ä as ae); a capital after a small letter and digits start a
    new one."""
    text = re.sub(r"(?<=[a-zäöüß])(?=[A-ZÄÖÜ])|(?<=[A-ZÄÖÜ])(?=[A-ZÄÖÜ][a-zäöüß])", " ", text).casefold()
    for letter, letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        text = text.replace(letter, letters)
    plain = (letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return re.findall(r"[^\W\d_]+|\d+", "".join(plain))


def folded(text: str) -> str:
    """The words of a text as one."""
    return "".join(folded_words(text))


@functools.cache
def listed(name: str) -> frozenset[str]:
    """The folded lines of a list."""
    return frozenset(folded(line) for line in resource(name).splitlines() if not line.startswith("#"))


@functools.cache
def _states() -> tuple[frozenset[str], frozenset[str]]:
    """Names, folded, and codes of states."""
    rows = list(csv.DictReader(resource("states.csv").splitlines()))
    return frozenset(folded(row["name"]) for row in rows), frozenset(row["code"] for row in rows)


@dataclass(frozen=True, slots=True)
class Form:
    """The form of the values of one kind of identifier.

    `matches` tests a value without blanks around it; `certainty` in (0, 1] is the rarity of other values of that form,
    if at least one match `is_clear`; `is_list`: matched by a list of frequent words.
    """

    kind: str
    certainty: float
    matches: Callable[[str], bool]
    is_clear: Callable[[str], bool] = lambda _text: True
    is_list: bool = False


def _pattern(pattern: str) -> Callable[[str], bool]:
    compiled = re.compile(pattern)
    return lambda text: compiled.fullmatch(text) is not None


def _is_in(name: str) -> Callable[[str], bool]:
    return lambda text: len(text) <= _LONGEST_WORDS and not text[0].isdigit() and folded(text) in listed(name)


def _is_state(text: str) -> bool:
    names, codes = _states()
    return text in codes or folded(text) in names


_WORDS = re.compile(r"(?=.*[ ,])[^\W\d_]+(?:[ ,.'’-]+[^\W\d_]+)*\.?")


def _is_full_name(text: str) -> bool:
    """Two to four words, the first or the last of which is a frequent first name, titles aside."""
    if len(text) > _LONGEST_WORDS or _WORDS.fullmatch(text) is None:
        return False
    words = [word for word in folded_words(text) if word not in _TITLES]
    return 2 <= len(words) <= 4 and not listed("first_names.txt").isdisjoint((words[0], words[-1]))


_TIME = r"(?:[T ]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AaPp][Mm])?(?:Z|[+-]\d{2}:?\d{2})?)?"
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})" + _TIME)
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})" + _TIME)
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:\d{4}|\d{6})?")
_YEAR_AND_MONTH = re.compile(r"(\d{4})[-/](\d{2})|(\d{1,2})[-/.](\d{4})")
_MONTH_NAMED = re.compile(r"(?:(\d{1,2})[. -]*([^\W\d_]+)\.?|([^\W\d_]+)\.? +(\d{1,2}))[, -]+(\d{4}|\d{2})" + _TIME)


def is_date(text: str) -> bool:
    """A day or a month of a year from 1850 to 2100, in any usual order, or with the name of the month."""
    if found := _YEAR_FIRST.fullmatch(text):
        return _is_day(found[1], found[3], found[4])
    if found := _YEAR_LAST.fullmatch(text):
        return _is_day(found[4], found[3], found[1]) or _is_day(found[4], found[1], found[3])
    if found := _COMPACT.fullmatch(text):
        return _is_day(found[1], found[2], found[3])
    if found := _YEAR_AND_MONTH.fullmatch(text):
        return _is_day(found[1] or found[4], found[2] or found[3], "1")
    if found := _MONTH_NAMED.fullmatch(text):
        return folded(found[2] or found[3]) in _MONTHS and _is_day(found[5], "1", found[1] or found[4])
    return False


def _is_day(year: str, month: str, day: str) -> bool:
    number = int(year) if len(year) == 4 else 2000 + int(year)
    try:
        return dt.date(number, int(month), int(day)).year in _YEARS
    except ValueError:
        return False


_is_social_security_number = _pattern(r"(?!000|666|9)\d{3}([- ]?)(?!00)\d{2}\1(?!0000)\d{4}")
_has_form_of_telephone = _pattern(
    r"(?:\+|00)[1-9][\d ()/.-]{6,20}"
    r"|(?:1[ .-]?)?\(?[2-9]\d{2}\)?[ .-]?\d{3}[ .-]\d{4}(?: ?(?:x|ext\.?) ?\d{1,5})?"
    r"|\(?0\d{2,5}\)?[ /-]+\d[\d -]{3,12}"
)


def _is_telephone_number(text: str) -> bool:
    """With a country code, or with blanks, hyphens and the like as in the United States or Germany."""
    if not _has_form_of_telephone(text) or is_date(text) or _is_social_security_number(text):
        return False
    return sum(letter.isdigit() for letter in text) in _PHONE_DIGITS


def _is_postal_code(text: str) -> bool:
    """ZIP, ZIP+4, or five digits as in Germany; with the letters of a country four digits are enough."""
    found = re.fullmatch(r"(\d{5})(?:-\d{4})?|[A-Z]{1,2}-\d{4,5}", text)
    return found is not None and (found[1] is None or int(found[1]) >= _LEAST_ZIP)


def _is_ip_address(text: str) -> bool:
    if text.count(".") != 3 and text.count(":") < 2:
        return False
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _is_iban(text: str) -> bool:
    """ISO 13616: country, check digits, account; the number made of it is 1 modulo 97."""
    text = text.replace(" ", "").upper()
    if re.fullmatch(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}", text, re.ASCII) is None:
        return False
    return int("".join(str(int(letter, 36)) for letter in text[4:] + text[:4])) % 97 == 1


_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
_VIN_VALUES = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", (*range(1, 9), *range(1, 6), 7, 9, *range(2, 10)), strict=True))


def _is_vehicle_number(text: str) -> bool:
    """49 CFR 565: 17 characters, the ninth of which is the weighted sum of all modulo 11, X for 10."""
    text = text.upper()
    if re.fullmatch(r"[A-HJ-NPR-Z0-9]{17}", text, re.ASCII) is None:
        return False
    values = (int(letter) if letter.isdigit() else _VIN_VALUES[letter] for letter in text)
    return "0123456789X"[sum(a * b for a, b in zip(values, _VIN_WEIGHTS, strict=True)) % 11] == text[8]


def _is_payment_card(text: str) -> bool:
    """ISO/IEC 7812: every second digit from the right doubled, the sum of all digits is 0 modulo 10."""
    if re.fullmatch(r"[3-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,4}|3[47]\d{2}[ -]?\d{6}[ -]?\d{5}", text, re.ASCII) is None:
        return False
    digits = [int(letter) for letter in text if letter.isdigit()][::-1]
    return (sum(digits[::2]) + sum(_digit_sum(2 * digit) for digit in digits[1::2])) % 10 == 0


def _is_german_insurance_number(text: str) -> bool:
    """Section 290 SGB V: a letter as two digits and eight digits, every second one doubled, then their check digit."""
    if re.fullmatch(r"[A-Z]\d{9}", text, re.ASCII) is None:
        return False
    digits = [int(letter) for letter in f"{ord(text[0]) - ord('A') + 1:02}{text[1:]}"]
    return (sum(digits[:10:2]) + sum(_digit_sum(2 * digit) for digit in digits[1:10:2])) % 10 == digits[10]


def _digit_sum(number: int) -> int:
    return sum(divmod(number, 10))


FORMS = (
    Form("email", 1.0, _pattern(r"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}")),
    Form("url", 1.0, _pattern(r"(?:https?|ftp)://\S+|www\.\S+\.\S+")),
    Form("ip-address", 0.9, _is_ip_address),
    Form("iban", 1.0, _is_iban),
    Form("payment-card", 0.95, _is_payment_card),
    Form("vehicle-number", 0.95, _is_vehicle_number),
    Form("health-plan-number", 0.95, _is_german_insurance_number),
    Form("device", 0.95, _pattern(r"[0-9A-Fa-f]{2}(?:([:-])[0-9A-Fa-f]{2})(?:\1[0-9A-Fa-f]{2}){4}")),
    Form("social-security-number", 0.95, _is_social_security_number, lambda text: not text.isdigit()),
    Form("telephone", 0.85, _is_telephone_number),
    Form("date", 0.95, is_date),
    Form("postal-code", 0.6, _is_postal_code, lambda text: text.startswith("0") or not text.isdigit()),
    Form("state", 0.7, _is_state),
    Form("city", 0.7, _is_in("cities.txt"), is_list=True),
    Form("name", 0.8, _is_full_name, is_list=True),
    Form("first-name", 0.8, _is_in("first_names.txt"), is_list=True),
    Form("last-name", 0.7, _is_in("last_names.txt"), is_list=True),
)
"""Every form that is known; the two that ordinary numbers have too are clear just in another writing."""
