//! Folding of single ops, as conversions do it before they look for a pattern.

use smallvec::SmallVec;
use strata_core::{Attr, Body, Builder, Fold, FoldResult, Folded, Op, Type, Value};

use crate::constant_value;

/// The outcome of folding an op.
#[derive(Debug)]
pub enum Folding {
    /// The op was simplified in place.
    InPlace,
    /// The values of its results, and the ops among their definitions that were made in front of it.
    Values(SmallVec<[Value; 2]>, SmallVec<[Op; 2]>),
}

/// Folds an op; `None` if it does not fold, or gives a constant for which `materialize` does not hold.
///
/// The op itself stays: its results are the caller's to replace.
pub fn fold_op(body: &mut Body, op: Op, materialize: &dyn Fn(&Body, Op) -> bool) -> Option<Folding> {
    let consts: SmallVec<[Option<Attr>; 4]> = body.operands(op).map(|v| constant_value(body, v)).collect();
    let folded = op.cast::<dyn Fold>(body)?.fold(body, &consts)?;
    let Folded::Results(results) = folded else { return Some(Folding::InPlace) };
    let (mut values, mut made) = (SmallVec::new(), SmallVec::new());
    let fits = results.len() == body.results(op).len()
        && results.iter().enumerate().all(|(i, r)| {
            let ty = body.ty(body.result(op, i));
            let value = match *r {
                FoldResult::Value(v) => (body.def_op(v) != Some(op)).then_some(v),
                FoldResult::Attr(a) => materialize_constant(body, op, a, ty).inspect(|&v| {
                    made.extend(body.def_op(v));
                }),
            };
            values.extend(value);
            value.is_some_and(|v| body.ty(v) == ty)
        });
    if fits && made.iter().all(|&op| materialize(body, op)) {
        return Some(Folding::Values(values, made));
    }
    for op in made {
        if body.is_live(op) && body.is_unused(op) {
            body.erase(op);
        }
    }
    None
}

/// Makes a constant in front of an op: by the dialect of the op, or by `arith`.
pub fn materialize_constant(body: &mut Body, op: Op, value: Attr, ty: Type) -> Option<Value> {
    let cx = body.cx_arc().clone();
    let dialect = cx.dialect_of(body.op_name(op))?;
    let makers = [Some(dialect), cx.dialect("arith")];
    makers.into_iter().flatten().filter_map(|d| d.materialize_constant).find_map(|make| {
        let mut b = Builder::before(body, op);
        make(&mut b, value, ty)
    })
}
