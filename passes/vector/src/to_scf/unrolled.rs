//! Transfers as one transfer for each row, without a buffer and a loop.

use strata_arith::constant_index;
use strata_ir::{core::dominance::Dominance, prelude::*};
use strata_tensor::MixedIndex;
use strata_vector::{BroadcastOp, ExtractOp, InsertOp};

use super::{
    ConvertVectorToScf,
    transfer::{Transfer, is_marked},
};

/// The only use of a vector, if that is to be put into a larger one of which the rows may be put into instead.
///
/// In the larger vector of a user, rows that are outside of the base are not the padding; they are in the vectors of this file.
fn only_insertion(rw: &Rewriter<'_>, t: &Transfer, options: &ConvertVectorToScf) -> Option<InsertOp> {
    let vector = rw.results(t.op).first().copied()?;
    let user = rw.users(vector).next().filter(|_| rw.has_one_use(vector))?;
    let insertion = user.as_op::<InsertOp>(rw)?;
    if insertion.value_to_store(rw) != vector {
        return None;
    }
    if !is_marked(rw, t.op) {
        let unpacked = t.rank().saturating_sub(options.target_rank as usize);
        let is_known =
            t.in_bounds.iter().zip(t.map.results()).take(unpacked).all(|(&x, e)| x || e.as_dim().is_none());
        let mut dominance = Dominance::new();
        let mut others = rw.operands(user).filter(|&v| v != vector);
        if !is_known || t.mask.is_some() || !others.all(|v| dominance.dominates(rw, v, t.op)) {
            return None;
        }
    }
    Some(insertion)
}

/// The mask of row `i`.
fn row_mask(b: &mut Builder<'_>, t: &Transfer, i: i64) -> Option<Value> {
    let mask = t.mask.filter(|_| t.row_has_mask(b))?;
    Some(match t.leading_dim() {
        Some(_) => ExtractOp::create(b, mask, &[MixedIndex::Static(i)]),
        None => mask,
    })
}

/// Reads the rows one by one.
pub(super) fn read(op: Op, rw: &mut Rewriter<'_>, options: &ConvertVectorToScf) -> Option<()> {
    let t = Transfer::from_op(rw, op)?;
    if !t.is_unpacked(rw, options) {
        return None;
    }
    let insertion = only_insertion(rw, &t, options);
    let place = insertion.map_or_else(Vec::new, |op| op.mixed_position(rw));
    let mut vector = match insertion {
        Some(op) => op.dest(rw),
        None => {
            let ty = rw.cx().ty(t.ty.clone());
            BroadcastOp::build(rw, t.padding?, ty)
        }
    };
    let ty = rw.ty(vector);
    for i in 0..*t.ty.shape.first()? {
        let number = constant_index(rw, i);
        let place = [&place[..], &[MixedIndex::Static(i)]].concat();
        let before = vector;
        let inside = |b: &mut Builder<'_>| {
            let indices = t.row_indices(b, number);
            let mask = row_mask(b, &t, i);
            let Some(mut row) = t.read_row(b, &indices, mask, options) else { return vec![before] };
            if t.rank() == 1 {
                row = ExtractOp::create(b, row, &[]);
            }
            vec![InsertOp::create(b, row, before, &place)]
        };
        vector = *t.guarded(rw, number, &[ty], inside, |_| vec![before]).first()?;
    }
    match insertion {
        Some(insertion) => {
            rw.replace_op(insertion, &[vector]);
            rw.erase_op(op);
        }
        None => rw.replace_op(op, &[vector]),
    }
    Some(())
}

/// Writes the rows one by one.
pub(super) fn write(op: Op, rw: &mut Rewriter<'_>, options: &ConvertVectorToScf) -> Option<()> {
    let t = Transfer::from_op(rw, op)?;
    if !t.is_unpacked(rw, options) {
        return None;
    }
    let (source, place) = match rw.def_as::<ExtractOp>(t.value?) {
        Some(extraction) => (extraction.source(rw), extraction.mixed_position(rw)),
        None => (t.value?, Vec::new()),
    };
    let mut base = t.base;
    let types: Vec<Type> = rw.result_types(op).collect();
    for i in 0..*t.ty.shape.first()? {
        let number = constant_index(rw, i);
        let place = [&place[..], &[MixedIndex::Static(i)]].concat();
        let before = base;
        let inside = |b: &mut Builder<'_>| {
            let indices = t.row_indices(b, number);
            let mut row = ExtractOp::create(b, source, &place);
            if t.rank() == 1 {
                let ty = t.row_type(b.cx());
                row = BroadcastOp::build(b, row, ty);
            }
            let mask = row_mask(b, &t, i);
            t.write_row(b, row, before, &indices, mask, options)
        };
        let outside = |_: &mut Builder<'_>| if types.is_empty() { Vec::new() } else { vec![before] };
        if let Some(&after) = t.guarded(rw, number, &types, inside, outside).first() {
            base = after;
        }
    }
    let results = if types.is_empty() { Vec::new() } else { vec![base] };
    rw.replace_op(op, &results);
    Some(())
}
