//! `duel learn`: the lessons at the prompt. What is taught and what an answer is worth is decided in
//! `duel-teach`; here it is shown and asked for.

use duel_solver::{Limits, Solver};
use duel_teach::{
    COURSES, Course, FIRST_COURSE, Lesson, LessonProgress, Task, Verdict, course, lesson::NODES,
    telling::choices, text_picture::text_picture,
};
use serde::Serialize;

use crate::{
    cli::LearnOptions, console, exercise, interrupt, kept::Kept, keyboard::Keyboard, nearest,
    pages, stop::Stop,
};

/// The width of the text.
const WIDTH: usize = 78;

const LIMITS: Limits<'static> = Limits { nodes: Some(NODES), ..Limits::NONE };

const HELP: &str = "\
An answer, or one of:
  help          these words
  hint          a nudge; ask again for the answer
  moves         the moves that are allowed here
  again         begin this step anew
  skip          go on to the next step
  back          go back to the step before
  quit          leave; `duel learn` goes on here later
";

/// The words of [`HELP`].
const WORDS: [&str; 8] = ["help", "hint", "moves", "again", "skip", "back", "quit", "exit"];

#[derive(Serialize)]
struct CourseForm {
    book: &'static str,
    about: &'static str,
    steps: usize,
    done: usize,
    finished: bool,
    /// The step to go on with, by its number and its name; `null` if all are done.
    next: Option<usize>,
    next_name: Option<&'static str>,
}

pub(crate) fn run(options: &LearnOptions) -> Result<(), Stop> {
    let chosen = options.book.as_deref().map(pages::find_book).transpose()?.map(course);
    let from = match (options.from.as_deref(), chosen.unwrap_or(FIRST_COURSE)) {
        (None, _) => None,
        (Some(step), course) => Some(find_step(course, step)?),
    };
    let mut kept = Kept::<LessonProgress>::load();
    if options.list {
        return list(kept.value(), options.json);
    }
    let course = if let Some(course) = chosen {
        course
    } else {
        list(kept.value(), false)?;
        let course = current(kept.value());
        console::note(&format!("`duel learn BOOK` takes another one. This is {}.", course.book));
        course
    };
    if options.again {
        kept.change(|progress| progress.forget(course));
    }
    let Some(place) = from.or_else(|| kept.value().place(course)) else {
        return console::say(&format!(
            "You have done every step of this course. `duel learn {} --again` starts over.\n",
            course.book
        ));
    };
    interrupt::watch()?;
    let lesson = kept.value().open(course, place).map_err(Stop::failed)?;
    if let Some(told) = lesson.begun_anew() {
        console::refuse(&wrapped(told));
    }
    let goes_on = lesson.goes_on();
    let solver = Solver::default();
    Sitting { keyboard: Keyboard::new(), kept, lesson, goes_on, solver }.go_through()
}

/// A step by its number or its name.
fn find_step(course: &Course, step: &str) -> Result<usize, Stop> {
    let by_number = step.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let by_number = by_number.filter(|place| *place < course.steps.len());
    by_number.or_else(|| course.place(step)).ok_or_else(|| {
        let names: Vec<&str> = course.steps.iter().map(|step| step.name).collect();
        let count = course.steps.len();
        Stop::usage(format!(
            "the course of {} has the steps 1 to {count}: {}",
            course.book,
            names.join(", ")
        ))
    })
}

/// The course to go on with: the last one, or else the first that is not done.
fn current(progress: &LessonProgress) -> &'static Course {
    let last = COURSES.into_iter().filter(|course| progress.last.as_deref() == Some(course.book));
    let mut open =
        last.chain([FIRST_COURSE]).chain(COURSES).filter(|course| progress.place(course).is_some());
    open.next().unwrap_or(FIRST_COURSE)
}

/// `duel learn --list`.
fn list(progress: &LessonProgress, json: bool) -> Result<(), Stop> {
    let forms = COURSES.map(|course| {
        let next = progress.place(course);
        CourseForm {
            book: course.book,
            about: course.about,
            steps: course.steps.len(),
            done: progress.done(course),
            finished: progress.is_finished(course),
            next: next.map(|place| place + 1),
            next_name: next.map(|place| course.steps[place].name),
        }
    });
    if json {
        return console::say_json(&forms);
    }
    let lines = forms.map(|form| {
        let reached = match (form.done, form.next) {
            _ if form.finished => "done".to_owned(),
            (0, Some(1)) => "new".to_owned(),
            (done, _) => format!("{done} of {}", form.steps),
        };
        format!("{:<9} {reached:<8} {}\n", form.book, form.about)
    });
    console::say(&format!("{}\n", lines.concat()))
}

/// What to do after a line.
enum Next {
    /// Ask again.
    Stay,
    /// Show the step, as it is now.
    Show,
    /// The course is over.
    End,
}

/// A person at a lesson.
struct Sitting {
    keyboard: Keyboard,
    kept: Kept<LessonProgress>,
    lesson: Lesson,
    /// What is to be said below a game that goes on.
    goes_on: Option<String>,
    solver: Solver,
}

impl Sitting {
    fn go_through(mut self) -> Result<(), Stop> {
        console::note("Type help at any time.");
        loop {
            self.reach();
            console::say(&self.shown())?;
            if let Some(told) = self.goes_on.take() {
                console::say(&format!(
                    "{}\n",
                    wrapped(&format!("{told} `again` begins it anew."))
                ))?;
            }
            loop {
                let line = match self.keyboard.ask_line(&self.prompt(), Stop::Left) {
                    Ok(line) => line,
                    Err(stop) => {
                        interrupt::say_farewell();
                        return Err(stop);
                    }
                };
                match self.enter(&line)? {
                    Next::Stay => {}
                    Next::Show => break,
                    Next::End => {
                        interrupt::set_farewell(None);
                        return self.end();
                    }
                }
            }
        }
    }

