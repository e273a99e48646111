//! Contiguous lines that are sorted by one key of at most 32 bits, with other data: pairs of a key and a place, which need no other lists.

use super::key::{Bits, Key, Map};
use super::radix::Buffers;
use super::{Input, Lines, Output, Task, vectors};
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
        let pair = |bytes: &[u8], place: u32| {
            map.rank(map.canonical(B::read(bytes))).wide() << 32 | u64::from(place)
        };
        if input.width == size_of::<B>() {
            vectors::run(|| {
                let keys = all.chunks_exact(size_of::<B>());
                items.iter_mut().zip(keys).zip(0u32..).for_each(|((to, key), place)| *to = pair(key, place));
            });
            return;
        }
        let keys = all.chunks_exact(input.width).map(|element| &element[key.offset..]);
        items.iter_mut().zip(keys).zip(0u32..).for_each(|((to, key), place)| *to = pair(key, place));
    }

    /// Fills a result with the source positions of a line.
    pub(super) fn write_places(&self, line: Lines, items: &[u64], output: &mut Output<'_>) {
        let width = output.width;
        let to = &mut output.bytes[line.first * self.count * width..][..self.count * width];
        if width == 4 {
            vectors::run(|| {
                let to = to.as_chunks_mut::<4>().0;
                to.iter_mut().zip(items).for_each(|(to, &item)| *to = (item as u32).to_le_bytes());
            });
            return;
        }
        for (to, &item) in to.chunks_exact_mut(width).zip(items) {
            to.copy_from_slice(&u64::from(item as u32).to_le_bytes()[..width]);
        }
    }
}
