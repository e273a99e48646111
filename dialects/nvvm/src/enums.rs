//! The attributes of the dialect that are one word.
//!
//! Some stand in angle brackets, `#nvvm.mma_layout<row>` and `<row>` within an op; others stand bare,
//! `#nvvm<shfl_kind bfly>` and `bfly` within an op.

use strata_ir::{prelude::*, text::word_attrs};

word_attrs! {
    /// Which memory an address belongs to.
    angled MemorySpace = "nvvm.memory_space" "NVVM Memory Space" {
        Generic = "generic", Global = "global", Shared = "shared", Constant = "constant", Local = "local",
        Tensor = "tensor", SharedCluster = "shared_cluster",
    }
    /// The threads for which accesses to memory are ordered.
    angled MemScope = "nvvm.mem_scope" "NVVM Memory Scope kind" of "::mlir::NVVM::MemScopeKind" {
        Cta = "cta", Cluster = "cluster", Gpu = "gpu", Sys = "sys",
    }
    /// The shared memory of a block or of a cluster.
    angled SharedSpace = "nvvm.shared_space" "Shared memory space" of "::mlir::NVVM::SharedSpace" { Cta = "cta", Cluster = "cluster", }
    /// How accesses are ordered.
    angled MemOrder = "nvvm.mem_order" "NVVM Memory Ordering kind" of "::mlir::NVVM::MemOrderKind" {
        Weak = "weak", Relaxed = "relaxed", Acquire = "acquire", Release = "release", AcqRel = "acq_rel",
        Sc = "sc", Mmio = "mmio", Volatile = "volatile",
    }
    /// How lanes of a warp combine their values.
    bare ReduxKind = "nvvm.redux_kind" "NVVM redux kind" of "::mlir::NVVM::ReduxKind" {
        Add = "add", And = "and", Max = "max", Min = "min", Or = "or", Umax = "umax", Umin = "umin",
        Xor = "xor", Fmin = "fmin", Fmax = "fmax",
    }
    /// How threads of a block combine their predicates at a barrier.
    angled BarrierReduction = "nvvm.reduction" "NVVM barrier reduction operation" of "::mlir::NVVM::BarrierReduction" {
        Popc = "popc", And = "and", Or = "or",
    }
    /// The proxy, which is the path by which memory is accessed.
    angled ProxyKind = "nvvm.proxy_kind" "Proxy kind" of "::mlir::NVVM::ProxyKind" {
        Alias = "alias", Async = "async", AsyncGlobal = "async.global", AsyncShared = "async.shared",
        Tensormap = "tensormap", Generic = "generic",
    }
    /// Whether a warp gets registers or gives them away.
    bare SetMaxRegisterAction = "nvvm.action" "NVVM set max register action" of "::mlir::NVVM::SetMaxRegisterAction" {
        Decrease = "decrease", Increase = "increase",
    }
    /// Which lane a value comes from.
    bare ShflKind = "nvvm.shfl_kind" "NVVM shuffle kind" of "::mlir::NVVM::ShflKind" { Bfly = "bfly", Up = "up", Down = "down", Idx = "idx", }
    /// How the predicates of a warp are combined.
    bare VoteSyncKind = "nvvm.vote_sync_kind" "NVVM vote sync kind" of "::mlir::NVVM::VoteSyncKind" {
        Any = "any", All = "all", Ballot = "ballot", Uni = "uni",
    }
    /// Whether equal values are looked for in some lanes or in all.
    bare MatchSyncKind = "nvvm.match_sync_kind" "NVVM match sync kind" of "::mlir::NVVM::MatchSyncKind" { Any = "any", All = "all", }
    /// How bytes are picked.
    angled PermuteMode = "nvvm.permute_mode" "NVVM permute mode" of "::mlir::NVVM::PermuteMode" {
        Default = "default", F4E = "f4e", B4E = "b4e", Rc8 = "rc8", Ecl = "ecl", Ecr = "ecr", Rc16 = "rc16",
    }
    /// Which caches a load goes through.
    bare LoadCacheModifier = "nvvm.load_cache_modifier" "NVVM load cache modifier kind" of "::mlir::NVVM::LoadCacheModifierKind" {
        Ca = "ca", Cg = "cg", Cs = "cs", Lu = "lu", Cv = "cv",
    }
    /// How a float is rounded.
    angled FpRoundingMode = "nvvm.fp_rnd_mode" "NVVM FPRoundingMode kind" of "::mlir::NVVM::FPRoundingMode" {
        None = "none", Rn = "rn", Rm = "rm", Rp = "rp", Rz = "rz", Rna = "rna", Rs = "rs",
    }
    /// Whether numbers out of range saturate.
    angled SaturationMode = "nvvm.sat_mode" "NVVM SaturationMode kind" of "::mlir::NVVM::SaturationMode" { None = "none", Satfinite = "satfinite", }
    /// How bits are multiplied.
    angled MmaBitProduct = "nvvm.mma_b1op" "MMA binary operations" of "::mlir::NVVM::MMAB1Op" {
        None = "none", XorPopc = "xor_popc", AndPopc = "and_popc",
    }
    /// Whether sums of integers saturate or wrap around on overflow.
    angled MmaIntOverflow = "nvvm.mma_int_overflow" "MMA overflow options" of "::mlir::NVVM::MMAIntOverflow" {
        Satfinite = "satfinite", Wrapped = "wrapped",
    }
    /// The order of the elements of a matrix.
    angled MmaLayout = "nvvm.mma_layout" "NVVM MMA layout" of "::mlir::NVVM::MMALayout" { Row = "row", Col = "col", }
    /// The type of the elements of a matrix.
    angled MmaType = "nvvm.mma_type" "NVVM MMA types" of "::mlir::NVVM::MMATypes" {
        F16 = "f16", F32 = "f32", Tf32 = "tf32", Bf16 = "bf16", S8 = "s8", U8 = "u8", S32 = "s32", S4 = "s4",
        U4 = "u4", B1 = "b1", F64 = "f64", E4M3 = "e4m3", E5M2 = "e5m2", E3M2 = "e3m2", E2M3 = "e2m3",
        E2M1 = "e2m1",
    }
    /// Which factor a fragment belongs to.
    angled MmaFrag = "nvvm.mma_frag" "NVVM MMA frag type" of "::mlir::NVVM::MMAFrag" { A = "a", B = "b", C = "c", }
    /// The elements that are loaded or stored as a matrix.
    angled LdStMatrixEltType = "nvvm.ld_st_matrix_elt_type" "Element type for ldmatrix and stmatrix" of "::mlir::NVVM::LdStMatrixEltType" {
        B16 = "b16", B8 = "b8", B8X16B6X16P32 = "b8x16.b6x16_p32", B8X16B4X16P64 = "b8x16.b4x16_p64",
    }
    /// How a tensor is read.
    angled TmaLoadMode = "nvvm.tma_load_mode" "NVVM TMA Load Mode" of "::mlir::NVVM::TMALoadMode" {
        Tile = "tile", Im2Col = "im2col", Im2ColW = "im2col_w", Im2ColW128 = "im2col_w_128",
        TileGather4 = "tile_gather4",
    }
    /// How a tensor is written.
    angled TmaStoreMode = "nvvm.tma_store_mode" "NVVM TMA Store Mode" of "::mlir::NVVM::TMAStoreMode" {
        Tile = "tile", Im2Col = "im2col", TileScatter4 = "tile_scatter4",
    }
    /// How many blocks work as one.
    angled CtaGroup = "nvvm.cta_group" "NVVM CTA group kind" of "::mlir::NVVM::CTAGroupKind" { Cta1 = "cta_1", Cta2 = "cta_2", }
    /// The cache that is filled.
    bare PrefetchCacheLevel = "nvvm.prefetch_cache_level" "NVVM Prefetch Cache Level" { L1 = "L1", L2 = "L2", }
    /// When a cache drops a line.
    bare CacheEvictionPriority = "nvvm.cache_eviction_priority" "NVVM Cache Eviction Priority" {
        EvictNormal = "evict_normal", EvictFirst = "evict_first", EvictLast = "evict_last",
        EvictUnchanged = "evict_unchanged", NoAllocate = "no_allocate",
    }
    /// The sign of a factor.
    angled WgmmaScaleIn = "nvvm.wgmma_scale_in" "WGMMA overflow options" of "::mlir::NVVM::WGMMAScaleIn" { One = "one", Neg = "neg", }
    /// Whether the product is added to the accumulator.
    angled WgmmaScaleOut = "nvvm.wgmma_scale_out" "WGMMA input predicate" of "::mlir::NVVM::WGMMAScaleOut" { Zero = "zero", One = "one", }
    /// The type of the elements of a matrix.
    angled WgmmaType = "nvvm.wgmma_type" "NVVM WGMMA types" of "::mlir::NVVM::WGMMATypes" {
        F16 = "f16", Tf32 = "tf32", U8 = "u8", S8 = "s8", B1 = "b1", Bf16 = "bf16", E4M3 = "e4m3",
        E5M2 = "e5m2", F32 = "f32", S32 = "s32",
    }
    /// Whether a kernel waits for the grids before it, or lets the grids after it start.
    bare GridDepAction = "nvvm.grid_dep_action" "Action kind for grid dependency control" {
        Wait = "wait", LaunchDependents = "launch_dependents",
    }
}
