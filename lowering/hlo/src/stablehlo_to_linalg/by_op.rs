//! Rows that are found by the kind of an op.

use rustc_hash::FxHashMap;
use strata_ir::core::OpInfo;

/// The rows of a table by the address of the descriptor of their op.
pub(super) struct ByOp<R: 'static>(FxHashMap<usize, &'static R>);

impl<R> ByOp<R> {
    /// An index of `rows`, each of which is for the op that `info` gives.
    pub fn new(rows: &'static [R], info: impl Fn(&R) -> &'static OpInfo) -> Self {
        Self(rows.iter().map(|row| (address(info(row)), row)).collect())
    }
    /// The row for ops of this kind.
    pub fn get(&self, info: &OpInfo) -> Option<&'static R> {
        self.0.get(&address(info)).copied()
    }
}

fn address(info: &OpInfo) -> usize {
    std::ptr::from_ref(info).addr()
}
