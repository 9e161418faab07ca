"""A slow second reading of the rules of every game, for checking the generator.

It shares nothing with the engine: the table below was written from the rule texts, positions are dictionaries of
squares, and every capture route is walked. Squares are (row, column) from the top left as White sees the board.
"""

from dataclasses import dataclass, replace

N, NE, E, SE, S, SW, W, NW = (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)
DIAGONAL, STRAIGHT = (NE, SE, SW, NW), (N, E, S, W)


@dataclass(frozen=True)
class Game:
    """The rules of one game; directions are White's."""

    size: int = 8
    dark: str = "left"  # or "right", or "all"
    rows: tuple = (0, 3)  # empty rows behind the men, rows of men
    man_steps: tuple = (NE, NW)
    man_jumps: tuple = (NE, NW)
    king_steps: tuple = DIAGONAL
    king_jumps: tuple = DIAGONAL
    man_takes_king: bool = True
    flies: bool = True
    lands: str = "any"  # or "next", or "killer"
    lifts_at_once: bool = False
    turns_back: bool = False
    crowned: str = "end"  # "stop": the move ends; "passing": goes on as a king; "end": only if it ends there
    prefers: tuple = ()
    first_king_wins: bool = False


ENGLISH = Game(flies=False, lands="next", crowned="stop")
RUSSIAN = Game(man_jumps=DIAGONAL, crowned="passing")
BRAZILIAN = replace(RUSSIAN, crowned="end", prefers=("number",))
INTERNATIONAL = replace(BRAZILIAN, size=10, rows=(0, 4))
SPANISH = Game(dark="right", crowned="stop", prefers=("number", "kings"))
ITALIAN = replace(ENGLISH, dark="right", man_takes_king=False, prefers=("number", "by king", "kings", "early"))
FRISIAN = replace(
    INTERNATIONAL, man_jumps=DIAGONAL + STRAIGHT, king_jumps=DIAGONAL + STRAIGHT, prefers=("value", "by king")
)
TURKISH = Game(
    dark="all", rows=(1, 2), man_steps=(N, E, W), man_jumps=(N, E, W), king_steps=STRAIGHT, king_jumps=STRAIGHT,
    lifts_at_once=True, prefers=("number",),
)

GAMES = {
    "english": ENGLISH, "giveaway": ENGLISH, "italian": ITALIAN, "vinciperdi": ITALIAN,
    "international": INTERNATIONAL, "antidraughts": INTERNATIONAL,
    "breakthrough": replace(INTERNATIONAL, first_king_wins=True),
    "killer": replace(INTERNATIONAL, lands="killer"),
    "canadian": replace(INTERNATIONAL, size=12, rows=(0, 5)),
    "russian": RUSSIAN, "poddavki": RUSSIAN, "brazilian": BRAZILIAN, "pool": replace(RUSSIAN, crowned="end"),
    "spanish": SPANISH, "portuguese": SPANISH,
    "czech": Game(crowned="stop", prefers=("by king",)),
    "thai": Game(rows=(0, 2), lands="next", lifts_at_once=True, turns_back=True, crowned="stop"),
    "frisian": FRISIAN, "frysk": replace(FRISIAN, rows=(0, 1)),
    "turkish": TURKISH, "arabic": replace(TURKISH, rows=(0, 2), man_jumps=STRAIGHT),
    "armenian": replace(
        TURKISH, man_steps=(N, E, W, NE, NW), king_steps=STRAIGHT + DIAGONAL, crowned="passing"
    ),
    "gothic": Game(
        dark="all", rows=(0, 2), man_jumps=(N, E, W, NE, NW), king_steps=STRAIGHT + DIAGONAL,
        king_jumps=STRAIGHT + DIAGONAL, flies=False, lands="next", crowned="stop",
    ),
    "croda": replace(
        TURKISH, rows=(0, 3), man_steps=(N, NE, NW), man_jumps=STRAIGHT, lifts_at_once=False
    ),
}


