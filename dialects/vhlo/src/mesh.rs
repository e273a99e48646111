//! Groups of replicas along the axes of a mesh: `#vhlo.replica_group_mesh_axes_v1<mesh = …, axes = …>`, since 1.16.
//!
//! The mesh is a `#vhlo.mesh_v1<…>`, or a string where StableHLO has a symbol.

use strata_bytecode::{EntryReader, EntryWriter, ReadResult};
use strata_ir::prelude::*;
use strata_stablehlo::{AxisRef, Mesh, MeshAxis, ReplicaGroupMeshAxesAttr, SubAxis};

use crate::{
    Version,
    attr_wrapper::{unwrap, wrap},
    parameters::{inner_attr, key},
};

/// The first version with these attributes.
pub(crate) const SINCE: Version = Version(1, 16, 0);

/// A part of an axis, which is an attribute of its own in VHLO only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SubAxisInfo(pub SubAxis);
impl Storage for SubAxisInfo {
    const NAME: Option<&'static str> = Some("vhlo.sub_axis_info_v1");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<pre_size = ").int(self.0.pre_size).text(", size = ").int(self.0.size).text(">");
    }
}

/// Codes of the attributes.
mod code {
    pub const SUB_AXIS_INFO: u64 = 21;
    pub const AXIS_REF: u64 = 22;
    pub const GROUPS: u64 = 23;
    pub const MESH_AXIS: u64 = 24;
    pub const MESH: u64 = 25;
}

/// Whether an attribute is one of these.
pub(crate) fn is_one(cx: &Context, attr: Attr) -> bool {
    cx.attr_as::<ReplicaGroupMeshAxesAttr>(attr).is_some()
        || cx.attr_as::<Mesh>(attr).is_some()
        || cx.attr_as::<MeshAxis>(attr).is_some()
        || cx.attr_as::<AxisRef>(attr).is_some()
        || cx.attr_as::<SubAxisInfo>(attr).is_some()
}

/// The mesh of groups as VHLO has it: its name is a string.
fn mesh_of(cx: &Context, groups: &ReplicaGroupMeshAxesAttr) -> Attr {
    match cx.attr_as::<SymbolRefAttr>(groups.mesh) {
        Some(name) => cx.string_attr(cx.str(name.root)),
        None => groups.mesh,
    }
}
fn axes_of(cx: &Context, mesh: &Mesh) -> Attr {
    cx.array_attr(mesh.axes.iter().map(|a| cx.attr(a.clone())).collect::<Vec<_>>())
}

fn make_groups(cx: &Context, mesh: Attr, axes: Attr) -> Result<Attr, String> {
    let mesh = cx.attr_str(mesh).map_or(mesh, |name| cx.symbol_ref(name));
    let Some(axes) = cx.attr_as::<ArrayAttr>(axes) else { return Err("the axes are not an array".into()) };
    let groups = ReplicaGroupMeshAxesAttr { mesh, axes: axes.0.to_vec() };
    groups.verify(cx)?;
    Ok(cx.attr(groups))
}
fn make_mesh(cx: &Context, axes: Attr, device_ids: Option<Attr>) -> Result<Attr, String> {
    let axis = |&a: &Attr| cx.attr_as::<MeshAxis>(a).cloned();
    let axes = cx.attr_as::<ArrayAttr>(axes).and_then(|all| all.0.iter().map(axis).collect::<Option<_>>());
    let Some(axes) = axes else { return Err("the axes of a mesh are not an array of axes".into()) };
    if device_ids.is_some_and(|ids| cx.attr_as::<DenseElementsAttr>(ids).is_none()) {
        return Err("the devices of a mesh are not a tensor".into());
    }
    Ok(cx.attr(Mesh { axes, device_ids }))
}
fn make_axis(cx: &Context, name: Attr, size: i64) -> Result<Attr, String> {
    let name = cx.attr_str(name).ok_or("the name of an axis is not a string")?.to_owned();
    Ok(cx.attr(MeshAxis { name, size }))
}
fn make_ref(cx: &Context, name: Attr, part: Option<Attr>) -> Result<Attr, String> {
    let name = cx.attr_str(name).ok_or("the name of an axis is not a string")?.to_owned();
    let sub_axis_info = match part {
        Some(a) => Some(cx.attr_as::<SubAxisInfo>(a).ok_or("the part of an axis is not one")?.0),
        None => None,
    };
    Ok(cx.attr(AxisRef { name, sub_axis_info }))
}

/// Prints the text after `#vhlo`; returns `false`, with nothing printed, for another attribute.
pub(crate) fn print(w: &mut AsmWriter<'_>, attr: Attr) -> bool {
    let cx = w.cx();
    let text = |name: &str| wrap(cx, cx.string_attr(name));
    if let Some(a) = cx.attr_as::<ReplicaGroupMeshAxesAttr>(attr) {
        w.text(".replica_group_mesh_axes_v1<mesh = ").attr(wrap(cx, mesh_of(cx, a)));
        w.text(", axes = ").attr(wrap(cx, cx.array_attr(a.axes.clone())));
    } else if let Some(a) = cx.attr_as::<Mesh>(attr) {
        w.text(".mesh_v1<axes = ").attr(wrap(cx, axes_of(cx, a)));
        if let Some(ids) = a.device_ids {
            w.text(", device_ids = ").attr(wrap(cx, ids));
        }
    } else if let Some(a) = cx.attr_as::<MeshAxis>(attr) {
        w.text(".mesh_axis_v1<name = ").attr(text(&a.name)).text(", size = ").int(a.size);
    } else if let Some(a) = cx.attr_as::<AxisRef>(attr) {
        w.text(".axis_ref_v1<name = ").attr(text(&a.name));
        if let Some(part) = a.sub_axis_info {
            w.text(", sub_axis_info = ").attr(wrap(cx, cx.attr(SubAxisInfo(part))));
        }
    } else if let Some(a) = cx.attr_as::<SubAxisInfo>(attr) {
        w.text(".sub_axis_info_v1");
        a.print(w);
        return true;
    } else {
        return false;
    }
    w.text(">");
    true
}

