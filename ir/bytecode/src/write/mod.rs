//! Writing: a [`Body`] to bytes.
//!
//! Two walks over the ops: the first finds all attributes, types and names and counts their uses, the second writes.

use std::sync::Arc;

use strata_core::{AsmWriter, Attr, Body, Context, Diagnostic, ExternalResource, Op, Type};

mod entry;
mod ir;
mod numbering;
pub(crate) mod plan;

pub use entry::EntryWriter;

use crate::{
    CURRENT_VERSION, Emitter,
    codec::codec_of,
    format::{MAGIC, section, since},
    read::resources::kind,
};
use numbering::{Numbering, Numbers};

/// How to write.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// Version of the format, at most [`CURRENT_VERSION`].
    pub version: u64,
    /// The name of the writing program.
    pub producer: String,
    /// Declare resources without their bytes.
    pub elide_resources: bool,
}

impl Default for WriteOptions {
    fn default() -> Self {
        let producer = concat!("Strata", env!("CARGO_PKG_VERSION")).to_owned();
        Self { version: CURRENT_VERSION, producer, elide_resources: false }
    }
}

/// The bytes of the op of `body`, usually a module.
pub fn write_module(body: &Body, options: &WriteOptions) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let version = options.version;
    if version > CURRENT_VERSION {
        let m = format!("unsupported version requested {version}, must be in range [0, {CURRENT_VERSION}]");
        return Err(vec![Diagnostic::error(body.loc(Op::SELF), m)]);
    }
    let cx = body.cx_arc().clone();
    let mut w = Writer { cx, version, numbers: Numbering::default(), plans: Default::default() };
    w.collect(body);
    w.numbers.finish();
    let mut out = Emitter::default();
    out.out.extend_from_slice(&MAGIC);
    out.varint(version);
    out.cstr(options.producer.as_bytes());
    let (ir, properties) = w.ir(body);
    let (data, offsets) = w.entries();
    let dialects = w.dialects();
    let (resource_offsets, resources) = w.resources(options.elide_resources);
    out.section(section::DIALECT, &dialects);
    out.section(section::ATTR_TYPE_OFFSET, &offsets);
    out.section(section::ATTR_TYPE, &data);
    out.section(section::IR, &ir);
    if !resource_offsets.is_empty() {
        out.section(section::RESOURCE_OFFSET, &resource_offsets);
        out.aligned_section(section::RESOURCE, &resources.0, resources.1);
    }
    out.section(section::STRING, &w.strings());
    if version >= since::PROPERTIES {
        out.section(section::PROPERTIES, &properties);
    }
    Ok(out.out)
}

/// The alignment of bytes of which none is known.
const DEFAULT_ALIGN: u32 = 16;
/// No file is made large by alignment alone.
const MOST_ALIGN: u32 = 1 << 16;

struct Writer {
    cx: Arc<Context>,
    version: u64,
    numbers: Numbering,
    plans: rustc_hash::FxHashMap<usize, plan::Plan>,
}

impl Writer {
    /// Writes attribute `attr` in its binary form; `false` when it has none.
    fn encode_attr(&mut self, attr: Attr, dialect: u32, out: &mut Emitter, collecting: bool) -> bool {
        let Some(codec) = codec_of(&self.cx, &self.numbers.dialects[dialect as usize]) else { return false };
        let mut w = EntryWriter { numbers: &mut self.numbers, out, collecting, version: self.version };
        (codec.write_attr)(&self.cx, attr, &mut w)
    }
    fn encode_type(&mut self, ty: Type, dialect: u32, out: &mut Emitter, collecting: bool) -> bool {
        let Some(codec) = codec_of(&self.cx, &self.numbers.dialects[dialect as usize]) else { return false };
        let mut w = EntryWriter { numbers: &mut self.numbers, out, collecting, version: self.version };
        (codec.write_type)(&self.cx, ty, &mut w)
    }

    /// Collects the entries that the ops use, and their nested entries.
    fn collect(&mut self, body: &Body) {
        self.collect_ops(body);
        let cx = self.cx.clone();
        let (mut attr, mut ty) = (0, 0);
        let mut scratch = Emitter::default();
        loop {
            scratch.out.clear();
            if let Some(&(a, ..)) = self.numbers.attrs.list.get(attr) {
                let dialect = self.numbers.dialect_of_attr(&cx, a);
                self.numbers.attrs.list[attr].2 = dialect;
                self.encode_attr(a, dialect, &mut scratch, true);
                attr += 1;
            } else if let Some(&(t, ..)) = self.numbers.types.list.get(ty) {
                let dialect = self.numbers.dialect_of_type(&cx, t);
                self.numbers.types.list[ty].2 = dialect;
                self.encode_type(t, dialect, &mut scratch, true);
                ty += 1;
            } else {
                break;
            }
        }
    }

    /// Attributes and types, and the table of their sizes.
    fn entries(&mut self) -> (Vec<u8>, Vec<u8>) {
        let cx = self.cx.clone();
        let (mut data, mut sizes) = (Emitter::default(), Emitter::default());
        sizes.varint(self.numbers.attrs.list.len() as u64);
        sizes.varint(self.numbers.types.list.len() as u64);
        let attrs: Numbers<Attr> =
            Numbers { index: Default::default(), list: self.numbers.attrs.list.clone() };
        table(&attrs, &mut data, &mut sizes, |a, d, out| {
            self.encode_attr(a, d, out, false) || {
                text(&cx, out, |w| _ = w.attr(a));
                false
            }
        });
        let types: Numbers<Type> =
            Numbers { index: Default::default(), list: self.numbers.types.list.clone() };
        table(&types, &mut data, &mut sizes, |t, d, out| {
            self.encode_type(t, d, out, false) || {
                text(&cx, out, |w| _ = w.ty(t));
                false
            }
        });
        (data.out, sizes.out)
    }

