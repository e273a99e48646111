//! Programs with perturbed arithmetic, to determine which results are dominated by rounding errors.
//!
//! Other implementations and the interpreter round differently. If a program subtracts nearly equal numbers, or compares them, an error of one bit
//! is amplified arbitrarily. `noisy` multiplies the results of all ops on floats, and the inputs of factorizations, by numbers near
//! one. An element of a result that changes with this noise says nothing about the compiler, and [`settle`] excludes it from the
//! comparison.

use strata_interp::{self as interp, Data, Elem, Num, Tensor};
use strata_ir::prelude::*;
use strata_stablehlo::{
    AbsOp, AddOp, Atan2Op, CholeskyOp, ClampOp, CompareOp, ComparisonDirection, ComparisonType, ComplexOp,
    ConstantOp, DivOp, FftOp, ImagOp, MapOp, MulOp, RealOp, ReturnOp, RoundNearestEvenOp, SelectOp, SortOp,
    facts::{
        Associative, Bitwise, BranchCut, CarriesValues, ComplexIllConditioned, Exact, Folds, IllConditioned,
        MovesElements, OrderDependent, ReadsNanBits, Rounds,
    },
};

/// Seeds of the noise that determines which results are well-conditioned.
const SEEDS: [u64; 3] = [1, 2, 3];
/// The noise, in units of the last place of one. Functions of `f32` are within two units.
const UNITS: f64 = 4.0;

/// The type of booleans.
const BOOL: Elem = Elem::Int { width: 1, unsigned: false };

/// The program, with operands bounded where the result depends on the order of steps for infinities and NaN.
pub fn tame(module: &Body) -> Box<Body> {
    let mut module = Box::new(module.clone());
    for (_, function) in module.children_mut() {
        for op in function.all_ops() {
            if op.isa::<FftOp>(function) {
                let result = function.result(op, 0);
                let users: Vec<(Op, usize)> = function.uses_of(result).collect();
                let coarse = coarse(&mut Builder::after(function, op), result);
                for (user, i) in users {
                    function.set_operand(user, i, coarse.unwrap_or(result));
                }
            }
            if tells_nans(function, op) {
                for i in 0..function.num_operands(op) {
                    let operand = function.operand(op, i);
                    let same = without_nan_signs(&mut Builder::before(function, op), operand);
                    function.set_operand(op, i, same.unwrap_or(operand));
                }
            }
            if is_tamed(function, op) {
                tame_operands(function, op);
            }
            if op.isa::<Atan2Op>(function) {
                // The logarithm of the quotient of a number and itself has any sign, and zeros are frequent.
                let operand = function.operand(op, 0);
                let moved = moved(&mut Builder::before(function, op), operand);
                function.set_operand(op, 0, moved.unwrap_or(operand));
            }
            if op.implements::<dyn BranchCut>(function) || function.info(op).dialect() == "chlo" {
                for i in 0..function.num_operands(op) {
                    let operand = function.operand(op, i);
                    let off = off_the_cut(&mut Builder::before(function, op), operand);
                    function.set_operand(op, i, off.unwrap_or(operand));
                }
            }
        }
    }
    module
}

/// Bounds the operands of an op.
fn tame_operands(function: &mut Body, op: Op) {
    let factors = op.isa::<CholeskyOp>(function);
    let inits = function.num_operands(op) / 2;
    let folds = op.implements::<dyn Folds>(function);
    for i in 0..function.num_operands(op) {
        let operand = function.operand(op, i);
        if folds && i >= inits && function.def_as::<ConstantOp>(operand).is_some() {
            // The initial value of a maximum may be infinite.
            continue;
        }
        let mut b = Builder::before(function, op);
        let tamed = bounded(&mut b, operand);
        let tamed = if factors { tamed.and_then(|x| definite(&mut b, x)) } else { tamed };
        if let Some(tamed) = tamed {
            function.set_operand(op, i, tamed);
        }
    }
}

