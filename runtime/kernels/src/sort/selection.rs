//! Selections of few elements: their keys are compared where they are, without a copy.

use super::key::{Bits, Key, Map, Order};
use super::lines::Lines;
use super::radix::Selection;
use super::vectors;
use super::{Input, Memory, Task};
use crate::memory::{extend, filled};
use crate::parallel::{self, for_each};

/// Keys that are computed at once.
pub(super) const PART: usize = 256;
/// The elements of a part of a line that threads select from, and how many times as many it has as are kept.
const DIVIDED: usize = 1 << 15;
const TIMES: usize = 64;

/// The numbers of keys.
#[derive(Clone, Copy)]
struct Ranks<B> {
    map: Map<B>,
    /// That of an unordered NaN.
    nan: u64,
}

impl<B: Bits> Ranks<B> {
    fn new(key: &Key) -> Self {
        let may_be_nan = key.order == Order::Partial && Task::may_be_nan(key);
        Self { map: Map::new(key), nan: if may_be_nan { Task::nan(key) } else { u64::MAX } }
    }

    /// Shows the keys of a line, or of a part that begins at `first`, to a selection; returns whether there is no unordered NaN.
    #[inline(always)]
    fn show(self, bytes: &[u8], first: usize, selection: &mut Selection<'_, u32>) -> bool {
        let mut keys = [0u32; PART];
        for (at, part) in bytes.chunks(PART * size_of::<B>()).enumerate() {
            let mut any = false;
            // Without a branch for each element.
            for (key, bytes) in keys.iter_mut().zip(part.chunks_exact(size_of::<B>())) {
                let rank = self.map.rank(self.map.canonical(B::read(bytes))).wide();
                any |= rank == self.nan;
                *key = rank as u32;
            }
            if any {
                return false;
            }
            selection.add(first + at * PART, &keys[..part.len() / size_of::<B>()]);
        }
        true
    }
}

impl Task {
    /// Whether so few elements are kept that they are selected without sorting.
    pub(super) fn is_selection(&self) -> bool {
        let words: u32 = self.keys.iter().map(|k| k.format.bits().div_ceil(32)).sum();
        self.count <= self.n / 4 && words <= 2
    }

    /// Whether they are selected by one key of at most 32 bits, whose lines are contiguous.
    pub(super) fn selects_in_place(&self, inputs: &[Input<'_>]) -> bool {
        let whole = |key: &Key| {
            let bits = key.format.bits() as usize;
            bits <= 32 && inputs.get(key.input).is_some_and(|input| bits == 8 * input.width)
        };
        self.inner == 1 && self.is_selection() && matches!(&self.keys[..], [key] if whole(key))
    }

    /// Appends the source positions of selected elements of some lines; returns whether there is no unordered NaN, with which none are.
    pub(super) fn select(&self, lines: Lines, inputs: &[Input<'_>], memory: &mut Memory) -> bool {
        let Some(key) = self.keys.first() else { return false };
        match key.format.bits() {
            8 => vectors::run(|| self.select_by::<u8>(key, lines, inputs[key.input], memory)),
            16 => vectors::run(|| self.select_by::<u16>(key, lines, inputs[key.input], memory)),
            _ => vectors::run(|| self.select_by::<u32>(key, lines, inputs[key.input], memory)),
        }
    }

    #[inline(always)]
    fn select_by<B: Bits + Sync>(
        &self,
        key: &Key,
        lines: Lines,
        input: Input<'_>,
        memory: &mut Memory,
    ) -> bool {
        let ranks = Ranks::<B>::new(key);
        let all = &input.bytes[lines.first * self.n * size_of::<B>()..];
        for line in all.chunks_exact(self.n * size_of::<B>()).take(lines.count) {
            if self.selects_in_parts() {
                if !self.select_in_parts(ranks, line, memory) {
                    return false;
                }
                continue;
            }
            let mut selection = Selection::new(self.n, self.count, &mut memory.first);
            if !ranks.show(line, 0, &mut selection) {
                return false;
            }
            extend(&mut memory.order, selection.finish());
        }
        true
    }

    /// Whether threads select from parts of a line.
    pub(super) fn selects_in_parts(&self) -> bool {
        self.n > DIVIDED && (1..=DIVIDED / TIMES).contains(&self.count) && parallel::is_available()
    }

    /// The number of parts.
    pub(super) fn parts(&self) -> usize {
        self.n.div_ceil(DIVIDED)
    }

    /// The same of a line in parts, each of which has a list: the elements that are kept are among those that are kept of the parts.
    fn select_in_parts<B: Bits + Sync>(&self, ranks: Ranks<B>, line: &[u8], memory: &mut Memory) -> bool {
        let mut lists: Vec<Option<Vec<(u32, u32)>>> = filled(None, self.parts());
        let parts = line.chunks(DIVIDED * size_of::<B>()).zip(&mut lists);
        for_each(parts, self.n, |k, (part, list)| {
            let mut found = Vec::new();
            let ordered = vectors::run(|| {
                let mut selection = Selection::new(DIVIDED, self.count, &mut found);
                let ordered = ranks.show(part, k * DIVIDED, &mut selection);
                selection.keep();
                ordered
            });
            *list = ordered.then_some(found);
        });
        let mut selection = Selection::new(self.n, self.count, &mut memory.first);
        for list in lists {
            let Some(list) = list else { return false };
            selection.take(&list);
        }
        extend(&mut memory.order, selection.finish());
        true
    }
}
