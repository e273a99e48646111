//! Default values of attributes that StableHLO may omit and VHLO always has.

use strata_ir::prelude::*;
use strata_stablehlo::ResultAccuracy;

/// The value of an omitted attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    False,
    Int(i64),
    EmptyArray,
    EmptyString,
    EmptyDict,
    /// No integers.
    EmptyInts,
    /// No pairs of integers.
    EmptyPairs,
    /// A one for each window dimension.
    Ones,
    /// A false for each window dimension.
    Falses,
    /// Two zeros for each window dimension.
    ZeroPairs,
    /// The type `none`.
    NoType,
    ComparisonType,
    Precision,
    Accuracy,
    ApiVersion,
    Version,
}

use Fill::*;

/// The default values of StableHLO's optional attributes, by name: no two ops have different defaults for one name.
const BY_NAME: &[(&str, Fill)] = &[
    ("accumulation_type", NoType),
    ("allow_imprecise_accumulation", NoType),
    ("api_version", ApiVersion),
    ("backend_config", EmptyString),
    ("base_dilations", Ones),
    ("called_computations", EmptyArray),
    ("channel_id", Int(0)),
    ("compare_type", ComparisonType),
    ("composite_attributes", EmptyDict),
    ("dimension", Int(-1)),
    ("has_dynamic_root", False),
    ("has_side_effect", False),
    ("indices_are_sorted", False),
    ("infeed_config", EmptyString),
    ("is_host_transfer", False),
    ("is_stable", False),
    ("known_expanding_dimensions", EmptyInts),
    ("known_nonexpanding_dimensions", EmptyInts),
    ("layout", EmptyArray),
    ("lhs_component_count", NoType),
    ("lhs_dilation", Ones),
    ("lhs_precision_type", NoType),
    ("lower", False),
    ("num_primitive_operations", NoType),
    ("operand_layouts", EmptyArray),
    ("outfeed_config", EmptyString),
    ("output_operand_aliases", EmptyArray),
    ("padding", ZeroPairs),
    ("precision_config", Precision),
    ("result_accuracy", Accuracy),
    ("result_layouts", EmptyArray),
    ("result_tilings", EmptyArray),
    ("rhs_component_count", NoType),
    ("rhs_dilation", Ones),
    ("rhs_precision_type", NoType),
    ("source_target_pairs", EmptyPairs),
    ("unique_indices", False),
    ("use_global_device_ids", False),
    ("version", Version),
    ("window_dilations", Ones),
    ("window_reversal", Falses),
    ("window_strides", Ones),
];
/// The optional attributes of functions.
const FUNCTION: &[(&str, Fill)] =
    &[("sym_visibility", EmptyString), ("arg_attrs", EmptyArray), ("res_attrs", EmptyArray)];

/// The default value of the attribute `name` of an op; `None` if StableHLO requires the attribute.
pub(crate) fn fill(cx: &Context, base: &str, name: &str) -> Option<Fill> {
    let rows = if base == "func" { FUNCTION } else { BY_NAME };
    let fill = rows.iter().find(|row| row.0 == name)?.1;
    let op = cx.op_info(&format!("stablehlo.{base}"));
    let required = op.is_some_and(|info| info.attrs.iter().any(|attr| attr.name == name && attr.required));
    (!required).then_some(fill)
}

impl Fill {
    /// The attribute, with `rank` window dimensions.
    pub(crate) fn attr(self, cx: &Context, rank: usize) -> Option<Attr> {
        let n = rank as i64;
        let ints = |shape: &[i64], value: i64, count: usize| {
            cx.dense_i64s(cx.tensor(shape, cx.i64()), &vec![value; count])
        };
        Some(match self {
            False => cx.bool_attr(false),
            Int(v) => cx.i64_attr(v),
            EmptyArray => cx.array_attr(vec![]),
            EmptyString => cx.string_attr(""),
            EmptyDict => cx.dict_attr(vec![]),
            EmptyInts => ints(&[0], 0, 0)?,
            EmptyPairs => ints(&[0, 0], 0, 0)?,
            Ones => ints(&[n], 1, rank)?,
            ZeroPairs => ints(&[n, 2], 0, 2 * rank)?,
            Falses => cx.dense_i64s(cx.tensor(&[n], cx.i1()), &vec![0; rank])?,
            NoType => cx.type_attr(cx.none()),
            ComparisonType => cx.attr(strata_stablehlo::ComparisonType::NoType),
            Precision => {
                let default = cx.attr(strata_stablehlo::Precision::Default);
                cx.array_attr(vec![default, default])
            }
            Accuracy => cx.attr(ResultAccuracy::default_of(cx)),
            ApiVersion => cx.attr(strata_vhlo::ApiVersion(1)),
            Version => cx.i64_attr(0),
        })
    }
    /// Whether the attribute is equal to the default.
    pub(crate) fn is(self, cx: &Context, attr: Attr, rank: usize) -> bool {
        match self {
            // Any splat is a default, whatever its size.
            Ones | ZeroPairs | Falses => {
                let Some(d) = cx.attr_as::<DenseElementsAttr>(attr) else { return false };
                let want = i64::from(self == Ones);
                d.to_i64s(cx).is_some_and(|v| v.iter().all(|&v| v == want))
            }
            Precision => {
                let default = cx.attr(strata_stablehlo::Precision::Default);
                cx.attr_as::<ArrayAttr>(attr).is_some_and(|a| a.0.iter().all(|&a| a == default))
            }
            Int(want) => cx.attr_i64(attr) == Some(want),
            // Its type depends on the producer.
            Version => cx.attr_i64(attr) == Some(0),
            EmptyString => [self.attr(cx, rank), EmptyDict.attr(cx, rank)].contains(&Some(attr)),
            EmptyInts | EmptyPairs => {
                cx.attr_as::<DenseElementsAttr>(attr).is_some_and(|d| d.data.is_empty())
            }
            _ => self.attr(cx, rank) == Some(attr),
        }
    }
}