/// The attribute, or an error at `at`.
fn made(p: &Parser<'_>, at: Location, attr: Result<Attr, String>) -> PResult<Attr> {
    attr.map_err(|m| p.error_at(at, m))
}
/// `, name = …`, if it is there.
fn optional(p: &mut Parser<'_>, name: &str) -> PResult<Option<Attr>> {
    if !p.eat(",") {
        return Ok(None);
    }
    key(p, name)?;
    inner_attr(p).map(Some)
}

/// `mesh = …, axes = …`.
pub(crate) fn parse_groups(p: &mut Parser<'_>) -> PResult<Attr> {
    let at = p.location();
    key(p, "mesh")?;
    let mesh = inner_attr(p)?;
    p.expect(",")?;
    key(p, "axes")?;
    let axes = inner_attr(p)?;
    made(p, at, make_groups(p.cx(), mesh, axes))
}
/// `axes = …, device_ids = …`.
pub(crate) fn parse_mesh(p: &mut Parser<'_>) -> PResult<Attr> {
    let at = p.location();
    key(p, "axes")?;
    let axes = inner_attr(p)?;
    let ids = optional(p, "device_ids")?;
    made(p, at, make_mesh(p.cx(), axes, ids))
}
/// `name = …, size = 2`.
pub(crate) fn parse_axis(p: &mut Parser<'_>) -> PResult<Attr> {
    let at = p.location();
    key(p, "name")?;
    let name = inner_attr(p)?;
    p.expect(",")?;
    key(p, "size")?;
    let size = p.integer()?;
    made(p, at, make_axis(p.cx(), name, size))
}
/// `name = …, sub_axis_info = …`.
pub(crate) fn parse_ref(p: &mut Parser<'_>) -> PResult<Attr> {
    let at = p.location();
    key(p, "name")?;
    let name = inner_attr(p)?;
    let part = optional(p, "sub_axis_info")?;
    made(p, at, make_ref(p.cx(), name, part))
}
/// `pre_size = 1, size = 2`.
pub(crate) fn parse_part(p: &mut Parser<'_>) -> PResult<Attr> {
    key(p, "pre_size")?;
    let pre_size = p.integer()?;
    p.expect(",")?;
    key(p, "size")?;
    let size = p.integer()?;
    Ok(p.cx().attr(SubAxisInfo(SubAxis { pre_size, size })))
}

/// An attribute inside of another.
fn inner(r: &mut EntryReader<'_, '_>) -> ReadResult<Attr> {
    let (attr, cx) = (r.attr()?, r.cx());
    Ok(unwrap(cx, attr))
}

/// Reads an attribute of this kind; `None` for another kind.
pub(crate) fn read(r: &mut EntryReader<'_, '_>, kind: u64) -> ReadResult<Option<Attr>> {
    let cx = r.cx();
    let attr = match kind {
        code::SUB_AXIS_INFO => {
            let (pre_size, size) = (r.svarint()?, r.svarint()?);
            Ok(cx.attr(SubAxisInfo(SubAxis { pre_size, size })))
        }
        code::AXIS_REF => {
            let name = inner(r)?;
            // A flag precedes it, unlike the devices of a mesh, whose number tells whether there are any.
            let part = if r.varint()? == 0 { None } else { Some(inner(r)?) };
            make_ref(cx, name, part)
        }
        code::GROUPS => {
            let mesh = inner(r)?;
            make_groups(cx, mesh, inner(r)?)
        }
        code::MESH_AXIS => {
            let name = inner(r)?;
            make_axis(cx, name, r.svarint()?)
        }
        code::MESH => {
            let axes = inner(r)?;
            let ids = r.attr_opt()?.map(|ids| unwrap(cx, ids));
            make_mesh(cx, axes, ids)
        }
        _ => return Ok(None),
    };
    attr.map(Some).map_err(|m| r.error(m))
}

/// Writes an attribute; `false`, with nothing written, for another attribute.
pub(crate) fn write(cx: &Context, attr: Attr, w: &mut EntryWriter<'_>) -> bool {
    let item = |w: &mut EntryWriter<'_>, a: Attr| w.attr(wrap(cx, a));
    if let Some(a) = cx.attr_as::<SubAxisInfo>(attr) {
        w.varint(code::SUB_AXIS_INFO);
        w.svarint(a.0.pre_size);
        w.svarint(a.0.size);
    } else if let Some(a) = cx.attr_as::<AxisRef>(attr) {
        w.varint(code::AXIS_REF);
        item(w, cx.string_attr(&a.name));
        w.varint(u64::from(a.sub_axis_info.is_some()));
        a.sub_axis_info.into_iter().for_each(|part| item(w, cx.attr(SubAxisInfo(part))));
    } else if let Some(a) = cx.attr_as::<ReplicaGroupMeshAxesAttr>(attr) {
        w.varint(code::GROUPS);
        item(w, mesh_of(cx, a));
        item(w, cx.array_attr(a.axes.clone()));
    } else if let Some(a) = cx.attr_as::<MeshAxis>(attr) {
        w.varint(code::MESH_AXIS);
        item(w, cx.string_attr(&a.name));
        w.svarint(a.size);
    } else if let Some(a) = cx.attr_as::<Mesh>(attr) {
        w.varint(code::MESH);
        item(w, axes_of(cx, a));
        w.attr_opt(a.device_ids.map(|ids| wrap(cx, ids)));
    } else {
        return false;
    }
    true
}
