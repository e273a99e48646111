//! Masks, and the terminator of regions of vector ops.

use strata_ir::prelude::*;
use strata_tensor::index_list::constant_index;

use crate::{
    VectorScaleOp,
    constraints::{MaskVector, vector_of},
};

/// A mask whose leading part is set; its sizes are constants.
#[op(
    name = "vector.constant_mask",
    traits = [Pure],
    interfaces = [Verify, Fold],
    asm = "$mask_dim_sizes attr-dict `:` type(results)",
)]
pub struct ConstantMaskOp {
    /// For each dimension, how many elements are set.
    pub mask_dim_sizes: Attr<I64Array>,
    /// The mask.
    pub result: Res<MaskVector>,
}

/// A mask whose leading part is set; its sizes are operands.
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

impl Fold for ConstantMaskOp {
    /// A mask of all elements, or of none, is a constant.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let sizes = strata_tensor::index_list::statics(b, self.op(), "mask_dim_sizes");
        let v = vector_of(b, self.result(b))?;
        let bounds = if v.shape.is_empty() { &[1][..] } else { &v.shape[..] };
        let all = sizes == bounds;
        if !all && sizes.iter().any(|&s| s != 0) {
            return None;
        }
        let cx = b.cx();
        cx.splat_attr(b.ty(self.result(b)), cx.bool_attr(all)).map(Into::into)
    }
}

/// The number that `vscale` is multiplied by.
fn vscale_factor(b: &Body, v: Value) -> Option<i64> {
    if b.def_as::<VectorScaleOp>(v).is_some() {
        return Some(1);
    }
    let product = b.def_as::<strata_arith::MulIOp>(v)?;
    let (x, y) = (product.lhs(b), product.rhs(b));
    let factor = |scale, other| b.def_as::<VectorScaleOp>(scale).and_then(|_| constant_index(b, other));
    factor(x, y).or_else(|| factor(y, x))
}

impl Canonicalize for CreateMaskOp {
    /// A mask of constants is a constant mask.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let v = vector_of(rw, self.result(rw))?.clone();
        let bounds = if v.shape.is_empty() { vec![1] } else { v.shape.to_vec() };
        let mut sizes = Vec::new();
        for (i, (o, &bound)) in self.operands(rw).zip(&bounds).enumerate() {
            let scalable = v.scalable.get(i) == Some(&true);
            let size = match constant_index(rw, o) {
                // Of a scalable dimension no constant is all.
                Some(c) => Some(c).filter(|&c| !scalable || c <= 0)?,
                None => vscale_factor(rw, o).filter(|&c| scalable && c >= bound)?,
            };
            sizes.push(size.clamp(0, bound));
        }
        if sizes.contains(&0) {
            sizes.fill(0);
        }
        let (attr, ty) = (rw.cx().i64_array(&sizes), rw.ty(self.result(rw)));
        let new = ConstantMaskOp::build(rw, attr, ty);
        rw.replace_op(*self, &[new]);
        Some(())
    }
}
