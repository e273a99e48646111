//! The memory that bodies take: the capacity of every list, and the overhead of hash tables per entry. Data of the context is shared and
//! not counted.

use crate::{Attr, Body, Op, Str, body::Rare, counts::Many, data::Edges, pool::Runs, vacant::Vacant};

/// The parts of a body and its children by which [`Body::bytes_by_list`] counts.
pub const BODY_LISTS: [&str; 9] =
    ["bodies", "ops", "values", "operands", "words", "blocks", "regions", "erased", "rare lists"];

impl Body {
    /// Bytes held by this body and its children.
    pub fn bytes(&self) -> usize {
        self.bytes_by_list().iter().sum()
    }
    /// The same for each of [`BODY_LISTS`].
    pub fn bytes_by_list(&self) -> [usize; BODY_LISTS.len()] {
        let mut all = [
            size_of::<Self>(),
            self.ops.bytes(),
            self.values.bytes(),
            self.uses.bytes(),
            self.words.bytes(),
            self.blocks.bytes(),
            self.regions.bytes(),
            self.vacant().map_or(0, Vacant::bytes),
            self.rare.as_ref().map_or(0, |rare| rare.bytes()),
        ];
        for (_, child) in self.children() {
            for (sum, bytes) in all.iter_mut().zip(child.bytes_by_list()) {
                *sum += bytes;
            }
        }
        all
    }
}

impl Rare {
    fn bytes(&self) -> usize {
        // A table of hashes has a byte of control for each slot and at least an eighth of them free.
        let extra = self.extra.capacity() * 8 / 7 * (1 + size_of::<(Op, Vec<(Str, Attr)>)>())
            + self.extra.values().map(|l| l.capacity() * size_of::<(Str, Attr)>()).sum::<usize>();
        let free = [&self.free_results, &self.free_regions].into_iter().flatten();
        size_of::<Self>()
            + self.results.bytes()
            + self.regions.bytes()
            + free.map(|runs| size_of::<Runs>() + runs.bytes()).sum::<usize>()
            + self.many.capacity() * 8 / 7 * (1 + size_of::<(Op, Many)>())
            + self.succs.bytes()
            + self.block_lists.bytes()
            + self.edges.capacity() * size_of::<Edges>()
            + extra
            + self.children.bytes()
            + self.order.capacity() * size_of::<u32>()
    }
}
