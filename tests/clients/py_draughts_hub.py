"""Starts the engine through py-draughts' HubEngine 20 times and plays a whole game through it.

    python py_draughts_hub.py ENGINE

py-draughts 1.10.1 loses lines on Linux: it asks `select` whether there is more, but reads through a buffer, so the
second of two lines that come together is not seen before the next one. A lost `wait` is a time-out at the start, a
lost `done` a search that never ends; one second is far longer than either takes.
"""

import sys
import time

from loguru import logger

from draughts import StandardBoard
from draughts.engines.hub import HubEngine

STARTS = 20
SEARCHES = 60
# The client looks again after one second; who waits that long has lost a line.
LOST = 0.9


def starts(path):
    late = 0
    for _ in range(STARTS):
        begun = time.monotonic()
        with HubEngine(path, depth_limit=3) as engine:
            late += time.monotonic() - begun > LOST
            assert "variant" in engine.params, engine.params
            assert len(engine.params) >= 6, engine.params
    print(f"{STARTS} starts, {late} of them late")
    assert late == 0


def searches(path):
    late = plies = done = 0
    with HubEngine(path, depth_limit=4) as engine:
        while done < SEARCHES:
            board = StandardBoard()
            plies = 0
            while not board.game_over and plies < 200 and (done < SEARCHES or plies):
                begun = time.monotonic()
                # Looks the move up among its own legal moves and raises if it is none.
                move = engine.get_best_move(board)
                late += time.monotonic() - begun > LOST
                board.push(move)
                plies += 1
                done += 1
            print(f"a game of {plies} plies: {board.result}")
        assert engine.ping()
    print(f"{done} searches, {late} of them late")
    assert late == 0


def main():
    logger.remove()
    starts(sys.argv[1])
    searches(sys.argv[1])


main()
