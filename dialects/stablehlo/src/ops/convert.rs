//! Conversions of element types.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{asm::SAME_TYPE, constraints::*, infer};

/// Converts numbers to another element type.
#[op(
    name = "stablehlo.convert",
    facts = [Exact, Evaluable],
    traits = [Pure, Elementwise, SameOperandsAndResultShape],
    interfaces = [Fold],
    asm = "$operand attr-dict `:` custom<SAME_TYPE>(type($operand), type($result))",
)]
pub struct ConvertOp {
    /// The numbers.
    pub operand: Operand<NonQuantizedTensor>,
    /// The converted numbers.
    pub result: Res<NonQuantizedTensor>,
}

/// Reinterprets the bits of elements as another element type; the last dimension absorbs a difference of widths.
#[op(
    name = "stablehlo.bitcast_convert",
    facts = [Bitwise, Evaluable, ReadsStorage, ReadsNanBits],
    traits = [Pure],
    interfaces = [Verify, Fold],
    asm = "operands attr-dict `:` functional-type(operands, results)",
)]
pub struct BitcastConvertOp {
    /// The bits.
    pub operand: Operand<HloTensorOrPerAxis>,
    /// The same bits.
    pub result: Res<HloTensorOrPerAxis>,
}

/// Bits of an element, complex ones with both parts.
fn element_bits(cx: &Context, elem: Type) -> Option<u32> {
    if let Some(storage) = strata_quant::storage(cx, elem) {
        return Some(storage.width);
    }
    match cx.type_as::<ComplexType>(elem) {
        Some(c) => cx.bit_width(c.elem).map(|w| 2 * w),
        None => cx.bit_width(elem),
    }
}

impl Verify for BitcastConvertOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (b.ty(self.operand(b)), b.ty(self.result(b)));
        let (from_elem, to_elem) = (cx.elem_or_self(from), cx.elem_or_self(to));
        let shown = |t| cx.type_to_string(t);
        // bitcast_convert_c2
        if is_complex(cx, from_elem) != is_complex(cx, to_elem) {
            return Err(VerifyError::bare(format!(
                "cannot convert between real and complex types, but got: '{}' and '{}'",
                shown(from),
                shown(to)
            )));
        }
        let (Some(wide), Some(narrow)) = (element_bits(cx, from_elem), element_bits(cx, to_elem)) else {
            return Ok(());
        };
        let (mut large, mut small) = (infer::sizes(cx, from), infer::sizes(cx, to));
        let (mut large_bits, mut small_bits) = (wide, narrow);
        if large_bits < small_bits {
            std::mem::swap(&mut large, &mut small);
            std::mem::swap(&mut large_bits, &mut small_bits);
        }
        // bitcast_convert_c1
        if large_bits != small_bits {
            if small.len() != large.len() + 1 {
                return Err(VerifyError::bare(format!(
                    "rank of smaller element type ({}) should be 1 more than rank of larger element type ({}), but {} != {} + 1.",
                    small.len(),
                    large.len(),
                    small.len(),
                    large.len()
                )));
            }
            let last = small[small.len() - 1];
            if last != DYNAMIC && last * small_bits as i64 != large_bits as i64 {
                return Err(VerifyError::bare(format!(
                    "requires compatible bit widths. Got: '{}' and '{}', but {small_bits} * {last} != {large_bits}.",
                    shown(from),
                    shown(to)
                )));
            }
        }
        if large.iter().zip(small).any(|(&a, &d)| !infer::sizes_match(a, d)) {
            return Err(VerifyError::bare(format!(
                "operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: '{}' and '{}'.",
                shown(from),
                shown(to)
            )));
        }
        Ok(())
    }
}
