//! Replica groups as axes of a device mesh: `#stablehlo.replica_group_mesh_axes<…>`.

use strata_ir::prelude::*;

/// An axis of a mesh, or a part of one.
#[attr(name = "stablehlo.axis_ref")]
pub struct AxisRef {
    /// Name of the axis.
    pub name: String,
    /// The part of it, as `(pre-size)size`.
    pub sub_axis_info: Option<SubAxis>,
}

/// `(1)2`: the part of an axis after the first sizes of product 1, of size 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SubAxis {
    /// Product of the sizes before.
    pub pre_size: i64,
    /// Size of the part.
    pub size: i64,
}

impl Param for SubAxis {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("(").int(self.pre_size).text(")").int(self.size);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        p.expect("(")?;
        let pre_size = p.integer()?;
        p.expect(")")?;
        Ok(Self { pre_size, size: p.integer()? })
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        *self
    }
}

/// Mesh and axes based replica groups representation.
#[attr(name = "stablehlo.replica_group_mesh_axes")]
pub struct ReplicaGroupMeshAxesAttr {
    /// Symbol of the mesh, or the mesh.
    pub mesh: Attr,
    /// The axes, as [`AxisRef`]s.
    pub axes: Vec<Attr>,
}

impl ReplicaGroupMeshAxesAttr {
    /// The groups of devices, if the mesh has axes of these names and sizes, in the order of its devices: a group for
    /// each place along the other axes. An axis may take part with the sizes from `pre_size` on alone. `None` for axes
    /// that the mesh does not have, or has in other sizes.
    pub fn groups(
        &self,
        cx: &Context,
        mesh: &[(String, i64)],
        devices: Option<&[i64]>,
    ) -> Option<Vec<Vec<i64>>> {
        let total =
            mesh.iter().try_fold(1i64, |n, (_, size)| n.checked_mul(*size).filter(|n| *n < 1 << 24))?;
        let device = |at: i64| match devices {
            Some(ids) => ids.get(usize::try_from(at).ok()?).copied(),
            None => Some(at),
        };
        // Of each part that takes part: its size, and how far apart neighbours are.
        let mut parts: Vec<(i64, i64)> = Vec::new();
        for &axis in &self.axes {
            let axis = cx.attr_as::<AxisRef>(axis)?;
            let at = mesh.iter().position(|(name, _)| *name == axis.name)?;
            let after: i64 = mesh[at + 1..].iter().map(|(_, size)| size).product();
            let full = mesh[at].1;
            let (pre, size) = axis.sub_axis_info.map_or((1, full), |sub| (sub.pre_size, sub.size));
            if pre <= 0 || size <= 0 || full % pre.checked_mul(size)? != 0 {
                return None;
            }
            parts.push((size, full / (pre * size) * after));
        }
        let place = |device: i64, &(size, stride): &(i64, i64)| device / stride % size;
        let leaders = (0..total).filter(|&d| parts.iter().all(|part| place(d, part) == 0));
        let group = |leader: i64| {
            let mut members = vec![leader];
            for &(size, stride) in &parts {
                members = members.iter().flat_map(|&m| (0..size).map(move |i| m + i * stride)).collect();
            }
            members.into_iter().map(device).collect::<Option<Vec<i64>>>()
        };
        leaders.map(group).collect()
    }
}
