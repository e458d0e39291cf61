//! The lines of the protocol: what is written is read again, and what is not known is ignored.

use duel_ugi::message::{Command, Reply};

#[test]
fn what_is_written_is_read_again() {
    for line in [
        "ugi",
        "isready",
        "uginewgame",
        "setoption name Clear Hash value",
        "setoption name Level value hard",
        "position startpos",
        "position startpos moves 6 2",
        "position fen factor+no-whole:6~6,3/2 moves 2",
        "go",
        "go movetime 100",
        "go p1time 1 p2time 2 p1inc 3 p2inc 0",
        "go depth 3 nodes 4 infinite",
        "stop",
        "query gameover",
        "query p1turn",
        "query result",
        "quit",
    ] {
        assert_eq!(Command::parse(line).unwrap().to_string(), line);
    }
    for line in [
        "id name A B",
        "id author C",
        "option name Hash type spin default 1 min 1 max 9",
        "ugiok",
        "readyok",
        "response p1win",
        "info depth 1 pv 6",
        "bestmove (none)",
    ] {
        assert_eq!(Reply::parse(line).unwrap().to_string(), line);
    }
}

#[test]
fn what_is_not_known_is_ignored() {
    for line in [
        "",
        " ",
        "ugi now",
        "UGI",
        "query",
        "query weather",
        "position",
        "position 60",
        "setoption",
        "setoption name",
        "setoption name value 3",
        "bestmove 6",
        "\u{fffd}",
    ] {
        assert_eq!(Command::parse(line), None, "{line:?}");
    }
    for line in ["", "ugi", "response", "response true false", "id", "option name X"] {
        assert_eq!(Reply::parse(line), None, "{line:?}");
    }
    let go = |line: &str| Command::parse(line).unwrap().to_string();
    assert_eq!(go("go movestogo 40 p1time -5 p2time 7"), "go p1time 0 p2time 7");
    assert_eq!(go("go movetime depth 3"), "go depth 3");
    assert_eq!(go("go nodes 99999999999999999999999"), "go");
}

#[test]
fn a_position_with_spaces_is_kept_to_be_refused() {
    let text = |line: &str| match Command::parse(line) {
        Some(Command::Position { text, .. }) => text,
        other => panic!("{other:?}"),
    };
    assert_eq!(text("position fen divide:60 w 0 moves 6"), Some("divide:60 w 0".to_owned()));
    assert_eq!(text("position fen"), Some(String::new()));
    assert_eq!(text("position startpos 6"), Some("startpos 6".to_owned()));
}
