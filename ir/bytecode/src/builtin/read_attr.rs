//! Builtin attributes, read.

use smallvec::SmallVec;
use strata_core::{
    Attr, CallSiteLoc, Context, DenseArrayAttr, DenseElementsAttr, DenseResourceAttr,
    DenseStringElementsAttr, DictionaryAttr, DistinctAttr, FileLineColLoc, FloatAttr, FusedLoc, IntegerAttr,
    NameLoc, SparseElementsAttr, StringAttr, SymbolRefAttr, Type, UnknownLoc, attrs::element_bytes,
};

use super::attr as code;
use crate::{EntryReader, ReadResult};

pub(super) fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Attr> {
    let cx = r.cx();
    let kind = r.varint()?;
    Ok(match kind {
        code::ARRAY => cx.array_attr(r.list(|r| r.attr())?),
        code::DICTIONARY => {
            let entries = r.list(|r| Ok((r.string_attr()?, r.attr()?)))?;
            let dict = DictionaryAttr::new(&cx, entries);
            if dict.entries().windows(2).any(|w| w[0].0 == w[1].0) {
                return Err(r.error("duplicate key in a dictionary attribute"));
            }
            cx.attr(dict)
        }
        code::STRING => cx.attr(StringAttr { value: r.string()?.into(), ty: None }),
        code::STRING_WITH_TYPE => {
            let value = r.string()?.into();
            let ty = r.ty()?;
            cx.attr(StringAttr { value, ty: (ty != cx.none()).then_some(ty) })
        }
        code::FLAT_SYMBOL_REF => cx.attr(SymbolRefAttr { root: r.string_attr()?, nested: SmallVec::new() }),
        code::SYMBOL_REF => {
            let root = r.string_attr()?;
            let nested = r.list(|r| {
                let attr = r.attr()?;
                match r.cx().attr_as::<SymbolRefAttr>(attr) {
                    Some(s) if s.nested.is_empty() => Ok(s.root),
                    _ => Err(r.error("expected attribute of type: FlatSymbolRefAttr")),
                }
            })?;
            cx.attr(SymbolRefAttr { root, nested: nested.into() })
        }
        code::TYPE => cx.type_attr(r.ty()?),
        code::UNIT => cx.unit(),
        code::INTEGER => {
            let ty = r.ty()?;
            let Some(width) = integer_width(&cx, ty) else {
                return Err(r.error(format!(
                    "expected integer or index type for IntegerAttr, but got: {}",
                    cx.type_to_string(ty)
                )));
            };
            cx.attr(IntegerAttr { value: r.apint(width)?, ty })
        }
        code::FLOAT => {
            let ty = r.ty()?;
            let Some(format) = cx.as_float(ty) else {
                return Err(r.error("expected type of kind: FloatType"));
            };
            cx.attr(FloatAttr { bits: r.float_bits(format.width())?, ty })
        }
        code::CALL_SITE_LOC => {
            let callee = r.location()?;
            cx.attr(CallSiteLoc { callee, caller: r.location()? })
        }
        code::FILE_LINE_COL_LOC => {
            let (file, start) = (r.string_attr()?, (r.u32()?, r.u32()?));
            cx.attr(FileLineColLoc { file, start, end: start })
        }
        code::FILE_LINE_COL_RANGE => range(r)?,
        code::FUSED_LOC | code::FUSED_LOC_WITH_METADATA => {
            let locations = r.list(|r| r.location())?;
            let metadata = if kind == code::FUSED_LOC { None } else { Some(r.attr()?) };
            cx.attr(FusedLoc { locations, metadata })
        }
        code::NAME_LOC => {
            let name = r.string_attr()?;
            cx.attr(NameLoc { name, child: r.location()? })
        }
        code::UNKNOWN_LOC => cx.attr(UnknownLoc),
        code::DENSE_RESOURCE => {
            let ty = shaped(r)?;
            cx.attr(DenseResourceAttr { key: r.resource()?, ty })
        }
        code::DENSE_ARRAY => dense_array(r)?,
        code::DENSE_INT_OR_FP => {
            let ty = shaped(r)?;
            let raw = r.blob()?;
            dense(r, ty, raw)?
        }
        code::DENSE_STRING => {
            let (ty, splat) = (shaped(r)?, r.varint()? != 0);
            let n = cx.shaped(ty).and_then(|s| s.num_elements()).unwrap_or(0);
            let n = if splat { 1 } else { u64::try_from(n).unwrap_or(0) };
            r.grow(n)?;
            let values = (0..n).map(|_| Ok(r.string()?.into())).collect::<ReadResult<Vec<Vec<u8>>>>()?;
            cx.attr(DenseStringElementsAttr::new(ty, values))
        }
        code::SPARSE => {
            let (ty, indices, values) = (shaped(r)?, r.attr()?, r.attr()?);
            sparse(r, &cx, ty, indices, values)?
        }
        code::DISTINCT => {
            let inner = r.attr()?;
            cx.attr(DistinctAttr { id: r.distinct_id(), inner })
        }
        _ => return Err(r.error(format!("unknown builtin attribute code: {kind}"))),
    })
}

fn integer_width(cx: &Context, ty: Type) -> Option<u32> {
    if cx.is_index(ty) { Some(64) } else { cx.as_int(ty).map(|t| t.width) }
}

fn shaped(r: &mut EntryReader<'_, '_>) -> ReadResult<Type> {
    let (ty, cx) = (r.ty()?, r.cx());
    match cx.shaped(ty).and_then(|s| s.num_elements()) {
        Some(_) => Ok(ty),
        None => Err(r.error("expected a type of static shape for an elements attribute")),
    }
}

