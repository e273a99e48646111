//! `llvm-target-to-data-layout`: the data layout of a module is that of its target.
//!
//! Before:
//! ```mlir
//! module attributes {llvm.target = #llvm.target<triple = "nvptx64-nvidia-cuda", chip = "sm_90">} { … }
//! ```
//! After:
//! ```mlir
//! module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<6> = dense<32> : vector<4xi64>, …, "dlti.endianness" = "little", …>, llvm.target = …} { … }
//! ```
//! LLVM computes the layout from the triple alone; [`layout`] is the table of that for the architectures that this compiler has code generators
//! for. Entries that the module has are kept, and have precedence over those of their types.

use strata_dlti::{DataLayoutSpecAttr, Entry, FunctionPointerAlignmentAttr, Key, layout::DATA_LAYOUT};
use strata_ir::{num::FloatFormat, prelude::*};
use strata_llvm::PointerType;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::target_triple::{Arch, Format, Triple, target};

/// Derive data layout attributes from LLVM target attributes.
#[pass(name = "llvm-target-to-data-layout", class = "LLVMTargetToDataLayout", produces = [dlti])]
pub struct TargetToDataLayout {
    /// Whether to pre-load all available target machines, that LLVM is configured to support, into the TargetRegistry
    #[option(default = true)]
    pub initialize_llvm_targets: bool,
}

impl BodyPass for TargetToDataLayout {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let cx = body.cx_arc().clone();
        let error = |message: String| Diagnostic::error(body.loc(Op::SELF), message);
        let missing = "no TargetAttrInterface-implementing attribute at key \"llvm.target\"";
        let (attr, target) = target(body).ok_or_else(|| error(missing.to_owned()))?;
        let text = Triple::parse(&target.triple).as_ref().and_then(layout);
        let unknown = || error(format!("failed to obtain llvm::DataLayout for {}", cx.attr_to_string(attr)));
        let text = text.ok_or_else(unknown)?;
        let malformed = || error(format!("the data layout '{text}' is not understood"));
        let mut spec = parse(&cx, &text).ok_or_else(malformed)?;
        if let Some(known) =
            body.attr(Op::SELF, DATA_LAYOUT).and_then(|a| cx.attr_as::<DataLayoutSpecAttr>(a))
        {
            let message = "data layout does not combine with layouts of enclosing ops";
            spec = combine(&cx, spec, known).ok_or_else(|| error(message.to_owned()))?;
        }
        let spec = cx.attr(spec);
        body.set_attr(Op::SELF, DATA_LAYOUT, Some(spec));
        Ok(())
    }
}

/// The layout of a target in LLVM's form, without its defaults.
fn layout(triple: &Triple) -> Option<String> {
    const SPACES: &str = "p270:32:32-p271:32:32-p272:64:64";
    let mangling = match (triple.format, triple.arch) {
        (Format::Elf, _) => "e",
        (Format::MachO, _) => "o",
        (Format::Coff, Arch::X86) => "x",
        (Format::Coff, _) => "w",
    };
    Some(match (triple.arch, triple.format) {
        (Arch::X86_64, _) => {
            let pointers = if triple.short_pointers { "p:32:32-" } else { "" };
            format!("e-m:{mangling}-{pointers}{SPACES}-i64:64-i128:128-f80:128-n8:16:32:64-S128")
        }
        (Arch::X86, Format::Elf) => {
            format!("e-m:{mangling}-p:32:32-{SPACES}-i128:128-f64:32:64-f80:32-n8:16:32-S128")
        }
        (Arch::X86, Format::Coff) => {
            format!("e-m:{mangling}-p:32:32-{SPACES}-i64:64-i128:128-f80:128-n8:16:32-S32")
        }
        (Arch::X86, Format::MachO) => {
            format!("e-m:{mangling}-p:32:32-{SPACES}-i128:128-f64:32:64-f80:128-n8:16:32-S128")
        }
        (Arch::Aarch64, Format::MachO) => format!("e-m:o-{SPACES}-i64:64-i128:128-n32:64-S128-Fn32"),
        (Arch::Aarch64, Format::Coff) => {
            format!("e-m:w-{SPACES}-p:64:64-i32:32-i64:64-i128:128-n32:64-S128-Fn32")
        }
        (Arch::Aarch64 | Arch::Aarch64Be, _) => {
            let order = if triple.arch == Arch::Aarch64Be { "E" } else { "e" };
            format!("{order}-m:e-{SPACES}-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32")
        }
        (Arch::Nvptx64, _) => "e-p6:32:32-i64:64-i128:128-i256:256-n16:32:64".to_owned(),
        (Arch::Nvptx, _) => "e-p:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-n16:32:64".to_owned(),
    })
}

/// The entries that LLVM has where a layout says nothing else.
const DEFAULTS: &str =
    "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:32:64-f16:16:16-f64:64:64-f128:128:128";

