//! Attributes of functions, arguments, results and calls.

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMAttributeIndex, LLVMAttributeReturnIndex};
use strata_ir::core::{Attr, Context, DictionaryAttr};
use strata_llvm::MemoryEffectsAttr;
use strata_llvm::metadata::ModRefInfo;

use super::raw::{Ty, Value as Raw, text};

/// An attribute of LLVM.
pub(super) enum LlvmAttribute<'m> {
    /// With a number, which is zero for those without one.
    Enum(&'static str, u64),
    Type(&'static str, Ty<'m>),
    Text(String, String),
    /// One whose value LLVM's C interface does not tell, or without a known name.
    Other(&'static str),
}

/// The names of attributes that are no texts.
const NAMES: [&str; 92] = [
    "align",
    "allocalign",
    "allockind",
    "allocptr",
    "allocsize",
    "alwaysinline",
    "builtin",
    "byref",
    "byval",
    "captures",
    "cold",
    "convergent",
    "coro_elide_safe",
    "coro_only_destroy_when_complete",
    "dead_on_return",
    "dead_on_unwind",
    "dereferenceable",
    "dereferenceable_or_null",
    "disable_sanitizer_instrumentation",
    "elementtype",
    "fn_ret_thunk_extern",
    "hot",
    "hybrid_patchable",
    "immarg",
    "inalloca",
    "initializes",
    "inlinehint",
    "inreg",
    "jumptable",
    "memory",
    "minsize",
    "mustprogress",
    "naked",
    "nest",
    "noalias",
    "nobuiltin",
    "nocallback",
    "nocf_check",
    "nodivergencesource",
    "noduplicate",
    "noext",
    "nofpclass",
    "nofree",
    "noimplicitfloat",
    "noinline",
    "nomerge",
    "nonlazybind",
    "nonnull",
    "noprofile",
    "norecurse",
    "noredzone",
    "noreturn",
    "nosanitize_bounds",
    "nosanitize_coverage",
    "nosync",
    "noundef",
    "nounwind",
    "null_pointer_is_valid",
    "optdebug",
    "optforfuzzing",
    "optnone",
    "optsize",
    "preallocated",
    "presplitcoroutine",
    "range",
    "readnone",
    "readonly",
    "returned",
    "returns_twice",
    "safestack",
    "sanitize_address",
    "sanitize_hwaddress",
    "sanitize_memory",
    "sanitize_memtag",
    "sanitize_numerical_stability",
    "sanitize_realtime",
    "sanitize_realtime_blocking",
    "sanitize_thread",
    "sanitize_type",
    "shadowcallstack",
    "signext",
    "skipprofile",
    "speculatable",
    "speculative_load_hardening",
    "sret",
    "ssp",
    "sspreq",
    "sspstrong",
    "strictfp",
    "swiftasync",
    "swifterror",
    "swiftself",
];
/// The rest of them.
const MORE_NAMES: [&str; 7] =
    ["uwtable", "vscale_range", "willreturn", "writable", "writeonly", "zeroext", "alignstack"];

/// The names of attributes by their numbers in LLVM.
pub(super) struct AttributeNames(Vec<Option<&'static str>>);

impl Default for AttributeNames {
    fn default() -> Self {
        let mut names = Vec::new();
        for name in NAMES.into_iter().chain(MORE_NAMES) {
            // SAFETY: the name is so many bytes long.
            let kind = unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) } as usize;
            if kind >= names.len() {
                names.resize(kind + 1, None);
            }
            // Zero is no attribute.
            names[kind] = Some(name).filter(|_| kind != 0);
        }
        Self(names)
    }
}

/// A function, or a part of it, that has attributes.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Function,
    Result,
    Argument(u32),
}

impl Place {
    fn index(self) -> LLVMAttributeIndex {
        match self {
            Self::Function => LLVMAttributeFunctionIndex,
            Self::Result => LLVMAttributeReturnIndex,
            Self::Argument(i) => i + 1,
        }
    }
}

impl AttributeNames {
    /// The attributes of a function at a place.
    pub(super) fn of_function<'m>(&self, function: Raw<'m>, place: Place) -> Vec<LlvmAttribute<'m>> {
        // SAFETY: the function is live, and the array has room for as many attributes as there are.
        let list = unsafe {
            let n = LLVMGetAttributeCountAtIndex(function.raw(), place.index());
            let mut list = vec![std::ptr::null_mut(); n as usize];
            LLVMGetAttributesAtIndex(function.raw(), place.index(), list.as_mut_ptr());
            list
        };
        list.into_iter().map(|raw| self.read(raw)).collect()
    }

    /// The attributes of a call at a place.
    pub(super) fn of_call<'m>(&self, call: Raw<'m>, place: Place) -> Vec<LlvmAttribute<'m>> {
        // SAFETY: as above, for a call.
        let list = unsafe {
            let n = LLVMGetCallSiteAttributeCount(call.raw(), place.index());
            let mut list = vec![std::ptr::null_mut(); n as usize];
            LLVMGetCallSiteAttributes(call.raw(), place.index(), list.as_mut_ptr());
            list
        };
        list.into_iter().map(|raw| self.read(raw)).collect()
    }

    fn read<'m>(&self, raw: LLVMAttributeRef) -> LlvmAttribute<'m> {
        // SAFETY: the attribute belongs to the live context, and each query is for its form.
        unsafe {
            if LLVMIsStringAttribute(raw) != 0 {
                let (mut key, mut value) = (0, 0);
                let (key_data, value_data) = (
                    LLVMGetStringAttributeKind(raw, &raw mut key),
                    LLVMGetStringAttributeValue(raw, &raw mut value),
                );
                return LlvmAttribute::Text(text(key_data, key as usize), text(value_data, value as usize));
            }
            let (is_enum, is_type) = (LLVMIsEnumAttribute(raw) != 0, LLVMIsTypeAttribute(raw) != 0);
            let name = |kind: usize| self.0.get(kind).copied().flatten();
            if is_enum {
                let Some(name) = name(LLVMGetEnumAttributeKind(raw) as usize) else {
                    return LlvmAttribute::Other("unknown");
                };
                return LlvmAttribute::Enum(name, LLVMGetEnumAttributeValue(raw));
            }
            match Ty::new(LLVMGetTypeAttributeValue(raw)).filter(|_| is_type) {
                Some(ty) => match name(LLVMGetEnumAttributeKind(raw) as usize) {
                    Some(name) => LlvmAttribute::Type(name, ty),
                    None => LlvmAttribute::Other("unknown"),
                },
                None => LlvmAttribute::Other("a range"),
            }
        }
    }
}

