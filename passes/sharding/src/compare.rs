//! Shardings that place the same parts on the same devices.

use strata_ir::prelude::*;
use strata_sdy::{
    attrs::{AxisRef, Mesh, TensorSharding},
    shardings::Meshes,
};

/// The axes of each dimension.
pub(crate) fn dim_axes(sharding: &TensorSharding) -> Vec<Vec<AxisRef>> {
    sharding.dim_shardings.iter().map(|dim| dim.axes.clone()).collect()
}

/// Whether a tensor with this sharding is whole on each device.
pub(crate) fn is_replicated(sharding: Option<&TensorSharding>) -> bool {
    sharding.is_none_or(|sharding| sharding.is_fully_replicated() && sharding.unreduced_axes.is_empty())
}

/// Whether two shardings place the same parts on the same devices; no sharding is a replicated one. Whether dimensions are open does not
/// matter, nor do priorities and axes that are named as replicated.
pub(crate) fn are_equivalent(a: Option<&TensorSharding>, b: Option<&TensorSharding>) -> bool {
    if is_replicated(a) && is_replicated(b) {
        return true;
    }
    let (Some(a), Some(b)) = (a, b) else { return false };
    a.mesh_or_ref == b.mesh_or_ref
        && a.unreduced_axes == b.unreduced_axes
        && (a.unreduced_axes.is_empty() || a.reduction == b.reduction)
        && a.dim_shardings.len() == b.dim_shardings.len()
        && a.dim_shardings.iter().zip(&b.dim_shardings).all(|(a, b)| a.axes == b.axes)
}

/// How the meshes of two shardings differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeshDifference {
    /// Not at all.
    None,
    /// The axes are the same, the devices in another order.
    Order,
    /// The axes differ.
    Axes,
}

/// How two meshes differ.
pub(crate) fn mesh_difference(a: &Mesh, b: &Mesh) -> MeshDifference {
    if a.axes != b.axes {
        return MeshDifference::Axes;
    }
    // No numbers are those that count up.
    let ids = |mesh: &Mesh| -> Vec<i64> {
        if mesh.device_ids.is_empty() {
            return (0..mesh.num_devices().unwrap_or(0)).collect();
        }
        mesh.device_ids.clone()
    };
    if a.device_ids == b.device_ids || ids(a) == ids(b) {
        MeshDifference::None
    } else {
        MeshDifference::Order
    }
}

/// The mesh of a sharding, or an error at `loc`.
pub(crate) fn mesh_of<'a>(
    cx: &'a Context,
    meshes: &'a Meshes,
    sharding: &TensorSharding,
    loc: Location,
) -> Result<&'a Mesh, Diagnostic> {
    meshes.get(cx, sharding.mesh_or_ref).ok_or_else(|| {
        Diagnostic::error(loc, format!("unknown mesh: {}", cx.attr_to_string(sharding.mesh_or_ref)))
    })
}

/// The sharding with all dimensions closed, and without priorities and names of replicated axes.
pub(crate) fn closed(sharding: &TensorSharding) -> TensorSharding {
    let mut new = sharding.clone();
    for dim in &mut new.dim_shardings {
        (dim.is_closed, dim.priority) = (true, None);
    }
    new.replicated_axes.clear();
    new
}

/// The axes of a list, without those of others.
pub(crate) fn without(list: &[AxisRef], others: &[AxisRef], mesh: &Mesh) -> Vec<AxisRef> {
    let mut left = list.to_vec();
    for other in others {
        let cut = |axis: AxisRef| {
            if axis.overlap(other, mesh).is_none() {
                return [Some(axis), None];
            }
            [axis.prefix_without_overlap(other, mesh), axis.suffix_without_overlap(other, mesh)]
        };
        left = left.into_iter().flat_map(cut).flatten().collect();
    }
    left
}
