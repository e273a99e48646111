//! Loads whose value is only stored again.
//!
//! Programs copy partly initialized buffers, which is valid on GPUs; the copy is then uninitialized at the same bytes. So such a load may
//! read uninitialized bytes, as long as its value is only stored.

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;

use super::Decoder;

/// The number of transitive uses after which a loaded value is assumed to be used.
const MOST_VALUES: usize = 4096;

impl Decoder<'_> {
    /// Whether a value is only stored to memory, possibly through vectors and aggregates.
    pub(super) fn only_stored(&self, value: Value) -> bool {
        let (mut seen, mut todo, mut stores) = (FxHashSet::default(), vec![value], 0);
        while let Some(value) = todo.pop() {
            if !seen.insert(value) {
                continue;
            }
            if seen.len() > MOST_VALUES {
                return false;
            }
            for (op, operand) in self.body.uses_of(value) {
                match (self.body.op_name(op), operand) {
                    ("llvm.store", 0) if !self.synchronises(op) => stores += 1,
                    ("llvm.intr.masked.store" | "llvm.intr.masked.scatter", 0) => stores += 1,
                    ("llvm.extractelement" | "llvm.extractvalue" | "llvm.intr.vector.extract", 0)
                    | (
                        "llvm.insertelement"
                        | "llvm.insertvalue"
                        | "llvm.shufflevector"
                        | "llvm.intr.vector.insert",
                        0 | 1,
                    )
                    // The pass-through operand of a masked load is only copied.
                    | ("llvm.intr.masked.load" | "llvm.intr.masked.gather", 2) => {
                        todo.push(self.body.result(op, 0));
                    }
                    ("llvm.bitcast", _) if self.renames(op) => todo.push(self.body.result(op, 0)),
                    _ => return false,
                }
            }
        }
        stores != 0
    }

    /// Whether an access is atomic or volatile.
    pub(super) fn synchronises(&self, op: Op) -> bool {
        self.body.attr(op, "volatile_").is_some() || self.attr_i64(op, "ordering").unwrap_or(0) > 0
    }

    /// Whether a bitcast leaves the registers unchanged.
    fn renames(&self, op: Op) -> bool {
        let parts = |v| self.kinds(self.body.ty(v)).map(|k| k.len());
        matches!((parts(self.body.operand(op, 0)), parts(self.body.result(op, 0))), (Ok(a), Ok(b)) if a == b)
    }
}
