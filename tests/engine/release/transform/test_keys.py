"""Keys and other secrets in files: only their owner reads them, none is lost, none is half written."""

import hashlib
import stat

import pytest

from arxdesk_engine.foundation.errors import InvalidJob, UnreadableFile, UnwritableFile
from arxdesk_engine.release.transform import keys
from arxdesk_engine.release.transform.keys import KeyedNumbers, create_key, read_key, write_secret

KEY = b"0123456789abcdef"


def test_that_a_new_key_is_random_and_only_its_owner_may_read_it(tmp_path):
    create_key(tmp_path / "a.key")
    create_key(tmp_path / "b.key")
    first, second = (read_key(tmp_path / name, "job") for name in ("a.key", "b.key"))
    assert (len(first), len(second), first == second) == (32, 32, False)
    assert stat.S_IMODE((tmp_path / "a.key").stat().st_mode) == 0o600


def test_that_a_key_that_is_there_is_never_replaced(tmp_path):
    (tmp_path / "a.key").write_bytes(KEY)
    create_key(tmp_path / "a.key")
    assert read_key(tmp_path / "a.key", "job") == KEY
    with pytest.raises(FileExistsError):
        write_secret(tmp_path / "a.key", b"other")
    assert [each.name for each in tmp_path.iterdir()] == ["a.key"]


@pytest.mark.parametrize("size", [0, 15, 65_537])
def test_that_a_key_of_the_wrong_size_is_refused_without_showing_it(tmp_path, size):
    (tmp_path / "a.key").write_bytes(b"x" * size)
    with pytest.raises(InvalidJob, match=r"job, key_file: the .*key.*16 to 65,536 bytes") as caught:
        read_key(tmp_path / "a.key", "job, key_file")
    assert "xxx" not in caught.value.message


def test_that_files_that_cannot_be_read_or_written_are_told(tmp_path):
    with pytest.raises(UnreadableFile):
        read_key(tmp_path / "missing.key", "job")
    with pytest.raises(UnwritableFile):
        create_key(tmp_path / "missing" / "a.key")


@pytest.mark.parametrize("broken", ["fsync", "link"])
def test_that_a_crash_leaves_no_half_file(tmp_path, monkeypatch, broken):
    def crash(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(keys.os, broken, crash)
    with pytest.raises(KeyboardInterrupt):
        write_secret(tmp_path / "a.key", KEY)
    assert list(tmp_path.iterdir()) == []


def test_that_a_full_disk_leaves_no_half_file(tmp_path, monkeypatch):
    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(keys.os, "fsync", full)
    with pytest.raises(UnwritableFile, match="no space left"):
        write_secret(tmp_path / "a.key", KEY)
    assert list(tmp_path.iterdir()) == []


def test_that_file_systems_without_second_names_are_written_to_as_well(tmp_path, monkeypatch):
    def refused(*_arguments):
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(keys.os, "link", refused)
    write_secret(tmp_path / "a.key", KEY)
    assert read_key(tmp_path / "a.key", "job") == KEY
    with pytest.raises(FileExistsError):
        write_secret(tmp_path / "a.key", b"other")
    assert (tmp_path / "a.key").read_bytes() == KEY
    assert [each.name for each in tmp_path.iterdir()] == ["a.key"]


def test_that_keyed_numbers_are_hmac_of_purpose_and_text():
    def hmac(message):
        """RFC 2104, with a key that is shorter than a block."""
        padded = KEY.ljust(64, b"\0")
        inner = hashlib.sha256(bytes(each ^ 0x36 for each in padded) + message).digest()
        return hashlib.sha256(bytes(each ^ 0x5C for each in padded) + inner).digest()

    blocks = [hmac(b"p\0" + number.to_bytes(4, "big") + "Zoë".encode()) for number in range(2)]
    assert KeyedNumbers(KEY, "p").below(61, "Zoë") == int.from_bytes(blocks[0], "big") % 61
    assert KeyedNumbers(KEY, "p").below(2**200, "Zoë") == int.from_bytes(b"".join(blocks), "big") % 2**200


def test_that_keyed_numbers_are_evenly_spread_and_depend_on_key_purpose_and_text():
    numbers = KeyedNumbers(KEY, "p")
    drawn = [numbers.below(7, str(number)) for number in range(7000)]
    counts = [drawn.count(each) for each in range(7)]
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 22.5  # chi-squared of 6 degrees, 0.1 %
    others = (KeyedNumbers(KEY[::-1], "p"), KeyedNumbers(KEY, "q"))
    assert all(other.below(2**64, "a") != numbers.below(2**64, "a") for other in others)
    assert numbers.below(2**64, "a") == KeyedNumbers(KEY, "p").below(2**64, "a")
