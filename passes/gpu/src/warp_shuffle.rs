//! Exchanges of values between the lanes of a warp.

use strata_arith::{BitcastOp, ExtUIOp, IndexCastUIOp, OrIOp, ShLIOp, ShRUIOp, TruncIOp, constant_int};
use strata_gpu::{ShuffleMode, ShuffleOp};
use strata_ir::prelude::*;

/// Whether lanes can exchange values of a type.
pub(crate) fn can_shuffle(cx: &Context, ty: Type) -> bool {
    cx.is_index(ty)
        || cx.as_int(ty).is_some_and(|i| i.width <= 64 && i.signedness == Signedness::Signless)
        || cx.as_float(ty).is_some() && cx.bit_width(ty).is_some_and(|n| matches!(n, 8 | 16 | 32 | 64))
}

/// The value of the lane whose number differs from that of this lane in the bits of `offset`. All lanes of the warp are here.
pub fn shuffle_xor(b: &mut Builder<'_>, value: Value, offset: i64) -> Value {
    let cx = b.cx();
    let ty = b.ty(value);
    let (i32, i64) = (cx.i32(), cx.i64());
    let width = cx.bit_width(ty).unwrap_or(64);
    if ty == i32 || ty == cx.f32() {
        return ShuffleOp::create(b, ShuffleMode::Xor, value, offset);
    }
    if cx.as_float(ty).is_some() {
        let int = cx.int_type(width);
        let bits = BitcastOp::build(b, value, int);
        let bits = shuffle_xor(b, bits, offset);
        return BitcastOp::build(b, bits, ty);
    }
    if cx.is_index(ty) {
        let bits = IndexCastUIOp::build(b, value, i64);
        let bits = shuffle_xor(b, bits, offset);
        return IndexCastUIOp::build(b, bits, ty);
    }
    if width < 32 {
        let bits = ExtUIOp::build(b, value, i32);
        let bits = shuffle_xor(b, bits, offset);
        return TruncIOp::build(b, bits, None, ty);
    }
    if width < 64 {
        let bits = ExtUIOp::build(b, value, i64);
        let bits = shuffle_xor(b, bits, offset);
        return TruncIOp::build(b, bits, None, ty);
    }
    let half = constant_int(b, 32, ty);
    let high = ShRUIOp::build(b, value, half, None);
    let [low, high] = [value, high].map(|v| {
        let part = TruncIOp::build(b, v, None, i32);
        let part = shuffle_xor(b, part, offset);
        ExtUIOp::build(b, part, ty)
    });
    let high = ShLIOp::build(b, high, half, None);
    OrIOp::build(b, low, high)
}
