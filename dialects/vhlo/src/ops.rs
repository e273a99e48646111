//! The ops: one row a version.
//!
//! All attributes are required and stored without their names, in alphabetical order.

use strata_ir::core::{
    Arity, Asm, AttrForm, AttrSpec, OpInfo, RegionSpec, Trait, ValueSpec, op_info::TraitSet,
};

use crate::{Version, function::FUNCTION};

/// One version of an op.
pub struct OpRow {
    /// Its name, with the dialect and the number of the version of the op.
    pub name: &'static str,
    /// The first version of the dialect that has it.
    pub min: Version,
    /// The last one.
    pub max: Version,
    /// Its attributes.
    pub attrs: &'static [&'static str],
    /// Its descriptor.
    pub info: fn() -> &'static OpInfo,
}

impl OpRow {
    /// The name without dialect and version: `add` of `vhlo.add_v1`.
    pub fn base(&self) -> &'static str {
        base_name(self.name)
    }
    /// Whether programs of version `v` can have it.
    pub fn is_legal(&self, v: Version) -> bool {
        self.min <= v && v <= self.max
    }
}

/// `add` of `vhlo.add_v1`.
pub fn base_name(name: &str) -> &str {
    let name = name.strip_prefix("vhlo.").unwrap_or(name);
    name.rsplit_once("_v").map_or(name, |(base, _)| base)
}

/// The row of an op.
pub fn row(name: &str) -> Option<&'static OpRow> {
    ROWS.binary_search_by(|r| r.name.cmp(name)).ok().map(|i| &ROWS[i])
}

/// The row of the version of an op that programs of version `v` have.
pub fn row_for(base: &str, v: Version) -> Option<&'static OpRow> {
    // The versions of an op stand together.
    let start = ROWS.partition_point(|r| *r.name < *format!("vhlo.{base}_v"));
    ROWS[start..].iter().take(4).find(|r| r.base() == base && r.is_legal(v))
}

const fn any(name: &'static str, arity: Arity) -> ValueSpec {
    ValueSpec { name, arity, desc: "any type", check: |_, _| true, buildable: |_| None }
}

macro_rules! version {
    (now) => {
        Version::CURRENT
    };
    (($major:literal, $minor:literal, $patch:literal)) => {
        Version($major, $minor, $patch)
    };
}

macro_rules! vhlo_ops {
    (@asm) => { Asm::Generic };
    (@asm $asm:path) => { Asm::Custom(&$asm) };
    ($($name:literal $min:tt to $max:tt [$($attr:literal),*] $($trait:ident)* $(=> $asm:path)?;)*) => {
        /// All versions of all ops, by name.
        pub static ROWS: &[OpRow] = &[$(
            OpRow {
                name: concat!("vhlo.", $name),
                min: version!($min),
                max: version!($max),
                attrs: &[$($attr),*],
                info: || {
                    static INFO: OpInfo = OpInfo {
                        name: concat!("vhlo.", $name),
                        doc: "A versioned op; see the op of its name in StableHLO.",
                        traits: TraitSet::from_traits(&[$(Trait::$trait),*]),
                        operands: &[any("operands", Arity::Variadic)],
                        results: &[any("results", Arity::Variadic)],
                        attrs: &[$(AttrSpec {
                            name: $attr,
                            required: true,
                            desc: "any attribute",
                            check: |_, _| true,
                            is_kind: |_, _| true,
                            default: None,
                            form: AttrForm::Full,
                        }),*],
                        regions: &[RegionSpec {
                            name: "regions",
                            single_block: false,
                            may_be_empty: true,
                            variadic: true,
                        }],
                        successors: &[],
                        rules: &[],
                        parents: &[],
                        interfaces: &[],
                        asm: vhlo_ops!(@asm $($asm)?),
                    };
                    &INFO
                },
            },
        )*];
        /// The descriptors, for the dialect.
        pub(crate) static INFOS: &[fn() -> &'static OpInfo] = &[$(|| {
            static ROW: std::sync::LazyLock<&'static OpInfo> =
                std::sync::LazyLock::new(|| row(concat!("vhlo.", $name)).map_or_else(|| (ROWS[0].info)(), |r| (r.info)()));
            *ROW
        }),*];
    };
}

