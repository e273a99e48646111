//! The attributes of the dialect: flags, linkages, calling conventions and predicates.

use strata_ir::{
    core::AttrDef,
    prelude::*,
    text::{AttrSyntax, ParseAttr, word_attrs},
};

word_attrs! {
    /// How a symbol is seen by the linker.
    angled Linkage = "llvm.linkage" "LLVM Linkage specification" {
        /// Visible everywhere.
        External = "external",
        /// A copy of a definition elsewhere.
        AvailableExternally = "available_externally",
        /// Merged, and dropped when unused.
        Linkonce = "linkonce",
        /// The same, all definitions being equal.
        LinkonceOdr = "linkonce_odr",
        /// Merged.
        Weak = "weak",
        /// The same, all definitions being equal.
        WeakOdr = "weak_odr",
        /// Arrays are appended.
        Appending = "appending",
        /// Local to the object.
        Internal = "internal",
        /// Local and without a symbol.
        Private = "private",
        /// Null when there is no definition.
        ExternWeak = "extern_weak",
        /// Tentative.
        Common = "common",
    }
}

word_attrs! {
    /// A calling convention.
    angled CConv = "llvm.cconv" "Calling Conventions" {
        /// That of C.
        C = "ccc",
        /// Whatever is fast.
        Fast = "fastcc",
        /// For calls that are rare.
        Cold = "coldcc",
        /// That of the Glasgow Haskell compiler.
        Ghc = "cc_10",
        /// That of High-Performance Erlang.
        Hipe = "cc_11",
        /// Patchable.
        AnyReg = "anyregcc",
        /// Preserves most registers.
        PreserveMost = "preserve_mostcc",
        /// Preserves all registers.
        PreserveAll = "preserve_allcc",
        /// That of Swift.
        Swift = "swiftcc",
        /// For accesses to thread-local variables.
        CxxFastTls = "cxx_fast_tlscc",
        /// Guaranteed tail calls.
        Tail = "tailcc",
        /// For checks of control flow.
        CfGuardCheck = "cfguard_checkcc",
        /// Swift with tail calls.
        SwiftTail = "swifttailcc",
        /// `x86_stdcallcc`, for other targets.
        X86Stdcall = "x86_stdcallcc",
        /// `x86_fastcallcc`, for other targets.
        X86Fastcall = "x86_fastcallcc",
        /// `arm_apcscc`, for other targets.
        ArmApcs = "arm_apcscc",
        /// `arm_aapcscc`, for other targets.
        ArmAapcs = "arm_aapcscc",
        /// `arm_aapcs_vfpcc`, for other targets.
        ArmAapcsVfp = "arm_aapcs_vfpcc",
        /// `msp430_intrcc`, for other targets.
        Msp430Intr = "msp430_intrcc",
        /// `x86_thiscallcc`, for other targets.
        X86Thiscall = "x86_thiscallcc",
        /// A kernel for PTX.
        PtxKernel = "ptx_kernelcc",
        /// A function for PTX.
        PtxDevice = "ptx_devicecc",
        /// `spir_funccc`, for other targets.
        SpirFunc = "spir_funccc",
        /// `spir_kernelcc`, for other targets.
        SpirKernel = "spir_kernelcc",
        /// `intel_ocl_bicc`, for other targets.
        IntelOclBi = "intel_ocl_bicc",
        /// That of System V on x86-64.
        X86_64SysV = "x86_64_sysvcc",
        /// That of Windows on x86-64.
        Win64 = "win64cc",
        /// That of vector functions of x86.
        X86VectorCall = "x86_vectorcallcc",
        /// `hhvmcc`, for other targets.
        Hhvm = "hhvmcc",
        /// `hhvm_ccc`, for other targets.
        HhvmC = "hhvm_ccc",
        /// `x86_intrcc`, for other targets.
        X86Intr = "x86_intrcc",
        /// `avr_intrcc`, for other targets.
        AvrIntr = "avr_intrcc",
        /// `avr_builtincc`, for other targets.
        AvrBuiltin = "avr_builtincc",
        /// `amdgpu_vscc`, for other targets.
        AmdgpuVs = "amdgpu_vscc",
        /// `amdgpu_gscc`, for other targets.
        AmdgpuGs = "amdgpu_gscc",
        /// `amdgpu_cscc`, for other targets.
        AmdgpuCs = "amdgpu_cscc",
        /// `amdgpu_kernelcc`, for other targets.
        AmdgpuKernel = "amdgpu_kernelcc",
        /// `x86_regcallcc`, for other targets.
        X86Regcall = "x86_regcallcc",
        /// `amdgpu_hscc`, for other targets.
        AmdgpuHs = "amdgpu_hscc",
        /// `msp430_builtincc`, for other targets.
        Msp430Builtin = "msp430_builtincc",
        /// `amdgpu_lscc`, for other targets.
        AmdgpuLs = "amdgpu_lscc",
        /// `amdgpu_escc`, for other targets.
        AmdgpuEs = "amdgpu_escc",
        /// `aarch64_vectorcallcc`, for other targets.
        Aarch64Vectorcall = "aarch64_vectorcallcc",
        /// `aarch64_sve_vectorcallcc`, for other targets.
        Aarch64SveVectorcall = "aarch64_sve_vectorcallcc",
        /// `wasm_emscripten_invokecc`, for other targets.
        WasmEmscriptenInvoke = "wasm_emscripten_invokecc",
        /// `amdgpu_gfxcc`, for other targets.
        AmdgpuGfx = "amdgpu_gfxcc",
        /// `m68k_intrcc`, for other targets.
        M68kIntr = "m68k_intrcc",
    }
}

