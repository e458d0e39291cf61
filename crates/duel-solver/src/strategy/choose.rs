//! Choosing the winner's answers so that as little as possible has to be said.
//!
//! What has to be said is the set of lost positions that can arise, each once. To find the smallest
//! such set is as hard as covering a set, so it is found well rather than perfectly: from the end of
//! the game backwards, every position takes, for each reply, the answer that adds the fewest positions
//! to those that its other answers need already; where two answers are left, positions that can be
//! done without are removed afterwards. Answers that end the game add nothing.
//!
//! At first one promising answer to each reply is looked at, then more, as long as the work allows; so
//! a strategy is there early and becomes shorter.

use duel_core::Digit;
use rustc_hash::FxHashMap;

use super::node_set::NodeSet;
use crate::{acyclic::Edge, limits::Meter, take_graph::TakeLabel, value::Value};

/// How many lost positions a strategy may have.
pub(crate) const MOST_ENTRIES: usize = 500;

/// How many positions of a line are told where a strategy would have too many entries.
const MOST_LINE: usize = 60;

/// How many answers to each reply are compared, at first and later.
const COMPARED: [usize; 3] = [1, 3, 12];

/// How many first moves of the winner are compared from the beginning: one of them often leaves nothing
/// but forced moves.
const FIRST_MOVES: usize = 4;

/// A strategy with so many entries is short enough, and no shorter one is looked for.
const SHORT: usize = 10;

/// How many lost positions are looked at for each entry of a strategy that was found, to find a shorter
/// one.
const LOOKED_AT_FOR_EACH: usize = 12;

/// Strategies with more entries are not improved one by one.
const IMPROVED: usize = 100;

/// A position, as far as it matters. What the numbers mean, each game knows.
pub(crate) type Key = Box<[u64]>;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    Take(TakeLabel),
    Append(Digit),
}

/// A game whose values are known, as far as its searches have come.
pub(crate) trait SolvedGame {
    /// Lists the moves of a position and where they lead; whether all are listed.
    fn moves(
        &mut self,
        key: &[u64],
        moves: &mut Vec<(Label, Edge<Key>)>,
        meter: &mut Meter<'_>,
    ) -> bool;

    /// How much there is to say about a position, if it is lost, roughly: 0 where the game is over.
    fn size(&mut self, key: &[u64], meter: &mut Meter<'_>) -> Option<u32>;

    /// Whether the player to move has lost.
    fn is_lost(&mut self, key: &[u64], meter: &mut Meter<'_>) -> Option<bool>;

    /// A lost position in which the loser may do more, and which is told instead of this lost one:
    /// what is answered there can be answered here.
    fn general(&mut self, _key: &[u64], _meter: &mut Meter<'_>) -> Option<Key> {
        None
    }

    /// Whether this is a position that [`SolvedGame::general`] gives.
    fn is_general(&self, _key: &[u64]) -> bool {
        false
    }

    /// Whether a position can come again. Then the size is the distance to the end, and only answers
    /// that come closer are taken.
    fn has_loops(&self) -> bool {
        false
    }
}

/// A strategy as positions and moves of a [`SolvedGame`]. The first entry is where the loser is to
/// move first.
pub(crate) struct Chosen {
    /// The winner's first move, where the winner begins.
    pub(crate) first: Option<Label>,
    pub(crate) entries: Vec<ChosenEntry>,
    /// Whether every reply that needs one has an entry.
    pub(crate) complete: bool,
}

/// A lost position, and what is answered to each move.
pub(crate) struct ChosenEntry {
    /// Whether it is told for whatever was chosen last.
    pub(crate) general: bool,
    pub(crate) replies: Vec<(Label, ChosenAnswer)>,
}

/// What is answered to a move of the loser.
#[derive(Clone, Copy)]
pub(crate) enum ChosenAnswer {
    /// Nothing: the move has ended the game.
    Over,
    /// A move that ends the game.
    Ends(Label),
    /// A move that leads to this entry; `None` where there is none for it.
    Goes(Label, Option<usize>),
}

/// Finds strategies in one game.
pub(crate) struct Chooser<'g, 'm, 'l> {
    game: &'g mut dyn SolvedGame,
    meter: &'m mut Meter<'l>,
    nodes: Vec<Node>,
    places: FxHashMap<Key, usize>,
    /// How many more positions may be looked at.
    left: usize,
}

struct Node {
    key: Key,
    /// How many answers to each reply were looked for.
    compared: usize,
    replies: Option<Vec<Reply>>,
}

struct Reply {
    tried: Label,
    answer: Answer,
}

enum Answer {
    Over,
    Ends(Label),
    Goes(Winning),
}

/// What a look for answers has found.
enum Found {
    /// A move after which the game is over.
    Ends(Label),
    /// Moves that win, or none.
    Wins,
}

/// Moves that win, the most promising first.
struct Winning {
    /// Those that were found, and the lost positions that they lead to.
    goes: Vec<(Label, usize)>,
    /// Moves that were not looked at yet, the most promising last.
    left: Vec<(Label, Key)>,
}

/// For each lost position that was looked at in a round, those that follow from it, itself included.
#[derive(Default)]
struct Closures {
    looked_at: NodeSet,
    /// Nothing where there are too many.
    found: Vec<Option<NodeSet>>,
}

impl Closures {
    fn get(&self, node: usize) -> Option<&NodeSet> {
        self.found.get(node)?.as_ref()
    }

