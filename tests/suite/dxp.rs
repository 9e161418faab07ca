//! `DamExchange`: games over TCP in both roles and both directions, and peers that misbehave.

use std::net::TcpListener;
use std::time::Duration;

use crate::common::{Engine, PATIENCE, Wire, listening, program, request};
use damone::notation::dxp::Move;
use damone::notation::{fen, moves};
use damone::position::{Game, Position};
use damone::rules::variants::International;

/// Quick games.
const FAST: [&str; 2] = ["--move-time", "0.01"];

/// The squares of a message M as Hub writes a move.
fn hub(message: &str) -> String {
    let two = |at: usize| message[at..at + 2].parse::<u8>().expect("digits");
    let captured = (0..usize::from(two(9))).map(|n| two(11 + 2 * n)).collect();
    Move { seconds: 0, from: two(5), to: two(7), captured }.hub()
}

/// Plays a message M; panics if it is not legal.
fn play(game: &mut Game<International>, message: &str) {
    let mv = moves::read(game.position().board(), &hub(message)).expect("a legal move");
    game.play(mv).expect("legal");
}

/// The first legal move as a message, played.
fn first_move(game: &mut Game<International>) -> String {
    let board = *game.position().board();
    let mv = board.legal_moves()[0];
    game.play(mv).expect("legal");
    let text = moves::write_hub(&board, &mv);
    damone::notation::dxp::Message::Move(Move::of_hub(&text, 0).expect("numbers")).to_string()
}

/// A whole game against whoever plays the first move it sees; the last message.
fn game(wire: &mut Wire, start: Position<International>, ours: bool) -> String {
    let mut game = Game::new(start);
    let mut my_turn = ours;
    loop {
        if my_turn {
            if game.outcome().is_some() {
                let reason = if game.position().board().legal_moves().is_empty() { "E10" } else { "E20" };
                wire.send(reason);
                return wire.no_chat();
            }
            let message = first_move(&mut game);
            wire.send(&message);
        } else {
            let message = wire.no_chat();
            if !message.starts_with('M') {
                wire.send("E00");
                return message;
            }
            play(&mut game, &message);
        }
        my_turn = !my_turn;
    }
}

#[test]
fn a_follower_plays_games_in_a_row() {
    let folder = std::env::temp_dir().join(format!("damone-dxp-{}", std::process::id()));
    let file = folder.with_extension("pdn");
    let (mut engine, port) =
        listening(&[&FAST[..], &["--games", "2", "--pdn", file.to_str().expect("a path")]].concat());
    let mut wire = Wire::to(port);
    for (colour, ours) in [('Z', true), ('W', false)] {
        // Field case C3: no minutes, and it plays all the same.
        wire.send(&request(colour, "000", None));
        let accepted = wire.message();
        assert!(
            accepted.starts_with("ADamone ") && accepted.ends_with('0') && accepted.len() == 34,
            "{accepted}"
        );
        let end = game(&mut wire, Position::start(), ours);
        assert!(end.starts_with('E'), "{end}");
    }
    wire.send(&request('W', "005", None));
    assert!(wire.message().ends_with('3'), "all games have been played");
    assert!(wire.is_cut());
    assert!(engine.wait_for("result ").len() > 7);
    let (status, _) = engine.finish(PATIENCE);
    assert!(status.success());
    let games = std::fs::read_to_string(&file).expect("the games");
    let _ = std::fs::remove_file(&file);
    assert_eq!(games.matches("[GameType \"20,W,10,10,N2,0\"]").count(), 2, "{games}");
    assert!(games.contains("[White \"Tester\"]") && games.contains("[Black \"Tester\"]"), "{games}");
}

#[test]
fn it_plays_itself_with_colours_swapped() {
    let (mut follower, port) = listening(&[]);
    let address = format!("127.0.0.1:{port}");
    let mut initiator = Engine::with(&[
        "dxp",
        "--connect",
        &address,
        "--initiator",
        "--games",
        "3",
        "--time",
        "0.02",
        "--resign",
        "1.5",
    ]);
    let results: Vec<String> = (0..3).map(|_| initiator.wait_for("result ")).collect();
    for result in &results {
        assert_eq!(follower.wait_for("result "), *result, "both saw the same");
        assert_ne!(result, "result *");
    }
    let (status, _) = initiator.finish(PATIENCE);
    assert!(status.success());
}

