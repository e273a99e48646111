//! Replica groups as axes of a device mesh: `#stablehlo.replica_group_mesh_axes<…>`, and the mesh.

use strata_ir::prelude::*;
pub use strata_sdy::attrs::SubAxisInfo as SubAxis;

/// An axis of a mesh, or a part of one.
#[attr(name = "stablehlo.axis_ref")]
pub struct AxisRef {
    /// Name of the axis.
    pub name: String,
    /// The part of it, as `(pre-size)size`.
    pub sub_axis_info: Option<SubAxis>,
}

/// `#stablehlo<sub_axis_info(1)2>`: a part of an axis as an attribute of its own, which bytecode has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SubAxisInfo(pub SubAxis);

impl Storage for SubAxisInfo {
    const NAME: Option<&'static str> = Some("stablehlo.sub_axis_info");
    fn print(&self, w: &mut AsmWriter<'_>) {
        Param::print(&self.0, w);
    }
}

impl strata_ir::text::AttrSyntax for SubAxisInfo {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "stablehlo.sub_axis_info",
        doc: "A part of an axis.",
        parse: &((|p| {
            let part = <SubAxis as Param>::parse(p)?;
            Ok(p.cx().attr(SubAxisInfo(part)))
        }) as strata_ir::text::ParseAttr),
    };
}

/// An axis of a mesh: its name and how many places it has.
#[attr(name = "stablehlo.mesh_axis")]
pub struct MeshAxis {
    /// Name of the axis.
    pub name: String,
    /// Number of places along it.
    pub size: i64,
}

impl MeshAxis {
    /// Prints the parameters in angle brackets.
    fn print_short(&self, w: &mut AsmWriter<'_>) {
        w.text("<name = ").quoted(&self.name).text(", size = ").int(self.size).text(">");
    }
    /// Parses the short form `<name = "x", size = 2>`, or the attribute as a whole.
    fn parse_short(p: &mut Parser<'_>) -> PResult<Self> {
        if !p.peek("<") {
            let at = p.location();
            let attr = p.attr()?;
            let axis = p.cx().attr_as::<Self>(attr).cloned();
            return axis.ok_or_else(|| p.error_at(at, "invalid kind of attribute specified"));
        }
        p.expect("<")?;
        p.expect("name")?;
        p.expect("=")?;
        let name = <String as Param>::parse(p)?;
        p.expect(",")?;
        p.expect("size")?;
        p.expect("=")?;
        let size = p.integer()?;
        p.expect(">")?;
        Ok(Self { name, size })
    }
}

/// `#stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=dense<…>>`: devices in rows and columns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Mesh {
    /// The axes, the slowest first.
    pub axes: Vec<MeshAxis>,
    /// The numbers of the devices, if they are not in ascending order.
    pub device_ids: Option<Attr>,
}

impl Storage for Mesh {
    const NAME: Option<&'static str> = Some("stablehlo.mesh");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<axes=[");
        for (i, axis) in self.axes.iter().enumerate() {
            if i != 0 {
                w.text(", ");
            }
            axis.print_short(w);
        }
        w.text("]");
        if let Some(ids) = self.device_ids {
            w.text(", device_ids=").attr(ids);
        }
        w.text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.device_ids.iter().for_each(|&a| visit(TypeOrAttr::Attr(a)));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        let ids = self.device_ids?;
        Some(Self { axes: self.axes.clone(), device_ids: map(TypeOrAttr::Attr(ids)).attr() })
    }
}

impl strata_ir::text::AttrSyntax for Mesh {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "stablehlo.mesh",
        doc: "Devices in rows and columns.",
        parse: &(parse_mesh as strata_ir::text::ParseAttr),
    };
}

fn parse_mesh(p: &mut Parser<'_>) -> PResult<Attr> {
    p.expect("<")?;
    p.expect("axes")?;
    p.expect("=")?;
    p.expect("[")?;
    // A mesh has an axis at least.
    let mut axes = vec![MeshAxis::parse_short(p)?];
    while p.eat(",") {
        axes.push(MeshAxis::parse_short(p)?);
    }
    p.expect("]")?;
    let mut device_ids = None;
    if p.eat(",") {
        p.expect("device_ids")?;
        p.expect("=")?;
        let at = p.location();
        let ids = p.attr()?;
        let dense = p.cx().attr_as::<DenseElementsAttr>(ids);
        let integers =
            dense.is_some_and(|d| p.cx().type_as::<IntegerType>(p.cx().elem_or_self(d.ty)).is_some());
        if !integers {
            return Err(p.error_at(at, "invalid kind of attribute specified"));
        }
        device_ids = Some(ids);
    }
    p.expect(">")?;
    Ok(p.cx().attr(Mesh { axes, device_ids }))
}

