//! Selections of few elements: their keys are compared where they are, without a copy.

use super::key::{Bits, Key, Map, Order};
use super::lines::Lines;
use super::radix;
use super::{Input, Memory, Task};
use crate::memory::extend;

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
            8 => self.select_by::<u8>(key, lines, inputs[key.input], memory),
            16 => self.select_by::<u16>(key, lines, inputs[key.input], memory),
            _ => self.select_by::<u32>(key, lines, inputs[key.input], memory),
        }
    }

    fn select_by<B: Bits>(&self, key: &Key, lines: Lines, input: Input<'_>, memory: &mut Memory) -> bool {
        let map = Map::<B>::new(key);
        let nan = (key.order == Order::Partial && Self::may_be_nan(key)).then(|| Self::nan(key));
        let all = &input.bytes[lines.first * self.n * size_of::<B>()..];
        let each = || all.chunks_exact(self.n * size_of::<B>()).take(lines.count);
        let rank = |line: &[u8], i: usize| map.rank(map.canonical(B::read(&line[i * size_of::<B>()..])));
        for line in each() {
            let is_nan = |i: usize| nan.is_some_and(|nan| rank(line, i).wide() == nan);
            // Without a branch for each element.
            if nan.is_some() && (0..self.n).fold(false, |any, i| any | is_nan(i)) {
                return false;
            }
        }
        for line in each() {
            radix::smallest(self.n, self.count, |i| rank(line, i).wide() as u32, &mut memory.first);
            extend(&mut memory.order, memory.first.iter().map(|&(_, i)| i));
        }
        true
    }
}