/// A layout of LLVM as a specification: types first, each with the first of its entries.
fn parse(cx: &Context, text: &str) -> Option<DataLayoutSpecAttr> {
    let mut entries: Vec<Entry> = Vec::new();
    for word in text.split('-').chain(DEFAULTS.split('-')) {
        let entry = parse_entry(cx, word)?;
        if entries.iter().all(|known| known.key != entry.key) {
            entries.push(entry);
        }
    }
    let (types, names) = entries.into_iter().partition::<Vec<_>, _>(|e| matches!(e.key, Key::Type(_)));
    Some(DataLayoutSpecAttr { entries: types.into_iter().chain(names).collect() })
}

/// One word of a layout.
fn parse_entry(cx: &Context, word: &str) -> Option<Entry> {
    let name = |key: &str, value: Attr| Some(Entry { key: Key::Name(format!("dlti.{key}")), value });
    let split = word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
    let (kind, rest) = word.split_at(split);
    let numbers: Option<Vec<i64>> =
        rest.split(':').filter(|n| !n.is_empty()).map(|n| n.parse().ok()).collect();
    match kind {
        "e" => return name("endianness", cx.string_attr("little")),
        "E" => return name("endianness", cx.string_attr("big")),
        "m" => return name("mangling_mode", cx.string_attr(rest.strip_prefix(':')?)),
        _ => {}
    }
    let numbers = numbers?;
    let first = *numbers.first()?;
    match (kind, &numbers[..]) {
        ("S", [bits]) => name("stack_alignment", cx.i64_attr(*bits)),
        ("n", widths) => {
            let widths: Option<Vec<i32>> = widths.iter().map(|&w| i32::try_from(w).ok()).collect();
            name("legal_int_widths", cx.i32_array(&widths?))
        }
        ("Fn" | "Fi", [bits]) => {
            let alignment = bits.unsigned_abs();
            let value = FunctionPointerAlignmentAttr { alignment, function_dependent: kind == "Fn" };
            name("function_pointer_alignment", cx.attr(value))
        }
        ("p", values) => {
            let (space, values) = if rest.starts_with(':') { (0, values) } else { (first, &values[1..]) };
            let [size, minimum, more @ ..] = values else { return None };
            let [preferred, index] = [more.first().unwrap_or(minimum), more.get(1).unwrap_or(size)];
            let pointer = cx.ty(PointerType { address_space: u32::try_from(space).ok()? });
            Some(Entry { key: Key::Type(pointer), value: bits(cx, &[*size, *minimum, *preferred, *index])? })
        }
        ("i" | "f", [width, minimum, more @ ..]) => {
            let width = u32::try_from(*width).ok()?;
            let ty = if kind == "i" { cx.int_type(width) } else { float(cx, width)? };
            let preferred = *more.first().unwrap_or(minimum);
            Some(Entry { key: Key::Type(ty), value: bits(cx, &[*minimum, preferred])? })
        }
        _ => None,
    }
}

/// The float of a width.
fn float(cx: &Context, width: u32) -> Option<Type> {
    let format = match width {
        16 => FloatFormat::F16,
        32 => FloatFormat::F32,
        64 => FloatFormat::F64,
        80 => FloatFormat::F80,
        128 => FloatFormat::F128,
        _ => return None,
    };
    Some(cx.float_type(format))
}

/// Numbers of bits as a constant vector.
fn bits(cx: &Context, values: &[i64]) -> Option<Attr> {
    let ty = cx.vector(&[values.len() as i64], cx.i64());
    cx.dense_i64s(ty, values)
}

/// The entries of a target with those of a module, strings first. `None` if they contradict each other.
fn combine(
    cx: &Context,
    target: DataLayoutSpecAttr,
    module: &DataLayoutSpecAttr,
) -> Option<DataLayoutSpecAttr> {
    let mut entries = target.entries;
    for entry in &module.entries {
        match entries.iter_mut().find(|known| known.key == entry.key) {
            Some(known) if matches!(entry.key, Key::Type(_)) => known.value = entry.value,
            Some(known) if known.value != entry.value => return None,
            Some(_) => {}
            None => entries.push(entry.clone()),
        }
    }
    // Types are in groups of a kind, in the order of the first of each.
    let mut kinds: Vec<TypeKind> = Vec::new();
    let mut place = |entry: &Entry| match entry.key {
        Key::Name(_) => 0,
        Key::Type(ty) => {
            let kind = TypeKind::new(cx, ty);
            let known = kinds.iter().position(|&k| k == kind);
            1 + known.unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            })
        }
    };
    let mut placed: Vec<(usize, Entry)> = entries.into_iter().map(|e| (place(&e), e)).collect();
    placed.sort_by_key(|(place, _)| *place);
    Some(DataLayoutSpecAttr { entries: placed.into_iter().map(|(_, entry)| entry).collect() })
}

/// A kind of types whose entries stay together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TypeKind {
    Pointer,
    Integer,
    Other(Type),
}

impl TypeKind {
    fn new(cx: &Context, ty: Type) -> Self {
        if cx.type_as::<PointerType>(ty).is_some() {
            Self::Pointer
        } else if cx.as_int(ty).is_some() {
            Self::Integer
        } else {
            Self::Other(ty)
        }
    }
}
