//! Slices: the iterations of one nest of loops that another one needs, in terms of the induction variables of the other one.

use strata_affine::{ForOp, ValueMap};
use strata_ir::{
    affine::{
        AffineExpr, AffineMap, Relation,
        relation::{BoundKind, SliceBounds},
    },
    prelude::*,
};

use super::{
    access::Access,
    constraints::{ValueConstraints, for_op_of},
    dependence::DependenceSystem,
    domain::enclosing_loops,
    parallel::sequential_loops,
};

/// A slice: bounds for the loops around a source.
#[derive(Clone, Debug, Default)]
pub struct Slice {
    /// The induction variables of the loops of the source, outermost first.
    pub ivs: Vec<Value>,
    /// Their bounds; a loop without bounds is not sliced.
    pub bounds: Vec<SliceBounds>,
    /// The operands of all bounds.
    pub operands: Vec<Value>,
    /// The loop in which the slice is computed.
    pub into: Option<ForOp>,
    /// Where it is computed there.
    pub place: Place,
}

/// A place in the body of a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Before all ops.
    #[default]
    Start,
    /// After all ops.
    End,
}

impl Slice {
    /// The slice of one dependence, for a copy of the source in loop number `depth` around the destination.
    pub(super) fn from_dependence(
        b: &Body,
        accesses: [&Access; 2],
        system: &DependenceSystem,
        depth: usize,
    ) -> Option<Self> {
        let [source, destination] = accesses;
        let (from, to) = (enclosing_loops(b, source.op), enclosing_loops(b, destination.op));
        let mut system = system.constraints.clone();
        system.project_out(from.len() + depth, to.len().checked_sub(depth)?);
        let mut bounds = system.relation.slice_bounds(0, from.len());
        let ivs: Vec<Value> = system.values[..from.len()].iter().copied().collect::<Option<_>>()?;
        let operands = system.values[from.len()..].iter().copied().collect::<Option<_>>()?;
        if !source.is_write && !destination.is_write {
            // Iterations of a loop that depend on each other cannot be taken out of it.
            let sequential = sequential_loops(b, *from.first()?);
            if let Some(first) = from.iter().position(|op| sequential.contains(&op.op())) {
                bounds[first..].fill(SliceBounds::default());
            }
        }
        let into = to.get(depth.checked_sub(1)?).copied();
        Some(Self { ivs, bounds, operands, into, place: Place::Start })
    }

    /// The slice of constraints whose dimensions are its induction variables.
    pub(super) fn from_constraints(mut system: ValueConstraints, b: &Body, into: ForOp) -> Option<Self> {
        let n = system.relation.n_dims();
        // Induction variables among the symbols become dimensions behind those of the slice.
        let loops: Vec<Value> =
            system.values[n..].iter().flatten().copied().filter(|&v| for_op_of(b, v).is_some()).collect();
        for iv in loops {
            let (at, end) = (system.find(iv)?, system.relation.n_dims());
            if at >= end {
                system.relation.swap_vars(at, end);
                system.values.swap(at, end);
                system.relation.set_symbol_count(system.relation.n_symbols() - 1);
            }
        }
        let bounds = system.relation.slice_bounds(0, n);
        let ivs = system.values[..n].iter().copied().collect::<Option<_>>()?;
        let operands = system.values[n..].iter().copied().collect::<Option<_>>()?;
        Some(Self { ivs, bounds, operands, into: Some(into), place: Place::Start })
    }

    /// Whether nothing is known of it.
    pub fn is_empty(&self) -> bool {
        self.ivs.is_empty()
    }

    /// The loops of the source.
    fn loops(&self, b: &Body) -> Option<Vec<ForOp>> {
        self.ivs.iter().map(|&iv| for_op_of(b, iv)).collect()
    }

    /// A bound with its operands.
    pub fn bound(&self, map: &AffineMap) -> ValueMap {
        ValueMap::new(map.clone(), self.operands.iter().copied())
    }

    /// The slice as constraints: dimensions are its induction variables, symbols the operands.
    pub(super) fn constraints(&self, b: &Body) -> Option<ValueConstraints> {
        let n = self.ivs.len();
        let mut system = ValueConstraints::with_dims(&self.ivs);
        for &operand in &self.operands {
            system.append_symbol(operand);
        }
        let n_columns = system.values.len();
        for at in n..n_columns {
            let value = system.values[at]?;
            if let Some(constant) = constant_value(b, value).and_then(|a| b.cx().attr_i64(a)) {
                system.relation.add_bound(BoundKind::Equal, at, constant);
            } else if let Some(for_op) = for_op_of(b, value) {
                system.add_for_bounds(b, for_op, value)?;
            }
        }
        for (&iv, bounds) in self.ivs.iter().zip(&self.bounds) {
            match (&bounds.lower, &bounds.upper) {
                (Some(lower), Some(upper)) if lower.n_results() > 0 && upper.n_results() > 0 => {
                    if single_value(bounds).is_some() {
                        system.add_bound(b, BoundKind::Equal, iv, &self.bound(lower))?;
                    } else {
                        system.add_bound(b, BoundKind::Lower, iv, &self.bound(lower))?;
                        let last = upper.map_results(|e| e - 1);
                        system.add_bound(b, BoundKind::Upper, iv, &self.bound(&last))?;
                    }
                }
                _ => system.add_for_bounds(b, for_op_of(b, iv)?, iv)?,
            }
        }
        // A loop that is around neither would be one more dimension.
        (system.relation.n_dims() == n).then_some(system)
    }

