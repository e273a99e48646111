//! Builtin attributes, written.

use std::borrow::Cow;

use smallvec::SmallVec;
use strata_core::{
    ArrayAttr, Attr, CallSiteLoc, Context, DenseArrayAttr, DenseElementsAttr, DenseResourceAttr,
    DenseStringElementsAttr, DictionaryAttr, DistinctAttr, FileLineColLoc, FloatAttr, FusedLoc, IntegerAttr,
    NameLoc, SparseElementsAttr, Str, StringAttr, SymbolRefAttr, TypeAttr, UnknownLoc,
};

use super::attr as code;
use crate::EntryWriter;

pub(super) fn write(cx: &Context, attr: Attr, w: &mut EntryWriter<'_>) -> bool {
    if let Some(a) = cx.attr_as::<StringAttr>(attr) {
        w.varint(if a.ty.is_none() { code::STRING } else { code::STRING_WITH_TYPE });
        w.string(&a.value);
        if let Some(t) = a.ty {
            w.ty(t);
        }
    } else if let Some(a) = cx.attr_as::<IntegerAttr>(attr) {
        w.varint(code::INTEGER);
        w.ty(a.ty);
        w.apint(&a.value);
    } else if let Some(a) = cx.attr_as::<FloatAttr>(attr) {
        w.varint(code::FLOAT);
        w.ty(a.ty);
        w.float_bits(a.bits, cx.bit_width(a.ty).unwrap_or(64));
    } else if let Some(a) = cx.attr_as::<FileLineColLoc>(attr) {
        file_location(cx, a, w);
    } else if let Some(a) = cx.attr_as::<ArrayAttr>(attr) {
        w.varint(code::ARRAY);
        w.list(&a.0, |w, &a| w.attr(a));
    } else if let Some(a) = cx.attr_as::<DictionaryAttr>(attr) {
        w.varint(code::DICTIONARY);
        w.list(a.entries(), |w, &(name, value)| {
            w.attr(string(cx, name));
            w.attr(value);
        });
    } else if let Some(a) = cx.attr_as::<SymbolRefAttr>(attr) {
        w.varint(if a.nested.is_empty() { code::FLAT_SYMBOL_REF } else { code::SYMBOL_REF });
        w.attr(string(cx, a.root));
        if !a.nested.is_empty() {
            let flat = |root| cx.attr(SymbolRefAttr { root, nested: SmallVec::new() });
            w.list(&a.nested, |w, &n| w.attr(flat(n)));
        }
    } else if let Some(a) = cx.attr_as::<TypeAttr>(attr) {
        w.varint(code::TYPE);
        w.ty(a.0);
    } else if attr == cx.unit() {
        w.varint(code::UNIT);
    } else if let Some(a) = cx.attr_as::<DenseElementsAttr>(attr) {
        w.varint(code::DENSE_INT_OR_FP);
        w.ty(a.ty);
        w.blob(&dense_raw(cx, a));
    } else if let Some(a) = cx.attr_as::<DenseStringElementsAttr>(attr) {
        w.varint(code::DENSE_STRING);
        w.ty(a.ty);
        w.varint(u64::from(a.values.len() == 1));
        for value in &a.values {
            w.string(value);
        }
    } else if let Some(a) = cx.attr_as::<DenseArrayAttr>(attr) {
        w.varint(code::DENSE_ARRAY);
        w.ty(a.elem);
        w.varint(a.values.len() as u64);
        let bytes = cx.bit_width(a.elem).unwrap_or(64).div_ceil(8).min(8) as usize;
        let raw: Vec<u8> = a.values.iter().flat_map(|v| v.to_le_bytes().into_iter().take(bytes)).collect();
        w.blob(&raw);
    } else if let Some(a) = cx.attr_as::<CallSiteLoc>(attr) {
        w.varint(code::CALL_SITE_LOC);
        w.attr(a.callee.to_attr(cx));
        w.attr(a.caller.to_attr(cx));
    } else if let Some(a) = cx.attr_as::<FusedLoc>(attr) {
        w.varint(if a.metadata.is_none() { code::FUSED_LOC } else { code::FUSED_LOC_WITH_METADATA });
        w.list(&a.locations, |w, l| w.attr(l.to_attr(cx)));
        if let Some(m) = a.metadata {
            w.attr(m);
        }
    } else if let Some(a) = cx.attr_as::<NameLoc>(attr) {
        w.varint(code::NAME_LOC);
        w.attr(string(cx, a.name));
        w.attr(a.child.to_attr(cx));
    } else if cx.attr_as::<UnknownLoc>(attr).is_some() {
        w.varint(code::UNKNOWN_LOC);
    } else if let Some(a) = cx.attr_as::<DenseResourceAttr>(attr) {
        w.varint(code::DENSE_RESOURCE);
        w.ty(a.ty);
        w.resource(a.key);
    } else if let Some(a) = cx.attr_as::<SparseElementsAttr>(attr) {
        w.varint(code::SPARSE);
        w.ty(a.ty);
        w.attr(a.indices);
        w.attr(a.values);
    } else if let Some(a) = cx.attr_as::<DistinctAttr>(attr) {
        w.varint(code::DISTINCT);
        w.attr(a.inner);
    } else {
        return false;
    }
    true
}

fn string(cx: &Context, name: Str) -> Attr {
    cx.string_attr(cx.str(name))
}

fn file_location(cx: &Context, a: &FileLineColLoc, w: &mut EntryWriter<'_>) {
    let (line, col) = (u64::from(a.start.0), u64::from(a.start.1));
    let (end_line, end_col) = (u64::from(a.end.0), u64::from(a.end.1));
    let single = a.start == a.end;
    w.varint(if single { code::FILE_LINE_COL_LOC } else { code::FILE_LINE_COL_RANGE });
    w.attr(string(cx, a.file));
    if single {
        w.varint(line);
        w.varint(col);
    } else if line == end_line {
        w.list(&[line, col, end_col], |w, &v| w.varint(v));
    } else {
        w.list(&[line, col, end_line, end_col], |w, &v| w.varint(v));
    }
}

/// The elements as they are stored: booleans are packed eight to a byte; a boolean splat is a byte of all ones or
/// zeros.
pub fn dense_raw<'a>(cx: &Context, a: &'a DenseElementsAttr) -> Cow<'a, [u8]> {
    if cx.elem_or_self(a.ty) != cx.i1() {
        Cow::Borrowed(&a.data)
    } else if a.splat {
        Cow::Owned(vec![if a.data.first() == Some(&0) { 0 } else { 0xff }])
    } else {
        let pack = |bits: &[u8]| bits.iter().enumerate().fold(0, |v, (i, b)| v | (b & 1) << i);
        Cow::Owned(a.data.chunks(8).map(pack).collect())
    }
}