/// Whether an op distinguishes NaNs of different signs. The sign of a generated NaN is unspecified, and differs between GPUs and CPUs.
/// Operands of sorts are handled before, so that the comparator stays one that the compiler recognizes.
fn tells_nans(body: &Body, op: Op) -> bool {
    let in_sort = body.parent_op(op).is_some_and(|p| p.isa::<SortOp>(body));
    let Some(compare) = op.as_op::<CompareOp>(body) else {
        return op.implements::<dyn ReadsNanBits>(body);
    };
    !in_sort && compare.compare_type(body).is_some_and(|t| *t.get(body.cx()) == ComparisonType::TotalOrder)
}

/// Replaces all NaNs of floats by the same NaN.
fn without_nan_signs(b: &mut Builder<'_>, x: Value) -> Option<Value> {
    let ty = b.ty(x);
    b.cx().as_float(b.cx().elem_or_self(ty))?;
    let nan = splat(b, x, f64::NAN)?;
    let holds = b.cx().with_elem(ty, b.cx().i1());
    let direction = b.cx().attr(ComparisonDirection::Eq);
    let number = CompareOp::build(b, x, x, direction, None, holds);
    Some(SelectOp::build(b, number, x, nan, ty))
}

/// Whether an op amplifies rounding errors of some operands arbitrarily.
fn is_tamed(body: &Body, op: Op) -> bool {
    let complex = body
        .result_types(op)
        .any(|ty| body.cx().type_as::<ComplexType>(body.cx().elem_or_self(ty)).is_some());
    let magnifies = op.implements::<dyn ComplexIllConditioned>(body) || body.info(op).dialect() == "chlo";
    op.implements::<dyn OrderDependent>(body) || complex && magnifies
}

/// Applies a function of floats to a tensor of floats, or to both parts of complex numbers; `None` for other types.
fn on_parts(
    b: &mut Builder<'_>,
    x: Value,
    function: &mut dyn FnMut(&mut Builder<'_>, Value) -> Option<Value>,
) -> Option<Value> {
    let cx = b.cx_arc().clone();
    let ty = b.ty(x);
    let elem = cx.elem_or_self(ty);
    let Some(complex) = cx.type_as::<ComplexType>(elem) else {
        return cx.as_float(elem).and_then(|_| function(b, x));
    };
    let part = cx.with_elem(ty, complex.elem);
    let (re, im) = (RealOp::build(b, x, part), ImagOp::build(b, x, part));
    let (re, im) = (function(b, re)?, function(b, im)?);
    Some(ComplexOp::build(b, re, im, ty))
}

/// A constant of the type of `x`, all of whose elements are `value`.
fn splat(b: &mut Builder<'_>, x: Value, value: f64) -> Option<Value> {
    let ty = b.ty(x);
    let attr = b.cx().splat_attr(ty, b.cx().float_attr(value, b.cx().elem_or_self(ty)))?;
    Some(ConstantOp::build(b, attr, ty))
}

/// `x` with ones in place of numbers that are not finite, or so large that their squares may overflow, and zeros in place of numbers so
/// small that they have less precision.
fn bounded(b: &mut Builder<'_>, x: Value) -> Option<Value> {
    on_parts(b, x, &mut |b, x| {
        let (ty, holds) = (b.ty(x), b.cx().with_elem(b.ty(x), b.cx().i1()));
        // Small formats have a small range, and their smallest numbers have one bit.
        let narrow = is_narrow(b, ty);
        let (least, most) = if narrow { (0.25, 4.0) } else { (1e-30, 1e3) };
        let (zero, one) = (splat(b, x, 0.0)?, splat(b, x, 1.0)?);
        let (least, most) = (splat(b, x, least)?, splat(b, x, most)?);
        let size = AbsOp::build(b, x, ty);
        let [less, not_more] = [ComparisonDirection::Lt, ComparisonDirection::Le].map(|d| b.cx().attr(d));
        let small = CompareOp::build(b, size, least, less, None, holds);
        // NaN satisfies neither comparison.
        let fits = CompareOp::build(b, size, most, not_more, None, holds);
        let x = SelectOp::build(b, fits, x, one, ty);
        Some(SelectOp::build(b, small, zero, x, ty))
    })
}

/// Complex numbers, with those near an axis moved to its positive side.
fn off_the_cut(b: &mut Builder<'_>, x: Value) -> Option<Value> {
    let cx = b.cx_arc().clone();
    let ty = b.ty(x);
    let part = cx.with_elem(ty, cx.type_as::<ComplexType>(cx.elem_or_self(ty))?.elem);
    let holds = cx.with_elem(ty, cx.i1());
    let (re, im) = (RealOp::build(b, x, part), ImagOp::build(b, x, part));
    let positive = |b: &mut Builder<'_>, part_of: Value, other: Value| {
        let (positive, other) = (AbsOp::build(b, part_of, part), AbsOp::build(b, other, part));
        let near = splat(b, other, 1.0 / 1024.0)?;
        let near = MulOp::build(b, other, near, part);
        let direction = cx.attr(ComparisonDirection::Le);
        let near = CompareOp::build(b, positive, near, direction, None, holds);
        Some(SelectOp::build(b, near, positive, part_of, part))
    };
    let (off_re, off_im) = (positive(b, re, im)?, positive(b, im, re)?);
    Some(ComplexOp::build(b, off_re, off_im, ty))
}

