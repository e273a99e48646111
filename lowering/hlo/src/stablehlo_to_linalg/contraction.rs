//! `dot_general` and `dot`: products of matrices, where both operands have dimensions of their own, else one
//! `linalg.generic`.
//!
//! Dimensions of one part become one dimension of a matrix where all sizes are constants. Sizes that are values would have to be
//! multiplied for that, and reshapes by them cost copies, so that such a product is an op with a loop for each dimension.

use strata_arith::CmpIPredicate;
use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{BatchMatmulOp, GenericOp, IteratorType, MatmulOp, TypeFn, payload};
use strata_stablehlo as hlo;
use strata_tensor::MixedIndex;

use super::{
    Lowered, complex, constants,
    factors::Factors,
    loops, movement,
    reshape::reshape,
    sizes::{self, fixed},
    state::Lowering,
    types::{self, Kind, signless},
};

/// Dimensions of the operands by their role in the contraction.
#[derive(Clone)]
struct Dims {
    batch: [Vec<i64>; 2],
    contract: [Vec<i64>; 2],
    free: [Vec<i64>; 2],
}

fn dims_of(b: &Body, op: Op, ranks: [usize; 2]) -> Lowered<Dims> {
    let (batch, contract) = if let Some(dot) = op.as_op::<hlo::DotGeneralOp>(b) {
        let d = dot.dims(b);
        (
            [d.lhs_batching_dimensions.to_vec(), d.rhs_batching_dimensions.to_vec()],
            [d.lhs_contracting_dimensions.to_vec(), d.rhs_contracting_dimensions.to_vec()],
        )
    } else {
        ([vec![], vec![]], [vec![ranks[0] as i64 - 1], vec![0]])
    };
    let free = [0, 1].map(|s| {
        (0..ranks[s] as i64)
            .filter(|d| !batch[s].contains(d) && !contract[s].contains(d))
            .collect::<Vec<i64>>()
    });
    Ok(Dims { batch, contract, free })
}

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let values = [l.get(b.operand(op, 0))?, l.get(b.operand(op, 1))?];
    let shapes = [sizes::mixed_sizes(b, values[0])?, sizes::mixed_sizes(b, values[1])?];
    let dims = dims_of(b, op, [shapes[0].len(), shapes[1].len()])?;
    let pairs = |[x, y]: &[Vec<i64>; 2]| x.iter().copied().zip(y.iter().copied()).collect::<Vec<_>>();
    for (x, y) in pairs(&dims.batch).into_iter().chain(pairs(&dims.contract)) {
        let (n, m) = (shapes[0][x as usize], shapes[1][y as usize]);
        sizes::require(b, CmpIPredicate::Eq, n, m, "sizes of the operands of a product differ")?;
    }
    let factors = Factors::from_op(l, b, op)?;
    let mut to: Vec<MixedIndex> = dims.batch[0].iter().map(|&d| shapes[0][d as usize]).collect();
    for side in 0..2 {
        to.extend(dims.free[side].iter().map(|&d| shapes[side][d as usize]));
    }
    let result = b.ty(b.result(op, 0));
    let to = sizes::refined(b, to, result)?;
    let problem = Problem { values, shapes, dims, to, sum: sum_type_of(b, op)?, factors };
    let wide = problem.sums(b)?;
    rounded(b, wide, result)
}

/// The element type of sums for a result of an old type: narrow floats are accumulated in `f32`.
pub(super) fn sum_type(b: &Body, result: Type) -> Type {
    let elem = b.cx().elem_or_self(signless(b.cx(), result));
    let narrow = b.cx().as_float(elem).is_some_and(|f| f.width() < 32);
    if narrow { b.cx().f32() } else { elem }
}

/// The element type of the sums of the product or convolution `op`: that of its result, or that of its factors if the result cannot
/// represent their kind, as in a product of `f32` with a result of `i1`: sums are converted, and factors are not.
pub(super) fn sum_type_of(b: &Body, op: Op) -> Lowered<Type> {
    let result = b.ty(b.result(op, 0));
    let rank = |ty: Type| -> Lowered<u32> {
        Ok(match types::kind(b.cx(), b.cx().elem_or_self(ty))? {
            Kind::Pred => 0,
            Kind::Signed | Kind::Unsigned => 1,
            Kind::Float => 2,
            Kind::Complex => 3,
        })
    };
    let held = rank(result)?;
    let [x, y] = [0, 1].map(|i| b.ty(b.operand(op, i)));
    let [x, y] = [(rank(x)?, x), (rank(y)?, y)];
    let order = |(rank, ty): (u32, Type)| (rank, b.cx().bit_width(b.cx().elem_or_self(ty)));
    let widest = if order(y) > order(x) { y } else { x };
    // Factors cannot be converted to complex numbers when they are read.
    let converts = widest.0 > held || held == 3 && widest.0 < 3;
    Ok(sum_type(b, if converts { widest.1 } else { result }))
}

