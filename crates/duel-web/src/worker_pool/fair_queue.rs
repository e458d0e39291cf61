//! A queue in which clients take turns.

use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
};

/// The bounds of a [`FairQueue`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// How many items may wait in all.
    pub(super) waiting: usize,
    /// How many items of one client may wait.
    pub(super) waiting_of_one: usize,
    /// How many items of one client may be worked on at a time.
    pub(super) running_of_one: usize,
}

/// Items of many clients. Each client's items keep their order; between clients it goes round, so a
/// client with one item never waits for more than one item of each other client.
#[derive(Debug)]
pub(super) struct FairQueue<T> {
    bounds: Bounds,
    /// The clients that wait, the next one first.
    turns: VecDeque<(IpAddr, VecDeque<T>)>,
    /// How many items of a client are worked on.
    running: HashMap<IpAddr, usize>,
}

impl<T> FairQueue<T> {
    pub(super) fn new(bounds: Bounds) -> FairQueue<T> {
        FairQueue { bounds, turns: VecDeque::new(), running: HashMap::new() }
    }

    /// How many items wait.
    pub(super) fn waiting(&self) -> usize {
        self.turns.iter().map(|(_, items)| items.len()).sum()
    }

    /// Adds an item, unless too many wait.
    pub(super) fn push(&mut self, client: IpAddr, item: T) -> Result<(), T> {
        if self.waiting() >= self.bounds.waiting {
            return Err(item);
        }
        match self.turns.iter_mut().find(|(other, _)| *other == client) {
            Some((_, items)) if items.len() >= self.bounds.waiting_of_one => return Err(item),
            Some((_, items)) => items.push_back(item),
            None => self.turns.push_back((client, VecDeque::from([item]))),
        }
        Ok(())
    }

    /// Takes the next item out to be worked on, until [`FairQueue::done`].
    pub(super) fn next(&mut self) -> Option<(IpAddr, T)> {
        let may_run = |client: &IpAddr| {
            self.running.get(client).is_none_or(|running| *running < self.bounds.running_of_one)
        };
        let at = self.turns.iter().position(|(client, _)| may_run(client))?;
        let (client, mut items) = self.turns.remove(at)?;
        let item = items.pop_front()?;
        if !items.is_empty() {
            self.turns.push_back((client, items));
        }
        *self.running.entry(client).or_default() += 1;
        Some((client, item))
    }

    /// Notes that an item of this client is finished.
    pub(super) fn done(&mut self, client: IpAddr) {
        if let Some(running) = self.running.get_mut(&client) {
            *running -= 1;
            if *running == 0 {
                self.running.remove(&client);
            }
        }
    }

    /// Takes out an item that still waits.
    pub(super) fn remove(&mut self, client: IpAddr, is_it: impl Fn(&T) -> bool) -> Option<T> {
        let at = self.turns.iter().position(|(other, _)| *other == client)?;
        let items = &mut self.turns[at].1;
        let removed = items.iter().position(is_it).and_then(|place| items.remove(place));
        if items.is_empty() {
            self.turns.remove(at);
        }
        removed
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use proptest::prelude::*;

    use super::*;

    fn client(number: u8) -> IpAddr {
        Ipv4Addr::new(192, 0, 2, number).into()
    }

    #[derive(Clone, Copy, Debug)]
    enum Action {
        Push(u8),
        Next,
        Done,
        Remove(u8),
    }

    fn actions() -> impl Strategy<Value = Vec<Action>> {
        let action = prop_oneof![
            4 => (0..4_u8).prop_map(Action::Push),
            3 => Just(Action::Next),
            2 => Just(Action::Done),
            1 => (0..4_u8).prop_map(Action::Remove),
        ];
        prop::collection::vec(action, 0..200)
    }

    proptest! {
        /// Nothing is lost or doubled, each client's items keep their order, the bounds hold, and
        /// nobody who may run is passed over twice by the same client.
        #[test]
        fn clients_take_turns(actions in actions()) {
            let bounds = Bounds { waiting: 20, waiting_of_one: 8, running_of_one: 2 };
            let mut queue = FairQueue::new(bounds);
            let mut model: HashMap<IpAddr, VecDeque<u32>> = HashMap::new();
            let mut running: Vec<IpAddr> = Vec::new();
            // Who was served since a client began to wait or was served itself.
            let mut served: HashMap<IpAddr, Vec<IpAddr>> = HashMap::new();
            let mut number = 0;
            for action in actions {
                match action {
                    Action::Push(who) => {
                        let who = client(who);
                        let mine = model.entry(who).or_default().len();
                        let in_all: usize = model.values().map(VecDeque::len).sum();
                        let fits = in_all < bounds.waiting && mine < bounds.waiting_of_one;
                        prop_assert_eq!(queue.push(who, number).is_ok(), fits);
                        if fits {
                            if mine == 0 {
                                served.insert(who, Vec::new());
                            }
                            model.get_mut(&who).unwrap().push_back(number);
                        }
                        number += 1;
                    }
                    Action::Next => {
                        let is_free = |who: &IpAddr| {
                            running.iter().filter(|other| *other == who).count()
                                < bounds.running_of_one
                        };
                        let somebody = model.iter().any(|(who, items)| !items.is_empty() && is_free(who));
                        let next = queue.next();
                        prop_assert_eq!(next.is_some(), somebody);
                        let Some((who, item)) = next else { continue };
                        prop_assert!(is_free(&who));
                        prop_assert_eq!(model.get_mut(&who).unwrap().pop_front(), Some(item));
                        for (other, items) in &model {
                            if !items.is_empty() && *other != who && is_free(other) {
                                let seen = served.entry(*other).or_default();
                                prop_assert!(!seen.contains(&who), "{} is served twice before {}", who, other);
                                seen.push(who);
                            }
                        }
                        served.insert(who, Vec::new());
                        running.push(who);
                    }
                    Action::Done => {
                        if let Some(who) = running.pop() {
                            queue.done(who);
                            // Who could not run before waits anew.
                            served.insert(who, Vec::new());
                        }
                    }
                    Action::Remove(who) => {
                        let who = client(who);
                        let last = model.get_mut(&who).and_then(VecDeque::pop_back);
                        prop_assert_eq!(queue.remove(who, |item| Some(*item) == last), last);
                    }
                }
                prop_assert_eq!(queue.waiting(), model.values().map(VecDeque::len).sum::<usize>());
            }
        }
    }
}
