//! Texts that errors have in common.

use strata_ir::prelude::{AsmWriter, Context, Diagnostic, Type};

/// Words of the errors that are the interpreter's, not the program's.
pub(crate) const UNSUPPORTED: &str = "is not supported by the interpreter";
pub(crate) const NOT_INTERPRETED: &str = "not interpreted";
pub(crate) const TOO_LONG: &str = "takes more than";
pub(crate) const TOO_LARGE: &str = "makes a value of more than";

/// Whether an error says what the interpreter lacks or limits, rather than what is wrong with the program.
pub fn is_limit(error: &Diagnostic) -> bool {
    [UNSUPPORTED, NOT_INTERPRETED, TOO_LONG, TOO_LARGE].iter().any(|words| error.message.contains(words))
}

/// A type as text.
pub(crate) fn type_text(cx: &Context, ty: Type) -> String {
    let mut out = String::new();
    AsmWriter::new(cx, &mut out).ty(ty);
    out
}
