//! Masks, and the terminator of regions of vector ops.

use strata_ir::prelude::*;

use crate::constraints::{MaskVector, vector_of};

/// A mask whose leading part is set, as constants say.
#[op(
    name = "vector.constant_mask",
    traits = [Pure],
    interfaces = [Verify],
    asm = "$mask_dim_sizes attr-dict `:` type(results)",
)]
pub struct ConstantMaskOp {
    /// For each dimension, how many elements are set.
    pub mask_dim_sizes: Attr<I64Array>,
    /// The mask.
    pub result: Res<MaskVector>,
}

/// A mask whose leading part is set, as values say.
#[op(
    name = "vector.create_mask",
    traits = [Pure],
    interfaces = [Verify, Canonicalize],
    asm = "$operands attr-dict `:` type(results)",
)]
pub struct CreateMaskOp {
    /// For each dimension, how many elements are set.
    pub operands: Variadic<Index>,
    /// The mask.
    pub result: Res<MaskVector>,
}

/// Ends a region of a vector op.
#[op(
    name = "vector.yield",
    traits = [Pure, ReturnLike, Terminator],
    asm = "attr-dict ($operands^ `:` type($operands))?",
)]
pub struct YieldOp {
    /// The values of the region.
    pub operands: Variadic<AnyType>,
}

impl Verify for ConstantMaskOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let sizes = strata_tensor::index_list::statics(b, self.op(), "mask_dim_sizes");
        let Some(v) = vector_of(b, self.result(b)) else { return Ok(()) };
        if v.shape.is_empty() {
            ensure!(sizes.len() == 1, "array attr must have length 1 for 0-D vectors");
            ensure!(matches!(sizes[0], 0 | 1), "mask dim size must be either 0 or 1 for 0-D vectors");
            return Ok(());
        }
        ensure!(sizes.len() == v.shape.len(), "must specify array attr of size equal vector result rank");
        for (i, (&s, &d)) in sizes.iter().zip(&v.shape).enumerate() {
            ensure!((0..=d).contains(&s), "array attr of size out of bounds of vector result dimension size");
            let scalable = v.scalable.get(i) == Some(&true);
            ensure!(
                !scalable || s == 0 || s == d,
                "only supports 'none set' or 'all set' scalable dimensions"
            );
        }
        ensure!(
            sizes.iter().all(|&s| s == 0) || !sizes.contains(&0),
            "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim"
        );
        Ok(())
    }
}
impl Verify for CreateMaskOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (n, rank) = (self.operands(b).len(), vector_of(b, self.result(b)).map_or(0, |v| v.shape.len()));
        if rank == 0 {
            ensure!(n == 1, "must specify exactly one operand for 0-D create_mask");
        } else {
            ensure!(n == rank, "must specify an operand for each result vector dimension");
        }
        Ok(())
    }
}

impl Canonicalize for CreateMaskOp {
    /// A mask of constants is a constant mask.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let v = vector_of(rw, self.result(rw)).filter(|v| v.scalable.is_empty())?.clone();
        let constants: Vec<i64> = self
            .operands(rw)
            .map(|o| strata_tensor::index_list::constant_index(rw, o))
            .collect::<Option<_>>()?;
        let bounds = if v.shape.is_empty() { vec![1] } else { v.shape.to_vec() };
        let mut sizes: Vec<i64> = constants.iter().zip(bounds).map(|(&c, d)| c.clamp(0, d)).collect();
        if sizes.contains(&0) {
            sizes.fill(0);
        }
        let (attr, ty) = (rw.cx().i64_array(&sizes), rw.ty(self.result(rw)));
        let new = ConstantMaskOp::build(rw, attr, ty);
        rw.replace_op(*self, &[new]);
        Some(())
    }
}
