//! Settings: what is typed comes first, then the environment, then the file.

use std::fs;

use crate::sitting::{Home, Run, finish};

fn configured(text: &str) -> Home {
    let home = Home::new();
    fs::create_dir_all(home.file("config/divisor-duel")).unwrap();
    home.write("config/divisor-duel/config.toml", text);
    home
}

fn with_variable(home: &Home, variable: &str, value: &str, arguments: &str, input: &str) -> Run {
    let mut command = home.duel(arguments.split_whitespace());
    finish(command.env(variable, value), input)
}

#[test]
fn options_win_over_the_environment_and_that_over_the_file() {
    let home = configured("p1 = \"Ann\"\np2 = \"bot:random\"\n");
    home.run("play divide", "30\n").expect_code(0).expect_out("Ann wins!");
    let run = with_variable(&home, "DUEL_P1", "Ben", "play divide", "30\n").expect_code(0);
    run.expect_out("Ben wins!");
    let run = with_variable(&home, "DUEL_P1", "Ben", "play divide --p1 Cleo", "30\n");
    run.expect_code(0).expect_out("Cleo wins!");
    let run = with_variable(&home, "DUEL_P1", "", "play divide", "30\n").expect_code(0);
    run.expect_out("Ann wins!");
    let text = fs::read_to_string(home.kept()[0].clone()).unwrap();
    assert!(text.contains("bot:random"), "{text}");
}

#[test]
fn defaults_do_not_conflict_with_options() {
    let home = configured("theme = \"light\"\nascii = true\nstill = true\n");
    let run = home.run("tui --screen-reader divide:60", "30\n").expect_code(0);
    run.expect_out("wins!");
    let home = configured("why = \"student\"\nbudget = \"1s\"\n");
    let student = Home::new().run("explain subtract:60 --why student", "").expect_code(0).out;
    assert_eq!(home.run("explain subtract:60", "").expect_code(0).out, student);
    let child = Home::new().run("explain subtract:60", "").expect_code(0).out;
    assert_eq!(home.run("explain subtract:60 --why child", "").expect_code(0).out, child);
    assert_ne!(student, child);
}

#[test]
fn the_menu_as_a_setting_is_no_order() {
    let home = configured("menu = true\n");
    home.run("books", "").expect_code(0);
    home.run("", "").expect_code(0).expect_out("Usage: duel");
    home.run("--menu", "").expect_code(2);
}

#[test]
fn what_is_wrong_in_the_file_is_named() {
    for (text, reason) in [
        ("\nplayer = \"Ann\"\n", "line 2: there is no setting \"player\"; the settings are color"),
        ("p1 = Ann\n", "line 1: a setting is written like this"),
        ("color = \"red\"\n", "line 1: color cannot be \"red\"; it is one of auto, always, never"),
        ("ascii = \"yes\"\n", "line 1: ascii cannot be \"yes\"; it is one of true, false"),
        ("budget = \"7q\"\n", "line 1: budget: a time such as"),
        ("\nlisten = \"x\"\n", "line 2: listen: an address and a port are wanted"),
        ("why = \"x\"\n", "line 1: why cannot be \"x\"; it is one of child, student, proof"),
    ] {
        let home = configured(text);
        let run = home.run("books", "").expect_code(2);
        run.expect_err(reason);
        run.expect_err("config.toml");
        assert_eq!(run.out, "");
    }
    let run = with_variable(&Home::new(), "DUEL_WHY", "x", "books", "").expect_code(2);
    run.expect_err("DUEL_WHY: why cannot be \"x\"");
    let solve = "solve divide:60 --budget soon";
    Home::new().run(solve, "").expect_code(2).expect_err("--budget: a time such as");
}

#[test]
fn whoever_has_to_mend_the_settings_gets_help() {
    let home = configured("theem = \"dark\"\n");
    for (arguments, out) in [
        ("--help", "Usage: duel"),
        ("--version", "duel "),
        ("help play", "Usage: duel play"),
        ("play --help", "Usage: duel play"),
        ("positions", "duel solve divide:60"),
        ("completions bash", "_duel()"),
        ("man", ".TH duel"),
        ("man play", ".TH duel-play"),
    ] {
        home.run(arguments, "").expect_code(0).expect_out(out);
    }
    home.run("man nothing --out", "").expect_code(2).expect_err("line 1: there is no setting");
}

#[test]
fn another_file_can_be_named() {
    let home = configured("p1 = \"Ann\"\n");
    home.write("mine.toml", "p1 = \"Zoe\"\n");
    let run = with_variable(&home, "DUEL_CONFIG", "mine.toml", "play divide", "30\n");
    run.expect_code(0).expect_out("Zoe wins!");
    let run = with_variable(&home, "DUEL_CONFIG", "none.toml", "books", "").expect_code(2);
    run.expect_err("none.toml");
    fs::create_dir(home.file("folder")).unwrap();
    with_variable(&home, "DUEL_CONFIG", "folder", "books", "").expect_code(2).expect_err("folder");
}

#[test]
fn a_secret_is_not_shown_in_the_help() {
    let secret = "postgres://duel:secret@db/duel";
    let run = with_variable(&Home::new(), "DUEL_DATABASE", secret, "serve --help", "");
    assert!(!run.out.contains("secret"), "{}", run.out);
    run.expect_out("DUEL_DATABASE");
}

#[test]
fn mistyped_names_are_recognised() {
    let home = Home::new();
    for (arguments, meant) in [
        ("play divid", "divide"),
        ("help ply", "play"),
        ("puzzle --kind winn", "win"),
        ("puzzle --set divide-beginer", "divide-beginner"),
        ("play divide --p2 bot:hrad", "hard"),
        ("play divide --house miser", "misere"),
        ("tui --screen-reader divid", "divide"),
        ("divide", "duel play divide"),
        ("subtract", "duel play subtract"),
        ("solve subtracct:60", "subtract"),
        ("explain divide+miser:60", "misere"),
        ("hint digits+no-leading-zero+cap-secnd=18:22,25:", "cap-second"),
    ] {
        let run = home.run(arguments, "").expect_code(2);
        let err = run.err.to_lowercase();
        assert!(err.contains(&format!("did you mean {meant}?")), "{arguments}: {}", run.err);
    }
    for (arguments, input, meant) in [
        ("puzzle subtract --seed 1", "hlep\n", "help"),
        ("learn divide", "skipp\n", "skip"),
        ("discover subtract", "hlep\n", "help"),
        ("play subtract:60", "subtrcat 3\n", "subtract"),
    ] {
        let run = home.run(arguments, input);
        assert!(run.err.contains(&format!("Did you mean {meant}?")), "{arguments}: {run:#?}");
    }
    let far = home.run("play chess", "").expect_code(2);
    assert!(!far.err.contains("did you mean"), "{far:#?}");
}

#[test]
fn a_wrong_player_or_theme_is_blamed_on_the_file() {
    let home = Home::new();
    for setting in ["p2 = \"bot:foo\"", "theme = \"foo\""] {
        let file = home.write("c.toml", setting);
        let mut duel = home.duel(["play", "divide"]);
        let run = finish(duel.env("DUEL_CONFIG", &file), "").expect_code(2);
        run.expect_err("c.toml, line 1: ");
    }
}
