//! Paddings of slices in loops are computed before the loops, for all iterations, into one tensor.
//!
//! ```mlir
//! scf.for %i = %c0 to %c24 step %c5 {
//!   %s = tensor.extract_slice %a[%i, 0] [%n, 8] [1, 1]
//!   %p = tensor.pad %s … : tensor<?x8xf32> to tensor<5x8xf32>
//!   "use"(%p)
//! }
//! ```
//! becomes
//! ```mlir
//! %e = tensor.empty() : tensor<5x5x8xf32>
//! %all = scf.for %i = %c0 to %c24 step %c5 iter_args(%t = %e) {
//!   %s = tensor.extract_slice %a[%i, 0] [%n, 8] [1, 1]
//!   %p = tensor.pad %s … : tensor<?x8xf32> to tensor<5x8xf32>
//!   %u = tensor.insert_slice %p into %t[%i ceildiv 5, 0, 0] [1, 5, 8] [1, 1, 1]
//!   scf.yield %u
//! }
//! scf.for %i = %c0 to %c24 step %c5 {
//!   %p = tensor.extract_slice %all[%i ceildiv 5, 0, 0] [1, 5, 8] [1, 1, 1]
//!   "use"(%p)
//! }
//! ```

mod analysis;

use strata_ir::{affine::AffineExpr, core::DYNAMIC, prelude::*};
use strata_linalg::TransposeOp;
use strata_scf::{ForOp, YieldOp};
use strata_tensor::{DestinationStyle, EmptyOp, ExtractSliceOp, InsertSliceOp, MixedIndex, PadOp};

use crate::{bounds::largest_value, tiling::index_math::apply};
use analysis::{Analysis, analyze};

pub use analysis::{loops_up_to, nearest_loops};

/// The ops that take the place of a padding.
pub struct Hoisted {
    /// The padding, where it was moved to.
    pub pad: Op,
    /// The loop that computes all paddings; `None` if no iterations have paddings of their own.
    pub nest: Option<Op>,
}

/// The copy of a padding in loops of its own.
struct Packing {
    pad: Op,
    /// The outermost of the new loops.
    nest: Option<Op>,
    /// The padded values of all iterations.
    value: Value,
    /// The shape of one of them.
    shape: Vec<i64>,
}

/// The number of an iteration. `None` if bounds are computed in the loops that are left.
fn iteration(b: &mut Builder<'_>, outer: ForOp, of: ForOp) -> Option<MixedIndex> {
    let (lower, step) = (of.lower_bound(b), of.step(b));
    let [lower, step] = [lower, step].map(|v| fixed(b, v));
    let known = |m: MixedIndex| m.value().is_none_or(|v| b.is_defined_outside(v, outer.op()));
    (known(lower) && known(step)).then_some(())?;
    let [iv, from, by] = [0, 1, 2].map(AffineExpr::dim);
    let operands = [of.induction_var(b).into(), lower, step];
    Some(apply(b, &(iv - from).ceil_div(by), &operands))
}

/// A value, as a number where that is known.
fn fixed(b: &Body, v: Value) -> MixedIndex {
    MixedIndex::Value(v).constant(b).map_or(v.into(), MixedIndex::Static)
}

/// How many iterations a loop has at most, known before the outermost one.
fn largest_count(b: &mut Builder<'_>, outer: ForOp, of: ForOp) -> Option<MixedIndex> {
    let upper = of.upper_bound(b);
    let upper = match largest_value(b, upper) {
        Some(n) => MixedIndex::Static(n),
        None => MixedIndex::Value(upper),
    };
    let operands = [fixed(b, of.lower_bound(b)), upper, fixed(b, of.step(b))];
    let known = |m: &MixedIndex| m.value().is_none_or(|v| b.is_defined_outside(v, outer.op()));
    operands.iter().all(known).then_some(())?;
    let [from, to, by] = [0, 1, 2].map(AffineExpr::dim);
    Some(apply(b, &(to - from).ceil_div(by), &operands))
}

/// Where one of the padded values is: offsets, sizes and strides.
fn place(numbers: &[MixedIndex], shape: &[i64]) -> [Vec<MixedIndex>; 3] {
    let fill = |n: i64, count: usize| vec![MixedIndex::Static(n); count];
    let offsets = [numbers, &fill(0, shape.len())].concat();
    let mut sizes = fill(1, numbers.len());
    sizes.extend(shape.iter().map(|&n| MixedIndex::Static(n)));
    let ones = fill(1, sizes.len());
    [offsets, sizes, ones]
}

