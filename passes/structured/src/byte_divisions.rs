//! `linalg-byte-divisions-to-fma`: quotients of numbers that are functions of one byte, by constants, as fused multiply-adds.
//!
//! # Before
//! ```mlir
//! linalg.generic {…} ins(%image : tensor<8x224x224x3xi8>) … {
//!   %x = arith.uitofp %in : i8 to f32
//!   %q = arith.divf %x, %c255 : f32
//! ```
//! # After
//! ```mlir
//!   %x = arith.uitofp %in : i8 to f32
//!   %p = arith.mulf %x, %low : f32          // high + low is 1 / 255 with twice the digits of f32
//!   %q = math.fma %x, %high, %p : f32
//! ```
//! This form is right for most dividends and divisors (N. Brisebarre, J.-M. Muller, S. K. Raina, "Accelerating correctly rounded
//! floating-point division when the divisor is known in advance", 2004), but not for infinities. The pass replaces a division only if it
//! has computed the quotients of all 256 bytes, for each element of the constants, and both forms have the same bits.
//!
//! The dividend may be a chain of arithmetic with constants: scalars, and constant tensors of at most [`MAX_ELEMENTS`] elements that are
//! all read with the same indexing map, as the means and deviations of an image's channels.

use std::collections::HashMap;

use strata_arith::{
    ConstantOp, DivFOp, MulFOp, NegFOp, SIToFPOp, UIToFPOp,
    eval::{FloatBinary, float_binary},
};
use strata_ir::{num::FloatFormat, prelude::*};
use strata_linalg::GenericOp;
use strata_math::FmaOp;

use crate::{
    inline_payload::replace,
    structured_op::{Structured, build_generic, structured},
};

/// The elements of a constant tensor whose divisions are computed for all bytes.
const MAX_ELEMENTS: usize = 64;
/// The values of a byte.
const BYTES: usize = 256;

/// The value of a scalar of the payload for each element of the constants, and for each byte: `BYTES` values for the first element, then
/// those for the next.
type Table = Vec<f32>;

/// Replaces the divisions of a body. Returns how many.
pub(crate) fn replace_divisions(body: &mut Body) -> usize {
    let mut replaced = 0;
    for op in body.all_ops() {
        if body.is_live(op) && op.isa::<GenericOp>(body) {
            replaced += in_generic(body, op).unwrap_or(0);
        }
    }
    replaced
}

fn in_generic(body: &mut Body, op: Op) -> Option<usize> {
    let s = structured(body, op)?;
    if !body.block_ops(s.block).any(|inner| inner.isa::<DivFOp>(body)) {
        return None;
    }
    let divisions = Payload::new(body, &s).divisions();
    if divisions.is_empty() {
        return None;
    }
    rebuild(body, &s, &divisions)?;
    Some(divisions.len())
}

/// A division that becomes a fused multiply-add.
struct Division {
    /// The number of the op in its block.
    position: usize,
    /// The inverse of each divisor, and what its rounding lost. One for each element of the constants, or one for all.
    inverses: Vec<(f32, f32)>,
}

/// A payload and what is known of its values.
struct Payload<'b> {
    body: &'b Body,
    block: Block,
    /// The elements of constant operands; 1 if there are none.
    elements: usize,
    /// The argument that is the byte.
    byte: Option<Value>,
    tables: HashMap<Value, Table>,
}

impl<'b> Payload<'b> {
    fn new(body: &'b Body, s: &Structured) -> Self {
        let mut tables = HashMap::new();
        let mut elements = 1;
        let args = body.block_args(s.block);
        if let Some((first, n)) = constant_operand(body, s) {
            elements = n;
            for (i, &input) in s.inputs.iter().enumerate() {
                let alike = s.maps[i] == s.maps[first] && body.ty(input) == body.ty(s.inputs[first]);
                if let Some(values) = constant_elements(body, input).filter(|_| alike) {
                    tables.insert(args[i], values.into_iter().flat_map(|v| [v; BYTES]).collect());
                }
            }
        }
        Self { body, block: s.block, elements, byte: None, tables }
    }

