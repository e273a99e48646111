//! `ensure-debug-info-scope-on-llvm-func`: functions get a scope for debuggers, so that locations become lines of debug information.
//!
//! Before:
//! ```mlir
//! llvm.func @f() { llvm.return loc("b.c":3:4) } loc("dir/a.c":1:2)
//! ```
//! After, where `#sp` is a `#llvm.di_subprogram` named `f` of line 1 of `#llvm.di_file<"a.c" in "dir">`:
//! ```mlir
//! llvm.func @f() { llvm.return loc(fused<#llvm.di_lexical_block_file<scope = #sp, …b.c…>>["b.c":3:4]) } loc(fused<#sp>["dir/a.c":1:2])
//! ```
//! Functions with a scope keep it. Ops from another file than their function, and those at call sites, get a scope in it.

use rustc_hash::FxHashSet;
use strata_ir::{
    core::{CallSiteLoc, DistinctAttr, FileLineColLoc, FusedLoc, NameLoc, TypeOrAttr},
    prelude::*,
};
use strata_llvm::{
    FuncOp,
    debug::{
        Always, DiCompileUnit, DiFile, DiLexicalBlockFile, DiSubprogram, DiSubprogramFlags, DiSubroutineType,
        EmissionKind, NameTableKind, Number,
    },
    dwarf::{Convention, Language},
    metadata::{Bare, Of},
};
use strata_pass::{BodyPass, PassCx, PassResult, option_enum, pass};

option_enum! {
    /// The amount of debug information.
    pub enum Emission {
        /// None.
        None = "None",
        /// Full.
        Full = "Full",
        /// Lines only.
        LineTablesOnly = "LineTablesOnly",
        /// Lines for directives of assembly only.
        DebugDirectivesOnly = "DebugDirectivesOnly",
    }
}

/// Materialize LLVM debug info subprogram attribute on every LLVMFuncOp.
#[pass(
    name = "ensure-debug-info-scope-on-llvm-func",
    class = "DIScopeForLLVMFuncOpPass",
    on = "builtin.module",
    idempotent
)]
pub struct EnsureDebugScopes {
    /// Emission kind to generate debug info.
    #[option(default = Emission::LineTablesOnly)]
    pub emission_kind: Emission,
}

impl BodyPass for EnsureDebugScopes {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let cx = body.cx_arc().clone();
        let kind = match self.emission_kind {
            Emission::None => EmissionKind::None,
            Emission::Full => EmissionKind::Full,
            Emission::LineTablesOnly => EmissionKind::LineTablesOnly,
            Emission::DebugDirectivesOnly => EmissionKind::DebugDirectivesOnly,
        };
        let mut ids = Ids::used_in(body);
        let loc = body.loc(Op::SELF);
        let unit = fused_with::<DiCompileUnit>(&cx, loc).unwrap_or_else(|| {
            let file =
                file_line(&cx, loc).map_or_else(|| file_attr(&cx, "<unknown>"), |(f, _)| file_attr(&cx, f));
            cx.attr(DiCompileUnit {
                id: ids.next(&cx),
                source_language: Language("C"),
                file: Of::new(file),
                producer: Some(cx.string_attr("MLIR")),
                is_optimized: Always(true),
                emission_kind: kind,
                name_table_kind: NameTableKind::Default,
                split_debug_filename: None,
            })
        });
        Scopes { cx: &cx, unit, ids }.visit(body, None);
        Ok(())
    }
}

/// Identities of distinct attributes that are not used.
struct Ids {
    used: FxHashSet<u64>,
    next: u64,
}

impl Ids {
    /// Those in the locations and attributes of a body are used.
    fn used_in(body: &Body) -> Self {
        let mut attrs = Vec::new();
        let mut todo = vec![body];
        while let Some(b) = todo.pop() {
            for op in [Op::SELF].into_iter().chain(b.all_ops()) {
                attrs.extend(b.loc(op).as_attr());
                attrs.extend(b.attr_slots(op).flatten());
                attrs.extend(b.extra_attrs(op).iter().map(|(_, attr)| *attr));
            }
            todo.extend(b.children().map(|(_, child)| child));
        }
        let (mut used, mut seen) = (FxHashSet::default(), FxHashSet::default());
        let mut todo: Vec<TypeOrAttr> = attrs.into_iter().map(TypeOrAttr::Attr).collect();
        while let Some(next) = todo.pop() {
            if !seen.insert(next) {
                continue;
            }
            if let TypeOrAttr::Attr(attr) = next
                && let Some(distinct) = body.cx().attr_as::<DistinctAttr>(attr)
            {
                used.insert(distinct.id);
            }
            body.cx().visit_children(next, &mut |child| todo.push(child));
        }
        Self { used, next: 0 }
    }
    fn next(&mut self, cx: &Context) -> Attr {
        while !self.used.insert(self.next) {
            self.next += 1;
        }
        cx.attr(DistinctAttr { id: self.next, inner: cx.unit() })
    }
}

/// The file and line of a location; a call site is at the place of the call.
fn file_line(cx: &Context, loc: Location) -> Option<(&str, u32)> {
    let mut todo = vec![loc];
    while let Some(loc) = todo.pop() {
        let Some(attr) = loc.as_attr() else {
            match loc.file_line_col(cx) {
                Some((file, line, _)) => return Some((file, line)),
                None => continue,
            }
        };
        if let Some(place) = cx.attr_as::<FileLineColLoc>(attr) {
            return Some((cx.str(place.file), place.start.0));
        } else if let Some(name) = cx.attr_as::<NameLoc>(attr) {
            todo.push(name.child);
        } else if let Some(site) = cx.attr_as::<CallSiteLoc>(attr) {
            todo.push(site.caller);
        } else if let Some(fused) = cx.attr_as::<FusedLoc>(attr) {
            todo.extend(fused.locations.iter().rev());
        }
    }
    None
}

