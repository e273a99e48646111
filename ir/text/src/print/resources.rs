//! The `{-# dialect_resources … #-}` section at the end of a file.

use strata_core::{Attr, Blob, DenseResourceAttr, attrs::element_bytes};

use super::printer::Printer;

/// Appends the section with the bytes of the resources that are used; nothing when no bytes are known.
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
        let align = element_bytes(cx, cx.elem_or_self(resource.ty)).unwrap_or(1).next_power_of_two();
        known.push((key, blob, align as u32));
    }
    known.sort_by_key(|k| k.0);
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
