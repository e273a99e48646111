//! `stablehlo-block-factorizations`: splits factorizations and triangular systems of large matrices into those of small blocks, and
//! matrix products.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.cholesky %a, lower = true : tensor<64x64xf32>
//! ```
//! After, with blocks of 32 rows, in pseudocode:
//! ```text
//! l11 = cholesky(a11)
//! l21 = triangular_solve(l11, a21)            // x l11^H = a21
//! l22 = cholesky(a22 - l21 l21^H)             // dot_general
//! concatenate([[l11, 0], [l21, l22]])
//! ```
//! Halves are split again while they have more rows than a block, so most of the work is in products of large matrices. When a block is
//! not positive definite, the whole triangle becomes NaN, as without blocks. Matrices of unknown size stay.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::*;

use crate::hlo_builder::{HloBuilder, elem, is_static, sizes};

/// The most blocks of a matrix, as each of them is code.
const MOST_BLOCKS: i64 = 32;

/// Split factorizations and triangular systems of large matrices into blocks.
#[pass(
    name = "stablehlo-block-factorizations",
    class = "StablehloBlockFactorizations",
    on = "func.func",
    produces = [stablehlo],
    idempotent
)]
pub struct BlockFactorizations {
    /// The most rows that a matrix keeps, unless it has very many
    #[option(default = 32)]
    pub block_size: i64,
}

impl BodyPass for BlockFactorizations {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let smallest = self.block_size.max(1);
        for op in body.all_ops() {
            let large =
                |v: Value| is_static(body.cx(), body.ty(v)) && rows(body, v) > smallest && !empty(body, v);
            let block_of = |v: Value| smallest.max((rows(body, v) - 1) / MOST_BLOCKS + 1);
            let (cholesky, solve) = (op.as_op::<CholeskyOp>(body), op.as_op::<TriangularSolveOp>(body));
            let value = if let Some(cholesky) = cholesky.filter(|op| large(op.a(body))) {
                let (a, lower) = (cholesky.a(body), flag(body, op, "lower"));
                let block = block_of(a);
                let mut h = Blocks { h: HloBuilder { b: &mut Builder::before(body, op) }, block };
                h.checked_cholesky(a, lower)
            } else if let Some(solve) = solve.filter(|op| large(op.a(body)) && !empty(body, op.b(body))) {
                let transpose = *solve.transpose_a(body).get(body.cx());
                if transpose == Transpose::Invalid || !is_static(body.cx(), body.ty(solve.b(body))) {
                    continue;
                }
                let system = System {
                    left: flag(body, op, "left_side"),
                    lower: flag(body, op, "lower"),
                    unit: flag(body, op, "unit_diagonal"),
                    transpose,
                };
                let (a, b) = (solve.a(body), solve.b(body));
                let block = block_of(a);
                let mut h = Blocks { h: HloBuilder { b: &mut Builder::before(body, op) }, block };
                h.solution(&system, a, b)
            } else {
                continue;
            };
            let old = body.result(op, 0);
            body.replace_all_uses(old, value);
            body.erase(op);
        }
        Ok(())
    }
}

fn flag(b: &Body, op: Op, name: &str) -> bool {
    b.attr(op, name).and_then(|a| b.cx().attr_i64(a)).is_some_and(|v| v != 0)
}

/// The rows of square matrices.
fn rows(b: &Body, v: Value) -> i64 {
    sizes(b, v).last().copied().unwrap_or(0)
}

fn empty(b: &Body, v: Value) -> bool {
    sizes(b, v).contains(&0)
}

/// The kind of a triangular system.
struct System {
    left: bool,
    lower: bool,
    unit: bool,
    transpose: Transpose,
}

/// A half of the rows or the columns of matrices.
#[derive(Clone, Copy)]
enum Half {
    First,
    Second,
}

struct Blocks<'a, 'b> {
    h: HloBuilder<'a, 'b>,
    block: i64,
}

