//! Line information for debuggers and profilers: a scope for each function, and one more for each other file that its ops are from.
//!
//! ```text
//! #llvm.di_subprogram<id = distinct[1]<>, compileUnit = …, name = "k", file = <"model.mlir" in "">, line = 3, …>
//! #llvm.di_lexical_block_file<scope = #llvm.di_subprogram<id = distinct[1]<>, …>, file = <"model.py" in "">, discriminator = 0>
//! ```
//! Two references denote the same subprogram only if they are parsed together, so all scopes of a module form one attribute.

use std::fmt::Write;

use rustc_hash::FxHashMap;
use strata_ir::core::{Body, Location, Op};

use crate::builder::{AttrId, ModuleBuilder};
use crate::error::Result;
use crate::symbol_ops::{in_full, symbol_name, symbols};

/// The debug scopes of a module's functions.
#[derive(Default)]
pub(crate) struct Lines {
    functions: FxHashMap<(usize, Op), Function>,
    /// The function that is being translated.
    current: Option<(usize, Op)>,
}

struct Function {
    loc: Location,
    subprogram: AttrId,
    /// The scopes of files other than the function's own.
    files: FxHashMap<String, AttrId>,
}

/// A function and its files, its own one first.
struct Plan {
    key: (usize, Op),
    loc: Location,
    files: Vec<String>,
}

impl Lines {
    /// Creates the scopes of all functions with a known location.
    pub(crate) fn describe(&mut self, parts: &[&Body], out: &mut ModuleBuilder<'_>) -> Result<()> {
        let mut plans = Vec::new();
        let mut text = String::from("[");
        for (i, part) in parts.iter().enumerate() {
            for op in symbols(part) {
                let Some(plan) = plan(part, i, op) else { continue };
                let subprogram = subprogram(part, &plan, plans.len() + 1);
                if text.len() > 1 {
                    text.push_str(", ");
                }
                text.push_str(&subprogram);
                for other in &plan.files[1..] {
                    let file = quoted(part, other);
                    _ = write!(
                        text,
                        ", #llvm.di_lexical_block_file<scope = {subprogram}, file = <{file} in \"\">, discriminator = 0>"
                    );
                }
                plans.push(plan);
            }
        }
        text.push(']');
        let array = out.attr(&text)?;
        let mut attrs = out.elements(array)?.into_iter();
        for plan in plans {
            let Some(subprogram) = attrs.next() else { break };
            let files = plan.files.into_iter().skip(1).zip(attrs.by_ref()).collect();
            self.functions.insert(plan.key, Function { loc: plan.loc, subprogram, files });
        }
        Ok(())
    }

    /// Starts the translation of a symbol.
    pub(crate) fn enter(&mut self, _: &Body, part: usize, op: Op) {
        self.current = Some((part, op));
    }

    fn function(&self) -> Option<&Function> {
        self.functions.get(&self.current?)
    }

    pub(crate) fn scope_of(&self, file: &str) -> Option<AttrId> {
        self.function()?.files.get(file).copied()
    }

    pub(crate) fn function_loc(&self) -> Option<Location> {
        self.function().map(|f| f.loc)
    }

    pub(crate) fn subprogram(&self) -> Option<AttrId> {
        self.function().map(|f| f.subprogram)
    }
}

fn plan(part: &Body, index: usize, op: Op) -> Option<Plan> {
    let cx = part.cx();
    let body = part.child(op).filter(|body| body.entry().is_some() && part.info(op).name == "llvm.func")?;
    let loc = part.loc(op);
    let (file, ..) = loc.file_line_col(cx)?;
    let mut files = vec![file.to_owned()];
    for &region in body.regions(Op::SELF) {
        for op in body.region_ops(region) {
            if let Some((file, ..)) = body.loc(op).file_line_col(cx)
                && !files.iter().any(|f| f == file)
            {
                files.push(file.to_owned());
            }
        }
    }
    Some(Plan { key: (index, op), loc, files })
}

fn quoted(part: &Body, text: &str) -> String {
    in_full(part.cx(), |w| _ = w.quoted(text))
}

fn subprogram(part: &Body, plan: &Plan, id: usize) -> String {
    let (_, op) = plan.key;
    let cx = part.cx();
    let name = quoted(part, symbol_name(part, op).map_or("", |name| cx.str(name)));
    let line = plan.loc.file_line_col(cx).map_or(0, |(_, line, _)| line);
    let file = format!("#llvm.di_file<{} in \"\">", quoted(part, &plan.files[0]));
    // Every function has a compile unit: it names the file of instructions without a location.
    let unit = format!(
        "#llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #llvm.di_file<\"strata\" in \"\">, \
         producer = \"strata\", isOptimized = true, emissionKind = DebugDirectivesOnly>"
    );
    format!(
        "#llvm.di_subprogram<id = distinct[{id}]<>, compileUnit = {unit}, scope = {file}, name = {name}, linkageName = {name}, \
         file = {file}, line = {line}, scopeLine = {line}, subprogramFlags = \"Definition|Optimized\", \
         type = #llvm.di_subroutine_type<>>"
    )
}
