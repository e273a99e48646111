//! Contiguous lines that are sorted by one key of at most 32 bits, with other data: pairs of a key and a place, which need no other lists.

use super::key::{Bits, Key, Map};
use super::radix::Buffers;
use super::{Input, Lines, Output, Task, passes};
use crate::memory::resize;

impl Task {
    /// The key, if lines are sorted as pairs.
    pub(super) fn key_of_pairs(&self, inputs: &[Input<'_>]) -> Option<&Key> {
        let [key] = &self.keys[..] else { return None };
        let fits = key.format.bits() <= 32 && self.inner == 1 && !Self::may_be_nan(key);
        (fits && !self.is_selection() && !self.has_short_lines(inputs)).then_some(key)
    }

    /// Sorts a line; the lower halves of the items are the source positions then.
    pub(super) fn sort_pairs(&self, key: &Key, line: Lines, input: Input<'_>, buffers: &mut Buffers<u64>) {
        match key.format.bits() {
            8 => self.read_pairs::<u8>(key, line, input, &mut buffers.items),
            16 => self.read_pairs::<u16>(key, line, input, &mut buffers.items),
            _ => self.read_pairs::<u32>(key, line, input, &mut buffers.items),
        }
        buffers.sort(key.format.bits(), |item| item >> 32);
    }

    fn read_pairs<B: Bits>(&self, key: &Key, line: Lines, input: Input<'_>, items: &mut Vec<u64>) {
        let map = Map::<B>::new(key);
        let all = &input.bytes[line.first * self.n * input.width..][..self.n * input.width];
        // The initial contents do not matter.
        resize(items, self.n, 0);
        passes::pairs(&map, all, [input.width, key.offset], items);
    }

    /// Fills a result with the source positions of a line.
    pub(super) fn write_places(&self, line: Lines, items: &[u64], output: &mut Output<'_>) {
        let width = output.width;
        let to = &mut output.bytes[line.first * self.count * width..][..self.count * width];
        passes::places(&items[..self.count], width, to);
    }
}
