//! The order of the elements of a packed operand: batches, blocks of steps, panels, steps, columns of a panel.

use strata_ir::prelude::Value;
use strata_tensor::MixedIndex;

/// Maps the elements of a row-major operand to panels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PanelOrder {
    /// The shape of the operand, with groups for the dimension that has them.
    pub shape: Vec<i64>,
    /// Elements of the operand from one index of each dimension to the next.
    pub strides: Vec<i64>,
    /// Its dimension of columns.
    pub lanes: usize,
    /// Its dimensions of steps, the slowest one first.
    pub steps: Vec<usize>,
    /// Its other dimensions.
    pub batch: Vec<usize>,
    /// Columns of a panel.
    pub nr: i64,
    /// The members of a group, and elements of the operand from one to the next.
    pub group: (i64, i64),
    /// Steps of the slowest dimension in a block: as many as the contraction sums at a time, so that a slab is contiguous.
    pub depth: i64,
}

impl PanelOrder {
    /// Panels of one matrix.
    pub fn count(&self) -> i64 {
        (self.shape[self.lanes] + self.nr - 1) / self.nr
    }

    /// Elements of one step of the slowest dimension, in all panels.
    pub fn step(&self) -> Option<i64> {
        let inner = self.steps[1..].iter().map(|&d| self.shape[d]);
        inner.chain([self.count(), self.group.0]).try_fold(self.nr, |product, n| product.checked_mul(n))
    }

    /// Elements from one index of each dimension of a batch to the next, and all elements.
    pub fn batches(&self) -> Option<(Vec<i64>, i64)> {
        let mut stride = self.step()?.checked_mul(self.shape[self.steps[0]])?;
        let mut strides = vec![0; self.batch.len()];
        for (i, &d) in self.batch.iter().enumerate().rev() {
            strides[i] = stride;
            stride = stride.checked_mul(self.shape[d])?;
        }
        Some((strides, stride))
    }

    /// Permutes the bytes of a row-major constant into this order.
    pub fn pack(&self, bytes: &[u8], width: usize) -> Option<Vec<u8>> {
        let (batches, all) = self.batches()?;
        let mut packed = vec![0; usize::try_from(all).ok()?.checked_mul(width)?];
        let (from, (members, apart)) = (&self.strides, self.group);
        let (first, count, step) = (self.steps[0], self.count(), self.step()?);
        let others: Vec<usize> = self.batch.iter().chain(&self.steps).copied().collect();
        let mut index = vec![0i64; self.shape.len()];
        loop {
            let source: i64 = others.iter().map(|&d| index[d] * from[d]).sum();
            let batch: i64 = self.batch.iter().zip(&batches).map(|(&d, s)| index[d] * s).sum();
            let block = index[first] / self.depth * self.depth;
            let depth = self.depth.min(self.shape[first] - block);
            let inner = self.steps.iter().fold(0, |at, &d| match d == first {
                true => index[d] - block,
                false => at * self.shape[d] + index[d],
            });
            let panel = step / count * depth;
            let target = batch + block * step + inner * self.nr * members;
            let cells = (0..self.shape[self.lanes]).flat_map(|c| (0..members).map(move |m| (c, m)));
            for (column, member) in cells {
                let read = source + column * from[self.lanes] + member * apart;
                let read = usize::try_from(read).ok()? * width;
                let write = target + column / self.nr * panel + column % self.nr * members + member;
                let write = usize::try_from(write).ok()? * width;
                packed.get_mut(write..write + width)?.copy_from_slice(bytes.get(read..read + width)?);
            }
            let Some(at) = others.iter().rposition(|&d| index[d] + 1 < self.shape[d]) else { break };
            index[others[at]] += 1;
            others[at + 1..].iter().for_each(|&d| index[d] = 0);
        }
        Some(packed)
    }
}

/// The panels that a contraction reads its shared operand from, where these exist before the contraction begins.
pub(super) struct Packed {
    /// All panels.
    pub base: Value,
    /// Sums of numbers of elements from which the contraction begins.
    pub start: Vec<(MixedIndex, i64)>,
    /// Columns, in sums of such numbers, from which it begins: whole panels.
    pub columns: Vec<MixedIndex>,
    /// By how many elements the loops of a batch move.
    pub batches: Vec<(usize, i64)>,
    /// Elements of one step of the slowest dimension of steps, in all panels.
    pub step: i64,
}
