//! `vector.scalable.insert` and `vector.scalable.extract`: parts of vectors whose length the machine decides.

use strata_ir::prelude::*;

use crate::constraints::{ScalableRank1, VectorRank1, same_elem, vector_of};

/// Writes a vector over a part of a scalable one.
#[op(
    name = "vector.scalable.insert",
    traits = [Pure],
    interfaces = [Verify],
    same = [dest, result],
    asm = "$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)",
)]
pub struct ScalableInsertOp {
    /// The part.
    #[ir_name = "valueToStore"]
    pub value_to_store: Operand<VectorRank1>,
    /// The vector.
    pub dest: Operand<ScalableRank1>,
    /// Where the part begins; the machine multiplies it when the part is scalable too.
    pub pos: Attr<I64Attr>,
    /// The new vector.
    pub result: Res<ScalableRank1>,
}

/// Takes a part of a scalable vector.
#[op(
    name = "vector.scalable.extract",
    traits = [Pure],
    interfaces = [Verify],
    asm = "$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)",
)]
pub struct ScalableExtractOp {
    /// The vector.
    pub source: Operand<ScalableRank1>,
    /// Where the part begins; the machine multiplies it when the part is scalable too.
    pub pos: Attr<I64Attr>,
    /// The part.
    pub result: Res<VectorRank1>,
}

impl Verify for ScalableInsertOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same_elem(b, self.value_to_store(b), self.dest(b), "all of {valueToStore, dest}")?;
        ensure!(
            fits(b, b.attr(self.op(), "pos"), self.value_to_store(b)),
            "failed to verify that position is a multiple of the source length."
        );
        Ok(())
    }
}

impl Verify for ScalableExtractOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same_elem(b, self.source(b), self.result(b), "all of {source, result}")?;
        ensure!(
            fits(b, b.attr(self.op(), "pos"), self.result(b)),
            "failed to verify that position is a multiple of the result length."
        );
        Ok(())
    }
}

/// Whether parts of this length end at a position.
fn fits(b: &Body, pos: Option<Attr>, part: Value) -> bool {
    let length = vector_of(b, part).and_then(|v| v.shape.first().copied());
    let pos = pos.and_then(|p| b.cx().attr_i64(p));
    matches!((pos, length), (Some(pos), Some(length)) if length != 0 && pos % length == 0)
}
