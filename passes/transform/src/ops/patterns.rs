//! The patterns that ops in the region of `transform.apply_patterns` name.

use strata_ir::prelude::*;
use strata_linalg::{AddOp, PackOp, UnPackOp};
use strata_passes_gpu::{ELIMINATE_BARRIERS, SIMPLER_OPS, reduce_blocks};
use strata_passes_linalg::{ERASE_UNNECESSARY_INPUTS, RESOLVE_SIZES, add_unit_dim_patterns};
use strata_passes_memref::{EXPAND_STRIDED_METADATA, EXTRACT_ADDRESSES, FOLD_ALIAS_OPS};
use strata_passes_scf::LOOP_CANONICALIZATIONS;
use strata_passes_vector::{
    ContractionLowering, ConvertVectorToScf, DROP_INNER_ONES, DROP_ONES_OF_VIEWS, FOLD_EXTENSIONS,
    FOLD_SUBSETS, FOLD_SUBSETS_INTO_TRANSFERS, INTERLEAVE_TO_SHUFFLE, LOWER_BROADCAST, LOWER_INTERLEAVE,
    LOWER_MASK, LOWER_MASKED, LOWER_OUTER_PRODUCT, LOWER_SCAN, LOWER_SHAPE_CAST, LaneIndex,
    MultiReductionLowering, PERMUTE_TRANSFERS, PRODUCT_TO_OUTER_PRODUCT, REDUCTION_TO_CONTRACT, SINK_MEMORY,
    TransposeLowering, UNIT_PRODUCT_TO_FMA, UNROLL_BITCAST, UNROLL_FROM_ELEMENTS, UNROLL_GATHER,
    UNROLL_TO_ELEMENTS, add_avx2_transpose_patterns, add_contraction_patterns, add_leading_one_patterns,
    add_mask_patterns, add_multi_reduction_patterns, add_narrow_type_patterns, add_neon_bf16_products,
    add_neon_byte_products, add_sink_patterns, add_transfer_lowering_patterns, add_transpose_patterns,
    add_unit_dim_cast_patterns, lower_transfers,
};

use strata_tensor::{ConcatOp, EmptyOp, PadOp};

use crate::{
    bubble_slices::BUBBLE_UP_SLICES,
    buffers, constant_tensors, decompose_concat, decompose_pad,
    failure::Outcome,
    fold_add,
    interpreter::Site,
    packing::{DECOMPOSE_PACKS, FOLD_INTO_PACKS, transpose_after},
    pad_vectorization::VECTORIZE_PAD,
    slices,
    split_transfer::{self, SplitTransfer},
};

/// Work on a body; the errors say why it cannot be done.
type BodyWork = Box<dyn Fn(&mut Body) -> Result<(), Vec<Diagnostic>>>;

