//! `linalg.softmax` as structured ops: the greatest elements, the exponentials of the differences from these, their sums, and quotients.

use strata_arith::{AddFOp, DivFOp, MaxNumFOp, SubFOp};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{FillOp, GenericOp, IteratorType, SoftmaxOp, payload};
use strata_tensor::{DimOp, EmptyOp};

/// An op on the elements and the values of the reduced dimension.
type Combine = fn(&mut Builder<'_>, Value, Value) -> Option<Value>;

/// Replaces a softmax of floats on tensors; returns the op of the quotients. `None`, with nothing changed, for any other op.
pub fn decompose(body: &mut Body, op: Op) -> Option<Op> {
    let softmax = op.as_op::<SoftmaxOp>(body)?;
    let (input, output) = (softmax.input(body), softmax.output(body));
    let dim = usize::try_from(body.cx().attr_i64(body.attr(op, "dimension")?)?).ok()?;
    let ty = body.cx().type_as::<TensorType>(body.ty(input))?;
    let (elem, rank) = (ty.elem, ty.shape.len());
    body.cx().as_float(elem)?;
    body.cx().op_info("math.exp")?;
    body.cx().type_as::<TensorType>(body.ty(output))?;
    let mut b = Builder::before(body, op);
    let mut sizes = DimOp::all(&mut b, input)?;
    if dim < sizes.len() {
        sizes.remove(dim);
    }
    let steps = Steps { rank, dim };
    let reduced = EmptyOp::create(&mut b, &sizes, elem);
    // Upstream's neutral element of the maximum that ignores NaN.
    let least = filled(&mut b, -f64::NAN, elem, reduced)?;
    let greatest = steps.reduce(&mut b, input, least, |b, x, y| Some(MaxNumFOp::build(b, x, y, None)))?;
    let powers = steps.map(&mut b, input, greatest, output, |b, x, y| {
        let difference = SubFOp::build(b, x, y, None);
        let ty = b.ty(difference);
        payload::op(b, "math.exp", &[difference], ty).ok()
    })?;
    let zero = filled(&mut b, 0.0, elem, reduced)?;
    let sums = steps.reduce(&mut b, powers, zero, |b, x, y| Some(AddFOp::build(b, x, y, None)))?;
    let value = steps.map(&mut b, powers, sums, output, |b, x, y| Some(DivFOp::build(b, x, y, None)))?;
    let last = b.def_op(value)?;
    crate::loops::replace(body, op, &[value]);
    Some(last)
}

fn filled(b: &mut Builder<'_>, number: f64, elem: Type, dest: Value) -> Option<Value> {
    let attr = b.cx().float_attr(number, elem);
    let value = payload::constant(b, attr).ok()?;
    let op = FillOp::create(b, &[value], dest).ok()?.op();
    Some(b.result(op, 0))
}

/// The loops of the steps.
#[derive(Clone, Copy)]
struct Steps {
    rank: usize,
    dim: usize,
}

impl Steps {
    fn all(self) -> AffineMap {
        AffineMap::identity(self.rank as u32)
    }
    /// The map without the reduced dimension.
    fn reduced(self) -> AffineMap {
        let kept = (0..self.rank).filter(|&d| d != self.dim);
        AffineMap::new(self.rank as u32, 0, kept.map(|d| AffineExpr::dim(d as u32)).collect())
    }
    fn build(
        self,
        b: &mut Builder<'_>,
        inputs: &[Value],
        output: Value,
        maps: &[AffineMap],
        kinds: &[IteratorType],
        combine: Combine,
    ) -> Option<Value> {
        let ty = b.ty(output);
        let mut value = None;
        let op = GenericOp::build_with(b, inputs, &[output], maps, kinds, &[ty], |b, args| {
            value = combine(b, args[0], args[1]);
            value.into_iter().collect()
        });
        value.map(|_| b.result(op.op(), 0))
    }
    /// Reduces the dimension.
    fn reduce(self, b: &mut Builder<'_>, input: Value, init: Value, combine: Combine) -> Option<Value> {
        let mut kinds = vec![IteratorType::Parallel; self.rank];
        kinds[self.dim] = IteratorType::Reduction;
        self.build(b, &[input], init, &[self.all(), self.reduced()], &kinds, combine)
    }
    /// Combines each element with the value of its reduction.
    fn map(
        self,
        b: &mut Builder<'_>,
        input: Value,
        with: Value,
        init: Value,
        combine: Combine,
    ) -> Option<Value> {
        let kinds = vec![IteratorType::Parallel; self.rank];
        let maps = [self.all(), self.reduced(), self.all()];
        self.build(b, &[input, with], init, &maps, &kinds, combine)
    }
}
