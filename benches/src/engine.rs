//! The engine of the pages: the same requests to the same code, compiled for this machine and, in
//! Node and in Chromium, as WebAssembly.

use std::{
    collections::HashMap,
    error::Error,
    fmt::Write as _,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use crate::{
    chromium,
    options::Options,
    table::{Table, median},
};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/engine.mjs");
const STATIC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/duel-web/static");

/// How often each request is answered; the middle time counts.
const ROUNDS: usize = 9;

/// How many milliseconds one go takes at least, natively, unless that are too many requests.
const ENOUGH: f64 = 20.0;
const MOST: u32 = 200;

/// Fair starts, starts of the books, larger ones, and what a page asks beside analyses.
const REQUESTS: [(&str, &str); 13] = [
    ("analysis divide:55,60,833", r#"{"ask":"analysis","position":"divide:55,60,833"}"#),
    ("analysis divide:5040", r#"{"ask":"analysis","position":"divide:5040"}"#),
    (
        "analysis dilemma+prime-steps:483",
        r#"{"ask":"analysis","position":"dilemma+prime-steps:483"}"#,
    ),
    ("analysis subtract+no-echo:85", r#"{"ask":"analysis","position":"subtract+no-echo:85"}"#),
    ("analysis subtract+no-echo:720", r#"{"ask":"analysis","position":"subtract+no-echo:720"}"#),
    (
        "analysis digits (fair)",
        r#"{"ask":"analysis","position":"digits+no-leading-zero+cap-second=18:22,28,30,33:"}"#,
    ),
    ("analysis digits:7:", r#"{"ask":"analysis","position":"digits:7:"}"#),
    (
        "analysis factor+misere+root+no-whole:381",
        r#"{"ask":"analysis","position":"factor+misere+root+no-whole:381"}"#,
    ),
    ("analysis factor+no-whole:360", r#"{"ask":"analysis","position":"factor+no-whole:360"}"#),
    (
        "moves of a number of 20 digits",
        r#"{"ask":"position","position":"divide:12345678901234567890"}"#,
    ),
    ("hint subtract+no-echo:85", r#"{"ask":"hint","position":"subtract+no-echo:85"}"#),
    ("deal of subtract", r#"{"ask":"deals","book":"subtract","count":1,"seed":"1"}"#),
    ("deal of digits", r#"{"ask":"deals","book":"digits","count":1,"seed":"1"}"#),
];

pub(crate) fn run(_: &Options) -> Result<String, Box<dyn Error>> {
    let mut native = Vec::new();
    let mut input = String::new();
    for (_, request) in REQUESTS {
        let answer = || {
            let began = Instant::now();
            std::hint::black_box(duel_wasm::answer(request));
            began.elapsed().as_secs_f64() * 1e3
        };
        let time = median(&std::iter::repeat_with(answer).take(ROUNDS).collect::<Vec<_>>());
        // Short requests are answered many times in one go: what a fresh memory costs is told apart.
        let count = (1..MOST).find(|count| f64::from(*count) * time >= ENOUGH).unwrap_or(MOST);
        native.push(time);
        writeln!(input, "{count}\t{request}")?;
    }
    let mut node = Command::new("node");
    node.arg(SCRIPT).arg(Path::new(STATIC)).arg(ROUNDS.to_string());
    let browser = chromium::find();
    if let Ok(browser) = &browser {
        node.arg(&browser.driver).arg(&browser.program);
    }
    let mut node = node.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    if let Some(mut requests) = node.stdin.take() {
        requests.write_all(input.as_bytes())?;
    }
    let output = node.wait_with_output()?;
    if !output.status.success() {
        return Err(format!("node: {}", output.status).into());
    }
    let mut measured: HashMap<String, Vec<f64>> = HashMap::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let mut cells = line.split('\t');
        let name = cells.next().unwrap_or_default().to_owned();
        measured.insert(name, cells.map(str::parse).collect::<Result<_, _>>()?);
    }
    let how = format!("the engine of the pages, milliseconds a request, medians of {ROUNDS}");
    let mut table = Table::new(how, ["", "native", "Node", "ratio", "Chromium", "ratio"]);
    let mut ratios: HashMap<&str, Vec<f64>> = HashMap::new();
    for (place, (name, _)) in REQUESTS.iter().enumerate() {
        let mut cells = [(*name).to_owned(), format!("{:.2}", native[place])].to_vec();
        for machine in ["node", "chromium"] {
            match measured.get(machine).and_then(|times| times.get(place)) {
                Some(time) => {
                    let ratio = time / native[place];
                    ratios.entry(machine).or_default().push(ratio);
                    cells.extend([format!("{time:.2}"), format!("{ratio:.1}")]);
                }
                None => cells.extend(["-".to_owned(), "-".to_owned()]),
            }
        }
        table.rows.push(cells);
    }
    for (machine, name) in [("node", "Node"), ("chromium", "Chromium")] {
        if let Some(ratios) = ratios.get(machine) {
            let middle = median(ratios);
            table.notes.push(format!("{name}: {middle:.1} times native in the middle; goal 3"));
        }
    }
    if let Some(start) = measured.get("start").and_then(|times| times.first()) {
        table
            .notes
            .push(format!("a fresh memory for each request costs {start:.2} ms more (Node)"));
    }
    if let Some(first) = measured.get("first").and_then(|times| times.first()) {
        table.notes.push(format!(
            "from opening a page, nothing cached, to its first answer: {first:.0} ms (loopback)"
        ));
    }
    if let Err(missing) = browser {
        table.notes.push(missing.to_owned());
    }
    Ok(table.to_string())
}