class Position:
    """Pieces by square: (side, is king); side 0 is White."""

    def __init__(self, game, pieces, turn):
        self.game, self.pieces, self.turn = game, pieces, turn
        self.last_row = game.size - 1 if turn else 0

    @classmethod
    def start(cls, game, turn=0):
        skip, rows = game.rows
        pieces = {}
        for square in squares(game):
            if skip <= square[0] < skip + rows:
                pieces[square] = (1, False)
            if skip <= game.size - 1 - square[0] < skip + rows:
                pieces[square] = (0, False)
        return cls(game, pieces, turn)

    @classmethod
    def from_hub(cls, game, text):
        kinds = {"w": (0, False), "W": (0, True), "b": (1, False), "B": (1, True)}
        pieces = {square: kinds[c] for square, c in zip(squares(game), text[1:]) if c != "e"}
        return cls(game, pieces, 0 if text[0] == "W" else 1)

    def plays(self, square):
        row, column = square
        if not (0 <= row < self.game.size and 0 <= column < self.game.size):
            return False
        return is_playable(self.game, row, column)

    def facing(self, directions):
        return [(-r, -c) if self.turn else (r, c) for r, c in directions]

    def next(self, square, direction):
        """The next playing square of the line, or None; straight lines of diagonal boards skip a square."""
        far = 2 if self.game.dark != "all" and 0 in direction else 1
        square = (square[0] + far * direction[0], square[1] + far * direction[1])
        return square if self.plays(square) else None

    def moves(self):
        """{(from, to, captured set)}"""
        if self.game.first_king_wins and any(king for _, king in self.pieces.values()):
            return set()
        chains = [chain for square in self.own() for chain in self.chains(square)]
        if chains:
            best = max(map(self.rank, chains))
            return {(c[0], c[1], frozenset(c[2])) for c in chains if self.rank(c) == best}
        return {move for square in self.own() for move in self.steps(square)}

    def own(self):
        return [square for square, (side, _) in self.pieces.items() if side == self.turn]

    def steps(self, square):
        king = self.pieces[square][1]
        for direction in self.facing(self.game.king_steps if king else self.game.man_steps):
            to = self.next(square, direction)
            while to and to not in self.pieces:
                yield (square, to, frozenset())
                to = self.next(to, direction) if king and self.game.flies else None

    def chains(self, square):
        piece = self.pieces.pop(square)  # its start is empty for it
        found = list(self.go(square, square, piece[1], piece[1], [], None))
        self.pieces[square] = piece
        return found

    def go(self, start, at, king, began_king, taken, came):
        """Every complete capture as (start, end, taken, began as king)."""
        for direction, victim in self.jumps(at, king, taken, came):
            now = taken + [victim]
            landings = self.landings(victim, direction, king, now)
            ends, goes_on = [], False
            for to in landings:
                stays_king, stops = king, False
                if not king and to[0] == self.last_row:
                    stops = self.game.crowned == "stop"
                    stays_king = self.game.crowned == "passing"
                further = [] if stops else list(self.go(start, to, stays_king, began_king, now, direction))
                goes_on |= bool(further)
                yield from further
                ends.append(to)
            if not goes_on:
                kept = ends
                if king and self.game.lands == "killer" and self.pieces[victim][1]:
                    kept = ends[:1]
                yield from ((start, to, now, began_king) for to in kept)

    def jumps(self, at, king, taken, came):
        for direction in self.facing(self.game.king_jumps if king else self.game.man_jumps):
            back = came and (-came[0], -came[1]) == direction
            if back and king and self.game.flies and not self.game.turns_back:
                continue
            victim = self.next(at, direction)
            while victim and king and self.game.flies and self.is_empty(victim, taken):
                victim = self.next(victim, direction)
            if not victim or victim in taken or self.pieces.get(victim, (self.turn,))[0] == self.turn:
                continue
            if self.pieces[victim][1] and not king and not self.game.man_takes_king:
                continue
            behind = self.next(victim, direction)
            if behind and self.is_empty(behind, taken):
                yield direction, victim

    def landings(self, victim, direction, king, taken):
        squares_behind, to = [], self.next(victim, direction)
        while to and self.is_empty(to, taken):
            squares_behind.append(to)
            to = self.next(to, direction) if king and self.game.flies and self.game.lands != "next" else None
        return squares_behind

    def is_empty(self, square, taken):
        return square not in self.pieces or self.game.lifts_at_once and square in taken

    def rank(self, chain):
        kings = [self.pieces[victim][1] for victim in chain[2]]
        values = {
            "number": len(kings), "by king": chain[3], "kings": sum(kings), "early": kings,
            # k kings lie between 2k - 1 and 2k men
            "value": len(kings) + sum(kings) - sum(kings) / 1000,
        }
        return [values[name] for name in self.game.prefers]

    def after(self, move):
        start, to, taken = move
        pieces = {square: piece for square, piece in self.pieces.items() if square not in taken}
        side, king = pieces.pop(start)
        if self.game.crowned == "passing" and not king and taken:
            king = self.crowned_on_the_way(move)
        pieces[to] = (side, king or to[0] == self.last_row)
        return Position(self.game, pieces, 1 - self.turn)

    def crowned_on_the_way(self, move):
        """Whether a man that makes this capture touches the last row (a route is enough: all that take the
        same pieces and end on the same square do or do not)."""
        start, to, taken = move
        return any(
            (s, e, frozenset(t)) == move and touched
            for s, e, t, touched in self.touching_chains(start)
        )

    def touching_chains(self, square):
        piece = self.pieces.pop(square)
        walk = []

        def go(at, king, taken, came):
            any_jump = False
            for direction, victim in self.jumps(at, king, taken, came):
                for to in self.landings(victim, direction, king, taken + [victim]):
                    any_jump = True
                    go(to, king or to[0] == self.last_row, taken + [victim], direction)
            if not any_jump and taken:
                walk.append((square, at, taken, king))

        go(square, False, [], None)
        self.pieces[square] = piece
        return walk


def is_playable(game, row, column):
    parity = (game.size - 1 - row + column) % 2
    return game.dark == "all" or parity == (0 if game.dark == "left" else 1)


def squares(game):
    """The playing squares by number from 1 at the top left."""
    return [(r, c) for r in range(game.size) for c in range(game.size) if is_playable(game, r, c)]


def perft(position, depth):
    moves = position.moves()
    return len(moves) if depth == 1 else sum(perft(position.after(move), depth - 1) for move in moves)


if __name__ == "__main__":
    import sys

    name, depth = sys.argv[1], int(sys.argv[2])
    for d in range(1, depth + 1):
        print(d, perft(Position.start(GAMES[name]), d), flush=True)