fn transposed(shape: &[i64], order: &[i64]) -> Option<Vec<i64>> {
    if order.is_empty() {
        return Some(shape.to_vec());
    }
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..shape.len() as i64) {
        return None;
    }
    order.iter().map(|&d| shape.get(usize::try_from(d).ok()?).copied()).collect()
}

/// Computes all paddings before the outermost loop. Nothing has changed where it returns `None`.
fn pack(body: &mut Body, pad: PadOp, order: &[i64], analysis: &Analysis) -> Option<Packing> {
    let outer = analysis.outer;
    let padded = body.ty(pad.result(body));
    let (padded, elem) = (body.cx().shaped(padded)?.shape?.to_vec(), body.cx().elem_or_self(padded));
    let shape = transposed(&padded, order)?;
    if shape.contains(&DYNAMIC)
        || analysis.carrier.is_some() && !(order.is_empty() && analysis.loops.is_empty())
    {
        return None;
    }
    let invariant =
        |v: Value| matches!(fixed(body, v), MixedIndex::Static(_)) || body.is_defined_outside(v, outer.op());
    if !analysis.loops.iter().all(|l| invariant(l.lower_bound(body)) && invariant(l.step(body))) {
        return None;
    }
    let mut b = Builder::before(body, outer.op());
    let counts: Option<Vec<MixedIndex>> =
        analysis.loops.iter().map(|&l| largest_count(&mut b, outer, l)).collect();
    let mut sizes = counts?;
    sizes.extend(shape.iter().map(|&n| MixedIndex::Static(n)));
    let mut tensor = EmptyOp::create(&mut b, &sizes, elem);
    let mut map = IdMap::new();
    // A slice that the loops carry is what goes into them.
    let mut source = pad.source(&b);
    while let Some(init) = carried(&b, source, outer) {
        map.map(source, init);
        source = init;
    }
    let (mut ivs, mut numbers) = (Vec::new(), Vec::new());
    for &op in &analysis.slice {
        let Some(of) = op.as_op::<ForOp>(&b) else {
            let copy = b.body().clone_op(op, &mut map);
            b.insert_op(copy);
            continue;
        };
        let bounds = [of.lower_bound(&b), of.upper_bound(&b), of.step(&b)].map(|v| map.get(v));
        let (ty, unsigned) = (b.ty(tensor), b.attr(of.op(), "unsignedCmp"));
        let copy = ForOp::build(&mut b, bounds[0], bounds[1], bounds[2], &[tensor], unsigned, &[ty]);
        let args = [b.ty(bounds[0]), ty];
        let block = b.region_block(copy, 0, &args, |_, block| block);
        map.map(of.induction_var(&b), copy.induction_var(&b));
        tensor = b.block_args(block)[1];
        b.goto_end(block);
        numbers.push(iteration(&mut b, outer, copy)?);
        ivs.push(copy);
    }
    let mut value = map.get(pad.result(&b));
    let pad = b.def_op(value)?;
    let [offsets, sizes, ones] = place(&numbers, &shape);
    if !order.is_empty() {
        let ty = b.cx().tensor(&shape, elem);
        let into = ExtractSliceOp::of_type(&mut b, tensor, &offsets, &sizes, &ones, ty);
        value = transpose(&mut b, value, into, order)?;
    }
    if !ivs.is_empty() {
        value = InsertSliceOp::create(&mut b, value, tensor, &offsets, &sizes, &ones);
        for of in ivs.iter().rev() {
            let block = of.body_block(&b);
            b.goto_end(block);
            YieldOp::build(&mut b, &[value]);
            value = b.result(of.op(), 0);
        }
    }
    Some(Packing { pad, nest: ivs.first().map(|l| l.op()), value, shape })
}

fn transpose(b: &mut Builder<'_>, v: Value, into: Value, order: &[i64]) -> Option<Value> {
    let op = TransposeOp::create(b, v, into, order).ok()?.op();
    b.results(op).first().copied()
}

/// The value that goes into the loop that carries another one, if it is the outermost one or in that.
fn carried(b: &Body, v: Value, outer: ForOp) -> Option<Value> {
    let Def::Arg { block, index } = b.def(v) else { return None };
    let of = b.block_parent_op(block).filter(|&op| op != Op::SELF)?.as_op::<ForOp>(b)?;
    let inside = of == outer || b.is_ancestor(outer.op(), of.op());
    of.init_args(b).nth((index as usize).checked_sub(1)?).filter(|_| inside)
}

