//! From LLVM IR, as text or bitcode, to a module of the `llvm` dialect.
//!
//! ```text
//! .ll, .bc ──► LLVM's parser and verifier ──► globals, functions, instructions by LLVM's C interface ──► llvm dialect
//! ```
//!
//! - Phis become arguments of blocks, constants ops at the start of a function, in the order in which they are needed; blocks that
//!   cannot be reached are left out. The result is that of `mlir-translate --import-llvm`, but for `llvm.data_layout` in place of the
//!   entries of `dlti`.
//! - A part that has no form in the dialect is an error, or, where the meaning does not depend on it, a warning: debug information but for the
//!   places of instructions, metadata and attributes of other kinds.

mod attributes;
mod calls;
mod constants;
mod convention;
mod function;
mod globals;
mod instructions;
mod intrinsics;
mod metadata;
mod module_metadata;
mod raw;
mod scope;
mod types;

use std::collections::BTreeSet;
use std::sync::Arc;

use llvm_sys::core::*;
use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::core::{
    Attr, Body, Context, Diagnostic, FileLineColLoc, InsertPoint, Location, Op, OpState, Type,
};

use attributes::AttributeNames;
use metadata::Metadata;
use raw::{Block as RawBlock, Symbols, Ty, Value as Raw, terminated};
use types::Types;

use crate::error::CodegenError;
use crate::llvm_module::LlvmModule;

/// A result, or the reason why there is none.
type Outcome<T> = Result<T, String>;

/// A module that was imported.
pub struct Imported {
    /// The module.
    pub module: Box<Body>,
    /// The parts of it that were left out.
    pub warnings: Vec<String>,
}

/// Imports a module of LLVM IR, text or bitcode; `name` is the name of its file.
///
/// # Errors
/// The faults of the module, or the parts that have no form in the dialect.
pub fn import_llvm(cx: &Arc<Context>, name: &str, bytes: &[u8]) -> Result<Imported, Vec<Diagnostic>> {
    let start = place(cx, name, (1, 1));
    let module = LlvmModule::parse_bytes(name, bytes).map_err(|e| vec![parse_error(cx, name, &e)])?;
    let info = cx.op_info("builtin.module").filter(|_| cx.op_info("llvm.func").is_some());
    let Some(info) = info else {
        return Err(vec![Diagnostic::error(start, "the dialects builtin and llvm are not registered")]);
    };
    let mut body = Box::new(Body::new(cx, info, start));
    let region = body.regions(Op::SELF)[0];
    body.add_block(region, &[]);
    let mut import = Import::new(cx, &module, body, start);
    import.everything().map_err(|e| vec![e])?;
    let warnings = import.dropped.into_iter().map(|what| format!("dropped: {what}")).collect();
    let module = import.body;
    let errors = module.verify();
    if errors.is_empty() { Ok(Imported { module, warnings }) } else { Err(errors) }
}

/// A line and a column of the file.
fn place(cx: &Context, name: &str, place: (u32, u32)) -> Location {
    Location::from_attr(cx.attr(FileLineColLoc { file: cx.intern(name), start: place, end: place }))
}

/// An error of LLVM's parser or verifier, at the line and column that it names.
fn parse_error(cx: &Context, name: &str, error: &CodegenError) -> Diagnostic {
    let CodegenError::Llvm { step, message } = error else {
        return Diagnostic::error(place(cx, name, (1, 1)), error.to_string());
    };
    let rest = message.strip_prefix(name).and_then(|rest| rest.strip_prefix(':'));
    let located = rest.and_then(|rest| {
        let mut parts = rest.splitn(3, ':');
        let (line, column) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let text = parts.next()?.trim_start().trim_start_matches("error: ");
        Some(((line, column), text.lines().next().unwrap_or(text)))
    });
    match located {
        Some((at, text)) => Diagnostic::error(place(cx, name, at), text),
        None => {
            let why = message.trim_end().trim_start_matches("error: ");
            let why = if why.is_empty() { "the module is invalid" } else { why };
            Diagnostic::error(place(cx, name, (1, 1)), format!("{step}: {why}"))
        }
    }
}

/// An import in progress.
struct Import<'m> {
    cx: Arc<Context>,
    module: &'m LlvmModule,
    /// The new module.
    body: Box<Body>,
    loc: Location,
    types: Types<'m>,
    names: AttributeNames,
    metadata: Metadata<'m>,
    /// The parts without a form in the dialect, which are left out.
    dropped: BTreeSet<String>,
    /// The numbers of blocks whose address is taken.
    tags: FxHashMap<RawBlock<'m>, u32>,
    /// The names of globals without one.
    nameless: FxHashMap<Raw<'m>, String>,
    /// Symbols that are defined in the same linkage unit, as far as they say so.
    local: FxHashSet<Raw<'m>>,
    /// The names of the groups of definitions that symbols are in.
    comdats: FxHashMap<Raw<'m>, String>,
    /// The numbers of kinds of metadata that are converted.
    known_metadata: Vec<u32>,
}

/// The kinds of metadata of instructions that are converted.
const KNOWN_METADATA: [&str; 7] =
    ["dbg", "tbaa", "prof", "llvm.loop", "nontemporal", "invariant.load", "invariant.group"];

impl<'m> Import<'m> {
    fn new(cx: &Arc<Context>, module: &'m LlvmModule, body: Box<Body>, loc: Location) -> Self {
        // SAFETY: the context is live, and each name has so many bytes.
        let kind = |name: &str| unsafe {
            LLVMGetMDKindIDInContext(module.raw_context(), name.as_ptr().cast(), name.len() as u32)
        };
        Self {
            cx: cx.clone(),
            module,
            body,
            loc,
            types: Types::default(),
            names: AttributeNames::default(),
            metadata: Metadata::default(),
            dropped: BTreeSet::new(),
            tags: FxHashMap::default(),
            nameless: FxHashMap::default(),
            local: FxHashSet::default(),
            comdats: FxHashMap::default(),
            known_metadata: KNOWN_METADATA.map(kind).to_vec(),
        }
    }

