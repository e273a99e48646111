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