/// The slice that a loop yields of a padded value that it has carried, with the number of that value.
fn yielded_slice(body: &Body, pad: PadOp, analysis: &Analysis, carrier: ForOp) -> Option<(usize, Value)> {
    let slice = analysis.extract.result(body);
    let number = carrier.init_args(body).position(|v| v == slice)?;
    let arg = *carrier.region_iter_args(body).get(number)?;
    if pad.source(body) != arg || !body.has_one_use(arg) {
        return None;
    }
    let end = carrier.terminator(body)?;
    let yielded = body.def_as::<ExtractSliceOp>(body.operand(end.op(), number))?;
    let mut source = yielded.source(body);
    while source != pad.result(body) {
        let Def::Result { op, index } = body.def(source) else { return None };
        source = op.cast::<dyn DestinationStyle>(body)?.tied_init(body, index)?;
    }
    Some((number, yielded.source(body)))
}

/// The loop carries the padded value; its result is the slice of that after the last iteration.
fn carry(body: &mut Body, pad: PadOp, analysis: &Analysis, carrier: ForOp, packed: Value) -> Option<Value> {
    let (number, next) = yielded_slice(body, pad, analysis, carrier)?;
    let (ty, end) = (body.ty(packed), carrier.terminator(body)?.op());
    let arg = *carrier.region_iter_args(body).get(number)?;
    let result = body.result(carrier.op(), number);
    let sizes = strata_tensor::OffsetSizeStride::mixed_sizes(&analysis.extract, body);
    let part = body.ty(result);
    body.replace_all_uses(pad.result(body), arg);
    body.set_operand(carrier.op(), 3 + number, packed);
    body.set_operand(end, number, next);
    for v in [arg, result] {
        body.set_type(v, ty);
    }
    let users: Vec<(Op, usize)> = body.uses_of(result).collect();
    let mut b = Builder::after(body, carrier.op());
    let [zeros, ones] = [0, 1].map(|n| vec![MixedIndex::Static(n); sizes.len()]);
    let slice = ExtractSliceOp::of_type(&mut b, result, &zeros, &sizes, &ones, part);
    for (user, i) in users {
        body.set_operand(user, i, slice);
    }
    body.erase(pad.op());
    Some(slice)
}

/// Moves a padding out of the loops around it, which come innermost first. `None` if that is not possible; the program computes the same
/// then.
pub fn hoist(body: &mut Body, pad: PadOp, around: &[ForOp], order: &[i64]) -> Option<Hoisted> {
    let analysis = analyze(body, pad, around)?;
    if let Some(carrier) = analysis.carrier {
        yielded_slice(body, pad, &analysis, carrier)?;
    }
    let packing = pack(body, pad, order, &analysis)?;
    if let Some(carrier) = analysis.carrier {
        carry(body, pad, &analysis, carrier, packing.value)?;
        return Some(Hoisted { pad: packing.pad, nest: None });
    }
    let mut b = Builder::before(body, pad.op());
    let numbers: Option<Vec<MixedIndex>> =
        analysis.loops.iter().map(|&l| iteration(&mut b, analysis.outer, l)).collect();
    let elem = b.cx().elem_or_self(b.ty(packing.value));
    let ty = b.cx().tensor(&packing.shape, elem);
    let [offsets, sizes, ones] = place(&numbers?, &packing.shape);
    let mut value = ExtractSliceOp::of_type(&mut b, packing.value, &offsets, &sizes, &ones, ty);
    if !order.is_empty() {
        let shape: Vec<MixedIndex> =
            b.cx().shaped(b.ty(pad.result(&b)))?.shape?.iter().map(|&n| MixedIndex::Static(n)).collect();
        let into = EmptyOp::create(&mut b, &shape, elem);
        value = transpose(&mut b, value, into, order)?;
    }
    crate::loops::replace(body, pad.op(), &[value]);
    Some(Hoisted { pad: packing.pad, nest: packing.nest })
}

/// Computes all values of a padding before the loops around it; the padding stays.
pub fn build_nest(body: &mut Body, pad: PadOp, around: &[ForOp], order: &[i64]) -> Option<Hoisted> {
    let analysis = analyze(body, pad, around)?;
    let packing = pack(body, pad, order, &analysis)?;
    Some(Hoisted { pad: packing.pad, nest: packing.nest })
}
