//! The binary forms of the attributes and types: codes and parts as in upstream's records.
//!
//! Every attribute and type of the dialect has one. A number of a list is signed, an enumeration is the position of its
//! word.

use strata_bytecode::{Codec, EntryReader, EntryWriter, ReadResult, properties};
use strata_ir::prelude::*;

use crate::{
    AxisRef, ChannelHandle, ComparisonDirection, ComparisonType, ConvDimensionNumbers, Count, DotAlgorithm,
    DotDimensionNumbers, FftType, FutureType, GatherDimensionNumbers, List, Mesh, MeshAxis,
    OutputOperandAlias, Precision, ReplicaGroupMeshAxesAttr, ResultAccuracy, ResultAccuracyMode,
    RngAlgorithm, RngDistribution, ScatterDimensionNumbers, SubAxisInfo, TokenType, Transpose,
    TypeExtensions,
};

/// See the module documentation.
pub static CODEC: Codec = Codec {
    read_attr,
    read_type,
    write_attr,
    write_type,
    properties: |info| match info.name {
        // `has_dynamic_root` is part of it since 1.20.
        "stablehlo.collective_broadcast" => {
            Some(properties!["?channel_handle", "^has_dynamic_root", "!replica_groups"])
        }
        // `result_tilings` is part of it since 1.18.
        "stablehlo.custom_call" => Some(properties![
            "?api_version",
            "?backend_config",
            "!call_target_name",
            "?called_computations",
            "?has_side_effect",
            "?operand_layouts",
            "?output_operand_aliases",
            "?result_layouts",
            "^result_tilings",
        ]),
        _ => None,
    },
};

/// Codes of attributes; 0 belonged to one that was removed.
mod code {
    pub const CHANNEL_HANDLE: u64 = 1;
    pub const COMPARISON_DIRECTION: u64 = 2;
    pub const COMPARISON_TYPE: u64 = 3;
    pub const CONV: u64 = 4;
    pub const DOT: u64 = 5;
    pub const FFT_TYPE: u64 = 6;
    pub const GATHER: u64 = 7;
    pub const PRECISION: u64 = 8;
    pub const RNG_ALGORITHM: u64 = 9;
    pub const RNG_DISTRIBUTION: u64 = 10;
    pub const SCATTER: u64 = 11;
    pub const TRANSPOSE: u64 = 12;
    pub const TYPE_EXTENSIONS: u64 = 13;
    pub const OUTPUT_OPERAND_ALIAS: u64 = 14;
    pub const DOT_ALGORITHM: u64 = 15;
    pub const RESULT_ACCURACY_MODE: u64 = 16;
    pub const RESULT_ACCURACY: u64 = 17;
    pub const REPLICA_GROUP_MESH_AXES: u64 = 18;
    pub const SUB_AXIS_INFO: u64 = 19;
    pub const AXIS_REF: u64 = 20;
    pub const MESH_AXIS: u64 = 21;
    pub const MESH: u64 = 22;
}

/// Codes of types.
mod type_code {
    pub const TOKEN: u64 = 0;
    pub const FUTURE: u64 = 1;
}

/// The enumerations: code, type, number of the first word.
macro_rules! enums {
    ($each:ident) => {
        $each! {
            COMPARISON_DIRECTION ComparisonDirection 0,
            COMPARISON_TYPE ComparisonType 0,
            FFT_TYPE FftType 0,
            PRECISION Precision 0,
            RNG_ALGORITHM RngAlgorithm 0,
            RNG_DISTRIBUTION RngDistribution 1,
            TRANSPOSE Transpose 0,
        }
    };
}

const MODES: [ResultAccuracyMode; 3] =
    [ResultAccuracyMode::Default, ResultAccuracyMode::Highest, ResultAccuracyMode::Tolerance];

type Numbers = SmallVec<[i64; 4]>;

fn numbers(r: &mut EntryReader<'_, '_>) -> ReadResult<Numbers> {
    Ok(r.list(|r| r.svarint())?.into())
}

/// A string of the file, which must be UTF-8.
fn text(r: &mut EntryReader<'_, '_>) -> ReadResult<String> {
    let bytes = r.string()?;
    String::from_utf8(bytes.to_vec()).map_err(|_| r.error("the string is not UTF-8"))
}

