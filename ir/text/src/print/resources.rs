//! The `{-# … #-}` section at the end of a file: bytes of attributes, and entries for other tools.

use strata_core::{Attr, Blob, DenseResourceAttr, ExternalResource, attrs::element_bytes};

use super::printer::Printer;

/// Appends the section with the resources that are used and with those of other tools; nothing when there are none.
pub(super) fn print(p: &mut Printer<'_>, resources: &[Attr]) {
    let cx = p.cx;
    let (mut known, mut any) = (Vec::<(&str, Blob, u32)>::new(), false);
    for &attr in resources {
        let Some(resource) = cx.attr_as::<DenseResourceAttr>(attr) else { continue };
        let key = cx.str(resource.key);
        let Some(blob) = cx.resource(resource.key).filter(|_| known.iter().all(|k| k.0 != key)) else {
            continue;
        };
        any = true;
        if is_elided(p, 2 * (blob.len() + 4) + 4) {
            continue;
        }
        let natural =
            || element_bytes(cx, cx.elem_or_self(resource.ty)).unwrap_or(1).next_power_of_two() as u32;
        known.push((key, blob, cx.resource_alignment(resource.key).unwrap_or_else(natural)));
    }
    known.sort_by_key(|k| k.0);
    let (all, mut external) = (cx.external_resources(), Vec::new());
    for (name, entries) in &all {
        any = any || !entries.is_empty();
        let kept: Vec<_> = entries.iter().filter(|(_, value)| !is_elided(p, length(value))).collect();
        if !kept.is_empty() {
            external.push((name, kept));
        }
    }
    if !any {
        return;
    }
    p.text("\n{-#\n");
    if !known.is_empty() {
        p.text("  dialect_resources: {\n    builtin: {\n");
        for (i, (key, blob, align)) in known.iter().enumerate() {
            if i != 0 {
                p.text(",\n");
            }
            p.text("      ").keyword_or_string(key).text(": \"0x");
            hex(p, &align.to_le_bytes());
            hex(p, blob);
            p.text("\"");
        }
        p.text("\n    }\n  }");
    }
    if !external.is_empty() {
        p.text(if known.is_empty() { "" } else { ",\n" }).text("  external_resources: {\n");
        for (i, (name, entries)) in external.iter().enumerate() {
            p.text(if i == 0 { "    " } else { ",\n    " }).keyword_or_string(name).text(": {\n");
            for (i, (key, value)) in entries.iter().enumerate() {
                p.text(if i == 0 { "      " } else { ",\n      " }).keyword_or_string(key).text(": ");
                match value {
                    ExternalResource::Bool(value) => {
                        p.text(if *value { "true" } else { "false" });
                    }
                    ExternalResource::Text(text) => {
                        p.writer().quoted_bytes(text);
                    }
                    ExternalResource::Bytes(bytes) => {
                        p.text("\"0x");
                        hex(p, bytes);
                        p.text("\"");
                    }
                }
            }
            p.text("\n    }");
        }
        p.text("\n  }");
    }
    p.text("\n#-}\n");
}

/// Whether a value whose text has that many bytes is left out.
fn is_elided(p: &Printer<'_>, length: usize) -> bool {
    p.options.elide_resources_larger_than.is_some_and(|limit| length as u64 > limit)
}

/// The length of the text of a value.
fn length(value: &ExternalResource) -> usize {
    match value {
        ExternalResource::Bool(value) => 5 - usize::from(*value),
        ExternalResource::Text(text) => {
            2 + text
                .iter()
                .map(|c| {
                    if *c == b'\\' { 2 } else { 1 + 2 * usize::from(!matches!(c, b' '..=b'~') || *c == b'"') }
                })
                .sum::<usize>()
        }
        ExternalResource::Bytes(bytes) => 2 * bytes.len() + 4,
    }
}

fn hex(p: &mut Printer<'_>, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    p.out.reserve(2 * bytes.len());
    for &b in bytes {
        p.out.push(DIGITS[(b >> 4) as usize] as char);
        p.out.push(DIGITS[(b & 15) as usize] as char);
    }
}
