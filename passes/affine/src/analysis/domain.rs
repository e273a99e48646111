//! Iteration domains: the points that the loops around an op visit, as constraints.

use strata_affine::{ForOp, IfOp, ParallelOp, ValueMap};
use strata_ir::{
    affine::{AffineMap, relation::BoundKind},
    prelude::*,
};

use super::constraints::ValueConstraints;

/// An op that restricts the points of a domain, outermost first; see [`enclosing_ops`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enclosing {
    /// A loop.
    For(ForOp),
    /// Parallel loops.
    Parallel(ParallelOp),
    /// A condition that holds.
    Then(IfOp),
}

impl Enclosing {
    /// The induction variables.
    pub fn induction_vars(self, b: &Body) -> Vec<Value> {
        match self {
            Self::For(op) => op.induction_var(b).into_iter().collect(),
            Self::Parallel(op) => b.block_args(op.region_block(b)).to_vec(),
            Self::Then(_) => Vec::new(),
        }
    }
}

/// The affine ops around an op in its affine scope, outermost first. A condition whose second region the op is in says nothing.
pub fn enclosing_ops(b: &Body, op: Op) -> Vec<Enclosing> {
    let mut out = Vec::new();
    let mut inner = op;
    while let Some(parent) = b.parent_op(inner).filter(|&p| !b.has_trait(p, Trait::AffineScope)) {
        if let Some(for_op) = parent.as_op::<ForOp>(b) {
            out.push(Enclosing::For(for_op));
        } else if let Some(parallel) = parent.as_op::<ParallelOp>(b) {
            out.push(Enclosing::Parallel(parallel));
        } else if let Some(if_op) = parent.as_op::<IfOp>(b)
            && b.parent_region(inner) == Some(if_op.then_region(b))
        {
            out.push(Enclosing::Then(if_op));
        }
        inner = parent;
    }
    out.reverse();
    out
}

/// The affine loops around an op in its affine scope, outermost first.
pub fn enclosing_loops(b: &Body, op: Op) -> Vec<ForOp> {
    let loops = enclosing_ops(b, op).into_iter();
    loops.filter_map(|op| if let Enclosing::For(for_op) = op { Some(for_op) } else { None }).collect()
}

/// How many loops are around all of the ops, outermost first.
pub fn common_loop_depth(b: &Body, ops: &[Op]) -> usize {
    let Some((&first, rest)) = ops.split_first() else { return 0 };
    let loops = enclosing_loops(b, first);
    rest.iter().fold(loops.len(), |depth, &op| {
        let other = enclosing_loops(b, op);
        loops[..depth].iter().zip(&other).take_while(|(x, y)| x == y).count()
    })
}

/// The induction variables of ops, in order.
pub fn induction_vars(b: &Body, ops: &[Enclosing]) -> Vec<Value> {
    ops.iter().flat_map(|op| op.induction_vars(b)).collect()
}

/// The domain of ops: its dimensions are their induction variables, in order. `None` if a bound is no affine constraint.
pub fn domain_of(b: &Body, ops: &[Enclosing]) -> Option<ValueConstraints> {
    let mut domain = ValueConstraints::with_dims(&induction_vars(b, ops));
    ops.iter().try_for_each(|&op| add_to_domain(b, op, &mut domain))?;
    Some(domain)
}

/// Adds what an op says of its induction variables, which are dimensions of the domain.
pub fn add_to_domain(b: &Body, op: Enclosing, domain: &mut ValueConstraints) -> Option<()> {
    match op {
        Enclosing::For(for_op) => domain.add_for_bounds(b, for_op, for_op.induction_var(b)?),
        Enclosing::Parallel(parallel) => add_parallel(b, parallel, domain),
        Enclosing::Then(if_op) => add_condition(b, if_op, domain),
    }
}

fn add_parallel(b: &Body, op: ParallelOp, domain: &mut ValueConstraints) -> Option<()> {
    let ivs = b.block_args(op.region_block(b)).to_vec();
    for (bounds, kind) in [(op.lower(b), BoundKind::Lower), (op.upper(b), BoundKind::Upper)] {
        for (&iv, results) in ivs.iter().zip(bounds.per_loop()) {
            let last = if kind == BoundKind::Upper { 1 } else { 0 };
            let results = results.iter().map(|e| e - last).collect();
            let map = AffineMap::new(bounds.map.map.n_dims(), bounds.map.map.n_symbols(), results);
            domain.add_bound(b, kind, iv, &ValueMap::new(map, bounds.map.operands.clone()))?;
        }
    }
    Some(())
}

fn add_condition(b: &Body, op: IfOp, domain: &mut ValueConstraints) -> Option<()> {
    let set = op.set(b);
    let exprs = set.constraints().iter().map(|c| c.expr.clone()).collect();
    let map = AffineMap::new(set.n_dims(), set.n_symbols(), exprs);
    let operands: Vec<Value> = b.operands(op.op()).collect();
    let rows = domain.rows(b, &ValueMap::new(map, operands))?;
    for (row, constraint) in rows.into_iter().zip(set.constraints()) {
        if constraint.is_eq {
            domain.relation.add_equality(row);
        } else {
            domain.relation.add_inequality(row);
        }
    }
    Some(())
}
