//! Sets of positions of a game, as places in its list: which of them a strategy needs.

/// A set of places in a list.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeSet {
    words: Vec<u64>,
    pub(super) count: usize,
}

impl NodeSet {
    /// Adds a place; whether it is new.
    pub(super) fn insert(&mut self, place: usize) -> bool {
        let (word, bit) = (place / 64, 1_u64 << (place % 64));
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        self.count += usize::from(new);
        new
    }

    pub(super) fn remove(&mut self, place: usize) {
        if self.contains(place) {
            self.words[place / 64] &= !(1 << (place % 64));
            self.count -= 1;
        }
    }

    pub(super) fn contains(&self, place: usize) -> bool {
        self.words.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    /// How many places of another set are not in this one.
    pub(super) fn missing(&self, other: &NodeSet) -> usize {
        let mine = self.words.iter().copied().chain(std::iter::repeat(0));
        let missing = other.words.iter().zip(mine).map(|(theirs, mine)| theirs & !mine);
        missing.map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn add(&mut self, other: &NodeSet) {
        self.count += self.missing(other);
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine |= theirs;
        }
    }
}

impl FromIterator<usize> for NodeSet {
    fn from_iter<I: IntoIterator<Item = usize>>(places: I) -> NodeSet {
        let mut set = NodeSet::default();
        for place in places {
            set.insert(place);
        }
        set
    }
}
