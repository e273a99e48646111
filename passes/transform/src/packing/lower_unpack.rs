//! `linalg.unpack` as a transpose, a reshape, a slice and a copy.

use strata_ir::prelude::*;
use strata_linalg::{CopyOp, TransposeOp, UnPackOp};
use strata_tensor::{CollapseShapeOp, DimOp, EmptyOp, ExtractSliceOp, MixedIndex};

use super::{
    lower::shape,
    metadata::{Metadata, permuted},
};

/// The ops that an unpack op becomes.
#[derive(Clone, Copy, Debug)]
pub struct LoweredUnPack {
    /// The destination of the transpose, the transpose, and the reshape; `None` if the tensor is one tile.
    pub first: Option<[Op; 3]>,
    /// The slice.
    pub slice: Op,
}

/// Lowers an unpack op. A tensor that is one tile becomes a slice if `extract` is set. `None`, with nothing changed, if sizes are not known.
pub fn lower_unpack(body: &mut Body, op: UnPackOp, extract: bool) -> Option<LoweredUnPack> {
    let (source, dest) = (op.source(body), op.dest(body));
    let (packed, to, ty) = (shape(body, source)?, shape(body, dest)?, body.ty(dest));
    let dims = op.positions(body).to_vec();
    let [zero, one] = [0, 1].map(MixedIndex::Static);
    let mut b = Builder::before(body, op.op());
    let one_tile =
        dims.iter().enumerate().all(|(i, &d)| i as i64 == d) && packed[..to.len()].iter().all(|&n| n == 1);
    if extract && one_tile {
        let mut sizes = vec![one; packed.len() - to.len()];
        sizes.extend(DimOp::all(&mut b, dest)?);
        let (zeros, ones) = (vec![zero; packed.len()], vec![one; packed.len()]);
        let v = ExtractSliceOp::of_type(&mut b, source, &zeros, &sizes, &ones, ty);
        let slice = b.def_op(v)?;
        crate::loops::replace(body, op.op(), &[v]);
        return Some(LoweredUnPack { first: None, slice });
    }
    let metadata = Metadata::new(packed.len(), &dims, op.outer_order(&b));
    let order: Vec<i64> = metadata.order.iter().map(|&d| d as i64).collect();
    let sizes = permuted(&DimOp::all(&mut b, source)?, &metadata.order);
    let elem = b.cx().elem_or_self(ty);
    let empty = EmptyOp::create(&mut b, &sizes, elem);
    let transpose = TransposeOp::create(&mut b, source, empty, &order).ok()?.op();
    let transposed = b.result(transpose, 0);
    let collapsed = CollapseShapeOp::create(&mut b, transposed, &metadata.groups);
    let sizes = DimOp::all(&mut b, dest)?;
    let (zeros, ones) = (vec![zero; to.len()], vec![one; to.len()]);
    let v = ExtractSliceOp::of_type(&mut b, collapsed, &zeros, &sizes, &ones, ty);
    let copy = CopyOp::create(&mut b, &[v], dest).ok()?.op();
    let (empty, collapsed, slice) = (b.def_op(empty)?, b.def_op(collapsed)?, b.def_op(v)?);
    let results = b.results(copy).to_vec();
    crate::loops::replace(body, op.op(), &results);
    Some(LoweredUnPack { first: Some([empty, transpose, collapsed]), slice })
}
