//! The binary forms of the attributes: codes and parts as in upstream's records.
//!
//! Parts are attributes of their own there. Shardings have three codes: without unreduced axes, with those of a sum, and
//! with those of another reduction.

use strata_bytecode::{Codec, EntryReader, EntryWriter, ReadResult};
use strata_ir::prelude::*;

use crate::attrs::{
    AllToAllParam, AllToAllParamList, AxisRef, AxisRefList, DimMapping, DimensionSharding,
    ListOfAxisRefLists, ManualAxes, Mesh, MeshAxis, OpShardingRule, Reduction, SubAxisInfo, TensorMapping,
    TensorSharding, TensorShardingPerValue,
};

/// See the module documentation.
pub static CODEC: Codec = Codec {
    read_attr: read,
    read_type: |r| Err(r.error("the dialect 'sdy' has no types")),
    write_attr: write,
    write_type: |_, _, _| false,
    properties: |_| None,
};

/// Codes of attributes.
mod code {
    pub const MANUAL_AXES: u64 = 0;
    pub const MESH_AXIS: u64 = 1;
    pub const MESH: u64 = 2;
    pub const SUB_AXIS_INFO: u64 = 3;
    pub const AXIS_REF: u64 = 4;
    pub const DIMENSION_SHARDING: u64 = 5;
    pub const SHARDING: u64 = 6;
    pub const SHARDING_PER_VALUE: u64 = 7;
    pub const DIM_MAPPING: u64 = 8;
    pub const TENSOR_MAPPING: u64 = 9;
    pub const OP_SHARDING_RULE: u64 = 10;
    pub const AXIS_REF_LIST: u64 = 11;
    pub const LIST_OF_AXIS_REF_LISTS: u64 = 12;
    pub const ALL_TO_ALL_PARAM: u64 = 13;
    pub const ALL_TO_ALL_PARAM_LIST: u64 = 14;
    pub const SHARDING_WITH_SUM: u64 = 15;
    pub const SHARDING_PER_VALUE_UNREDUCED: u64 = 16;
    pub const SHARDING_WITH_REDUCTION: u64 = 17;
}

/// The bytes of an attribute besides its parts. Parts may be shared in the file, and are copied into each attribute.
const OVERHEAD: u64 = 16;

fn text(r: &mut EntryReader<'_, '_>) -> ReadResult<String> {
    let bytes = r.string()?;
    r.grow(bytes.len() as u64)?;
    String::from_utf8(bytes.to_vec()).map_err(|_| r.error("the string is not UTF-8"))
}
fn numbers(r: &mut EntryReader<'_, '_>) -> ReadResult<Vec<i64>> {
    r.list(|r| r.svarint())
}

/// An attribute that is part of others.
trait Part: Storage + Clone {
    /// The name that upstream gives it.
    const KIND: &'static str;
    /// The bytes of a copy.
    fn size(&self) -> u64;
}
impl Part for MeshAxis {
    const KIND: &'static str = "MeshAxisAttr";
    fn size(&self) -> u64 {
        OVERHEAD + self.name.len() as u64
    }
}
impl Part for SubAxisInfo {
    const KIND: &'static str = "SubAxisInfoAttr";
    fn size(&self) -> u64 {
        OVERHEAD
    }
}
impl Part for AxisRef {
    const KIND: &'static str = "AxisRefAttr";
    fn size(&self) -> u64 {
        2 * OVERHEAD + self.name.len() as u64
    }
}
impl Part for AxisRefList {
    const KIND: &'static str = "AxisRefListAttr";
    fn size(&self) -> u64 {
        OVERHEAD + sizes(&self.0)
    }
}
impl Part for DimensionSharding {
    const KIND: &'static str = "DimensionShardingAttr";
    fn size(&self) -> u64 {
        2 * OVERHEAD + sizes(&self.axes)
    }
}
impl Part for TensorSharding {
    const KIND: &'static str = "TensorShardingAttr";
    fn size(&self) -> u64 {
        4 * OVERHEAD + sizes(&self.dim_shardings) + sizes(&self.replicated_axes) + sizes(&self.unreduced_axes)
    }
}
impl Part for DimMapping {
    const KIND: &'static str = "DimMappingAttr";
    fn size(&self) -> u64 {
        OVERHEAD + 8 * self.0.len() as u64
    }
}
impl Part for TensorMapping {
    const KIND: &'static str = "TensorMappingAttr";
    fn size(&self) -> u64 {
        OVERHEAD + sizes(&self.0)
    }
}
impl Part for AllToAllParam {
    const KIND: &'static str = "AllToAllParamAttr";
    fn size(&self) -> u64 {
        2 * OVERHEAD + sizes(&self.axes)
    }
}

