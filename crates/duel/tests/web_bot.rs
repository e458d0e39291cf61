//! The example of a bot for the web API plays whole games against a real server.

mod sitting;

use std::{
    io::{BufRead as _, BufReader, Read as _},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

use duel_testing::wait_for;
use sitting::{DUEL, Home};

const BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/web_bot.py");

/// A process that ends with the test.
struct Running {
    process: Child,
    output: BufReader<ChildStdout>,
}

impl Running {
    fn start(command: &mut Command) -> Running {
        let mut process = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let output = BufReader::new(process.stdout.take().expect("its output"));
        Running { process, output }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        line.trim_end().to_owned()
    }

    /// What else it says until it has ended well.
    fn end(mut self) -> String {
        let status = wait_for(
            || "the bot does not come to an end".to_owned(),
            || self.process.try_wait().expect("a process"),
        );
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("text");
        assert!(status.success(), "{status}: {rest}");
        rest
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn server(home: &Home, database: &Path, listen: &str) -> (Running, String) {
    let mut serve = home.command(DUEL);
    serve.args(["serve", "--listen", listen, "--database"]).arg(database);
    let mut server = Running::start(serve.stderr(Stdio::null()));
    let line = server.line();
    let origin = line.rsplit(' ').next().expect("an address").to_owned();
    (server, origin)
}

fn bot(address: &str, options: &str) -> Running {
    let mut command = Command::new("python3");
    Running::start(command.arg(BOT).arg(address).args(options.split_whitespace()))
}

#[test]
#[ignore = "needs Python"]
fn it_plays_the_computer() {
    let home = Home::new();
    let (_server, origin) = server(&home, &home.file("games.db"), "127.0.0.1:0");
    for book in ["divide", "dilemma", "subtract", "digits", "factor"] {
        let mut bot = bot(&origin, &format!("--book {book} --level easy"));
        assert!(bot.line().starts_with(&format!("{origin}/g/")));
        let said = bot.end();
        assert!(said.starts_with("Seat 1, "), "{said}");
    }
}

#[test]
#[ignore = "needs Python"]
fn two_of_them_play_each_other_by_a_link_while_the_server_is_killed() {
    let home = Home::new();
    let database = home.file("games.db");
    let (server_one, origin) = server(&home, &database, "127.0.0.1:0");
    let mut first = bot(&origin, "--book subtract");
    let mut second = bot(&first.line(), "");
    second.line();
    drop(server_one);
    let listen = origin.trim_start_matches("http://");
    let (_server_two, _) = server(&home, &database, listen);
    let (first, second) = (first.end(), second.end());
    let after = |text: &str| text.split_once(", ").map(|(_, rest)| rest.to_owned());
    assert!(first.starts_with("Seat 1, "), "{first}");
    let second = second.lines().last().unwrap_or_default().to_owned();
    assert!(second.starts_with("Seat 2, "), "{second}");
    assert_eq!(after(first.trim_end()), after(&second));
}
