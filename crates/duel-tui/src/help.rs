//! The pages of help, one for each screen.

use std::sync::LazyLock;

use duel_books::BOOKS;
use ratatui_core::layout::{Margin, Rect};

use crate::{
    look::{Look, Role},
    number,
    paint::{self, Canvas},
};

/// Help on the first screen.
pub(crate) static HOME: LazyLock<String> = LazyLock::new(|| {
    format!(
        "\
Choose a game and press Enter.

up, down, j, k      choose a line
left, right, h, l   change what it says
1 to {books}, Space       choose a game
Enter               play; on a start, a player or a clock: type it
p                   play, from any line
e                   type a start, a name or a clock
r                   go on with the newest unfinished game
d                   the duel of the day, once; one that was left goes on
D                   once it is over: play it again, for practice
t                   lessons: learn the chosen game
z                   puzzles of the chosen game
m                   training: the positions in which you threw a win away
g                   kept games: go on, look through, delete
q, Esc              leave

A start is a number, several with commas, or a whole position such as \
factor+no-whole:6~6,3. A player is a name, bot:LEVEL (random, easy, medium, \
hard, perfect, swindler) or cmd:PROGRAM. A clock is 30s for each turn, or \
5m+3s for the game. House rules are ticked on their own page. What you choose \
is remembered.",
        books = BOOKS.len()
    )
});

/// Help in a game.
pub(crate) const GAME: &str = "\
up, down, j, k      choose a move; left, right, h, l by the page
Tab                 to the moves of the next of several numbers
Enter               play it
0-9, /, -           type a move; the list shows what begins like that
:                   type a phrase of the book, such as divide by 6
t                   a tip; again, how many moves win; again, the move
i                   insight: who wins, why, and what each move is worth
o                   with insight: the best moves first, or by size again
w                   why, in full: the idea and the proof
a                   argue: try moves for the loser, see the answers; after
                    the game, where it was decided
u, r                take back, do again
[ ]  { }            step through the game, to its start, to now
p                   while looking back: play from here
s                   the rules
b                   the log in the words of the book, or one line a move
R, d                resign; offer to abandon (digits)
n or r, v           after the game: play again; the review
q, Esc              home; the game is saved

The mark beside a move: pointing up (or +) it wins, pointing down (or !) it \
loses, = is even, ? is not known. The mouse works too: click a move to \
choose it, click it again to play it.";

/// Help on the kept games.
pub(crate) const GAMES: &str = "\
Every game is kept, move by move, newest first. Times are UTC.

up, down, j, k      choose a game; left, right by the page
Enter               go on with it; one that is over is looked through
v                   look through it, with what each move did
x, Delete           delete it, after a question
b                   only one book; again, the next one
f                   only unfinished, only finished, all
/                   only those with a text, such as a name or a date
c                   all games again
q, Esc              home";

/// Help on the review.
pub(crate) const REVIEW: &str = "\
Each line is a move and what it did. ! marks the moves that changed who \
wins. The chart is up while the first player was winning.

up, down, j, k      choose a move
Enter, p            look at the position before it; p there plays on
w                   why, in full
a                   argue: try moves for the loser, see the answers
q, Esc, v           back";

/// Help in an argument.
pub(crate) const ARGUMENT: &str = "\
You take the side of the player who should lose. Try anything: each move is \
answered, and you are told why, until you are convinced.

up, down, j, k      choose a move
0-9, /, -           type one; the list shows what begins like that
Enter               try it
b, left, Backspace  take the last try back
n, Home             begin again
Esc, q              back to where you came from";

/// Help in a lesson.
pub(crate) const LESSON: &str = "\
Read what is explained, and do what is asked for.

letters, digits     type a move or the letter of an answer
up, down            choose one instead
Enter               give the answer; go on
Tab                 a hint; once more, the answer
left, right         back to the step before; skip this one
Esc                 home; your place is kept

A wrong answer is explained and taken back.";

/// Help at a puzzle.
pub(crate) const PUZZLE: &str = "\
Find what is asked for. The first answer, a hint or skipping decides whether \
it counts as solved, and your rating follows; the rest is practice.

letters, digits     type a move, several with spaces, or the letter of an answer
up, down            choose one instead
Enter               give the answer; the next puzzle
Tab                 a hint; once more, the answer
right               skip: see the answer
Esc                 home

The same puzzles as `duel puzzle`, with the same rating.";

/// Help in the training.
pub(crate) const TRAINING: &str = "\
Positions of your games in which you threw a win away. Each comes back until \
you have found a winning move three times, at growing intervals. The first \
answer, a hint or skipping decides; the rest is practice.

letters, digits     type a move
up, down            choose one instead
Enter               give the answer; the next position
Tab                 a hint; once more, the answer
right               skip: see the answer
Esc                 home

The same positions as `duel train`.";

/// Whether there is more of a text than [`draw`] can show at once.
pub(crate) fn scrolls(text: &str, area: Rect, look: Look) -> bool {
    let width = area.width.min(84).saturating_sub(4);
    let lines = lines(text, width, look);
    lines.len() + 2 > usize::from(area.height)
}

/// The lines of a text.
fn lines(text: &str, width: u16, look: Look) -> Vec<String> {
    number::readable(text, look).lines().flat_map(|line| broken(line, width)).collect()
}

/// A line as narrow as this. What a key does goes on in the column where it begins.
fn broken(line: &str, width: u16) -> Vec<String> {
    let meaning = line.find("  ").map_or(line, |gap| line[gap..].trim_start());
    let keys = &line[..line.len() - meaning.len()];
    let indent = paint::width(keys);
    if line.is_empty() {
        return vec![String::new()];
    }
    if indent > width / 2 {
        return paint::wrapped(line, width);
    }
    let lines = paint::wrapped(meaning, width - indent).into_iter().enumerate();
    let begin = |place| if place == 0 { keys.to_owned() } else { " ".repeat(indent.into()) };
    lines.map(|(place, line)| begin(place) + &line).collect()
}

/// Shows a text over the screen, from a line of it on.
pub(crate) fn draw(title: &str, text: &str, from: usize, canvas: &mut Canvas<'_>) {
    let area = canvas.area;
    let width = area.width.min(84);
    let lines = lines(text, width.saturating_sub(4), canvas.look);
    let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(2).min(area.height);
    let mut pane = canvas.at(Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - rows) / 2,
        width,
        height: rows,
    });
    pane.clear();
    if width >= 8 && rows >= 4 {
        let shown = usize::from(rows - 2);
        let from = from.min(lines.len().saturating_sub(shown));
        let part = format!("{title}, lines {} to {} of {}", from + 1, from + shown, lines.len());
        pane = pane.framed(if shown < lines.len() { &part } else { title });
        pane.area = pane.area.inner(Margin::new(1, 0));
    }
    let from = from.min(lines.len().saturating_sub(usize::from(pane.area.height)));
    pane.put_lines(0, lines.into_iter().skip(from).map(|line| (line, Role::Text)));
}
