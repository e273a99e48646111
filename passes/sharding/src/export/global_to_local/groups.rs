//! The groups of devices along axes, as collectives of StableHLO name them.

use strata_ir::prelude::*;
use strata_sdy::{
    attrs::{AxisRef, Mesh},
    axes,
};
use strata_stablehlo as hlo;

/// The most devices whose numbers are written out: groups on larger meshes are named by axes, so that neither the program nor the time to
/// compile it grows with the number of devices.
const MOST_WRITTEN_OUT: i64 = 64;

/// The groups along axes of a mesh.
pub(super) fn of_axes(cx: &Context, list: &[AxisRef], mesh: &Mesh) -> Attr {
    if mesh.num_devices().is_none_or(|n| n > MOST_WRITTEN_OUT) {
        return by_axes(cx, list, mesh);
    }
    let groups = axes::groups(list, mesh);
    let ty = cx.tensor(&[groups.len() as i64, groups.first().map_or(0, Vec::len) as i64], cx.i64());
    let numbers: Vec<i64> = groups.into_iter().flatten().collect();
    cx.dense_i64s(ty, &numbers).unwrap_or_else(|| cx.unit())
}

fn by_axes(cx: &Context, list: &[AxisRef], mesh: &Mesh) -> Attr {
    let axis = |axis: &AxisRef| {
        let part = axis.sub_axis_info.map(|part| hlo::SubAxis { pre_size: part.pre_size, size: part.size });
        cx.attr(hlo::AxisRef { name: axis.name.clone(), sub_axis_info: part })
    };
    let axes = mesh.axes.iter().map(|own| hlo::MeshAxis { name: own.name.clone(), size: own.size }).collect();
    let count = mesh.device_ids.len() as i64;
    let device_ids = cx.dense_i64s(cx.tensor(&[count], cx.i64()), &mesh.device_ids).filter(|_| count != 0);
    let mesh = cx.attr(hlo::Mesh { axes, device_ids });
    cx.attr(hlo::ReplicaGroupMeshAxesAttr { mesh, axes: list.iter().map(axis).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use strata_sdy::attrs::{MeshAxis, SubAxisInfo};

    /// Both forms are the same groups in the same order.
    #[test]
    fn forms_agree() {
        let cx = strata_ir::core::Registry::new().freeze();
        let axis = |name: &str, size| MeshAxis { name: name.to_owned(), size };
        let mesh = Mesh { axes: vec![axis("x", 4), axis("y", 3), axis("z", 2)], device_ids: vec![] };
        let part =
            AxisRef { name: "x".to_owned(), sub_axis_info: Some(SubAxisInfo { pre_size: 2, size: 2 }) };
        for list in [vec![AxisRef::full("y")], vec![AxisRef::full("z"), AxisRef::full("x")], vec![part]] {
            let named = by_axes(&cx, &list, &mesh);
            let named =
                cx.attr_as::<hlo::ReplicaGroupMeshAxesAttr>(named).and_then(|g| g.groups_of_mesh(&cx, None));
            assert_eq!(named, Some(axes::groups(&list, &mesh)));
        }
    }
}
