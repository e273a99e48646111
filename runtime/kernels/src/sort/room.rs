//! How much memory sorts need.

use super::item::Item;
use super::radix::{bytes_of_counts, most_found};
use super::{Input, LINES, Task};

impl Task {
    /// The most bytes of [`Memory`](super::Memory) that [`run`](Self::run) uses for arrays that begin where numbers may; `None` if the number
    /// overflows. The arrays themselves are not counted.
    #[must_use]
    pub fn memory(&self, inputs: &[Input<'_>]) -> Option<usize> {
        let networks = self.has_short_lines(inputs);
        let lines = if networks { LINES } else { LINES.min(self.inner) };
        let all = self.n.checked_mul(lines)?;
        if let Some(key) = self.only_key(inputs) {
            let width = inputs.get(key.input)?.width;
            let vectors = match width {
                4 => u32::has_vectors(),
                8 => u64::has_vectors(),
                _ => false,
            };
            // Numbers are sorted in the result, or in a list of their own, with one that some of them move to.
            let spare = if width == 4 { u32::spare(self.n) } else { u64::spare(self.n) };
            return match (self.inner == 1, networks) {
                (true, _) if vectors => spare.checked_mul(width),
                (_, true) => all.checked_mul(width),
                (true, false) => {
                    self.n.checked_mul(2 * width)?.checked_add(self.counts(vectors, 8 * width as u32))
                }
                (false, false) => all
                    .checked_add(self.n + if vectors { spare } else { self.n })?
                    .checked_mul(width)?
                    .checked_add(self.counts(vectors, 8 * width as u32)),
            };
        }
        if let Some(key) = self.key_of_pairs(inputs) {
            return self.pairs()?.checked_add(self.counts(u64::has_vectors(), key.format.bits()));
        }
        let order = self.count.checked_mul(lines)?;
        let merging = self.keys.iter().any(Self::may_be_nan);
        let merging = if merging { self.n.checked_mul(8)? } else { 0 };
        let words: usize = self.keys.iter().map(|k| k.format.bits().div_ceil(32) as usize).sum();
        let read = all.checked_mul(4 * words)?;
        if self.is_selection() {
            let found = most_found(self.count).checked_mul(4 * (words + 1))?.checked_add(4 * order)?;
            let in_place = self.selects_in_place(inputs) && merging == 0;
            if in_place && self.selects_in_parts() {
                let kept = self.parts().checked_mul(8 * self.count)?;
                return self
                    .parts()
                    .checked_mul(8 * most_found(self.count))?
                    .checked_add(found)?
                    .checked_add(kept);
            }
            return if in_place { Some(found) } else { read.checked_add(found)?.checked_add(merging) };
        }
        // Keys with their positions, where some of them move to, and two orders of a line for keys of several words.
        let pairs = if networks { self.n.checked_mul(8 * LINES)? } else { 0 };
        let pairs = pairs.max(self.pairs()?.checked_add(self.counts(u64::has_vectors(), 32))?);
        let orders =
            order.checked_add(self.n - self.count)?.checked_add(if words > 1 { self.n } else { 0 })?;
        read.checked_add(orders.checked_mul(4)?)?.checked_add(pairs.max(merging))
    }

    /// The bytes of a line of pairs of 64 bits, and of what they are sorted in.
    fn pairs(&self) -> Option<usize> {
        self.n.checked_add(u64::spare(self.n))?.checked_mul(8)
    }

    /// The bytes of the counts of digits of keys of so many bits.
    fn counts(&self, vectors: bool, bits: u32) -> usize {
        if vectors { 0 } else { bytes_of_counts(self.n, bits) }
    }
}
