//! Exchanges of values between lanes: `nvvm.shfl.sync` exchanges 32 bits at a time.

use strata_gpu::ShuffleMode;
use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_lowering_llvm::engine::{Lower, Lowered};
use strata_nvvm::{ShflKind, ShflOp};

use super::ids;

/// Bits that one exchange moves.
const WORD: u32 = 32;

/// Splits a value into words of 32 bits; narrower values are zero-extended.
fn words(l: &mut Lower<'_>, value: Value) -> Lowered<Vec<Value>> {
    let cx = l.body.cx_arc().clone();
    let ty = l.body.ty(value);
    if ty == cx.i32() || ty == cx.f32() {
        return Ok(vec![value]);
    }
    let bits = bits(&cx, ty)?;
    let whole = cx.int_type(bits);
    let integer = if ty == whole { value } else { llvm::BitcastOp::build(&mut l.at(), value, whole) };
    let i32 = cx.i32();
    if bits <= WORD {
        let wide = if bits == WORD { integer } else { l.build(llvm::ZExtOp::info(), &[integer], i32, &[]) };
        return Ok(vec![wide]);
    }
    let mut out = Vec::new();
    for first in (0..bits).step_by(WORD as usize) {
        let by = l.int(i64::from(first), whole);
        let part =
            if first == 0 { integer } else { l.build(llvm::LShrOp::info(), &[integer, by], whole, &[]) };
        // The shift fills the last word of an odd width with zeros.
        out.push(l.build(llvm::TruncOp::info(), &[part], i32, &[]));
    }
    Ok(out)
}

fn bits(cx: &Context, ty: Type) -> Lowered<u32> {
    let lanes = cx.type_as::<VectorType>(ty).map_or(1, |v| v.shape.iter().product::<i64>());
    let elem = cx.bit_width(cx.elem_or_self(ty));
    let bits = elem.and_then(|n| n.checked_mul(u32::try_from(lanes).ok()?)).filter(|&n| n > 0 && n <= 1024);
    bits.ok_or_else(|| format!("exchanges values of type '{}'", cx.type_to_string(ty)))
}

/// The inverse of [`words`].
fn from_words(l: &mut Lower<'_>, words: &[Value], ty: Type) -> Lowered<Value> {
    let cx = l.body.cx_arc().clone();
    if l.body.ty(words[0]) == ty {
        return Ok(words[0]);
    }
    let bits = bits(&cx, ty)?;
    let whole = cx.int_type(bits);
    let mut integer = words[0];
    if bits < WORD {
        integer = l.build(llvm::TruncOp::info(), &[integer], whole, &[]);
    } else if bits > WORD {
        integer = l.build(llvm::ZExtOp::info(), &[integer], whole, &[]);
        for (i, &word) in words.iter().enumerate().skip(1) {
            let (wide, by) = (
                l.build(llvm::ZExtOp::info(), &[word], whole, &[]),
                l.int(i as i64 * i64::from(WORD), whole),
            );
            let moved = l.build(llvm::ShlOp::info(), &[wide, by], whole, &[]);
            integer = llvm::OrOp::build(&mut l.at(), integer, moved, None);
        }
    }
    Ok(if ty == whole { integer } else { llvm::BitcastOp::build(&mut l.at(), integer, ty) })
}

/// The mask of participating lanes and the clamp operand, for exchanges within groups of `width` lanes.
fn mask_and_clamp(l: &mut Lower<'_>, width: Value, up: bool) -> (Value, Value) {
    let i32 = l.cx().i32();
    if let Some(n) = l.known(width).filter(|n| (1..=32).contains(n)) {
        let mask = i64::from((u32::MAX >> (32 - n)).cast_signed());
        return (l.int(mask, i32), l.int(if up { 32 - n } else { n - 1 }, i32));
    }
    let (one, all, lanes) = (l.int(1, i32), l.int(-1, i32), l.int(32, i32));
    let rest = llvm::SubOp::build(&mut l.at(), lanes, width, None);
    let mask = l.build(llvm::LShrOp::info(), &[all, rest], i32, &[]);
    let clamp = if up { rest } else { llvm::SubOp::build(&mut l.at(), width, one, None) };
    (mask, clamp)
}