    fn insert(&mut self, node: usize, closure: Option<NodeSet>) {
        self.looked_at.insert(node);
        if self.found.len() <= node {
            self.found.resize(node + 1, None);
        }
        self.found[node] = closure;
    }
}

impl<'g, 'm, 'l> Chooser<'g, 'm, 'l> {
    /// At most so many lost positions are looked at.
    pub(crate) fn new(game: &'g mut dyn SolvedGame, meter: &'m mut Meter<'l>, most: usize) -> Self {
        Chooser { game, meter, nodes: Vec::new(), places: FxHashMap::default(), left: most }
    }

    /// A strategy for the player who wins a position, which is won or lost for the player to move.
    pub(crate) fn choose(&mut self, key: &[u64], is_lost: bool) -> Option<Chosen> {
        if is_lost {
            let root = self.node(key.into());
            let (_, chosen) = self.choose_from(&[root])?;
            return Some(chosen);
        }
        let mut moves = Vec::new();
        if !self.game.moves(key, &mut moves, self.meter) {
            return None;
        }
        match self.answer(&moves, COMPARED[COMPARED.len() - 1], u32::MAX)? {
            Answer::Over => None,
            Answer::Ends(label) => {
                Some(Chosen { first: Some(label), entries: Vec::new(), complete: true })
            }
            Answer::Goes(Winning { goes, .. }) => {
                let roots: Vec<usize> = goes.iter().map(|(_, to)| *to).collect();
                let (place, chosen) = self.choose_from(&roots)?;
                Some(Chosen { first: Some(goes[place].0), ..chosen })
            }
        }
    }

    /// A strategy against the player to move in one of these lost positions, and which one that is.
    fn choose_from(&mut self, roots: &[usize]) -> Option<(usize, Chosen)> {
        let mut best: Option<(usize, Vec<usize>)> = None;
        for compared in COMPARED {
            let mut closures = Closures::default();
            for root in roots.iter().take(compared.max(FIRST_MOVES)) {
                self.close(*root, compared, 0, &mut closures);
            }
            let closed = roots.iter().enumerate().filter_map(|(place, root)| {
                let closure = closures.get(*root)?;
                Some((closure.count, place, closure))
            });
            if let Some((_, place, closure)) = closed.min_by_key(|(count, ..)| *count) {
                let needed =
                    self.improve(roots[place], self.needed(roots[place], closure), &closures);
                if best.as_ref().is_none_or(|(_, before)| needed.len() < before.len()) {
                    best = Some((place, needed));
                }
            }
            if self.left == 0 {
                break;
            }
            // Where the most promising answers lead too far, others seldom do better.
            let Some((_, needed)) = &best else { break };
            if needed.len() <= SHORT {
                break;
            }
            self.left = self.left.min(LOOKED_AT_FOR_EACH * needed.len());
        }
        if let Some((place, needed)) = best {
            return Some((place, self.extract(&needed, true)));
        }
        let line = self.main_line(*roots.first()?);
        // Without a single entry nothing would be explained.
        (!line.entries.is_empty()).then_some((0, line))
    }

