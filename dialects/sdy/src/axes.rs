//! Algebra of axes: which devices two axes, or parts of them, tell apart.
//!
//! A full axis of size 8 is the same as the product of the sub-axes `(1)2`, `(2)2` and `(4)2`: a sub-axis `(k)m` is the `m` places that
//! follow the first `k`. Here it is the half-open range from `k` to `k * m`, and a full axis is the range from 1 to its size.

use crate::attrs::{AxisRef, Mesh, SubAxisInfo};

impl AxisRef {
    /// A full axis.
    #[must_use]
    pub fn full(name: &str) -> Self {
        Self { name: name.to_owned(), sub_axis_info: None }
    }
    /// The part of an axis from `start` to `end`; the full axis where that is all of it.
    #[must_use]
    pub fn part(name: &str, start: i64, end: i64, mesh: &Mesh) -> Self {
        let all = start == 1 && mesh.axis_size(name) == Some(end);
        let info = SubAxisInfo { pre_size: start, size: end / start.max(1) };
        Self { name: name.to_owned(), sub_axis_info: (!all).then_some(info) }
    }
    /// Where it starts within its axis.
    #[must_use]
    pub fn start(&self) -> i64 {
        self.sub_axis_info.map_or(1, |part| part.pre_size)
    }
    /// Where it ends within its axis.
    #[must_use]
    pub fn end(&self, mesh: &Mesh) -> i64 {
        match self.sub_axis_info {
            Some(part) => part.next_pre_size().unwrap_or(i64::MAX),
            None => mesh.axis_size(&self.name).unwrap_or(1),
        }
    }
    /// Whether all of the other is in it.
    #[must_use]
    pub fn contains(&self, other: &Self, mesh: &Mesh) -> bool {
        self.name == other.name && self.start() <= other.start() && other.end(mesh) <= self.end(mesh)
    }
    /// Whether the other starts with it.
    #[must_use]
    pub fn is_prefix_of(&self, other: &Self, mesh: &Mesh) -> bool {
        other.contains(self, mesh) && self.start() == other.start()
    }
    /// Whether the two can be used in one sharding: their places divide one another.
    #[must_use]
    pub fn can_coexist(&self, other: &Self, mesh: &Mesh) -> bool {
        if self.name != other.name {
            return true;
        }
        let (first, second) = if self.start() <= other.start() { (self, other) } else { (other, self) };
        let (low, high) = (first.end(mesh), second.end(mesh));
        let bounds = [first.start(), second.start(), low.min(high), low.max(high)];
        let mut sorted = bounds;
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair[1] % pair[0].max(1) == 0)
    }
    /// The part that is in both; `None` without one, or where they divide the axis differently.
    #[must_use]
    pub fn overlap(&self, other: &Self, mesh: &Mesh) -> Option<Self> {
        if self.name != other.name || !self.can_coexist(other, mesh) {
            return None;
        }
        let (start, end) = (self.start().max(other.start()), self.end(mesh).min(other.end(mesh)));
        (start < end).then(|| Self::part(&self.name, start, end, mesh))
    }
    /// The longest prefix that does not overlap the other; `None` if that is empty, or where the two divide the axis differently.
    #[must_use]
    pub fn prefix_without_overlap(&self, other: &Self, mesh: &Mesh) -> Option<Self> {
        if !self.can_coexist(other, mesh) {
            return None;
        }
        if !self.overlaps_in(other, mesh) {
            return Some(self.clone());
        }
        let end = other.start();
        (self.start() < end).then(|| Self::part(&self.name, self.start(), end, mesh))
    }
    /// The longest suffix that does not overlap the other; `None` if that is empty, or where the two divide the axis differently.
    #[must_use]
    pub fn suffix_without_overlap(&self, other: &Self, mesh: &Mesh) -> Option<Self> {
        if !self.can_coexist(other, mesh) {
            return None;
        }
        if !self.overlaps_in(other, mesh) {
            return Some(self.clone());
        }
        let start = other.end(mesh);
        (start < self.end(mesh)).then(|| Self::part(&self.name, start, self.end(mesh), mesh))
    }
    /// The longest common prefix; `None` if that is empty.
    #[must_use]
    pub fn common_prefix(&self, other: &Self, mesh: &Mesh) -> Option<Self> {
        let both = self.overlap(other, mesh)?;
        (self.start() == other.start()).then_some(both)
    }
    /// The first `size` places, and what remains behind them; `None` if `size` does not divide it.
    #[must_use]
    pub fn split(&self, size: i64, mesh: &Mesh) -> Option<(Option<Self>, Option<Self>)> {
        if size < 1 || self.size(mesh) % size != 0 {
            return None;
        }
        let middle = self.start().checked_mul(size)?;
        let first = (size > 1).then(|| Self::part(&self.name, self.start(), middle, mesh));
        let end = self.end(mesh);
        Some((first, (middle < end).then(|| Self::part(&self.name, middle, end, mesh))))
    }
    /// The two as one; `None` if the other does not follow.
    #[must_use]
    pub fn merged(&self, next: &Self, mesh: &Mesh) -> Option<Self> {
        self.can_merge(next).then(|| Self::part(&self.name, self.start(), next.end(mesh), mesh))
    }
    /// Whether some part of the axis is in both.
    fn overlaps_in(&self, other: &Self, mesh: &Mesh) -> bool {
        self.name == other.name && self.start() < other.end(mesh) && other.start() < self.end(mesh)
    }
    /// The place of a device along it. Devices count up with the last axis of the mesh the fastest.
    #[must_use]
    pub fn place(&self, device: i64, mesh: &Mesh) -> i64 {
        device / self.stride(mesh) % self.size(mesh).max(1)
    }
    /// How many devices lie between neighbours along it, in the order of the mesh.
    #[must_use]
    pub fn stride(&self, mesh: &Mesh) -> i64 {
        let at = mesh.axes.iter().position(|own| own.name == self.name).map_or(mesh.axes.len(), |at| at + 1);
        let behind: i64 = mesh.axes.iter().skip(at).map(|own| own.size).product();
        let whole = mesh.axis_size(&self.name).unwrap_or(1);
        (behind * (whole / self.end(mesh).max(1)).max(1)).max(1)
    }
}

