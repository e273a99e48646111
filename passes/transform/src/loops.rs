//! Rewrites of single loops of `scf`.

use strata_affine::DelinearizeIndexOp;
use strata_ir::{affine::AffineExpr, prelude::*};
use strata_scf::{ForOp, YieldOp};
use strata_tensor::MixedIndex;

use crate::tiling::index_math::apply;

/// Replaces the results of an op by values, and erases it.
pub fn replace(body: &mut Body, op: Op, values: &[Value]) {
    for (old, &new) in body.results(op).to_vec().into_iter().zip(values) {
        body.replace_all_uses(old, new);
    }
    body.erase(op);
}

/// The values that an iteration yields.
fn yielded(body: &Body, op: ForOp) -> Vec<Value> {
    op.terminator(body).map_or(Vec::new(), |y| body.operands(y.op()).collect())
}

/// Replaces a loop by its body, executed once.
pub fn inline_once(body: &mut Body, op: ForOp) {
    let values = yielded(body, op);
    let mut args = vec![op.lower_bound(body)];
    args.extend(op.init_args(body));
    if let Some(end) = op.terminator(body) {
        body.erase(end);
    }
    let (block, at) = (op.body_block(body), InsertPoint::before(body, op.op()));
    // A value that is yielded as it came in is that of the argument.
    let params = body.block_args(block).to_vec();
    let values: Vec<Value> =
        values.into_iter().map(|v| params.iter().position(|&p| p == v).map_or(v, |i| args[i])).collect();
    body.inline_block(block, at, &args);
    replace(body, op.op(), &values);
}

/// Puts `factor` iterations into one; those that are left over come in a loop of their own. `None`, with nothing changed, if the bounds
/// are not constants.
pub fn unroll(body: &mut Body, op: ForOp, factor: u64) -> Option<()> {
    let [lower, upper, step] = op.constant_bounds(body)?;
    let trips = op.trip_count(body)?;
    if step <= 0 || factor == 0 {
        return None;
    }
    // All iterations are left over.
    if trips < factor {
        return Some(());
    }
    let work = body.block_ops(op.body_block(body)).count() as u64;
    if factor.checked_mul(work)? > 1 << 22 {
        return None;
    }
    if factor == 1 {
        if trips == 1 {
            inline_once(body, op);
        }
        return Some(());
    }
    let whole = i64::try_from(trips - trips % factor).ok()?;
    let end = lower.checked_add(whole.checked_mul(step)?)?;
    let new_step = step.checked_mul(i64::try_from(factor).ok()?)?;
    let ty = body.ty(op.lower_bound(body));
    let constant = |body: &mut Body, n: i64| {
        let mut b = Builder::before(body, op.op());
        let attr = b.cx().int_attr(n, ty);
        strata_arith::constant(&mut b, attr)
    };
    if end < upper && trips % factor != 0 {
        let rest = body.clone_op(op.op(), &mut IdMap::new());
        let at = InsertPoint::after(body, op.op());
        body.insert(rest, at);
        let bound = constant(body, end);
        let main: Vec<Value> = body.results(op.op()).to_vec();
        let new: Vec<Value> = body.results(rest).to_vec();
        for (old, new) in main.iter().zip(new) {
            body.replace_all_uses(*old, new);
        }
        body.set_operand(rest, 0, bound);
        for (i, v) in main.into_iter().enumerate() {
            body.set_operand(rest, 3 + i, v);
        }
        body.set_operand(op.op(), 1, bound);
        let rest = rest.as_op::<ForOp>(body)?;
        if rest.trip_count(body) == Some(1) {
            inline_once(body, rest);
        }
    }
    let stride = constant(body, new_step);
    unroll_body(body, op, factor);
    body.set_operand(op.op(), 2, stride);
    if op.trip_count(body) == Some(1) {
        inline_once(body, op);
    }
    Some(())
}