    /// Computes the tables of all ops that have one, and returns the divisions that need not divide.
    fn divisions(mut self) -> Vec<Division> {
        let mut found = Vec::new();
        for (position, op) in self.body.block_ops(self.block).enumerate() {
            if op.isa::<DivFOp>(self.body) {
                found.extend(self.inverses(op).map(|inverses| Division { position, inverses }));
            }
            if let Some(table) = self.computed(op) {
                self.tables.insert(self.body.result(op, 0), table);
            }
        }
        found
    }

    /// The table of the result of an op.
    fn computed(&mut self, op: Op) -> Option<Table> {
        let body = self.body;
        let &[result] = body.results(op) else { return None };
        if body.ty(result) != body.cx().f32() {
            return None;
        }
        if op.isa::<UIToFPOp>(body) {
            return self.converted(body.operand(op, 0), f32::from);
        }
        if op.isa::<SIToFPOp>(body) {
            return self.converted(body.operand(op, 0), |byte| f32::from(byte.cast_signed()));
        }
        if op.isa::<NegFOp>(body) {
            return Some(self.table(body.operand(op, 0))?.iter().map(|v| -v).collect());
        }
        let kind = FloatBinary::from_op_name(body.op_name(op))?;
        let (lhs, rhs) = (self.table(body.operand(op, 0))?, self.table(body.operand(op, 1))?);
        let bits = |v: f32| u128::from(v.to_bits());
        let value = |(&a, &b): (&f32, &f32)| {
            f32::from_bits(float_binary(kind, FloatFormat::F32, bits(a), bits(b)) as u32)
        };
        Some(lhs.iter().zip(&rhs).map(value).collect())
    }

    /// The table of a conversion of the byte. There is only one.
    fn converted(&mut self, from: Value, number: impl Fn(u8) -> f32) -> Option<Table> {
        let is_byte =
            self.body.ty(from) == self.body.cx().i8() && self.body.block_args(self.block).contains(&from);
        if !is_byte || *self.byte.get_or_insert(from) != from {
            return None;
        }
        Some((0..self.elements).flat_map(|_| (0..=u8::MAX).map(&number)).collect())
    }

    fn table(&self, value: Value) -> Option<Table> {
        if let Some(table) = self.tables.get(&value) {
            return Some(table.clone());
        }
        let constant = self.body.def_as::<ConstantOp>(value)?;
        let number = self.body.cx().attr_as::<FloatAttr>(constant.value(self.body).into())?;
        let is_f32 = number.ty == self.body.cx().f32();
        is_f32.then(|| vec![f32::from_bits(number.bits as u32); self.elements * BYTES])
    }

    /// The inverses with which the division has the same quotients for all bytes.
    fn inverses(&self, op: Op) -> Option<Vec<(f32, f32)>> {
        let (lhs, rhs) = (self.table(self.body.operand(op, 0))?, self.table(self.body.operand(op, 1))?);
        let mut inverses = Vec::new();
        for (dividends, divisors) in lhs.chunks(BYTES).zip(rhs.chunks(BYTES)) {
            let divisor = divisors[0];
            if divisors.iter().any(|d| d.to_bits() != divisor.to_bits()) {
                return None;
            }
            let exact = 1.0 / f64::from(divisor);
            let high = exact as f32;
            let low = (exact - f64::from(high)) as f32;
            let same = |&x: &f32| x.mul_add(high, x * low).to_bits() == (x / divisor).to_bits();
            if !dividends.iter().all(same) {
                return None;
            }
            inverses.push((high, low));
        }
        if inverses.iter().all(|pair| *pair == inverses[0]) {
            inverses.truncate(1);
        }
        Some(inverses)
    }
}

/// The first input that is a small constant tensor, and the number of its elements.
fn constant_operand(body: &Body, s: &Structured) -> Option<(usize, usize)> {
    s.inputs.iter().enumerate().find_map(|(i, &v)| Some((i, constant_elements(body, v)?.len())))
}

