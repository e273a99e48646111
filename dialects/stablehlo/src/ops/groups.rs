//! Rules for the groups and channels of collective ops.

use strata_ir::{core::symbols::SymbolScope, prelude::*};

use crate::{ChannelHandle, ReplicaGroupMeshAxesAttr};

/// Checks `replica_groups`: each id occurs once and none is missing. Groups of equal sizes have no absent members, and
/// may have to be of the size `expected`.
pub(super) fn verify_groups(
    b: &Body,
    op: Op,
    equal_sizes: bool,
    expected: Option<i64>,
) -> Result<(), VerifyError> {
    let fail = |message: String| Err(VerifyError::bare(message));
    let cx = b.cx();
    let dense = b.attr(op, "replica_groups").and_then(|a| cx.attr_as::<DenseElementsAttr>(a));
    let Some(dense) = dense else { return Ok(()) };
    let shape = cx.shaped(dense.ty).and_then(|s| s.shape).unwrap_or(&[]);
    // all_gather_i3, all_to_all_i5
    let &[groups, size] = shape else { return fail("replica groups should be a rank 2 tensor".into()) };
    if b.attr(op, "use_global_device_ids").is_some() && groups * size == 0 {
        return fail("if `use_global_device_ids` is set, the replica groups cannot be empty".into());
    }
    let mut seen = std::collections::HashSet::new();
    for id in dense.to_i64s(cx).unwrap_or_default() {
        // all_gather_c4
        if id == -1 {
            if equal_sizes {
                return fail("Invalid replica id -1".into());
            }
            continue;
        }
        // all_gather_c2, all_reduce_c1, all_to_all_c5
        if !seen.insert(id) {
            return fail(format!("replica id #{id} seen more than once"));
        }
    }
    // all_gather_c4, all_reduce_c3, all_to_all_c7
    if let Some(id) = (0..seen.len() as i64).find(|id| !seen.contains(id)) {
        return fail(format!("replica id #{id} not seen in replica groups"));
    }
    // all_to_all_c8
    if let Some(expected) = expected.filter(|&n| equal_sizes && groups != 0 && n != size) {
        return fail(format!("group size of replica_groups must be {expected}"));
    }
    Ok(())
}

/// The number of devices in each group of an op that reduces or gathers, if it is known.
pub(super) fn group_size(b: &Body, op: Op) -> Result<i64, String> {
    let (cx, groups) = (b.cx(), b.attr(op, "replica_groups"));
    let channel = b.attr(op, "channel_handle").and_then(|a| cx.attr_as::<ChannelHandle>(a));
    if channel.is_some_and(|c| c.handle > 0) && b.attr(op, "use_global_device_ids").is_none() {
        return Err("the size of a group depends on the number of partitions".into());
    }
    let dense = groups.and_then(|a| cx.attr_as::<DenseElementsAttr>(a));
    let rows = dense.and_then(|d| cx.shaped(d.ty)?.shape?.get(1).copied());
    let along = || {
        let axes = groups.and_then(|a| cx.attr_as::<ReplicaGroupMeshAxesAttr>(a))?;
        axes.groups_of_mesh(cx, None)?.first().map(|group| group.len() as i64)
    };
    // Without groups, all devices are one.
    rows.or_else(along).filter(|&n| n > 0).ok_or_else(|| "the size of a group is not known".into())
}

/// Checks that an op that numbers devices globally has a channel.
pub(super) fn verify_channel(b: &Body, op: Op) -> Result<(), VerifyError> {
    let channel = b.attr(op, "channel_handle").and_then(|a| b.cx().attr_as::<ChannelHandle>(a));
    let id = channel.map_or(0, |c| c.handle);
    // all_gather_c5, all_reduce_c4
    if b.attr(op, "use_global_device_ids").is_some() && id <= 0 {
        return Err(VerifyError::bare(format!(
            "channel_id must be positive when useGlobalDeviceIds is set but got: {id}"
        )));
    }
    Ok(())
}

