//! Convolutions in two dimensions as products with the columns of windows.
//!
//! ```mlir
//! %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x14x14x4xf32>, tensor<3x3x4x16xf32>) outs(%y : tensor<1x12x12x16xf32>) …
//! ```
//! becomes
//! ```mlir
//! %f = tensor.collapse_shape %w [[0, 1, 2], [3]] : tensor<3x3x4x16xf32> into tensor<36x16xf32>
//! %o = tensor.collapse_shape %y [[0], [1, 2], [3]] : tensor<1x12x12x16xf32> into tensor<1x144x16xf32>
//! %c = linalg.generic {… d1 floordiv 12 + d2 floordiv 12 …} ins(%x) outs(%e : tensor<1x144x36xf32>) { … }
//! %p = linalg.generic {…} ins(%c, %f : tensor<1x144x36xf32>, tensor<36x16xf32>) outs(%o : tensor<1x144x16xf32>) { … }
//! %r = tensor.expand_shape %p [[0], [1, 2], [3]] output_shape [1, 12, 12, 16] : …
//! ```

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{
    Conv2DNchwFchwOp, Conv2DNhwcFhwcOp, Conv2DNhwcHwcfOp, GenericOp, IteratorType, TypeFn, payload,
};
use strata_tensor::{CollapseShapeOp, ExpandShapeOp, MixedIndex};

use super::{Columns, select, static_shape, window};
use crate::tiling::index_math;

/// The order of the dimensions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    NhwcHwcf,
    NhwcFhwc,
    NchwFchw,
}

impl Layout {
    fn read(body: &Body, op: Op) -> Option<Self> {
        [
            (op.isa::<Conv2DNhwcHwcfOp>(body), Self::NhwcHwcf),
            (op.isa::<Conv2DNhwcFhwcOp>(body), Self::NhwcFhwc),
            (op.isa::<Conv2DNchwFchwOp>(body), Self::NchwFchw),
        ]
        .into_iter()
        .find_map(|(is, layout)| is.then_some(layout))
    }
    /// The dimensions of the filter that are one: all but that of the output channels.
    fn filter_groups(self) -> Vec<Vec<i64>> {
        match self {
            Self::NhwcHwcf => vec![vec![0, 1, 2], vec![3]],
            Self::NhwcFhwc | Self::NchwFchw => vec![vec![0], vec![1, 2, 3]],
        }
    }
    /// The dimensions of the output that are one: those of the image.
    fn output_groups(self) -> Vec<Vec<i64>> {
        match self {
            Self::NhwcHwcf | Self::NhwcFhwc => vec![vec![0], vec![1, 2], vec![3]],
            Self::NchwFchw => vec![vec![0], vec![1], vec![2, 3]],
        }
    }
    /// The maps of the product of the columns, the filter and the output, by the loops batch, row, column and depth.
    fn product_maps(self) -> [AffineMap; 3] {
        let [columns, filter]: [&[u32]; 2] = match self {
            Self::NhwcHwcf => [&[0, 1, 3], &[3, 2]],
            Self::NhwcFhwc => [&[0, 1, 3], &[2, 3]],
            Self::NchwFchw => [&[0, 3, 2], &[1, 3]],
        };
        [columns, filter, &[0, 1, 2]].map(|dims| AffineMap::select(4, dims))
    }
}

/// The shape of the columns, and which element of the input each of their elements is.
struct Gather {
    shape: [i64; 3],
    map: AffineMap,
}