    /// Keeps the place, so that whatever ends the program, the course goes on there.
    fn reach(&mut self) {
        let lesson = &self.lesson;
        self.kept.change(|progress| progress.reach(lesson));
        let (book, step) = (lesson.course().book, lesson.place() + 1);
        let farewell = format!("`duel learn {book}` goes on with step {step}.");
        // A course that is done has no place, unless it is done again.
        let is_placed = self.kept.value().place(lesson.course()) == Some(lesson.place());
        let goes_on = self.kept.is_kept() && is_placed;
        interrupt::set_farewell(goes_on.then_some(farewell));
    }

    /// The step as text.
    fn shown(&self) -> String {
        let form = self.lesson.form();
        let heading = format!("{} {} of {}: {}", form.game, form.number, form.of, form.title);
        let mut text =
            format!("\n{heading}\n{}\n\n{}\n", "-".repeat(heading.len()), wrapped(form.text));
        text.push_str(&picture(&form.picture));
        if !form.ask.is_empty() {
            text.push_str(&format!("{}\n", wrapped(form.ask)));
        }
        for (option, letter) in form.options.iter().zip('a'..='z') {
            text.push_str(&format!("  {letter}  {option}\n"));
        }
        text
    }

    fn prompt(&self) -> String {
        match &self.lesson.step().task {
            Task::Read => "Press Enter to go on: ".to_owned(),
            Task::Choose { .. } => "Your answer: ".to_owned(),
            Task::Move { .. } | Task::PlayToEnd { .. } => "Your move: ".to_owned(),
        }
    }

    fn enter(&mut self, line: &str) -> Result<Next, Stop> {
        let word = line.trim().trim_end_matches(['.', '!', '?']).to_ascii_lowercase();
        match word.as_str() {
            "help" | "h" => console::say(HELP)?,
            "" if line.trim() == "?" => console::say(HELP)?,
            "hint" => console::note(&wrapped(&self.lesson.hint(&mut self.solver, LIMITS))),
            // Where answers are chosen, a word that is none of them is answered with all of them.
            "moves" if !matches!(self.lesson.step().task, Task::Choose { .. }) => {
                let moves = choices(self.lesson.position());
                let moves = if moves.is_empty() { "there is no move" } else { &moves };
                console::say(&format!("{}\n", wrapped(&format!("Allowed here: {moves}."))))?;
            }
            "again" => {
                self.lesson.begin_again();
                return Ok(Next::Show);
            }
            "skip" => return Ok(self.go_on()),
            "back" => {
                if self.lesson.go_back() {
                    return Ok(Next::Show);
                }
                console::refuse("This is the first step.");
            }
            "quit" | "exit" | "q" => {
                interrupt::say_farewell();
                return Err(Stop::Left);
            }
            _ => match nearest::mistyped(line, WORDS) {
                Some(meant) => exercise::refuse_word(line, meant),
                None => return self.answer(line),
            },
        }
        Ok(Next::Stay)
    }

    fn answer(&mut self, line: &str) -> Result<Next, Stop> {
        if matches!(self.lesson.step().task, Task::Read) && !line.trim().is_empty() {
            console::refuse("There is nothing to answer here: press Enter, or type help.");
            return Ok(Next::Stay);
        }
        let judgement = self.lesson.answer(line, &mut self.solver, LIMITS);
        let words = &judgement.words;
        match judgement.verdict {
            Verdict::Refused => console::refuse(&wrapped(words)),
            Verdict::Wrong => {
                console::say(&format!(
                    "\n{}\nTry again.\n",
                    wrapped(&format!("Not yet. {words}"))
                ))?;
            }
            Verdict::Good => {
                console::say(&format!("\n{}\n", wrapped(&format!("Good. {words}"))))?;
                console::say(&picture(&text_picture(self.lesson.position())))?;
                self.reach();
            }
            Verdict::Right => {
                if !words.is_empty() {
                    console::say(&format!("\n{}\n", wrapped(&format!("Right. {words}"))))?;
                }
                let (course, place) = (self.lesson.course(), self.lesson.place());
                self.kept.change(|progress| progress.finish_step(course, place));
                return Ok(self.go_on());
            }
        }
        Ok(Next::Stay)
    }

    fn go_on(&mut self) -> Next {
        if self.lesson.go_on() { Next::Show } else { Next::End }
    }

    fn end(&mut self) -> Result<(), Stop> {
        let course = self.lesson.course();
        self.kept.change(|progress| progress.reach_end(course));
        let progress = self.kept.value();
        let (done, count) = (progress.done(course), course.steps.len());
        let how = if progress.is_finished(course) {
            "You have done every step of this course.".to_owned()
        } else {
            format!("That was the last step. You have done {done} of {count}.")
        };
        console::say(&format!("\n{how}\n{}\n", course.ending))
    }
}

/// A drawing, set off from the text.
fn picture(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| format!("    {line}\n")).collect();
    format!("\n{}\n", lines.concat())
}

/// A text in lines of at most [`WIDTH`] characters.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filled_and_never_too_long() {
        assert_eq!(wrapped(""), "");
        assert_eq!(wrapped("one  two"), "one two");
        let long = "four ".repeat(40);
        assert!(wrapped(&long).lines().all(|line| line.len() <= WIDTH));
        assert_eq!(wrapped(&long).lines().count(), 3);
        assert_eq!(wrapped(&long).split_whitespace().count(), 40);
    }
}
