//! Options of passes for one op: what a tuner found for a function.
//!
//! The attribute [`SCHEDULE_ATTR`] of an isolated op is the text of a pipeline. Passes that read it run on the op's body with the options that
//! this text has for them, in place of their own.
//!
//! ```mlir
//! func.func private @main_kernel(%x: memref<64xf32>) attributes {strata.schedule = "linalg-vectorize{vector-bits=256}"}
//! ```

use strata_core::{Body, Diagnostic, Op, StringAttr};

use crate::{PassDef, PassError, pipeline::parse_pipeline};

/// The attribute with options of passes for an op.
pub const SCHEDULE_ATTR: &str = "strata.schedule";

/// A pass with the options that the op of `body` has for it.
///
/// # Errors
/// If the attribute is no pipeline, or the pass has no such option.
pub fn scheduled<P: PassDef + Clone>(pass: &P, body: &Body) -> Result<P, PassError> {
    let cx = body.cx();
    let Some(attr) = body.attr(Op::SELF, SCHEDULE_ATTR) else { return Ok(pass.clone()) };
    let fail = |why: String| {
        PassError::from(Diagnostic::error(
            body.loc(Op::SELF),
            format!("the {SCHEDULE_ATTR} of this op {why}"),
        ))
    };
    let text = cx.attr_as::<StringAttr>(attr).ok_or_else(|| fail("is no string".to_owned()))?;
    let elements = parse_pipeline(text.as_str()).map_err(|e| fail(format!("is no pipeline: {e}")))?;
    let own = elements.iter().filter(|element| element.name == P::INFO.name).flat_map(|e| &e.options);
    let own: Vec<(String, String)> = own.cloned().collect();
    if own.is_empty() {
        return Ok(pass.clone());
    }
    let is_own = |name: &str| own.iter().any(|option| option.0 == name);
    let usual = pass.print().into_iter().filter(|option| !is_own(option.0));
    let mut options: Vec<(String, String)> = usual.map(|(name, value)| (name.to_owned(), value)).collect();
    options.extend(own.iter().cloned());
    P::parse(&options).map_err(|why| fail(format!("cannot be used by {}: {why}", P::INFO.name)))
}
