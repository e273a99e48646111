//! `affine-simplify-structures`: simplifies all affine maps and sets of a function, and then `affine.for`, `affine.if` and `affine.apply`.
//!
//! Before: `affine.apply affine_map<(d0) -> (d0 + d0 floordiv 1 - d0)>(%i)`. After: its uses are `%i`.

use rustc_hash::FxHashMap;
use strata_affine::{ApplyOp, ForOp, IfOp};
use strata_ir::{
    affine::{simplify_map, simplify_set},
    core::{FoldResult, Folded},
    prelude::*,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Simplify affine expressions in maps/sets and normalize memrefs.
#[pass(name = "affine-simplify-structures", class = "SimplifyAffineStructures", on = "func.func", produces = [affine, arith])]
pub struct AffineSimplifyStructures;

impl BodyPass for AffineSimplifyStructures {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            simplify_attributes(body, op);
        }
        let wanted: Vec<Op> = body.post_order().into_iter().filter(|&op| is_simplified(body, op)).collect();
        Driver { constants: FxHashMap::default(), left: limit(body) }.run(body, wanted);
        Ok(())
    }
}

/// How many rewrites are made at all.
fn limit(body: &Body) -> u64 {
    body.cx().limits().rewrites_per_op.saturating_mul(body.num_ops() as u64).saturating_add(1000)
}

fn is_simplified(b: &Body, op: Op) -> bool {
    op.isa::<ForOp>(b) || op.isa::<IfOp>(b) || op.isa::<ApplyOp>(b)
}

/// Simplifies the maps and sets among the attributes of an op.
fn simplify_attributes(body: &mut Body, op: Op) {
    let simplified = |b: &Body, attr: Attr| -> Option<Attr> {
        let cx = b.cx();
        let new = if let Some(map) = cx.attr_as::<AffineMapAttr>(attr) {
            cx.affine_map_attr(simplify_map(&map.0))
        } else {
            cx.attr(IntegerSetAttr(simplify_set(&cx.attr_as::<IntegerSetAttr>(attr)?.0)))
        };
        (new != attr).then_some(new)
    };
    for slot in 0..body.info(op).attrs.len() {
        if let Some(new) = body.attr_slot(op, slot).and_then(|a| simplified(body, a)) {
            body.set_attr_slot(op, slot, Some(new));
        }
    }
    for (name, attr) in body.extra_attrs(op).to_vec() {
        if let Some(new) = simplified(body, attr) {
            body.set_extra_attr(op, name, Some(new));
        }
    }
}

/// Folds and canonicalizes ops of the three kinds only.
struct Driver {
    /// The constants that folding made.
    constants: FxHashMap<Attr, Value>,
    left: u64,
}

impl Driver {
    fn run(&mut self, body: &mut Body, mut worklist: Vec<Op>) {
        let cx = body.cx_arc().clone();
        worklist.reverse();
        let mut touched = Vec::new();
        while let Some(op) = worklist.pop() {
            if !body.is_live(op) || !is_simplified(body, op) || self.left == 0 {
                continue;
            }
            self.left -= 1;
            let (at, loc) = (InsertPoint::before(body, op), body.loc(op));
            if op.isa::<ApplyOp>(body) && body.is_unused(op) {
                Rewriter::new(body, &cx, at, loc, &mut touched).erase_op(op);
            } else if let Some(value) = self.fold(body, op) {
                Rewriter::new(body, &cx, at, loc, &mut touched).replace_op(op, &[value]);
            } else {
                let mut rw = Rewriter::new(body, &cx, at, loc, &mut touched);
                let canonical = op.cast::<dyn Canonicalize>(&rw);
                if canonical.and_then(|c| c.canonicalize(&mut rw)).is_some() {
                    touched.push(op);
                }
            }
            worklist.append(&mut touched);
        }
        for &constant in self.constants.values().filter(|&&v| !body.has_uses(v)).collect::<Vec<_>>() {
            if let Some(def) = body.def_op(constant) {
                body.erase(def);
            }
        }
    }
    /// The value of an op with one result, if it is another value or a constant.
    fn fold(&mut self, body: &mut Body, op: Op) -> Option<Value> {
        let consts: Vec<Option<Attr>> = body.operands(op).map(|v| constant_value(body, v)).collect();
        let Folded::Results(results) = op.cast::<dyn Fold>(body)?.fold(body, &consts)? else { return None };
        match results[..] {
            [FoldResult::Value(value)] => (body.def_op(value) != Some(op)).then_some(value),
            [FoldResult::Attr(attr)] => {
                if let Some(&known) = self.constants.get(&attr) {
                    return Some(known);
                }
                let at = InsertPoint::at_start(body, body.entry()?);
                let loc = body.loc(op);
                let value = strata_arith::constant(&mut Builder::new(body, at, loc), attr);
                self.constants.insert(attr, value);
                Some(value)
            }
            _ => None,
        }
    }
}