impl Blocks<'_, '_> {
    /// The number of rows in the first half of `n` rows: whole blocks.
    fn middle(&self, n: i64) -> i64 {
        let blocks = (n - 1) / self.block + 1;
        (blocks + 1) / 2 * self.block
    }
    /// One half of the rows, the dimension before the last one, or of the columns.
    fn part(&mut self, x: Value, dim: usize, middle: i64, half: Half) -> Value {
        let end = sizes(self.h.b, x)[dim];
        match half {
            Half::First => self.h.slice(x, dim, 0, middle),
            Half::Second => self.h.slice(x, dim, middle, end),
        }
    }
    /// A quarter of square matrices.
    fn quarter(&mut self, x: Value, middle: i64, row: Half, column: Half) -> Value {
        let rank = sizes(self.h.b, x).len();
        let part = self.part(x, rank - 2, middle, row);
        self.part(part, rank - 1, middle, column)
    }
    /// `c - op(x) op(y)`; each operand comes with the dimension to contract, counted from the last one.
    fn minus_product(&mut self, c: Value, x: (Value, usize), y: (Value, usize)) -> Value {
        let cx = self.h.b.cx_arc().clone();
        let shape = sizes(self.h.b, c).to_vec();
        let batch: Vec<i64> = (0..shape.len() as i64 - 2).collect();
        let dim = |back: usize| smallvec![(shape.len() - 1 - back) as i64];
        let numbers = DotDimensionNumbers {
            lhs_batching_dimensions: batch.iter().copied().collect(),
            rhs_batching_dimensions: batch.iter().copied().collect(),
            lhs_contracting_dimensions: dim(x.1),
            rhs_contracting_dimensions: dim(y.1),
        };
        let precise = cx.attr(Precision::Highest);
        let attrs = [
            ("dot_dimension_numbers", cx.attr(numbers)),
            ("precision_config", cx.array_attr(vec![precise; 2])),
        ];
        let ty = self.h.b.ty(c);
        let product = self.h.op::<DotGeneralOp>(&[x.0, y.0], &attrs, ty);
        self.h.like::<SubtractOp>(&[c, product])
    }
    /// The complex conjugate; `x` itself for real numbers.
    fn conjugate(&mut self, x: Value) -> Value {
        let cx = self.h.b.cx_arc().clone();
        let Some(part) = cx.type_as::<ComplexType>(elem(self.h.b, x)).map(|c| c.elem) else { return x };
        let ty = cx.with_elem(self.h.b.ty(x), part);
        let (re, im) = (self.h.op::<RealOp>(&[x], &[], ty), self.h.op::<ImagOp>(&[x], &[], ty));
        let minus = self.h.like::<NegOp>(&[im]);
        let ty = self.h.b.ty(x);
        self.h.op::<ComplexOp>(&[re, minus], &[], ty)
    }
    fn zeros(&mut self, x: Value, rows: i64, columns: i64) -> Value {
        let cx = self.h.b.cx_arc().clone();
        let mut shape = sizes(self.h.b, x).to_vec();
        let rank = shape.len();
        (shape[rank - 2], shape[rank - 1]) = (rows, columns);
        let e = elem(self.h.b, x);
        let ty = cx.tensor(&shape, e);
        let Some(part) = cx.type_as::<ComplexType>(e).map(|c| c.elem) else { return self.h.float(0.0, ty) };
        let parts = self.h.float(0.0, cx.with_elem(ty, part));
        self.h.op::<ComplexOp>(&[parts, parts], &[], ty)
    }
    fn cholesky(&mut self, a: Value, lower: bool) -> Value {
        let cx = self.h.b.cx_arc().clone();
        let n = rows(self.h.b, a);
        if n <= self.block {
            let ty = self.h.b.ty(a);
            return self.h.op::<CholeskyOp>(&[a], &[("lower", cx.bool_attr(lower))], ty);
        }
        let (middle, rank) = (self.middle(n), sizes(self.h.b, a).len() as i64);
        let first = self.quarter(a, middle, Half::First, Half::First);
        let first = self.cholesky(first, lower);
        let last = self.quarter(a, middle, Half::Second, Half::Second);
        let (row, column) = if lower { (Half::Second, Half::First) } else { (Half::First, Half::Second) };
        let side = self.quarter(a, middle, row, column);
        // `x l^H = a` of the lower triangle, `u^H x = a` of the upper one.
        let system = System { left: !lower, lower, unit: false, transpose: Transpose::Adjoint };
        let side = self.solution(&system, first, side);
        let other = self.conjugate(side);
        let rest = if lower {
            self.minus_product(last, (side, 0), (other, 0))
        } else {
            self.minus_product(last, (other, 1), (side, 1))
        };
        let last = self.cholesky(rest, lower);
        let rows = if lower {
            let zeros = self.zeros(a, middle, n - middle);
            [[first, zeros], [side, last]]
        } else {
            let zeros = self.zeros(a, n - middle, middle);
            [[first, side], [zeros, last]]
        };
        let rows = rows.map(|row| self.h.concatenate(&row, rank - 1));
        self.h.concatenate(&rows, rank - 2)
    }
    /// The factors, whose triangles are NaN where the diagonal is not positive.
    fn checked_cholesky(&mut self, a: Value, lower: bool) -> Value {
        let cx = self.h.b.cx_arc().clone();
        let factors = self.cholesky(a, lower);
        let ty = self.h.b.ty(factors);
        let shape = sizes(self.h.b, factors).to_vec();
        let (rank, e) = (shape.len(), elem(self.h.b, factors));
        let part = cx.type_as::<ComplexType>(e).map(|c| c.elem);
        let pred = cx.with_elem(ty, cx.i1());
        let places = cx.with_elem(ty, cx.i32());
        let [row, column] = [rank - 2, rank - 1]
            .map(|d| self.h.op::<IotaOp>(&[], &[("iota_dimension", cx.i64_attr(d as i64))], places));
        let compare = |h: &mut HloBuilder<'_, '_>, direction, x, y| {
            h.op::<CompareOp>(&[x, y], &[("comparison_direction", cx.attr(direction))], pred)
        };
        let h = &mut self.h;
        let real = match part {
            Some(part) => h.op::<RealOp>(&[factors], &[], cx.with_elem(ty, part)),
            None => factors,
        };
        let real_ty = h.b.ty(real);
        let zero = h.float(0.0, real_ty);
        let positive = compare(h, ComparisonDirection::Gt, real, zero);
        let negative = h.like::<NotOp>(&[positive]);
        let diagonal = compare(h, ComparisonDirection::Eq, row, column);
        let bad = h.like::<AndOp>(&[negative, diagonal]);
        let bad = h.op::<ConvertOp>(&[bad], &[], places);
        let count = h.sum(bad, &[rank as i64 - 2, rank as i64 - 1]);
        let batch: Vec<i64> = (0..rank as i64 - 2).collect();
        let count = h.broadcast(count, &batch, &shape);
        let none = h.int(0, places);
        let fails = compare(h, ComparisonDirection::Ne, count, none);
        let direction = if lower { ComparisonDirection::Ge } else { ComparisonDirection::Le };
        let triangle = compare(h, direction, row, column);
        let fails = h.like::<AndOp>(&[fails, triangle]);
        let nan = h.float(f64::NAN, real_ty);
        let nan = if part.is_some() { h.op::<ComplexOp>(&[nan, nan], &[], ty) } else { nan };
        h.op::<SelectOp>(&[fails, nan, factors], &[], ty)
    }
    /// The solution of a system with the matrices `a` and the right sides `b`.
    fn solution(&mut self, system: &System, a: Value, b: Value) -> Value {
        let cx = self.h.b.cx_arc().clone();
        let n = rows(self.h.b, a);
        if n <= self.block {
            let attrs = [
                ("left_side", cx.bool_attr(system.left)),
                ("lower", cx.bool_attr(system.lower)),
                ("unit_diagonal", cx.bool_attr(system.unit)),
                ("transpose_a", cx.attr(system.transpose)),
            ];
            let ty = self.h.b.ty(b);
            return self.h.op::<TriangularSolveOp>(&[a, b], &attrs, ty);
        }
        let (middle, rank) = (self.middle(n), sizes(self.h.b, b).len());
        let dim = if system.left { rank - 2 } else { rank - 1 };
        let transposed = system.transpose != Transpose::NoTranspose;
        let (row, column) =
            if system.lower { (Half::Second, Half::First) } else { (Half::First, Half::Second) };
        let side = self.quarter(a, middle, row, column);
        let side = if system.transpose == Transpose::Adjoint { self.conjugate(side) } else { side };
        // From the left, a lower triangle is solved from its first rows on; from the right, from its last columns on.
        let from_first = (system.lower != transposed) == system.left;
        let order = if from_first { [Half::First, Half::Second] } else { [Half::Second, Half::First] };
        let [known, rest] = order.map(|half| self.part(b, dim, middle, half));
        let triangle = self.quarter(a, middle, order[0], order[0]);
        let known = self.solution(system, triangle, known);
        // The contracted dimension of the quarter block, counted from the last one.
        let summed = usize::from(system.left == transposed);
        let rest = if system.left {
            self.minus_product(rest, (side, summed), (known, 1))
        } else {
            self.minus_product(rest, (known, 0), (side, summed))
        };
        let triangle = self.quarter(a, middle, order[1], order[1]);
        let rest = self.solution(system, triangle, rest);
        let parts = if from_first { [known, rest] } else { [rest, known] };
        self.h.concatenate(&parts, dim as i64)
    }
}
