//! Convolutions in two dimensions by Winograd's algorithm: products of matrices, one for each element of a tile, between transforms of the
//! operands and of the result.
//!
//! ```mlir
//! %r = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<2x10x10x5xf32>, tensor<2x3x3x5xf32>) outs(%y : tensor<2x8x8x2xf32>) …
//! ```
//! with `fmr = 1`, tiles of four by four results, becomes
//! ```mlir
//! %f = linalg.winograd_filter_transform fmr(F_4_3) ins(%w) outs(%0 : tensor<6x6x5x2xf32>) …
//! %i = linalg.winograd_input_transform fmr(F_4_3) ins(%x) outs(%1 : tensor<6x6x2x2x2x5xf32>) …
//! %p = linalg.batch_matmul ins(%ic, %fc : tensor<36x8x5xf32>, tensor<36x5x2xf32>) outs(%z : tensor<36x8x2xf32>) …
//! %r = linalg.winograd_output_transform fmr(F_4_3) ins(%pe : tensor<6x6x2x2x2x2xf32>) outs(%y : tensor<2x8x8x2xf32>) …
//! ```
//! Inputs and outputs that are no whole number of tiles are padded with zeros. A side of size one of the filter is not transformed.

use strata_ir::prelude::*;
use strata_linalg::{
    BatchMatmulOp, Conv2DNhwcFhwcOp, FillOp, WinogradFilterTransformOp, WinogradInputTransformOp,
    WinogradOutputTransformOp,
};
use strata_passes_structured::winograd::{Winograd, matrices};
use strata_tensor::{CollapseShapeOp, EmptyOp, ExpandShapeOp, ExtractSliceOp, MixedIndex};

use super::{static_shape, window};
use crate::padding::pad_to;

/// One side of the image.
#[derive(Clone, Copy)]
struct Side {
    /// The elements of a tile of the input: one if the side is not transformed.
    alpha: i64,
    tiles: i64,
    /// The sizes of the input and the output as whole tiles.
    input: i64,
    output: i64,
}

impl Side {
    fn new(w: &Winograd, filter: i64, output: i64) -> Option<Self> {
        if filter == 1 {
            return Some(Self { alpha: 1, tiles: output, input: output, output });
        }
        let tiles = u64::try_from(output).ok()?.div_ceil(w.m.unsigned_abs()).cast_signed();
        let whole = tiles.checked_mul(w.m)?;
        Some(Self { alpha: w.alpha(), tiles, input: whole.checked_add(w.r() - 1)?, output: whole })
    }
}

/// Replaces a convolution by products, with the matrices that the attribute `fmr` stands for; returns the op whose result replaces that of
/// the convolution. `None`, with nothing changed, if the convolution has another form.
pub fn to_winograd(body: &mut Body, op: Op, fmr: Attr) -> Option<Op> {
    let w = matrices(body.cx().attr_i64(fmr)?)?;
    let conv = op.as_op::<Conv2DNhwcFhwcOp>(body)?.op();
    let [input, filter, output] = [0, 1, 2].map(|i| body.operand(conv, i));
    let [n, _, _, c] = static_shape::<4>(body, input)?;
    let [f, height, width, _] = static_shape::<4>(body, filter)?;
    let of_output = static_shape::<4>(body, output)?;
    let r = w.r();
    let known_filter = [[r, r], [r, 1], [1, r]].contains(&[height, width]);
    if !known_filter || window(body, op, "dilations")? != [1, 1] || window(body, op, "strides")? != [1, 1] {
        return None;
    }
    let [h, v] = [Side::new(w, height, of_output[1])?, Side::new(w, width, of_output[2])?];
    let points = h.alpha * v.alpha;
    let pixels = h.tiles.checked_mul(v.tiles)?.checked_mul(n)?;
    let mut b = Builder::before(body, op);
    let dest = empty(&mut b, filter, &[h.alpha, v.alpha, c, f]);
    let ty = b.ty(dest);
    let filter = WinogradFilterTransformOp::build(&mut b, filter, dest, fmr, ty);
    let padded = pad(&mut b, input, &[n, h.input, v.input, c])?;
    let dest = empty(&mut b, padded, &[h.alpha, v.alpha, h.tiles, v.tiles, n, c]);
    let ty = b.ty(dest);
    let input = WinogradInputTransformOp::build(&mut b, padded, dest, fmr, ty);
    let filter = CollapseShapeOp::create(&mut b, filter, &[vec![0, 1], vec![2], vec![3]]);
    let groups = [vec![0, 1], vec![2, 3, 4], vec![5]];
    let input = CollapseShapeOp::create(&mut b, input, &groups);
    let dest = empty(&mut b, output, &[points, pixels, f]);
    let zero = zero_of(&mut b, output)?;
    let dest = FillOp::create(&mut b, &[zero], dest).ok()?.op();
    let dest = b.result(dest, 0);
    let product = BatchMatmulOp::create(&mut b, [input, filter], dest, &[]).ok()?.op();
    let product = b.result(product, 0);
    let sizes = [h.alpha, v.alpha, h.tiles, v.tiles, n, f].map(MixedIndex::Static);
    let product = ExpandShapeOp::create(&mut b, product, &groups, &sizes);
    let dest = pad(&mut b, output, &[n, h.output, v.output, f])?;
    let ty = b.ty(dest);
    let mut value = WinogradOutputTransformOp::build(&mut b, product, dest, fmr, ty);
    if dest != output {
        let [zeros, ones] = [0, 1].map(|n| [MixedIndex::Static(n); 4]);
        value = ExtractSliceOp::create(&mut b, value, &zeros, &of_output.map(MixedIndex::Static), &ones);
    }
    let result = b.def_op(value)?;
    crate::loops::replace(body, op, &[value]);
    Some(result)
}

/// An empty tensor with the elements of another one.
fn empty(b: &mut Builder<'_>, of: Value, shape: &[i64]) -> Value {
    let elem = b.cx().elem_or_self(b.ty(of));
    let sizes: Vec<MixedIndex> = shape.iter().map(|&n| n.into()).collect();
    EmptyOp::create(b, &sizes, elem)
}

fn zero_of(b: &mut Builder<'_>, v: Value) -> Option<Value> {
    let elem = b.cx().elem_or_self(b.ty(v));
    if b.cx().as_float(elem).is_some() {
        return Some(strata_arith::constant_float(b, 0.0, elem));
    }
    b.cx().type_as::<IntegerType>(elem)?;
    Some(strata_arith::constant_int(b, 0, elem))
}

/// The tensor with zeros at the ends of its dimensions.
fn pad(b: &mut Builder<'_>, v: Value, shape: &[i64; 4]) -> Option<Value> {
    if static_shape::<4>(b, v)? == *shape {
        return Some(v);
    }
    let zero = zero_of(b, v)?;
    pad_to(b, v, &shape.map(MixedIndex::Static), zero, false)
}
