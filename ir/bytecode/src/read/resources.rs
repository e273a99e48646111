//! The resources of dialects: bytes of large constants.

use super::{
    cursor::{Cursor, ReadResult},
    entries::Entries,
};

/// Kinds of resources.
const BLOB: u8 = 0;

/// Reads all resources. Those of the builtin dialect are kept in the context, under their keys.
pub(super) fn read<'f>(e: &mut Entries<'f>, mut at: Cursor<'f>, mut data: Cursor<'f>) -> ReadResult<()> {
    if at.at_end() {
        return Ok(());
    }
    // Groups of the tools, such as pass pipelines; nobody here reads them.
    for _ in 0..at.count()? {
        at.varint()?;
        group(e, &mut at, &mut data, false)?;
    }
    while !at.at_end() {
        let dialect = at.varint()?;
        let Some(&name) = e.dialects.get(usize::try_from(dialect).unwrap_or(usize::MAX)) else {
            return Err(at.error(format!("invalid dialect index: {dialect}")));
        };
        if name != "builtin" {
            return Err(at.error(format!("unexpected resource section for dialect '{name}'")));
        }
        group(e, &mut at, &mut data, true)?;
    }
    Ok(())
}

fn group<'f>(e: &mut Entries<'f>, at: &mut Cursor<'f>, data: &mut Cursor<'f>, keep: bool) -> ReadResult<()> {
    for _ in 0..at.count()? {
        let index = at.varint()?;
        let (key, size, kind) = (e.text(index, at)?, at.varint()?, at.byte()?);
        let mut entry = data.part(size)?;
        if !keep {
            continue;
        }
        let key = e.cx.intern(key);
        e.resources.push(key);
        if entry.at_end() {
            // Only declared: the bytes were left out.
            continue;
        }
        if kind != BLOB {
            return Err(entry.error("expected a blob resource entry"));
        }
        let align = entry.varint()?;
        let size = entry.varint()?;
        entry.align(align)?;
        let bytes = entry.take(size)?;
        e.cx.set_resource(key, bytes.into());
    }
    Ok(())
}