/// Converts sums to elements of a result of an old type.
pub(super) fn rounded(b: &mut Builder<'_>, sums: Value, result: Type) -> Lowered<Value> {
    let (from, to) = (b.cx().elem_or_self(b.ty(sums)), b.cx().elem_or_self(result));
    loops::converted(b, sums, from, to)
}

/// A `linalg.generic` that accumulates the products of the elements of two inputs.
pub(super) fn sum_of_products(
    b: &mut Builder<'_>,
    inputs: &[Value; 2],
    sums: Value,
    maps: &[AffineMap; 3],
    loops: &[IteratorType],
    factors: Factors,
) -> Lowered<Value> {
    let ty = b.ty(sums);
    let (sum, how) = (b.cx().elem_or_self(ty), factors.casts());
    let mut failed = None;
    let op = GenericOp::build_with(b, inputs, &[sums], maps, loops, &[ty], |b, args| {
        let mut step = || {
            let (x, y) = (payload::cast(b, args[0], sum, how[0])?, payload::cast(b, args[1], sum, how[1])?);
            let product = payload::mul(b, x, y)?;
            payload::add(b, args[2], product)
        };
        vec![step().unwrap_or_else(|e| {
            failed = Some(e);
            args[2]
        })]
    });
    match failed {
        Some(e) => Err(e),
        None => {
            factors.note(b.body(), op.op());
            Ok(b.result(op.op(), 0))
        }
    }
}

/// A contraction of operands whose sizes go together.
struct Problem {
    values: [Value; 2],
    shapes: [Vec<MixedIndex>; 2],
    dims: Dims,
    to: Vec<MixedIndex>,
    /// Element type of sums.
    sum: Type,
    factors: Factors,
}

/// A contraction whose sizes are constants, as a product of matrices.
#[derive(Clone)]
struct Matrices {
    values: [Value; 2],
    shapes: [Vec<i64>; 2],
    dims: Dims,
    to: Vec<i64>,
    /// Element type of sums.
    sum: Type,
    factors: Factors,
}

impl Problem {
    fn sums(self, b: &mut Builder<'_>) -> Lowered<Value> {
        if self.dims.free.iter().any(Vec::is_empty) {
            return self.generic(b);
        }
        let [lhs, rhs] = [0, 1].map(|side| sizes::constants(&self.shapes[side]));
        let (Some(lhs), Some(rhs), Some(to)) = (lhs, rhs, sizes::constants(&self.to)) else {
            return self.generic(b);
        };
        let Self { values, dims, sum, factors, .. } = self;
        let product = Matrices { values, shapes: [lhs, rhs], dims, to, sum, factors };
        if types::kind(b.cx(), sum)? == Kind::Complex { product.complex_matmul(b) } else { product.matmul(b) }
    }
    /// As one op with a loop for each dimension: those of the result first, then those that are summed over.
    fn generic(&self, b: &mut Builder<'_>) -> Lowered<Value> {
        let d = &self.dims;
        let (nb, nl, nr, nc) = (d.batch[0].len(), d.free[0].len(), d.free[1].len(), d.contract[0].len());
        let rank = nb + nl + nr + nc;
        let loops_of = |side: usize| {
            let mut loops = vec![0; self.shapes[side].len()];
            let parts = [
                (&d.batch[side], 0),
                (&d.free[side], if side == 0 { nb } else { nb + nl }),
                (&d.contract[side], nb + nl + nr),
            ];
            for (dims, first) in parts {
                for (i, &dim) in dims.iter().enumerate() {
                    loops[dim as usize] = (first + i) as u32;
                }
            }
            loops
        };
        let zero = constants::zero(b, self.sum);
        let init = sizes::filled(b, zero, &self.to)?;
        let (lhs, rhs) = (loops_of(0), loops_of(1));
        if self.factors.cast() == Some(TypeFn::CastSigned) && lhs == [0, 2] && rhs == [2, 1] {
            let op = MatmulOp::create(b, self.values, init, &[])?.op();
            self.factors.note(b.body(), op);
            return Ok(b.result(op, 0));
        }
        let out: Vec<u32> = (0..(rank - nc) as u32).collect();
        let maps = [&lhs, &rhs, &out].map(|loops| AffineMap::select(rank as u32, loops));
        let loops: Vec<IteratorType> = (0..rank)
            .map(|i| if i < rank - nc { IteratorType::Parallel } else { IteratorType::Reduction })
            .collect();
        sum_of_products(b, &self.values, init, &maps, &loops, self.factors)
    }
}

