//! `select_and_scatter`: combines each source element with the element that its window selects.

use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractOp, InsertOp, MixedIndex};

use super::{Lowered, cast, constants, emit::select, indices::inside, loops, sizes, state::Lowering, window};

/// Combines each source element with the element that its window selects.
pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(op) = op.as_op::<hlo::SelectAndScatterOp>(b) else { return Err("it is not known".into()) };
    let operand = (l.get(op.operand(b))?, b.cx().elem_or_self(b.ty(op.operand(b))));
    let source = (l.get(op.source(b))?, b.cx().elem_or_self(b.ty(op.source(b))));
    let from = sizes::mixed_sizes(b, operand.0)?;
    let counts = sizes::mixed_sizes(b, source.0)?;
    let result = b.ty(op.result(b));
    let elem = b.cx().elem_or_self(result);
    let (init_old, init) = (op.init_value(b), l.get(op.init_value(b))?);
    let init = constants::scalar_of(b, init_old, init);
    let init = cast::convert(b, init, b.cx().elem_or_self(b.ty(init_old)), elem)?;
    let filled = sizes::filled(b, init, &from)?;
    let nothing = MixedIndex::Static(0);
    if from.contains(&nothing) || counts.contains(&nothing) {
        return Ok(filled);
    }
    let windows = op.windows(b)?;
    window::require(b, &windows, &from, &counts)?;
    // An element is read for every window, so there must be one.
    let counts = sizes::where_some(b, counts, &from)?;
    let add = op.scatter(b);
    let selection =
        Selection { l, region: op.select(b), operand, from: &from, counts: &counts, windows: &windows };
    let done = loops::nest_of(b, &counts, &[filled], &mut |b, numbers, carried| {
        let best = selection.best(b, numbers)?;
        // A window of single elements selects them. Writing at the number of the window tells that windows of other elements are independent.
        let places = best[2..].iter().zip(numbers).zip(&windows);
        let place: Vec<Value> =
            places.map(|((&found, &number), w)| if w.is_element() { number } else { found }).collect();
        let place = &place[..];
        let old = ExtractOp::build(b, carried[0], place);
        let given = ExtractOp::build(b, source.0, numbers);
        let new = loops::apply(l, b, add, &[(old, elem), (given, source.1)], &[elem])?[0];
        let new = select(b, best[0], new, old);
        Ok(vec![InsertOp::build(b, new, carried[0], place)])
    })?;
    done.first().copied().ok_or_else(|| "it has no result".into())
}

/// The selection of an element by each window of a `select_and_scatter`.
pub(super) struct Selection<'a> {
    pub l: &'a Lowering,
    pub region: Region,
    /// The elements, and their type before the lowering.
    pub operand: (Value, Type),
    pub from: &'a [MixedIndex],
    pub counts: &'a [MixedIndex],
    pub windows: &'a [hlo::infer::Window],
}

impl Selection<'_> {
    /// Whether the window with these indices selects an element, the element's value, and its position.
    pub fn best(&self, b: &mut Builder<'_>, numbers: &[Value]) -> Lowered<Vec<Value>> {
        let (from, counts, windows) = (self.from, self.counts, self.windows);
        let cells: Vec<i64> = windows.iter().map(|w| w.size).collect();
        let pred = b.cx().int_type(1);
        let zero = strata_arith::constant_index(b, 0);
        let none = strata_arith::constant_int(b, 0, pred);
        let start = constants::zero(b, b.cx().elem_or_self(b.ty(self.operand.0)));
        let mut inits = vec![none, start];
        inits.extend(vec![zero; from.len()]);
        // The carried values: whether an element was selected so far, its value and its position.
        loops::nest(b, &cells, &inits, &mut |b, cell, best| {
            let (mut place, mut fits) = (Vec::new(), None);
            for d in 0..from.len() {
                let index = window::position(b, &windows[d], numbers[d], cell[d])?;
                let known = counts[d].as_static().zip(from[d].as_static());
                if known.is_some_and(|(count, n)| window::stays_inside(&windows[d], count, n)) {
                    place.push(index);
                    continue;
                }
                let is_inside = inside(b, index, from[d]);
                place.push(select(b, is_inside, index, zero));
                fits = Some(match fits {
                    Some(others) => strata_arith::AndIOp::build(b, others, is_inside),
                    None => is_inside,
                });
            }
            let value = ExtractOp::build(b, self.operand.0, &place);
            let args = [(best[1], self.operand.1), (value, self.operand.1)];
            let keeps = loops::apply(self.l, b, self.region, &args, &[pred])?[0];
            // An element is selected if it is inside and precedes the selected one, or is the first.
            let yes = strata_arith::constant_int(b, 1, pred);
            let kept = strata_arith::AndIOp::build(b, best[0], keeps);
            let mut taken = strata_arith::XOrIOp::build(b, kept, yes);
            if let Some(fits) = fits {
                taken = strata_arith::AndIOp::build(b, taken, fits);
            }
            let mut next =
                vec![strata_arith::OrIOp::build(b, best[0], taken), select(b, taken, value, best[1])];
            for d in 0..from.len() {
                next.push(select(b, taken, place[d], best[2 + d]));
            }
            Ok(next)
        })
    }
}
