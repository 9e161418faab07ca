//! What holds in every game: colours are symmetric, the ways to ask for moves agree, positions repeat alike.

use std::collections::BTreeSet;

use crate::common::random_game;
use damone::board::{Bits, Square};
use damone::position::{Board, Demand, Game, KingRun, Move, MoveList, Setup};
use damone::rules::Rules;
use damone::rules::variants::{International, Tirana, Turkish};
use damone::util::rng::Rng;

/// The square that the opponent sees where one sees `square`.
fn turned<R: Rules>(square: Square) -> Square {
    let ordinal = usize::from(R::GEOMETRY.ordinal(square));
    R::GEOMETRY.square(R::SET.board.squares() - 1 - ordinal).expect("the board is symmetric")
}

fn turned_demand<R: Rules>(demand: Demand) -> Demand {
    Demand { capturer: turned::<R>(demand.capturer), victim: turned::<R>(demand.victim) }
}

/// The same position with the colours exchanged and the board turned round.
fn turned_board<R: Rules>(board: &Board<R>) -> Board<R> {
    let setup = board.setup();
    let pieces = setup.pieces.iter().map(|&(side, piece, square)| (!side, piece, turned::<R>(square)));
    let setup = Setup {
        turn: !setup.turn,
        pieces: pieces.collect(),
        crowned: setup.crowned.map(|[white, black]| [black, white]),
        demand: setup.demand.map(turned_demand::<R>),
        king_run: {
            let [white, black] =
                setup.king_run.map(|run| run.map(|run| KingRun { king: turned::<R>(run.king), ..run }));
            [black, white]
        },
    };
    setup.board().expect("a turned position is a position")
}

/// What a move is, in a form that sorts: ends, victims, demand, promotion.
type Facts = (Square, Square, Vec<Square>, Option<Demand>, bool);

fn facts<R: Rules>(mv: &Move<R::Bits>, turn: impl Fn(Square) -> Square) -> Facts {
    let mut victims: Vec<_> = mv.captured.iter().map(Square).map(&turn).collect();
    victims.sort_unstable();
    let demand = Demand { capturer: mv.demand.capturer, victim: mv.demand.victim };
    let demand =
        mv.demand.is_some().then(|| Demand { capturer: turn(demand.capturer), victim: turn(demand.victim) });
    (turn(mv.from), turn(mv.to), victims, demand, mv.promotes())
}

#[test]
fn turned_positions_have_turned_moves() {
    fn symmetric<R: Rules>() {
        let mut random = Rng::new(4);
        for _ in 0..40 {
            for position in random_game::<R>(&mut random, 150) {
                let board = position.board();
                let here: BTreeSet<_> =
                    board.legal_moves().iter().map(|mv| facts::<R>(mv, turned::<R>)).collect();
                let there: BTreeSet<_> = turned_board(board)
                    .legal_moves()
                    .iter()
                    .map(|mv| facts::<R>(mv, |square| square))
                    .collect();
                assert_eq!(here, there, "{}", damone::notation::fen::write(&position));
            }
        }
    }
    for_every_game!(symmetric);
}

#[test]
fn the_ways_to_ask_for_moves_agree() {
    fn agree<R: Rules>() {
        let mut random = Rng::new(5);
        let mut scratch = MoveList::new();
        for _ in 0..40 {
            for position in random_game::<R>(&mut random, 150) {
                let board = position.board();
                let moves = board.legal_moves();
                assert_eq!(board.count_moves(&mut scratch), moves.len() as u64);
                assert_eq!(board.can_capture(), moves.iter().any(Move::is_capture));
                assert!(moves.iter().all(Move::is_capture) || !moves.iter().any(Move::is_capture));
                assert_eq!(moves.iter().collect::<std::collections::HashSet<_>>().len(), moves.len());
                assert_eq!(position.key(), board.key());
                assert!(board.setup().board::<R>() == Ok(*board));
            }
        }
    }
    for_every_game!(agree);
}

/// Plays moves by their text.
fn game<R: Rules>(fen: &str, moves: &[&str]) -> Game<R> {
    let mut game = Game::new(crate::common::position::<R>(fen));
    for text in moves {
        let mv = damone::notation::moves::read(game.position().board(), text).expect("a legal move");
        game.play(mv).expect("a legal move");
    }
    game
}

#[test]
fn the_third_occurrence_draws() {
    let round = ["d4-c4", "h8-g8", "c4-d4", "g8-h8"];
    let fen = "W:WKd4,a2:BKh8,h7";
    let twice = game::<Turkish>(fen, &round);
    assert_eq!((twice.occurrences(), twice.outcome()), (2, None));
    let mut thrice = game::<Turkish>(fen, &[round, round].concat());
    assert_eq!(
        thrice.outcome().map(|outcome| outcome.to_string()).as_deref(),
        Some("draw: position repeated 3 times (A33)")
    );
    assert!(thrice.take_back());
    assert_eq!(thrice.outcome(), None);
}

#[test]
fn sideways_moves_of_men_repeat_positions() {
    // A34: such moves can be taken back, so they do not end the stretch that is searched for repetitions.
    let round = ["d4-c4", "d6-e6", "c4-d4", "e6-d6"];
    let fen = "W:Wd4,a2:Bd6,h7";
    assert_eq!(game::<Tirana>(fen, &[round, round].concat()).occurrences(), 3);
}

#[test]
fn positions_with_different_rights_are_different() {
    // Section 1: the same placement with other kings crowned before is not the same position.
    let one = crate::common::position::<Tirana>("W:WKd4,a2:Bd6,h7:CW");
    let other = crate::common::position::<Tirana>("W:WKd4,a2:Bd6,h7:CWB");
    assert!(one != other && one.key() != other.key());
}

#[test]
fn an_illegal_move_changes_nothing() {
    // A4: a stale move is refused and the game stays as it was.
    let mut game = game::<International>("W:WK2,25:B14,15,16", &[]);
    let mv = game.position().board().legal_moves()[0];
    game.play(mv).expect("a legal move");
    let before = *game.position();
    assert!(game.play(mv).is_err());
    assert_eq!(*game.position(), before);
    assert_eq!(game.moves().len(), 1);
}
