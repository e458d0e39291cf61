//! A terminal as a person sees it, by tmux.

use std::{
    process::{Command, Output},
    sync::atomic::{AtomicU32, Ordering},
};

use crate::sitting::Home;

/// The columns and rows of a terminal.
pub(crate) const SIZE: (usize, usize) = (80, 24);

static TERMINALS: AtomicU32 = AtomicU32::new(0);

/// A terminal with a command in it.
pub(crate) struct Terminal<'a> {
    pub(crate) home: &'a Home,
    socket: String,
}

impl<'a> Terminal<'a> {
    #[track_caller]
    pub(crate) fn run(
        home: &'a Home,
        environment: &[(&str, &str)],
        words: &[&str],
    ) -> Terminal<'a> {
        let number = TERMINALS.fetch_add(1, Ordering::Relaxed);
        let socket = format!("duel-{}-{number}", std::process::id());
        let terminal = Terminal { home, socket };
        let mut command = terminal.command();
        command.args(["-f", "/dev/null", "new-session", "-d"]);
        command.args(["-x", &SIZE.0.to_string(), "-y", &SIZE.1.to_string()]);
        for (name, value) in [("LC_ALL", "C.UTF-8")].iter().chain(environment) {
            command.args(["-e", &format!("{name}={value}")]);
        }
        let output = command.args(words).output().expect("tmux is installed");
        assert!(output.status.success(), "{output:?}");
        terminal
    }

    fn command(&self) -> Command {
        let mut command = self.home.command("tmux");
        command.env_remove("TMUX").env("LC_ALL", "C.UTF-8").args(["-L", &self.socket]);
        command
    }

    pub(crate) fn tmux(&self, arguments: &[&str]) -> Output {
        self.command().args(arguments).output().expect("tmux is installed")
    }

    pub(crate) fn screen(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p"]).stdout).into_owned()
    }

    /// Presses keys by the names that tmux has for them.
    pub(crate) fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }
}

impl Drop for Terminal<'_> {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}
