//! Structured attributes of StableHLO that are represented by several attributes in VHLO.

use strata_ir::prelude::*;
use strata_stablehlo::{
    ChannelHandle, ConvDimensionNumbers, Count, DotAlgorithm, DotDimensionNumbers, GatherDimensionNumbers,
    ScatterDimensionNumbers,
};

/// A structured attribute.
pub(crate) struct Group {
    /// Its name in StableHLO.
    pub name: &'static str,
    /// The names of its parts in VHLO.
    pub parts: &'static [&'static str],
    /// Splits it; `None` if it is of another kind.
    pub split: fn(&Context, Attr) -> Option<Vec<Attr>>,
    /// Joins its parts; `None` if the parts are of other kinds. The inner `None` means that the attribute is omitted.
    pub join: fn(&Context, &[Attr]) -> Option<Option<Attr>>,
}

type Numbers = SmallVec<[i64; 4]>;

fn ints(cx: &Context, v: &[i64]) -> Option<Attr> {
    cx.dense_i64s(cx.tensor(&[v.len() as i64], cx.i64()), v)
}
fn numbers(cx: &Context, attr: Attr) -> Option<Numbers> {
    Some(cx.attr_as::<DenseElementsAttr>(attr)?.to_i64s(cx)?.into())
}
fn number(cx: &Context, attr: Attr) -> Option<i64> {
    cx.attr_i64(attr)
}

const CONV: Group = Group {
    name: "dimension_numbers",
    parts: &[
        "input_batch_dimension",
        "input_feature_dimension",
        "input_spatial_dimensions",
        "kernel_input_feature_dimension",
        "kernel_output_feature_dimension",
        "kernel_spatial_dimensions",
        "output_batch_dimension",
        "output_feature_dimension",
        "output_spatial_dimensions",
    ],
    split: |cx, attr| {
        let d = cx.attr_as::<ConvDimensionNumbers>(attr)?;
        Some(vec![
            cx.i64_attr(d.input_batch_dimension),
            cx.i64_attr(d.input_feature_dimension),
            ints(cx, &d.input_spatial_dimensions)?,
            cx.i64_attr(d.kernel_input_feature_dimension),
            cx.i64_attr(d.kernel_output_feature_dimension),
            ints(cx, &d.kernel_spatial_dimensions)?,
            cx.i64_attr(d.output_batch_dimension),
            cx.i64_attr(d.output_feature_dimension),
            ints(cx, &d.output_spatial_dimensions)?,
        ])
    },
    join: |cx, p| {
        let &[a, b, c, d, e, f, g, h, i] = p else { return None };
        Some(Some(cx.attr(ConvDimensionNumbers {
            input_batch_dimension: number(cx, a)?,
            input_feature_dimension: number(cx, b)?,
            input_spatial_dimensions: numbers(cx, c)?,
            kernel_input_feature_dimension: number(cx, d)?,
            kernel_output_feature_dimension: number(cx, e)?,
            kernel_spatial_dimensions: numbers(cx, f)?,
            output_batch_dimension: number(cx, g)?,
            output_feature_dimension: number(cx, h)?,
            output_spatial_dimensions: numbers(cx, i)?,
        })))
    },
};

const DOT: Group = Group {
    name: "dot_dimension_numbers",
    parts: &[
        "lhs_batching_dimensions",
        "rhs_batching_dimensions",
        "lhs_contracting_dimensions",
        "rhs_contracting_dimensions",
    ],
    split: |cx, attr| {
        let d = cx.attr_as::<DotDimensionNumbers>(attr)?;
        Some(vec![
            ints(cx, &d.lhs_batching_dimensions)?,
            ints(cx, &d.rhs_batching_dimensions)?,
            ints(cx, &d.lhs_contracting_dimensions)?,
            ints(cx, &d.rhs_contracting_dimensions)?,
        ])
    },
    join: |cx, p| {
        let &[a, b, c, d] = p else { return None };
        Some(Some(cx.attr(DotDimensionNumbers {
            lhs_batching_dimensions: numbers(cx, a)?,
            rhs_batching_dimensions: numbers(cx, b)?,
            lhs_contracting_dimensions: numbers(cx, c)?,
            rhs_contracting_dimensions: numbers(cx, d)?,
        })))
    },
};

const ALGORITHM: Group = Group {
    name: "algorithm",
    parts: &[
        "lhs_precision_type",
        "rhs_precision_type",
        "accumulation_type",
        "lhs_component_count",
        "rhs_component_count",
        "num_primitive_operations",
        "allow_imprecise_accumulation",
    ],
    split: |cx, attr| {
        let d = cx.attr_as::<DotAlgorithm>(attr)?;
        Some(vec![
            cx.type_attr(d.lhs_precision_type),
            cx.type_attr(d.rhs_precision_type),
            cx.type_attr(d.accumulation_type),
            cx.i64_attr(d.lhs_component_count),
            cx.i64_attr(d.rhs_component_count),
            cx.i64_attr(d.num_primitive_operations),
            cx.bool_attr(d.allow_imprecise_accumulation),
        ])
    },
    join: |cx, p| {
        let &[a, b, c, d, e, f, g] = p else { return None };
        let ty = |a: Attr| cx.attr_as::<TypeAttr>(a).map(|t| t.0);
        // The type `none` in all parts means that there is no algorithm.
        if p.iter().all(|&a| ty(a) == Some(cx.none())) {
            return Some(None);
        }
        Some(Some(cx.attr(DotAlgorithm {
            lhs_precision_type: ty(a)?,
            rhs_precision_type: ty(b)?,
            accumulation_type: ty(c)?,
            lhs_component_count: number(cx, d)?,
            rhs_component_count: number(cx, e)?,
            num_primitive_operations: number(cx, f)?,
            allow_imprecise_accumulation: !cx.attr_as::<IntegerAttr>(g)?.value.is_zero(),
        })))
    },
};

