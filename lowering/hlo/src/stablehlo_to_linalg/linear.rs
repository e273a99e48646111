//! `triangular_solve` and `cholesky`: loops over rows and columns that update in place.

use strata_arith::{CmpFPredicate, constant_index};
use strata_ir::prelude::*;
use strata_linalg::payload;
use strata_stablehlo::{self as hlo, Transpose};
use strata_tensor::{ExtractOp, InsertOp, MixedIndex};

use super::{
    Lowered, cast, complex, constants, contraction,
    emit::{cmpf, select},
    loops::{self, index_op},
    sizes,
    state::Lowering,
};

/// Matrices in the last two dimensions of tensors.
pub(super) struct Matrix {
    pub tensor: Value,
    /// Whether rows are columns of the tensor.
    pub transposed: bool,
    /// Whether elements are conjugates of those of the tensor.
    pub conjugate: bool,
    /// The element type of the computation.
    pub wide: Type,
}

impl Matrix {
    fn place(&self, batch: &[Value], [row, column]: [Value; 2]) -> Vec<Value> {
        let mut place = batch.to_vec();
        place.extend(if self.transposed { [column, row] } else { [row, column] });
        place
    }
    /// An element, in the type of the computation.
    pub fn get(&self, b: &mut Builder<'_>, batch: &[Value], at: [Value; 2]) -> Value {
        let v = ExtractOp::build(b, self.tensor, &self.place(batch, at));
        let v = cast::float_to_float(b, v, self.wide);
        self.seen(b, v)
    }
    /// The matrices with one element replaced.
    fn with(&self, b: &mut Builder<'_>, batch: &[Value], at: [Value; 2], v: Value) -> Value {
        let elem = b.cx().elem_or_self(b.ty(self.tensor));
        let v = self.seen(b, v);
        let v = cast::float_to_float(b, v, elem);
        InsertOp::build(b, v, self.tensor, &self.place(batch, at))
    }
    /// Converts an element of the tensor to one of the matrix, or back.
    pub fn seen(&self, b: &mut Builder<'_>, v: Value) -> Value {
        if self.conjugate { complex::conjugate(b, v) } else { v }
    }
    /// The same of another tensor.
    pub fn with_tensor(&self, tensor: Value) -> Self {
        Self { tensor, ..*self }
    }
}

/// `start` minus the sum of products of two matrices' elements along a loop.
fn minus_products(
    b: &mut Builder<'_>,
    start: Value,
    bounds: [Value; 3],
    elements: impl FnOnce(&mut Builder<'_>, Value) -> [Value; 2],
) -> Lowered<Value> {
    let done = loops::one(b, bounds, &[start], |b, k, carried| {
        let [x, y] = elements(b, k);
        let product = payload::mul(b, x, y)?;
        Ok(vec![payload::binary(b, MINUS, carried[0], product)?])
    })?;
    Ok(done[0])
}

/// The subtractions of floats and of complex numbers.
pub(super) const MINUS: [&str; 4] = ["arith.subf", "", "", "complex.sub"];
pub(super) const OVER: [&str; 4] = ["arith.divf", "", "", "complex.div"];

/// Whether a boolean attribute is set.
pub(super) fn flag(b: &Body, op: Op, name: &str) -> bool {
    b.attr(op, name).and_then(|a| b.cx().attr_i64(a)).is_some_and(|v| v != 0)
}

/// The batch sizes of a triangular system, and its numbers of unknowns and of right-hand sides, from the sizes of the triangles and of the
/// right-hand sides.
pub(super) fn solved_sizes<'a>(
    b: &mut Builder<'_>,
    triangles: Value,
    shape: &'a [MixedIndex],
    left: bool,
) -> Lowered<(&'a [MixedIndex], [MixedIndex; 2])> {
    let triangles = sizes::mixed_sizes(b, triangles)?;
    let ([batch @ .., rows, columns], [triangle_batch @ .., height, width]) = (shape, &triangles[..]) else {
        return Err("its operands must be matrices".into());
    };
    // Solving from the right is the transposed problem.
    let (n, m) = if left { (*rows, *columns) } else { (*columns, *rows) };
    if triangle_batch.len() != batch.len() {
        return Err("its operands have different ranks".into());
    }
    let n = sizes::same(b, n, *height, "a triangle has another size than what it is solved for")?;
    let n = sizes::same(b, n, *width, "a triangle is not square")?;
    for (&x, &y) in batch.iter().zip(triangle_batch) {
        sizes::same(b, x, y, "sizes of operands differ")?;
    }
    Ok((batch, [n, m]))
}

