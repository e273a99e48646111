//! The resources of dialects: bytes of large constants.

use strata_core::ExternalResource;

use super::{
    cursor::{Cursor, ReadResult},
    entries::Entries,
};

/// Kinds of resources.
pub(crate) mod kind {
    /// Bytes.
    pub const BLOB: u8 = 0;
    /// A byte that is 0 or 1.
    pub const BOOL: u8 = 1;
    /// The number of a string.
    pub const STRING: u8 = 2;
}

/// Reads all resources. They are kept in the context: those of the builtin dialect under their keys, those of other
/// tools, such as pass pipelines, by group.
pub(super) fn read<'f>(e: &mut Entries<'f>, mut at: Cursor<'f>, mut data: Cursor<'f>) -> ReadResult<()> {
    if at.at_end() {
        return Ok(());
    }
    for _ in 0..at.count()? {
        let index = at.varint()?;
        let group = e.text(index, &at)?;
        for _ in 0..at.count()? {
            let (key, kind, mut entry) = next(e, &mut at, &mut data)?;
            if let Some(value) = external(e, kind, &mut entry)? {
                e.cx.add_external_resource(group, key.to_owned(), value);
            }
        }
    }
    while !at.at_end() {
        let dialect = at.varint()?;
        let Some(&name) = e.dialects.get(usize::try_from(dialect).unwrap_or(usize::MAX)) else {
            return Err(at.error(format!("invalid dialect index: {dialect}")));
        };
        if name != "builtin" {
            return Err(at.error(format!("unexpected resource section for dialect '{name}'")));
        }
        for _ in 0..at.count()? {
            let (key, kind, mut entry) = next(e, &mut at, &mut data)?;
            let key = e.cx.intern(key);
            e.resources.push(key);
            if entry.at_end() {
                // Only declared: the bytes were left out.
                continue;
            }
            if kind != kind::BLOB {
                return Err(entry.error("expected a blob resource entry"));
            }
            let (align, bytes) = blob(&mut entry)?;
            e.cx.set_aligned_resource(key, bytes.into(), align);
        }
    }
    Ok(())
}

/// The key, the kind and the data of the next resource.
fn next<'f>(
    e: &Entries<'f>,
    at: &mut Cursor<'f>,
    data: &mut Cursor<'f>,
) -> ReadResult<(&'f str, u8, Cursor<'f>)> {
    let index = at.varint()?;
    let (key, size, kind) = (e.text(index, at)?, at.varint()?, at.byte()?);
    Ok((key, kind, data.part(size)?))
}

/// The alignment of bytes, and the bytes.
fn blob<'f>(entry: &mut Cursor<'f>) -> ReadResult<(u32, &'f [u8])> {
    let (align, size) = (entry.varint()?, entry.varint()?);
    entry.align(align)?;
    match u32::try_from(align) {
        Ok(align) => Ok((align, entry.take(size)?)),
        Err(_) => Err(entry.error(format!("the alignment {align} does not fit in 32 bits"))),
    }
}

/// The value of a resource of another tool; `None` when only the key was written.
fn external<'f>(e: &Entries<'f>, kind: u8, entry: &mut Cursor<'f>) -> ReadResult<Option<ExternalResource>> {
    if entry.at_end() {
        return Ok(None);
    }
    Ok(Some(match kind {
        kind::BLOB => {
            let (align, bytes) = blob(entry)?;
            ExternalResource::Bytes(align.to_le_bytes().iter().chain(bytes).copied().collect())
        }
        kind::BOOL => ExternalResource::Bool(entry.byte()? != 0),
        kind::STRING => {
            let index = entry.varint()?;
            ExternalResource::Text(e.string(index, entry)?.to_vec())
        }
        _ => return Err(entry.error(format!("unknown kind of resource: {kind}"))),
    }))
}
