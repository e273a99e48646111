//! `llvm-target-to-target-features`: the target of a module gets the names of all features that its processor has.
//!
//! Before:
//! ```mlir
//! module attributes {llvm.target = #llvm.target<triple = "nvptx64-nvidia-cuda", chip = "sm_90a", features = <["+ptx83"]>>} { … }
//! ```
//! After:
//! ```mlir
//! module attributes {llvm.target = #llvm.target<triple = "nvptx64-nvidia-cuda", chip = "sm_90a", features = <["+ptx83", "+sm_90a"]>>} { … }
//! ```
//! `target_features.tsv` has the features of the processors of LLVM 22, and those that a feature implies, for the architectures that this
//! compiler has code generators for. A feature that is switched off takes those that imply it along.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use strata_ir::prelude::*;
use strata_llvm::{
    TargetFeatures,
    metadata::{Of, Target},
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::target_triple::{Arch, TARGET, TargetText, Triple, target};

/// Update attached #llvm.target's features per the described target.
#[pass(name = "llvm-target-to-target-features", class = "LLVMTargetToTargetFeatures")]
pub struct TargetToTargetFeatures {
    /// Whether to pre-load all available target machines, that LLVM is configured to support, into the TargetRegistry
    #[option(default = true)]
    pub initialize_llvm_targets: bool,
}

impl BodyPass for TargetToTargetFeatures {
    fn run(&self, body: &mut Body, pass: &mut PassCx<'_>) -> PassResult {
        let (cx, loc) = (body.cx_arc().clone(), body.loc(Op::SELF));
        let missing = "no LLVM::TargetAttr attribute at key \"llvm.target\"";
        let (attr, target) = target(body).ok_or_else(|| Diagnostic::error(loc, missing))?;
        let unknown = || {
            let shown = cx.attr_to_string(attr);
            Diagnostic::error(loc, format!("failed to obtain llvm::TargetMachine for {shown}"))
        };
        let triple = Triple::parse(&target.triple).ok_or_else(unknown)?;
        let mut names = Vec::new();
        let features = enabled(&triple, &target, &mut |what, name| names.push((what, name.to_owned())));
        for (what, name) in names {
            let message = format!("'{name}' is not a recognized {what} for this target (ignoring {what})");
            pass.warning(loc, message);
        }
        let features = features.iter().map(|name| cx.string_attr(&format!("+{name}"))).collect();
        let old = cx.attr_as::<Target>(attr).ok_or_else(unknown)?;
        let features = Some(Of::new(cx.attr(TargetFeatures { features })));
        let new = cx.attr(Target { triple: old.triple, chip: old.chip, features });
        body.set_attr(Op::SELF, TARGET, Some(new));
        Ok(())
    }
}

/// The processors and features of an architecture, each with the features that follow from it.
#[derive(Default)]
struct Known {
    processors: HashMap<&'static str, BTreeSet<&'static str>>,
    features: HashMap<&'static str, BTreeSet<&'static str>>,
}

/// The table, by the name of the architecture.
static TABLE: LazyLock<HashMap<&'static str, Known>> = LazyLock::new(|| {
    let mut table: HashMap<&'static str, Known> = HashMap::new();
    for row in include_str!("target_features.tsv").lines().skip(1) {
        let mut cells = row.split('\t');
        let mut cell = || cells.next().unwrap_or_default();
        let (arch, kind, name, words) = (cell(), cell(), cell(), cell());
        let known = table.entry(arch).or_default();
        let of_kind = if kind == "cpu" { &mut known.processors } else { &mut known.features };
        of_kind.insert(name, words.split_whitespace().collect());
    }
    table
});

impl Known {
    /// Adds a feature, and all that follow from it.
    fn add(&self, name: &'static str, to: &mut BTreeSet<&'static str>) {
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            if to.insert(name) {
                open.extend(self.features.get(name).into_iter().flatten());
            }
        }
    }
    /// Removes a feature, and all from which it follows.
    fn remove(&self, name: &str, from: &mut BTreeSet<&'static str>) {
        from.retain(|&other| {
            let mut all = BTreeSet::new();
            self.add(other, &mut all);
            !all.contains(name)
        });
    }
    /// Applies words such as `+avx`.
    fn apply(&self, word: &str, to: &mut BTreeSet<&'static str>) -> bool {
        let name = word.trim_start_matches(['+', '-']);
        let Some((&name, _)) = self.features.get_key_value(name) else { return false };
        match word.starts_with('-') {
            true => self.remove(name, to),
            false => self.add(name, to),
        }
        true
    }
}

/// The features that a target has. `unknown` is told the processor or the features that LLVM does not know.
fn enabled(
    triple: &Triple,
    target: &TargetText,
    unknown: &mut dyn FnMut(&'static str, &str),
) -> BTreeSet<&'static str> {
    let (arch, mode): (_, &[&str]) = match triple.arch {
        Arch::X86_64 if triple.short_pointers => ("x86", &["+64bit-mode", "+x32", "+sse2"]),
        Arch::X86_64 => ("x86", &["+64bit-mode", "+sse2"]),
        Arch::X86 => ("x86", &["+32bit-mode"]),
        Arch::Aarch64 | Arch::Aarch64Be if target.chip.is_empty() => ("aarch64", &["+v8a"]),
        Arch::Aarch64 | Arch::Aarch64Be => ("aarch64", &[]),
        Arch::Nvptx | Arch::Nvptx64 => ("nvptx", &[]),
    };
    let mut features = BTreeSet::new();
    let Some(known) = TABLE.get(arch) else { return features };
    let chip = match target.chip.as_str() {
        "" if arch != "nvptx" => "generic",
        chip => chip,
    };
    match known.processors.get(chip) {
        Some(words) => words.iter().for_each(|&word| known.add(word, &mut features)),
        None if chip.is_empty() => {}
        None => unknown("processor", chip),
    }
    for word in mode.iter().copied().chain(target.features.iter().map(String::as_str)) {
        if !known.apply(word, &mut features) {
            unknown("feature", word);
        }
    }
    features
}
