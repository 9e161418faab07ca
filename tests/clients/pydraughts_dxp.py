"""Plays whole games through pydraughts' DXPEngine against `damone dxp`.

    python pydraughts_dxp.py ENGINE

pydraughts is the initiator and connects. It asks for `000` minutes whenever it is told less than a minute, and means
a short game by it; the engine then takes its time for a move. It looks every move of the engine up among its own legal
moves, and drops one that it does not find without a word, so every wait here has an end.

Two things about it are wrong and worked around: when it ends a game it waits seven seconds before it closes its
socket, and `takeback` never comes back after the answer if it is the engine's turn, since the reader waits for a flag that
is only cleared later; so games are ended by leaving, and nothing is taken back here (tests/suite/dxp.rs does that).
"""

import os
import random
import socket
import subprocess
import sys
import threading
import time
import warnings

import draughts
from draughts.engine import DXPEngine

MOST_PLIES = 120


def answer(engine, board, seconds=20):
    """The engine's move, or None if it ended the game instead, which `play` does not notice."""
    result = []
    thread = threading.Thread(target=lambda: result.append(engine.play(board).move), daemon=True)
    thread.start()
    end = time.monotonic() + seconds
    while not result and time.monotonic() < end:
        thread.join(0.01)
        if engine.sender.current.result is not None:
            return None
    assert result, "no answer"
    return result[0]


def game(port, initial_time, engine_begins, rng):
    options = {"engine-opened": True, "ip": "127.0.0.1", "port": port}
    engine = DXPEngine([], options, initial_time=initial_time)
    board = draughts.Board()
    if not engine_begins:
        board.push(rng.choice(board.legal_moves()))
    while not board.is_over() and len(board.move_stack) < MOST_PLIES:
        move = answer(engine, board)
        if move is None:
            break
        legal = {legal.hub_move for legal in board.legal_moves()}
        assert move.hub_move in legal, (board.fen, move.hub_move)
        board.push(move)
        if not board.is_over():
            board.push(rng.choice(board.legal_moves()))
    engine.sender.gameend()
    engine.sender.socket.sock.shutdown(socket.SHUT_RDWR)
    return len(board.move_stack), board.winner() if board.is_over() else "unfinished"


def main():
    # It closes neither its pipes nor its sockets, and turns the warnings about that on.
    warnings.simplefilter("ignore")
    # Its reader dies of an exception when the wire is cut, which is how every game ends here.
    threading.excepthook = lambda _: None
    path = sys.argv[1]
    damone = subprocess.Popen(
        [path, "dxp", "--listen", "0", "--move-time", "0.02", "--resign", "0", "--draw", "-1"], stdout=subprocess.PIPE, text=True
    )
    port = damone.stdout.readline().strip().rsplit(":", 1)[1]
    drain = threading.Thread(target=damone.stdout.read, daemon=True)
    drain.start()
    rng = random.Random(5)
    try:
        for initial_time, engine_begins in ((0, False), (60, True)):
            plies, result = game(port, initial_time, engine_begins, rng)
            print(f"{initial_time} s: {plies} plies, {result}", flush=True)
            assert plies > 20, plies
    finally:
        damone.kill()
        damone.wait()
    # Its threads wait for ever.
    os._exit(0)


main()
