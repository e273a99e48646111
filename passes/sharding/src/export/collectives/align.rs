//! Cutting axes where others are cut, so that any two are equal or have nothing in common.

use strata_sdy::attrs::{AxisRef, Mesh};

/// The places where axes of this name begin and end.
fn bounds<'a>(lists: impl Iterator<Item = &'a AxisRef>, name: &str, mesh: &Mesh) -> Vec<i64> {
    let own = lists.filter(|axis| axis.name == name);
    let mut all: Vec<i64> = own.flat_map(|axis| [axis.start(), axis.end(mesh)]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether each axis of the mesh is cut into parts that divide one another.
pub(super) fn is_consistent(lists: &[Vec<AxisRef>], mesh: &Mesh) -> bool {
    mesh.axes.iter().all(|axis| {
        let bounds = bounds(lists.iter().flatten(), &axis.name, mesh);
        bounds.windows(2).all(|pair| pair[0] > 0 && pair[1] % pair[0] == 0)
    })
}

/// For each dimension, the axes from the first one on that is cut otherwise in the target, and that has something in common with an axis
/// there.
pub(super) fn suffixes_in_conflict(
    from: &[Vec<AxisRef>],
    to: &[Vec<AxisRef>],
    mesh: &Mesh,
) -> Vec<Vec<AxisRef>> {
    let in_conflict = |axis: &AxisRef| to.iter().flatten().any(|other| !axis.can_coexist(other, mesh));
    let suffix = |list: &Vec<AxisRef>| {
        let start = list.iter().position(in_conflict).unwrap_or(list.len());
        list[start..].to_vec()
    };
    from.iter().map(suffix).collect()
}

/// Cuts all axes of a list at the given places, if there are any inside of them.
fn cut(list: &mut Vec<AxisRef>, bounds: impl Fn(&str) -> Vec<i64>, mesh: &Mesh) {
    let mut parts = Vec::with_capacity(list.len());
    for axis in list.drain(..) {
        let (first, end) = (axis.start(), axis.end(mesh));
        let mut start = first;
        for bound in bounds(&axis.name).into_iter().filter(|&bound| first < bound && bound < end) {
            parts.push(AxisRef::part(&axis.name, start, bound, mesh));
            start = bound;
        }
        parts.push(AxisRef::part(&axis.name, start, end, mesh));
    }
    *list = parts;
}

/// Cuts the axes of both where one of them is cut.
pub(super) fn cut_both(a: &mut [Vec<AxisRef>], b: &mut [Vec<AxisRef>], mesh: &Mesh) {
    let all: Vec<AxisRef> = a.iter().chain(b.iter()).flatten().cloned().collect();
    let bounds = |name: &str| bounds(all.iter(), name, mesh);
    a.iter_mut().chain(b).for_each(|list| cut(list, bounds, mesh));
}

/// Cuts the axes of the lists where the others begin and end.
pub(super) fn cut_at(lists: &mut [Vec<AxisRef>], others: &[AxisRef], mesh: &Mesh) {
    if !others.is_empty() {
        lists.iter_mut().for_each(|list| cut(list, |name| bounds(others.iter(), name, mesh), mesh));
    }
}
