//! Dependences: whether an iteration of one access reaches the same element as a later one of another.

use strata_affine::validity::affine_scope;
use strata_ir::{affine::relation::BoundKind, prelude::*};

use super::{
    access::Access,
    constraints::ValueConstraints,
    domain::{Enclosing, add_to_domain, enclosing_ops, induction_vars},
};

/// The answer to a question for a dependence.
#[derive(Clone, Debug)]
pub enum Dependence {
    /// The accesses never reach the same element in this order.
    None,
    /// They may. The system has the induction variables around the source, then those around the destination, as dimensions.
    Exists(Box<DependenceSystem>),
    /// The program has parts that constraints cannot describe.
    Unknown,
}

impl Dependence {
    /// Whether it is certain that there is none.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// All pairs of iterations between which there is a dependence.
#[derive(Clone, Debug)]
pub struct DependenceSystem {
    /// The constraints.
    pub constraints: ValueConstraints,
    /// How many dimensions are of the source.
    pub n_source: usize,
    /// How many loops are around both, outermost first.
    pub n_common: usize,
}

/// By how much the induction variable of a loop is larger at the destination than at the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// At least so much; `None` for no bound.
    pub lower: Option<i64>,
    /// At most so much; `None` for no bound.
    pub upper: Option<i64>,
}

/// Which pairs of accesses are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// Those of which one writes.
    Writes,
    /// Two reads as well, and then also in the other order.
    All,
}

/// An access with what is around it.
struct Side<'a> {
    access: &'a Access,
    ops: Vec<Enclosing>,
    ivs: Vec<Value>,
}

impl<'a> Side<'a> {
    fn new(b: &Body, access: &'a Access) -> Self {
        let ops = enclosing_ops(b, access.op);
        let ivs = induction_vars(b, &ops);
        Self { access, ops, ivs }
    }
}

/// The number of induction variables, outermost first, that are around both.
fn common(source: &Side<'_>, destination: &Side<'_>) -> usize {
    source.ivs.iter().zip(&destination.ivs).take_while(|(a, b)| a == b).count()
}

/// The number of loops around both accesses.
pub fn common_loops(b: &Body, source: &Access, destination: &Access) -> usize {
    common(&Side::new(b, source), &Side::new(b, destination))
}

/// The blocks around an op in its affine scope, innermost first, with the op in each that it is in or that it is.
fn ancestors(b: &Body, op: Op) -> Vec<(Block, Op)> {
    let mut out = Vec::new();
    let mut at = op;
    while let Some(block) = b.parent_block(at) {
        out.push((block, at));
        match b.block_parent_op(block).filter(|&p| !b.has_trait(p, Trait::AffineScope)) {
            Some(parent) => at = parent,
            None => break,
        }
    }
    out
}

/// Whether, in the innermost block around both, the op of `first` comes before that of `second`.
pub fn is_before_in_common_block(b: &Body, first: Op, second: Op) -> bool {
    let (first, second) = (ancestors(b, first), ancestors(b, second));
    let pairs = first.iter().rev().zip(second.iter().rev());
    let last = pairs.take_while(|(x, y)| x.0 == y.0).last();
    last.is_some_and(|(x, y)| x.1 != y.1 && b.is_before(x.1, y.1))
}

/// Adds the domain of `side` to a system in which its induction variables are the dimensions from `offset` on.
///
/// The variables are made values of the system for that time only, as both sides may have the same ones.
fn add_side(
    b: &Body,
    side: &Side<'_>,
    offset: usize,
    system: &mut ValueConstraints,
) -> Option<Vec<Vec<i64>>> {
    let n = system.relation.n_dims();
    let hidden: Vec<Option<Value>> = system.values[..n].to_vec();
    for (i, value) in system.values[..n].iter_mut().enumerate() {
        *value = i.checked_sub(offset).and_then(|i| side.ivs.get(i)).copied();
    }
    side.ops.iter().try_for_each(|&op| add_to_domain(b, op, system))?;
    let rows = system.rows(b, &side.access.map)?;
    // A loop around neither access would be another dimension, which has no place in the order of these.
    (system.relation.n_dims() == n).then_some(())?;
    system.values[..n].copy_from_slice(&hidden);
    Some(rows)
}