    fn node(&mut self, key: Key) -> usize {
        let next = self.nodes.len();
        let place = *self.places.entry(key.clone()).or_insert(next);
        if place == next {
            self.nodes.push(Node { key, compared: 0, replies: None });
        }
        place
    }

    /// Finds so many answers to each reply at a lost position; whether that was possible.
    fn expand(&mut self, node: usize, compared: usize) -> bool {
        if self.nodes[node].compared >= compared {
            return true;
        }
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        // What was found before is kept if there is no time for more.
        let mut replies = self.nodes[node].replies.take();
        let found = if let Some(replies) = &mut replies {
            self.more_answers(replies, compared).is_some()
        } else {
            replies = self.replies(node, compared);
            replies.is_some()
        };
        self.nodes[node].replies = replies;
        if found {
            self.nodes[node].compared = compared;
        } else {
            self.left = 0;
        }
        found
    }

    /// Finds so many answers to each of these replies.
    fn more_answers(&mut self, replies: &mut [Reply], compared: usize) -> Option<()> {
        for reply in replies {
            if let Answer::Goes(winning) = &mut reply.answer
                && let Found::Ends(ends) = self.find(winning, compared)?
            {
                reply.answer = Answer::Ends(ends);
            }
        }
        Some(())
    }

    fn replies(&mut self, node: usize, compared: usize) -> Option<Vec<Reply>> {
        let key = self.nodes[node].key.clone();
        let mut tried = Vec::new();
        if !self.game.moves(&key, &mut tried, self.meter) || !self.meter.visit() {
            return None;
        }
        let closer_than =
            if self.game.has_loops() { self.game.size(&key, self.meter)? } else { u32::MAX };
        let mut replies = Vec::with_capacity(tried.len());
        let mut answers = Vec::new();
        for (tried, edge) in tried {
            let Edge::To(to) = edge else {
                replies.push(Reply { tried, answer: Answer::Over });
                continue;
            };
            answers.clear();
            if !self.game.moves(&to, &mut answers, self.meter) || !self.meter.visit() {
                return None;
            }
            let answer = self.answer(&answers, compared, closer_than)?;
            replies.push(Reply { tried, answer });
        }
        Some(replies)
    }

    /// What to answer with one of these moves.
    fn answer(
        &mut self,
        moves: &[(Label, Edge<Key>)],
        compared: usize,
        closer_than: u32,
    ) -> Option<Answer> {
        if moves.is_empty() {
            return Some(Answer::Over);
        }
        let mut leads: Vec<(u32, Label, &Key)> = Vec::with_capacity(moves.len());
        for (label, edge) in moves {
            match edge {
                Edge::End(Value::Win) => return Some(Answer::Ends(*label)),
                Edge::End(_) => {}
                Edge::To(key) => leads.push((self.game.size(key, self.meter)?, *label, key)),
            }
        }
        leads.retain(|(size, ..)| *size < closer_than);
        let mut left: Vec<(Label, Key)> = order(leads.iter().map(|(size, ..)| *size))
            .map(|place| (leads[place].1, leads[place].2.clone()))
            .collect();
        left.reverse();
        let mut winning = Winning { goes: Vec::new(), left };
        if let Found::Ends(ends) = self.find(&mut winning, compared)? {
            return Some(Answer::Ends(ends));
        }
        if winning.goes.is_empty() { None } else { Some(Answer::Goes(winning)) }
    }

