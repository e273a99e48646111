//! Dimensions as parts of devices.

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::HloBuilder;
use strata_sdy::{
    attrs::{DimensionSharding, Mesh, TensorSharding},
    axes, shardings,
};

/// A dimension that stands for no axes.
pub(super) fn whole() -> DimensionSharding {
    DimensionSharding { axes: Vec::new(), is_closed: true, priority: None }
}

/// The number of parts of a dimension, if it is divided evenly into several.
pub(super) fn parts(sharding: &TensorSharding, dim: usize, size: i64, mesh: &Mesh) -> Option<i64> {
    let parts = axes::size(&sharding.dim_shardings.get(dim)?.axes, mesh)?;
    (parts > 1 && size > 0 && size % parts == 0).then_some(parts)
}

/// A tensor in another shape with a sharding, in front of an op.
pub(super) fn reshaped(
    b: &mut Body,
    op: Op,
    value: Value,
    shape: &[i64],
    sharding: &TensorSharding,
) -> Value {
    let loc = b.loc(op);
    let mut builder = Builder::before(b, op);
    builder.set_cur_loc(loc);
    let new = HloBuilder { b: &mut builder }.reshape(value, shape);
    if new != value {
        shardings::set_local_sharding(b, new, sharding.clone());
    }
    new
}
