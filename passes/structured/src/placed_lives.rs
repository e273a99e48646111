//! Pieces of memory by the time in which they live, so that those that live at the same time as another one are found without a look at
//! all others.

use std::ops::Range;

/// A piece of memory and the time in which it is used, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life {
    /// The first moment.
    pub start: u32,
    /// The last moment.
    pub end: u32,
    /// The size.
    pub bytes: u64,
}

impl Life {
    /// Whether there is a moment of both.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
    /// Whether a moment is one of its.
    pub(crate) fn includes(&self, moment: u32) -> bool {
        self.start <= moment && moment <= self.end
    }
}

/// A set of lives out of a list of all of them.
///
/// A life meets another one if it includes the first moment of that, or starts later and not after the last one. Both kinds are in a tree
/// over all moments at which a life starts, whose node `i` has the children `2i` and `2i + 1`.
pub(crate) struct PlacedLives<'a> {
    lives: &'a [Life],
    /// The first moments of all lives, in order.
    starts: Vec<u32>,
    /// For each node the lives that include all of its moments; each life is in the few nodes that make up its time.
    over: Vec<Vec<u32>>,
    /// The lives with the same first moment, by the place in `starts`.
    from: Vec<Vec<u32>>,
    /// For each node the number of lives in `from`.
    counts: Vec<u32>,
    leaves: usize,
}

impl<'a> PlacedLives<'a> {
    /// None of `lives`.
    pub fn new(lives: &'a [Life]) -> Self {
        let mut starts: Vec<u32> = lives.iter().map(|l| l.start).collect();
        starts.sort_unstable();
        starts.dedup();
        let leaves = starts.len().next_power_of_two();
        Self {
            lives,
            over: vec![Vec::new(); 2 * leaves],
            from: vec![Vec::new(); starts.len()],
            counts: vec![0; 2 * leaves],
            starts,
            leaves,
        }
    }
    /// The places in `starts` of the moments of a life.
    fn moments(&self, life: &Life) -> Range<usize> {
        let place = |most: u32| self.starts.partition_point(|&s| s < most);
        place(life.start)..self.starts.partition_point(|&s| s <= life.end)
    }
    /// Adds life `index`.
    pub fn insert(&mut self, index: usize) {
        let moments = self.moments(&self.lives[index]);
        self.from[moments.start].push(index as u32);
        let (mut low, mut high) = (moments.start + self.leaves, moments.end + self.leaves);
        let mut node = low;
        while node > 0 {
            self.counts[node] += 1;
            node /= 2;
        }
        while low < high {
            if low % 2 == 1 {
                self.over[low].push(index as u32);
                low += 1;
            }
            if high % 2 == 1 {
                high -= 1;
                self.over[high].push(index as u32);
            }
            (low, high) = (low / 2, high / 2);
        }
    }
    /// Appends the lives that life `index` meets.
    pub fn meeting(&self, index: usize, found: &mut Vec<u32>) {
        let moments = self.moments(&self.lives[index]);
        let mut node = moments.start + self.leaves;
        while node > 0 {
            found.extend_from_slice(&self.over[node]);
            node /= 2;
        }
        self.starting(&(moments.start + 1..moments.end), 1, 0..self.leaves, found);
    }
    /// Appends the lives below a node, which has the moments `all`, that start at `wanted` moments.
    fn starting(&self, wanted: &Range<usize>, node: usize, all: Range<usize>, found: &mut Vec<u32>) {
        if wanted.start >= all.end || all.start >= wanted.end || self.counts[node] == 0 {
            return;
        }
        if all.len() == 1 {
            found.extend_from_slice(&self.from[all.start]);
            return;
        }
        let middle = all.start + all.len() / 2;
        self.starting(wanted, 2 * node, all.start..middle, found);
        self.starting(wanted, 2 * node + 1, middle..all.end, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lives_that_meet_are_found_once() {
        let mut state = 7u64;
        let mut next = |n: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % n
        };
        for _ in 0..100 {
            let (n, moments, most) = (1 + next(50) as usize, 1 + next(80), 1 + next(30));
            let mut one = || {
                let start = next(moments) as u32;
                Life { start, end: start + next(most) as u32, bytes: 1 }
            };
            let lives: Vec<Life> = (0..n).map(|_| one()).collect();
            let mut placed = PlacedLives::new(&lives);
            for i in 0..n {
                let mut found = Vec::new();
                placed.meeting(i, &mut found);
                found.sort_unstable();
                let wanted: Vec<u32> =
                    (0..i as u32).filter(|&k| lives[k as usize].meets(&lives[i])).collect();
                assert_eq!(found, wanted);
                placed.insert(i);
            }
        }
    }
}
