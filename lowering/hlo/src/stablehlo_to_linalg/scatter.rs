//! `scatter`: loops over the updates that combine elements in place.
//!
//! Windows are worked through one after the other, in the order of their index vectors. An element of a window that is
//! outside of the input changes nothing, whatever the rest of the window does.

use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractOp, InsertOp};

use super::{
    Lowered, constants,
    function::Lowering,
    indices::{Indices, Start, inside},
    loops::{self, index_op},
    scalar::select,
    types, window,
};

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<SmallVec<[Value; 2]>> {
    let Some(scatter) = op.as_op::<hlo::ScatterOp>(b) else { return Err("it is not known".into()) };
    let inputs: Vec<Value> = scatter.inputs(b).collect();
    let updates: Vec<Value> = scatter.updates(b).collect();
    let to = types::shape(b, b.ty(inputs[0]))?;
    let extent = types::shape(b, b.ty(updates[0]))?;
    let elems: Vec<Type> = b.result_types(op).map(|t| b.cx().elem_or_self(t)).collect();
    let mut starts = Vec::new();
    for (&old, &elem) in inputs.iter().zip(&elems) {
        types::shape(b, b.ty(old))?;
        let (new, from) = (l.get(old)?, b.cx().elem_or_self(b.ty(old)));
        starts.push(loops::converted(b, new, from, elem)?);
    }
    if to.contains(&0) || extent.contains(&0) {
        return Ok(starts.into());
    }
    let sources: Vec<(Value, Type)> =
        updates.iter().map(|&v| Ok((l.get(v)?, b.cx().elem_or_self(b.ty(v))))).collect::<Lowered<_>>()?;
    let numbers = scatter.scatter_dimension_numbers(b).get(b.cx()).clone();
    let indices = Indices::new(
        l,
        b,
        scatter.scatter_indices(b),
        numbers.index_vector_dim.0,
        &numbers.scatter_dims_to_operand_dims,
        [&numbers.input_batching_dims, &numbers.scatter_indices_batching_dims],
    )?;
    let dropped =
        |d: &i64| numbers.inserted_window_dims.contains(d) || numbers.input_batching_dims.contains(d);
    let kept: Vec<i64> = (0..to.len() as i64).filter(|d| !dropped(d)).collect();
    let is_window = |d: usize| numbers.update_window_dims.contains(&(d as i64));
    // Windows outermost.
    let mut order: Vec<usize> = (0..extent.len()).filter(|&d| !is_window(d)).collect();
    let n_batch = order.len();
    order.extend((0..extent.len()).filter(|&d| is_window(d)));
    let sizes: Vec<i64> = order.iter().map(|&d| extent[d]).collect();
    let region = scatter.update_computation(b);
    let done = loops::nest(b, &sizes, &starts, &mut |b, counters, carried| {
        let mut at: Vec<Value> = counters.to_vec();
        for (&d, &counter) in order.iter().zip(counters) {
            at[d] = counter;
        }
        let start = indices.start(b, &counters[..n_batch], &to)?;
        let (mut place, mut inner) = (Vec::with_capacity(to.len()), None);
        for (d, start) in start.into_iter().enumerate() {
            let offset = kept
                .iter()
                .position(|&k| k as usize == d)
                .and_then(|k| numbers.update_window_dims.get(k))
                .map(|&w| at[w as usize]);
            let index = match (start, offset) {
                (Start::Selected(v), _) => {
                    let start = indices.unclamped(b, v, to[d])?;
                    offset.map_or(Ok(start), |o| index_op(b, "arith.addi", start, o))?
                }
                // Such windows are no larger than the input.
                (Start::Batch(v), _) | (Start::Zero, Some(v)) => {
                    place.push(v);
                    continue;
                }
                (Start::Zero, None) => {
                    place.push(strata_arith::constant_index(b, 0));
                    continue;
                }
            };
            let fits = inside(b, index, to[d]);
            let zero = strata_arith::constant_index(b, 0);
            place.push(select(b, fits, index, zero));
            inner = Some(match inner {
                Some(others) => strata_arith::AndIOp::build(b, others, fits),
                None => fits,
            });
        }
        let mut args: Vec<(Value, Type)> = Vec::new();
        for (&tensor, &elem) in carried.iter().zip(&elems) {
            args.push((ExtractOp::build(b, tensor, &place), elem));
        }
        for &(source, elem) in &sources {
            args.push((ExtractOp::build(b, source, &at), elem));
        }
        let new = loops::apply(l, b, region, &args, &elems)?;
        let mut out = Vec::new();
        for (k, (&tensor, value)) in carried.iter().zip(new).enumerate() {
            let value = match inner {
                Some(fits) => select(b, fits, value, args[k].0),
                None => value,
            };
            out.push(InsertOp::build(b, value, tensor, &place));
        }
        Ok(out)
    })?;
    Ok(done.into())
}

/// `select_and_scatter`: for each window the selected element gets the source element.
pub(super) fn select_and_scatter(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(op) = op.as_op::<hlo::SelectAndScatterOp>(b) else { return Err("it is not known".into()) };
    let operand = (l.get(op.operand(b))?, b.cx().elem_or_self(b.ty(op.operand(b))));
    let source = (l.get(op.source(b))?, b.cx().elem_or_self(b.ty(op.source(b))));
    let from = types::shape(b, b.ty(op.operand(b)))?;
    let counts = types::shape(b, b.ty(op.source(b)))?;
    let result = b.ty(op.result(b));
    let elem = b.cx().elem_or_self(result);
    let (init_old, init) = (op.init_value(b), l.get(op.init_value(b))?);
    let init = constants::scalar_of(b, init_old, init);
    let init = super::cast::convert(b, init, b.cx().elem_or_self(b.ty(init_old)), elem)?;
    let filled = constants::filled(b, init, &from)?;
    if from.contains(&0) || counts.contains(&0) {
        return Ok(filled);
    }
    let windows = op.windows(b)?;
    let sizes: Vec<i64> = windows.iter().map(|w| w.size).collect();
    let (pick, add) = (op.select(b), op.scatter(b));
    let pred = b.cx().int_type(1);
    let done = loops::nest(b, &counts, &[filled], &mut |b, numbers, carried| {
        let zero = strata_arith::constant_index(b, 0);
        let none = strata_arith::constant_int(b, 0, pred);
        let start = constants::zero(b, b.cx().elem_or_self(b.ty(operand.0)));
        let mut inits = vec![none, start];
        inits.extend(vec![zero; from.len()]);
        // The element that is selected so far: whether there is one, its value and its place.
        let best = loops::nest(b, &sizes, &inits, &mut |b, cell, best| {
            let (mut place, mut fits) = (Vec::new(), None);
            for d in 0..from.len() {
                let index = window::position(b, &windows[d], numbers[d], cell[d])?;
                if window::stays_inside(&windows[d], counts[d], from[d]) {
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
            let value = ExtractOp::build(b, operand.0, &place);
            let keeps = loops::apply(l, b, pick, &[(best[1], operand.1), (value, operand.1)], &[pred])?[0];
            // Taken is what is inside and beats the selected one, or is the first.
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
        })?;
        let place = &best[2..];
        let old = ExtractOp::build(b, carried[0], place);
        let given = ExtractOp::build(b, source.0, numbers);
        let new = loops::apply(l, b, add, &[(old, elem), (given, source.1)], &[elem])?[0];
        let new = select(b, best[0], new, old);
        Ok(vec![InsertOp::build(b, new, carried[0], place)])
    })?;
    done.first().copied().ok_or_else(|| "it has no result".into())
}