/// Complex numbers that are rarely zero.
fn moved(b: &mut Builder<'_>, x: Value) -> Option<Value> {
    let ty = b.ty(x);
    b.cx().type_as::<ComplexType>(b.cx().elem_or_self(ty))?;
    let by = on_parts(b, x, &mut |b, part| splat(b, part, 0.3))?;
    Some(AddOp::build(b, x, by, ty))
}

/// `x` rounded to multiples of 1/1024, so that rounding errors of zeros in a transform become zero. The rounding is shifted so that the
/// midpoint of two multiples, which is frequent in sums of numbers of few bits, is not at a discontinuity.
fn coarse(b: &mut Builder<'_>, x: Value) -> Option<Value> {
    on_parts(b, x, &mut |b, x| {
        let ty = b.ty(x);
        let unit = splat(b, x, 1024.0)?;
        let offset = splat(b, x, 0.1234)?;
        let scaled = MulOp::build(b, x, unit, ty);
        let scaled = AddOp::build(b, scaled, offset, ty);
        let rounded = RoundNearestEvenOp::build(b, scaled, ty);
        Some(DivOp::build(b, rounded, unit, ty))
    })
}

/// A matrix near the identity, which has a Cholesky factor.
fn definite(b: &mut Builder<'_>, x: Value) -> Option<Value> {
    let cx = b.cx_arc().clone();
    let ty = b.ty(x);
    let elem = cx.elem_or_self(ty);
    let format = cx.as_float(elem)?;
    let n = *cx.shaped(ty)?.shape?.last()?;
    let (low, high, tenth) = (splat(b, x, -1.0)?, splat(b, x, 1.0)?, splat(b, x, 0.1)?);
    let clamped = ClampOp::build(b, low, x, high, ty);
    let small = MulOp::build(b, clamped, tenth, ty);
    let width = format.width() as usize / 8;
    let one = |at: i64| format.from_f64(if at % (n + 1) == 0 { 1.0 } else { 0.0 });
    let bytes: Vec<u8> = (0..n * n).flat_map(|at| one(at).to_le_bytes()[..width].to_vec()).collect();
    let identity = ConstantOp::build(b, cx.dense_attr(ty, bytes)?, ty);
    Some(AddOp::build(b, small, identity, ty))
}

