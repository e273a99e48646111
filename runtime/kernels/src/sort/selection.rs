//! Selections of few elements: their keys are compared where they are, without a copy.

use super::key::{Bits, Key, Map, Order};
use super::lines::Lines;
use super::radix::Selection;
use super::vectors;
use super::{Input, Memory, Task};
use crate::memory::extend;

/// Keys that are computed at once.
pub(super) const PART: usize = 256;

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
    fn select_by<B: Bits>(&self, key: &Key, lines: Lines, input: Input<'_>, memory: &mut Memory) -> bool {
        let map = Map::<B>::new(key);
        let may_be_nan = key.order == Order::Partial && Self::may_be_nan(key);
        let nan = if may_be_nan { Self::nan(key) } else { u64::MAX };
        let all = &input.bytes[lines.first * self.n * size_of::<B>()..];
        for line in all.chunks_exact(self.n * size_of::<B>()).take(lines.count) {
            let mut selection = Selection::new(self.n, self.count, &mut memory.first);
            let mut keys = [0u32; PART];
            for (at, part) in line.chunks(PART * size_of::<B>()).enumerate() {
                let mut any = false;
                // Without a branch for each element.
                for (key, bytes) in keys.iter_mut().zip(part.chunks_exact(size_of::<B>())) {
                    let rank = map.rank(map.canonical(B::read(bytes))).wide();
                    any |= rank == nan;
                    *key = rank as u32;
                }
                if any {
                    return false;
                }
                selection.add(at * PART, &keys[..part.len() / size_of::<B>()]);
            }
            extend(&mut memory.order, selection.finish());
        }
        true
    }
}
