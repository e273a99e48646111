//! `transform-preload-library`: libraries of named sequences, for the scripts that are interpreted later.
//!
//! The texts of the libraries are kept in the context. The module of a script that is interpreted later gets their symbols: a definition
//! takes the place of a declaration, and a private symbol is renamed where its name is that of another one.
//!
//! The symbols of a folder's files are in the order of their names. Libraries are read as text.

use std::sync::{Arc, Mutex, PoisonError};

use strata_ir::{
    core::{
        FileLineColLoc, IdMap,
        symbols::{SymbolTable, replace_symbol_uses},
    },
    prelude::*,
    text::{ParseOptions, parse_module},
};
use strata_pass::{BodyPass, PassCx, PassError, PassResult, pass};
use strata_transform::{CONSUMED, NamedSequenceOp, READONLY, WITH_NAMED_SEQUENCE};

use crate::interpreter::find_sequence;

/// Preload transform dialect library.
#[pass(name = "transform-preload-library", class = "PreloadLibraryPass", observes)]
pub struct PreloadLibrary {
    /// Optional paths to files with modules that should be merged into the transform module to provide the definitions of
    /// external named sequences.
    pub transform_library_paths: Vec<String>,
}

impl BodyPass for PreloadLibrary {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let cx = body.cx_arc().clone();
        let files = files(&cx, &self.transform_library_paths, body.loc(Op::SELF))?;
        let libraries = cx.shared::<Libraries>();
        libraries.0.lock().unwrap_or_else(PoisonError::into_inner).extend(files);
        // Errors in libraries are errors of this pass, also if no script follows.
        module(&cx)?;
        Ok(())
    }
}

/// The libraries of a context: names of files and their texts.
#[derive(Default)]
struct Libraries(Mutex<Vec<(String, String)>>);

/// The names and texts of files, and of those in folders whose names end with `.mlir`.
fn files(cx: &Context, paths: &[String], loc: Location) -> Result<Vec<(String, String)>, PassError> {
    let mut out = Vec::new();
    if paths.is_empty() {
        return Ok(out);
    }
    let Some(files) = cx.files() else {
        return Err(Diagnostic::error(loc, "libraries cannot be read in this tool").into());
    };
    for path in paths {
        let start = FileLineColLoc { file: cx.intern(path), start: (0, 0), end: (0, 0) };
        let start = Location::from_attr(cx.attr(start));
        let names = match files.list(path) {
            Some(list) => list.into_iter().filter(|name| name.ends_with(".mlir")).collect(),
            None if files.is_file(path) => vec![path.clone()],
            None => {
                let message = format!("'{path}' is neither a file nor a directory");
                return Err(Diagnostic::error(start, message).into());
            }
        };
        for name in names {
            let text = files.read(&name).map_err(|e| {
                PassError::from(Diagnostic::error(
                    start,
                    format!("could not read transform library '{name}': {e}"),
                ))
            })?;
            out.push((name, text));
        }
    }
    Ok(out)
}

/// The module with the symbols of all libraries; `None` if there are none.
pub fn module(cx: &Arc<Context>) -> Result<Option<Box<Body>>, PassError> {
    let libraries = cx.shared::<Libraries>();
    let libraries = libraries.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let mut merged: Option<Box<Body>> = None;
    for (name, text) in libraries {
        let library = parse_module(cx, &name, text, ParseOptions::default())?;
        match &mut merged {
            None => {
                let mut first = library;
                first.set_attr(Op::SELF, WITH_NAMED_SEQUENCE, Some(cx.unit()));
                merged = Some(first);
            }
            Some(merged) => merge(merged, *library)?,
        }
    }
    Ok(merged)
}

/// Adds the symbols of a library to the module in `body` that has the entry point.
pub fn merge_at(body: &mut Body, entry_point: &str, library: Body) -> PassResult {
    match table_of(body, entry_point) {
        Some(table) => merge(table, library),
        None => Ok(()),
    }
}

/// The body with a named sequence as a member.
fn table_of<'b>(body: &'b mut Body, name: &str) -> Option<&'b mut Body> {
    let here = std::ptr::from_ref(find_sequence(body, name)?.0);
    find_mut(body, here)
}

fn find_mut(body: &mut Body, wanted: *const Body) -> Option<&mut Body> {
    if std::ptr::eq(body, wanted) {
        return Some(body);
    }
    let mut children = body.children_mut();
    children.find_map(|(_, child)| strata_ir::core::writer::deep(|| find_mut(child, wanted)))
}