/// Whether a program folds elements by a non-associative operation in unspecified order. No operation on 8-bit floats counts as
/// associative, because of their large rounding errors.
pub fn is_open(module: &Body) -> bool {
    // Ops that join nothing do not count.
    let associative = |body: &Body, op: Op| {
        op.implements::<dyn Associative>(body) || op.isa::<ConstantOp>(body) || op.isa::<ReturnOp>(body)
    };
    module.children().any(|(_, function)| {
        function.all_ops().into_iter().any(|op| {
            let fold = function.parent_op(op).is_some_and(|p| p.implements::<dyn Folds>(function));
            let rounds = op.implements::<dyn Associative>(function)
                && op.implements::<dyn Rounds>(function)
                && function.result_types(op).any(|ty| is_narrow(function, ty));
            fold && (rounds || !associative(function, op))
        })
    })
}

fn is_narrow(body: &Body, ty: Type) -> bool {
    body.cx().as_float(body.cx().elem_or_self(ty)).is_some_and(|f| f.width() <= 8)
}

/// Whether all implementations of an op give bit-identical results.
fn is_exact(b: &Body, op: Op) -> bool {
    op.implements::<dyn MovesElements>(b)
        || op.implements::<dyn CarriesValues>(b)
        || op.implements::<dyn Bitwise>(b)
        || op.implements::<dyn Exact>(b)
        // The arithmetic is in its region.
        || op.isa::<MapOp>(b)
}

/// The results of a program with noise, by a function that runs programs.
///
/// # Errors
/// Those of the function.
pub fn runs<E>(
    module: &Body,
    run: impl Fn(&Body) -> Result<Vec<interp::Value>, E>,
) -> Result<Vec<Vec<interp::Value>>, E> {
    SEEDS.iter().map(|&seed| run(&noisy(module, seed))).collect()
}

/// The program with noise that depends on the seed.
fn noisy(module: &Body, seed: u64) -> Box<Body> {
    let mut module = Box::new(module.clone());
    let mut state = seed.wrapping_mul(2) | 1;
    for (_, function) in module.children_mut() {
        for op in function.all_ops() {
            let dialect = function.info(op).dialect();
            if matches!(dialect, "stablehlo" | "chlo") && !is_exact(function, op) {
                for result in function.results(op).to_vec() {
                    disturb(function, op, result, &mut state);
                }
                for i in 0..function.num_operands(op) {
                    let operand = function.operand(op, i);
                    let Some(factor) = factor(function, operand, &mut state) else { continue };
                    if op.implements::<dyn IllConditioned>(function) {
                        let mut b = Builder::before(function, op);
                        let ty = b.ty(operand);
                        let factor = ConstantOp::build(&mut b, factor, ty);
                        let noisy = MulOp::build(&mut b, operand, factor, ty);
                        function.set_operand(op, i, noisy);
                    }
                }
            }
        }
    }
    module
}

/// Multiplies a result by numbers near one.
fn disturb(body: &mut Body, op: Op, result: Value, state: &mut u64) {
    let Some(factor) = factor(body, result, state) else { return };
    let ty = body.ty(result);
    let mut b = Builder::after(body, op);
    let factor = ConstantOp::build(&mut b, factor, ty);
    let product = MulOp::build(&mut b, result, factor, ty);
    let maker = b.def_op(product);
    b.replace_uses_if(result, product, |_, user| Some(user) != maker);
}

/// Numbers near one, of the type of a value; `None` for types other than floats of at least 16 bits.
fn factor(body: &Body, value: Value, state: &mut u64) -> Option<Attr> {
    let cx = body.cx();
    let ty = body.ty(value);
    let elem = cx.elem_or_self(ty);
    let count = cx.shaped(ty)?.num_elements()?;
    let part = cx.type_as::<ComplexType>(elem).map(|c| c.elem);
    let format = cx.as_float(part.unwrap_or(elem)).filter(|f| f.width() >= 16)?;
    let width = format.width() as usize / 8;
    let unit = UNITS * 0.5f64.powi(format.precision() as i32 - 1);
    let mut bytes = Vec::with_capacity(width * count as usize);
    for _ in 0..count {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let factor = if *state >> 63 == 0 { 1.0 + unit } else { 1.0 - unit };
        let numbers: &[f64] = if part.is_some() { &[factor, factor - 1.0] } else { &[factor] };
        for &number in numbers {
            bytes.extend_from_slice(&format.from_f64(number).to_le_bytes()[..width]);
        }
    }
    cx.dense_attr(ty, bytes)
}

