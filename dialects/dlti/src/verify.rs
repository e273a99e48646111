//! Verification of the attributes of the dialect at ops.

use strata_ir::{core::AttrUse, prelude::*};

use crate::{
    DataLayoutEntryAttr, DataLayoutSpecAttr, Entry, Key, MapAttr, TargetSystemSpecAttr,
    layout::{DATA_LAYOUT, MAP, TARGET_SYSTEM},
};

/// Checks an attribute `dlti.…` of an op.
pub fn attribute(at: &AttrUse<'_>) -> VerifyResult {
    let cx = at.body.cx();
    if at.name == TARGET_SYSTEM {
        return match cx.attr_as::<TargetSystemSpecAttr>(at.attr) {
            Some(_) => Ok(()),
            None => Err(VerifyError::bare(format!(
                "'{TARGET_SYSTEM}' is expected to be a #{TARGET_SYSTEM} attribute"
            ))),
        };
    }
    if at.name == MAP {
        return match cx.attr_as::<MapAttr>(at.attr) {
            Some(_) => Ok(()),
            None => Err(VerifyError::bare(format!("'{MAP}' is expected to be a #{MAP} attribute"))),
        };
    }
    if at.name != DATA_LAYOUT {
        return Err(VerifyError::bare(format!("attribute '{}' not supported by dialect", at.name)));
    }
    let Some(spec) = cx.attr_as::<DataLayoutSpecAttr>(at.attr) else {
        return Err(VerifyError::bare(format!(
            "'{DATA_LAYOUT}' is expected to be a #{DATA_LAYOUT} attribute"
        )));
    };
    if at.body.op_name(at.op) == "builtin.module" {
        layout(cx, spec).map_err(VerifyError::bare)?;
        return combination(at, spec);
    }
    Ok(())
}

/// The order of bytes is that of the op around it.
fn combination(at: &AttrUse<'_>, spec: &DataLayoutSpecAttr) -> VerifyResult {
    let endianness = Key::Name(ENDIANNESS.to_owned());
    let around = at.symbols.table();
    let outer = crate::layout::spec(around).and_then(|outer| outer.get(&endianness));
    match (spec.get(&endianness), outer) {
        (Some(own), Some(outer)) if own != outer => {
            let error = VerifyError::bare("data layout does not combine with layouts of enclosing ops");
            Err(error.note(around.loc(Op::SELF), "enclosing op with data layout"))
        }
        _ => Ok(()),
    }
}

/// The rules for a data layout, of types first.
fn layout(cx: &Context, spec: &DataLayoutSpecAttr) -> Result<(), String> {
    for entry in &spec.entries {
        if let Key::Type(ty) = entry.key {
            of_type(cx, ty, entry)?;
        }
    }
    for entry in &spec.entries {
        if let Key::Name(name) = &entry.key {
            of_name(cx, name, entry.value)?;
        }
    }
    Ok(())
}

/// The elements of `dense<…>` of 64-bit integers; `None` for another attribute.
fn i64s(cx: &Context, attr: Attr) -> Option<Vec<i64>> {
    let dense = cx.attr_as::<DenseElementsAttr>(attr)?;
    (cx.elem_or_self(dense.ty) == cx.i64()).then(|| dense.to_i64s(cx)).flatten()
}

fn of_type(cx: &Context, ty: Type, entry: &Entry) -> Result<(), String> {
    let shown = cx.type_to_string(ty);
    if cx.is_index(ty) {
        let is_integer = cx.attr_as::<IntegerAttr>(entry.value).is_some();
        return is_integer
            .then_some(())
            .ok_or_else(|| format!("expected integer attribute in the data layout entry for '{shown}'"));
    }
    match cx.type_name(ty) {
        _ if cx.as_int(ty).is_some() || cx.as_float(ty).is_some() => number(cx, entry),
        Some("llvm.ptr") => pointer(cx, &shown, entry.value),
        Some(name) if name.starts_with("llvm.struct") => structure(cx, &shown, entry.value),
        None => Err("unexpected data layout for a built-in type".to_owned()),
        Some(_) => Err("data layout specified for a type that does not support it".to_owned()),
    }
}

/// Alignments of an integer or float type.
fn number(cx: &Context, entry: &Entry) -> Result<(), String> {
    let shown = || cx.attr_to_string(cx.attr(DataLayoutEntryAttr(entry.clone())));
    let Some(values) = i64s(cx, entry.value) else {
        return Err(format!("expected a dense i64 elements attribute in the data layout entry {}", shown()));
    };
    match values[..] {
        [abi, preferred] if preferred < abi => Err(format!(
            "preferred alignment is expected to be greater than or equal to the abi alignment in data layout entry {}",
            shown()
        )),
        [_] | [_, _] => Ok(()),
        _ => Err(format!("expected 1 or 2 elements in the data layout entry {}", shown())),
    }
}

const PREFERRED: &str = "preferred alignment is expected to be at least as large as ABI alignment";

/// Size, alignments and width of indices of pointers.
fn pointer(cx: &Context, shown: &str, value: Attr) -> Result<(), String> {
    let count = cx.attr_as::<DenseElementsAttr>(value).map(|d| d.num_elements(cx));
    if !matches!(count, Some(3 | 4)) {
        return Err(format!(
            "expected layout attribute for '{shown}' to be a dense integer elements attribute with 3 or 4 elements"
        ));
    }
    match i64s(cx, value) {
        None => Err(format!("expected i64 parameters for '{shown}'")),
        Some(values) if values[1] > values[2] => Err(PREFERRED.to_owned()),
        Some(_) => Ok(()),
    }
}

/// Alignments of structures.
fn structure(cx: &Context, shown: &str, value: Attr) -> Result<(), String> {
    if shown != "!llvm.struct<()>" {
        return Err(format!("unexpected layout attribute for struct '{shown}'"));
    }
    match i64s(cx, value).as_deref() {
        Some([abi, preferred]) if abi > preferred => Err(PREFERRED.to_owned()),
        Some([_] | [_, _]) => Ok(()),
        _ => Err(format!(
            "expected layout attribute for '{shown}' to be a dense integer elements attribute of 1 or 2 elements"
        )),
    }
}

/// The name of the order of bytes.
const ENDIANNESS: &str = "dlti.endianness";

/// The names that the dialect gives a meaning, and any value.
const NAMES: [&str; 8] = [
    "dlti.alloca_memory_space",
    "dlti.default_memory_space",
    "dlti.function_pointer_alignment",
    "dlti.global_memory_space",
    "dlti.legal_int_widths",
    "dlti.mangling_mode",
    "dlti.program_memory_space",
    "dlti.stack_alignment",
];

fn of_name(cx: &Context, name: &str, value: Attr) -> Result<(), String> {
    // Names of other dialects are not checked.
    if !name.starts_with("dlti.") {
        return Ok(());
    }
    match name {
        ENDIANNESS => {
            match cx.attr_str(value) {
                Some("big" | "little") => Ok(()),
                _ => Err("'dlti.endianness' data layout entry is expected to be either 'big' or 'little'"
                    .to_owned()),
            }
        }
        _ if NAMES.contains(&name) => Ok(()),
        _ => Err(format!("unknown data layout entry name: {name}")),
    }
}
