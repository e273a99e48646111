//! The attributes that StableHLO may leave out and VHLO never does.

use strata_ir::prelude::*;
use strata_stablehlo::ResultAccuracy;

/// What an attribute is that was left out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    False,
    Int(i64),
    EmptyArray,
    EmptyString,
    EmptyDict,
    /// No numbers.
    EmptyInts,
    /// No pairs of numbers.
    EmptyPairs,
    /// One for each window dimension.
    Ones,
    /// False for each window dimension.
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

const COLLECTIVE: &[(&str, Fill)] = &[("channel_id", Int(0)), ("use_global_device_ids", False)];
const CHANNEL: &[(&str, Fill)] = &[("channel_id", Int(0))];
const CONVOLUTION: &[(&str, Fill)] = &[
    ("window_strides", Ones),
    ("padding", ZeroPairs),
    ("lhs_dilation", Ones),
    ("rhs_dilation", Ones),
    ("window_reversal", Falses),
    ("precision_config", Precision),
];
const TRANSFER: &[(&str, Fill)] = &[("is_host_transfer", False), ("source_target_pairs", EmptyPairs)];

/// The attributes of an op that may be left out.
pub(crate) fn of(base: &str) -> &'static [(&'static str, Fill)] {
    match base {
        "all_gather" | "all_reduce" | "reduce_scatter" => COLLECTIVE,
        "collective_reduce" => {
            &[("channel_id", Int(0)), ("use_global_device_ids", False), ("has_dynamic_root", False)]
        }
        "all_to_all" | "collective_permute" => CHANNEL,
        "collective_broadcast" => &[("channel_id", Int(0)), ("has_dynamic_root", False)],
        "cholesky" => &[("lower", False)],
        "compare" => &[("compare_type", ComparisonType)],
        "composite" => &[("composite_attributes", EmptyDict), ("version", Version)],
        "convolution" | "dynamic_conv" => CONVOLUTION,
        "custom_call" => &[
            ("has_side_effect", False),
            ("backend_config", EmptyString),
            ("api_version", ApiVersion),
            ("called_computations", EmptyArray),
            ("operand_layouts", EmptyArray),
            ("result_layouts", EmptyArray),
            ("output_operand_aliases", EmptyArray),
            ("result_tilings", EmptyArray),
        ],
        "dot" => &[("precision_config", Precision)],
        "dot_general" => &[
            ("precision_config", Precision),
            ("lhs_precision_type", NoType),
            ("rhs_precision_type", NoType),
            ("accumulation_type", NoType),
            ("lhs_component_count", NoType),
            ("rhs_component_count", NoType),
            ("num_primitive_operations", NoType),
            ("allow_imprecise_accumulation", NoType),
        ],
        "dynamic_broadcast_in_dim" => {
            &[("known_expanding_dimensions", EmptyInts), ("known_nonexpanding_dimensions", EmptyInts)]
        }
        "gather" | "dynamic_gather" => &[("indices_are_sorted", False)],
        "infeed" => &[("infeed_config", EmptyString), ("layout", EmptyArray)],
        "outfeed" => &[("outfeed_config", EmptyString)],
        "recv" | "send" => TRANSFER,
        "reduce_window" => &[
            ("window_strides", Ones),
            ("base_dilations", Ones),
            ("window_dilations", Ones),
            ("padding", ZeroPairs),
        ],
        "scatter" => &[("indices_are_sorted", False), ("unique_indices", False)],
        "select_and_scatter" => &[("window_strides", Ones), ("padding", ZeroPairs)],
        "sort" => &[("dimension", Int(-1)), ("is_stable", False)],
        "func" => &[("sym_visibility", EmptyString), ("arg_attrs", EmptyArray), ("res_attrs", EmptyArray)],
        "cbrt"
        | "cosine"
        | "exponential"
        | "exponential_minus_one"
        | "log"
        | "log_plus_one"
        | "logistic"
        | "rsqrt"
        | "sine"
        | "sqrt"
        | "tan"
        | "tanh" => &[("result_accuracy", Accuracy)],
        _ => &[],
    }
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
    /// Whether the attribute says no more than its absence does.
    pub(crate) fn is(self, cx: &Context, attr: Attr, rank: usize) -> bool {
        match self {
            // Any splat does, whatever its size.
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
            // Its type is that of the producer.
            Version => cx.attr_i64(attr) == Some(0),
            EmptyString => [self.attr(cx, rank), EmptyDict.attr(cx, rank)].contains(&Some(attr)),
            EmptyInts | EmptyPairs => {
                cx.attr_as::<DenseElementsAttr>(attr).is_some_and(|d| d.data.is_empty())
            }
            _ => self.attr(cx, rank) == Some(attr),
        }
    }
}