#[test]
fn the_initiator_can_be_the_one_that_listens() {
    let position = format!("W{}w{}b{}", "e".repeat(38), "e".repeat(4), "e".repeat(6));
    let (mut engine, port) =
        listening(&["--initiator", "--fen", "W:W39:B44", "--time", "1.5", "--moves", "75"]);
    let mut wire = Wire::to(port);
    let asked = wire.message();
    assert_eq!(asked.len(), 94);
    assert!(asked.ends_with(&format!("Z1.5075B{}", position.replace('b', "z"))), "{asked}");
    wire.send(&format!("A{:32}0", "Tester"));
    // Behind the seconds, which a busy machine may need.
    assert_eq!(wire.message()[5..], *"39500144");
    wire.send("E10");
    assert_eq!(wire.message(), "E00");
    assert_eq!(engine.wait_for("result "), "result 2-0");
    let (status, _) = engine.finish(PATIENCE);
    assert!(status.success());
}

#[test]
fn a_follower_can_be_the_one_that_comes() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let engine = Engine::with(&[&["dxp", "--connect", &address], &FAST[..]].concat());
    let mut wire = Wire::from(&listener);
    wire.send(&request('W', "0.5", None));
    assert!(wire.message().ends_with('0'));
    assert!(wire.message().starts_with('M'));
    wire.send("E01");
    assert_eq!(wire.message(), "E01", "the same stop code comes back");
    assert!(wire.is_cut());
    let (status, lines) = engine.finish(PATIENCE);
    assert!(status.success());
    assert!(lines.iter().any(|line| line == "result *"), "{lines:?}");
}

#[test]
fn lost_and_drawn_positions_are_claimed_by_rule() {
    let (_engine, port) = listening(&FAST);
    let mut wire = Wire::to(port);
    let at = |pieces: &[(usize, char)], turn: char| {
        let mut squares = vec!['e'; 50];
        for &(square, piece) in pieces {
            squares[square - 1] = piece;
        }
        format!("{turn}{}", squares.into_iter().collect::<String>())
    };
    // White has a man that cannot move.
    wire.send(&request('W', "001", Some(&at(&[(46, 'w'), (41, 'z'), (37, 'z')], 'W'))));
    assert!(wire.message().ends_with('0'));
    assert_eq!(wire.message(), "E10", "it says that it has lost");
    wire.send("E00");
    // A position that is none is refused, and the next one is played.
    wire.send(&request('W', "001", Some(&at(&[(1, 'w'), (37, 'z')], 'W'))));
    assert!(wire.no_chat().ends_with('2'));
    // One king each: five moves, and it is a draw, unless one is lost before.
    wire.send(&request('Z', "001", Some(&at(&[(26, 'W'), (4, 'Z')], 'W'))));
    assert!(wire.message().ends_with('0'));
    let start = fen::read("W:WK26:BK4").expect("a position");
    let end = game(&mut wire, start, true);
    assert!(end.starts_with('E'), "{end}");
}

/// A position as messages have it.
fn hub_position(text: &str) -> String {
    fen::write_hub(fen::read::<International>(text).expect("a position").board())
        .replace('b', "z")
        .replace('B', "Z")
}

#[test]
fn known_endings_are_claimed_and_wins_are_played() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables-dxp");
    let build = ["tablebase", "build", "--variant", "international", "--pieces", "3", "--dir"];
    assert!(program().args(build).arg(&folder).output().expect("it runs").status.success());
    let tables = ["--tables", folder.to_str().expect("a path")];
    let (mut engine, port) = listening(&[&FAST[..], &tables].concat());
    let mut wire = Wire::to(port);
    for (fen, said) in [("W:WK31:BK5,K10", "E20"), ("W:W31:BK5,K10", "E10"), ("W:W21:B3,4", "M")] {
        wire.send(&request('W', "001", Some(&hub_position(fen))));
        assert!(wire.message().ends_with('0'));
        let message = wire.message();
        assert!(message.starts_with(said), "{fen}: {message}");
        wire.send("E00");
        if said == "M" {
            assert_eq!(wire.message(), "E00");
        }
    }
    // Black, who is lost, says that it is a draw.
    wire.send(&request('W', "001", Some(&hub_position("B:WK5,K10:B20"))));
    assert!(wire.message().ends_with('0'));
    wire.send("E20");
    assert_eq!(wire.message(), "E00", "it cannot be refused");
    engine.wait_for("the peer claims more");
    assert_eq!(engine.wait_for("result "), "result 1-1");

    let (_engine, port) = listening(&[&FAST[..], &tables, &["--draw", "-1"]].concat());
    let mut wire = Wire::to(port);
    wire.send(&request('W', "001", Some(&hub_position("W:WK31:BK5,K10"))));
    assert!(wire.message().ends_with('0'));
    assert!(wire.message().starts_with('M'), "told not to claim draws");
}

