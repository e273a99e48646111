//! The passes.

use strata_emitc as emitc;
use strata_ir::{prelude::*, rewrite::conversion::TypeConverter};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    arith::ARITH,
    driver::{Dialect, convert},
    func::{FUNC, convert_functions},
    math::MATH,
    memref::MEMREF,
    scf::SCF,
    types::{with_index, with_memrefs},
};

/// Convert Arith dialect to EmitC dialect.
#[pass(name = "convert-arith-to-emitc", class = "ConvertArithToEmitC", produces = [emitc], each_body)]
pub struct ConvertArithToEmitC;

impl BodyPass for ConvertArithToEmitC {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(convert(body, with_index(TypeConverter::new()), &[ARITH], false, false)?)
    }
}

/// Convert SCF dialect to EmitC dialect, maintaining structured control flow.
#[pass(name = "convert-scf-to-emitc", class = "SCFToEmitC", produces = [emitc], each_body)]
pub struct ConvertScfToEmitC;

impl BodyPass for ConvertScfToEmitC {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(convert(body, with_index(TypeConverter::new()), &[SCF], false, false)?)
    }
}

/// Convert some Math operations to EmitC call_opaque operations.
///
/// Functions of `f32` and `f64` become calls of the library; other ops of the dialect stay.
#[pass(name = "convert-math-to-emitc", class = "ConvertMathToEmitC", produces = [emitc], each_body)]
pub struct ConvertMathToEmitC {
    /// Select the language standard target for callees (c99 or cpp11).
    #[option(default = String::from("c99"))]
    pub language_target: String,
}

impl BodyPass for ConvertMathToEmitC {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        if !matches!(self.language_target.as_str(), "c99" | "cpp11") {
            let message = format!("language-target={} is neither c99 nor cpp11", self.language_target);
            return Err(Diagnostic::error(body.loc(Op::SELF), message).into());
        }
        Ok(convert(body, TypeConverter::new(), &[MATH], self.language_target == "cpp11", false)?)
    }
}

/// Convert MemRef dialect to EmitC dialect.
#[pass(name = "convert-memref-to-emitc", class = "ConvertMemRefToEmitC", produces = [emitc], on = "builtin.module")]
pub struct ConvertMemRefToEmitC {
    /// Target C++ (true) instead of C (false)
    pub lower_to_cpp: bool,
}

impl BodyPass for ConvertMemRefToEmitC {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        each_body(body, &mut |body| {
            convert(body, with_memrefs(TypeConverter::new()), &[MEMREF], self.lower_to_cpp, false)
        })?;
        let names = if self.lower_to_cpp { ["cstdlib", "cstring"] } else { ["stdlib.h", "string.h"] };
        let uses = [calls(body, &["malloc", "aligned_alloc"]), calls(body, &["memcpy"])];
        include(body, names.into_iter().zip(uses).filter(|(_, used)| *used).map(|(name, _)| name));
        Ok(())
    }
}

/// Convert Func dialect to EmitC dialect.
#[pass(name = "convert-func-to-emitc", class = "ConvertFuncToEmitC", produces = [emitc], on = "builtin.module")]
pub struct ConvertFuncToEmitC;

impl BodyPass for ConvertFuncToEmitC {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        each_body(body, &mut convert_functions)?;
        Ok(each_body(body, &mut |body| convert(body, TypeConverter::new(), &[FUNC], false, false))?)
    }
}

/// Convert to EmitC dialect via dialect interfaces.
///
/// The dialects are `arith`, `func`, `memref` and `scf`.
#[pass(name = "convert-to-emitc", class = "ConvertToEmitC", produces = [emitc], on = "builtin.module")]
pub struct ConvertToEmitC {
    /// Test conversion patterns of only the specified dialects
    pub filter_dialects: Vec<String>,
}

impl BodyPass for ConvertToEmitC {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let all = [ARITH, FUNC, MEMREF, SCF];
        let wanted = |d: &&Dialect| {
            self.filter_dialects.is_empty() || self.filter_dialects.iter().any(|name| name == d.name)
        };
        for name in &self.filter_dialects {
            if !all.iter().any(|d| d.name == name) {
                let known = body.cx().dialect(name).is_some();
                let why = match known {
                    true => "dialect does not implement ConvertToEmitCPatternInterface",
                    false => "dialect not loaded",
                };
                return Err(Diagnostic::error(body.loc(Op::SELF), format!("{why}: {name}")).into());
            }
        }
        let dialects: Vec<Dialect> = all.iter().filter(wanted).copied().collect();
        let has = |name| dialects.iter().any(|d| d.name == name);
        if has("func") {
            each_body(body, &mut convert_functions)?;
        }
        Ok(each_body(body, &mut |body| {
            let mut types = TypeConverter::new();
            if has("arith") || has("scf") {
                types = with_index(types);
            }
            if has("memref") {
                types = with_memrefs(types);
            }
            let is_function = Op::SELF.isa::<emitc::FuncOp>(body);
            convert(body, types, &dialects, false, is_function)
        })?)
    }
}

/// Does the same to a body and all bodies in it.
fn each_body(
    body: &mut Body,
    f: &mut dyn FnMut(&mut Body) -> Result<(), Vec<Diagnostic>>,
) -> Result<(), Vec<Diagnostic>> {
    let mut errors = f(body).err().unwrap_or_default();
    for (_, child) in body.children_mut() {
        errors.extend(strata_ir::core::writer::deep(|| each_body(child, f)).err().unwrap_or_default());
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Whether a function of one of these names is called in a body or in one in it.
fn calls(body: &Body, names: &[&str]) -> bool {
    let here = body.all_ops().into_iter().any(|op| {
        let callee =
            op.as_op::<emitc::CallOpaqueOp>(body).map(|call| call.callee(body).get(body.cx()).as_str());
        callee.is_some_and(|callee| names.contains(&callee))
    });
    here || body.children().any(|(_, child)| strata_ir::core::writer::deep(|| calls(child, names)))
}

/// Includes files, where they are not, at the start of a module.
fn include<'n>(body: &mut Body, names: impl Iterator<Item = &'n str>) {
    let Some(block) = body.entry() else { return };
    let loc = body.loc(Op::SELF);
    let included: Vec<String> = body
        .block_ops(block)
        .filter_map(|op| op.as_op::<emitc::IncludeOp>(body))
        .filter(|include| include.is_standard_include(body).is_some())
        .map(|include| include.include(body).get(body.cx()).as_str().to_owned())
        .collect();
    let names: Vec<&str> = names.filter(|name| !included.iter().any(|i| i == name)).collect();
    let cx = body.cx_arc().clone();
    let mut b = Builder::at_start(body, block);
    b.set_cur_loc(loc);
    for name in names {
        emitc::IncludeOp::build(&mut b, cx.string_attr(name), Some(cx.unit()));
    }
}