    /// Dialects and op names.
    fn dialects(&mut self) -> Vec<u8> {
        let mut out = Emitter::default();
        let names = self.numbers.dialects.clone();
        out.varint(names.len() as u64);
        for name in &names {
            let n = self.numbers.string(name.as_bytes());
            if self.version < since::DIALECT_VERSIONS { out.varint(n) } else { out.varint_flag(n, false) }
        }
        let ops = std::mem::take(&mut self.numbers.ops);
        if self.version >= since::ELIDED_ARG_LOCATIONS {
            out.varint(ops.len() as u64);
        }
        for group in ops.chunk_by(|a, b| a.1 == b.1) {
            out.varint(u64::from(group[0].1));
            out.varint(group.len() as u64);
            for (name, _, registered) in group {
                let rest = name.split_once('.').map_or("", |(_, r)| r);
                let n = self.numbers.string(rest.as_bytes());
                if self.version < since::PROPERTIES { out.varint(n) } else { out.varint_flag(n, *registered) }
            }
        }
        out.out
    }

    /// The resources of the builtin dialect and of other tools: the table of their sizes, their bytes, and the alignment
    /// of these.
    fn resources(&mut self, elide: bool) -> (Vec<u8>, (Vec<u8>, usize)) {
        let cx = self.cx.clone();
        let (mut table, mut data, mut most) = (Emitter::default(), Emitter::default(), 1);
        let keys = std::mem::take(&mut self.numbers.resources);
        let external = cx.external_resources();
        if keys.is_empty() && external.is_empty() {
            return (Vec::new(), (Vec::new(), 1));
        }
        let mut blob = |data: &mut Emitter, bytes: &[u8], align: u32| {
            let usual = align.is_power_of_two() && align <= MOST_ALIGN;
            let align = if usual { align as usize } else { 1 };
            most = most.max(align);
            data.varint(align as u64);
            data.varint(bytes.len() as u64);
            data.align(align);
            data.out.extend_from_slice(bytes);
        };
        table.varint(external.len() as u64);
        for (group, entries) in &external {
            table.varint(self.numbers.string(group.as_bytes()));
            table.varint(entries.len() as u64);
            for (key, value) in entries {
                let start = data.out.len();
                let kind = match value {
                    _ if elide => kind::BLOB,
                    ExternalResource::Bool(v) => {
                        data.byte(u8::from(*v));
                        kind::BOOL
                    }
                    ExternalResource::Text(text) => {
                        data.varint(self.numbers.string(text));
                        kind::STRING
                    }
                    ExternalResource::Bytes(all) => {
                        let (align, bytes) = all.split_first_chunk().unwrap_or((&[1, 0, 0, 0], &[]));
                        blob(&mut data, bytes, u32::from_le_bytes(*align));
                        kind::BLOB
                    }
                };
                self.resource(&mut table, key, data.out.len() - start, kind);
            }
        }
        if !keys.is_empty() {
            table.varint(u64::from(self.numbers.dialect("builtin")));
            table.varint(keys.len() as u64);
        }
        for key in keys {
            let start = data.out.len();
            if let Some(bytes) = cx.resource(key).filter(|_| !elide) {
                blob(&mut data, &bytes, cx.resource_alignment(key).unwrap_or(DEFAULT_ALIGN));
            }
            self.resource(&mut table, cx.str(key), data.out.len() - start, kind::BLOB);
        }
        (table.out, (data.out, most))
    }
    /// The row of a resource.
    fn resource(&mut self, table: &mut Emitter, key: &str, size: usize, kind: u8) {
        table.varint(self.numbers.string(key.as_bytes()));
        table.varint(size as u64);
        table.byte(kind);
    }

    fn strings(&self) -> Vec<u8> {
        let mut out = Emitter::default();
        let list = &self.numbers.string_list;
        out.varint(list.len() as u64);
        list.iter().rev().for_each(|s| out.varint(s.len() as u64 + 1));
        list.iter().for_each(|s| out.cstr(s));
        out.out
    }
}

/// Writes all entries with `encode`, which says whether it used the binary form, and their sizes by dialect.
fn table<T: Copy + Eq + std::hash::Hash>(
    numbers: &Numbers<T>,
    data: &mut Emitter,
    sizes: &mut Emitter,
    mut encode: impl FnMut(T, u32, &mut Emitter) -> bool,
) {
    let mut start = 0;
    for (dialect, end) in numbers.groups() {
        sizes.varint(u64::from(dialect));
        sizes.varint((end - start) as u64);
        for &(value, ..) in &numbers.list[start..end] {
            let before = data.out.len();
            let custom = encode(value, dialect, data);
            sizes.varint_flag((data.out.len() - before) as u64, custom);
        }
        start = end;
    }
}

/// The text of an attribute or type, for want of a binary form.
fn text(cx: &Context, out: &mut Emitter, print: impl FnOnce(&mut AsmWriter<'_>)) {
    let mut text = String::new();
    print(&mut AsmWriter::new(cx, &mut text));
    out.cstr(text.as_bytes());
}