/// Appends `factor - 1` copies of the body, each for a later iteration.
fn unroll_body(body: &mut Body, op: ForOp, factor: u64) {
    let (step, ty) = (op.step(body), body.ty(op.lower_bound(body)));
    let block = op.body_block(body);
    let Some(end) = op.terminator(body) else { return };
    let originals: Vec<Op> = body.block_ops(block).filter(|&o| o != end.op()).collect();
    let params = body.block_args(block).to_vec();
    let mut carried = yielded(body, op);
    let last = carried.clone();
    for i in 1..factor {
        let mut map = IdMap::new();
        if body.has_uses(params[0]) {
            let mut b = Builder::before(body, end.op());
            let number = b.cx().int_attr(i as i64, ty);
            let number = strata_arith::constant(&mut b, number);
            let distance = strata_arith::MulIOp::build(&mut b, step, number, None);
            let iv = strata_arith::AddIOp::build(&mut b, params[0], distance, None);
            map.map(params[0], iv);
        }
        for (&param, &v) in params[1..].iter().zip(&carried) {
            map.map(param, v);
        }
        for &inner in &originals {
            let copy = body.clone_op(inner, &mut map);
            let at = InsertPoint::before(body, end.op());
            body.insert(copy, at);
        }
        carried = last.iter().map(|&v| map.get(v)).collect();
    }
    body.set_operands(end.op(), &carried);
}

/// Divides a loop into one of whole steps and one of what is left over; returns both. `None`, with nothing changed, if nothing is left
/// over.
pub fn peel_last(body: &mut Body, op: ForOp) -> Option<[Op; 2]> {
    let (lower, upper, step) = (op.lower_bound(body), op.upper_bound(body), op.step(body));
    if !body.cx().is_index(body.ty(lower)) {
        return None;
    }
    let known = |b: &Body, v: Value| match MixedIndex::Value(v).constant(b) {
        Some(n) => MixedIndex::Static(n),
        None => MixedIndex::Value(v),
    };
    let bounds = [lower, upper, step].map(|v| known(body, v));
    if bounds[2] == MixedIndex::Static(1) {
        return None;
    }
    if let [MixedIndex::Static(lower), MixedIndex::Static(upper), MixedIndex::Static(step)] = bounds
        && (step <= 0 || (upper - lower) % step == 0)
    {
        return None;
    }
    let [l, u, s] = [0, 1, 2].map(AffineExpr::dim);
    let mut b = Builder::before(body, op.op());
    let split = match apply(&mut b, &(u.clone() - (u - l).modulo(s)), &bounds) {
        MixedIndex::Static(n) => strata_arith::constant_index(&mut b, n),
        MixedIndex::Value(v) => v,
    };
    let rest = body.clone_op(op.op(), &mut IdMap::new());
    let at = InsertPoint::after(body, op.op());
    body.insert(rest, at);
    let (main, new) = (body.results(op.op()).to_vec(), body.results(rest).to_vec());
    for (&old, new) in main.iter().zip(new) {
        body.replace_all_uses(old, new);
    }
    body.set_operand(rest, 0, split);
    for (i, v) in main.into_iter().enumerate() {
        body.set_operand(rest, 3 + i, v);
    }
    body.set_operand(op.op(), 1, split);
    Some([op.op(), rest])
}

/// Takes the first iteration out of a loop; returns the loops of the first and of the others. `None`, with nothing changed, if there is
/// at most one.
pub fn peel_first(body: &mut Body, op: ForOp) -> Option<[Op; 2]> {
    if op.trip_count(body).is_some_and(|n| n <= 1) || !body.cx().is_index(body.ty(op.lower_bound(body))) {
        return None;
    }
    let (lower, step) = (op.lower_bound(body), op.step(body));
    let mut b = Builder::before(body, op.op());
    let exprs = AffineExpr::dim(0) + AffineExpr::dim(1);
    let values =
        [lower, step].map(|v| MixedIndex::Value(v).constant(&b).map_or(v.into(), MixedIndex::Static));
    let split = match apply(&mut b, &exprs, &values) {
        MixedIndex::Static(n) => strata_arith::constant_index(&mut b, n),
        MixedIndex::Value(v) => v,
    };
    let first = body.clone_op(op.op(), &mut IdMap::new());
    let at = InsertPoint::before(body, op.op());
    body.insert(first, at);
    body.set_operand(first, 1, split);
    let values = body.results(first).to_vec();
    body.set_operand(op.op(), 0, split);
    for (i, v) in values.into_iter().enumerate() {
        body.set_operand(op.op(), 3 + i, v);
    }
    Some([op.op(), first])
}

