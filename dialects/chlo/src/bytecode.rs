//! The binary forms of the attributes: comparisons have codes, the others are text as upstream.

use strata_bytecode::{Codec, EntryReader, EntryWriter, ReadResult, properties};
use strata_ir::prelude::*;

use crate::{ComparisonDirection, ComparisonType};

/// See the module documentation.
pub static CODEC: Codec = Codec {
    read_attr,
    read_type: |r| Err(r.error("the dialect 'chlo' has no types")),
    write_attr,
    write_type: |_, _, _| false,
    properties: |info| match info.name {
        // `is_stable` is part of it since 1.18.
        "chlo.top_k" => Some(properties!["^is_stable", "!k"]),
        _ => None,
    },
};

/// Codes of attributes.
mod code {
    pub const COMPARISON_DIRECTION: u64 = 0;
    pub const COMPARISON_TYPE: u64 = 1;
}

fn read_attr(r: &mut EntryReader<'_, '_>) -> ReadResult<Attr> {
    let (kind, cx) = (r.varint()?, r.cx());
    let (attr, n) = match kind {
        code::COMPARISON_DIRECTION => {
            let n = r.varint()?;
            (ComparisonDirection::ALL.get(usize::try_from(n).unwrap_or(usize::MAX)).map(|&v| cx.attr(v)), n)
        }
        code::COMPARISON_TYPE => {
            let n = r.varint()?;
            (ComparisonType::ALL.get(usize::try_from(n).unwrap_or(usize::MAX)).map(|&v| cx.attr(v)), n)
        }
        _ => return Err(r.error(format!("unknown chlo attribute code: {kind}"))),
    };
    attr.ok_or_else(|| r.error(format!("invalid value {n} of a comparison")))
}

fn write_attr(cx: &Context, attr: Attr, w: &mut EntryWriter<'_>) -> bool {
    if let Some(v) = cx.attr_as::<ComparisonDirection>(attr) {
        w.varint(code::COMPARISON_DIRECTION);
        w.varint(ComparisonDirection::ALL.iter().position(|x| x == v).unwrap_or(0) as u64);
    } else if let Some(v) = cx.attr_as::<ComparisonType>(attr) {
        w.varint(code::COMPARISON_TYPE);
        w.varint(ComparisonType::ALL.iter().position(|x| x == v).unwrap_or(0) as u64);
    } else {
        return false;
    }
    true
}