word_attrs! {
    /// Whether a call is a tail call.
    angled TailCallKind = "llvm.tailcallkind" "Tail Call Kind" {
        /// Unknown.
        None = "none",
        /// A tail call is allowed.
        Tail = "tail",
        /// A tail call is required.
        MustTail = "musttail",
        /// A tail call is forbidden.
        NoTail = "notail",
    }
}

word_attrs! {
    /// Which functions have tables for unwinding.
    angled UwTableKind = "llvm.uwtableKind" "LLVM Unwind Behavior" {
        /// None.
        None = "none",
        /// Tables that are right at calls.
        Sync = "sync",
        /// Tables that are right everywhere.
        Async = "async",
    }
}

word_attrs! {
    /// Which functions keep a frame pointer.
    angled FramePointerKind = "llvm.framePointerKind" "LLVM FramePointerKind" {
        /// None.
        None = "none",
        /// Those that call others.
        NonLeaf = "non-leaf",
        /// All.
        All = "all",
        /// None, but the register is reserved.
        Reserved = "reserved",
        /// Those that call others, and the register is not reserved elsewhere.
        NonLeafNoReserve = "non-leaf-no-reserve",
    }
}

/// `#llvm.target_features<["+avx2", "-fma"]>`.
#[attr(name = "llvm.target_features", format = "params")]
pub struct TargetFeatures {
    /// The features, each with its sign.
    pub features: Vec<Attr>,
}

/// `#llvm.fastmath<…>`: which liberties an op on floats may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct FastmathFlags(pub u32);

impl FastmathFlags {
    /// No operand or result is NaN.
    pub const NNAN: Self = Self(1);
    /// No operand or result is infinite.
    pub const NINF: Self = Self(2);
    /// The sign of zero does not matter.
    pub const NSZ: Self = Self(4);
    /// Multiply by the reciprocal instead of dividing.
    pub const ARCP: Self = Self(8);
    /// Contract, as to fused multiply-add.
    pub const CONTRACT: Self = Self(16);
    /// Approximate functions.
    pub const AFN: Self = Self(32);
    /// Reassociate.
    pub const REASSOC: Self = Self(64);
    /// All liberties.
    pub const FAST: Self = Self(127);
    /// The words, in the order in which they are printed.
    pub const WORDS: [(&'static str, u32); 7] =
        [("nnan", 1), ("ninf", 2), ("nsz", 4), ("arcp", 8), ("contract", 16), ("afn", 32), ("reassoc", 64)];

    /// The flags with these words; unknown ones do not count.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let bit = |word: &str| match word {
            "fast" => Self::FAST.0,
            _ => Self::WORDS.iter().find(|w| w.0 == word).map_or(0, |w| w.1),
        };
        Self(words.into_iter().map(bit).fold(0, |a, b| a | b))
    }
    /// The flags as an attribute.
    pub fn attr(self, cx: &Context) -> Attr {
        cx.attr(self)
    }
}