/// An attribute of kind `T`.
fn attr_of<T: Storage + Clone>(r: &mut EntryReader<'_, '_>, kind: &str) -> ReadResult<T> {
    let (attr, cx) = (r.attr()?, r.cx());
    cx.attr_as::<T>(attr).cloned().ok_or_else(|| r.error(format!("expected attribute of type: {kind}")))
}

fn read_attr(r: &mut EntryReader<'_, '_>) -> ReadResult<Attr> {
    let (kind, cx) = (r.varint()?, r.cx());
    macro_rules! by_number {
        ($($code:ident $name:ident $first:literal,)*) => {
            match kind {
                $(code::$code => {
                    let n = r.varint()?;
                    let index = n.checked_sub($first).and_then(|n| usize::try_from(n).ok());
                    return match index.and_then(|i| $name::ALL.get(i)) {
                        Some(&v) => Ok(cx.attr(v)),
                        None => Err(r.error(format!(concat!("invalid value {} of ", stringify!($name)), n))),
                    };
                })*
                _ => {}
            }
        };
    }
    enums!(by_number);
    Ok(match kind {
        code::CHANNEL_HANDLE => cx.attr(ChannelHandle { handle: r.svarint()?, r#type: r.svarint()? }),
        code::CONV => cx.attr(ConvDimensionNumbers {
            input_batch_dimension: r.svarint()?,
            input_feature_dimension: r.svarint()?,
            input_spatial_dimensions: numbers(r)?,
            kernel_input_feature_dimension: r.svarint()?,
            kernel_output_feature_dimension: r.svarint()?,
            kernel_spatial_dimensions: numbers(r)?,
            output_batch_dimension: r.svarint()?,
            output_feature_dimension: r.svarint()?,
            output_spatial_dimensions: numbers(r)?,
        }),
        code::DOT => cx.attr(DotDimensionNumbers {
            lhs_batching_dimensions: numbers(r)?,
            rhs_batching_dimensions: numbers(r)?,
            lhs_contracting_dimensions: numbers(r)?,
            rhs_contracting_dimensions: numbers(r)?,
        }),
        code::GATHER => cx.attr(GatherDimensionNumbers {
            offset_dims: numbers(r)?,
            collapsed_slice_dims: numbers(r)?,
            operand_batching_dims: numbers(r)?,
            start_indices_batching_dims: numbers(r)?,
            start_index_map: numbers(r)?,
            index_vector_dim: Count(r.svarint()?),
        }),
        code::SCATTER => cx.attr(ScatterDimensionNumbers {
            update_window_dims: numbers(r)?,
            inserted_window_dims: numbers(r)?,
            input_batching_dims: numbers(r)?,
            scatter_indices_batching_dims: numbers(r)?,
            scatter_dims_to_operand_dims: numbers(r)?,
            index_vector_dim: Count(r.svarint()?),
        }),
        code::TYPE_EXTENSIONS => cx.attr(TypeExtensions { bounds: r.list(|r| r.svarint())?.into() }),
        code::OUTPUT_OPERAND_ALIAS => cx.attr(OutputOperandAlias {
            output_tuple_indices: List(r.list(|r| r.svarint())?),
            operand_index: r.svarint()?,
            operand_tuple_indices: List(r.list(|r| r.svarint())?),
        }),
        code::DOT_ALGORITHM => cx.attr(DotAlgorithm {
            lhs_precision_type: r.ty()?,
            rhs_precision_type: r.ty()?,
            accumulation_type: r.ty()?,
            lhs_component_count: r.svarint()?,
            rhs_component_count: r.svarint()?,
            num_primitive_operations: r.svarint()?,
            allow_imprecise_accumulation: r.bool()?,
        }),
        code::RESULT_ACCURACY_MODE => {
            let n = r.varint()?;
            match usize::try_from(n).ok().and_then(|n| MODES.get(n)) {
                Some(&mode) => cx.attr(mode),
                None => return Err(r.error(format!("invalid value {n} of ResultAccuracyMode"))),
            }
        }
        code::RESULT_ACCURACY => {
            let (atol, rtol) = (r.float_bits(64)? as u64, r.float_bits(64)? as u64);
            let ulps = r.svarint()?;
            let mode = attr_of::<ResultAccuracyMode>(r, "ResultAccuracyModeAttr")?;
            let accuracy = ResultAccuracy { atol, rtol, ulps, mode: cx.attr(mode) };
            accuracy.verify(cx).map_err(|m| r.error(m))?;
            cx.attr(accuracy)
        }
        _ => return read_mesh(r, kind),
    })
}

/// The attributes of meshes.
fn read_mesh(r: &mut EntryReader<'_, '_>, kind: u64) -> ReadResult<Attr> {
    let cx = r.cx();
    Ok(match kind {
        code::REPLICA_GROUP_MESH_AXES => {
            let groups = ReplicaGroupMeshAxesAttr { mesh: r.attr()?, axes: r.list(|r| r.attr())? };
            groups.verify(cx).map_err(|m| r.error(m))?;
            cx.attr(groups)
        }
        code::SUB_AXIS_INFO => {
            let (pre_size, size) = (r.svarint()?, r.svarint()?);
            cx.attr(SubAxisInfo(crate::SubAxis { pre_size, size }))
        }
        code::AXIS_REF => {
            let name = text(r)?;
            let sub_axis_info =
                if r.bool()? { Some(attr_of::<SubAxisInfo>(r, "SubAxisInfoAttr")?.0) } else { None };
            cx.attr(AxisRef { name, sub_axis_info })
        }
        code::MESH_AXIS => cx.attr(MeshAxis { name: text(r)?, size: r.svarint()? }),
        code::MESH => {
            let axes = attr_of::<ArrayAttr>(r, "ArrayAttr")?;
            let axis = |&a: &Attr| cx.attr_as::<MeshAxis>(a).cloned();
            let Some(axes) = axes.0.iter().map(axis).collect::<Option<Vec<_>>>() else {
                return Err(r.error("expected attribute of type: MeshAxisAttr"));
            };
            let device_ids = if r.bool()? { Some(r.attr()?) } else { None };
            if device_ids.is_some_and(|ids| {
                let dense = cx.attr_as::<DenseElementsAttr>(ids);
                dense.is_none_or(|d| cx.as_int(cx.elem_or_self(d.ty)).is_none())
            }) {
                return Err(r.error("expected attribute of type: DenseIntElementsAttr"));
            }
            cx.attr(Mesh { axes, device_ids })
        }
        _ => return Err(r.error(format!("unknown stablehlo attribute code: {kind}"))),
    })
}

fn write_attr(cx: &Context, attr: Attr, w: &mut EntryWriter<'_>) -> bool {
    let list = |w: &mut EntryWriter<'_>, values: &[i64]| w.list(values, |w, &v| w.svarint(v));
    macro_rules! number {
        ($($code:ident $name:ident $first:literal,)*) => {
            $(if let Some(v) = cx.attr_as::<$name>(attr) {
                w.varint(code::$code);
                w.varint($name::ALL.iter().position(|x| x == v).unwrap_or(0) as u64 + $first);
                return true;
            })*
        };
    }
    enums!(number);
    if let Some(a) = cx.attr_as::<ChannelHandle>(attr) {
        w.varint(code::CHANNEL_HANDLE);
        w.svarint(a.handle);
        w.svarint(a.r#type);
    } else if let Some(a) = cx.attr_as::<ConvDimensionNumbers>(attr) {
        w.varint(code::CONV);
        w.svarint(a.input_batch_dimension);
        w.svarint(a.input_feature_dimension);
        list(w, &a.input_spatial_dimensions);
        w.svarint(a.kernel_input_feature_dimension);
        w.svarint(a.kernel_output_feature_dimension);
        list(w, &a.kernel_spatial_dimensions);
        w.svarint(a.output_batch_dimension);
        w.svarint(a.output_feature_dimension);
        list(w, &a.output_spatial_dimensions);
    } else if let Some(a) = cx.attr_as::<DotDimensionNumbers>(attr) {
        w.varint(code::DOT);
        list(w, &a.lhs_batching_dimensions);
        list(w, &a.rhs_batching_dimensions);
        list(w, &a.lhs_contracting_dimensions);
        list(w, &a.rhs_contracting_dimensions);
    } else if let Some(a) = cx.attr_as::<GatherDimensionNumbers>(attr) {
        w.varint(code::GATHER);
        list(w, &a.offset_dims);
        list(w, &a.collapsed_slice_dims);
        list(w, &a.operand_batching_dims);
        list(w, &a.start_indices_batching_dims);
        list(w, &a.start_index_map);
        w.svarint(a.index_vector_dim.0);
    } else if let Some(a) = cx.attr_as::<ScatterDimensionNumbers>(attr) {
        w.varint(code::SCATTER);
        list(w, &a.update_window_dims);
        list(w, &a.inserted_window_dims);
        list(w, &a.input_batching_dims);
        list(w, &a.scatter_indices_batching_dims);
        list(w, &a.scatter_dims_to_operand_dims);
        w.svarint(a.index_vector_dim.0);
    } else if let Some(a) = cx.attr_as::<TypeExtensions>(attr) {
        w.varint(code::TYPE_EXTENSIONS);
        list(w, &a.bounds);
    } else if let Some(a) = cx.attr_as::<OutputOperandAlias>(attr) {
        w.varint(code::OUTPUT_OPERAND_ALIAS);
        list(w, &a.output_tuple_indices.0);
        w.svarint(a.operand_index);
        list(w, &a.operand_tuple_indices.0);
    } else if let Some(a) = cx.attr_as::<DotAlgorithm>(attr) {
        w.varint(code::DOT_ALGORITHM);
        w.ty(a.lhs_precision_type);
        w.ty(a.rhs_precision_type);
        w.ty(a.accumulation_type);
        w.svarint(a.lhs_component_count);
        w.svarint(a.rhs_component_count);
        w.svarint(a.num_primitive_operations);
        w.byte(u8::from(a.allow_imprecise_accumulation));
    } else if let Some(a) = cx.attr_as::<ResultAccuracyMode>(attr) {
        w.varint(code::RESULT_ACCURACY_MODE);
        w.varint(MODES.iter().position(|m| m == a).unwrap_or(0) as u64);
    } else if let Some(a) = cx.attr_as::<ResultAccuracy>(attr) {
        w.varint(code::RESULT_ACCURACY);
        w.float_bits(u128::from(a.atol), 64);
        w.float_bits(u128::from(a.rtol), 64);
        w.svarint(a.ulps);
        w.attr(a.mode);
    } else {
        return write_mesh(cx, attr, w);
    }
    true
}

/// The attributes of meshes.
fn write_mesh(cx: &Context, attr: Attr, w: &mut EntryWriter<'_>) -> bool {
    if let Some(a) = cx.attr_as::<ReplicaGroupMeshAxesAttr>(attr) {
        w.varint(code::REPLICA_GROUP_MESH_AXES);
        w.attr(a.mesh);
        w.list(&a.axes, |w, &axis| w.attr(axis));
    } else if let Some(a) = cx.attr_as::<SubAxisInfo>(attr) {
        w.varint(code::SUB_AXIS_INFO);
        w.svarint(a.0.pre_size);
        w.svarint(a.0.size);
    } else if let Some(a) = cx.attr_as::<AxisRef>(attr) {
        w.varint(code::AXIS_REF);
        w.string(a.name.as_bytes());
        w.byte(u8::from(a.sub_axis_info.is_some()));
        a.sub_axis_info.into_iter().for_each(|part| w.attr(cx.attr(SubAxisInfo(part))));
    } else if let Some(a) = cx.attr_as::<MeshAxis>(attr) {
        w.varint(code::MESH_AXIS);
        w.string(a.name.as_bytes());
        w.svarint(a.size);
    } else if let Some(a) = cx.attr_as::<Mesh>(attr) {
        w.varint(code::MESH);
        w.attr(cx.array_attr(a.axes.iter().map(|axis| cx.attr(axis.clone())).collect::<Vec<_>>()));
        w.byte(u8::from(a.device_ids.is_some()));
        a.device_ids.into_iter().for_each(|ids| w.attr(ids));
    } else {
        return false;
    }
    true
}

fn read_type(r: &mut EntryReader<'_, '_>) -> ReadResult<Type> {
    let (kind, cx) = (r.varint()?, r.cx());
    match kind {
        type_code::TOKEN => Ok(cx.ty(TokenType)),
        type_code::FUTURE => Ok(cx.ty(FutureType(r.list(|r| r.ty())?))),
        _ => Err(r.error(format!("unknown stablehlo type code: {kind}"))),
    }
}

fn write_type(cx: &Context, ty: Type, w: &mut EntryWriter<'_>) -> bool {
    if cx.type_as::<TokenType>(ty).is_some() {
        w.varint(type_code::TOKEN);
    } else if let Some(t) = cx.type_as::<FutureType>(ty) {
        w.varint(type_code::FUTURE);
        w.list(&t.0, |w, &t| w.ty(t));
    } else {
        return false;
    }
    true
}