#[test]
fn moves_are_taken_back() {
    let (_engine, port) = listening(&FAST);
    let mut wire = Wire::to(port);
    wire.send(&request('W', "005", None));
    assert!(wire.message().ends_with('0'));
    assert!(wire.message().starts_with('M'));
    wire.send("B001W");
    assert_eq!(wire.message(), "K0");
    assert!(wire.message().starts_with('M'), "it is its move again");
    wire.send("B007Z");
    assert_eq!(wire.message(), "K2");
    wire.send("B001Z");
    assert_eq!(wire.message(), "K0", "nothing to take back, and it is our move");
    wire.send("M0000192300");
    assert!(wire.no_chat().starts_with('M'));

    let (_engine, port) = listening(&["--take-back", "false"]);
    let mut wire = Wire::to(port);
    wire.send(&request('Z', "005", None));
    wire.message();
    wire.send("B001W");
    assert_eq!(wire.message(), "K2");
}

#[test]
fn messages_come_in_any_pieces() {
    let (mut engine, port) = listening(&FAST);
    let mut wire = Wire::to(port);
    for byte in format!("{}\0", request('Z', ".05", None)).bytes() {
        wire.send_bytes(&[byte]);
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(wire.message().ends_with('0'));
    wire.send_bytes(b"Chello\0M0000322800\0\0\0Cagain\0");
    assert!(wire.message().starts_with('M'));
    engine.wait_for("chat: hello");
    engine.wait_for("chat: again");
}

#[test]
fn one_peer_at_a_time_and_peers_that_vanish() {
    let (mut engine, port) = listening(&FAST);
    let mut wire = Wire::to(port);
    wire.send(&request('W', "005", None));
    assert!(wire.message().ends_with('0'));
    let mut other = Wire::to(port);
    let refused = other.message();
    assert!(refused.starts_with('A') && refused.ends_with('3'), "{refused}");
    assert!(other.is_cut());
    drop(wire);
    engine.wait_for("result *");
    // It takes the next; the first may be noticed a little later.
    let mut accepted = String::new();
    for _ in 0..100 {
        let mut next = Wire::to(port);
        next.send(&request('W', "005", None));
        accepted = next.message();
        if accepted.ends_with('0') {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(accepted.ends_with('0'));
}

#[test]
fn a_silent_peer_is_sent_away() {
    let (mut engine, port) = listening(&["--silence", "0.2"]);
    let mut wire = Wire::to(port);
    assert!(wire.is_cut());
    engine.wait_for("nothing was heard");
}

/// Truncated, over-long, binary, out of order and repeated: an answer in the dialect, and the game goes on.
#[test]
fn bad_input_is_survived() {
    let (_engine, port) = listening(&FAST);
    let mut wire = Wire::to(port);
    let whole =
        [request('W', "005", None), request('W', "005", Some(&"W".repeat(51))), "M0012061100".to_owned()];
    for message in &whole {
        for end in 1..message.len() {
            wire.send(&message[..end]);
        }
    }
    for message in ["K0", "E00", "B001W", "M0000322800", "M9999999999", "E99", "\u{e9}", "Xyz", "A", "R02"] {
        wire.send(message);
    }
    wire.send_bytes(&(1..=100).collect::<Vec<u8>>());
    wire.send_bytes(&[0, 200, 255, 0, 0]);
    wire.send(&request('Z', "005", None));
    // It has answered everything in its own words and takes the game.
    loop {
        let message = wire.message();
        assert!(message.len() <= 127 && message.is_ascii(), "{message}");
        assert!("CAEK".contains(&message[..1]), "{message}");
        if message.starts_with('A') && message.ends_with('0') {
            break;
        }
    }
    wire.send(&request('Z', "005", None));
    assert!(wire.message().starts_with('C'));
    assert!(wire.message().ends_with('2'), "another game later");
    wire.send("M0000112200");
    assert!(wire.message().starts_with("Cinvalid move received"), "the game goes on");
    wire.send("M0000322800");
    assert!(wire.no_chat().starts_with('M'));
    // A message without an end has one: the wire.
    wire.send_bytes(&vec![b'x'; 1 << 20]);
    assert!(wire.is_cut());
    let mut next = Wire::to(port);
    for _ in 0..100 {
        next.send(&request('W', "005", None));
        let answer = next.message();
        if answer.ends_with('0') {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
        next = Wire::to(port);
    }
    panic!("nobody is taken in any more");
}
