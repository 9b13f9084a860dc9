"""Threads that agree within kernels: each room of each batch is dived in once, whoever is first."""

import threading

import numpy as np
import pytest

from arxdesk_engine.kernels.exact.signals import DONE, END, SIGNALS, add, claim, give_out, load, store, wait
from arxdesk_engine.kernels.jit import nb

MOST_ROOMS = 16


@nb.njit(nogil=True)
def claim_all(signals, claimed):
    """Claim rooms until there is none; each is counted."""
    room = claim(signals)
    while room >= 0:
        add(claimed, room, 1)
        add(signals, DONE, 1)
        room = claim(signals)


@nb.njit(nogil=True)
def go_on_claiming(signals, claimed):
    spins = 0
    while load(signals, END) == 0:
        claim_all(signals, claimed)
        spins += 1
        wait(spins)


@nb.njit(nogil=True)
def give_out_batches(signals, claimed, sizes):
    """The number of batches in which some room was not claimed just once."""
    wrong = 0
    for size in sizes:
        claimed[:] = 0
        give_out(signals, size)
        claim_all(signals, claimed)
        spins = 0
        while load(signals, DONE) < size:
            spins += 1
            wait(spins)
        for room in range(claimed.size):
            wrong += load(claimed, room) != (room < size)
    store(signals, END, 1)
    return wrong


@pytest.mark.parametrize("others", [0, 1, 3])
def test_that_each_room_is_claimed_once(others):
    signals, claimed = np.zeros(SIGNALS, np.int64), np.zeros(MOST_ROOMS, np.int64)
    sizes = np.random.default_rng(others).integers(1, MOST_ROOMS + 1, 20_000)
    threads = [threading.Thread(target=go_on_claiming, args=(signals, claimed)) for _each in range(others)]
    for thread in threads:
        thread.start()
    assert give_out_batches(signals, claimed, sizes) == 0
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()


def test_that_nothing_is_claimed_before_a_batch_is_given_out():
    signals = np.zeros(SIGNALS, np.int64)
    claimed = np.zeros(MOST_ROOMS, np.int64)
    claim_all(signals, claimed)
    assert (signals.any(), claimed.any()) == (False, False)
