//! `tensor.gather` and `tensor.scatter`.

use strata_ir::prelude::*;

use crate::constraints::IndexTensor;

/// Slices of a tensor at the positions that another tensor lists.
#[op(
    name = "tensor.gather",
    traits = [Pure],
    interfaces = [Verify, Fold, ResultNames],
    asm = "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? attr-dict `:` functional-type(operands, results)",
)]
pub struct GatherOp {
    /// Where elements are taken from.
    pub source: Operand<RankedTensor>,
    /// The positions; the last dimension holds the coordinates.
    pub indices: Operand<IndexTensor>,
    /// The dimensions that the coordinates are about.
    pub gather_dims: Attr<I64Array>,
    /// All positions differ.
    pub unique: OptAttr<UnitAttr>,
    /// The slices.
    pub result: Res<RankedTensor>,
}

/// The tensor with slices changed at the positions that another tensor lists.
#[op(
    name = "tensor.scatter",
    traits = [Pure],
    interfaces = [Verify, ResultNames],
    asm = "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` (`unique` $unique^)? attr-dict `:` functional-type(operands, results)",
)]
pub struct ScatterOp {
    /// The new slices.
    pub source: Operand<RankedTensor>,
    /// The tensor before.
    pub dest: Operand<RankedTensor>,
    /// The positions; the last dimension holds the coordinates.
    pub indices: Operand<IndexTensor>,
    /// The dimensions that the coordinates are about.
    pub scatter_dims: Attr<I64Array>,
    /// All positions differ.
    pub unique: OptAttr<UnitAttr>,
    /// The tensor after.
    pub result: Res<RankedTensor>,
}

crate::result_name!(GatherOp => "gather", ScatterOp => "scatter");

fn verify_dims(dims: &[i64], indices: &[i64], rank: usize, name: &str, of: &str) -> VerifyResult {
    ensure!(!dims.is_empty(), "{name}_dims must be non-empty");
    ensure!(dims.len() <= rank, "{name}_dims overflow {of} rank");
    ensure!(
        !indices.is_empty() && indices[indices.len() - 1] == dims.len() as i64,
        "{name}_dims length must match the size of last dimension of indices"
    );
    for (i, &d) in dims.iter().enumerate() {
        ensure!(d >= 0, "{name}_dims value must be non-negative");
        ensure!((d as usize) < rank, "{name}_dims value must be smaller than {of} rank");
        ensure!(i == 0 || dims[i - 1] < d, "{name}_dims values must be strictly increasing");
    }
    Ok(())
}

/// The shape of the slices, with the indexed dimensions kept as 1 or dropped.
fn slices(source: &[i64], indices: &[i64], dims: &[i64], reduce: bool) -> Vec<i64> {
    let mut shape = indices[..indices.len().saturating_sub(1)].to_vec();
    for (d, &size) in source.iter().enumerate() {
        if !dims.contains(&(d as i64)) {
            shape.push(size);
        } else if !reduce {
            shape.push(1);
        }
    }
    shape
}

fn verify_slices(
    b: &Body,
    whole: Value,
    part: Value,
    indices: Value,
    dims: &[i64],
    name: &str,
    whole_name: &str,
    part_name: &str,
) -> VerifyResult {
    let cx = b.cx();
    let get = |v| cx.type_as::<TensorType>(b.ty(v));
    let (Some(w), Some(p), Some(i)) = (get(whole), get(part), get(indices)) else { return Ok(()) };
    verify_dims(dims, &i.shape, w.shape.len(), name, whole_name)?;
    let full = slices(&w.shape, &i.shape, dims, false);
    let reduced = slices(&w.shape, &i.shape, dims, true);
    let ty = |shape: &[i64]| cx.type_to_string(cx.tensor(shape, w.elem));
    ensure!(
        p.elem == w.elem && (p.shape[..] == full[..] || p.shape[..] == reduced[..]),
        "{part_name} type mismatch: expected {} or its rank-reduced variant {} (got: {})",
        format_args!("'{}'", ty(&full)),
        format_args!("'{}'", ty(&reduced)),
        format_args!("'{}'", cx.type_to_string(b.ty(part)))
    );
    Ok(())
}

impl Verify for GatherOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let dims = crate::index_list::statics(b, self.op(), "gather_dims");
        verify_slices(b, self.source(b), self.result(b), self.indices(b), dims, "gather", "source", "result")
    }
}
impl Verify for ScatterOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(self.unique(b).is_some(), "requires 'unique' attribute to be set");
        let dims = crate::index_list::statics(b, self.op(), "scatter_dims");
        verify_slices(b, self.dest(b), self.source(b), self.indices(b), dims, "scatter", "dest", "source")
    }
}

impl Fold for GatherOp {
    /// A gather from a splat constant is a splat.
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let ty = b.ty(self.result(b));
        let value = b.cx().splat_value((*consts.first()?)?)?;
        b.cx().shaped(ty)?.is_static().then(|| b.cx().splat_attr(ty, value))?.map(Into::into)
    }
}