pub(super) fn triangular_solve(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(solve) = op.as_op::<hlo::TriangularSolveOp>(b) else { return Err("it is not known".into()) };
    let (a, init) = (l.get(solve.a(b))?, l.get(solve.b(b))?);
    let shape = sizes::mixed_sizes(b, init)?;
    let wide = contraction::sum_type(b, b.ty(b.result(op, 0)));
    let left = flag(b, op, "left_side");
    let (batch, [n, m]) = solved_sizes(b, a, &shape, left)?;
    let transpose = *solve.transpose_a(b).get(b.cx());
    let transposed = (transpose != Transpose::NoTranspose) != !left;
    let conjugate = transpose == Transpose::Adjoint;
    let lower = flag(b, op, "lower") != transposed;
    let unit = flag(b, op, "unit_diagonal");
    let a = Matrix { tensor: a, transposed, conjugate, wide };
    let x = Matrix { tensor: init, transposed: !left, conjugate: false, wide };
    let mut all = batch.to_vec();
    all.extend([n, m]);
    let done = loops::nest_of(b, &all, &[init], &mut |b, counters, carried| {
        let (batch, &[counter, column]) = counters.split_at(counters.len() - 2) else {
            return Err("a loop lost its counters".into());
        };
        let x = x.with_tensor(carried[0]);
        let (zero, one, size) = (constant_index(b, 0), constant_index(b, 1), sizes::value(b, n));
        // Rows are solved from the last one on if the triangle is the upper one.
        let (row, bounds) = if lower {
            (counter, [zero, counter, one])
        } else {
            let last = sizes::last(b, n)?;
            let last = sizes::value(b, last);
            let row = index_op(b, "arith.subi", last, counter)?;
            let next = index_op(b, "arith.addi", row, one)?;
            (row, [next, size, one])
        };
        let start = x.get(b, batch, [row, column]);
        let mut value = minus_products(b, start, bounds, |b, k| {
            [a.get(b, batch, [row, k]), x.get(b, batch, [k, column])]
        })?;
        if !unit {
            let diagonal = a.get(b, batch, [row, row]);
            value = payload::binary(b, OVER, value, diagonal)?;
        }
        Ok(vec![x.with(b, batch, [row, column], value)])
    })?;
    Ok(done[0])
}

/// The result is NaN if the matrix is not positive definite.
pub(super) fn cholesky(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(cholesky) = op.as_op::<hlo::CholeskyOp>(b) else { return Err("it is not known".into()) };
    let a = l.get(cholesky.a(b))?;
    let shape = sizes::mixed_sizes(b, a)?;
    let elem = b.cx().elem_or_self(b.ty(a));
    let wide = contraction::sum_type(b, b.ty(b.result(op, 0)));
    let [batch @ .., rows, columns] = &shape[..] else { return Err("its operand must be matrices".into()) };
    let n = sizes::same(b, *rows, *columns, "a matrix is not square")?;
    let transposed = !flag(b, op, "lower");
    let part = strata_complex::part_type(b.cx(), wide);
    // The upper triangle is the adjoint of the lower one.
    let a = Matrix { tensor: a, transposed, conjugate: transposed && part.is_some(), wide };
    let zero = constants::zero(b, elem);
    let out = sizes::filled(b, zero, &shape)?;
    let done = loops::nest_of(b, batch, &[out], &mut |b, batch, carried| {
        let pred = b.cx().i1();
        let yes = strata_arith::constant_int(b, 1, pred);
        let factored = loops::nest_of(b, &[n], &[carried[0], yes], &mut |b, counters, carried| {
            let (zero, one, size) = (constant_index(b, 0), constant_index(b, 1), sizes::value(b, n));
            let column = counters[0];
            let out = a.with_tensor(carried[0]);
            let start = a.get(b, batch, [column, column]);
            let square = minus_products(b, start, [zero, column, one], |b, k| {
                let v = out.get(b, batch, [column, k]);
                [v, complex::conjugate(b, v)]
            })?;
            let square = complex::part(b, true, square);
            let nothing = constants::zero(b, b.ty(square));
            let positive = cmpf(b, CmpFPredicate::Ogt, square, nothing);
            let ok = strata_arith::AndIOp::build(b, carried[1], positive);
            let root = payload::op(b, "math.sqrt", &[square], part.unwrap_or(wide))?;
            let root = if part.is_some() { complex::create(b, root, nothing) } else { root };
            let out = out.with(b, batch, [column, column], root);
            let next = index_op(b, "arith.addi", column, one)?;
            let rest = loops::one(b, [next, size, one], &[out], |b, row, carried| {
                let out = a.with_tensor(carried[0]);
                let start = a.get(b, batch, [row, column]);
                let value = minus_products(b, start, [zero, column, one], |b, k| {
                    let v = out.get(b, batch, [column, k]);
                    [out.get(b, batch, [row, k]), complex::conjugate(b, v)]
                })?;
                let value = payload::binary(b, OVER, value, root)?;
                Ok(vec![out.with(b, batch, [row, column], value)])
            })?;
            Ok(vec![rest[0], ok])
        })?;
        let ok = factored[1];
        loops::nest_of(b, &[n], &factored[..1], &mut |b, counters, carried| {
            let (zero, one) = (constant_index(b, 0), constant_index(b, 1));
            let end = index_op(b, "arith.addi", counters[0], one)?;
            loops::one(b, [zero, end, one], carried, |b, column, carried| {
                let out = a.with_tensor(carried[0]);
                let value = out.get(b, batch, [counters[0], column]);
                let nan = match part {
                    Some(_) => strata_complex::ConstantOp::create(b, f64::NAN, f64::NAN, wide),
                    None => strata_arith::constant_float(b, f64::NAN, wide),
                };
                let value = select(b, ok, value, nan);
                Ok(vec![out.with(b, batch, [counters[0], column], value)])
            })
        })
    })?;
    Ok(done[0])
}
