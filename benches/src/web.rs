//! The web server: moves a second, beside the same server without a disk and a handler that does
//! nothing; the memory of idle WebSockets; and pages in a browser.
//!
//! Each contestant is a process of its own, and the load comes from one thread of this one. They
//! take turns in short rounds, so that whatever else the machine does falls on all of them alike.

pub(crate) mod abuse;
pub(crate) mod bare;
mod load;
mod pages;
mod server;
mod sockets;

use std::{error::Error, time::Duration};

use self::{
    load::Crowd,
    server::{Folder, Postgres, Server},
};
use crate::{
    options::Options,
    table::{Table, median, rounded},
};

/// How many connections there are at once.
const CONNECTIONS: usize = 256;

/// How many rounds each contestant plays.
const ROUNDS: usize = 9;

/// How long a round is.
const ROUND: Duration = Duration::from_secs(2);

/// How many WebSockets are held open.
const SOCKETS: usize = 10_000;

/// How often each page is opened.
const VISITS: usize = 9;

pub(crate) fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (rounds, sockets, visits) =
        if options.is_quick { (3, 1_000, 3) } else { (ROUNDS, SOCKETS, VISITS) };
    runtime.block_on(async {
        let moves = moves(rounds).await?;
        if options.only_moves {
            return Ok(moves.to_string());
        }
        let parts = [moves, sockets::run(sockets).await?, pages::run(visits).await?];
        Ok(parts.map(|part| part.to_string()).join("\n"))
    })
}

/// A server that is measured, and what it has done.
struct Contestant {
    name: &'static str,
    server: Server,
    crowd: Crowd,
    rates: Vec<f64>,
    costs: Vec<f64>,
    halves: Vec<f64>,
    ends: Vec<f64>,
}

impl Contestant {
    fn new(name: &'static str, server: Server) -> Contestant {
        let crowd = Crowd::new(server.address, CONNECTIONS, name != BARE);
        let [rates, costs, halves, ends] = [const { Vec::new() }; 4];
        Contestant { name, server, crowd, rates, costs, halves, ends }
    }

    async fn play(&mut self) -> Result<(), Box<dyn Error>> {
        self.crowd.prepare().await?;
        let before = self.server.processor_time()?;
        let round = self.crowd.play(ROUND).await?;
        let processor = self.server.processor_time()?.saturating_sub(before);
        let mut times = round.times;
        times.sort_unstable();
        let moves = f64::from(u32::try_from(times.len())?);
        self.rates.push(moves / round.took.as_secs_f64());
        self.costs.push(processor.as_secs_f64() * 1e6 / moves);
        self.halves.push(times[times.len() / 2].as_secs_f64() * 1e3);
        self.ends.push(times[times.len() * 99 / 100].as_secs_f64() * 1e3);
        Ok(())
    }
}

const BARE: &str = "a bare handler";

/// Moves a second, with a database, without, and without a game.
async fn moves(rounds: usize) -> Result<Table, Box<dyn Error>> {
    let folder = Folder::new("web-bench")?;
    let postgres = Postgres::start()?;
    let sqlite = Server::duel(&folder.file("games.db"))?;
    let mut contestants = vec![
        Contestant::new(BARE, Server::bare()?),
        Contestant::new("not durable (memory:)", Server::duel("memory:")?),
        Contestant::new("durable (SQLite)", sqlite),
    ];
    if let Some(postgres) = &postgres {
        let server = Server::duel(&postgres.address())?;
        contestants.push(Contestant::new("durable (PostgreSQL)", server));
    }
    for round in 0..=rounds {
        for contestant in &mut contestants {
            contestant.play().await?;
            if round == 0 {
                // Caches are filled, and statements prepared.
                for measured in [
                    &mut contestant.rates,
                    &mut contestant.costs,
                    &mut contestant.halves,
                    &mut contestant.ends,
                ] {
                    measured.clear();
                }
            }
        }
    }
    let how = format!(
        "moves through the API, {CONNECTIONS} connections, {rounds} rounds of {} s each, taking turns",
        ROUND.as_secs()
    );
    let mut table = Table::new(how, ["", "moves/s", "ratio", "processor/move", "median", "99 %"]);
    let ratio = |one: &Contestant, other: &Contestant| {
        let ratios = one.rates.iter().zip(&other.rates).map(|(one, other)| one / other);
        median(&ratios.collect::<Vec<_>>())
    };
    for contestant in &contestants {
        table.row([
            contestant.name.to_owned(),
            rounded(median(&contestant.rates)),
            format!("{:.2}", ratio(contestant, &contestants[0])),
            format!("{:.1} us", median(&contestant.costs)),
            format!("{:.1} ms", median(&contestant.halves)),
            format!("{:.1} ms", median(&contestant.ends)),
        ]);
    }
    let durable = ratio(&contestants[2], &contestants[1]);
    table.notes.push(format!("durable (SQLite) beside not durable: {durable:.2}; goal 0.70"));
    let bare = ratio(&contestants[2], &contestants[0]);
    table.notes.push(format!("durable (SQLite) beside the bare handler: {bare:.2}; goal 0.45"));
    if postgres.is_none() {
        table.notes.push("PostgreSQL is not installed here, and is left out".to_owned());
    } else {
        table.notes.push("PostgreSQL's own processes are not in its processor time".to_owned());
    }
    Ok(table)
}
