//! The attributes of the dialect that are one word.
//!
//! Some stand in angle brackets, `#nvvm.mma_layout<row>` and `<row>` within an op; others stand bare,
//! `#nvvm<shfl_kind bfly>` and `bfly` within an op.

use strata_ir::{
    core::AttrDef,
    prelude::*,
    text::{AttrSyntax, ParseAttr},
};

macro_rules! enums {
    ($($(#[$meta:meta])* $style:ident $name:ident = $ir_name:tt $desc:tt { $($case:ident = $word:tt,)* })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $(#[doc = concat!("`", $word, "`.")] $case,)* }

        impl $name {
            /// The words of all cases.
            pub const WORDS: &'static [&'static str] = &[$($word),*];
            /// The word of the case.
            pub fn word(self) -> &'static str {
                match self { $(Self::$case => $word,)* }
            }
            /// The case with this word.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$case),)* _ => None }
            }
            /// The case as an attribute.
            pub fn attr(self, cx: &Context) -> Attr {
                cx.attr(self)
            }
        }
        impl Storage for $name {
            const NAME: Option<&'static str> = Some($ir_name);
            fn print(&self, w: &mut AsmWriter<'_>) {
                enums!(@print $style w self.word());
            }
        }
        impl AttrSyntax for $name {
            const DEF: AttrDef = AttrDef {
                name: $ir_name,
                doc: $desc,
                parse: &((|p| {
                    enums!(@open $style p);
                    let at = p.location();
                    let word = p.keyword_or_string()?;
                    let Some(case) = $name::from_word(&word) else {
                        return Err(p.error_at(at, format!("expected one of [{}] for {}, got: {word}", $name::WORDS.join(", "), $desc)));
                    };
                    enums!(@close $style p);
                    Ok(p.cx().attr(case))
                }) as ParseAttr),
            };
        }
        impl AttrConstraint for $name {
            type Storage = Self;
            const DESC: &'static str = $desc;
            const FORM: AttrForm = AttrForm::Params($ir_name);
            fn default(cx: &Context) -> Attr {
                cx.attr([$($name::$case),*][0])
            }
        }
    )*};
    (@print angled $w:ident $word:expr) => { $w.text("<").keyword_or_string($word).text(">"); };
    (@print bare $w:ident $word:expr) => { $w.text(" ").keyword_or_string($word); };
    (@open angled $p:ident) => { $p.expect("<")?; };
    (@open bare $p:ident) => {};
    (@close angled $p:ident) => { $p.expect(">")?; };
    (@close bare $p:ident) => {};
}