/// The value of another lane, and whether that lane is in the group, if the op asks for it.
fn exchange(
    l: &mut Lower<'_>,
    kind: ShflKind,
    value: Value,
    offset: Value,
    width: Value,
    valid: bool,
) -> Lowered<(Value, Option<Value>)> {
    let cx = l.body.cx_arc().clone();
    let (mask, clamp) = mask_and_clamp(l, width, matches!(kind, ShflKind::Up));
    let ty = l.body.ty(value);
    let (mut out, mut is_valid) = (Vec::new(), None);
    for word in words(l, value)? {
        let ty = l.body.ty(word);
        let asked = valid && is_valid.is_none();
        let result = if asked { cx.ty(llvm::StructType::literal(vec![ty, cx.i1()])) } else { ty };
        let unit = asked.then(|| cx.unit());
        let kind = cx.attr(kind);
        let new = ShflOp::build(&mut l.at(), mask, word, offset, clamp, kind, unit, result);
        if asked {
            is_valid = Some(l.part(new, &[1])?);
            out.push(l.part(new, &[0])?);
        } else {
            out.push(new);
        }
    }
    Ok((from_words(l, &out, ty)?, is_valid))
}

pub(super) fn shuffle(l: &mut Lower<'_>) -> Lowered {
    let mode =
        l.attr("mode").and_then(|a| l.cx().attr_as::<ShuffleMode>(a).copied()).ok_or("misses its mode")?;
    let kind = match mode {
        ShuffleMode::Xor => ShflKind::Bfly,
        ShuffleMode::Up => ShflKind::Up,
        ShuffleMode::Down => ShflKind::Down,
        ShuffleMode::Idx => ShflKind::Idx,
    };
    let (value, offset, width) = (l.operand(0)?, l.operand(1)?, l.operand(2)?);
    let asked = l.body.has_uses(l.body.result(l.op(), 1));
    let (new, valid) = exchange(l, kind, value, offset, width, asked)?;
    let valid = match valid {
        Some(valid) => valid,
        None => {
            let i1 = l.cx().i1();
            l.int(1, i1)
        }
    };
    l.replace(&[new, valid])
}

/// The lane at a distance from this one, modulo the group of `width` lanes.
pub(super) fn rotate(l: &mut Lower<'_>) -> Lowered {
    let i32 = l.cx().i32();
    let (offset, width) = (l.attr_i64("offset").unwrap_or(0), l.attr_i64("width").unwrap_or(32));
    let value = l.operand(0)?;
    let lane = ids::lane(l);
    let (by, inside, outside) = (l.int(offset, i32), l.int(width - 1, i32), l.int(-width, i32));
    let moved = llvm::AddOp::build(&mut l.at(), lane, by, None);
    let low = llvm::AndOp::build(&mut l.at(), moved, inside);
    let high = llvm::AndOp::build(&mut l.at(), lane, outside);
    let from = llvm::OrOp::build(&mut l.at(), low, high, None);
    let all = l.int(32, i32);
    let (new, _) = exchange(l, ShflKind::Idx, value, from, all, false)?;
    let i1 = l.cx().i1();
    let valid = l.int(1, i1);
    l.replace(&[new, valid])
}

pub(super) fn broadcast(l: &mut Lower<'_>) -> Lowered {
    if l.body.num_operands(l.op()) != 2 {
        return Err("broadcasts the value of the first active lane".to_owned());
    }
    let (value, lane) = (l.operand(0)?, l.operand(1)?);
    let i32 = l.cx().i32();
    let all = l.int(32, i32);
    let (new, _) = exchange(l, ShflKind::Idx, value, lane, all, false)?;
    l.replace_one(new)
}
