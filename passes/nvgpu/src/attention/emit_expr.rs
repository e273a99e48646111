//! Emits the ops that compute an expression in a kernel.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_memref::LoadOp;
use strata_passes_analysis::index_arith::{add, times};

use super::{
    axes::{Axes, Axis},
    trace::{Id, Node},
};

/// Values that are known in a thread: indices along axes, and parts of expressions.
#[derive(Clone, Default)]
pub(super) struct Known {
    axes: Vec<(Vec<Axis>, Value)>,
    parts: FxHashMap<Id, Value>,
}

impl Known {
    /// Sets the index along some axes together, the slowest one first, and derives that of each axis.
    pub(super) fn number(&mut self, b: &mut Builder<'_>, all: &Axes, axes: &[Axis], value: Value) {
        let mut rest = value;
        for (i, axis) in axes.iter().enumerate().rev() {
            let size = all.size(&[*axis]);
            if i == 0 {
                self.axes.push((vec![*axis], rest));
            } else {
                let n = strata_arith::constant_index(b, size);
                let own = strata_arith::RemUIOp::build(b, rest, n);
                self.axes.push((vec![*axis], own));
                rest = strata_arith::DivUIOp::build(b, rest, n, None);
            }
        }
        if axes.len() > 1 {
            self.axes.push((axes.to_vec(), value));
        }
    }
    /// Sets the value of a part.
    pub(super) fn part(&mut self, id: Id, value: Value) {
        self.parts.insert(id, value);
    }
    /// The index along some axes together.
    pub(super) fn index(&self, b: &mut Builder<'_>, all: &Axes, axes: &[Axis]) -> Result<Value, String> {
        let axes = all.resolve(axes);
        let mut rest = &axes[..];
        let mut sum: Option<Value> = None;
        while !rest.is_empty() {
            let fits = self.axes.iter().filter(|(known, _)| rest.starts_with(known));
            let (known, value) =
                fits.max_by_key(|(known, _)| known.len()).ok_or("the number of a loop is not known")?;
            sum = Some(match sum {
                None => *value,
                Some(sum) => {
                    let outer = times(b, sum, all.size(known));
                    add(b, outer, *value)
                }
            });
            rest = &rest[known.len()..];
        }
        Ok(sum.unwrap_or_else(|| strata_arith::constant_index(b, 0)))
    }
    /// The indices of a place, one for each dimension.
    pub(super) fn indices(
        &self,
        b: &mut Builder<'_>,
        all: &Axes,
        place: &[Vec<Axis>],
    ) -> Result<Vec<Value>, String> {
        place.iter().map(|axes| self.index(b, all, axes)).collect()
    }
    /// Emits an expression.
    pub(super) fn value(
        &mut self,
        b: &mut Builder<'_>,
        (all, nodes): (&Axes, &[Node]),
        id: Id,
    ) -> Result<Value, String> {
        if let Some(&v) = self.parts.get(&id) {
            return Ok(v);
        }
        let v = match &nodes[id] {
            Node::Scalar(v) => *v,
            Node::Index(axes) => self.index(b, all, axes)?,
            Node::Load { buffer, place, .. } => {
                let at = self.indices(b, all, place)?;
                LoadOp::create(b, *buffer, &at)
            }
            Node::Apply { op, result, operands } => {
                let mut map = IdMap::new();
                for (old, &id) in b.operands(*op).collect::<Vec<_>>().into_iter().zip(operands) {
                    let new = self.value(b, (all, nodes), id)?;
                    map.map(old, new);
                }
                let copy = b.clone_op(*op, &mut map);
                b.insert_op(copy);
                b.result(copy, *result)
            }
            Node::Dot { .. } | Node::Reduce { .. } => return Err("a part of it is not known".into()),
        };
        self.parts.insert(id, v);
        Ok(v)
    }
}
