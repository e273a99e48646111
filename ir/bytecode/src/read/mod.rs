//! Reading: bytes to a [`Body`].

use std::sync::Arc;

use strata_core::{Body, Context, Diagnostic, FileLineColLoc, Location};

mod cursor;
mod deferred;
mod entries;
mod heads;
mod ops;
mod parallel;
mod places;
mod properties;
pub(crate) mod resources;
mod sections;
mod use_lists;

pub use cursor::{Cursor, ReadError, ReadResult};
pub use entries::EntryReader;

use crate::{
    Conversion,
    format::{CURRENT_VERSION, MAGIC, is_bytecode, section},
};
use cursor::Place;

/// How to read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// Do not verify what was read.
    pub skip_verify: bool,
}

/// The header of a file, before its sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'f> {
    /// Version of the format.
    pub version: u64,
    /// The name of the program that wrote it.
    pub producer: &'f str,
}

/// The location of a whole file.
fn file_location(cx: &Context, name: &str) -> Location {
    Location::from_attr(cx.attr(FileLineColLoc { file: cx.intern(name), start: (0, 0), end: (0, 0) }))
}

fn diagnostic(cx: &Context, name: &str, e: ReadError) -> Vec<Diagnostic> {
    let (message, place) = *e.0;
    vec![match place {
        Place::Byte(offset) => {
            Diagnostic::error(file_location(cx, name), format!("{message} (at byte {offset})"))
        }
        Place::Op(loc) => Diagnostic::error(loc, message),
    }]
}

/// The header of a bytecode file.
pub fn read_header<'f>(cx: &Context, name: &str, bytes: &'f [u8]) -> Result<Header<'f>, Vec<Diagnostic>> {
    header(&mut Cursor::new(bytes, 0)).map_err(|e| diagnostic(cx, name, e))
}

fn header<'f>(c: &mut Cursor<'f>) -> ReadResult<Header<'f>> {
    if !is_bytecode(c.take(MAGIC.len() as u64)?) {
        return Err(c.error("input buffer is not an MLIR bytecode file"));
    }
    let version = c.varint()?;
    let Ok(producer) = std::str::from_utf8(c.cstr()?) else {
        return Err(c.error("the producer is not UTF-8"));
    };
    if version > CURRENT_VERSION {
        return Err(c.error(format!(
            "bytecode version {version} is newer than the current version {CURRENT_VERSION}, produced by {producer}"
        )));
    }
    Ok(Header { version, producer })
}

/// Reads a module: one `builtin.module`, or ops that are put into one.
///
/// `name` is the file name for locations of errors. Errors in the bytes and of the verifier come back as diagnostics.
pub fn read_module(
    cx: &Arc<Context>,
    name: &str,
    bytes: &[u8],
    options: ReadOptions,
) -> Result<Box<Body>, Vec<Diagnostic>> {
    match module(cx, name, bytes, None).map_err(|e| diagnostic(cx, name, e))? {
        Some(body) => verified(body, options),
        // Only a conversion can have nothing to do with a file.
        None => Err(vec![Diagnostic::error(file_location(cx, name), "the file was not read")]),
    }
}

/// As [`read_module`], with every op converted as it is read; `None` when the conversion is not for this file.
pub fn read_converted(
    cx: &Arc<Context>,
    name: &str,
    bytes: &[u8],
    conversion: &dyn Conversion,
    options: ReadOptions,
) -> Result<Option<Box<Body>>, Vec<Diagnostic>> {
    match module(cx, name, bytes, Some(conversion)).map_err(|e| diagnostic(cx, name, e))? {
        Some(body) => verified(body, options).map(Some),
        None => Ok(None),
    }
}

fn verified(body: Box<Body>, options: ReadOptions) -> Result<Box<Body>, Vec<Diagnostic>> {
    let errors = if options.skip_verify { Vec::new() } else { body.verify() };
    if errors.is_empty() { Ok(body) } else { Err(errors) }
}

/// The module; `None` when the conversion is not for this file.
fn module<'f>(
    cx: &'f Arc<Context>,
    name: &str,
    bytes: &'f [u8],
    conversion: Option<&'f dyn Conversion>,
) -> ReadResult<Option<Box<Body>>> {
    let mut c = Cursor::new(bytes, 0);
    let Header { version, .. } = header(&mut c)?;
    let mut found: [Option<Cursor<'_>>; section::COUNT] = Default::default();
    while !c.at_end() {
        let (id, data) = c.section()?;
        if found[usize::from(id)].replace(data).is_some() {
            return Err(c.error(format!("duplicate top-level section: {}", section_name(id))));
        }
    }
    let mut need = |id: u8| {
        let missing = format!("missing data for top-level section: {}", section_name(id));
        found[usize::from(id)].take().ok_or_else(|| c.error(missing))
    };
    let strings = sections::strings(need(section::STRING)?)?;
    let (dialect, offsets) = (need(section::DIALECT)?, need(section::ATTR_TYPE_OFFSET)?);
    let (data, ir) = (need(section::ATTR_TYPE)?, need(section::IR)?);
    let mut names = sections::dialects(dialect, version, &strings)?;
    if conversion.is_some_and(|c| !c.fits(&mut names.full_names())) {
        return Ok(None);
    }
    let mut entries = sections::entries(cx, version, strings, &mut names, offsets, data)?;
    entries.conversion = conversion;
    entries.growth = 64 * bytes.len() as u64 + (64 << 20);
    if let Ok(at) = need(section::RESOURCE_OFFSET) {
        let data = need(section::RESOURCE).unwrap_or(Cursor::new(&[], bytes.len()));
        resources::read(&mut entries, at, data)?;
    }
    let properties = match need(section::PROPERTIES) {
        Ok(c) => sections::properties(c)?,
        Err(_) => Vec::new(),
    };
    let heads = heads::Heads::new(names.ops, properties, conversion);
    ops::Reader::new(entries, heads, bytes.len(), file_location(cx, name)).module(ir).map(Some)
}

fn section_name(id: u8) -> &'static str {
    const NAMES: [&str; section::COUNT] = [
        "String (0)",
        "Dialect (1)",
        "AttrType (2)",
        "AttrTypeOffset (3)",
        "IR (4)",
        "Resource (5)",
        "ResourceOffset (6)",
        "DialectVersions (7)",
        "Properties (8)",
    ];
    NAMES.get(usize::from(id)).copied().unwrap_or("unknown")
}
