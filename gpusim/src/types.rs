//! Types as lists of registers, and their layout in memory.

use strata_ir::prelude::*;
use strata_llvm::{ArrayType, PointerType, StructType, layout};

use crate::code::{Kind, Piece, Slot};

/// The kind of a scalar; `None` for other types.
pub(crate) fn scalar(cx: &Context, ty: Type) -> Option<Kind> {
    if let Some(p) = cx.type_as::<PointerType>(ty) {
        return Some(Kind::Ptr(u8::try_from(p.address_space).ok()?));
    }
    if let Some(f) = cx.as_float(ty) {
        return match f.name() {
            "f16" => Some(Kind::F16),
            "bf16" => Some(Kind::BF16),
            "f32" => Some(Kind::F32),
            "f64" => Some(Kind::F64),
            _ => None,
        };
    }
    cx.as_int(ty)?;
    let bits = cx.bit_width(ty)?;
    (1..=64).contains(&bits).then_some(Kind::Int(bits as u8))
}

/// The largest number of registers that one value may take.
const MAX_PARTS: usize = 1 << 16;

/// The kinds of the registers that hold a value, in order; `None` for a type that is not simulated.
pub(crate) fn parts(cx: &Context, ty: Type, out: &mut Vec<Kind>) -> Option<()> {
    if out.len() > MAX_PARTS {
        return None;
    }
    if let Some(v) = cx.type_as::<VectorType>(ty) {
        if v.scalable.contains(&true) {
            return None;
        }
        let kind = scalar(cx, v.elem)?;
        let n = v.shape.iter().try_fold(1usize, |n, &d| n.checked_mul(usize::try_from(d).ok()?))?;
        if n > MAX_PARTS {
            return None;
        }
        out.extend(std::iter::repeat_n(kind, n));
        return Some(());
    }
    if let Some(a) = cx.type_as::<ArrayType>(ty) {
        if a.len > MAX_PARTS as u64 {
            return None;
        }
        for _ in 0..a.len {
            parts(cx, a.elem, out)?;
        }
        return Some(());
    }
    if let Some(s) = cx.type_as::<StructType>(ty) {
        return s.body.as_ref()?.iter().try_for_each(|&m| parts(cx, m, out));
    }
    out.push(scalar(cx, ty)?);
    Some(())
}

/// The number of registers before the part of an aggregate at `position`, and the type of the part.
pub(crate) fn part_at(cx: &Context, ty: Type, position: &[i64]) -> Option<(usize, Type)> {
    let count = |ty| {
        let mut all = Vec::new();
        parts(cx, ty, &mut all).map(|()| all.len())
    };
    let mut at = (0, ty);
    for &i in position {
        let i = usize::try_from(i).ok()?;
        if let Some(a) = cx.type_as::<ArrayType>(at.1) {
            at = (at.0 + i * count(a.elem)?, a.elem);
        } else {
            let members = cx.type_as::<StructType>(at.1)?.members();
            let before = members.get(..i)?.iter().try_fold(0, |n, &m| Some(n + count(m)?))?;
            at = (at.0 + before, *members.get(i)?);
        }
    }
    Some(at)
}

/// The size of a value in memory, in bytes.
pub(crate) fn size(cx: &Context, ty: Type) -> Option<u64> {
    layout(cx, ty).map(|l| l.size)
}

/// The parts of a value in memory; their registers are `slot` and the following ones.
pub(crate) fn pieces(
    cx: &Context,
    ty: Type,
    offset: u64,
    slot: &mut Slot,
    out: &mut Vec<Piece>,
) -> Option<()> {
    if out.len() > MAX_PARTS {
        return None;
    }
    let piece = |kind: Kind, offset: u64, slot: &mut Slot| {
        let bytes = kind.bits().div_ceil(8).next_power_of_two() as u8;
        *slot += 1;
        let bits = kind.bits() as u8;
        Some(Piece { offset: u32::try_from(offset).ok()?, bytes, bits, slot: *slot - 1 })
    };
    if let Some(v) = cx.type_as::<VectorType>(ty) {
        let kind = scalar(cx, v.elem)?;
        let n: i64 = v.shape.iter().product();
        if kind.bits() % 8 != 0 && n != 1 {
            return None;
        }
        for i in 0..n as u64 {
            out.push(piece(kind, offset + i * u64::from(kind.bits().div_ceil(8)), slot)?);
        }
        return Some(());
    }
    if let Some(a) = cx.type_as::<ArrayType>(ty) {
        let step = size(cx, a.elem)?;
        if a.len > MAX_PARTS as u64 {
            return None;
        }
        return (0..a.len).try_for_each(|i| pieces(cx, a.elem, offset + i * step, slot, out));
    }
    if let Some(s) = cx.type_as::<StructType>(ty) {
        let mut at = 0u64;
        for &member in s.body.as_ref()? {
            let l = layout(cx, member)?;
            at = at.next_multiple_of(if s.packed { 1 } else { l.align });
            pieces(cx, member, offset + at, slot, out)?;
            at += l.size;
        }
        return Some(());
    }
    out.push(piece(scalar(cx, ty)?, offset, slot)?);
    Some(())
}