/// Appends an axis to a list, as one with the last where it follows that.
pub fn push(list: &mut Vec<AxisRef>, axis: AxisRef, mesh: &Mesh) {
    if let Some(last) = list.last_mut()
        && let Some(merged) = last.merged(&axis, mesh)
    {
        *last = merged;
    } else {
        list.push(axis);
    }
}

/// The number of places along all axes of a list; `None` if it is beyond all bounds.
#[must_use]
pub fn size(list: &[AxisRef], mesh: &Mesh) -> Option<i64> {
    list.iter().try_fold(1i64, |n, axis| n.checked_mul(axis.size(mesh)))
}

/// The longest list of axes with which both lists begin.
#[must_use]
pub fn common_prefix(a: &[AxisRef], b: &[AxisRef], mesh: &Mesh) -> Vec<AxisRef> {
    let mut common = Vec::new();
    for (a, b) in a.iter().zip(b) {
        if a == b {
            common.push(a.clone());
            continue;
        }
        common.extend(a.common_prefix(b, mesh));
        break;
    }
    common
}

/// Whether the first list begins the second.
#[must_use]
pub fn is_prefix(prefix: &[AxisRef], list: &[AxisRef], mesh: &Mesh) -> bool {
    without_prefix(list, prefix, mesh).is_some()
}

/// The axes that follow a prefix in a list; `None` if the list does not begin with it.
#[must_use]
pub fn without_prefix(list: &[AxisRef], prefix: &[AxisRef], mesh: &Mesh) -> Option<Vec<AxisRef>> {
    let mut rest = list.iter().cloned();
    for (i, axis) in prefix.iter().enumerate() {
        let own = rest.next()?;
        if own == *axis {
            continue;
        }
        if i + 1 != prefix.len() || !axis.is_prefix_of(&own, mesh) {
            return None;
        }
        return Some(own.suffix_without_overlap(axis, mesh).into_iter().chain(rest).collect());
    }
    Some(rest.collect())
}

/// The longest prefix of a list that overlaps none of the others.
#[must_use]
pub fn prefix_without_overlap<'a>(
    list: &[AxisRef],
    others: impl Iterator<Item = &'a AxisRef> + Clone,
    mesh: &Mesh,
) -> Vec<AxisRef> {
    let mut kept = Vec::new();
    for axis in list {
        let mut left = Some(axis.clone());
        for other in others.clone() {
            left = left.and_then(|left| left.prefix_without_overlap(other, mesh));
        }
        let whole = left.as_ref() == Some(axis);
        kept.extend(left);
        if !whole {
            break;
        }
    }
    kept
}

/// Sorts axes as they are in the mesh, and the parts of one by their place; neighbours become one.
#[must_use]
pub fn sorted(list: impl IntoIterator<Item = AxisRef>, mesh: &Mesh) -> Vec<AxisRef> {
    let mut all: Vec<AxisRef> = list.into_iter().collect();
    all.sort_by_key(|axis| (mesh.position(&axis.name), axis.start()));
    let mut merged = Vec::with_capacity(all.len());
    all.into_iter().for_each(|axis| push(&mut merged, axis, mesh));
    merged
}

