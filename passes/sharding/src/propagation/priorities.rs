//! Priorities of users: shardings of a dimension with `p1` spread after all those with `p0` have.
//!
//! Until its turn, a dimension is closed and not split, and its axes are replicated, so that nothing else of the tensor is split by them.

use std::collections::BTreeMap;

use strata_ir::prelude::*;
use strata_sdy::attrs::{DimensionSharding, TensorSharding};

use super::program::{Program, SlotId};

/// The original shardings that have dimensions of a priority, by priority.
pub(super) struct Priorities(BTreeMap<u64, Vec<(SlotId, TensorSharding)>>);

impl Priorities {
    /// Takes all dimensions with a priority other than 0 away.
    pub(super) fn take(program: &mut Program, cx: &Context) -> Self {
        let mut all: BTreeMap<u64, Vec<(SlotId, TensorSharding)>> = BTreeMap::new();
        for slot in 0..program.slots.len() as SlotId {
            let Some(sharding) = program.sharding(Some(slot)) else { continue };
            let mut own: Vec<u64> = sharding.dim_shardings.iter().filter_map(|dim| dim.priority).collect();
            if own.is_empty() {
                continue;
            }
            own.sort_unstable();
            own.dedup();
            let sharding = sharding.clone();
            let Some(first) = first(program, cx, &sharding) else { continue };
            program.set(slot, first);
            for priority in own.into_iter().filter(|&priority| priority > 0) {
                all.entry(priority).or_default().push((slot, sharding.clone()));
            }
        }
        Self(all)
    }
    /// Gives the dimensions of the next priority back. Whether there was one.
    pub(super) fn give_next(&mut self, program: &mut Program) -> bool {
        let Some((priority, shardings)) = self.0.pop_first() else { return false };
        for (slot, original) in shardings {
            let Some(current) = program.sharding(Some(slot)) else { continue };
            let mut current = current.clone();
            let mut given = Vec::new();
            for (dim, original) in current.dim_shardings.iter_mut().zip(&original.dim_shardings) {
                if original.priority == Some(priority) {
                    given.extend(original.axes.iter().cloned());
                    *dim = DimensionSharding { priority: None, ..original.clone() };
                }
            }
            current.replicated_axes.retain(|axis| !given.contains(axis));
            program.set(slot, current);
        }
        true
    }
}

/// The sharding for the first priority.
fn first(program: &Program, cx: &Context, original: &TensorSharding) -> Option<TensorSharding> {
    let mesh = program.meshes.get(cx, original.mesh_or_ref)?;
    let mut first = original.clone();
    for dim in &mut first.dim_shardings {
        if dim.priority.take().is_some_and(|priority| priority > 0) {
            first.replicated_axes.append(&mut dim.axes);
            dim.is_closed = true;
        }
    }
    // Parts of one axis stay apart, so that each can be given back.
    let position = |name: &str| mesh.axes.iter().position(|axis| axis.name == name);
    first.replicated_axes.sort_by_key(|axis| (position(&axis.name), axis.start()));
    Some(first)
}
