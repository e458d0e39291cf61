//! Plans, and what differs between two of them.

use std::time::Duration;

use duel_arena::{
    Entrant, Entry, Format, Pace, Plan,
    plan::{EntryError, PlanForm, SameName, distinct},
    starts,
};

fn entries(texts: &[&str]) -> Vec<Entry> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn named(texts: &[&str], own: &[&str]) -> Result<Vec<String>, SameName> {
    let own: Vec<String> = own.iter().map(|own| (*own).to_owned()).collect();
    distinct(&entries(texts), &own)
}

#[test]
fn everybody_has_a_name_of_ones_own() {
    let bots = ["bot:hard", "A=bot:hard", "bot:hard", "cmd:x", "cmd:x"];
    let names = named(&bots, &["Bot (hard)", "", "Bot (hard)", "A", "X"]).unwrap();
    assert_eq!(names, ["Bot (hard)", "A", "Bot (hard) 2", "A 2", "X"]);
    let same = named(&["A=bot:hard", "A=bot:easy"], &["", ""]);
    assert_eq!(same, Err(SameName("A".to_owned())));
}

#[test]
fn people_do_not_enter() {
    assert!(matches!("Alice".parse::<Entry>(), Err(EntryError::Person(_))));
    assert!(matches!("bot:godlike".parse::<Entry>(), Err(EntryError::Player(_))));
}

fn plan() -> Plan {
    let entrant = |entry: Entry| Entrant {
        name: entry.typed.clone(),
        entry,
        settings: vec![("Hash".to_owned(), "16".to_owned())],
    };
    Plan {
        entrants: entries(&["bot:easy", "bot:hard"]).into_iter().map(entrant).collect(),
        format: Format::RoundRobin,
        starts: starts::range("subtract:10..20").unwrap(),
        seed: u64::MAX,
        pace: Pace::Free,
        sprt: None,
    }
}

#[test]
fn what_differs_is_told() {
    let then = plan().form();
    assert_eq!(then.differences(&then), Vec::<String>::new());
    let change = |change: &dyn Fn(&mut Plan)| {
        let mut now = plan();
        change(&mut now);
        then.differences(&now.form()).join("; ")
    };
    assert_eq!(change(&|plan| plan.seed = 1), "--seed: it was 18446744073709551615, and is 1 now");
    assert_eq!(
        change(&|plan| plan.pace = Pace::MoveTime(Duration::from_millis(50))),
        "time: it was no clock, and is movetime 50ms now"
    );
    assert_eq!(change(&|plan| plan.starts.truncate(2)), "starts: there were 7, and are 2 now");
    assert_eq!(
        change(&|plan| plan.starts.swap(0, 1)),
        "starts: number 1 was subtract:10, and is subtract:12 now"
    );
    assert!(change(&|plan| plan.entrants[1].settings.clear()).starts_with("entrants: "));
    assert!(change(&|plan| plan.sprt = "0,5".parse().ok()).contains("0,5,0.05,0.05"));
    assert!(change(&|plan| plan.format = Format::Gauntlet).contains("gauntlet"));
}

#[test]
fn the_form_survives_its_text() {
    let form = plan().form();
    let text = serde_json::to_string(&form).unwrap();
    assert_eq!(serde_json::from_str::<PlanForm>(&text).unwrap(), form);
}

#[test]
fn encounters_have_seeds_of_their_own() {
    let plan = plan();
    let mut seeds: Vec<u64> = plan.encounters().iter().map(|it| plan.seed_of(it)).collect();
    let count = seeds.len();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), count);
}