/// Whether the element of `source` is that of `destination` in a later iteration.
///
/// `depth` says which iterations are compared: for 1, the destination's is later in the outermost common loop; for 2, it is the same of the
/// outermost and later in the next one; for one more than there are common loops, it is the same of all, and the source comes first in the
/// block.
pub fn check_dependence(
    b: &Body,
    source: &Access,
    destination: &Access,
    depth: usize,
    pairs: Pairs,
) -> Dependence {
    if source.memref != destination.memref
        || pairs == Pairs::Writes && !source.is_write && !destination.is_write
    {
        return Dependence::None;
    }
    if affine_scope(b, source.op) != affine_scope(b, destination.op) {
        return Dependence::Unknown;
    }
    let (from, to) = (Side::new(b, source), Side::new(b, destination));
    let n_common = common(&from, &to);
    if pairs == Pairs::Writes && depth > n_common && !is_before_in_common_block(b, source.op, destination.op)
    {
        return Dependence::None;
    }
    let Some(constraints) = dependence_constraints(b, &from, &to, depth, n_common) else {
        return Dependence::Unknown;
    };
    if constraints.relation.is_empty() {
        return Dependence::None;
    }
    let n_source = from.ivs.len();
    Dependence::Exists(Box::new(DependenceSystem { constraints, n_source, n_common }))
}

fn dependence_constraints(
    b: &Body,
    from: &Side<'_>,
    to: &Side<'_>,
    depth: usize,
    n_common: usize,
) -> Option<ValueConstraints> {
    let (n_source, n_destination) = (from.ivs.len(), to.ivs.len());
    let mut system = ValueConstraints::default();
    system.insert_dims(0, &vec![None; n_source + n_destination]);
    let n_from = add_side(b, from, 0, &mut system)?;
    let from_symbols = system.relation.n_symbols();
    let from_locals = system.relation.n_locals();
    let n_to = add_side(b, to, n_source, &mut system)?;
    // The rows of the source lack the symbols and locals that the destination added.
    let new_symbols = system.relation.n_symbols() - from_symbols;
    let new_locals = system.relation.n_locals() - from_locals;
    let inputs = n_source + n_destination + from_symbols;
    for (mut row, other) in n_from.into_iter().zip(n_to) {
        row.splice(inputs..inputs, std::iter::repeat_n(0, new_symbols));
        let end = row.len() - 1;
        row.splice(end..end, std::iter::repeat_n(0, new_locals));
        let equal = row.iter().zip(&other).map(|(x, y)| x.checked_sub(*y)).collect::<Option<Vec<i64>>>()?;
        system.relation.add_equality(equal);
    }
    for i in 0..n_common.min(depth) {
        let mut row = system.relation.zero_row();
        row[i] = -1;
        row[i + n_source] = 1;
        if i + 1 == depth {
            *row.last_mut()? = -1;
            system.relation.add_inequality(row);
        } else {
            system.relation.add_equality(row);
        }
    }
    for (i, &iv) in from.ivs.iter().chain(&to.ivs).enumerate() {
        system.values[i] = Some(iv);
    }
    Some(system)
}

impl DependenceSystem {
    /// The distances in the common loops, outermost first.
    pub fn distances(&self) -> Vec<Distance> {
        let mut relation = self.constraints.relation.clone();
        let n = self.n_common;
        let others = relation.n_vars();
        relation.insert_dims(0, n);
        for i in 0..n {
            let mut row = relation.zero_row();
            row[i] = 1;
            row[i + n] = 1;
            row[i + n + self.n_source] = -1;
            relation.add_equality(row);
        }
        relation.project_out(n, others);
        let bound = |kind, i| relation.constant_bound(kind, i);
        (0..n)
            .map(|i| Distance { lower: bound(BoundKind::Lower, i), upper: bound(BoundKind::Upper, i) })
            .collect()
    }
}

/// The distances of all dependences between the accesses in `root` that the loops of `depths` carry; `None` if a dependence is unknown and
/// `root` has to be taken as one with all of them.
pub fn all_distances(
    b: &Body,
    accesses: &[Access],
    depths: std::ops::RangeInclusive<usize>,
) -> Option<Vec<Vec<Distance>>> {
    let mut out = Vec::new();
    for depth in depths {
        for source in accesses {
            for destination in accesses {
                match check_dependence(b, source, destination, depth, Pairs::Writes) {
                    Dependence::None => {}
                    Dependence::Exists(system) => out.push(system.distances()),
                    Dependence::Unknown => return None,
                }
            }
        }
    }
    Some(out)
}