/// The change by noise from which on an element is excluded: less than the tolerance of the comparison, so that elements near the limit
/// are excluded instead of failing.
fn slack(want: &Tensor) -> f64 {
    let (Elem::Float(f) | Elem::Complex(f)) = want.elem else { return 0.0 };
    let sizes = (0..want.len()).map(|k| want.at(k).complex()).map(|c| c.re.abs().max(c.im.abs()));
    let largest = sizes.filter(|s| s.is_finite()).fold(1.0, f64::max);
    largest * (2.0 * UNITS * 0.5f64.powi(f.precision() as i32 - 1)).max(1e-6)
}

fn is_moved(noisy: Num, want: Num, slack: f64) -> bool {
    if let (Num::Int(n), Num::Int(w)) = (noisy, want) {
        return n != w;
    }
    let moved = |n: f64, w: f64| n != w && !(n.is_nan() && w.is_nan()) && !((n - w).abs() <= slack);
    let (n, w) = (noisy.complex(), want.complex());
    moved(n.re, w.re) || moved(n.im, w.im)
}

/// For each result of `want` which of its elements noise does not move, by `others`, the results with noise.
pub fn settled(want: &[interp::Value], others: &[Vec<interp::Value>]) -> Vec<interp::Value> {
    let one = |(i, value): (usize, &interp::Value)| {
        let want = value.elements()?;
        let others: Vec<_> = others.iter().filter_map(|o| o.get(i)?.elements()).collect();
        let slack = slack(want);
        let holds = |k: usize| !others.iter().any(|o| is_moved(o.at(k), want.at(k), slack));
        let holds = (0..want.len()).map(|k| Num::Int(i64::from(holds(k))));
        let data = Data::collect(BOOL, holds);
        Some(interp::Value::Tensor(Tensor::new(BOOL, want.shape.clone(), data)))
    };
    want.iter().enumerate().filter_map(one).collect()
}

/// The results `got`, with elements of `want` where one of `others` differs too much from `want`; and the number of these elements.
pub fn settle(
    got: &[interp::Value],
    want: &[interp::Value],
    others: &[Vec<interp::Value>],
) -> (Vec<interp::Value>, usize) {
    let mut replaced = 0;
    // It is unspecified which part of a complex number becomes NaN first.
    let both_nan = |g: Num, w: Num| g.complex().is_nan() && w.complex().is_nan();
    let mut settled = got.to_vec();
    for (i, got) in settled.iter_mut().enumerate() {
        let (Some(g), Some(w)) = (got.elements(), want.get(i).and_then(interp::Value::elements)) else {
            continue;
        };
        if (&g.shape, g.elem) != (&w.shape, w.elem) {
            continue;
        }
        let others: Vec<Tensor> = others.iter().filter_map(|o| Some(o.get(i)?.elements()?.clone())).collect();
        let slack = slack(w);
        let moved = |k: usize| others.iter().any(|o| is_moved(o.at(k), w.at(k), slack));
        let numbers: Vec<_> = (0..w.len())
            .map(|k| {
                let takes = moved(k) || both_nan(g.at(k), w.at(k));
                replaced += usize::from(takes);
                if takes { w.at(k) } else { g.at(k) }
            })
            .collect();
        *got = interp::Value::Tensor(Tensor::new(
            w.elem,
            w.shape.clone(),
            Data::collect(w.elem, numbers.into_iter()),
        ));
    }
    (settled, replaced)
}
