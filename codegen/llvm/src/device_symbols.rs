//! Translation of modules for a device: only kernels are visible, names of several modules are made unique, and debug information on lines
//! is added.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::core::{Attr, Body, Context, Location as IrLocation, Op, Str, SymbolRefAttr};
use strata_llvm::mangle::mangle;

use crate::builder::{AttrId, LocId, ModuleBuilder};
use crate::error::{CodegenError, Result};
use crate::line_info::Lines;
use crate::names::is_library;
use crate::symbol_ops::{in_full, is_definition, is_kernel, refuse, symbol_name, symbols};

/// See the module documentation.
pub(crate) struct DeviceSymbols {
    /// Whether what is not a kernel is hidden, as in a `gpu.module`.
    hides: bool,
    /// The index of the module that is being translated.
    part: usize,
    /// The new names of symbols, for each module.
    renames: Vec<FxHashMap<Str, String>>,
    /// Repeated declarations, which are not translated again.
    repeated: FxHashSet<(usize, Op)>,
    lines: Option<Lines>,
}

/// The visibility of a symbol.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Kernel,
    /// Visible to others, or only declared.
    External,
    Hidden,
}

impl DeviceSymbols {
    /// Looks at the symbols of all parts.
    pub(crate) fn new(parts: &[&Body], hides: bool, line_info: bool) -> Result<Self> {
        let mut device = Self {
            hides,
            part: 0,
            renames: vec![FxHashMap::default(); parts.len()],
            repeated: FxHashSet::default(),
            lines: line_info.then(Lines::default),
        };
        let mut taken: FxHashMap<Str, (usize, Op)> = FxHashMap::default();
        // Visible names are taken first, as they do not change.
        let mut hidden = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            for op in symbols(part) {
                let Some(name) = symbol_name(part, op) else { continue };
                match device.kind(part, op) {
                    Kind::Hidden => hidden.push((i, name)),
                    kind => {
                        let text = part.cx().str(name);
                        if !is_identifier(text) && !text.starts_with("llvm.") {
                            let what = match kind {
                                Kind::Kernel => "is a kernel whose name is not an identifier of PTX",
                                _ => "has a name that is not an identifier of PTX",
                            };
                            return Err(refuse(part, op, what));
                        }
                        match taken.get(&name) {
                            None => drop(taken.insert(name, (i, op))),
                            Some(&(j, other)) if is_same_declaration(part, op, parts[j], other) => {
                                device.repeated.insert((i, op));
                            }
                            Some(_) => {
                                let what = format!(
                                    "defines '{}' again: another module does so too",
                                    part.cx().str(name)
                                );
                                return Err(refuse(part, op, &what));
                            }
                        }
                    }
                }
            }
        }
        let mut names: FxHashSet<String> =
            taken.iter().map(|(&name, &(i, _))| parts[i].cx().str(name).to_owned()).collect();
        for (i, name) in hidden {
            let old = parts[i].cx().str(name);
            // LLVM would take a function with the name of a library function for that function; other names are mostly kept.
            let stem = if is_identifier(old) && !is_library(old) { old.to_owned() } else { mangle(old) };
            let mut new = stem.clone();
            let mut count = 0u32;
            while !names.insert(new.clone()) {
                new = format!("{stem}_{count}");
                count += 1;
            }
            if new != old {
                device.renames[i].insert(name, new);
            }
        }
        Ok(device)
    }

    fn kind(&self, part: &Body, op: Op) -> Kind {
        if is_kernel(part, op) {
            Kind::Kernel
        } else if self.hides && is_definition(part, op) {
            Kind::Hidden
        } else {
            Kind::External
        }
    }

    /// Creates the debug information on lines.
    pub(crate) fn describe(&mut self, parts: &[&Body], out: &mut ModuleBuilder<'_>) -> Result<()> {
        self.lines.as_mut().map_or(Ok(()), |lines| lines.describe(parts, out))
    }

    /// Starts a symbol of a module; returns false for a repeated declaration.
    pub(crate) fn enter(&mut self, part: &Body, index: usize, op: Op) -> bool {
        self.part = index;
        if let Some(lines) = &mut self.lines {
            lines.enter(part, index, op);
        }
        !self.repeated.contains(&(index, op))
    }

    /// The new name of a function or a global, if it has one.
    pub(crate) fn name_of(&self, part: &Body, op: Op) -> Option<&str> {
        self.renames[self.part].get(&symbol_name(part, op)?).map(|name| &**name)
    }

    /// A symbol reference with the new name of the symbol.
    pub(crate) fn renamed(&self, cx: &Context, attr: Attr) -> Option<String> {
        let symbol = cx.attr_as::<SymbolRefAttr>(attr).filter(|s| s.nested.is_empty())?;
        let name = self.renames[self.part].get(&symbol.root)?;
        Some(in_full(cx, |w| {
            w.text("@").quoted(name);
        }))
    }

    /// The debug scope of a location in a file, if it is not the function's file.
    pub(crate) fn scope_of(&self, file: &str) -> Option<AttrId> {
        self.lines.as_ref()?.scope_of(file)
    }

    /// The location for an op without one.
    pub(crate) fn function_loc(&self, loc: IrLocation) -> IrLocation {
        self.lines.as_ref().and_then(Lines::function_loc).unwrap_or(loc)
    }

    /// Completes the attributes of a function or a global; returns its location.
    pub(crate) fn finish_symbol(
        &self,
        part: &Body,
        op: Op,
        attrs: &mut Vec<(&str, AttrId)>,
        loc: LocId,
        out: &mut ModuleBuilder<'_>,
    ) -> Result<LocId> {
        if let Some(new) = symbol_name(part, op).and_then(|name| self.renames[self.part].get(&name)) {
            replace(attrs, "sym_name", out.string_attr(new));
        }
        match self.kind(part, op) {
            Kind::Kernel => replace(attrs, "nvvm.kernel", out.attr("unit")?),
            Kind::Hidden => replace(attrs, "linkage", out.attr("#llvm.linkage<internal>")?),
            Kind::External => {}
        }
        match self.lines.as_ref().and_then(Lines::subprogram) {
            Some(scope) => out.scoped_loc(loc, scope),
            None => Ok(loc),
        }
    }
}

fn replace<'a>(attrs: &mut Vec<(&'a str, AttrId)>, name: &'a str, value: AttrId) {
    attrs.retain(|(n, _)| *n != name);
    attrs.push((name, value));
}

/// Whether two symbols of one name are declarations of the same thing.
fn is_same_declaration(a: &Body, op: Op, b: &Body, other: Op) -> bool {
    let (x, y) = (a.info(op), b.info(other));
    let slots = |slot| a.attr_slot(op, slot) == b.attr_slot(other, slot);
    !is_kernel(a, op)
        && !is_kernel(b, other)
        && !is_definition(a, op)
        && !is_definition(b, other)
        && x.name == y.name
        && (0..x.attrs.len()).all(slots)
}

/// Whether a name is a valid identifier in PTX.
fn is_identifier(name: &str) -> bool {
    let follows = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut chars = name.chars();
    let first = chars.next();
    let rest = chars.as_str();
    match first {
        Some(c) if c.is_ascii_alphabetic() => rest.chars().all(follows),
        Some('_' | '$' | '%') => !rest.is_empty() && rest.chars().all(follows),
        _ => false,
    }
}

/// The error for a module without kernels.
pub(crate) fn no_kernels() -> CodegenError {
    CodegenError::Device(
        "the module has no 'gpu.module' with kernels, nor functions with 'nvvm.kernel'".to_owned(),
    )
}
