//! The bytes that a device gets from others in the collectives of a program.

use strata_ir::prelude::*;
use strata_stablehlo::ReplicaGroupMeshAxesAttr;

/// The bytes that a device receives in an op, for operands and results of so many bytes; `None` for ops that are no collectives, and where
/// the size of the groups is not known.
///
/// These are the fewest bytes with which each device can have its results: all but its own part of a gathered array, of a reduced one
/// twice as many.
pub(crate) fn received(body: &Body, op: Op, operands: f64, results: f64) -> Option<f64> {
    let others = |bytes: f64| {
        let members = members(body, op)?;
        Some(bytes * (members - 1.0) / members)
    };
    match body.op_name(op) {
        "stablehlo.all_gather" => others(results),
        "stablehlo.all_reduce" | "stablehlo.cross-replica-sum" => Some(2.0 * others(operands)?),
        "stablehlo.reduce_scatter" | "stablehlo.all_to_all" => others(operands),
        "stablehlo.collective_permute" | "stablehlo.collective_broadcast" => Some(operands),
        _ => None,
    }
}

/// The number of devices in the largest group of an op.
fn members(body: &Body, op: Op) -> Option<f64> {
    let cx = body.cx();
    let groups = body.attr(op, "replica_groups")?;
    let columns =
        cx.attr_as::<DenseElementsAttr>(groups).and_then(|d| cx.shaped(d.ty)?.shape?.get(1).copied());
    let columns = columns.or_else(|| {
        let groups = cx.attr_as::<ReplicaGroupMeshAxesAttr>(groups)?.groups_of_mesh(cx, None)?;
        groups.first().map(|group| group.len() as i64)
    });
    columns.filter(|&n| n > 0).map(|n| n as f64)
}
