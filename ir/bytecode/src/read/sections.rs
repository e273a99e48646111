//! The sections that the IR refers to: strings, dialects and op names, offsets, properties.

use std::sync::Arc;

use strata_core::Context;

use super::{
    cursor::{Cursor, ReadResult},
    entries::{Entries, Entry},
    places::PlaceTable,
};
use crate::format::{section, since};

/// The strings: all lengths, the last one first, then all bytes.
pub(super) fn strings(mut c: Cursor<'_>) -> ReadResult<Vec<&[u8]>> {
    let n = c.count()?;
    let mut lengths = Vec::with_capacity(n);
    for _ in 0..n {
        lengths.push(c.varint()?);
    }
    let mut strings = Vec::with_capacity(n);
    for &length in lengths.iter().rev() {
        match c.take(length)? {
            [text @ .., 0] => strings.push(text),
            _ => return Err(c.error("malformed string section, no null character at the end of a string")),
        }
    }
    if !c.at_end() {
        return Err(c.error("unexpected trailing data between the offsets for strings and their data"));
    }
    Ok(strings)
}

/// The name of an op: its dialect and the rest. A name without a dot is all dialect.
#[derive(Clone)]
pub(super) struct OpName<'f> {
    pub dialect: &'f str,
    pub rest: &'f str,
    /// Whether the writer knew the op: only then its properties are in the order of the declaration.
    pub registered: bool,
}

/// The section of dialects.
pub(super) struct Names<'f> {
    pub dialects: Vec<&'f str>,
    pub ops: Vec<OpName<'f>>,
}

impl OpName<'_> {
    /// The whole name.
    pub(super) fn full(&self) -> String {
        match (self.dialect, self.rest) {
            (all, "") | ("", all) => all.to_owned(),
            (dialect, rest) => format!("{dialect}.{rest}"),
        }
    }
}

impl Names<'_> {
    /// The names of ops with their dialects.
    pub(super) fn full_names(&self) -> impl Iterator<Item = String> + '_ {
        self.ops.iter().map(OpName::full)
    }
}

/// Reads the dialects, whose versions are ignored, then the op names by dialect.
pub(super) fn dialects<'f>(mut c: Cursor<'f>, version: u64, strings: &[&'f [u8]]) -> ReadResult<Names<'f>> {
    let text = |c: &Cursor<'f>, index: u64| {
        let bytes = strings.get(usize::try_from(index).unwrap_or(usize::MAX)).copied();
        bytes
            .and_then(|b| std::str::from_utf8(b).ok())
            .ok_or_else(|| c.error(format!("invalid string index: {index}")))
    };
    let n = c.count()?;
    let mut dialects = Vec::with_capacity(n);
    for _ in 0..n {
        let v = c.varint()?;
        if version < since::DIALECT_VERSIONS {
            dialects.push(text(&c, v)?);
            continue;
        }
        dialects.push(text(&c, v >> 1)?);
        if v & 1 != 0 {
            let (id, _) = c.section()?;
            if id != section::DIALECT_VERSIONS {
                return Err(c.error("expected dialect version section"));
            }
        }
    }
    if version >= since::ELIDED_ARG_LOCATIONS {
        c.varint()?;
    }
    let mut ops = Vec::new();
    while !c.at_end() {
        let dialect = grouping(&mut c, &dialects)?;
        for _ in 0..c.count()? {
            let v = c.varint()?;
            let (index, registered) =
                if version >= since::PROPERTIES { (v >> 1, v & 1 != 0) } else { (v, true) };
            ops.push(OpName { dialect: dialects[dialect], rest: text(&c, index)?, registered });
        }
    }
    Ok(Names { dialects, ops })
}

/// The number of the dialect that a group of names or entries belongs to.
fn grouping(c: &mut Cursor<'_>, dialects: &[&str]) -> ReadResult<usize> {
    let index = c.varint()?;
    match usize::try_from(index) {
        Ok(i) if i < dialects.len() => Ok(i),
        _ => Err(c.error(format!("invalid dialect index: {index}"))),
    }
}

/// The table of attributes and types.
pub(super) fn entries<'f>(
    cx: &'f Arc<Context>,
    version: u64,
    strings: Vec<&'f [u8]>,
    names: &mut Names<'f>,
    mut c: Cursor<'f>,
    data: Cursor<'f>,
) -> ReadResult<Entries<'f>> {
    let (n_attrs, n_types) = (c.count()?, c.count()?);
    let mut start = 0;
    let attrs = group_list(&mut c, n_attrs, &names.dialects, &mut start, &data)?;
    let types = group_list(&mut c, n_types, &names.dialects, &mut start, &data)?;
    if !c.at_end() {
        return Err(c.error("unexpected trailing data in the Attribute/Type offset section"));
    }
    Ok(Entries {
        cx,
        version,
        strings,
        conversion: None,
        value_types: vec![None; types.len()],
        codecs: vec![None; names.dialects.len()],
        locations: vec![None; attrs.len()],
        places: PlaceTable::default(),
        dialects: std::mem::take(&mut names.dialects),
        data,
        attrs,
        types,
        resources: Vec::new(),
        growth: 0,
        last_name: None,
        distinct: 0,
    })
}

fn group_list<T>(
    c: &mut Cursor<'_>,
    n: usize,
    dialects: &[&str],
    start: &mut usize,
    data: &Cursor<'_>,
) -> ReadResult<Vec<Entry<T>>> {
    let mut list = Vec::with_capacity(n.min(c.remaining()));
    while list.len() < n {
        let dialect = grouping(c, dialects)?;
        let count = c.count()?;
        if count == 0 || count > n - list.len() {
            return Err(
                c.error("unexpected number of entries in a group of the Attribute/Type offset section")
            );
        }
        for _ in 0..count {
            let (size, custom) = c.varint_flag()?;
            if size > (data.remaining() - *start) as u64 {
                return Err(c.error("Attribute or Type entry offset points past the end of section"));
            }
            list.push(Entry::new(dialect as u32, custom, *start, size as usize));
            *start += size as usize;
        }
    }
    Ok(list)
}

/// The properties of ops, undecoded.
pub(super) fn properties(mut c: Cursor<'_>) -> ReadResult<Vec<Cursor<'_>>> {
    let n = c.count()?;
    let mut list = Vec::with_capacity(n);
    for _ in 0..n {
        let size = c.varint()?;
        list.push(c.part(size)?);
    }
    if !c.at_end() {
        return Err(c.error("unexpected trailing data in the properties section"));
    }
    Ok(list)
}
