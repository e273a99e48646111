//! The text of the parameters that types and attributes share, read.

use strata_ir::prelude::*;

use crate::attr_wrapper::unwrap;

/// An attribute inside of another, which can be one of another dialect.
pub(crate) fn inner_attr(p: &mut Parser<'_>) -> PResult<Attr> {
    p.nested(|p| {
        let attr = p.attr()?;
        Ok(unwrap(p.cx(), attr))
    })
}

/// `name = ` before a parameter.
pub(crate) fn key(p: &mut Parser<'_>, name: &str) -> PResult<()> {
    p.expect(name)?;
    p.expect("=")
}
