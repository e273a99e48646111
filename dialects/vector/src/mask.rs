//! Masks.

use strata_ir::prelude::*;

use crate::constraints::{MaskVector, as_vector};

/// A mask with the first lanes of each dimension set, by constants.
#[op(
    name = "vector.constant_mask",
    traits = [Pure],
    interfaces = [Verify],
    asm = "$mask_dim_sizes attr-dict `:` type(results)",
)]
pub struct ConstantMaskOp {
    /// Number of lanes set in each dimension.
    pub mask_dim_sizes: Attr<I64Array>,
    /// The mask.
    pub result: Res<MaskVector>,
}

impl Verify for ConstantMaskOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let sizes = &self.mask_dim_sizes(b).get(cx).values;
        let Some(t) = as_vector(cx, b.ty(self.result(b))) else { return Ok(()) };
        if t.shape.is_empty() {
            ensure!(
                sizes.len() == 1 && matches!(sizes[0], 0 | 1),
                "array attr must have length 1 for 0-D vectors"
            );
            return Ok(());
        }
        ensure!(sizes.len() == t.shape.len(), "must specify array attr of size equal vector result rank");
        ensure!(
            sizes.iter().zip(&t.shape).all(|(&s, &d)| (0..=d).contains(&s)),
            "array attr of size out of bounds of vector result dimension size"
        );
        let zeros = sizes.iter().filter(|&&s| s == 0).count();
        ensure!(
            zeros == 0 || zeros == sizes.len(),
            "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim"
        );
        Ok(())
    }
}

/// A mask with the first lanes of each dimension set, by values.
#[op(
    name = "vector.create_mask",
    traits = [Pure],
    interfaces = [Verify],
    asm = "$operands attr-dict `:` type(results)",
)]
pub struct CreateMaskOp {
    /// Number of lanes set in each dimension.
    pub operands: Variadic<Index>,
    /// The mask.
    pub result: Res<MaskVector>,
}

impl Verify for CreateMaskOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let rank = as_vector(b.cx(), b.ty(self.result(b))).map_or(0, |t| t.shape.len());
        let n = self.operands(b).len();
        if rank == 0 {
            ensure!(n == 1, "must specify exactly one operand for 0-D create_mask");
        } else {
            ensure!(n == rank, "must specify an operand for each result vector dimension");
        }
        Ok(())
    }
}
