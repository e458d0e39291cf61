//! The turns of those who are not people: what they choose appears as if typed, and what they do
//! wrong loses.

use duel_books::explain::sentence;
use duel_core::{Input, Seat};
use duel_play::{
    BotChoice, PlayerFault, Turn,
    bot::{PATIENCE, accepts_draw},
    entry,
};
use duel_solver::Limits;

use super::Table;
use crate::{console, stop::Stop};

impl Table<'_> {
    /// Tells them that a game begins.
    pub(super) fn wake_bots(&mut self) -> Result<(), Stop> {
        for seat in Seat::BOTH {
            let begun = self.bots[seat].as_mut().map_or(Ok(()), |bot| bot.begin());
            if let (Err(fault), None) = (begun, self.record.game.ending()) {
                self.fail(seat, &fault)?;
            }
        }
        Ok(())
    }

    /// Lets the opponent that is not a person use its turn. What it chooses appears as if typed.
    pub(super) fn let_bot_move(&mut self) -> Result<(), Stop> {
        let began = self.now();
        self.record.game.begin_turn(began);
        let seat = self.record.game.position().turn();
        let prompt = (self.book.voice.prompt)(&self.view());
        console::say(&prompt)?;
        let Some(bot) = &mut self.bots[seat] else { return Ok(()) };
        let turn = Turn::of(&self.record.game, Limits::time(PATIENCE));
        let mut choice = bot.choose(&turn);
        if choice == Ok(BotChoice::Abandon) && !self.accepts_draw(seat.other())? {
            let Some(bot) = &mut self.bots[seat] else { return Ok(()) };
            let turn = Turn::of(&self.record.game, Limits::time(PATIENCE));
            choice = bot.choose(&turn.declined());
        }
        let input = match choice {
            Err(fault) => {
                console::say("\n")?;
                return self.fail(seat, &fault);
            }
            Ok(BotChoice::Move(made)) => {
                let written = self.record.game.position().write_move(&made);
                console::say(&format!("{written}\n"))?;
                Input::Move(made)
            }
            Ok(BotChoice::Resign) => {
                console::say("resign\n")?;
                Input::Resign
            }
            Ok(BotChoice::Abandon) => {
                console::say("draw\n")?;
                return match self.record.game.abandon() {
                    Ok(event) => self.happened(&[event]),
                    Err(_) => Ok(()),
                };
            }
        };
        let took = self.bots[seat].as_ref().and_then(|bot| bot.took());
        let now = took.map_or(self.now(), |took| began + took);
        self.submit_at(Ok(input), now).map(drop)
    }

    /// Ends the game because a program has failed; where its time is up as well, that decides.
    pub(super) fn fail(&mut self, seat: Seat, fault: &PlayerFault) -> Result<(), Stop> {
        console::refuse(&sentence(&fault.why));
        let now = self.now();
        let event = entry::fail(&mut self.record, seat, fault, now);
        self.happened(event.as_slice())
    }

    /// Whether the player in this seat agrees to abandon the game.
    pub(super) fn accepts_draw(&mut self, seat: Seat) -> Result<bool, Stop> {
        let names = &self.record.names;
        if self.bots[seat].is_some() {
            return Ok(accepts_draw(&self.record.game, &mut self.solver));
        }
        let question = format!(
            "{}, {} offers to abandon the game without a winner. Do you agree? (yes/no) ",
            names[seat],
            names[seat.other()]
        );
        self.agrees(&question)
    }
}
