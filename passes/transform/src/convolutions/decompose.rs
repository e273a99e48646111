//! Convolutions and pooling in two dimensions whose windows and outputs have size one in one of them, as ops in the other dimension.

use strata_ir::prelude::*;
use strata_linalg::*;
use strata_tensor::{ExtractSliceOp, InsertSliceOp, MixedIndex};

type Create = fn(&mut Builder<'_>, &[Value], Value, &[(&str, Attr)]) -> Option<Op>;

/// An op in two dimensions, where the dimensions of the window and of the output are, and the op in one dimension.
struct Row {
    name: &'static str,
    /// Height and width of the window, and of the output.
    dims: [usize; 4],
    create: Create,
}

macro_rules! rows {
    ($($from:ident => $to:ident at $dims:expr;)*) => {
        const ROWS: &[Row] = &[$(Row {
            name: $from::NAME,
            dims: $dims,
            create: |b, inputs, output, attrs| $to::create(b, inputs, output, attrs).ok().map(|op| op.op()),
        },)*];
    };
}
rows! {
    Conv2DNhwcHwcfOp => Conv1DNwcWcfOp at [0, 1, 1, 2];
    Conv2DNchwFchwOp => Conv1DNcwFcwOp at [2, 3, 2, 3];
    PoolingNhwcSumOp => PoolingNwcSumOp at [0, 1, 1, 2];
    PoolingNchwSumOp => PoolingNcwSumOp at [0, 1, 2, 3];
    PoolingNhwcMaxOp => PoolingNwcMaxOp at [0, 1, 1, 2];
    PoolingNhwcMaxUnsignedOp => PoolingNwcMaxUnsignedOp at [0, 1, 1, 2];
    PoolingNhwcMinOp => PoolingNwcMinOp at [0, 1, 1, 2];
    PoolingNhwcMinUnsignedOp => PoolingNwcMinUnsignedOp at [0, 1, 1, 2];
    PoolingNchwMaxOp => PoolingNcwMaxOp at [0, 1, 2, 3];
    DepthwiseConv2DNhwcHwcOp => DepthwiseConv1DNwcWcOp at [0, 1, 1, 2];
    Conv2DOp => Conv1DOp at [0, 1, 0, 1];
}

fn shape(b: &Body, v: Value) -> Option<Vec<i64>> {
    b.cx().type_as::<TensorType>(b.ty(v)).map(|t| t.shape.to_vec())
}

/// The slice of a tensor without a dimension of size one.
fn without(b: &mut Builder<'_>, v: Value, dim: usize) -> Option<Value> {
    let sizes = strata_tensor::DimOp::all(b, v)?;
    let mut shape = shape(b, v)?;
    shape.remove(dim);
    let elem = b.cx().elem_or_self(b.ty(v));
    let ty = b.cx().tensor(&shape, elem);
    let [zeros, ones] = [0, 1].map(|n| vec![MixedIndex::Static(n); sizes.len()]);
    Some(ExtractSliceOp::of_type(b, v, &zeros, &sizes, &ones, ty))
}

/// Replaces a convolution or pooling by one of fewer dimensions, and returns that. `None`, with nothing changed, if it is none of the table, or
/// no dimension has size one.
pub fn decompose(body: &mut Body, op: Op) -> Option<Op> {
    let row = ROWS.iter().find(|row| row.name == body.op_name(op))?;
    let [input, kernel, output] = [0, 1, 2].map(|i| body.operand(op, i));
    let (from, window, to) = (shape(body, input)?, shape(body, kernel)?, shape(body, output)?);
    let [kh, kw, oh, ow] = row.dims;
    let is_one =
        |k: usize, o: usize| window.get(k) == Some(&1) && to.get(o) == Some(&1) && from.get(o) == Some(&1);
    let (side, k, o) = if is_one(kh, oh) {
        (0, kh, oh)
    } else if is_one(kw, ow) {
        (1, kw, ow)
    } else {
        return None;
    };
    let numbers = |name: &str| {
        let attr = body.attr(op, name).and_then(|a| body.cx().attr_as::<DenseElementsAttr>(a));
        attr.and_then(|a| a.to_i64s(body.cx()))
    };
    let mut lists = Vec::new();
    for name in ["strides", "dilations"] {
        // All but the plain convolution have windows, of ones where that is not said.
        let ones = (row.name != Conv2DOp::NAME).then(|| vec![1, 1]);
        if let Some(mut list) = numbers(name).or(ones).filter(|list| list.len() == 2) {
            list.remove(side);
            let ty = body.cx().vector(&[list.len() as i64], body.cx().i64());
            lists.push((name, body.cx().dense_i64s(ty, &list)?));
        }
    }
    let mut b = Builder::before(body, op);
    let inputs = [without(&mut b, input, o)?, without(&mut b, kernel, k)?];
    let dest = without(&mut b, output, o)?;
    let attrs: Vec<(&str, Attr)> = lists.iter().map(|(name, attr)| (*name, *attr)).collect();
    let new = (row.create)(&mut b, &inputs, dest, &attrs)?;
    let value = b.result(new, 0);
    let sizes = strata_tensor::DimOp::all(&mut b, output)?;
    let [zeros, ones] = [0, 1].map(|n| vec![MixedIndex::Static(n); sizes.len()]);
    let inserted = InsertSliceOp::create(&mut b, value, output, &zeros, &sizes, &ones);
    crate::loops::replace(body, op, &[inserted]);
    Some(new)
}
