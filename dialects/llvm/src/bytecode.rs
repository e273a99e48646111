//! The bytecode properties that do not follow from the declarations of ops: numbers that are flags, and attributes that
//! only upstream has, in the order in which they are stored.

use strata_bytecode::{Codec, PropertySpec, properties};
use strata_ir::core::OpInfo;

use crate::debug_bytecode;

/// Attributes of debug information have a binary form; all others and the types are text.
pub static CODEC: Codec = Codec {
    read_attr: debug_bytecode::read,
    read_type: |r| Err(r.error("the dialect has no binary types")),
    write_attr: debug_bytecode::write,
    write_type: |_, _, _| false,
    properties: properties_of,
};

/// The properties of an op, or `None` where they follow from its declaration.
fn properties_of(info: &OpInfo) -> Option<&'static [PropertySpec]> {
    Some(match info.name {
        "llvm.add" | "llvm.sub" | "llvm.mul" | "llvm.shl" | "llvm.trunc" => properties!["#overflowFlags"],
        "llvm.intr.memcpy" | "llvm.intr.memmove" | "llvm.intr.memset" => properties![
            "?access_groups",
            "?alias_scopes",
            "?arg_attrs",
            "!isVolatile",
            "?noalias_scopes",
            "?res_attrs",
            "?tbaa",
        ],
        "llvm.call" => CALL,
        "llvm.getelementptr" => properties!["!elem_type", "!rawConstantIndices", "#noWrapFlags",],
        "llvm.mlir.global" => GLOBAL,
        "llvm.inttoptr" => properties!["?dereferenceable",],
        "llvm.func" => FUNC,
        "llvm.load" => LOAD,
        "llvm.invoke" => INVOKE,
        "llvm.call_intrinsic" => CALL_INTRINSIC,
        "llvm.intr.assume" => properties!["!op_bundle_sizes", "?op_bundle_tags",],
        _ => return None,
    })
}

/// The properties of `llvm.call`.
static CALL: &[PropertySpec] = properties![
    "?CConv",
    "?TailCallKind",
    "?access_groups",
    "?alias_scopes",
    "?always_inline",
    "?arg_attrs",
    "?callee",
    "?convergent",
    "?fastmathFlags",
    "?inline_hint",
    "?memory_effects",
    "?no_inline",
    "?no_unwind",
    "?noalias_scopes",
    "!op_bundle_sizes",
    "?op_bundle_tags",
    "=operandSegmentSizes",
    "?res_attrs",
    "?tbaa",
    "?var_callee_type",
    "?will_return",
];

/// The properties of `llvm.mlir.global`.
static GLOBAL: &[PropertySpec] = properties![
    "?addr_space",
    "?alignment",
    "?comdat",
    "?constant",
    "?dbg_exprs",
    "?dso_local",
    "?externally_initialized",
    "!global_type",
    "!linkage",
    "?section",
    "!sym_name",
    "?target_specific_attrs",
    "?thread_local_",
    "?unnamed_addr",
    "?value",
    "?visibility_",
];

/// The properties of `llvm.func`.
static FUNC: &[PropertySpec] = properties![
    "?CConv",
    "?alignment",
    "?always_inline",
    "?arg_attrs",
    "?arm_in_za",
    "?arm_inout_za",
    "?arm_locally_streaming",
    "?arm_new_za",
    "?arm_out_za",
    "?arm_preserves_za",
    "?arm_streaming",
    "?arm_streaming_compatible",
    "?comdat",
    "?convergent",
    "?denormal_fp_math",
    "?denormal_fp_math_f32",
    "?dso_local",
    "?fp_contract",
    "?frame_pointer",
    "?function_entry_count",
    "!function_type",
    "?garbageCollector",
    "?inline_hint",
    "?instrument_function_entry",
    "?instrument_function_exit",
    "?intel_reqd_sub_group_size",
    "?linkage",
    "?memory_effects",
    "?no_infs_fp_math",
    "?no_inline",
    "?no_nans_fp_math",
    "?no_signed_zeros_fp_math",
    "?no_unwind",
    "?optimize_none",
    "?passthrough",
    "?personality",
    "?prefer_vector_width",
    "?reciprocal_estimates",
    "?reqd_work_group_size",
    "?res_attrs",
    "?section",
    "!sym_name",
    "?sym_visibility",
    "?target_cpu",
    "?target_features",
    "?tune_cpu",
    "?unnamed_addr",
    "?uwtable_kind",
    "?vec_type_hint",
    "?visibility_",
    "?vscale_range",
    "?will_return",
    "?work_group_size_hint",
];

/// The properties of `llvm.load`.
static LOAD: &[PropertySpec] = properties![
    "?access_groups",
    "?alias_scopes",
    "?alignment",
    "?dereferenceable",
    "?invariant",
    "?invariantGroup",
    "?noalias_scopes",
    "?nontemporal",
    "?ordering",
    "?syncscope",
    "?tbaa",
    "?volatile_",
];

/// The properties of `llvm.invoke`.
static INVOKE: &[PropertySpec] = properties![
    "?CConv",
    "?arg_attrs",
    "?branch_weights",
    "?callee",
    "!op_bundle_sizes",
    "?op_bundle_tags",
    "=operandSegmentSizes",
    "?res_attrs",
    "?var_callee_type",
];

/// The properties of `llvm.call_intrinsic`.
static CALL_INTRINSIC: &[PropertySpec] = properties![
    "?arg_attrs",
    "?fastmathFlags",
    "!intrin",
    "!op_bundle_sizes",
    "?op_bundle_tags",
    "=operandSegmentSizes",
    "?res_attrs",
];