vhlo_ops! {
    "abs_v1" (0, 9, 0) to now [];
    "add_v1" (0, 9, 0) to now [];
    "after_all_v1" (0, 9, 0) to now [];
    "all_gather_v1" (0, 9, 0) to (1, 4, 0) [
        "all_gather_dim", "channel_id", "replica_groups", "use_global_device_ids"
    ];
    "all_gather_v2" (1, 5, 0) to now [
        "all_gather_dim", "channel_id", "replica_groups", "use_global_device_ids"
    ];
    "all_reduce_v1" (0, 9, 0) to (1, 4, 0) ["channel_id", "replica_groups", "use_global_device_ids"];
    "all_reduce_v2" (1, 5, 0) to now ["channel_id", "replica_groups", "use_global_device_ids"];
    "all_to_all_v1" (0, 9, 0) to (1, 4, 0) [
        "channel_id", "concat_dimension", "replica_groups", "split_count", "split_dimension"
    ];
    "all_to_all_v2" (1, 5, 0) to now [
        "channel_id", "concat_dimension", "replica_groups", "split_count", "split_dimension"
    ];
    "and_v1" (0, 9, 0) to now [];
    "async_done_v1" (1, 15, 0) to now [];
    "async_start_v1" (1, 15, 0) to now [];
    "atan2_v1" (0, 9, 0) to now [];
    "batch_norm_grad_v1" (0, 9, 0) to now ["epsilon", "feature_index"];
    "batch_norm_inference_v1" (0, 9, 0) to now ["epsilon", "feature_index"];
    "batch_norm_training_v1" (0, 9, 0) to now ["epsilon", "feature_index"];
    "bitcast_convert_v1" (0, 9, 0) to now [];
    "broadcast_in_dim_v1" (0, 9, 0) to now ["broadcast_dimensions"];
    "broadcast_v1" (0, 9, 0) to now ["broadcast_sizes"];
    "call_v1" (0, 9, 0) to now ["callee"];
    "case_v1" (0, 9, 0) to now [];
    "cbrt_v1" (0, 9, 0) to (1, 9, 0) [];
    "cbrt_v2" (1, 10, 0) to now ["result_accuracy"];
    "ceil_v1" (0, 9, 0) to now [];
    "cholesky_v1" (0, 9, 0) to now ["lower"];
    "clamp_v1" (0, 9, 0) to now [];
    "collective_broadcast_v1" (0, 16, 0) to (1, 19, 0) ["channel_id", "replica_groups"];
    "collective_broadcast_v2" (1, 20, 0) to now ["channel_id", "has_dynamic_root", "replica_groups"];
    "collective_permute_v1" (0, 9, 0) to now ["channel_id", "source_target_pairs"];
    "collective_reduce_v1" (1, 19, 0) to now [
        "channel_id", "has_dynamic_root", "replica_groups", "use_global_device_ids"
    ];
    "compare_v1" (0, 9, 0) to now ["compare_type", "comparison_direction"];
    "complex_v1" (0, 9, 0) to now [];
    "composite_v1" (0, 19, 0) to (1, 13, 0) ["composite_attributes", "decomposition", "name", "version"];
    "composite_v2" (1, 14, 0) to now ["composite_attributes", "decomposition", "name", "version"];
    "concatenate_v1" (0, 9, 0) to now ["dimension"];
    "constant_v1" (0, 9, 0) to now ["value"];
    "convert_v1" (0, 9, 0) to now [];
    "convolution_v1" (0, 9, 0) to now [
        "batch_group_count", "feature_group_count", "input_batch_dimension",
        "input_feature_dimension", "input_spatial_dimensions", "kernel_input_feature_dimension",
        "kernel_output_feature_dimension", "kernel_spatial_dimensions", "lhs_dilation",
        "output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions",
        "padding", "precision_config", "rhs_dilation", "window_reversal", "window_strides"
    ];
    "cosine_v1" (0, 9, 0) to (1, 9, 0) [];
    "cosine_v2" (1, 10, 0) to now ["result_accuracy"];
    "count_leading_zeros_v1" (0, 9, 0) to now [];
    "create_token_v1" (0, 9, 0) to now [];
    "cross-replica-sum_v1" (0, 9, 0) to now ["replica_groups"];
    "custom_call_v1" (0, 9, 0) to (1, 17, 0) [
        "api_version", "backend_config", "call_target_name", "called_computations",
        "has_side_effect", "operand_layouts", "output_operand_aliases", "result_layouts"
    ];
    "custom_call_v2" (1, 18, 0) to now [
        "api_version", "backend_config", "call_target_name", "called_computations",
        "has_side_effect", "operand_layouts", "output_operand_aliases", "result_layouts",
        "result_tilings"
    ];
    "divide_v1" (0, 9, 0) to now [];
    "dot_general_v1" (0, 9, 0) to (1, 5, 0) [
        "lhs_batching_dimensions", "lhs_contracting_dimensions", "precision_config",
        "rhs_batching_dimensions", "rhs_contracting_dimensions"
    ];
    "dot_general_v2" (1, 6, 0) to now [
        "accumulation_type", "allow_imprecise_accumulation", "lhs_batching_dimensions",
        "lhs_component_count", "lhs_contracting_dimensions", "lhs_precision_type",
        "num_primitive_operations", "precision_config", "rhs_batching_dimensions",
        "rhs_component_count", "rhs_contracting_dimensions", "rhs_precision_type"
    ];
    "dot_v1" (0, 9, 0) to now ["precision_config"];
    "dynamic_broadcast_in_dim_v1" (0, 9, 0) to now [
        "broadcast_dimensions", "known_expanding_dimensions", "known_nonexpanding_dimensions"
    ];
    "dynamic_conv_v1" (0, 9, 0) to (0, 19, 0) [
        "batch_group_count", "feature_group_count", "input_batch_dimension",
        "input_feature_dimension", "input_spatial_dimensions", "kernel_input_feature_dimension",
        "kernel_output_feature_dimension", "kernel_spatial_dimensions", "lhs_dilation",
        "output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions",
        "padding", "precision_config", "rhs_dilation", "window_reversal", "window_strides"
    ];
    "dynamic_conv_v2" (0, 20, 0) to now [
        "batch_group_count", "feature_group_count", "input_batch_dimension",
        "input_feature_dimension", "input_spatial_dimensions", "kernel_input_feature_dimension",
        "kernel_output_feature_dimension", "kernel_spatial_dimensions", "lhs_dilation",
        "output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions",
        "precision_config", "rhs_dilation", "window_reversal", "window_strides"
    ];
    "dynamic_gather_v1" (0, 9, 0) to (1, 0, 0) [
        "collapsed_slice_dims", "index_vector_dim", "indices_are_sorted", "offset_dims",
        "start_index_map"
    ];
    "dynamic_gather_v2" (1, 1, 0) to now [
        "collapsed_slice_dims", "index_vector_dim", "indices_are_sorted", "offset_dims",
        "operand_batching_dims", "start_index_map", "start_indices_batching_dims"
    ];
    "dynamic_iota_v1" (0, 9, 0) to now ["iota_dimension"];
    "dynamic_pad_v1" (0, 9, 0) to now [];
    "dynamic_reshape_v1" (0, 9, 0) to now [];
    "dynamic_slice_v1" (0, 9, 0) to now ["slice_sizes"];
    "dynamic_update_slice_v1" (0, 9, 0) to now [];
    "einsum_v1" (0, 9, 0) to now ["einsum_config"];
    "exponential_minus_one_v1" (0, 9, 0) to (1, 9, 0) [];
    "exponential_minus_one_v2" (1, 10, 0) to now ["result_accuracy"];
    "exponential_v1" (0, 9, 0) to (1, 8, 0) [];
    "exponential_v2" (1, 9, 0) to now ["result_accuracy"];
    "fft_v1" (0, 9, 0) to now ["fft_length", "fft_type"];
    "floor_v1" (0, 9, 0) to now [];
    "func_v1" (0, 9, 0) to now [
        "arg_attrs", "function_type", "res_attrs", "sym_name", "sym_visibility"
    ] IsolatedFromAbove => FUNCTION;
    "gather_v1" (0, 9, 0) to (1, 0, 0) [
        "collapsed_slice_dims", "index_vector_dim", "indices_are_sorted", "offset_dims",
        "slice_sizes", "start_index_map"
    ];
    "gather_v2" (1, 1, 0) to now [
        "collapsed_slice_dims", "index_vector_dim", "indices_are_sorted", "offset_dims",
        "operand_batching_dims", "slice_sizes", "start_index_map", "start_indices_batching_dims"
    ];
    "get_dimension_size_v1" (0, 9, 0) to now ["dimension"];
    "get_tuple_element_v1" (0, 9, 0) to now ["index"];
    "if_v1" (0, 9, 0) to now [];
    "imag_v1" (0, 9, 0) to now [];
    "infeed_v1" (0, 9, 0) to now ["infeed_config", "layout"];
    "iota_v1" (0, 9, 0) to now ["iota_dimension"];
    "is_finite_v1" (0, 9, 0) to now [];
    "log_plus_one_v1" (0, 9, 0) to (1, 9, 0) [];
    "log_plus_one_v2" (1, 10, 0) to now ["result_accuracy"];
    "log_v1" (0, 9, 0) to (1, 9, 0) [];
    "log_v2" (1, 10, 0) to now ["result_accuracy"];
    "logistic_v1" (0, 9, 0) to (1, 9, 0) [];
    "logistic_v2" (1, 10, 0) to now ["result_accuracy"];
    "map_v1" (0, 9, 0) to now ["dimensions"];
    "maximum_v1" (0, 9, 0) to now [];
    "minimum_v1" (0, 9, 0) to now [];
    "multiply_v1" (0, 9, 0) to now [];
    "negate_v1" (0, 9, 0) to now [];
    "not_v1" (0, 9, 0) to now [];
    "optimization_barrier_v1" (0, 9, 0) to now [];
    "or_v1" (0, 9, 0) to now [];
    "outfeed_v1" (0, 9, 0) to now ["outfeed_config"];
    "pad_v1" (0, 9, 0) to now ["edge_padding_high", "edge_padding_low", "interior_padding"];
    "partition_id_v1" (0, 9, 0) to now [];
    "popcnt_v1" (0, 9, 0) to now [];
    "power_v1" (0, 9, 0) to now [];
    "real_dynamic_slice_v1" (0, 9, 0) to now [];
    "real_v1" (0, 9, 0) to now [];
    "recv_v1" (0, 9, 0) to (1, 11, 0) ["channel_id", "channel_type", "is_host_transfer"];
    "recv_v2" (1, 12, 0) to now ["channel_id", "channel_type", "is_host_transfer", "source_target_pairs"];
    "reduce_precision_v1" (0, 9, 0) to now ["exponent_bits", "mantissa_bits"];
    "reduce_scatter_v1" (0, 9, 0) to now [
        "channel_id", "replica_groups", "scatter_dimension", "use_global_device_ids"
    ];
    "reduce_v1" (0, 9, 0) to now ["dimensions"];
    "reduce_window_v1" (0, 9, 0) to now [
        "base_dilations", "padding", "window_dilations", "window_dimensions", "window_strides"
    ];
    "remainder_v1" (0, 9, 0) to now [];
    "replica_id_v1" (0, 9, 0) to now [];
    "reshape_v1" (0, 9, 0) to now [];
    "return_v1" (0, 9, 0) to now [] Terminator;
    "reverse_v1" (0, 9, 0) to now ["dimensions"];
    "rng_bit_generator_v1" (0, 9, 0) to now ["rng_algorithm"];
    "rng_v1" (0, 9, 0) to now ["rng_distribution"];
    "round_nearest_afz_v1" (0, 9, 0) to now [];
    "round_nearest_even_v1" (0, 9, 0) to now [];
    "rsqrt_v1" (0, 9, 0) to (1, 9, 0) [];
    "rsqrt_v2" (1, 10, 0) to now ["result_accuracy"];
    "scatter_v1" (0, 9, 0) to (1, 0, 0) [
        "index_vector_dim", "indices_are_sorted", "inserted_window_dims",
        "scatter_dims_to_operand_dims", "unique_indices", "update_window_dims"
    ];
    "scatter_v2" (1, 1, 0) to now [
        "index_vector_dim", "indices_are_sorted", "input_batching_dims", "inserted_window_dims",
        "scatter_dims_to_operand_dims", "scatter_indices_batching_dims", "unique_indices",
        "update_window_dims"
    ];
    "select_and_scatter_v1" (0, 9, 0) to now ["padding", "window_dimensions", "window_strides"];
    "select_v1" (0, 9, 0) to now [];
    "send_v1" (0, 9, 0) to (1, 11, 0) ["channel_id", "channel_type", "is_host_transfer"];
    "send_v2" (1, 12, 0) to now ["channel_id", "channel_type", "is_host_transfer", "source_target_pairs"];
    "set_dimension_size_v1" (0, 9, 0) to now ["dimension"];
    "shift_left_v1" (0, 9, 0) to now [];
    "shift_right_arithmetic_v1" (0, 9, 0) to now [];
    "shift_right_logical_v1" (0, 9, 0) to now [];
    "sign_v1" (0, 9, 0) to now [];
    "sine_v1" (0, 9, 0) to (1, 9, 0) [];
    "sine_v2" (1, 10, 0) to now ["result_accuracy"];
    "slice_v1" (0, 9, 0) to now ["limit_indices", "start_indices", "strides"];
    "sort_v1" (0, 9, 0) to now ["dimension", "is_stable"];
    "sqrt_v1" (0, 9, 0) to (1, 9, 0) [];
    "sqrt_v2" (1, 10, 0) to now ["result_accuracy"];
    "subtract_v1" (0, 9, 0) to now [];
    "tan_v1" (1, 4, 0) to (1, 9, 0) [];
    "tan_v2" (1, 10, 0) to now ["result_accuracy"];
    "tanh_v1" (0, 9, 0) to (1, 9, 0) [];
    "tanh_v2" (1, 10, 0) to now ["result_accuracy"];
    "torch_index_select_v1" (0, 9, 0) to now ["batch_dims", "dim"];
    "transpose_v1" (0, 9, 0) to now ["permutation"];
    "triangular_solve_v1" (0, 9, 0) to now ["left_side", "lower", "transpose_a", "unit_diagonal"];
    "tuple_v1" (0, 9, 0) to now [];
    "unary_einsum_v1" (0, 9, 0) to now ["einsum_config"];
    "uniform_dequantize_v1" (0, 9, 0) to now [];
    "uniform_quantize_v1" (0, 9, 0) to now [];
    "while_v1" (0, 9, 0) to now [];
    "xor_v1" (0, 9, 0) to now [];
}
