//! Reading the data layout of an op.

use strata_ir::prelude::*;

use crate::{DataLayoutSpecAttr, Key};

/// The attribute of an op that has its data layout.
pub const DATA_LAYOUT: &str = "dlti.dl_spec";
/// The attribute of an op that describes the devices.
pub const TARGET_SYSTEM: &str = "dlti.target_system_spec";
/// The attribute of an op that has values of keys without a meaning to the dialect.
pub const MAP: &str = "dlti.map";

/// The specification of the op that `body` is the body of.
#[must_use]
pub fn spec(body: &Body) -> Option<&DataLayoutSpecAttr> {
    body.cx().attr_as(body.attr(Op::SELF, DATA_LAYOUT)?)
}

/// The width of `index` in bits in this op, if its data layout tells.
#[must_use]
pub fn index_bits(body: &Body) -> Option<u32> {
    let cx = body.cx();
    let width = spec(body)?.get(&Key::Type(cx.index()))?;
    cx.attr_i64(width).and_then(|bits| u32::try_from(bits).ok())
}