impl Layout {
    /// How columns are made for a filter and an output of these shapes.
    fn gather(self, filter: [i64; 4], output: [i64; 4], [height, width]: [i64; 2]) -> Option<Gather> {
        let [d0, d1, d2] = [0, 1, 2].map(AffineExpr::dim);
        let at = |y: AffineExpr, ky: AffineExpr, size: i64| y * size + ky;
        if self == Self::NchwFchw {
            let ([batch, _, oh, ow], [_, ic, fh, fw]) = (output, filter);
            let ([c, ky, kx], [y, x]) = (digits(&d1, [ic, fh, fw])?, digits(&d2, [oh, ow])?);
            let shape = [batch, ic.checked_mul(fh)?.checked_mul(fw)?, oh.checked_mul(ow)?];
            let map = AffineMap::new(3, 0, vec![d0, c, at(y, ky, height), at(x, kx, width)]);
            return Some(Gather { shape, map });
        }
        let [batch, oh, ow, _] = output;
        let [fh, fw, ic] = match (self, filter) {
            (Self::NhwcHwcf, [fh, fw, ic, _]) | (_, [_, fh, fw, ic]) => [fh, fw, ic],
        };
        let ([y, x], [ky, kx, c]) = (digits(&d1, [oh, ow])?, digits(&d2, [fh, fw, ic])?);
        let shape = [batch, oh.checked_mul(ow)?, fh.checked_mul(fw)?.checked_mul(ic)?];
        let map = AffineMap::new(3, 0, vec![d0, at(y, ky, height), at(x, kx, width), c]);
        Some(Gather { shape, map })
    }
}

/// The digits of a number with these bases.
fn digits<const N: usize>(number: &AffineExpr, bases: [i64; N]) -> Option<[AffineExpr; N]> {
    index_math::digits(number, &bases)?.try_into().ok()
}

/// Replaces a convolution in two dimensions.
pub(super) fn rewrite(body: &mut Body, op: Op) -> Option<Columns> {
    let layout = Layout::read(body, op)?;
    let [input, filter, output] = [0, 1, 2].map(|i| body.operand(op, i));
    static_shape::<4>(body, input)?;
    let (of_filter, of_output) = (static_shape::<4>(body, filter)?, static_shape::<4>(body, output)?);
    if of_filter.contains(&0) || of_output.contains(&0) {
        return None;
    }
    let gather = layout.gather(of_filter, of_output, window(body, op, "strides")?)?;
    let mut b = Builder::before(body, op);
    let flat_filter = CollapseShapeOp::create(&mut b, filter, &layout.filter_groups());
    let flat_output = CollapseShapeOp::create(&mut b, output, &layout.output_groups());
    let columns = select(&mut b, input, &gather.shape, gather.map);
    let of_columns = b.result(columns, 0);
    let product = multiply(&mut b, layout, of_columns, flat_filter, flat_output)?;
    let sizes = of_output.map(MixedIndex::Static);
    let value = ExpandShapeOp::create(&mut b, product, &layout.output_groups(), &sizes);
    let result = b.def_op(value)?;
    crate::loops::replace(body, op, &[value]);
    Some(Columns { columns, result })
}

/// The product of columns and filter, added to the output.
fn multiply(
    b: &mut Builder<'_>,
    layout: Layout,
    columns: Value,
    filter: Value,
    output: Value,
) -> Option<Value> {
    use IteratorType::{Parallel, Reduction};
    let [of_columns, of_filter, of_output] = layout.product_maps();
    let (inputs, maps) = match layout {
        Layout::NchwFchw => ([filter, columns], [of_filter, of_columns, of_output]),
        _ => ([columns, filter], [of_columns, of_filter, of_output]),
    };
    let kinds = [Parallel, Parallel, Parallel, Reduction];
    let ty = b.ty(output);
    let mut sum = None;
    let op = GenericOp::build_with(b, &inputs, &[output], &maps, &kinds, &[ty], |b, args| {
        sum = multiply_add(b, args[0], args[1], args[2]).ok();
        sum.into_iter().collect()
    });
    sum.map(|_| b.result(op.op(), 0))
}

fn multiply_add(b: &mut Builder<'_>, x: Value, y: Value, sum: Value) -> payload::PayloadResult<Value> {
    let ty = b.ty(sum);
    let x = payload::cast(b, x, ty, TypeFn::CastSigned)?;
    let y = payload::cast(b, y, ty, TypeFn::CastSigned)?;
    let product = payload::binary(b, ["arith.mulf", "arith.muli", "arith.muli", "complex.mul"], x, y)?;
    payload::binary(b, ["arith.addf", "arith.addi", "arith.addi", "complex.add"], product, sum)
}