/// Attributes of arguments and results that the dialect has: LLVM's name and the dialect's. Those with `true` have a number.
const ARGUMENTS: [(&str, &str, bool); 31] = [
    ("align", "llvm.align", true),
    ("allocalign", "llvm.allocalign", false),
    ("allocptr", "llvm.allocptr", false),
    ("alignstack", "llvm.alignstack", true),
    ("dereferenceable", "llvm.dereferenceable", true),
    ("dereferenceable_or_null", "llvm.dereferenceable_or_null", true),
    ("inreg", "llvm.inreg", false),
    ("nest", "llvm.nest", false),
    ("noalias", "llvm.noalias", false),
    ("nofpclass", "llvm.nofpclass", true),
    ("nofree", "llvm.nofree", false),
    ("nonnull", "llvm.nonnull", false),
    ("noundef", "llvm.noundef", false),
    ("readnone", "llvm.readnone", false),
    ("readonly", "llvm.readonly", false),
    ("returned", "llvm.returned", false),
    ("signext", "llvm.signext", false),
    ("writable", "llvm.writable", false),
    ("writeonly", "llvm.writeonly", false),
    ("zeroext", "llvm.zeroext", false),
    ("dead_on_unwind", "llvm.dead_on_unwind", false),
    ("swiftasync", "llvm.swiftasync", false),
    ("swifterror", "llvm.swifterror", false),
    ("swiftself", "llvm.swiftself", false),
    ("noext", "llvm.noext", false),
    ("byval", "llvm.byval", false),
    ("byref", "llvm.byref", false),
    ("sret", "llvm.sret", false),
    ("inalloca", "llvm.inalloca", false),
    ("elementtype", "llvm.elementtype", false),
    ("preallocated", "llvm.preallocated", false),
];

/// The attributes of an argument or a result as a dictionary; `dropped` gets those that have no form.
pub(super) fn dictionary<'m>(
    cx: &Context,
    all: &[LlvmAttribute<'m>],
    mut ty: impl FnMut(Ty<'m>) -> Result<strata_ir::core::Type, String>,
    dropped: &mut Vec<String>,
) -> Result<Attr, String> {
    let mut entries = Vec::new();
    let row = |name: &str| ARGUMENTS.iter().find(|row| row.0 == name);
    for attribute in all {
        match attribute {
            // Zero stands for a pointer that is not kept at all.
            LlvmAttribute::Enum("captures", 0) => entries.push((cx.intern("llvm.nocapture"), cx.unit())),
            // It says how an intrinsic is called.
            LlvmAttribute::Enum("immarg", _) => {}
            LlvmAttribute::Enum(name, number) => match row(name) {
                Some((_, own, true)) => entries.push((cx.intern(own), cx.i64_attr(*number as i64))),
                Some((_, own, false)) => entries.push((cx.intern(own), cx.unit())),
                None => dropped.push((*name).to_owned()),
            },
            LlvmAttribute::Type(name, of) => match row(name) {
                Some((_, own, _)) => entries.push((cx.intern(own), cx.type_attr(ty(*of)?))),
                None => dropped.push((*name).to_owned()),
            },
            LlvmAttribute::Text(name, _) => dropped.push(name.clone()),
            LlvmAttribute::Other(name) => dropped.push((*name).to_owned()),
        }
    }
    Ok(cx.attr(DictionaryAttr::new(cx, entries)))
}

/// The accesses to memory by LLVM's encoding: two bits for each kind of memory.
pub(super) fn memory_effects(cx: &Context, bits: u64) -> Attr {
    let kind = |place: u32| match bits >> (2 * place) & 3 {
        0 => ModRefInfo::None,
        1 => ModRefInfo::Read,
        2 => ModRefInfo::Write,
        _ => ModRefInfo::ReadWrite,
    };
    cx.attr(MemoryEffectsAttr {
        arg_mem: kind(0),
        inaccessible_mem: kind(1),
        errno_mem: kind(2),
        other: kind(3),
        target_mem0: kind(4),
        target_mem1: kind(5),
    })
}

/// The bits of all accesses to all kinds of memory.
pub(super) const ALL_MEMORY: u64 = 0xfff;
