//! The target of a module, `#llvm.target`, and what a triple says.

use strata_ir::prelude::*;
use strata_llvm::metadata::Target;

/// The attribute of a module that has its target.
pub(crate) const TARGET: &str = "llvm.target";

/// A target as text.
pub(crate) struct TargetText {
    pub(crate) triple: String,
    pub(crate) chip: String,
    /// Each with its sign.
    pub(crate) features: Vec<String>,
}

/// The target of a module, as an attribute and as text.
pub(crate) fn target(body: &Body) -> Option<(Attr, TargetText)> {
    let cx = body.cx();
    let attr = body.attr(Op::SELF, TARGET)?;
    let target = cx.attr_as::<Target>(attr)?;
    let text = |attr: Attr| cx.attr_str(attr).unwrap_or_default().to_owned();
    let features = target.features.and_then(|f| cx.attr_as::<strata_llvm::TargetFeatures>(f.0));
    let features = features.map(|f| f.features.iter().map(|&f| text(f)).collect()).unwrap_or_default();
    Some((attr, TargetText { triple: text(target.triple), chip: text(target.chip), features }))
}

/// An architecture that code is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arch {
    X86,
    X86_64,
    Aarch64,
    Aarch64Be,
    Nvptx,
    Nvptx64,
}

/// The format of object files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Elf,
    MachO,
    Coff,
}

/// The parts of a triple that matter here.
pub(crate) struct Triple {
    pub(crate) arch: Arch,
    pub(crate) format: Format,
    /// Whether pointers have half of the machine's width, as in `x32`.
    pub(crate) short_pointers: bool,
}

impl Triple {
    /// `None` for other architectures.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (arch, system) = text.split_once('-').unwrap_or((text, ""));
        let arch = match arch {
            "x86_64" | "x86_64h" | "amd64" => Arch::X86_64,
            "i386" | "i486" | "i586" | "i686" | "i786" | "i886" | "i986" => Arch::X86,
            "aarch64" | "arm64" => Arch::Aarch64,
            "aarch64_be" => Arch::Aarch64Be,
            "nvptx" => Arch::Nvptx,
            "nvptx64" => Arch::Nvptx64,
            _ => return None,
        };
        let has = |words: &[&str]| system.split('-').any(|part| words.iter().any(|w| part.starts_with(w)));
        let format = if has(&["darwin", "macos", "ios", "tvos", "watchos"]) {
            Format::MachO
        } else if has(&["windows", "win32"]) {
            Format::Coff
        } else {
            Format::Elf
        };
        Some(Self { arch, format, short_pointers: has(&["gnux32", "muslx32"]) })
    }
}