impl Storage for FastmathFlags {
    const NAME: Option<&'static str> = Some("llvm.fastmath");
    fn print(&self, w: &mut AsmWriter<'_>) {
        let set: SmallVec<[&str; 8]> = match self.0 {
            0 => smallvec!["none"],
            127 => smallvec!["fast"],
            bits => Self::WORDS.iter().filter(|f| bits & f.1 != 0).map(|f| f.0).collect(),
        };
        w.text("<").text(&set.join(", ")).text(">");
    }
}

impl AttrSyntax for FastmathFlags {
    const DEF: AttrDef = AttrDef {
        name: "llvm.fastmath",
        doc: "Fast-math flags.",
        parse: &((|p| {
            p.expect("<")?;
            let mut bits = 0;
            loop {
                let at = p.location();
                let word = p.keyword()?;
                let flag = FastmathFlags::from_words([word]).0;
                if flag == 0 && word != "none" {
                    return Err(p.error_at(
                        at,
                        "expected one of [none, nnan, ninf, nsz, arcp, contract, afn, reassoc, fast] for LLVM fastmath flags",
                    ));
                }
                bits |= flag;
                if !p.eat(",") {
                    break;
                }
            }
            p.expect(">")?;
            Ok(p.cx().attr(FastmathFlags(bits)))
        }) as ParseAttr),
    };
}

impl AttrConstraint for FastmathFlags {
    type Storage = Self;
    const DESC: &'static str = "LLVM fastmath flags";
    const FORM: AttrForm = AttrForm::Params("llvm.fastmath");
    fn default(cx: &Context) -> Attr {
        cx.attr(Self(0))
    }
}

/// `nsw`, no signed overflow, in the attribute `overflowFlags`.
pub const NSW: i32 = 1;
/// `nuw`, no unsigned overflow, in the attribute `overflowFlags`.
pub const NUW: i32 = 2;
/// `inbounds` in the attribute `noWrapFlags`; includes `nusw`.
pub const INBOUNDS: i32 = 3;
/// `nusw` in the attribute `noWrapFlags`.
pub const GEP_NUSW: i32 = 2;
/// `nuw` in the attribute `noWrapFlags`.
pub const GEP_NUW: i32 = 4;

/// Words of integer comparisons by their number.
pub const ICMP: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
/// Words of float comparisons by their number.
pub const FCMP: [&str; 16] = [
    "_false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno", "_true",
];

fn small_int(cx: &Context, attr: Attr, ty: Type, n: i64) -> bool {
    cx.attr_type(attr) == Some(ty) && cx.attr_i64(attr).is_some_and(|v| (0..n).contains(&v))
}

const ORDERINGS: &[(&str, i64)] = &[
    ("not_atomic", 0),
    ("unordered", 1),
    ("monotonic", 2),
    ("acquire", 4),
    ("release", 5),
    ("acq_rel", 6),
    ("seq_cst", 7),
];

const ATOMIC_OPS: &[(&str, i64)] = &[
    ("xchg", 0),
    ("add", 1),
    ("sub", 2),
    ("_and", 3),
    ("nand", 4),
    ("_or", 5),
    ("_xor", 6),
    ("max", 7),
    ("min", 8),
    ("umax", 9),
    ("umin", 10),
    ("fadd", 11),
    ("fsub", 12),
    ("fmax", 13),
    ("fmin", 14),
    ("uinc_wrap", 15),
    ("udec_wrap", 16),
    ("usub_cond", 17),
    ("usub_sat", 18),
    ("fmaximum", 19),
    ("fminimum", 20),
];
const ROUNDING_MODES: &[(&str, i64)] = &[
    ("towardzero", 0),
    ("tonearest", 1),
    ("upward", 2),
    ("downward", 3),
    ("tonearestaway", 4),
    ("dynamic", 7),
];
const EXCEPTION_BEHAVIORS: &[(&str, i64)] = &[("ignore", 0), ("maytrap", 1), ("strict", 2)];
const COMDATS: &[(&str, i64)] =
    &[("any", 0), ("exactmatch", 1), ("largest", 2), ("nodeduplicate", 3), ("samesize", 4)];

/// The word of a number in a table of words.
pub fn word_of(words: &'static [(&'static str, i64)], number: i64) -> &'static str {
    words.iter().find(|w| w.1 == number).map_or("", |w| w.0)
}
/// The word of an atomic ordering.
pub fn ordering_word(number: i64) -> &'static str {
    word_of(ORDERINGS, number)
}