enums! {
    /// Which memory an address belongs to.
    angled MemorySpace = "nvvm.memory_space" "NVVM Memory Space" {
        Generic = "generic", Global = "global", Shared = "shared", Constant = "constant", Local = "local",
        Tensor = "tensor", SharedCluster = "shared_cluster",
    }
    /// Which threads see what happens to memory.
    angled MemScope = "nvvm.mem_scope" "NVVM Memory Scope kind" {
        Cta = "cta", Cluster = "cluster", Gpu = "gpu", Sys = "sys",
    }
    /// Whose shared memory.
    angled SharedSpace = "nvvm.shared_space" "Shared memory space" { Cta = "cta", Cluster = "cluster", }
    /// How accesses are ordered.
    angled MemOrder = "nvvm.mem_order" "NVVM Memory Ordering kind" {
        Weak = "weak", Relaxed = "relaxed", Acquire = "acquire", Release = "release", AcqRel = "acq_rel",
        Sc = "sc", Mmio = "mmio", Volatile = "volatile",
    }
    /// How lanes of a warp combine their values.
    bare ReduxKind = "nvvm.redux_kind" "NVVM redux kind" {
        Add = "add", And = "and", Max = "max", Min = "min", Or = "or", Umax = "umax", Umin = "umin",
        Xor = "xor", Fmin = "fmin", Fmax = "fmax",
    }
    /// How threads of a block combine their predicates at a barrier.
    angled BarrierReduction = "nvvm.reduction" "NVVM barrier reduction operation" {
        Popc = "popc", And = "and", Or = "or",
    }
    /// The way by which memory is reached.
    angled ProxyKind = "nvvm.proxy_kind" "Proxy kind" {
        Alias = "alias", Async = "async", AsyncGlobal = "async.global", AsyncShared = "async.shared",
        Tensormap = "tensormap", Generic = "generic",
    }
    /// Whether a warp gets registers or gives them away.
    bare SetMaxRegisterAction = "nvvm.action" "NVVM set max register action" {
        Decrease = "decrease", Increase = "increase",
    }
    /// Which lane a value comes from.
    bare ShflKind = "nvvm.shfl_kind" "NVVM shuffle kind" { Bfly = "bfly", Up = "up", Down = "down", Idx = "idx", }
    /// What is asked about the predicates of a warp.
    bare VoteSyncKind = "nvvm.vote_sync_kind" "NVVM vote sync kind" {
        Any = "any", All = "all", Ballot = "ballot", Uni = "uni",
    }
    /// Whether equal values are looked for in some lanes or in all.
    bare MatchSyncKind = "nvvm.match_sync_kind" "NVVM match sync kind" { Any = "any", All = "all", }
    /// How bytes are picked.
    angled PermuteMode = "nvvm.permute_mode" "NVVM permute mode" {
        Default = "default", F4E = "f4e", B4E = "b4e", Rc8 = "rc8", Ecl = "ecl", Ecr = "ecr", Rc16 = "rc16",
    }
    /// Which caches a load goes through.
    bare LoadCacheModifier = "nvvm.load_cache_modifier" "NVVM load cache modifier kind" {
        Ca = "ca", Cg = "cg", Cs = "cs", Lu = "lu", Cv = "cv",
    }
    /// How a float is rounded.
    angled FpRoundingMode = "nvvm.fp_rnd_mode" "NVVM FPRoundingMode kind" {
        None = "none", Rn = "rn", Rm = "rm", Rp = "rp", Rz = "rz", Rna = "rna", Rs = "rs",
    }
    /// Whether what does not fit becomes the largest number.
    angled SaturationMode = "nvvm.sat_mode" "NVVM SaturationMode kind" { None = "none", Satfinite = "satfinite", }
    /// How bits are multiplied.
    angled MmaBitProduct = "nvvm.mma_b1op" "MMA binary operations" {
        None = "none", XorPopc = "xor_popc", AndPopc = "and_popc",
    }
    /// What happens when a sum of integers does not fit.
    angled MmaIntOverflow = "nvvm.mma_int_overflow" "MMA overflow options" {
        Satfinite = "satfinite", Wrapped = "wrapped",
    }
    /// The order of the elements of a matrix.
    angled MmaLayout = "nvvm.mma_layout" "NVVM MMA layout" { Row = "row", Col = "col", }
    /// The type of the elements of a matrix.
    angled MmaType = "nvvm.mma_type" "NVVM MMA types" {
        F16 = "f16", F32 = "f32", Tf32 = "tf32", Bf16 = "bf16", S8 = "s8", U8 = "u8", S32 = "s32", S4 = "s4",
        U4 = "u4", B1 = "b1", F64 = "f64", E4M3 = "e4m3", E5M2 = "e5m2", E3M2 = "e3m2", E2M3 = "e2m3",
        E2M1 = "e2m1",
    }
    /// Which factor a fragment belongs to.
    angled MmaFrag = "nvvm.mma_frag" "NVVM MMA frag type" { A = "a", B = "b", C = "c", }
    /// The elements that are loaded or stored as a matrix.
    angled LdStMatrixEltType = "nvvm.ld_st_matrix_elt_type" "Element type for ldmatrix and stmatrix" {
        B16 = "b16", B8 = "b8", B8X16B6X16P32 = "b8x16.b6x16_p32", B8X16B4X16P64 = "b8x16.b4x16_p64",
    }
    /// How a tensor is read.
    angled TmaLoadMode = "nvvm.tma_load_mode" "NVVM TMA Load Mode" {
        Tile = "tile", Im2Col = "im2col", Im2ColW = "im2col_w", Im2ColW128 = "im2col_w_128",
        TileGather4 = "tile_gather4",
    }
    /// How a tensor is written.
    angled TmaStoreMode = "nvvm.tma_store_mode" "NVVM TMA Store Mode" {
        Tile = "tile", Im2Col = "im2col", TileScatter4 = "tile_scatter4",
    }
    /// How many blocks work as one.
    angled CtaGroup = "nvvm.cta_group" "NVVM CTA group kind" { Cta1 = "cta_1", Cta2 = "cta_2", }
    /// The cache that is filled.
    bare PrefetchCacheLevel = "nvvm.prefetch_cache_level" "NVVM Prefetch Cache Level" { L1 = "L1", L2 = "L2", }
    /// When a cache drops a line.
    bare CacheEvictionPriority = "nvvm.cache_eviction_priority" "NVVM Cache Eviction Priority" {
        EvictNormal = "evict_normal", EvictFirst = "evict_first", EvictLast = "evict_last",
        EvictUnchanged = "evict_unchanged", NoAllocate = "no_allocate",
    }
    /// The sign of a factor.
    angled WgmmaScaleIn = "nvvm.wgmma_scale_in" "WGMMA overflow options" { One = "one", Neg = "neg", }
    /// Whether the product is added to what was there.
    angled WgmmaScaleOut = "nvvm.wgmma_scale_out" "WGMMA input predicate" { Zero = "zero", One = "one", }
    /// The type of the elements of a matrix.
    angled WgmmaType = "nvvm.wgmma_type" "NVVM WGMMA types" {
        F16 = "f16", Tf32 = "tf32", U8 = "u8", S8 = "s8", B1 = "b1", Bf16 = "bf16", E4M3 = "e4m3",
        E5M2 = "e5m2", F32 = "f32", S32 = "s32",
    }
    /// What a kernel says to the next one.
    bare GridDepAction = "nvvm.grid_dep_action" "Action kind for grid dependency control" {
        Wait = "wait", LaunchDependents = "launch_dependents",
    }
}
