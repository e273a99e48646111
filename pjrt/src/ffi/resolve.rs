//! Custom calls of registered targets become calls of routines, one for each call of a program.

use std::sync::Arc;

use strata_driver::{Call, Error as CompileError, ErrorKind, Program, Routine};
use strata_ir::prelude::*;

use super::call_site::CallSite;
use super::{registry, routine};
use crate::error::{Error, Result};

/// Attributes of a call that only its handler needs.
const READ: [&str; 6] = [
    "api_version",
    "backend_config",
    "mhlo.backend_config",
    "operand_layouts",
    "result_layouts",
    "output_operand_aliases",
];

/// Gives each custom call whose target was registered a target of its own, and returns the routines that serve these. The names depend on
/// the program only, so that its code is the same each time.
///
/// # Errors
/// If a call does not fit its handler, with its location, or a handler reports an error.
pub(crate) fn resolve(program: &mut Program) -> Result<Vec<(String, Arc<Routine>)>> {
    let mut routines: Vec<(String, Arc<Routine>)> = Vec::new();
    let module = program.module_mut();
    let functions: Vec<Op> = module.children().map(|(op, _)| op).collect();
    for function in functions {
        let Some(body) = module.child_mut(function) else { continue };
        let calls: Vec<Op> = body.all_ops().into_iter().filter(|&op| is_custom_call(body, op)).collect();
        for op in calls {
            let cx = body.cx_arc().clone();
            let target = body.attr(op, "call_target_name").and_then(|a| cx.attr_str(a)).unwrap_or("");
            let Some(handler) = registry::find(target) else { continue };
            let located = |why: &str| {
                let diagnostic = Diagnostic::error(body.loc(op), format!("custom call '{target}' {why}"));
                Error::from(CompileError::diagnostics(&cx, ErrorKind::Program, &[diagnostic]))
            };
            let site = CallSite::read(body, op, target, handler).map_err(|why| located(&why))?;
            site.instantiate().map_err(|error| {
                let text = located(&format!("failed to instantiate: {}", error.message()));
                Error::with_code(error.code(), text.message())
            })?;
            let name = format!("xla_ffi_call.{}", routines.len());
            body.set_attr(op, "call_target_name", Some(cx.string_attr(&name)));
            READ.iter().for_each(|attr| body.set_attr(op, attr, None));
            routines.push((name, Arc::new(move |call: &mut Call<'_>| routine::call(&site, call))));
        }
    }
    Ok(routines)
}

fn is_custom_call(b: &Body, op: Op) -> bool {
    let info = b.info(op);
    info.dialect() == "stablehlo" && info.mnemonic() == "custom_call"
}