    /// The iterations of the source; `None` if its bounds need symbols or quotients.
    fn source(&self, b: &Body) -> Option<Relation> {
        let mut system = ValueConstraints::with_dims(&self.ivs);
        for (for_op, &iv) in self.loops(b)?.into_iter().zip(&self.ivs) {
            system.add_for_bounds(b, for_op, iv)?;
        }
        let relation = system.relation;
        let simple =
            relation.n_dims() == self.ivs.len() && relation.n_symbols() == 0 && relation.n_locals() == 0;
        simple.then_some(relation)
    }

    /// The answer for slices that take each source loop at the iteration of a destination loop: whether both have the same constant bounds.
    fn follows_loops(&self, b: &Body) -> Option<bool> {
        for (&iv, bounds) in self.ivs.iter().zip(&self.bounds) {
            let dim = single_value(bounds).filter(|e| e.as_const().is_none())?.as_dim()?;
            let to = for_op_of(b, *self.operands.get(dim as usize)?)?;
            let from = for_op_of(b, iv)?;
            let limits =
                |op: ForOp| Some((op.lower(b).map.single_constant()?, op.upper(b).map.single_constant()?));
            let (from_limits, to_limits) = (limits(from)?, limits(to)?);
            if from_limits != to_limits || from.step_value(b) != to.step_value(b) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether all iterations of the slice are iterations of the source; `None` if that is not known.
    pub fn is_valid(&self, b: &Body) -> Option<bool> {
        if self.follows_loops(b) == Some(true) {
            return Some(true);
        }
        let source = self.source(b)?;
        let mut slice = self.constraints(b)?.relation;
        slice.project_out(self.ivs.len(), slice.n_vars() - self.ivs.len());
        Some(is_subset(&slice, &source))
    }

    /// Whether the slice has all iterations of the source; `None` if that is not known.
    pub fn is_maximal(&self, b: &Body) -> Option<bool> {
        if let Some(known) = self.follows_loops(b) {
            return Some(known);
        }
        let source = self.source(b)?;
        let mut dims: Vec<Option<Value>> =
            self.operands.iter().copied().filter(|&v| for_op_of(b, v).is_some()).map(Some).collect();
        dims.resize(dims.len().max(self.ivs.len()), None);
        let mut system = ValueConstraints::default();
        system.insert_dims(0, &dims);
        for (i, bounds) in self.bounds.iter().enumerate() {
            if let Some(value) = single_value(bounds).filter(|e| e.as_const().is_none()) {
                let iv = *self.operands.get(value.as_dim()? as usize)?;
                system.add_for_bounds(b, for_op_of(b, iv)?, iv)?;
                continue;
            }
            let last = bounds.upper.as_ref().map(|map| map.map_results(|e| e - 1));
            for (kind, map) in [(BoundKind::Lower, bounds.lower.clone()), (BoundKind::Upper, last)] {
                let Some(map) = map else { continue };
                let map = system.align(b, &self.bound(&map).simplified(b))?;
                system.relation.add_map_bound(kind, i, &map)?;
            }
        }
        let slice = system.relation;
        let same = slice.n_dims() == source.n_dims() && slice.n_symbols() == 0 && slice.n_locals() == 0;
        same.then(|| is_subset(&source, &slice))
    }
}

/// The value of a dimension that has only one.
pub fn single_value(bounds: &SliceBounds) -> Option<&AffineExpr> {
    let (lower, upper) = (bounds.lower.as_ref()?, bounds.upper.as_ref()?);
    let single = lower.n_results() == 1 && upper.n_results() == 1;
    (single && lower.result(0) + 1 == *upper.result(0)).then(|| lower.result(0))
}

/// Whether all points of `inner` are points of `outer`, which has no locals; both are on the same dimensions. `false` also where that is not
/// found out.
fn is_subset(inner: &Relation, outer: &Relation) -> bool {
    let outside = |row: &[i64], sign: i64| {
        // The point is outside if sign * row + 1 <= 0.
        let mut system = inner.clone();
        let negated: Option<Vec<i64>> = row.iter().map(|c| c.checked_mul(-sign)).collect();
        let Some(mut negated) = negated else { return false };
        let Some(last) = negated.last_mut() else { return false };
        let Some(less) = last.checked_sub(1) else { return false };
        *last = less;
        let constant = negated.pop().unwrap_or(0);
        negated.resize(system.n_vars(), 0);
        negated.push(constant);
        system.add_inequality(negated);
        system.is_empty()
    };
    outer.inequalities().iter().all(|row| outside(row, 1))
        && outer.equalities().iter().all(|row| outside(row, 1) && outside(row, -1))
}
