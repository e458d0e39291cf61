//! Why a result holds: the few numbers it depends on, and a search for results that apply.
//!
//! **Reasons.** A reason at the number `n` is a set of conditions, each "`u` is used" or "`u` is
//! unused", such that *every* position with number `n` that meets them all has the reason's result.
//! They are found backwards from proofs:
//!
//! - No move left: every move of `n` is used.
//! - The move `d` wins because `n - d` is lost for the reason R: `d` is unused, and R without
//!   "`d` is used", which the move itself brings about. (R cannot ask that `d` be unused.)
//! - Every move loses: each used move `d` is used; and for each unused one the reason R for which
//!   `n - d` is won, without "`d` is used". Should an unused one turn out used elsewhere, there is
//!   a move less to refute; the result holds. (Under `misere` at least one must stay unused,
//!   because a player without a move would win.)
//!
//! So a result answers all positions that share what mattered, not just the one it was found in.
//!
//! **Index.** A position meets a reason only if it meets all its conditions. Reasons are kept per
//! number and per *watched* number, the greatest that must be used (great numbers are seldom used,
//! so few groups are looked at). A group that grows becomes a tree: it is split by the number whose
//! state rules out most reasons, into those that want it used, those that want it unused and those
//! that do not care, so that a question goes down two branches of three. In the leaves a 64-bit
//! signature, exact for the numbers below 32, settles most tests at one glance.

use rustc_hash::FxHashMap;

/// One condition: twice the number, plus one if it must be used.
pub(super) type Condition = u16;

/// "`u` must be used".
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "moves have at most 15 bits, see `move_table`")]
pub(super) fn must_be_used(u: u32) -> Condition {
    (u << 1 | 1) as Condition
}

/// "`u` must be unused".
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "moves have at most 15 bits, see `move_table`")]
pub(super) fn must_be_unused(u: u32) -> Condition {
    (u << 1) as Condition
}

/// Whether `u` is in a set of numbers given as bits.
#[inline]
pub(super) fn is_used(used: &[u64], u: u32) -> bool {
    used[u as usize / 64] >> (u % 64) & 1 == 1
}

#[inline]
fn is_met(used: &[u64], condition: Condition) -> bool {
    is_used(used, u32::from(condition) >> 1) == (condition & 1 == 1)
}

/// A reason that was not kept.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// Groups above this size are split.
const GROUP: usize = 32;

/// A stored reason with its result, as it is stored in a group.
#[derive(Clone, Copy)]
struct Member {
    signature: u64,
    /// Twice the index of the reason, plus one if it is a win.
    result: u32,
}

enum Node {
    Group(Vec<Member>),
    /// Split by the state of a number: must be unused, must be used, either.
    Split {
        number: u32,
        children: [u32; 3],
    },
}

pub(super) struct Reasons {
    conditions: Vec<Condition>,
    /// Where each reason ends; it begins where the one before it ends.
    ends: Vec<u32>,
    nodes: Vec<Node>,
    /// The tree of each number and watched number.
    roots: FxHashMap<(u32, u32), u32>,
    /// Which watched numbers occur, by number; number 0 means no watched number.
    watched: Vec<Box<[u64]>>,
    members: usize,
    budget: usize,
    /// How often each number was used when a reason was learnt, of how many times.
    seen_used: Vec<u32>,
    seen: u32,
}