/// A file with up to four numbers; omitted ones follow from the others.
fn range(r: &mut EntryReader<'_, '_>) -> ReadResult<Attr> {
    let (cx, file) = (r.cx(), r.string_attr()?);
    let numbers = r.list(|r| r.u32())?;
    let (start, end) = match numbers[..] {
        [] => ((0, 0), (0, 0)),
        [line] => ((line, 0), (line, 0)),
        [line, col] => ((line, col), (line, col)),
        [line, col, end] => ((line, col), (line, end)),
        [line, col, end_line, end_col] => ((line, col), (end_line, end_col)),
        _ => return Err(r.error("a location range has at most four numbers")),
    };
    Ok(cx.attr(FileLineColLoc { file, start, end }))
}

fn dense_array(r: &mut EntryReader<'_, '_>) -> ReadResult<Attr> {
    let (cx, elem, n, raw) = (r.cx(), r.ty()?, r.varint()?, r.blob()?);
    let signed = cx.as_float(elem).is_none();
    if cx.bit_width(elem) == Some(0) && raw.is_empty() {
        // Elements without bits: only their number is stored, so it is bounded here.
        r.grow(n.saturating_mul(64))?;
        return Ok(cx.attr(DenseArrayAttr { elem, values: std::iter::repeat_n(0, n as usize).collect() }));
    }
    let bytes = match cx.bit_width(elem) {
        Some(w @ 1..=64) if (w == 1 || w % 8 == 0) && !cx.is_index(elem) => w.div_ceil(8) as usize,
        _ => return Err(r.error("invalid element type of a dense array attribute")),
    };
    if n.checked_mul(bytes as u64) != Some(raw.len() as u64) {
        return Err(r.error("the data of a dense array attribute does not have the size of its elements"));
    }
    r.grow(8 * n)?;
    let value = |e: &[u8]| {
        let mut word = [if signed && bytes > 0 && e[bytes - 1] & 0x80 != 0 { 0xff } else { 0 }; 8];
        word[..bytes].copy_from_slice(e);
        i64::from_le_bytes(word)
    };
    let bool = elem == cx.i1();
    let values =
        raw.chunks_exact(bytes).map(|e| if bool { i64::from(e[0] != 0) } else { value(e) }).collect();
    Ok(cx.attr(DenseArrayAttr { elem, values }))
}

/// Dense elements: all of them, or a splat; booleans are packed eight to a byte.
pub fn dense(r: &mut EntryReader<'_, '_>, ty: Type, raw: &[u8]) -> ReadResult<Attr> {
    let cx = r.cx();
    let shaped = cx.shaped(ty).filter(|s| s.num_elements().is_some());
    let Some((elem, n)) = shaped.and_then(|s| Some((s.elem, usize::try_from(s.num_elements()?).ok()?)))
    else {
        return Err(r.error("expected a type of static shape"));
    };
    if elem == cx.i1() && raw.len() == n.div_ceil(8) && !(n > 1 && raw.len() == 1 && raw[0] == 0xff) {
        r.grow(n as u64)?;
        let bits: Vec<u8> = (0..n).map(|i| raw[i / 8] >> (i % 8) & 1).collect();
        return cx.dense_attr(ty, bits).ok_or_else(|| r.error("invalid data of a dense elements attribute"));
    }
    let Some(bytes) = element_bytes(cx, elem) else {
        return Err(r.error(format!("invalid element type of dense elements: {}", cx.type_to_string(elem))));
    };
    // JAX writes an element for arrays without any, too.
    if raw.len() == bytes && n != 1 {
        let truth = [u8::from(raw.first() != Some(&0))];
        return Ok(cx.splat_bytes(ty, if elem == cx.i1() { &truth } else { raw }));
    }
    if elem == cx.i1() && raw.len() == n {
        // Old files have a byte for each.
        let bytes: Vec<u8> = raw.iter().map(|&b| u8::from(b != 0)).collect();
        return cx.dense_attr(ty, bytes).ok_or_else(|| r.error("invalid data of a dense elements attribute"));
    }
    cx.dense_attr(ty, raw)
        .ok_or_else(|| r.error("the data of a dense elements attribute does not have the size of its type"))
}

fn sparse(
    r: &mut EntryReader<'_, '_>,
    cx: &Context,
    ty: Type,
    indices: Attr,
    values: Attr,
) -> ReadResult<Attr> {
    let shape = |a: Attr| {
        let strings = || cx.attr_as::<DenseStringElementsAttr>(a).map(|d| d.ty);
        let ty = cx.attr_as::<DenseElementsAttr>(a).map(|d| d.ty).or_else(strings)?;
        Some((cx.shaped(ty)?.shape?.to_vec(), cx.elem_or_self(ty)))
    };
    let rank = cx.shaped(ty).and_then(|s| s.rank()).map(|r| r as i64);
    let fits = match (shape(indices), shape(values)) {
        (Some((i, elem)), Some((v, _))) => {
            let last = if i.len() == 1 { Some(1) } else { i.get(1).copied() };
            (1..=2).contains(&i.len()) && v.len() == 1 && i[0] == v[0] && last == rank && elem == cx.i64()
        }
        _ => false,
    };
    if !fits {
        return Err(r.error("the indices of a sparse elements attribute do not fit its type and values"));
    }
    Ok(cx.attr(SparseElementsAttr { ty, indices, values }))
}