const GATHER: Group = Group {
    name: "dimension_numbers",
    parts: &[
        "offset_dims",
        "collapsed_slice_dims",
        "operand_batching_dims",
        "start_indices_batching_dims",
        "start_index_map",
        "index_vector_dim",
    ],
    split: |cx, attr| {
        let d = cx.attr_as::<GatherDimensionNumbers>(attr)?;
        Some(vec![
            ints(cx, &d.offset_dims)?,
            ints(cx, &d.collapsed_slice_dims)?,
            ints(cx, &d.operand_batching_dims)?,
            ints(cx, &d.start_indices_batching_dims)?,
            ints(cx, &d.start_index_map)?,
            cx.i64_attr(d.index_vector_dim.0),
        ])
    },
    join: |cx, p| {
        let &[a, b, c, d, e, f] = p else { return None };
        Some(Some(cx.attr(GatherDimensionNumbers {
            offset_dims: numbers(cx, a)?,
            collapsed_slice_dims: numbers(cx, b)?,
            operand_batching_dims: numbers(cx, c)?,
            start_indices_batching_dims: numbers(cx, d)?,
            start_index_map: numbers(cx, e)?,
            index_vector_dim: Count(number(cx, f)?),
        })))
    },
};

const SCATTER: Group = Group {
    name: "scatter_dimension_numbers",
    parts: &[
        "update_window_dims",
        "inserted_window_dims",
        "input_batching_dims",
        "scatter_indices_batching_dims",
        "scatter_dims_to_operand_dims",
        "index_vector_dim",
    ],
    split: |cx, attr| {
        let d = cx.attr_as::<ScatterDimensionNumbers>(attr)?;
        Some(vec![
            ints(cx, &d.update_window_dims)?,
            ints(cx, &d.inserted_window_dims)?,
            ints(cx, &d.input_batching_dims)?,
            ints(cx, &d.scatter_indices_batching_dims)?,
            ints(cx, &d.scatter_dims_to_operand_dims)?,
            cx.i64_attr(d.index_vector_dim.0),
        ])
    },
    join: |cx, p| {
        let &[a, b, c, d, e, f] = p else { return None };
        Some(Some(cx.attr(ScatterDimensionNumbers {
            update_window_dims: numbers(cx, a)?,
            inserted_window_dims: numbers(cx, b)?,
            input_batching_dims: numbers(cx, c)?,
            scatter_indices_batching_dims: numbers(cx, d)?,
            scatter_dims_to_operand_dims: numbers(cx, e)?,
            index_vector_dim: Count(number(cx, f)?),
        })))
    },
};

const CHANNEL: Group = Group {
    name: "channel_handle",
    parts: &["channel_id", "channel_type"],
    split: |cx, attr| {
        let c = cx.attr_as::<ChannelHandle>(attr)?;
        Some(vec![cx.i64_attr(c.handle), cx.i64_attr(c.r#type)])
    },
    join: |cx, p| {
        let &[a, b] = p else { return None };
        Some(Some(cx.attr(ChannelHandle { handle: number(cx, a)?, r#type: number(cx, b)? })))
    },
};

/// The same as [`CHANNEL`], for ops whose channels are all of one kind.
const CHANNEL_ID: Group = Group {
    name: "channel_handle",
    parts: &["channel_id"],
    split: |cx, attr| Some(vec![cx.i64_attr(cx.attr_as::<ChannelHandle>(attr)?.handle)]),
    join: |cx, p| {
        let handle = number(cx, *p.first()?)?;
        Some((handle != 0).then(|| cx.attr(ChannelHandle { handle, r#type: 0 })))
    },
};

/// The structured attributes of an op.
pub(crate) fn for_op(base: &str) -> &'static [&'static Group] {
    match base {
        "convolution" | "dynamic_conv" => &[&CONV],
        "dot_general" => &[&DOT, &ALGORITHM],
        "gather" | "dynamic_gather" => &[&GATHER],
        "scatter" => &[&SCATTER],
        "send" | "recv" => &[&CHANNEL],
        "all_gather"
        | "all_reduce"
        | "all_to_all"
        | "collective_broadcast"
        | "collective_permute"
        | "collective_reduce"
        | "reduce_scatter" => &[&CHANNEL_ID],
        _ => &[],
    }
}