/// Adds the symbols of a library to a module.
fn merge(target: &mut Body, mut library: Body) -> PassResult {
    rename_private(target, &mut library);
    rename_private(&mut library, target);
    let failed = |error: Diagnostic, target: &Body| {
        PassError::from(vec![error, Diagnostic::error(target.loc(Op::SELF), "failed to merge symbols")])
    };
    let members: Vec<Op> = library.entry().map_or(Vec::new(), |block| library.block_ops(block).collect());
    for op in members {
        let known = library.symbol_name(op).and_then(|name| SymbolTable::new(target).get(name));
        if let Some(known) = known {
            if is_declaration(target, known) {
                complete((target, known), (&mut library, op)).map_err(|e| failed(e, target))?;
                target.erase_forced(known);
            } else if is_declaration(&library, op) {
                complete((&mut library, op), (target, known)).map_err(|e| failed(e, target))?;
                continue;
            } else {
                let name = library.symbol_name(op).map_or("", |name| library.cx().str(name));
                let d = Diagnostic::error(target.loc(known), format!("doubly defined symbol @{name}"))
                    .note(library.loc(op), "previously defined here");
                return Err(failed(d, target));
            }
        }
        let op = target.import_op(&library, op, &mut IdMap::new());
        if let Some(block) = target.entry() {
            target.insert(op, InsertPoint::at_end(block));
        }
    }
    Ok(())
}

/// Renames private symbols of a module whose names others have; declarations of public symbols keep theirs.
fn rename_private(body: &mut Body, other: &mut Body) {
    let cx = body.cx_arc().clone();
    let all: Vec<(Str, Op)> = SymbolTable::new(body).iter().collect();
    for (name, op) in all {
        let Some(known) = SymbolTable::new(other).get(name) else { continue };
        if body.symbol_visibility(op) != "private"
            || is_declaration(body, op) && other.symbol_visibility(known) != "private"
        {
            continue;
        }
        let (own, others) = (SymbolTable::new(body), SymbolTable::new(other));
        let stem = cx.str(name);
        let is_free = |fresh: &String| {
            let fresh = cx.intern(fresh);
            own.get(fresh).is_none() && others.get(fresh).is_none()
        };
        let fresh = (0u32..).map(|n| format!("{stem}_{n}")).find(is_free);
        let fresh = fresh.unwrap_or_else(|| format!("{stem}_"));
        replace_symbol_uses(body, name, cx.intern(&fresh));
        body.set_symbol_name(op, &fresh);
    }
}

/// Whether a symbol is a named sequence without a body.
fn is_declaration(body: &Body, op: Op) -> bool {
    op.as_op::<NamedSequenceOp>(body).is_some_and(|sequence| sequence.block(body).is_none())
}

/// Checks that a definition is one of a declaration, and gives it the annotations that only the declaration has.
fn complete(declaration: (&mut Body, Op), definition: (&mut Body, Op)) -> Result<(), Diagnostic> {
    let (declared, (body, op)) = ((&*declaration.0, declaration.1), definition);
    let cx = body.cx_arc().clone();
    let loc = declared.0.loc(declared.1);
    let ty = body.attr(op, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a)).map(|t| t.ty());
    let want = declared.0.attr(declared.1, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a));
    if ty != want.map(|t| t.ty()) {
        let ty = ty.map_or(String::new(), |ty| cx.type_to_string(ty));
        let message = format!("external definition has a mismatching signature ('{ty}')");
        return Err(Diagnostic::error(loc, message));
    }
    let (Some(declaration), Some(sequence)) =
        (declared.1.as_op::<NamedSequenceOp>(declared.0), op.as_op::<NamedSequenceOp>(body))
    else {
        return Ok(());
    };
    let n = sequence.ty(body).inputs.len();
    let mut dicts: Vec<Attr> = Vec::with_capacity(n);
    for arg in 0..n {
        let of = |sequence: NamedSequenceOp, body: &Body| {
            [CONSUMED, READONLY].into_iter().find(|name| sequence.arg_has(body, arg, name))
        };
        let (known, wanted) = (of(sequence, body), of(declaration, declared.0));
        if known.is_some() && wanted.is_some() && known != wanted {
            let message =
                format!("external definition has mismatching consumption annotations for argument #{arg}");
            return Err(Diagnostic::error(loc, message));
        }
        let list = body.attr(op, "arg_attrs").and_then(|a| cx.attr_as::<ArrayAttr>(a));
        let dict = list.and_then(|list| cx.attr_as::<DictionaryAttr>(*list.0.get(arg)?));
        let mut entries = dict.map_or(Vec::new(), |d| d.entries().to_vec());
        if let (None, Some(wanted)) = (known, wanted) {
            entries.push((cx.intern(wanted), cx.unit()));
        }
        dicts.push(cx.dict_attr(entries));
    }
    if n > 0 {
        body.set_attr(op, "arg_attrs", Some(cx.array_attr(dicts)));
    }
    Ok(())
}