/// The same where a channel may also be number 0.
pub(super) fn verify_channel_sign(b: &Body, op: Op) -> Result<(), VerifyError> {
    let channel = b.attr(op, "channel_handle").and_then(|a| b.cx().attr_as::<ChannelHandle>(a));
    // all_gather_c5
    if b.attr(op, "use_global_device_ids").is_some() && channel.is_some_and(|c| c.handle < 0) {
        return Err(VerifyError::bare("channel_id cannot be negative when useGlobalDeviceIds is set"));
    }
    Ok(())
}

/// Checks `source_target_pairs`: no device sends or receives twice.
pub(super) fn verify_pairs(b: &Body, op: Op) -> Result<(), VerifyError> {
    let fail = |message: String| Err(VerifyError::bare(message));
    let cx = b.cx();
    let dense = b.attr(op, "source_target_pairs").and_then(|a| cx.attr_as::<DenseElementsAttr>(a));
    let Some(dense) = dense else { return Ok(()) };
    let shape = cx.shaped(dense.ty).and_then(|s| s.shape).unwrap_or(&[]);
    // Host transfers have none, in an attribute of any rank.
    if shape.contains(&0) && !op.isa::<super::CollectivePermuteOp>(b) {
        return Ok(());
    }
    // collective_permute_i2
    if shape.len() != 2 {
        return fail(format!(
            "expect source_target_pairs attribute to be of rank 2, but got rank {}",
            shape.len()
        ));
    }
    // collective_permute_c4
    if shape[1] != 2 {
        return fail(format!(
            "expect source_target_pairs attribute of shape (N, 2), but got ({}, {})",
            shape[0], shape[1]
        ));
    }
    let (mut sources, mut targets) = (std::collections::HashSet::new(), std::collections::HashSet::new());
    for pair in dense.to_i64s(cx).unwrap_or_default().chunks_exact(2) {
        // collective_permute_c3
        if pair.iter().any(|&id| id < 0) {
            return fail("replica ids in source_target_pairs must be >= 0.".into());
        }
        // collective_permute_c1
        if !sources.insert(pair[0]) {
            return fail("duplicate sources not allowed.".into());
        }
        // collective_permute_c2
        if !targets.insert(pair[1]) {
            return fail("duplicate targets not allowed.".into());
        }
    }
    Ok(())
}

/// Checks that the mesh that groups are made of is there.
pub(super) fn verify_mesh(b: &Body, op: Op, symbols: &SymbolScope<'_>) -> VerifyResult {
    let cx = b.cx();
    let groups = b.attr(op, "replica_groups").and_then(|a| cx.attr_as::<ReplicaGroupMeshAxesAttr>(a));
    let Some(groups) = groups else { return Ok(()) };
    if cx.attr_as::<SymbolRefAttr>(groups.mesh).is_none() || symbols.lookup(cx, groups.mesh).is_some() {
        return Ok(());
    }
    let name = cx.attr_to_string(groups.mesh);
    Err(format!("replica_groups: mesh symbol '{}' not found", name.trim_start_matches('@')).into())
}

/// Checks the groups of `collective_broadcast`, which need not have all replicas.
pub(super) fn verify_broadcast(b: &Body, op: Op) -> Result<(), VerifyError> {
    let fail = |message: String| Err(VerifyError::bare(message));
    let cx = b.cx();
    let dense = b.attr(op, "replica_groups").and_then(|a| cx.attr_as::<DenseElementsAttr>(a));
    let Some(dense) = dense else { return Ok(()) };
    let shape = cx.shaped(dense.ty).and_then(|s| s.shape).unwrap_or(&[]);
    if shape.len() != 2 {
        let rank = shape.len();
        return fail(format!("replica groups should be a rank 2 tensor,but instead it is of rank {rank}"));
    }
    let mut seen = std::collections::HashSet::new();
    for id in dense.to_i64s(cx).unwrap_or_default() {
        // collective_broadcast_c2
        if id < 0 {
            return fail(format!("replica_groups values must be positive, but was given {id}"));
        }
        // collective_broadcast_c1
        if !seen.insert(id) {
            return fail(format!("replica id #{id} seen more than once"));
        }
    }
    Ok(())
}