impl Matrices {
    fn start(&self, b: &mut Builder<'_>, shape: &[i64]) -> Lowered<Value> {
        let zero = constants::zero(b, self.sum);
        constants::filled(b, zero, shape)
    }
    /// Dimensions of one part are put together.
    fn matmul(&self, b: &mut Builder<'_>) -> Lowered<Value> {
        let product = self.product(b, None)?;
        reshape(b, product, &fixed(&self.to))
    }
    /// A product of complex matrices as four products of their parts, for which there is faster code.
    fn complex_matmul(&self, b: &mut Builder<'_>) -> Lowered<Value> {
        let Some(part) = strata_complex::part_type(b.cx(), self.sum) else { return self.matmul(b) };
        let parts = |b: &mut Builder<'_>, side: usize, what: &dyn Fn(&mut Builder<'_>, Value) -> Value| {
            let init = constants::empty(b, &self.shapes[side], part);
            let op =
                GenericOp::elementwise(b, &[self.values[side]], &[init], |b, args| vec![what(b, args[0])]);
            b.result(op.op(), 0)
        };
        let real = |b: &mut Builder<'_>, v| complex::part(b, true, v);
        let imaginary = |b: &mut Builder<'_>, v| complex::part(b, false, v);
        let minus_imaginary = |b: &mut Builder<'_>, v| {
            let v = complex::part(b, false, v);
            strata_arith::NegFOp::build(b, v, None)
        };
        let [re, im, minus] = [parts(b, 0, &real), parts(b, 0, &imaginary), parts(b, 0, &minus_imaginary)];
        let [other_re, other_im] = [parts(b, 1, &real), parts(b, 1, &imaginary)];
        let of = |values: [Value; 2]| Self { values, sum: part, ..self.clone() };
        let first = of([re, other_re]).product(b, None)?;
        let re_sum = of([minus, other_im]).product(b, Some(first))?;
        let first = of([re, other_im]).product(b, None)?;
        let im_sum = of([im, other_re]).product(b, Some(first))?;
        let shape = types::shape(b, b.ty(re_sum))?;
        let init = constants::empty(b, &shape, self.sum);
        let op = GenericOp::elementwise(b, &[re_sum, im_sum], &[init], |b, args| {
            vec![complex::create(b, args[0], args[1])]
        });
        let product = b.result(op.op(), 0);
        reshape(b, product, &fixed(&self.to))
    }
    /// A matrix product, added to `init` if it is given.
    fn product(&self, b: &mut Builder<'_>, init: Option<Value>) -> Lowered<Value> {
        let d = &self.dims;
        let size =
            |side: usize, dims: &[i64]| dims.iter().map(|&i| self.shapes[side][i as usize]).product::<i64>();
        let (batch, m, k, n) =
            (size(0, &d.batch[0]), size(0, &d.free[0]), size(0, &d.contract[0]), size(1, &d.free[1]));
        let orders = [[&d.batch[0], &d.free[0], &d.contract[0]], [&d.batch[1], &d.contract[1], &d.free[1]]];
        let sizes = [[batch, m, k], [batch, k, n]];
        let batched = !d.batch[0].is_empty();
        let skip = !batched as usize;
        let mut inputs = Vec::new();
        for side in 0..2 {
            let order: Vec<i64> = orders[side].iter().flat_map(|p| p.iter().copied()).collect();
            let v = movement::transpose(b, self.values[side], &order)?;
            inputs.push(reshape(b, v, &fixed(&sizes[side][skip..]))?);
        }
        let inputs = [inputs[0], inputs[1]];
        let out = [batch, m, n];
        let init = match init {
            Some(sums) => sums,
            None => self.start(b, &out[skip..])?,
        };
        let Some(cast) = self.factors.cast() else {
            // No op with a name extends one factor with its sign and the other without.
            let maps =
                if batched { strata_linalg::batch_matmul_maps() } else { strata_linalg::matmul_maps() };
            let mut loops = vec![IteratorType::Parallel; out[skip..].len()];
            loops.push(IteratorType::Reduction);
            return sum_of_products(b, &inputs, init, &maps, &loops, self.factors);
        };
        let attrs: &[(&str, Attr)] = &[("cast", b.cx().attr(cast))];
        let attrs = if cast == TypeFn::CastUnsigned { attrs } else { &[] };
        let op = if batched {
            BatchMatmulOp::create(b, inputs, init, attrs)?.op()
        } else {
            MatmulOp::create(b, inputs, init, attrs)?.op()
        };
        self.factors.note(b.body(), op);
        Ok(b.result(op, 0))
    }
}