/// The loops of a perfect nest, outermost first: each has nothing but the next in it, and passes on what that carries.
fn perfect_nest(body: &Body, outer: ForOp) -> Vec<ForOp> {
    let mut nest = vec![outer];
    loop {
        let last = nest[nest.len() - 1];
        let ops: Vec<Op> = body.block_ops(last.body_block(body)).collect();
        let [inner, end] = ops[..] else { return nest };
        let Some(inner) = inner.as_op::<ForOp>(body) else { return nest };
        let passes = inner.init_args(body).eq(last.region_iter_args(body).iter().copied())
            && body.operands(end).eq(body.results(inner.op()).iter().copied());
        let bounds = [inner.lower_bound(body), inner.upper_bound(body), inner.step(body)];
        let inside = |v: Value| body.def_block(v) == Some(last.body_block(body));
        if !passes || bounds.into_iter().any(inside) || nest.len() > 64 {
            return nest;
        }
        nest.push(inner);
    }
}

/// Makes one loop of a perfect nest, from zero in steps of one; `None`, with nothing changed, if there is just one loop.
pub fn coalesce(body: &mut Body, outer: ForOp) -> Option<ForOp> {
    let nest = perfect_nest(body, outer);
    let index = body.cx().index();
    if nest.len() < 2 || nest.iter().any(|l| body.ty(l.lower_bound(body)) != index) {
        return None;
    }
    let mut b = Builder::before(body, outer.op());
    let [lower, upper, step] = [0, 1, 2].map(AffineExpr::dim);
    let trips = (upper - lower).ceil_div(step);
    let known = |b: &Body, v: Value| MixedIndex::Value(v).constant(b).map_or(v.into(), MixedIndex::Static);
    let bounds: Vec<[MixedIndex; 3]> = nest
        .iter()
        .map(|l| [l.lower_bound(&b), l.upper_bound(&b), l.step(&b)].map(|v| known(&b, v)))
        .collect();
    let counts: Vec<MixedIndex> = bounds.iter().map(|l| apply(&mut b, &trips, l)).collect();
    let times = AffineExpr::dim(0) * AffineExpr::dim(1);
    let total = counts.iter().skip(1).fold(counts[0], |n, &m| apply(&mut b, &times, &[n, m]));
    let value = |b: &mut Builder<'_>, m: MixedIndex| match m {
        MixedIndex::Static(n) => strata_arith::constant_index(b, n),
        MixedIndex::Value(v) => v,
    };
    let [zero, total, one] = [MixedIndex::Static(0), total, MixedIndex::Static(1)].map(|m| value(&mut b, m));
    let innermost = nest[nest.len() - 1];
    let (inner_block, outer_block) = (innermost.body_block(&b), outer.body_block(&b));
    // The numbers of the iterations of each loop, innermost first.
    let at = InsertPoint::at_start(&b, inner_block);
    let iv = outer.induction_var(&b);
    let mut b = Builder::new(body, at, Location::UNKNOWN);
    let (basis, dynamic) = strata_tensor::index_list::split(&counts);
    let (basis, types) = (b.cx().i64_array(&basis), vec![index; nest.len()]);
    let digits = DelinearizeIndexOp::build(&mut b, iv, &dynamic, basis, &types);
    let numbers: Vec<Value> = b.results(digits.op()).to_vec();
    let mut values = Vec::new();
    for (l, &number) in bounds.iter().zip(&numbers).rev() {
        let [number_expr, from, by] = [0, 1, 2].map(AffineExpr::dim);
        values.push(apply(&mut b, &(number_expr * by + from), &[number.into(), l[0], l[2]]));
    }
    let made: Vec<Op> = b.block_ops(inner_block).take_while(|&o| Some(o) != at.before).collect();
    for (l, v) in nest.iter().rev().zip(values) {
        let (old, v) = (l.induction_var(body), v.value()?);
        body.replace_uses_if(old, v, |_, user| !made.contains(&user));
    }
    for l in &nest[1..] {
        let (params, args) = (l.region_iter_args(body).to_vec(), outer.region_iter_args(body).to_vec());
        params.into_iter().zip(args).for_each(|(param, arg)| body.replace_all_uses(param, arg));
    }
    // The innermost body becomes that of the outermost loop.
    let yields = yielded(body, innermost);
    if let Some(end) = outer.terminator(body) {
        body.erase(end);
    }
    let end = innermost.terminator(body)?;
    body.erase(end);
    if let (Some(first), Some(last)) = (body.first_op(inner_block), body.last_op(inner_block)) {
        body.move_ops(first, last, InsertPoint::at_end(outer_block));
    }
    body.erase_forced(nest[1].op());
    YieldOp::build(&mut Builder::at_end(body, outer_block), &yields);
    for (i, v) in [zero, total, one].into_iter().enumerate() {
        body.set_operand(outer.op(), i, v);
    }
    Some(outer)
}