attr_constraint! {
    /// A number of type `f64`.
    F64Attr: FloatAttr = "64-bit float attribute", |a, cx| cx.attr_as::<FloatAttr>(a).is_some_and(|f| f.ty == cx.f64()),
        form AttrForm::ImpliedType(Context::f64);
    /// Number of an atomic operation.
    AtomicBinOp: IntegerAttr = "llvm.atomicrmw binary operations", |a, cx| small_int(cx, a, cx.i64(), 21),
        form AttrForm::Keyword(ATOMIC_OPS, Context::i64);
    /// Number of a dialect of assembly.
    AsmDialect: IntegerAttr = "ATT (0) or Intel (1) asm dialect", |a, cx| small_int(cx, a, cx.i64(), 2),
        form AttrForm::Keyword(&[("att", 0), ("intel", 1)], Context::i64);
    /// Number of a rounding mode.
    RoundingMode: IntegerAttr = "LLVM Rounding Mode", |a, cx| small_int(cx, a, cx.i64(), 8),
        form AttrForm::Keyword(ROUNDING_MODES, Context::i64);
    /// Number of a treatment of floating-point exceptions.
    ExceptionBehavior: IntegerAttr = "LLVM Exception Behavior", |a, cx| small_int(cx, a, cx.i64(), 3),
        form AttrForm::Keyword(EXCEPTION_BEHAVIORS, Context::i64);
    /// Number of a way to choose among alternatives.
    Comdat: IntegerAttr = "LLVM Comdat Types", |a, cx| small_int(cx, a, cx.i64(), 5),
        form AttrForm::Keyword(COMDATS, Context::i64);
    /// Flags of integer ops.
    OverflowFlags: IntegerAttr = "LLVM integer overflow flags", |a, cx| small_int(cx, a, cx.i32(), 4),
        default |cx| cx.i32_attr(0), kind |a, cx| OverflowFlags::check(a, cx);
    /// Flags of `getelementptr`.
    GepFlags: IntegerAttr = "::mlir::LLVM::GEPNoWrapFlags", |a, cx| small_int(cx, a, cx.i32(), 8),
        default |cx| cx.i32_attr(0), kind |a, cx| GepFlags::check(a, cx);
    /// Number of an integer comparison.
    ICmpPredicate: IntegerAttr = "llvm.icmp comparison predicate", |a, cx| small_int(cx, a, cx.i64(), 10), kind |a, cx| ICmpPredicate::check(a, cx);
    /// Number of a float comparison.
    FCmpPredicate: IntegerAttr = "llvm.fcmp comparison predicate", |a, cx| small_int(cx, a, cx.i64(), 16), kind |a, cx| FCmpPredicate::check(a, cx);
    /// Number of an atomic ordering.
    Ordering: IntegerAttr = "Atomic ordering for LLVM's memory model", |a, cx| small_int(cx, a, cx.i64(), 8),
        form AttrForm::Keyword(ORDERINGS, Context::i64), default |cx| cx.i64_attr(0);
    /// Number of a visibility.
    Visibility: IntegerAttr = "LLVM GlobalValue Visibility", |a, cx| small_int(cx, a, cx.i64(), 3),
        default |cx| cx.i64_attr(0), kind |a, cx| Visibility::check(a, cx);
    /// Number of a significance of an address.
    UnnamedAddr: IntegerAttr = "LLVM GlobalValue UnnamedAddr", |a, cx| small_int(cx, a, cx.i64(), 3),
        default |cx| cx.i64_attr(0), kind |a, cx| UnnamedAddr::check(a, cx);
    /// An address space.
    AddrSpace: IntegerAttr = "32-bit signless integer attribute whose value is non-negative",
        |a, cx| small_int(cx, a, cx.i32(), i32::MAX as i64), default |cx| cx.i32_attr(0);
    /// The type of a function.
    LlvmFunctionTypeAttr: TypeAttr = "type attribute of LLVM function type",
        |a, cx| cx.attr_as::<TypeAttr>(a).is_some_and(|t| cx.type_as::<crate::types::LlvmFunctionType>(t.0).is_some()),
        form AttrForm::Type;
}
