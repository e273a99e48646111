//! Loads whose value is only stored again.
//!
//! Programs copy buffers that are partly written, which no GPU minds; the copy has the same holes then. What such a load reads may
//! therefore be bytes that nobody has written, as long as nothing but stores ever sees them.

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;

use super::Decoder;

/// Values that are looked at before a load counts as one whose value is used.
const MOST_VALUES: usize = 4096;

impl Decoder<'_> {
    /// Whether a value goes nowhere but to memory, maybe as a part of vectors and aggregates or taken out of them.
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
                    // What lanes keep that load nothing.
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

    /// Whether a cast of bits keeps the registers as they are.
    fn renames(&self, op: Op) -> bool {
        let parts = |v| self.kinds(self.body.ty(v)).map(|k| k.len());
        matches!((parts(self.body.operand(op, 0)), parts(self.body.result(op, 0))), (Ok(a), Ok(b)) if a == b)
    }
}
