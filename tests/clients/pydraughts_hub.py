"""Plays whole games through pydraughts' HubEngine: every game that both sides know, with clocks and pondering.

    python pydraughts_hub.py ENGINE [SECONDS]

Every move of the engine is looked up by pydraughts' own rules, and every move of the other side must be understood
by the engine. pydraughts numbers the squares of `pos` and of `moves` differently on small boards, so the engine is
told `numbering=pydraughts`.
"""

import logging
import random
import sys
import threading
import warnings

import draughts
from draughts.engine import Limit
from draughts.engines.hub import HubEngine

# pydraughts' names of games, and Hub's.
GAMES = {
    "standard": "normal",
    "frisian": "frisian",
    "frysk!": "frysk",
    "antidraughts": "losing",
    "breakthrough": "bt",
    "english": "english",
    "italian": "italian",
    "russian": "russian",
    "brazilian": "brazilian",
    "turkish": "turkish",
}
MOST_PLIES = 160


class Complaints(logging.Handler):
    """Collects what pydraughts warns about: lines that are not the protocol's."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def ponder(engine, board, limit, guess, reply):
    """Lets the engine think about its guess while the reply comes; its answer if the guess was right."""
    ahead = board.copy()
    ahead.push(guess)
    answer = []
    thread = threading.Thread(target=lambda: answer.append(engine.play(ahead, limit, True)))
    thread.start()
    while engine._last_sent != "go ponder":
        pass
    hit = guess.hub_move == reply.hub_move
    if hit:
        engine.ponderhit()
    else:
        engine.stop()
    thread.join(30)
    assert not thread.is_alive(), "no answer to ponder"
    return answer[0] if hit else None


def game(engine, variant, rng, seconds):
    """One game against a mover that often plays what the engine expects. Gives plies, ponder hits and the result."""
    board = draughts.Board(variant=variant)
    engine_turn = rng.choice([draughts.WHITE, draughts.BLACK])
    clock, increment = seconds, 0.02
    guess, hits, waiting = None, 0, None
    while not board.is_over() and len(board.move_stack) < MOST_PLIES:
        if board.turn != engine_turn:
            moves = board.legal_moves()
            reply = rng.choice(moves)
            if guess is not None and rng.random() < 0.7:
                reply = guess
            if guess is not None:
                waiting = ponder(engine, board, Limit(time=clock, inc=increment), guess, reply)
                hits += waiting is not None
            board.push(reply)
            continue
        result = waiting or engine.play(board, Limit(time=clock, inc=increment), False)
        waiting = None
        legal = {move.hub_move for move in board.legal_moves()}
        assert result.move.hub_move in legal, (variant, board.fen, result.move.hub_move, legal)
        board.push(result.move)
        guess = result.ponder
        if guess is not None:
            legal = {move.hub_move for move in board.legal_moves()}
            assert guess.hub_move in legal, (variant, board.fen, guess.hub_move, legal)
    return len(board.move_stack), hits, board.winner() if board.is_over() else "unfinished"


def limits(engine, variant):
    """Every other kind of limit that pydraughts sends."""
    board = draughts.Board(variant=variant)
    for limit in (Limit(depth=4), Limit(nodes=2000), Limit(movetime=0.05), Limit(time=1)):
        engine.play(board, limit, False)
        assert engine.info, limit


def main():
    # It closes neither its pipes nor its sockets, and turns the warnings about that on.
    warnings.simplefilter("ignore")
    path = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0
    complaints = Complaints()
    logging.getLogger("pydraughts").addHandler(complaints)
    rng = random.Random(3)
    played = 0
    for variant, name in GAMES.items():
        engine = HubEngine([path, "hub"])
        if name not in engine.variants:
            print(f"{variant}: not played by this engine")
            engine.quit()
            continue
        engine.configure({"variant": name, "numbering": "pydraughts", "ponder": True})
        engine.init()
        engine.ping()
        limits(engine, variant)
        plies, hits, result = game(engine, variant, rng, seconds)
        engine.quit()
        assert engine.p.wait(10) == 0, "the engine ended badly"
        assert not complaints.lines, (variant, complaints.lines)
        print(f"{variant}: {plies} plies, {hits} ponder hits, {result}")
        played += 1
    assert played >= 4, "too few games in common"


main()