    /// Looks for moves that win until there are so many, or for one after which the game is over.
    fn find(&mut self, winning: &mut Winning, compared: usize) -> Option<Found> {
        while winning.goes.len() < compared
            && let Some((label, key)) = winning.left.pop()
        {
            if self.game.is_lost(&key, self.meter)? {
                if self.game.size(&key, self.meter)? == 0 {
                    return Some(Found::Ends(label));
                }
                let told = self.game.general(&key, self.meter).unwrap_or(key);
                winning.goes.push((label, self.node(told)));
            }
        }
        Some(Found::Wins)
    }

    /// Finds the closure of a lost position, if it is small enough.
    fn close(&mut self, node: usize, compared: usize, depth: usize, closures: &mut Closures) {
        if closures.looked_at.contains(node) {
            return;
        }
        // A line of so many lost positions is a strategy with more entries than that.
        let closure = if depth < MOST_ENTRIES && self.expand(node, compared) {
            self.cover(node, compared, depth, closures)
        } else {
            None
        };
        closures.insert(node, closure);
    }

    fn cover(
        &mut self,
        node: usize,
        compared: usize,
        depth: usize,
        closures: &mut Closures,
    ) -> Option<NodeSet> {
        let mut options: Vec<Vec<usize>> = Vec::new();
        for reply in self.nodes[node].replies.iter().flatten() {
            if let Answer::Goes(Winning { goes, .. }) = &reply.answer {
                options.push(goes.iter().take(compared).map(|(_, to)| *to).collect());
            }
        }
        // Replies without a choice first: what they need, others can use.
        let mut closure = NodeSet::default();
        closure.insert(node);
        let lengths =
            options.iter().map(|options| u32::try_from(options.len()).unwrap_or(u32::MAX));
        for place in order(lengths) {
            let options = &options[place];
            for to in options {
                self.close(*to, compared, depth + 1, closures);
            }
            let needs = options.iter().filter_map(|to| closures.get(*to));
            let best = needs.min_by_key(|needs| closure.missing(needs))?;
            closure.add(best);
            if closure.count > MOST_ENTRIES {
                return None;
            }
        }
        Some(closure)
    }

    /// The entries that a strategy needs, in the order in which they are met, after those that can be
    /// done without were removed.
    fn needed(&self, root: usize, closure: &NodeSet) -> Vec<usize> {
        let mut within = closure.clone();
        loop {
            let needed = self.reach(root, &within);
            within = needed.iter().copied().collect();
            let Some(spare) = self.spare(&needed, &within) else { return needed };
            within.remove(spare);
        }
    }

    /// Tries to do without each entry in turn, by other answers to the replies that lead to it, as
    /// long as that makes the strategy shorter.
    fn improve(&self, root: usize, needed: Vec<usize>, closures: &Closures) -> Vec<usize> {
        let mut best = needed;
        let mut tried = 0;
        while let Some(leave_out) = best.iter().rev().nth(tried).copied()
            && leave_out != root
            && best.len() <= IMPROVED
        {
            let shorter = self.without(root, &best, leave_out, closures);
            match shorter.filter(|shorter| shorter.len() < best.len()) {
                Some(shorter) => best = shorter,
                None => tried += 1,
            }
        }
        best
    }

    /// The entries of a strategy without one of them, if there is one.
    fn without(
        &self,
        root: usize,
        needed: &[usize],
        leave_out: usize,
        closures: &Closures,
    ) -> Option<Vec<usize>> {
        let mut within: NodeSet = needed.iter().copied().collect();
        within.remove(leave_out);
        for node in needed.iter().filter(|node| **node != leave_out) {
            for reply in self.nodes[*node].replies.iter().flatten() {
                let Answer::Goes(Winning { goes, .. }) = &reply.answer else { continue };
                if goes.iter().any(|(_, to)| within.contains(*to)) {
                    continue;
                }
                let others = goes.iter().filter_map(|(_, to)| closures.get(*to));
                let others = others.filter(|needs| !needs.contains(leave_out));
                let best = others.min_by_key(|needs| within.missing(needs))?;
                within.add(best);
            }
        }
        Some(self.needed(root, &within))
    }

