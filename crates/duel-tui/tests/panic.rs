//! A panic, on whichever thread, leaves the terminal as it was and says what happened.

use std::{fs, path::Path, process::Command};

use duel_testing::wait_for;
use tempfile::TempDir;

const SCRIPT: &str = r#"
before=$(stty -g)
"$PROGRAM" "$1"
code=$?
if [ "$before" = "$(stty -g)" ]; then state=restored; else state=changed; fi
echo "$state $code" >"$2"
echo 'The program has left.'
sleep 100
"#;

fn tmux(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("tmux");
    command.env_remove("TMUX").arg("-S").arg(folder.join("socket")).args(arguments);
    let output = command.output().expect("tmux is installed");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
#[ignore = "needs tmux"]
fn the_terminal_is_put_right() {
    for (which, words) in [("main", "on the first thread"), ("other", "on another thread")] {
        let folder = TempDir::new().expect("a temporary folder");
        let (script, ended) = (folder.path().join("script"), folder.path().join("ended"));
        fs::write(&script, SCRIPT).expect("a file in the temporary folder");
        let program = format!("PROGRAM={}", env!("CARGO_BIN_EXE_panicking-screen"));
        let (script, file) = (script.to_string_lossy(), ended.to_string_lossy());
        let session = ["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "-e"];
        let program_line = ["bash", &script, which, &file];
        tmux(folder.path(), &[&session[..], &[&program], &program_line[..]].concat());
        let screen = || tmux(folder.path(), &["capture-pane", "-p", "-S", "-100"]);
        let screen = wait_for(
            || format!("it goes on:\n{}", screen()),
            || Some(screen()).filter(|screen| screen.contains("The program has left.")),
        );
        let state = fs::read_to_string(&ended).expect("a file");
        let flags = "#{alternate_on} #{mouse_any_flag} #{cursor_flag}";
        let flags = tmux(folder.path(), &["display-message", "-p", flags]);
        tmux(folder.path(), &["kill-server"]);
        assert_eq!(state, "restored 101\n", "{screen}");
        assert_eq!(flags.trim(), "0 0 1");
        assert!(screen.contains(words), "{screen}");
    }
}
