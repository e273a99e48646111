//! Coalescing: nested loops whose bounds do not depend on each other become one.

use strata_affine::{ApplyOp, ForOp, MinOp, ValueMap, validity::is_valid_symbol};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};

use super::{bands::perfect_nest, is_complete};

/// Whether all operands of a loop are defined outside of another one.
fn is_defined_above(b: &Body, op: ForOp, outer: ForOp) -> bool {
    b.operands(op.op()).all(|v| b.is_defined_outside(v, outer.op()))
}

/// Coalesces the bands of loops in the nest at `root` whose bounds are known before the first loop of the band.
pub fn coalesce_nest(body: &mut Body, root: ForOp) {
    let nest = perfect_nest(body, root);
    if nest.len() <= 1 || nest.iter().any(|&op| !is_complete(body, op)) {
        return;
    }
    let above: Vec<usize> = (0..nest.len())
        .map(|i| (0..i).find(|&j| is_defined_above(body, nest[i], nest[j])).unwrap_or(i))
        .collect();
    // From the inside out, so that loops that were not looked at yet stay.
    let mut end = nest.len();
    while end > 0 {
        let start = (0..end - 1).find(|&start| above[start..end].iter().all(|&i| i <= start));
        if let Some(start) = start {
            coalesce_band(body, &nest[start..end]);
            end = start;
        } else {
            end -= 1;
        }
    }
}

/// Coalesces all loops of a band. `None`, and nothing changes, unless they begin at 0 and go by steps of 1, and their bounds are of
/// symbols.
fn coalesce_band(body: &mut Body, band: &[ForOp]) -> Option<()> {
    let normal = |op: &ForOp| op.step_value(body) == 1 && op.lower(body).map.single_constant() == Some(0);
    let chained = |pair: &[ForOp]| {
        let inits: Vec<Value> = pair[1].inits(body).collect();
        let args = body.block_args(pair[0].region_block(body));
        args.get(1..).is_some_and(|args| args == inits)
    };
    // The numbers of iterations become symbols of maps.
    let symbolic = |op: &ForOp| op.upper(body).operands.into_iter().all(|v| is_valid_symbol(body, v));
    if !band.iter().all(symbolic) {
        return None;
    }
    if band.len() < 2 || !band.iter().all(normal) || !band.windows(2).all(chained) {
        return None;
    }
    let (outer, inner) = (band[0], band[band.len() - 1]);
    let (d0, s0) = (AffineExpr::dim(0), AffineExpr::symbol(0));
    let combine = |e: AffineExpr| AffineMap::new(1, 1, vec![e]);
    let mut b = Builder::before(body, outer.op());
    let mut counts = Vec::new();
    let mut product = None;
    for op in band {
        let upper = op.upper(&b);
        let count = match upper.map.n_results() {
            1 => ApplyOp::create(&mut b, upper.map, &upper.operands),
            _ => MinOp::create(&mut b, upper.map, &upper.operands),
        };
        counts.push(count);
        product = Some(match product {
            None => count,
            Some(p) => ApplyOp::create(&mut b, combine(&d0 * &s0), &[p, count]),
        });
    }
    outer.set_upper(body, &ValueMap::new(AffineMap::symbol_identity(), product));
    let at = InsertPoint::at_start(body, outer.region_block(body));
    let loc = body.loc(outer.op());
    let mut b = Builder::new(body, at, loc);
    let mut rest = outer.induction_var(&b)?;
    let linear = rest;
    let mut defs = Vec::new();
    for (i, op) in band.iter().enumerate().rev() {
        if i + 1 != band.len() {
            rest = ApplyOp::create(&mut b, combine(d0.floor_div(&s0)), &[rest, counts[i + 1]]);
            defs.extend(b.def_op(rest));
        }
        let value = match i {
            0 => rest,
            _ => ApplyOp::create(&mut b, combine(d0.modulo(&s0)), &[rest, counts[i]]),
        };
        defs.extend(b.def_op(value));
        let old = op.induction_var(&b)?;
        if old == linear {
            let known = defs.clone();
            b.body().replace_uses_if(old, value, |_, user| !known.contains(&user));
        } else {
            b.body().replace_all_uses(old, value);
        }
    }
    splice(body, band, inner)
}

/// Moves the ops of the innermost loop into the outermost one, which yields what the innermost one did.
fn splice(body: &mut Body, band: &[ForOp], inner: ForOp) -> Option<()> {
    let (outer, second) = (band[0], band[1]);
    let (block, end) = (inner.region_block(body), body.last_op(outer.region_block(body))?);
    let inner_end = body.last_op(block)?;
    let yielded: Vec<Value> = body.operands(inner_end).collect();
    let carried = body.block_args(outer.region_block(body))[1..].to_vec();
    let mut new_yield = yielded;
    for &op in band[1..].iter().rev() {
        let args = body.block_args(op.region_block(body))[1..].to_vec();
        for (arg, &value) in args.into_iter().zip(&carried) {
            body.replace_all_uses(arg, value);
            new_yield.iter_mut().filter(|v| **v == arg).for_each(|v| *v = value);
        }
    }
    body.erase(inner_end);
    if let (Some(first), Some(last)) = (body.first_op(block), body.last_op(block)) {
        let at = InsertPoint::before(body, second.op());
        body.move_ops(first, last, at);
    }
    body.set_operands(end, &new_yield);
    body.erase(second.op());
    Some(())
}