    /// An entry, not the first one, without which every reply still has an answer.
    fn spare(&self, needed: &[usize], within: &NodeSet) -> Option<usize> {
        let mut indispensable = NodeSet::default();
        for node in needed {
            for reply in self.nodes[*node].replies.iter().flatten() {
                if let Answer::Goes(Winning { goes, .. }) = &reply.answer {
                    // Two moves may lead to one position.
                    let mut kept = goes.iter().map(|(_, to)| *to).filter(|to| within.contains(*to));
                    if let Some(first) = kept.next()
                        && kept.all(|to| to == first)
                    {
                        indispensable.insert(first);
                    }
                }
            }
        }
        needed.iter().skip(1).rev().copied().find(|node| !indispensable.contains(*node))
    }

    /// The entries that are met if answers stay within a set.
    fn reach(&self, root: usize, within: &NodeSet) -> Vec<usize> {
        let mut met = vec![root];
        let mut seen = NodeSet::default();
        seen.insert(root);
        let mut next = 0;
        while let Some(node) = met.get(next).copied() {
            next += 1;
            for reply in self.nodes[node].replies.iter().flatten() {
                if let Answer::Goes(Winning { goes, .. }) = &reply.answer
                    && let Some((_, to)) = goes.iter().find(|(_, to)| within.contains(*to))
                    && seen.insert(*to)
                {
                    met.push(*to);
                }
            }
        }
        met
    }

    /// The strategy with these entries.
    fn extract(&self, needed: &[usize], complete: bool) -> Chosen {
        let mut places: Vec<Option<usize>> = vec![None; self.nodes.len()];
        for (place, node) in needed.iter().enumerate() {
            places[*node] = Some(place);
        }
        let answer = |reply: &Reply| match &reply.answer {
            Answer::Over => ChosenAnswer::Over,
            Answer::Ends(label) => ChosenAnswer::Ends(*label),
            Answer::Goes(Winning { goes, .. }) => {
                let kept = goes.iter().find(|(_, to)| places[*to].is_some());
                let (label, to) = kept.unwrap_or(&goes[0]);
                ChosenAnswer::Goes(*label, places[*to])
            }
        };
        let entry = |node: &usize| {
            let Node { key, replies, .. } = &self.nodes[*node];
            let replies = replies.iter().flatten();
            ChosenEntry {
                general: self.game.is_general(key),
                replies: replies.map(|reply| (reply.tried, answer(reply))).collect(),
            }
        };
        Chosen { first: None, entries: needed.iter().map(entry).collect(), complete }
    }

    /// The line of most promising answers, to the replies after which there is most to say.
    fn main_line(&mut self, root: usize) -> Chosen {
        let mut line = vec![root];
        // What is looked at here was not foreseen.
        self.left = MOST_LINE;
        while let Some(node) = line.last().copied()
            && line.len() < MOST_LINE
            && self.expand(node, 1)
        {
            let replies = self.nodes[node].replies.iter().flatten();
            let mut next = replies.filter_map(|reply| match &reply.answer {
                Answer::Goes(Winning { goes, .. }) => goes.first().map(|(_, to)| *to),
                Answer::Over | Answer::Ends(_) => None,
            });
            match next.next_back() {
                Some(next) if !line.contains(&next) => line.push(next),
                _ => break,
            }
        }
        line.retain(|node| self.nodes[*node].replies.is_some());
        self.extract(&line, false)
    }
}

/// The places of a list in the order of these numbers, one for each place. It sorts plain numbers, as
/// other parts do: every kind of sorting is a lot of code.
pub(crate) fn order(numbers: impl Iterator<Item = u32>) -> impl Iterator<Item = usize> {
    let mut keys: Vec<u64> = numbers
        .zip(0_u32..)
        .map(|(number, place)| u64::from(number) << 32 | u64::from(place))
        .collect();
    keys.sort_unstable();
    keys.into_iter().map(|key| usize::try_from(key & u64::from(u32::MAX)).unwrap_or(0))
}
