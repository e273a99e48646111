//! Functions on the bits of numbers: the next float, and the high half of a product.

use strata_ir::prelude::*;

use super::emit::V;

/// The next float after `x` in the direction of `y`. Floats of one sign have the same order as their bits.
pub(super) fn next_after<'e>(x: V<'e>, y: V<'e>) -> V<'e> {
    let elem = x.elem();
    let int = x.cx().int_type(x.cx().bit_width(elem).unwrap_or(32));
    let (x_bits, y_bits) = (x.bitcast(int), y.bitcast(int));
    let (x_negative, y_negative) = (x_bits.lt(0.0), y_bits.lt(0.0));
    let sign = x_bits.min_value();
    let (x_size, y_size) = (x_bits & !sign, y_bits & !sign);
    let one = x_bits.c(1.0);
    // From 0 to the smallest number with the sign of `y`.
    let from_zero = y_negative.select(sign | one, one);
    let away = x_negative.eq(y_negative) & x_size.lt(y_size);
    let step = away.select(x_bits + one, x_bits - one);
    let next = x_size.eq(0.0).select(from_zero, step).bitcast(elem);
    let nan = x.ne(x) | y.ne(y);
    let value = x.eq(y).select(y, next);
    nan.select(x + y, value)
}

/// The high half of the product.
pub(super) fn mulhi<'e>(x: V<'e>, y: V<'e>) -> V<'e> {
    let (cx, elem) = (x.cx(), x.elem());
    let Some(int) = cx.as_int(elem) else { return x };
    if int.width < 64 {
        let wide = cx.ty(IntegerType { width: int.width * 2, signedness: int.signedness });
        let product = x.convert(wide) * y.convert(wide);
        let shifted = product.shr(int.width as f64);
        return shifted.convert(elem);
    }
    let unsigned = cx.ty(IntegerType { width: 64, signedness: Signedness::Unsigned });
    let (a, b) = (x.convert(unsigned), y.convert(unsigned));
    let high = mulhi_u64(a, b);
    if int.signedness == Signedness::Unsigned {
        return high;
    }
    // A negative number is its unsigned bits minus 2^64.
    let zero = high.c(0.0);
    let high = high - x.lt(0.0).select(b, zero) - y.lt(0.0).select(a, zero);
    high.convert(elem)
}

/// By halves of 32 bits, so that no sum overflows.
fn mulhi_u64<'e>(x: V<'e>, y: V<'e>) -> V<'e> {
    let low = x.c(0xFFFF_FFFFu32 as f64);
    let (x0, x1) = (x & low, x.shr(32.0));
    let (y0, y1) = (y & low, y.shr(32.0));
    let t = x1 * y0 + (x0 * y0).shr(32.0);
    let w = x0 * y1 + (t & low);
    x1 * y1 + t.shr(32.0) + w.shr(32.0)
}
