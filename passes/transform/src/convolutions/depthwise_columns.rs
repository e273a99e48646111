//! A depthwise convolution as a product of a matrix and a vector for each channel.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::BatchMatvecOp;
use strata_tensor::{CollapseShapeOp, ExpandShapeOp, MixedIndex};

use super::{Columns, select, static_shape, window};

/// A tensor with its dimensions in another order: dimension `i` is `order[i]` of the tensor.
fn transpose(b: &mut Builder<'_>, v: Value, order: &[u32]) -> Option<Value> {
    let from = b.cx().shaped(b.ty(v))?.shape?.to_vec();
    let shape: Vec<i64> = order.iter().map(|&d| from[d as usize]).collect();
    let map = strata_ir::affine::inverse_permutation(&AffineMap::select(order.len() as u32, order))?;
    let op = select(b, v, &shape, map);
    Some(b.result(op, 0))
}

/// Replaces `linalg.depthwise_conv_2d_nhwc_hwc` of one image.
pub(super) fn rewrite(body: &mut Body, op: Op) -> Option<Columns> {
    let [input, filter, output] = [0, 1, 2].map(|i| body.operand(op, i));
    static_shape::<4>(body, input)?;
    let ([fh, fw, _], [n, oh, ow, c]) = (static_shape(body, filter)?, static_shape(body, output)?);
    let elem = |v: Value| body.cx().elem_or_self(body.ty(v));
    // The filter has no dimension of images, and the product in batches converts no elements.
    if n != 1 || elem(input) != elem(output) || elem(filter) != elem(output) {
        return None;
    }
    let [height, width] = window(body, op, "strides")?;
    let mut b = Builder::before(body, op);
    let input = transpose(&mut b, input, &[0, 3, 1, 2])?;
    let filter = transpose(&mut b, filter, &[2, 0, 1])?;
    let output = transpose(&mut b, output, &[0, 3, 1, 2])?;
    let d = |i| AffineExpr::dim(i);
    let exprs = vec![d(0), d(1), d(2) * height + d(4), d(3) * width + d(5)];
    let columns = select(&mut b, input, &[n, c, oh, ow, fh, fw], AffineMap::new(6, 0, exprs));
    let of_columns = b.result(columns, 0);
    let groups = |list: &[&[i64]]| -> Vec<Vec<i64>> { list.iter().map(|g| g.to_vec()).collect() };
    let of_columns = CollapseShapeOp::create(&mut b, of_columns, &groups(&[&[0, 1], &[2, 3], &[4, 5]]));
    let filter = CollapseShapeOp::create(&mut b, filter, &groups(&[&[0], &[1, 2]]));
    let pixels = groups(&[&[0, 1], &[2, 3]]);
    let output = CollapseShapeOp::create(&mut b, output, &pixels);
    let product = BatchMatvecOp::create(&mut b, &[of_columns, filter], output, &[]).ok()?.op();
    let value = b.result(product, 0);
    let value = ExpandShapeOp::create(&mut b, value, &pixels, &[n, c, oh, ow].map(MixedIndex::Static));
    let value = transpose(&mut b, value, &[0, 2, 3, 1])?;
    let result = b.def_op(value)?;
    crate::loops::replace(body, op, &[value]);
    Some(Columns { columns, result })
}