fn sizes<T: Part>(parts: &[T]) -> u64 {
    parts.iter().map(Part::size).sum()
}

fn part_of<T: Part>(r: &mut EntryReader<'_, '_>, attr: Attr) -> ReadResult<T> {
    let cx = r.cx();
    let Some(part) = cx.attr_as::<T>(attr) else {
        return Err(r.error(format!("expected attribute of type: {}", T::KIND)));
    };
    r.grow(part.size())?;
    Ok(part.clone())
}
fn parts<T: Part>(r: &mut EntryReader<'_, '_>) -> ReadResult<Vec<T>> {
    r.list(|r| {
        let attr = r.attr()?;
        part_of(r, attr)
    })
}

fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Attr> {
    let (kind, cx) = (r.varint()?, r.cx());
    Ok(match kind {
        code::MANUAL_AXES => cx.attr(ManualAxes(r.list(|r| {
            let name = r.string_attr()?;
            let name = cx.str(name).to_owned();
            r.grow(name.len() as u64)?;
            Ok(name)
        })?)),
        code::MESH_AXIS => {
            let axis = MeshAxis { name: text(r)?, size: r.svarint()? };
            axis.verify().map_err(|m| r.error(m))?;
            cx.attr(axis)
        }
        code::MESH => {
            let mesh = Mesh { axes: parts(r)?, device_ids: numbers(r)? };
            mesh.verify().map_err(|m| r.error(m))?;
            cx.attr(mesh)
        }
        code::SUB_AXIS_INFO => cx.attr(SubAxisInfo { pre_size: r.svarint()?, size: r.svarint()? }),
        code::AXIS_REF => {
            let name = text(r)?;
            let sub_axis_info = match r.attr_opt()? {
                Some(attr) => Some(part_of(r, attr)?),
                None => None,
            };
            cx.attr(AxisRef { name, sub_axis_info })
        }
        code::DIMENSION_SHARDING => {
            let (axes, is_closed) = (parts(r)?, r.bool()?);
            let (priority, has_priority) = r.cursor().varint_flag()?;
            cx.attr(DimensionSharding { axes, is_closed, priority: has_priority.then_some(priority) })
        }
        code::SHARDING | code::SHARDING_WITH_SUM | code::SHARDING_WITH_REDUCTION => {
            let (mesh_or_ref, dim_shardings, replicated_axes) = (r.attr()?, parts(r)?, parts(r)?);
            let unreduced_axes = if kind == code::SHARDING { Vec::new() } else { parts(r)? };
            let mut reduction = Reduction::Sum;
            if kind == code::SHARDING_WITH_REDUCTION {
                let n = r.svarint()?;
                let known = usize::try_from(n).ok().and_then(|n| Reduction::ALL.get(n));
                reduction = *known.ok_or_else(|| r.error(format!("invalid value {n} of ReductionOp")))?;
            }
            let sharding =
                TensorSharding { mesh_or_ref, dim_shardings, replicated_axes, unreduced_axes, reduction };
            sharding.verify_mesh(cx).map_err(|m| r.error(m))?;
            cx.attr(sharding)
        }
        code::SHARDING_PER_VALUE | code::SHARDING_PER_VALUE_UNREDUCED => {
            cx.attr(TensorShardingPerValue(parts(r)?))
        }
        code::DIM_MAPPING => cx.attr(DimMapping(numbers(r)?)),
        code::TENSOR_MAPPING => cx.attr(TensorMapping(parts(r)?)),
        code::OP_SHARDING_RULE => cx.attr(OpShardingRule {
            factor_sizes: numbers(r)?,
            operand_mappings: parts(r)?,
            result_mappings: parts(r)?,
            reduction_factors: numbers(r)?,
            need_replication_factors: numbers(r)?,
            permutation_factors: numbers(r)?,
            blocked_propagation_factors: numbers(r)?,
            is_custom: r.bool()?,
        }),
        code::AXIS_REF_LIST => cx.attr(AxisRefList(parts(r)?)),
        code::LIST_OF_AXIS_REF_LISTS => cx.attr(ListOfAxisRefLists(parts(r)?)),
        code::ALL_TO_ALL_PARAM => {
            cx.attr(AllToAllParam { axes: parts(r)?, src_dim: r.svarint()?, tgt_dim: r.svarint()? })
        }
        code::ALL_TO_ALL_PARAM_LIST => cx.attr(AllToAllParamList(parts(r)?)),
        _ => return Err(r.error(format!("unknown sdy attribute code: {kind}"))),
    })
}