impl Reasons {
    /// None yet; they will take at most about `budget` bytes.
    pub(super) fn new(budget: usize) -> Self {
        Self {
            conditions: Vec::new(),
            ends: vec![0],
            nodes: Vec::new(),
            roots: FxHashMap::default(),
            watched: Vec::new(),
            members: 0,
            budget,
            seen_used: Vec::new(),
            seen: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.members
    }

    /// About how many bytes are taken: vectors may hold up to twice what is in them.
    pub(super) fn bytes(&self) -> usize {
        self.conditions.capacity() * size_of::<Condition>()
            + self.ends.capacity() * size_of::<u32>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.members * size_of::<Member>() * 3 / 2
            + self.roots.capacity() * 13
            + self.watched.iter().map(|words| words.len() * 8 + 16).sum::<usize>()
    }

    /// The conditions of a stored reason.
    #[inline]
    pub(super) fn conditions(&self, reason: u32) -> &[Condition] {
        let reason = reason as usize;
        &self.conditions[self.ends[reason] as usize..self.ends[reason + 1] as usize]
    }

    /// A stored result that holds at `n` with these used numbers: whether it is a win, and why.
    pub(super) fn find(&self, n: u32, used: &[u64], list: &[u32]) -> Option<(bool, u32)> {
        let watched = self.watched.get(n as usize).filter(|words| !words.is_empty())?;
        let low = used[0] & 0xffff_fffe;
        let wrong = !(low | (!low << 32));
        let watched_numbers = list.iter().copied().filter(|&u| (u as usize / 64) < watched.len());
        for u in std::iter::once(0).chain(watched_numbers) {
            if is_used(watched, u)
                && let Some(&root) = self.roots.get(&(n, u))
                && let Some(result) = self.descend(root, used, wrong)
            {
                return Some(result);
            }
        }
        None
    }

    fn descend(&self, mut node: u32, used: &[u64], wrong: u64) -> Option<(bool, u32)> {
        loop {
            match &self.nodes[node as usize] {
                Node::Group(members) => {
                    return members
                        .iter()
                        .filter(|member| member.signature & wrong == 0)
                        .find(|member| {
                            let conditions = self.conditions(member.result >> 1);
                            conditions.iter().all(|&condition| is_met(used, condition))
                        })
                        .map(|member| (member.result & 1 == 1, member.result >> 1));
                }
                Node::Split { number, children } => {
                    let side = usize::from(is_used(used, *number));
                    if let Some(result) = self.descend(children[side], used, wrong) {
                        return Some(result);
                    }
                    node = children[2];
                }
            }
        }
    }

    /// Stores a reason, found at a position with number `n` and these used numbers; its index, or
    /// `UNKNOWN` if there is no room left. The conditions get sorted.
    pub(super) fn learn(
        &mut self,
        n: u32,
        wins: bool,
        conditions: &mut Vec<Condition>,
        list: &[u32],
    ) -> u32 {
        conditions.sort_unstable();
        conditions.dedup();
        let (Ok(reason), Ok(end)) = (
            u32::try_from(self.ends.len() - 1),
            u32::try_from(self.conditions.len() + conditions.len()),
        ) else {
            return UNKNOWN;
        };
        if self.spent() > self.budget || reason >= UNKNOWN >> 1 {
            return UNKNOWN;
        }
        self.conditions.extend_from_slice(conditions);
        self.ends.push(end);
        self.count(list);

        let mut member = Member { signature: 0, result: reason << 1 | u32::from(wins) };
        let mut watch = 0;
        for &condition in conditions.iter() {
            let (u, used) = (u32::from(condition) >> 1, condition & 1 == 1);
            if used {
                watch = u;
            }
            if u < 32 {
                member.signature |= 1 << if used { u } else { u + 32 };
            }
        }
        let root = self.root(n, watch);
        self.insert(root, member);
        reason
    }

    /// The bytes that count against the budget; vectors double, so this leaves room for that.
    fn spent(&self) -> usize {
        self.conditions.len() * size_of::<Condition>() * 3 / 2
            + self.ends.len() * size_of::<u32>() * 3 / 2
            + self.members * size_of::<Member>() * 3 / 2
            + self.nodes.len() * size_of::<Node>() * 3 / 2
            + self.roots.len() * 26
    }

    fn count(&mut self, list: &[u32]) {
        self.seen += 1;
        for &u in list {
            if self.seen_used.len() <= u as usize {
                self.seen_used.resize(u as usize + 1, 0);
            }
            self.seen_used[u as usize] += 1;
        }
    }

    /// The tree for the reasons at `n` that watch a number.
    fn root(&mut self, n: u32, watch: u32) -> u32 {
        let (place, word) = (n as usize, watch as usize / 64);
        if self.watched.len() <= place {
            self.watched.resize(place + 1, Box::default());
        }
        if self.watched[place].len() <= word {
            let mut words = std::mem::take(&mut self.watched[place]).into_vec();
            words.resize(word + 1, 0);
            self.watched[place] = words.into_boxed_slice();
        }
        self.watched[place][word] |= 1 << (watch % 64);
        let nodes = &mut self.nodes;
        *self.roots.entry((n, watch)).or_insert_with(|| add(nodes, Vec::new()))
    }

    fn insert(&mut self, mut node: u32, member: Member) {
        self.members += 1;
        loop {
            let conditions = self.conditions[self.ends[member.result as usize >> 1] as usize
                ..self.ends[(member.result as usize >> 1) + 1] as usize]
                .iter();
            match &mut self.nodes[node as usize] {
                Node::Group(members) => {
                    members.push(member);
                    // Try again only now and then where no number splits the group well.
                    if members.len() > GROUP && members.len() % (GROUP / 2) == 0 {
                        self.split(node);
                    }
                    return;
                }
                Node::Split { number, children } => {
                    let side = side(conditions.as_slice(), *number);
                    node = children[side];
                }
            }
        }
    }

    /// Splits a group by the number whose state rules out most of its members, if any rules out
    /// enough.
    fn split(&mut self, node: u32) {
        let Node::Group(members) = &mut self.nodes[node as usize] else { return };
        let members = std::mem::take(members);
        // How many members want each number unused and used.
        let mut wants: FxHashMap<u32, [u64; 2]> = FxHashMap::default();
        for member in &members {
            for &condition in self.conditions(member.result >> 1) {
                wants.entry(u32::from(condition) >> 1).or_default()[usize::from(condition & 1)] +=
                    1;
            }
        }
        let (all, seen) = (members.len() as u64, u64::from(self.seen));
        let best = wants
            .into_iter()
            .filter(|(_, wants)| !wants.contains(&all))
            .map(|(u, [unused, used])| {
                let often = u64::from(self.seen_used.get(u as usize).copied().unwrap_or(0));
                (unused * often + used * (seen - often), u)
            })
            .max()
            .filter(|&(gain, _)| gain > seen * all / 8);
        let Some((_, number)) = best else {
            self.nodes[node as usize] = Node::Group(members);
            return;
        };
        let mut sides = [Vec::new(), Vec::new(), Vec::new()];
        for member in members {
            sides[side(self.conditions(member.result >> 1), number)].push(member);
        }
        let children = sides.map(|members| add(&mut self.nodes, members));
        self.nodes[node as usize] = Node::Split { number, children };
    }
}

fn add(nodes: &mut Vec<Node>, members: Vec<Member>) -> u32 {
    nodes.push(Node::Group(members));
    u32::try_from(nodes.len() - 1).expect("fewer nodes than reasons")
}

/// Which branch sorted conditions belong to: unused, used or either.
fn side(conditions: &[Condition], number: u32) -> usize {
    if conditions.binary_search(&must_be_unused(number)).is_ok() {
        0
    } else if conditions.binary_search(&must_be_used(number)).is_ok() {
        1
    } else {
        2
    }
}
