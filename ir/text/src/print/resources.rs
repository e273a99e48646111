//! The `{-# … #-}` section at the end of a file: bytes of attributes, and entries for other tools.

use strata_core::{Attr, Blob, DenseResourceAttr, ExternalResource, attrs::element_bytes};

use super::printer::Printer;

/// Appends the section with the bytes of the resources that are used and with what other tools keep in the file; nothing
/// when there is neither.
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
        let length = 2 * (blob.len() as u64 + 4) + 4;
        if p.options.elide_resources_larger_than.is_some_and(|limit| length > limit) {
            continue;
        }
        let natural =
            || element_bytes(cx, cx.elem_or_self(resource.ty)).unwrap_or(1).next_power_of_two() as u32;
        known.push((key, blob, cx.resource_alignment(resource.key).unwrap_or_else(natural)));
    }
    known.sort_by_key(|k| k.0);
    let external = cx.external_resources();
    if !any && external.is_empty() {
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

fn hex(p: &mut Printer<'_>, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    p.out.reserve(2 * bytes.len());
    for &b in bytes {
        p.out.push(DIGITS[(b >> 4) as usize] as char);
        p.out.push(DIGITS[(b & 15) as usize] as char);
    }
}