fn write(cx: &Context, attr: Attr, w: &mut EntryWriter<'_>) -> bool {
    fn parts<T: Part>(cx: &Context, w: &mut EntryWriter<'_>, parts: &[T]) {
        w.list(parts, |w, p| w.attr(cx.attr(p.clone())));
    }
    let ints = |w: &mut EntryWriter<'_>, values: &[i64]| w.list(values, |w, &v| w.svarint(v));
    if let Some(a) = cx.attr_as::<ManualAxes>(attr) {
        w.varint(code::MANUAL_AXES);
        w.list(&a.0, |w, name| w.attr(cx.string_attr(name)));
    } else if let Some(a) = cx.attr_as::<MeshAxis>(attr) {
        w.varint(code::MESH_AXIS);
        w.string(a.name.as_bytes());
        w.svarint(a.size);
    } else if let Some(a) = cx.attr_as::<Mesh>(attr) {
        w.varint(code::MESH);
        parts(cx, w, &a.axes);
        ints(w, &a.device_ids);
    } else if let Some(a) = cx.attr_as::<SubAxisInfo>(attr) {
        w.varint(code::SUB_AXIS_INFO);
        w.svarint(a.pre_size);
        w.svarint(a.size);
    } else if let Some(a) = cx.attr_as::<AxisRef>(attr) {
        w.varint(code::AXIS_REF);
        w.string(a.name.as_bytes());
        w.attr_opt(a.sub_axis_info.map(|part| cx.attr(part)));
    } else if let Some(a) = cx.attr_as::<DimensionSharding>(attr) {
        w.varint(code::DIMENSION_SHARDING);
        parts(cx, w, &a.axes);
        w.byte(u8::from(a.is_closed));
        w.varint(a.priority.map_or(0, |p| p << 1 | 1));
    } else if let Some(a) = cx.attr_as::<TensorSharding>(attr) {
        w.varint(match (a.unreduced_axes.is_empty(), a.reduction) {
            (true, _) => code::SHARDING,
            (false, Reduction::Sum) => code::SHARDING_WITH_SUM,
            _ => code::SHARDING_WITH_REDUCTION,
        });
        w.attr(a.mesh_or_ref);
        parts(cx, w, &a.dim_shardings);
        parts(cx, w, &a.replicated_axes);
        if !a.unreduced_axes.is_empty() {
            parts(cx, w, &a.unreduced_axes);
            if a.reduction != Reduction::Sum {
                let n = Reduction::ALL.iter().position(|r| *r == a.reduction).unwrap_or(0);
                w.svarint(n as i64);
            }
        }
    } else if let Some(a) = cx.attr_as::<TensorShardingPerValue>(attr) {
        let unreduced = a.0.iter().any(|s| !s.unreduced_axes.is_empty());
        w.varint(if unreduced { code::SHARDING_PER_VALUE_UNREDUCED } else { code::SHARDING_PER_VALUE });
        parts(cx, w, &a.0);
    } else if let Some(a) = cx.attr_as::<DimMapping>(attr) {
        w.varint(code::DIM_MAPPING);
        ints(w, &a.0);
    } else if let Some(a) = cx.attr_as::<TensorMapping>(attr) {
        w.varint(code::TENSOR_MAPPING);
        parts(cx, w, &a.0);
    } else if let Some(a) = cx.attr_as::<OpShardingRule>(attr) {
        w.varint(code::OP_SHARDING_RULE);
        ints(w, &a.factor_sizes);
        parts(cx, w, &a.operand_mappings);
        parts(cx, w, &a.result_mappings);
        a.special().iter().for_each(|(_, factors)| ints(w, factors));
        w.byte(u8::from(a.is_custom));
    } else if let Some(a) = cx.attr_as::<AxisRefList>(attr) {
        w.varint(code::AXIS_REF_LIST);
        parts(cx, w, &a.0);
    } else if let Some(a) = cx.attr_as::<ListOfAxisRefLists>(attr) {
        w.varint(code::LIST_OF_AXIS_REF_LISTS);
        parts(cx, w, &a.0);
    } else if let Some(a) = cx.attr_as::<AllToAllParam>(attr) {
        w.varint(code::ALL_TO_ALL_PARAM);
        parts(cx, w, &a.axes);
        w.svarint(a.src_dim);
        w.svarint(a.tgt_dim);
    } else if let Some(a) = cx.attr_as::<AllToAllParamList>(attr) {
        w.varint(code::ALL_TO_ALL_PARAM_LIST);
        parts(cx, w, &a.0);
    } else {
        return false;
    }
    true
}