/// A mesh, wherever it was found.
struct Devices {
    /// Names and sizes of the axes.
    axes: Vec<(String, i64)>,
    ids: Option<Vec<i64>>,
}

impl Devices {
    fn from_mesh(cx: &Context, mesh: &Mesh) -> Option<Self> {
        let ids = match mesh.device_ids {
            Some(ids) => Some(numbers(cx, ids)?),
            None => None,
        };
        Some(Self { axes: mesh.axes.iter().map(|a| (a.name.clone(), a.size)).collect(), ids })
    }
    fn of_sdy(mesh: &strata_sdy::attrs::Mesh) -> Self {
        let axes = mesh.axes.iter().map(|a| (a.name.clone(), a.size)).collect();
        Self { axes, ids: (!mesh.device_ids.is_empty()).then(|| mesh.device_ids.clone()) }
    }
    /// The mesh of a symbol op: its attribute `stablehlo.mesh`, which is a mesh or a dictionary of the same form, or
    /// that of `sdy.mesh`.
    fn named(body: &Body, op: Op) -> Option<Self> {
        let cx = body.cx();
        let Some(mesh) = body.attr(op, "stablehlo.mesh") else {
            let mesh = body.attr(op, "mesh").filter(|_| body.op_name(op) == "sdy.mesh")?;
            return Some(Self::of_sdy(cx.attr_as::<strata_sdy::attrs::Mesh>(mesh)?));
        };
        if let Some(mesh) = cx.attr_as::<Mesh>(mesh) {
            return Self::from_mesh(cx, mesh);
        }
        let mesh = cx.attr_as::<DictionaryAttr>(mesh)?;
        let axis = |&a: &Attr| {
            let axis = cx.attr_as::<DictionaryAttr>(a)?;
            let name = cx.attr_str(axis.get(cx.intern("name"))?)?.to_owned();
            Some((name, cx.attr_i64(axis.get(cx.intern("size"))?)?))
        };
        let axes = cx
            .attr_as::<ArrayAttr>(mesh.get(cx.intern("axes"))?)?
            .0
            .iter()
            .map(axis)
            .collect::<Option<_>>()?;
        let ids = match mesh.get(cx.intern("device_ids")) {
            Some(ids) => Some(numbers(cx, ids)?),
            None => None,
        };
        Some(Self { axes, ids })
    }
}

fn numbers(cx: &Context, attr: Attr) -> Option<Vec<i64>> {
    cx.attr_as::<DenseElementsAttr>(attr)?.to_i64s(cx)
}

/// Mesh and axes based replica groups representation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReplicaGroupMeshAxesAttr {
    /// Symbol of the mesh, or the mesh.
    pub mesh: Attr,
    /// The axes, as [`AxisRef`]s.
    pub axes: Vec<Attr>,
}

impl Storage for ReplicaGroupMeshAxesAttr {
    const NAME: Option<&'static str> = Some("stablehlo.replica_group_mesh_axes");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<mesh = ").attr(self.mesh).text(", axes = ");
        Param::print(&self.axes, w);
        w.text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Attr(self.mesh));
        Param::children(&self.axes, visit);
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        let mesh = Param::map_children(&self.mesh, map);
        Some(Self { mesh, axes: Param::map_children(&self.axes, map) })
    }
}

impl strata_ir::text::AttrSyntax for ReplicaGroupMeshAxesAttr {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "stablehlo.replica_group_mesh_axes",
        doc: "Mesh and axes based replica groups representation.",
        parse: &(parse_groups as strata_ir::text::ParseAttr),
    };
}

fn parse_groups(p: &mut Parser<'_>) -> PResult<Attr> {
    let at = p.location();
    p.expect("<")?;
    p.expect("mesh")?;
    p.expect("=")?;
    let mesh = p.attr()?;
    p.expect(",")?;
    p.expect("axes")?;
    p.expect("=")?;
    let axes = <Vec<Attr> as Param>::parse(p)?;
    p.expect(">")?;
    let groups = ReplicaGroupMeshAxesAttr { mesh, axes };
    groups.verify(p.cx()).map_err(|m| p.error_at(at, m))?;
    Ok(p.cx().attr(groups))
}