    /// Imports all of the module.
    fn everything(&mut self) -> Result<(), Diagnostic> {
        let symbols = Symbols::of_module(self.module);
        let nameless = symbols.globals.iter().filter(|g| g.name().is_empty()).enumerate();
        self.nameless = nameless.map(|(i, &g)| (g, format!("mlir.llvm.nameless_global_{i}"))).collect();
        self.read_heads(&symbols);
        let loc = self.loc;
        let failed = |why: String| Diagnostic::error(loc, why);
        self.module_attrs();
        self.comdat_op(&symbols).map_err(failed)?;
        for &global in &symbols.globals {
            let at = |why: String| Diagnostic::error(loc, format!("global '{}': {why}", global.name()));
            self.global(global).map_err(at)?;
        }
        for &alias in &symbols.aliases {
            let at = |why: String| Diagnostic::error(loc, format!("alias '{}': {why}", alias.name()));
            self.alias(alias).map_err(at)?;
        }
        for &ifunc in &symbols.ifuncs {
            let at = |why: String| Diagnostic::error(loc, format!("ifunc '{}': {why}", ifunc.name()));
            self.ifunc(ifunc).map_err(at)?;
        }
        self.flags_and_options().map_err(failed)?;
        for &function in &symbols.functions {
            if intrinsics::is_called(&self.cx, function) {
                function::function(self, function)?;
            }
        }
        Ok(())
    }

    fn ty(&mut self, ty: Ty<'m>) -> Outcome<Type> {
        self.types.convert(&self.cx, ty)
    }

    /// The type of a constant integer.
    fn int_type(&self, value: Raw<'m>) -> Type {
        types::integer(&self.cx, value.ty().number())
    }

    /// The name of a symbol.
    fn symbol(&self, raw: Raw<'m>) -> String {
        self.nameless.get(&raw).cloned().unwrap_or_else(|| raw.name())
    }

    /// Notes what is left out.
    fn dropped(&mut self, what: &str) {
        if !self.dropped.contains(what) {
            self.dropped.insert(what.to_owned());
        }
    }

    /// The number of a block whose address is taken.
    fn block_tag(&mut self, block: RawBlock<'m>) -> u32 {
        let next = self.tags.len() as u32 + 1;
        *self.tags.entry(block).or_insert(next)
    }

    /// Inserts an op at the end of the module.
    fn insert(&mut self, state: OpState) -> Outcome<Op> {
        self.body.check_room(&state)?;
        let op = self.body.create(state);
        let block = self.body.entry().ok_or("the module has no block")?;
        self.body.insert(op, InsertPoint::at_end(block));
        Ok(op)
    }

    /// The attributes that all symbols have: linkage, visibility, section, ….
    fn symbol_attrs(&mut self, raw: Raw<'m>) -> Outcome<Vec<(&'static str, Attr)>> {
        let cx = self.cx.clone();
        // SAFETY: the value is a live global; a section and an alignment are asked of those that may have them.
        let (linkage, visibility, unnamed, section, alignment) = unsafe {
            let value = raw.raw();
            let is_object = !LLVMIsAGlobalObject(value).is_null();
            (
                LLVMGetLinkage(value),
                LLVMGetVisibility(value) as i64,
                LLVMGetUnnamedAddress(value) as i64,
                if is_object { terminated(LLVMGetSection(value)) } else { String::new() },
                if is_object { LLVMGetAlignment(value) } else { 0 },
            )
        };
        let linkage = convention::linkage(linkage)?;
        let mut attrs = vec![("linkage", cx.attr(linkage))];
        use strata_llvm::Linkage;
        let is_own = matches!(linkage, Linkage::Internal | Linkage::Private)
            || visibility != 0 && linkage != Linkage::ExternWeak;
        if is_own || self.local.contains(&raw) {
            attrs.push(("dso_local", cx.unit()));
        }
        if visibility != 0 {
            attrs.push(("visibility_", cx.i64_attr(visibility)));
        }
        if unnamed != 0 {
            attrs.push(("unnamed_addr", cx.i64_attr(unnamed)));
        }
        if !section.is_empty() {
            attrs.push(("section", cx.string_attr(&section)));
        }
        if alignment != 0 {
            attrs.push(("alignment", cx.i64_attr(alignment.into())));
        }
        if let Some(group) = self.comdats.get(&raw) {
            attrs.push(("comdat", globals::comdat_ref(&cx, group)));
        }
        Ok(attrs)
    }

    /// Notes metadata of an instruction that is left out.
    fn check_metadata(&mut self, raw: Raw<'m>) {
        // SAFETY: the value is a live instruction, and the list is freed after it was read.
        let kinds: Vec<u32> = unsafe {
            if LLVMHasMetadata(raw.raw()) == 0 {
                return;
            }
            let mut n = 0;
            let list = LLVMInstructionGetAllMetadataOtherThanDebugLoc(raw.raw(), &raw mut n);
            let kinds = (0..n as u32).map(|i| LLVMValueMetadataEntriesGetKind(list, i)).collect();
            LLVMDisposeValueMetadataEntries(list);
            kinds
        };
        if kinds.iter().any(|kind| !self.known_metadata.contains(kind)) {
            self.dropped(
                "metadata of instructions other than 'tbaa', 'prof', 'llvm.loop' and flags of accesses",
            );
        }
    }
}
