//! A product of matrices with a transposed factor.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{BatchMatmulOp, LinalgOp, MatmulOp, TransposeOp, attrs, batch_matmul_maps, matmul_maps};
use strata_tensor::{DimOp, EmptyOp};

/// Transposes the left or right factor of a product, and makes the product one of the transposed factor.
///
/// # Errors
/// In words; nothing has changed then.
pub fn transpose_matmul(body: &mut Body, op: Op, left: bool) -> Result<Op, &'static str> {
    let batch = op.isa::<BatchMatmulOp>(body);
    let linalg = op.cast::<dyn LinalgOp>(body).ok_or("not a structured op")?;
    let (maps, rank) = if batch { (batch_matmul_maps(), 3) } else { (matmul_maps(), 2) };
    if linalg.indexing_maps(body) != maps {
        return Err("only matmul ops with non-extended semantics are supported");
    }
    if body.results(op).is_empty() {
        return Err("only matmul ops with tensors are supported");
    }
    let (operand, failed) = (usize::from(!left), "the sizes of the factor are not known");
    let (cast, output) = (body.attr(op, "cast"), body.operand(op, 2));
    let mut inputs = [body.operand(op, 0), body.operand(op, 1)];
    let mut order: Vec<usize> = (0..rank).collect();
    order.swap(rank - 2, rank - 1);
    let mut b = Builder::before(body, op);
    let source = inputs[operand];
    let sizes = order.iter().map(|&d| DimOp::create_or_fold(&mut b, source, d));
    let sizes = sizes.collect::<Option<Vec<_>>>().ok_or(failed)?;
    let elem = b.cx().elem_or_self(b.ty(source));
    let empty = EmptyOp::create(&mut b, &sizes, elem);
    let permutation: Vec<i64> = order.iter().map(|&d| d as i64).collect();
    let transposed = TransposeOp::create(&mut b, source, empty, &permutation).map_err(|_| failed)?;
    inputs[operand] = b.result(transposed.op(), 0);
    let mut maps = maps.to_vec();
    let results: Vec<_> = order.iter().map(|&d| maps[operand].result(d).clone()).collect();
    maps[operand] = AffineMap::new(maps[operand].n_dims(), 0, results);
    let maps = attrs::maps_attr(b.cx(), &maps);
    let given: Vec<(&str, Attr)> =
        [("indexing_maps", maps)].into_iter().chain(cast.map(|c| ("cast", c))).collect();
    let new = if batch {
        BatchMatmulOp::create(&mut b, inputs, output, &given).map(|op| op.op())
    } else {
        MatmulOp::create(&mut b, inputs, output, &given).map(|op| op.op())
    };
    let new = new.map_err(|_| failed)?;
    let values = body.results(new).to_vec();
    crate::loops::replace(body, op, &values);
    Ok(new)
}