impl ReplicaGroupMeshAxesAttr {
    /// Checks that the mesh is one, or the name of one, and has the axes.
    pub fn verify(&self, cx: &Context) -> Result<(), String> {
        let mesh = cx.attr_as::<Mesh>(self.mesh);
        if mesh.is_none() && !cx.attr_as::<SymbolRefAttr>(self.mesh).is_some_and(|s| s.nested.is_empty()) {
            return Err("mesh must be a FlatSymbolRefAttr or MeshAttr".into());
        }
        for &axis in &self.axes {
            let Some(axis) = cx.attr_as::<AxisRef>(axis) else {
                return Err("expected AxisRefAttr in axes list".into());
            };
            if mesh.is_some_and(|m| m.axes.iter().all(|a| a.name != axis.name)) {
                return Err(format!("axis '{}' not found in mesh definition", axis.name));
            }
        }
        Ok(())
    }

    /// The name of the mesh, if it is not here.
    #[must_use]
    pub fn mesh_name(&self, cx: &Context) -> Option<Str> {
        cx.attr_as::<SymbolRefAttr>(self.mesh).map(|s| s.root)
    }
    /// The groups; `named` is the op that a mesh is named after, with its body.
    #[must_use]
    pub fn groups_of_mesh(&self, cx: &Context, named: Option<(&Body, Op)>) -> Option<Vec<Vec<i64>>> {
        self.axes_of_mesh(cx, named)?.groups()
    }
    /// The axes in the mesh; `named` is the op that a mesh is named after, with its body.
    #[must_use]
    pub fn axes_of_mesh(&self, cx: &Context, named: Option<(&Body, Op)>) -> Option<GroupAxes> {
        let mesh = match cx.attr_as::<Mesh>(self.mesh) {
            Some(mesh) => Devices::from_mesh(cx, mesh)?,
            None => Devices::named(named?.0, named?.1)?,
        };
        self.axes_in(cx, &mesh.axes, mesh.ids)
    }

    /// The groups of devices, if the mesh has axes of these names and sizes, in the order of its devices: a group for
    /// each place along the other axes. An axis may take part with the sizes from `pre_size` on alone. `None` for axes
    /// that the mesh does not have, or has in other sizes.
    pub fn groups(
        &self,
        cx: &Context,
        mesh: &[(String, i64)],
        devices: Option<&[i64]>,
    ) -> Option<Vec<Vec<i64>>> {
        self.axes_in(cx, mesh, devices.map(<[i64]>::to_vec))?.groups()
    }

    fn axes_in(&self, cx: &Context, mesh: &[(String, i64)], devices: Option<Vec<i64>>) -> Option<GroupAxes> {
        let total =
            mesh.iter().try_fold(1i64, |n, (_, size)| n.checked_mul(*size).filter(|n| *n < 1 << 24))?;
        let mut axes: Vec<(i64, i64)> = Vec::new();
        for &axis in &self.axes {
            let axis = cx.attr_as::<AxisRef>(axis)?;
            let at = mesh.iter().position(|(name, _)| *name == axis.name)?;
            let after: i64 = mesh[at + 1..].iter().map(|(_, size)| size).product();
            let full = mesh[at].1;
            let (pre, size) = axis.sub_axis_info.map_or((1, full), |sub| (sub.pre_size, sub.size));
            if pre <= 0 || size <= 0 || full % pre.checked_mul(size)? != 0 {
                return None;
            }
            axes.push((size, full / (pre * size) * after));
        }
        Some(GroupAxes { total, axes, devices })
    }
}

/// The axes of a mesh that groups lie along, as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupAxes {
    /// The number of devices.
    pub total: i64,
    /// The size of each axis, and how far apart neighbours are.
    pub axes: Vec<(i64, i64)>,
    /// The devices in the order of the mesh, if that is not the one of their numbers.
    pub devices: Option<Vec<i64>>,
}

impl GroupAxes {
    /// The groups.
    #[must_use]
    pub fn groups(&self) -> Option<Vec<Vec<i64>>> {
        let device = |at: i64| match &self.devices {
            Some(ids) => ids.get(usize::try_from(at).ok()?).copied(),
            None => Some(at),
        };
        let place = |device: i64, &(size, stride): &(i64, i64)| device / stride % size;
        let leaders = (0..self.total).filter(|&d| self.axes.iter().all(|axis| place(d, axis) == 0));
        let group = |leader: i64| {
            let mut members = vec![leader];
            for &(size, stride) in &self.axes {
                members = members.iter().flat_map(|&m| (0..size).map(move |i| m + i * stride)).collect();
            }
            members.into_iter().map(device).collect::<Option<Vec<i64>>>()
        };
        leaders.map(group).collect()
    }
}
