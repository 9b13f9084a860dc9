"""The expected cells of columns other than quasi-identifiers, worked out a second time.

Pseudonyms and moved dates are secret numbers: HMAC-SHA-256 (RFC 2104) of a purpose, a zero byte, the number of a block
in four bytes, and the text; the blocks make one number, big-endian, of which the remainder is taken. The key is read
from the file that the job names.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac

import numpy as np
import pandas as pd

from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT, SUPPRESSED, Role
from arxdesk_engine.foundation.errors import UnreadableFile
from arxdesk_engine.job.attributes import MaskingSettings, ShiftSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.verification.notation import moment_of
from arxdesk_engine.verification.source import Source
from arxdesk_engine.verification.texts import mapped


def released(job: Job, source: Source, name: str) -> pd.Categorical | None:
    """A column as it reads where records are not suppressed; None where all of it is "*".

    Raises UnreadableFile for a key that is not there any more.
    """
    settings, cells = job.settings_of(name), source.cells(name)
    if settings.transformation == "suppress":
        return None
    if settings.role is Role.IDENTIFYING:
        masking = settings.masking
        if masking.method == "suppress":
            return None
        if masking.method == "redact":
            return mapped(cells, [_redacted(value, masking) for value in cells.categories])
        key = _key(job, masking.key_file or "")
        return mapped(cells, [_pseudonym(value, key, masking) for value in cells.categories])
    if settings.shift is not None:
        return _moved(job, source, name, settings.shift)
    return source.judged(name)


def _redacted(value: str, masking: MaskingSettings) -> str:
    last = len(value) - masking.keep_last
    if last <= masking.keep_first:
        return masking.character * len(value)
    is_shown = (place < masking.keep_first or place >= last for place in range(len(value)))
    return "".join(each if shown else masking.character for each, shown in zip(value, is_shown, strict=True))


def _pseudonym(value: str, key: bytes, masking: MaskingSettings) -> str:
    if not value:
        return ""
    base = len(masking.alphabet)
    number = _secret_number(key, "arxdesk pseudonym", value, base**masking.length)
    return "".join(masking.alphabet[number // base**place % base] for place in range(masking.length))


def _moved(job: Job, source: Source, name: str, shift: ShiftSettings) -> pd.Categorical:
    key, form = _key(job, shift.key_file), source.kind(name).format or DEFAULT_DATE_FORMAT
    dates, persons = source.cells(name), source.cells(shift.person)
    number = 2 * shift.days + 1
    moved = [_secret_number(key, "arxdesk date shift", person, number) - shift.days for person in persons.categories]
    number_of_pair = dates.codes.astype(np.int64) * len(persons.categories) + persons.codes
    pairs, place = np.unique(number_of_pair, return_inverse=True)
    texts = []
    for date, person in (divmod(pair, len(persons.categories)) for pair in pairs.tolist()):
        text = dates.categories[date]
        if text and not persons.categories[person]:
            text = SUPPRESSED
        elif text:
            moment = moment_of(text, form, None)
            text = "" if moment is None else (moment + dt.timedelta(days=moved[person])).strftime(form)
        texts.append(text)
    numbered = pd.Categorical.from_codes(place.reshape(-1), pd.Index(np.arange(len(texts)).astype(str), dtype=object))
    return mapped(numbered, texts)


def _secret_number(key: bytes, purpose: str, text: str, limit: int) -> int:
    digits, block = "", 0
    while 4 * len(digits) < limit.bit_length() + 128:
        message = b"".join([purpose.encode(), b"\0", block.to_bytes(4, "big"), text.encode(errors="surrogatepass")])
        digits += hmac.new(key, message, hashlib.sha256).hexdigest()
        block += 1
    return int(digits, 16) % limit


def _key(job: Job, path: str) -> bytes:
    try:
        return job.resolve(path).read_bytes()
    except OSError as error:
        raise UnreadableFile.from_os_error(job.resolve(path), error) from error
