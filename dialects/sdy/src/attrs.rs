//! The attributes, decoded to text.
//!
//! Parts of attributes, such as the axes of a mesh, are attributes of their own in bytecode; their text is what they
//! look like inside of the whole.

use strata_bytecode::{EntryReader, ReadResult};
use strata_ir::{
    core::{Attr, AttrDef, Context, OpaqueAttr, StringAttr, SymbolRefAttr, writer::AsmWriter},
    text::{ParseAttr, Parser},
};

/// Longest text of one attribute: parts can be shared, and text cannot.
const MOST: usize = 1 << 20;

/// Declares attributes whose text is kept as it is.
macro_rules! kept_as_text {
    ($($name:literal)*) => {
        &[
            $(AttrDef {
                name: concat!("sdy.", $name),
                doc: "A part of how tensors are sharded.",
                parse: &((|p| {
                    let text = p.angled_text()?.map_or(String::new(), |t| format!("<{t}>"));
                    Ok(opaque(p.cx(), format!("{}{text}", $name)))
                }) as ParseAttr),
            },)*
            AttrDef {
                name: "sdy.manual_axes",
                doc: "The axes that a computation handles by itself.",
                parse: &((|p| {
                    p.expect("{")?;
                    let names = p.list_until("}", Parser::string)?;
                    let mut text = String::new();
                    for (i, name) in names.iter().enumerate() {
                        text += if i == 0 { "" } else { ", " };
                        AsmWriter::new(p.cx(), &mut text).quoted_bytes(name);
                    }
                    Ok(opaque(p.cx(), format!("manual_axes{{{text}}}")))
                }) as ParseAttr),
            },
        ]
    };
}

/// What the parser of text knows.
pub(crate) static DEFS: &[AttrDef] = kept_as_text! {
    "mesh" "sharding" "sharding_per_value" "op_sharding_rule" "list_of_axis_ref_lists" "all_to_all_param_list"
};

fn opaque(cx: &Context, data: String) -> Attr {
    cx.attr(OpaqueAttr { dialect: cx.intern("sdy"), data, ty: None })
}

/// Reads an attribute.
pub(crate) fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Attr> {
    let kind = r.varint()?;
    let data = match kind {
        0 => format!("manual_axes{{{}}}", names(r)?),
        1 => {
            let name = name(r)?;
            format!("{name}={}", r.svarint()?)
        }
        2 => {
            let (axes, ids) = (parts(r)?, ints(r)?);
            let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
            let ids =
                if ids.is_empty() { String::new() } else { format!(", device_ids=[{}]", ids.join(", ")) };
            format!("mesh<[{axes}]{ids}>")
        }
        3 => format!("({}){}", r.svarint()?, r.svarint()?),
        4 => {
            let name = name(r)?;
            let sub = match r.attr_opt()? {
                Some(a) => format!(":{}", text(r, a)?),
                None => String::new(),
            };
            name + &sub
        }
        5 => {
            let (axes, closed) = (parts(r)?, r.bool()?);
            let (priority, has_priority) = r.cursor().varint_flag()?;
            let open = match (closed, axes.is_empty()) {
                (true, _) => "",
                (false, true) => "?",
                (false, false) => ", ?",
            };
            let priority = if has_priority { format!("p{priority}") } else { String::new() };
            format!("{{{axes}{open}}}{priority}")
        }
        6 | 15 | 17 => sharding(r, kind)?,
        7 | 16 => format!("sharding_per_value<[{}]>", bare_parts(r, "sharding")?),
        8 => ints(r)?.iter().map(|&i| factor(i)).collect(),
        9 => format!("[{}]", parts(r)?),
        10 => rule(r)?,
        11 => format!("{{{}}}", parts(r)?),
        12 => format!("list_of_axis_ref_lists<[{}]>", parts(r)?),
        13 => {
            let axes = parts(r)?;
            format!("{{{axes}}}: {}->{}", r.svarint()?, r.svarint()?)
        }
        14 => format!("all_to_all_param_list<[{}]>", parts(r)?),
        _ => return Err(r.error(format!("unknown sdy attribute code: {kind}"))),
    };
    if data.len() > MOST {
        return Err(r.error("the text of an attribute exceeds 1 MiB"));
    }
    r.grow(data.len() as u64)?;
    Ok(opaque(r.cx(), data))
}

