//! `shape-to-shape-lowering`: ops on shapes by simpler ones of the dialect.
//!
//! Before:
//! ```mlir
//! %n = shape.num_elements %s : !shape.shape -> !shape.size
//! ```
//! After:
//! ```mlir
//! %one = shape.const_size 1
//! %n = shape.reduce(%s, %one) : !shape.shape -> !shape.size {
//! ^bb0(%i: index, %size: !shape.size, %product: !shape.size):
//!   %next = shape.mul %size, %product : !shape.size, !shape.size -> !shape.size
//!   shape.yield %next : !shape.size
//! }
//! ```

use strata_arith::constant_index;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_shape::{ConstSizeOp, MulOp, NumElementsOp, ReduceOp, ShapeType, SizeType, YieldOp};

/// Legalize Shape dialect to be convertible to Arith.
#[pass(name = "shape-to-shape-lowering", class = "ShapeToShapeLoweringPass", on = "func.func", produces = [arith])]
pub struct ShapeToShapeLowering;

impl BodyPass for ShapeToShapeLowering {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            if let Some(count) = op.as_op::<NumElementsOp>(body) {
                multiply_sizes(body, count);
            }
        }
        Ok(())
    }
}

/// The number of elements is the product of the sizes.
fn multiply_sizes(body: &mut Body, count: NumElementsOp) {
    let shape = count.shape(body);
    let (cx, old) = (body.cx_arc().clone(), count.result(body));
    let ty = body.ty(old);
    let mut b = Builder::before(body, count.op());
    let one = match cx.type_as::<SizeType>(ty) {
        Some(_) => ConstSizeOp::build(&mut b, cx.index_attr(1), ty),
        None => constant_index(&mut b, 1),
    };
    let size = if cx.type_as::<ShapeType>(b.ty(shape)).is_some() { cx.ty(SizeType) } else { cx.index() };
    let reduce = ReduceOp::build(&mut b, shape, &[one], &[ty]);
    b.region_block(reduce, 0, &[cx.index(), size, ty], |b, block| {
        let (size, product) = (b.block_args(block)[1], b.block_args(block)[2]);
        let next = MulOp::build(b, size, product, ty);
        YieldOp::build(b, &[next]);
    });
    let new = body.result(reduce.op(), 0);
    body.replace_all_uses(old, new);
    body.erase(count.op());
}
