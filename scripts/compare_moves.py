#!/usr/bin/env python3
"""Compares the generator's moves with those of an independent one on random positions.

    cargo build --release --example dump_positions
    scripts/compare_moves.py [--count N] [--seed S] [--against NAME] GAME ...

NAME is `reference` (scripts/reference_moves.py; any Python), `pydraughts` (0.6.7) or `py-draughts` (1.10.1). The
last two are packages called `draughts`: run this script with the Python of an environment that has the one wanted.
A disagreement is printed with the moves that only one side has; known faults of the others are counted apart.
"""

import argparse
import json
import os
import subprocess
import sys
import time

import reference_moves

HERE = os.path.dirname(os.path.abspath(__file__))
# Not its Turkish game, whose kings slide through pieces along files.
PYDRAUGHTS = {
    "international": "standard", "english": "english", "italian": "italian",
    "russian": "russian", "brazilian": "brazilian", "frisian": "frisian", "frysk": "frysk!",
    "antidraughts": "antidraughts", "breakthrough": "breakthrough",
}
PY_DRAUGHTS = {
    "international": "StandardBoard", "russian": "RussianBoard", "brazilian": "BrazilianBoard",
    "frisian": "FrisianBoard", "frysk": "FryskBoard", "antidraughts": "AntidraughtsBoard",
    "breakthrough": "BreakthroughBoard",
}


def reference(game):
    rules = reference_moves.GAMES[game]
    number = {square: n for n, square in enumerate(reference_moves.squares(rules), 1)}

    def moves(hub, _):
        found = reference_moves.Position.from_hub(rules, hub).moves()
        return {(number[a], number[b], frozenset(number[c] for c in taken)) for a, b, taken in found}

    return moves


def pydraughts(game):
    from draughts.core.game import Game

    exchanged = str.maketrans("wWbB", "bBwW")

    def turned(square):
        """Its number of a square of ours, and back: English boards are turned."""
        return 33 - square if game == "english" else square

    def moves(hub, _):
        text = hub[0] + "".join(hub[turned(n)] for n in range(1, len(hub)))
        if game == "english":  # Black, who begins, is its White
            text = text.translate(exchanged)
        chains, victims = Game(PYDRAUGHTS[game], text).legal_moves()
        return {
            (turned(steps[0][0]), turned(steps[-1][1]), frozenset(turned(n) for n in taken if n))
            for steps, taken in zip(chains, victims)
        }

    return moves


def py_draughts(game):
    import draughts

    board_class = getattr(draughts, PY_DRAUGHTS[game])

    def moves(hub, _):
        lists = {c: [str(n) for n, p in enumerate(hub[1:], 1) if p == c] for c in "wWbB"}
        side = lambda men, kings: ",".join(lists[men] + ["K" + n for n in lists[kings]])
        board = board_class.from_fen(f"{hub[0]}:W{side('w', 'W')}:B{side('b', 'B')}")
        return {
            (m.square_list[0] + 1, m.square_list[-1] + 1, frozenset(n + 1 for n in m.captured_list))
            for m in board.legal_moves
        }

    return moves


def known_fault(against, game, hub):
    """The rule that the other generator is known to get wrong, if it can matter in this position."""
    enemy_kings = hub[1:].count("B" if hub[0] == "W" else "W")
    if game == "breakthrough" and any(c in hub[1:] for c in "WB"):
        return "its move list goes on when a king stands on the board"
    if (against, game) in (("pydraughts", "frisian"), ("pydraughts", "frysk")) and enemy_kings >= 3:
        return "it counts a king as 1.501 men, so that three lose to five men (article 11)"
    if (against, game) == ("pydraughts", "italian") and enemy_kings >= 2:
        return "it looks at the first king only, not at the whole capture (A20)"
    return None


def compare(game, arguments, dump):
    theirs_of = {"reference": reference, "pydraughts": pydraughts, "py-draughts": py_draughts}[arguments.against](game)
    command = [dump, game, str(arguments.count), str(arguments.seed)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    begun, unlike, faults, captures = time.time(), 0, {}, 0
    for line in lines:
        entry = json.loads(line)
        ours = {(a, b, frozenset(taken)) for a, b, taken in entry["moves"]}
        captures += any(taken for _, _, taken in ours)
        theirs = theirs_of(entry["hub"], entry["fen"])
        if ours == theirs:
            continue
        fault = known_fault(arguments.against, game, entry["hub"])
        if fault:
            faults.setdefault(fault, []).append(entry["fen"])
            continue
        unlike += 1
        if unlike <= 5:
            show = lambda moves: sorted((a, b, sorted(taken)) for a, b, taken in moves)
            print(f"  {entry['fen']}\n    only here:  {show(ours - theirs)}\n    only there: {show(theirs - ours)}")
    print(
        f"{game} against {arguments.against}: {len(lines)} positions, {captures} with captures, "
        f"{unlike} unexplained differences, {time.time() - begun:.0f} s", flush=True,
    )
    for fault, fens in faults.items():
        print(f"  {len(fens)} times {fault}; first {fens[0]}", flush=True)
    return unlike


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", choices=["reference", "pydraughts", "py-draughts"], default="reference")
    parser.add_argument("--dump", default=os.path.join(HERE, "../target/release/examples/dump_positions"))
    arguments = parser.parse_args()
    sys.exit(any([compare(game, arguments, arguments.dump) for game in arguments.games]))


if __name__ == "__main__":
    main()