/// The metadata of a kind in a location.
fn fused_with<T: Storage>(cx: &Context, loc: Location) -> Option<Attr> {
    let mut todo = vec![loc];
    while let Some(loc) = todo.pop() {
        let Some(attr) = loc.as_attr() else { continue };
        if let Some(fused) = cx.attr_as::<FusedLoc>(attr) {
            if let Some(found) = fused.metadata.filter(|&m| cx.attr_as::<T>(m).is_some()) {
                return Some(found);
            }
            todo.extend(fused.locations.iter().rev());
        } else if let Some(name) = cx.attr_as::<NameLoc>(attr) {
            todo.push(name.child);
        } else if let Some(site) = cx.attr_as::<CallSiteLoc>(attr) {
            todo.extend([site.caller, site.callee]);
        }
    }
    None
}

/// A file with its folder.
fn file_attr(cx: &Context, path: &str) -> Attr {
    let (directory, name) = match path.rsplit_once('/') {
        Some(("", name)) => ("/", name),
        Some((directory, name)) => (directory, name),
        None => ("", path),
    };
    cx.attr(DiFile { name: cx.string_attr(name), directory: cx.string_attr(directory) })
}

fn fused(cx: &Context, loc: Location, metadata: Attr) -> Location {
    Location::from_attr(cx.attr(FusedLoc { locations: vec![loc], metadata: Some(metadata) }))
}

/// Scopes for the functions of a module.
struct Scopes<'c> {
    cx: &'c Context,
    unit: Attr,
    ids: Ids,
}

impl Scopes<'_> {
    /// Visits the ops of a body, which belong to the function with a location.
    fn visit(&mut self, body: &mut Body, function: Option<Location>) {
        for op in body.all_ops() {
            let loc = body.loc(op);
            if op.isa::<FuncOp>(body) {
                if fused_with::<DiSubprogram>(self.cx, loc).is_none() {
                    let scope = self.subprogram(body, op);
                    body.set_loc(op, fused(self.cx, loc, scope));
                }
            } else if let Some(new) = function.and_then(|function| self.in_function(loc, function)) {
                body.set_loc(op, new);
            }
            if let Some(mut child) = body.take_child(op) {
                let inner = if op.isa::<FuncOp>(body) { Some(body.loc(op)) } else { function };
                self.visit(&mut child, inner);
                body.put_child(op, child);
            }
        }
    }

    fn subprogram(&mut self, body: &Body, op: Op) -> Attr {
        let cx = self.cx;
        let unit_file = cx.attr_as::<DiCompileUnit>(self.unit).map(|unit| unit.file.0);
        let (file, line) = match (file_line(cx, body.loc(op)), unit_file) {
            (Some((file, line)), _) => (file_attr(cx, file), line),
            (None, Some(file)) => (file, 1),
            (None, None) => (file_attr(cx, "<unknown>"), 1),
        };
        let name = cx.string_attr(body.symbol_name(op).map_or("", |name| cx.str(name)));
        let defined = body.child(op).is_some_and(|child| child.entry().is_some());
        let ty =
            cx.attr(DiSubroutineType { calling_convention: Convention("normal"), types: Bare(Vec::new()) });
        let (definition, optimized) = (0x8, 0x10);
        cx.attr(DiSubprogram {
            rec_id: None,
            is_rec_self: false,
            id: defined.then(|| self.ids.next(cx)),
            compile_unit: defined.then(|| Of::new(self.unit)),
            scope: Some(file),
            name: Some(name),
            linkage_name: Some(name),
            file: Some(Of::new(file)),
            line: Number(line),
            scope_line: Number(line),
            subprogram_flags: DiSubprogramFlags(optimized | if defined { definition } else { 0 }),
            ty: Some(Of::new(ty)),
            retained_nodes: Bare(Vec::new()),
            annotations: Bare(Vec::new()),
        })
    }

    /// The location of an op with a scope in its function, if it needs one.
    fn in_function(&self, loc: Location, function: Location) -> Option<Location> {
        let cx = self.cx;
        let metadata = cx.attr_as::<FusedLoc>(function.as_attr()?)?.metadata;
        let scope = metadata.filter(|&m| cx.attr_as::<DiSubprogram>(m).is_some())?;
        if let Some(site) = loc.as_attr().and_then(|attr| cx.attr_as::<CallSiteLoc>(attr)) {
            let callee = self.inlined(site.callee, scope)?;
            return Some(Location::from_attr(cx.attr(CallSiteLoc { callee, caller: site.caller })));
        }
        let (file, own) = (file_line(cx, loc)?.0, file_line(cx, function)?.0);
        (file != own).then(|| fused(cx, loc, self.block(scope, file)))
    }

    /// The location of code of a callee, with a scope for each call.
    fn inlined(&self, callee: Location, scope: Attr) -> Option<Location> {
        let cx = self.cx;
        // From the outermost callee to the innermost.
        let (mut scopes, mut loc, mut scope) = (Vec::new(), callee, scope);
        loop {
            scope = self.block(scope, file_line(cx, loc)?.0);
            scopes.push(scope);
            match loc.as_attr().and_then(|attr| cx.attr_as::<CallSiteLoc>(attr)) {
                Some(site) => loc = site.callee,
                None => break,
            }
        }
        Some(scopes.into_iter().rev().fold(loc, |loc, scope| fused(cx, loc, scope)))
    }

    fn block(&self, scope: Attr, file: &str) -> Attr {
        let file = Some(Of::new(file_attr(self.cx, file)));
        self.cx.attr(DiLexicalBlockFile { scope, file, discriminator: 0 })
    }
}