fn sharding(r: &mut EntryReader<'_, '_>, kind: u64) -> ReadResult<String> {
    let mesh = r.attr()?;
    let mut out = format!("sharding<{}", text(r, mesh)?);
    out += &format!(", [{}]", parts(r)?);
    let replicated = parts(r)?;
    if !replicated.is_empty() {
        out += &format!(", replicated={{{replicated}}}");
    }
    if kind != 6 {
        let unreduced = parts(r)?;
        let reduction = if kind == 17 { r.svarint()? } else { 0 };
        if reduction != 0 {
            return Err(r.error("unreduced axes with a reduction other than a sum are not supported"));
        }
        if !unreduced.is_empty() {
            out += &format!(", unreduced={{{unreduced}}}");
        }
    }
    Ok(out + ">")
}

fn rule(r: &mut EntryReader<'_, '_>) -> ReadResult<String> {
    let sizes = ints(r)?;
    let (operands, results) = (parts(r)?, parts(r)?);
    let sizes: Vec<String> =
        sizes.iter().enumerate().map(|(i, size)| format!("{}={size}", factor(i as i64))).collect();
    let mut out = format!("op_sharding_rule<({operands})->({results})");
    if !sizes.is_empty() {
        out += &format!(" {{{}}}", sizes.join(", "));
    }
    for what in ["reduction", "need_replication", "permutation", "blocked_propagation"] {
        let factors: Vec<String> = ints(r)?.iter().map(|&i| factor(i)).collect();
        if !factors.is_empty() {
            out += &format!(" {what}={{{}}}", factors.join(", "));
        }
    }
    out += if r.bool()? { ", custom>" } else { ">" };
    Ok(out)
}

/// The letters from `i` on, then `z_1`, `z_2`, ….
fn factor(index: i64) -> String {
    match index {
        0..=17 => char::from(b'i' + index as u8).to_string(),
        _ => format!("z_{}", index.saturating_sub(17)),
    }
}

fn ints(r: &mut EntryReader<'_, '_>) -> ReadResult<Vec<i64>> {
    r.list(|r| r.svarint())
}
fn quoted(r: &EntryReader<'_, '_>, bytes: &[u8]) -> String {
    let (cx, mut out) = (r.cx(), String::new());
    AsmWriter::new(&cx, &mut out).quoted_bytes(bytes);
    out
}
fn name(r: &mut EntryReader<'_, '_>) -> ReadResult<String> {
    let bytes = r.string()?;
    Ok(quoted(r, bytes))
}
/// A list of string attributes.
fn names(r: &mut EntryReader<'_, '_>) -> ReadResult<String> {
    let names = r.list(|r| {
        let (attr, cx) = (r.attr()?, r.cx());
        match cx.attr_as::<StringAttr>(attr) {
            Some(s) => Ok(quoted(r, &s.value)),
            None => Err(r.error("expected attribute of type: StringAttr")),
        }
    })?;
    Ok(names.join(", "))
}
/// The text of an attribute inside of another.
fn text(r: &EntryReader<'_, '_>, attr: Attr) -> ReadResult<String> {
    let cx = r.cx();
    if let Some(o) = cx.attr_as::<OpaqueAttr>(attr) {
        return Ok(o.data.clone());
    }
    match cx.attr_as::<SymbolRefAttr>(attr) {
        Some(_) => Ok(cx.attr_to_string(attr)),
        None => Err(r.error("expected an attribute of the dialect 'sdy'")),
    }
}
fn parts(r: &mut EntryReader<'_, '_>) -> ReadResult<String> {
    bare_parts(r, "")
}
/// A list of attributes without the word that they start with.
fn bare_parts(r: &mut EntryReader<'_, '_>, word: &str) -> ReadResult<String> {
    let mut length = 0;
    let parts = r.list(|r| {
        let attr = r.attr()?;
        let text = text(r, attr)?;
        length += text.len();
        if length > MOST {
            return Err(r.error("the text of an attribute exceeds 1 MiB"));
        }
        Ok(text.strip_prefix(word).map_or(text.clone(), str::to_owned))
    })?;
    Ok(parts.join(", "))
}
