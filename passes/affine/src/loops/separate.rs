//! Separation of full tiles: a condition that holds for tiles that are not cut off, with loops of constant length for these.

use rustc_hash::FxHashSet;
use strata_affine::{ForOp, IfOp, ValueMap, YieldOp, simplify_set_operands};
use strata_ir::{
    affine::{
        AffineMap,
        relation::{BoundKind, Row},
    },
    prelude::*,
};

use super::{is_complete, iteration::clone_ops, ops_without_terminator};
use crate::analysis::domain::{Enclosing, domain_of};

/// The bounds of a loop of which the difference is the least constant.
fn constant_length_bounds(b: &Body, op: ForOp) -> Option<(ValueMap, ValueMap)> {
    let mut domain = domain_of(b, &[Enclosing::For(op)])?;
    let n = domain.values.len();
    domain.relation.set_symbol_count(n - 1);
    let (low, up) = domain.relation.constant_size(0)?.rows?;
    domain.relation.set_symbol_count(0);
    let bound = |row: &Row, kind: BoundKind| -> Option<ValueMap> {
        let mut row = row.clone();
        let divisor = row[0].checked_abs()?;
        row[0] = 0;
        if kind == BoundKind::Lower {
            row = row.iter().map(|c| c.checked_neg()).collect::<Option<_>>()?;
        }
        if domain.relation.n_locals() > 0 && row[n..row.len() - 1].iter().any(|&c| c != 0) {
            return None;
        }
        let expr = domain.relation.row_to_expr(&row, &[]);
        let expr =
            if kind == BoundKind::Lower { expr.ceil_div(divisor) } else { expr.floor_div(divisor) + 1 };
        domain.value_map(AffineMap::new(n as u32, 0, vec![expr]))
    };
    let (lower, upper) = (&domain.relation.inequalities()[low], &domain.relation.inequalities()[up]);
    Some((bound(lower, BoundKind::Lower)?, bound(upper, BoundKind::Upper)?))
}

/// The map of a bound of a new loop: composed, in canonical form, each result once.
fn canonical_bound(b: &Body, vm: &ValueMap) -> ValueMap {
    let mut vm = vm.composed(b).canonicalized(b).flattened().canonicalized(b);
    let mut seen = FxHashSet::default();
    let results = vm.map.results().iter().filter(|e| seen.insert((*e).clone())).cloned().collect();
    vm.map = vm.map.with_results(results);
    vm
}

/// The condition that a tile is full: each bound of a loop is further out than those of a full tile. `None` if all are, or a bound is no affine
/// constraint.
fn full_tile_condition(b: &Body, nest: &[ForOp]) -> Option<(strata_ir::affine::IntegerSet, Vec<Value>)> {
    let ops: Vec<Enclosing> = nest.iter().map(|&op| Enclosing::For(op)).collect();
    let mut domain = domain_of(b, &ops)?;
    domain.relation.remove_independent_constraints(0, nest.len());
    for _ in nest {
        let n = domain.values.len();
        domain.relation.set_symbol_count(n - 1);
        let (low, up) = domain.relation.constant_size(0)?.rows?;
        let (lower, upper) =
            (domain.relation.inequalities()[low].clone(), domain.relation.inequalities()[up].clone());
        for row in domain.relation.inequalities_mut() {
            let full = match row[0] {
                0 => continue,
                1.. => &lower,
                _ => &upper,
            };
            // Of the two bounds, which both are rows that are not negative, the full tile's is the smaller one.
            let new: Option<Row> = row.iter().zip(full).map(|(own, full)| own.checked_sub(*full)).collect();
            *row = new?;
        }
        domain.relation.remove_columns(0, 1);
        domain.values.remove(0);
    }
    domain.relation.remove_trivial_redundancy();
    domain.relation.set_symbol_count(0);
    let set = domain.relation.to_set()?;
    let operands: Vec<Value> = domain.values.iter().copied().collect::<Option<_>>()?;
    Some(simplify_set_operands(b, &set, &operands))
}

/// Puts the loops over points of tiles into the second region of a condition, and loops of constant lengths for full tiles into the first one.
/// `None`, and nothing changes, if steps are not 1, a length is not constant, or all tiles are full.
pub fn separate_full_tiles(body: &mut Body, nest: &[ForOp]) -> Option<()> {
    let root = *nest.first()?;
    if nest.iter().any(|&op| op.step_value(body) != 1 || !is_complete(body, op)) {
        return None;
    }
    let bounds: Vec<_> = nest.iter().map(|&op| constant_length_bounds(body, op)).collect::<Option<_>>()?;
    let (set, operands) = full_tile_condition(body, nest)?;
    let loc = body.loc(root.op());
    let set = body.cx().attr(IntegerSetAttr(set));
    let mut b = Builder::before(body, root.op());
    let if_op = IfOp::build(&mut b, &operands, set, &[]);
    let blocks: Vec<Block> = (0..2)
        .map(|i| {
            b.region_block(if_op, i, &[], |b, block| {
                YieldOp::build(b, &[]);
                block
            })
        })
        .collect();
    let mut at = InsertPoint::at_start(body, blocks[0]);
    let mut map = IdMap::new();
    for (&op, (lower, upper)) in nest.iter().zip(&bounds) {
        // Bounds of inner loops may use the loops around them, which are the new ones here.
        let renamed = |vm: &ValueMap| ValueMap::new(vm.map.clone(), vm.operands.iter().map(|&v| map.get(v)));
        let (lower, upper) = (canonical_bound(body, &renamed(lower)), canonical_bound(body, &renamed(upper)));
        let mut b = Builder::new(body, at, loc);
        let new = ForOp::create(&mut b, &lower, &upper, 1, &[]);
        let block = new.region_block(&b);
        b.in_block(block, |b| YieldOp::build(b, &[]));
        at = InsertPoint::at_start(body, block);
        map.map(op.induction_var(body)?, new.induction_var(body)?);
    }
    let ops = ops_without_terminator(body, nest[nest.len() - 1].region_block(body));
    clone_ops(body, &ops, at, &mut map);
    let at = InsertPoint::at_start(body, blocks[1]);
    body.move_op(root.op(), at);
    Some(())
}
