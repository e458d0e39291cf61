//! Takes the screen and panics, on the thread that its argument names.

use std::{thread, time::Duration};

fn main() {
    let mut terminal = duel_tui::screen::take().expect("a terminal");
    terminal.draw(|frame| frame.render_widget("taken", frame.area())).expect("a drawing");
    let on_main = std::env::args().nth(1).as_deref() == Some("main");
    assert!(!on_main, "on the first thread");
    thread::spawn(|| panic!("on another thread"));
    thread::sleep(Duration::from_mins(1));
}