/// The elements of a constant tensor of f32.
fn constant_elements(body: &Body, tensor: Value) -> Option<Vec<f32>> {
    let cx = body.cx();
    let shaped = cx.shaped(body.ty(tensor)).filter(|s| s.elem == cx.f32())?;
    let n = usize::try_from(shaped.num_elements()?).ok().filter(|n| (1..=MAX_ELEMENTS).contains(n))?;
    let value: Attr = body.def_as::<ConstantOp>(tensor)?.value(body).into();
    if let Some(splat) = cx.splat_value(value) {
        return Some(vec![f32::from_bits(cx.attr_as::<FloatAttr>(splat)?.bits as u32); n]);
    }
    let bytes = cx.element_blob(value)?;
    Some(bytes.as_chunks().0.iter().map(|&b| f32::from_le_bytes(b)).collect())
}

/// Part of an inverse, in a rebuilt op.
#[derive(Clone, Copy)]
enum Part {
    /// A scalar from outside of the payload.
    Scalar(Value),
    /// The element of the input of this number.
    Input(usize),
}

/// Builds the op again with inverses in place of divisors.
fn rebuild(body: &mut Body, s: &Structured, divisions: &[Division]) -> Option<()> {
    let constant = constant_operand(body, s).map(|(i, _)| (s.maps[i].clone(), body.ty(s.inputs[i])));
    let types: Vec<Type> = body.result_types(s.op).collect();
    let mut b = Builder::before(body, s.op);
    let (mut inputs, mut maps) = (s.inputs.clone(), s.maps.clone());
    let mut part = |values: Vec<f32>| -> Option<Part> {
        let cx = b.cx();
        if let [value] = values[..] {
            let attr = cx.float_attr(value.into(), cx.f32());
            return Some(Part::Scalar(strata_arith::constant(&mut b, attr)));
        }
        let (map, ty) = constant.as_ref()?;
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        let attr = cx.dense_attr(*ty, bytes)?;
        maps.insert(inputs.len(), map.clone());
        inputs.push(strata_arith::constant(&mut b, attr));
        Some(Part::Input(inputs.len() - 1))
    };
    let mut parts = HashMap::new();
    for division in divisions {
        let (high, low) = division.inverses.iter().copied().unzip();
        parts.insert(division.position, [part(high)?, part(low)?]);
    }
    let added = s.inputs.len()..inputs.len();
    let new = build_generic(&mut b, &inputs, &s.outputs, maps, &s.iterators, &types, |b, args| {
        let mut map = IdMap::new();
        let kept = args[..added.start].iter().chain(&args[added.end..]);
        for (old, &new) in b.block_args(s.block).to_vec().into_iter().zip(kept) {
            map.map(old, new);
        }
        clone_with_parts(b, s.block, &mut map, |position| {
            let value = |part| match part {
                Part::Scalar(value) => value,
                Part::Input(i) => args[i],
            };
            parts.get(&position).map(|parts| parts.map(value))
        })
    });
    replace(body, s.op, new, 0);
    Some(())
}

/// Clones the ops of a payload to the insertion point, divisions with an inverse as multiply-adds, and returns what it yields.
fn clone_with_parts(
    b: &mut Builder<'_>,
    block: Block,
    map: &mut IdMap,
    parts: impl Fn(usize) -> Option<[Value; 2]>,
) -> Vec<Value> {
    let ops: Vec<Op> = b.block_ops(block).collect();
    for (position, op) in ops.into_iter().enumerate() {
        if b.has_trait(op, Trait::Terminator) {
            return b.operands(op).map(|v| map.get(v)).collect();
        }
        let Some([high, low]) = parts(position) else {
            let new = b.clone_op(op, map);
            b.insert_op(new);
            continue;
        };
        let dividend = map.get(b.operand(op, 0));
        let rest = MulFOp::build(b, dividend, low, None);
        let quotient = FmaOp::build(b, dividend, high, rest, None);
        map.map(b.result(op, 0), quotient);
    }
    Vec::new()
}
