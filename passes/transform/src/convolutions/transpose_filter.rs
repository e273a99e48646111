//! Convolutions whose filter has the output channels first, with a filter that has them last.

use strata_ir::prelude::*;
use strata_linalg::{
    Conv2DNhwcFhwcOp, Conv2DNhwcFhwcQOp, Conv2DNhwcHwcfOp, Conv2DNhwcHwcfQOp, LinalgOp, TransposeOp,
};
use strata_memref::AllocOp;
use strata_tensor::{EmptyOp, MixedIndex};

use super::window;

/// For each dimension of the new filter, that of the filter.
const ORDER: [usize; 4] = [1, 2, 3, 0];

/// Replaces a convolution, and returns the new one. `None`, with nothing changed, if it is of another form or sizes of its filter are unknown.
pub fn transpose_filter(body: &mut Body, op: Op) -> Option<Op> {
    let quantized = op.isa::<Conv2DNhwcFhwcQOp>(body);
    if !quantized && !op.isa::<Conv2DNhwcFhwcOp>(body) {
        return None;
    }
    let init = op.cast::<dyn LinalgOp>(body)?.dps_init_range(body).start;
    let mut inputs: Vec<Value> = body.operands(op).take(init).collect();
    let (filter, output) = (*inputs.get(1)?, body.operand(op, init));
    let shape = body.cx().shaped(body.ty(filter))?.shape.filter(|shape| shape.len() == ORDER.len())?;
    let shape: [i64; 4] = ORDER.map(|d| shape[d]);
    if shape.iter().any(|&n| n < 0) {
        return None;
    }
    let on_tensors = body.cx().type_as::<TensorType>(body.ty(filter)).is_some();
    let mut attrs = Vec::new();
    for name in ["strides", "dilations"] {
        let ty = body.cx().tensor(&[2], body.cx().i64());
        attrs.push((name, body.cx().dense_i64s(ty, &window(body, op, name)?)?));
    }
    let mut b = Builder::before(body, op);
    let elem = b.cx().elem_or_self(b.ty(filter));
    let dest = if on_tensors {
        EmptyOp::create(&mut b, &shape.map(MixedIndex::Static), elem)
    } else {
        let memref = MemRefType { shape: shape.as_slice().into(), elem, layout: None, memory_space: None };
        let ty = b.cx().ty(memref);
        AllocOp::create(&mut b, ty, &[])
    };
    let transposed = TransposeOp::create(&mut b, filter, dest, &ORDER.map(|d| d as i64)).ok()?.op();
    inputs[1] = if on_tensors { b.result(transposed, 0) } else { dest };
    let new = if quantized {
        Conv2DNhwcHwcfQOp::create(&mut b, &inputs, output, &attrs).ok()?.op()
    } else {
        Conv2DNhwcHwcfOp::create(&mut b, &inputs, output, &attrs).ok()?.op()
    };
    let values = body.results(new).to_vec();
    crate::loops::replace(body, op, &values);
    Some(new)
}
