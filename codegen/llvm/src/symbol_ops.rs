//! Helpers for the translation of symbols: names, kinds, texts and errors.

use strata_ir::core::{Body, Context, Op, Str, writer::AsmWriter};

use crate::error::{CodegenError, Diagnostic, Location, Severity};

/// The ops of a module.
pub(crate) fn symbols(part: &Body) -> impl Iterator<Item = Op> + '_ {
    part.entry().into_iter().flat_map(|block| part.block_ops(block))
}

pub(crate) fn symbol_name(part: &Body, op: Op) -> Option<Str> {
    let cx = part.cx();
    part.attr(op, "sym_name").and_then(|a| cx.attr_str(a)).map(|name| cx.intern(name))
}

/// Whether a function is called from the host.
pub(crate) fn is_kernel(part: &Body, op: Op) -> bool {
    ["nvvm.kernel", "gpu.kernel"].iter().any(|name| part.extra_attr(op, name).is_some())
}

pub(crate) fn is_definition(part: &Body, op: Op) -> bool {
    let has_body = part.child(op).is_some_and(|body| body.entry().is_some());
    // A global without a value is a declaration, unless it is local.
    has_body || part.attr(op, "value").is_some() || is_local(part, op)
}

/// Whether a symbol is not visible outside of its module.
fn is_local(part: &Body, op: Op) -> bool {
    let linkage = part.attr(op, "linkage").map(|a| in_full(part.cx(), |w| _ = w.attr(a))).unwrap_or_default();
    linkage.contains("<internal>") || linkage.contains("<private>")
}

/// Whether an op is a module of kernels, whose code is compiled for a device.
pub(crate) fn is_kernels(module: &Body, op: Op) -> bool {
    module.info(op).name == "gpu.module"
}

/// The error for an op that cannot be translated.
pub(crate) fn refuse(body: &Body, op: Op, why: &str) -> CodegenError {
    let message = format!("'{}' op {why}", body.op_name(op));
    let location = match body.loc(op).file_line_col(body.cx()) {
        Some((file, line, column)) => Location::File { file: file.to_owned(), line, column },
        None => Location::Unknown,
    };
    let diagnostics =
        vec![Diagnostic { severity: Severity::Error, location, message: message.clone(), notes: Vec::new() }];
    CodegenError::Builder { message, diagnostics }
}

/// The complete text of an attribute or type, which is abbreviated in messages.
pub(crate) fn in_full(cx: &Context, write: impl FnOnce(&mut AsmWriter<'_>)) -> String {
    let mut out = String::new();
    write(&mut AsmWriter::new(cx, &mut out));
    out
}
