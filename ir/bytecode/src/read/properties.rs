//! Properties of ops: inherent attributes, without names.

use strata_core::{Attr, OpInfo, num::ApInt};

use super::{
    cursor::{Cursor, ReadResult},
    entries::Entries,
};
use crate::{
    PropertyForm,
    format::since,
    write::plan::{Plan, Target},
};

/// Decodes the properties of an op into where the attributes are kept.
pub(super) fn read<'f>(
    e: &mut Entries<'f>,
    info: &'static OpInfo,
    plan: &Plan,
    c: Cursor<'f>,
) -> ReadResult<Vec<(Target, Attr)>> {
    if plan.properties.iter().any(|p| p.form == PropertyForm::Newer)
        && let Ok(without) = read_all(e, info, plan, c.clone(), false)
    {
        return Ok(without);
    }
    read_all(e, info, plan, c, true)
}

/// Decodes the properties; `newer` tells whether the file has those that were added later.
fn read_all<'f>(
    e: &mut Entries<'f>,
    info: &'static OpInfo,
    plan: &Plan,
    mut c: Cursor<'f>,
    newer: bool,
) -> ReadResult<Vec<(Target, Attr)>> {
    let mut out = Vec::with_capacity(plan.properties.len());
    let sparse = e.version >= since::SPARSE_SEGMENTS;
    for p in &plan.properties {
        let attr = match p.form {
            PropertyForm::Segments if sparse => continue,
            PropertyForm::Required | PropertyForm::Segments => {
                let index = c.varint()?;
                Some(e.attr(index, &c, 0)?.0)
            }
            PropertyForm::Newer if !newer => continue,
            PropertyForm::Optional | PropertyForm::Newer => match c.varint_flag()? {
                (index, true) => Some(e.attr(index, &c, 0)?.0),
                _ => None,
            },
            PropertyForm::Unknown if c.at_end() => None,
            PropertyForm::Unknown => match (c.varint_flag()?, p.target) {
                ((_, true), Target::Extra(name)) => {
                    return Err(c.error(format!("the property '{name}' of '{}' is not supported", info.name)));
                }
                _ => None,
            },
            PropertyForm::Integer(width) => {
                let value = c.varint()?;
                Some(integer(e, width, value))
            }
            PropertyForm::Flag => (c.byte()? != 0).then(|| e.cx.unit()),
        };
        out.extend(attr.map(|a| (p.target, a)));
    }
    for p in plan.properties.iter().filter(|p| sparse && p.form == PropertyForm::Segments) {
        out.push((p.target, sparse_array(e, p.groups, &mut c)?));
    }
    if !c.at_end() {
        let name = info.name;
        return Err(c.error(format!("unexpected trailing bytes after the properties of '{name}'")));
    }
    Ok(out)
}

fn integer(e: &Entries<'_>, width: u32, value: u64) -> Attr {
    let ty = e.cx.int_type(width);
    e.cx.attr(strata_core::IntegerAttr { value: ApInt::from_u64(width, value), ty })
}

/// The sizes of groups: all of them, or those that are not zero with their positions.
fn sparse_array(e: &Entries<'_>, groups: usize, c: &mut Cursor<'_>) -> ReadResult<Attr> {
    let mut sizes = vec![0i32; groups];
    let (n, sparse) = c.varint_flag()?;
    let n = c.checked_count(n)?;
    let bits = if sparse && n != 0 { c.varint()? } else { 0 };
    if bits > 8 {
        return Err(c.error("reading sparse array with an indexing above 8 bits"));
    }
    for i in 0..n {
        let v = c.varint()?;
        let (index, value) = if sparse { ((v & ((1 << bits) - 1)) as usize, v >> bits) } else { (i, v) };
        match (sizes.get_mut(index), i32::try_from(value)) {
            (Some(size), Ok(value)) => *size = value,
            _ => return Err(c.error("the sizes of groups do not fit the op")),
        }
    }
    Ok(e.cx.i32_array(&sizes))
}