/// The parts of a set of patterns.
enum Named {
    /// All canonicalizations, and nothing else.
    Canonicalizations,
    /// The canonicalizations of the ops of these dialects and of these ops.
    Of(&'static [&'static str]),
    /// These patterns.
    Rows(&'static [PatternRow]),
    /// The patterns that a function adds, which asks the op for options.
    Made(fn(&mut PatternSet, Site<'_>)),
    /// The work of a pass, which is run before the patterns.
    Pass(&'static str),
    /// Work on whole bodies before the patterns, with the options of the op.
    Work(fn(Site<'_>) -> BodyWork),
    /// These patterns, and changes of functions of kernels in the target before them.
    Kernels(&'static [PatternRow], fn(&mut Body) -> bool),
}

const NAMED: &[(&str, Named)] = &[
    ("canonicalization", Named::Canonicalizations),
    (
        "linalg.tiling_canonicalization",
        Named::Of(&["affine", "linalg", "scf.for", "scf.parallel", "scf.forall", "tensor"]),
    ),
    ("scf.for_loop_canonicalization", Named::Rows(LOOP_CANONICALIZATIONS)),
    ("linalg.fold_unit_extent_dims_via_reshapes", Named::Made(|set, _| add_unit_dim_patterns(set, false))),
    ("linalg.fold_unit_extent_dims_via_slices", Named::Made(|set, _| add_unit_dim_patterns(set, true))),
    ("gpu.eliminate_barriers", Named::Rows(ELIMINATE_BARRIERS)),
    ("gpu.gpu_rewrite_patterns", Named::Kernels(SIMPLER_OPS, reduce_blocks)),
    ("linalg.decompose_pack_unpack", Named::Rows(DECOMPOSE_PACKS)),
    ("linalg.fold_add_into_dest", Named::Rows(FOLD_ADD)),
    ("memref.alloc_to_alloca", Named::Made(alloc_to_alloca)),
    ("memref.expand_strided_metadata", Named::Rows(EXPAND_STRIDED_METADATA)),
    ("memref.expand_ops", Named::Pass("memref-expand")),
    ("memref.extract_address_computations", Named::Rows(EXTRACT_ADDRESSES)),
    ("memref.fold_memref_alias_ops", Named::Rows(FOLD_ALIAS_OPS)),
    ("memref.resolve_ranked_shaped_type_result_dims", Named::Rows(RESOLVE_SIZES)),
    ("tensor.bubble_up_extract_slice", Named::Rows(BUBBLE_UP_SLICES)),
    ("tensor.decompose_concat", Named::Rows(DECOMPOSE_CONCAT)),
    ("tensor.fold_into_pack_and_unpack", Named::Made(fold_into_packs)),
    ("tensor.fold_tensor_subset_ops", Named::Rows(FOLD_SUBSETS)),
    ("tensor.fold_tensor_subset_ops_into_vector_transfers", Named::Rows(FOLD_SUBSETS_INTO_TRANSFERS)),
    ("vector.cast_away_vector_leading_one_dim", Named::Made(|set, _| add_leading_one_patterns(set))),
    ("vector.drop_inner_most_unit_dims_from_xfer_ops", Named::Rows(DROP_INNER_ONES)),
    ("vector.drop_unit_dims_with_shape_cast", Named::Made(|set, _| add_unit_dim_cast_patterns(set))),
    ("vector.materialize_masks", Named::Made(|set, _| add_mask_patterns(set, LaneIndex::Wide))),
    ("vector.rank_reducing_subview_patterns", Named::Rows(DROP_ONES_OF_VIEWS)),
    ("vector.split_transfer_full_partial", Named::Made(split_transfers)),
    ("vector.lower_contraction", Named::Made(contraction)),
    ("arm_neon.vector_contract_to_i8mm", Named::Made(|set, _| add_neon_byte_products(set))),
    ("arm_neon.vector_contract_to_bfmmla", Named::Made(|set, _| add_neon_bf16_products(set))),
    ("x86vector.vector_contract_to_fma", Named::Rows(UNIT_PRODUCT_TO_FMA)),
    ("vector.lower_outerproduct", Named::Rows(LOWER_OUTER_PRODUCT)),
    ("vector.reduction_to_contract", Named::Rows(REDUCTION_TO_CONTRACT)),
    ("vector.transfer_permutation_patterns", Named::Rows(PERMUTE_TRANSFERS)),
    ("vector.lower_masked_transfers", Named::Rows(LOWER_MASKED)),
    ("vector.lower_multi_reduction", Named::Made(multi_reduction)),
    ("vector.interleave_to_shuffle", Named::Rows(INTERLEAVE_TO_SHUFFLE)),
    ("vector.lower_broadcast", Named::Rows(LOWER_BROADCAST)),
    ("vector.lower_create_mask", Named::Rows(LOWER_MASK)),
    ("vector.lower_interleave", Named::Rows(LOWER_INTERLEAVE)),
    ("vector.lower_masks", Named::Rows(LOWER_MASK)),
    ("vector.lower_transfer", Named::Made(transfers)),
    ("vector.lower_transpose", Named::Made(transposes)),
    ("vector.rewrite_narrow_types", Named::Made(|set, _| add_narrow_type_patterns(set))),
    ("vector.sink_mem_ops", Named::Rows(SINK_MEMORY)),
    ("vector.sink_ops", Named::Made(|set, _| add_sink_patterns(set))),
    ("vector.transfer_to_scf", Named::Work(transfers_to_loops)),
    ("vector.lower_bitcast", Named::Rows(UNROLL_BITCAST)),
    ("vector.lower_gather", Named::Rows(UNROLL_GATHER)),
    ("vector.lower_scan", Named::Rows(LOWER_SCAN)),
    ("vector.lower_shape_cast", Named::Rows(LOWER_SHAPE_CAST)),
    ("vector.fold_arith_extension", Named::Rows(FOLD_EXTENSIONS)),
    ("vector.elementwise_to_vector", Named::Rows(PRODUCT_TO_OUTER_PRODUCT)),
    (
        "tensor.rewrite_as_constant",
        Named::Made(|set, site| constant_tensors::add_patterns(set, site.has("aggressive"))),
    ),
    ("tensor.merge_consecutive_insert_extract_slice", Named::Rows(slices::MERGE_SLICES)),
    ("tensor.drop_redundant_insert_slice_rank_expansion", Named::Rows(slices::DROP_RANK_EXPANSION)),
    ("tensor.reassociative_reshape_folding", Named::Rows(slices::FOLD_RESHAPES)),
    ("vector.unroll_from_elements", Named::Rows(UNROLL_FROM_ELEMENTS)),
    ("vector.unroll_to_elements", Named::Rows(UNROLL_TO_ELEMENTS)),
    ("linalg.decompose_pad", Named::Rows(DECOMPOSE_PAD)),
    ("linalg.pad_vectorization", Named::Rows(VECTORIZE_PAD)),
    ("linalg.fold_pack_unpack_into_empty", Named::Rows(FOLD_EMPTY_PACKS)),
    ("linalg.erase_unnecessary_inputs", Named::Rows(ERASE_UNNECESSARY_INPUTS)),
    (
        "tensor.fold_tensor_empty",
        Named::Of(&["tensor.extract_slice", "tensor.expand_shape", "tensor.collapse_shape"]),
    ),
];

/// Paddings become fills and insertions.
pub const DECOMPOSE_PAD: &[PatternRow] =
    strata_ir::rewrite::patterns! { PadOp => "decompose-pad": decompose_pad::decompose };
const FOLD_ADD: &[PatternRow] =
    strata_ir::rewrite::patterns! { AddOp => "fold-add-into-dest": fold_add::fold };
const DECOMPOSE_CONCAT: &[PatternRow] =
    strata_ir::rewrite::patterns! { ConcatOp => "decompose-concat": decompose_concat::decompose };

fn contraction(set: &mut PatternSet, site: Site<'_>) {
    let lowering = match site.int("lowering_strategy").unwrap_or(2) {
        0 => ContractionLowering::Dot,
        2 => ContractionLowering::OuterProduct,
        3 => ContractionLowering::ParallelArith,
        // The intrinsics themselves are made by `convert-vector-to-llvm` alone.
        _ => ContractionLowering::LlvmIntr,
    };
    add_contraction_patterns(set, lowering);
}

fn transfers(set: &mut PatternSet, site: Site<'_>) {
    let rank = site.int("max_transfer_rank").and_then(|n| usize::try_from(n).ok());
    add_transfer_lowering_patterns(set, Some(rank.unwrap_or(1)));
}

fn transposes(set: &mut PatternSet, site: Site<'_>) {
    let lowering = match site.int("lowering_strategy").unwrap_or(0) {
        0 => TransposeLowering::Elements,
        2 => TransposeLowering::Shuffles,
        3 => TransposeLowering::Shuffles16x16,
        // As for contractions.
        _ => TransposeLowering::LlvmIntr,
    };
    add_transpose_patterns(set, lowering);
    if site.is_true("avx2_lowering_strategy") {
        add_avx2_transpose_patterns(set);
    }
}

fn split_transfers(set: &mut PatternSet, site: Site<'_>) {
    let split = match site.int("split_transfer_strategy").unwrap_or(2) {
        1 => SplitTransfer::Transfer,
        2 => SplitTransfer::Copy,
        3 => SplitTransfer::Never,
        _ => return,
    };
    split_transfer::add_patterns(set, split);
}

fn alloc_to_alloca(set: &mut PatternSet, site: Site<'_>) {
    let limit = site.int("size_limit").and_then(|n| u64::try_from(n).ok());
    let apply = move |op: Op, rw: &mut Rewriter<'_>| buffers::to_stack(op, limit, rw);
    set.add_fn(Some("memref.alloc"), "alloc-to-alloca", 1, std::sync::Arc::new(apply));
}

/// `pack(empty, dest) = dest`, and the same of `unpack`. As upstream, the uses of the empty tensor do not matter, whatever the op says.
const FOLD_EMPTY_PACKS: &[PatternRow] = strata_ir::rewrite::patterns! {
    PackOp => "fold-empty-pack": fold_empty_pack,
    UnPackOp => "fold-empty-unpack": fold_empty_pack,
};

fn fold_empty_pack(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (source, dest) = (rw.operand(op, 0), rw.operand(op, 1));
    rw.def_of::<EmptyOp>(source)?;
    if op.as_op::<PackOp>(rw).is_some_and(|pack| pack.padding_value(rw).is_some()) {
        return None;
    }
    rw.replace_op(op, &[dest]);
    Some(())
}

fn fold_into_packs(set: &mut PatternSet, _: Site<'_>) {
    set.add(FOLD_INTO_PACKS);
    set.add_fn(None, "fold-transpose-of-pack", 1, std::sync::Arc::new(transpose_after));
}

fn multi_reduction(set: &mut PatternSet, site: Site<'_>) {
    let inner_reduction = site.int("lowering_strategy") == Some(1);
    let strategy = if inner_reduction {
        MultiReductionLowering::InnerReduction
    } else {
        MultiReductionLowering::InnerParallel
    };
    add_multi_reduction_patterns(set, strategy);
}

/// Canonicalizations of the ops that `names` has, by dialect or by name.
pub fn canonicalizations(set: &mut PatternSet, names: &'static [&'static str]) {
    let apply = move |op: Op, rw: &mut Rewriter<'_>| {
        let info = rw.info(op);
        if !names.contains(&info.name) && !names.contains(&info.dialect()) {
            return None;
        }
        op.cast::<dyn Canonicalize>(rw)?.canonicalize(rw)
    };
    set.add_fn(None, "canonicalize", 1, std::sync::Arc::new(apply));
}

/// Transfers become loops, or are unrolled.
fn transfers_to_loops(site: Site<'_>) -> BodyWork {
    let rank = site.int("max_transfer_rank").and_then(|n| u32::try_from(n).ok()).unwrap_or(1);
    let full_unroll = site.is_true("full_unroll");
    Box::new(move |body| {
        let options = ConvertVectorToScf { full_unroll, target_rank: rank, ..ConvertVectorToScf::default() };
        lower_transfers(body, &options)
    })
}

/// The patterns and passes that the ops in a region name.
#[derive(Default)]
pub struct Collected {
    /// The patterns.
    pub set: PatternSet,
    /// Whether all canonicalizations are among them.
    pub canonicalize: bool,
    /// Passes that come first.
    pub passes: Vec<&'static str>,
    /// Work on the bodies of the target that comes first.
    pub work: Vec<BodyWork>,
    /// Changes of functions of kernels in the target that come first.
    pub kernels: Vec<fn(&mut Body) -> bool>,
}

/// The patterns of the ops in the region.
pub fn collect(site: Site<'_>) -> Outcome<Collected> {
    let mut out = Collected::default();
    let set = &mut out.set;
    let ops = site.body.regions(site.op).first().map_or(Vec::new(), |&r| site.body.region_ops(r).collect());
    for op in ops {
        let name = site.body.op_name(op);
        let key = name.strip_prefix("transform.apply_patterns.").unwrap_or(name);
        match NAMED.iter().find(|n| n.0 == key) {
            Some((_, Named::Canonicalizations)) => out.canonicalize = true,
            Some((_, Named::Pass(pass))) => {
                out.passes.push(pass);
            }
            Some((_, Named::Work(make))) => out.work.push(make(Site { op, ..site })),
            Some((_, Named::Kernels(rows, change))) => {
                set.add(rows);
                out.kernels.push(*change);
            }
            Some((_, Named::Of(names))) => canonicalizations(set, names),
            Some((_, Named::Rows(rows))) => {
                set.add(rows);
            }
            Some((_, Named::Made(add))) => add(set, Site { op, ..site }),
            None => {
                let site = Site { op, ..site };
                return Err(site.definite(format!("'{name}' op names patterns that are not supported")));
            }
        }
    }
    Ok(out)
}