/// The devices in groups, each along the given axes with the last the fastest: the replica groups of a collective.
#[must_use]
pub fn groups(list: &[AxisRef], mesh: &Mesh) -> Vec<Vec<i64>> {
    let devices = mesh.num_devices().unwrap_or(0);
    let group_size = size(list, mesh).unwrap_or(0).max(1);
    let mut numbers: rustc_hash::FxHashMap<Vec<i64>, usize> = rustc_hash::FxHashMap::default();
    let mut groups: Vec<Vec<i64>> = Vec::new();
    let others = others(list, mesh);
    for device in 0..devices {
        let key = others.iter().map(|axis| axis.place(device, mesh)).collect();
        let number = *numbers.entry(key).or_insert_with(|| {
            groups.push(vec![0; group_size as usize]);
            groups.len() - 1
        });
        let place = list.iter().fold(0, |place, axis| place * axis.size(mesh) + axis.place(device, mesh));
        let id = mesh.device_ids.get(device as usize).copied().unwrap_or(device);
        if let Some(slot) = groups.get_mut(number).and_then(|group| group.get_mut(place as usize)) {
            *slot = id;
        }
    }
    groups
}

/// The parts of the mesh's axes that are in none of the list.
#[must_use]
pub fn others(list: &[AxisRef], mesh: &Mesh) -> Vec<AxisRef> {
    let mut rest = Vec::new();
    for axis in &mesh.axes {
        let mut used: Vec<&AxisRef> = list.iter().filter(|used| used.name == axis.name).collect();
        used.sort_by_key(|used| used.start());
        let mut start = 1;
        for used in used {
            if start < used.start() {
                rest.push(AxisRef::part(&axis.name, start, used.start(), mesh));
            }
            start = start.max(used.end(mesh));
        }
        if start < axis.size {
            rest.push(AxisRef::part(&axis.name, start, axis.size, mesh));
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attrs::MeshAxis;

    fn mesh(axes: &[(&str, i64)]) -> Mesh {
        let axes = axes.iter().map(|&(name, size)| MeshAxis { name: name.to_owned(), size }).collect();
        Mesh { axes, device_ids: Vec::new() }
    }
    fn sub(name: &str, pre_size: i64, size: i64) -> AxisRef {
        AxisRef { name: name.to_owned(), sub_axis_info: Some(SubAxisInfo { pre_size, size }) }
    }

    #[test]
    fn parts_overlap_and_merge() {
        let mesh = mesh(&[("x", 8)]);
        let x = AxisRef::full("x");
        assert_eq!(x.overlap(&sub("x", 2, 2), &mesh), Some(sub("x", 2, 2)));
        assert_eq!(x.prefix_without_overlap(&sub("x", 2, 2), &mesh), Some(sub("x", 1, 2)));
        assert_eq!(x.suffix_without_overlap(&sub("x", 2, 2), &mesh), Some(sub("x", 4, 2)));
        assert_eq!(sub("x", 1, 2).merged(&sub("x", 2, 4), &mesh), Some(x.clone()));
        assert_eq!(x.split(4, &mesh), Some((Some(sub("x", 1, 4)), Some(sub("x", 4, 2)))));
        assert_eq!(x.split(3, &mesh), None);
        let six = self::mesh(&[("x", 6)]);
        assert!(!sub("x", 1, 2).can_coexist(&sub("x", 1, 3), &six));
        assert_eq!(sub("x", 3, 2).prefix_without_overlap(&sub("x", 1, 2), &six), None);
        assert!(sub("x", 1, 2).can_coexist(&sub("x", 2, 3), &six));
    }

    #[test]
    fn lists_have_prefixes() {
        let mesh = mesh(&[("x", 4), ("y", 2)]);
        let list = [AxisRef::full("x"), AxisRef::full("y")];
        assert_eq!(common_prefix(&list, &[sub("x", 1, 2), AxisRef::full("y")], &mesh), [sub("x", 1, 2)]);
        let rest = without_prefix(&list, &[sub("x", 1, 2)], &mesh);
        assert_eq!(rest, Some(vec![sub("x", 2, 2), AxisRef::full("y")]));
        assert!(!is_prefix(&[AxisRef::full("y")], &list, &mesh));
        let others = [sub("x", 2, 2)];
        assert_eq!(prefix_without_overlap(&list, others.iter(), &mesh), [sub("x", 1, 2)]);
        let parts = [AxisRef::full("y"), sub("x", 2, 2), sub("x", 1, 2)];
        assert_eq!(sorted(parts, &mesh), list);
    }

    #[test]
    fn devices_are_grouped() {
        let mesh = mesh(&[("x", 2), ("y", 4)]);
        assert_eq!(groups(&[AxisRef::full("x")], &mesh), [[0, 4], [1, 5], [2, 6], [3, 7]]);
        assert_eq!(groups(&[sub("y", 1, 2)], &mesh), [[0, 2], [1, 3], [4, 6], [5, 7]]);
        let both = [sub("y", 2, 2), AxisRef::full("x")];
        assert_eq!(groups(&both, &mesh), [[0, 4, 1, 5], [2, 6, 3, 7]]);
        let turned = Mesh { device_ids: (0..8).rev().collect(), ..mesh };
        assert_eq!(groups(&[AxisRef::full("x")], &turned), [[7, 3], [6, 2], [5, 1], [4, 0]]);
    }
}
