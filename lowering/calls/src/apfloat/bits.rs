//! Floats as bits, and calls of the library on them.

use strata_arith::{BitcastOp, ExtSIOp, ExtUIOp, TruncIOp, constant_int};
use strata_ir::{num::FloatFormat, prelude::*};

use super::Signs;
use crate::callees::{Callees, Code};

/// Calls at a place.
pub(super) struct Calls<'a, 'b> {
    pub(super) b: &'a mut Builder<'b>,
    pub(super) callees: &'a mut Callees,
}

impl Calls<'_, '_> {
    /// A function of floats of one format, whose result is of that format too.
    pub(super) fn float_function(&mut self, name: &str, x: &[Value], ty: Type) -> Option<Value> {
        let mut arguments: Vec<Value> = x.iter().map(|&v| self.bits(v)).collect();
        arguments.insert(0, self.format(ty)?);
        let result = self.b.cx().i64();
        let bits = self.call(name, &arguments, result);
        Some(self.float(bits, ty))
    }
    /// A property of a float.
    pub(super) fn property(&mut self, name: &str, x: &[Value]) -> Option<Value> {
        let bits = self.bits(*x.first()?);
        let format = self.format_of(*x.first()?)?;
        let result = self.b.cx().i1();
        Some(self.call(name, &[format, bits], result))
    }
    /// The order of two floats, a number.
    pub(super) fn order(&mut self, x: &[Value]) -> Option<Value> {
        let &[lhs, rhs] = x else { return None };
        let bits = [lhs, rhs].map(|v| self.bits(v));
        let format = self.format_of(lhs)?;
        let result = self.b.cx().i8();
        Some(self.call("compare", &[format, bits[0], bits[1]], result))
    }
    /// A float in another format.
    pub(super) fn convert(&mut self, x: &[Value], ty: Type) -> Option<Value> {
        let bits = self.bits(*x.first()?);
        let from = self.format_of(*x.first()?)?;
        let to = self.format(ty)?;
        let result = self.b.cx().i64();
        let bits = self.call("convert", &[from, to, bits], result);
        Some(self.float(bits, ty))
    }
    /// A float as an integer.
    pub(super) fn to_int(&mut self, signs: Signs, x: &[Value], ty: Type) -> Option<Value> {
        let bits = self.bits(*x.first()?);
        let format = self.format_of(*x.first()?)?;
        let [width, unsigned] = self.integer(signs, ty)?;
        let result = self.b.cx().i64();
        let bits = self.call("convert_to_int", &[format, width, unsigned, bits], result);
        Some(self.narrow(bits, ty))
    }
    /// An integer as a float.
    pub(super) fn from_int(&mut self, signs: Signs, x: &[Value], ty: Type) -> Option<Value> {
        let &x = x.first()?;
        let (from, wide) = (self.b.ty(x), self.b.cx().i64());
        let bits = match signs {
            _ if self.b.cx().bit_width(from) == Some(64) => x,
            Signs::Signed => ExtSIOp::build(self.b, x, wide),
            Signs::Unsigned => ExtUIOp::build(self.b, x, wide),
        };
        let format = self.format(ty)?;
        let [width, unsigned] = self.integer(signs, from)?;
        let bits = self.call("convert_from_int", &[format, width, unsigned, bits], wide);
        Some(self.float(bits, ty))
    }
    fn call(&mut self, name: &str, arguments: &[Value], result: Type) -> Value {
        self.callees.call(self.b, &format!("_mlir_apfloat_{name}"), arguments, result, Code::Library)
    }
    /// The bits of a float as an integer of 64 bits.
    fn bits(&mut self, x: Value) -> Value {
        let width = self.b.cx().bit_width(self.b.ty(x)).unwrap_or(64);
        let (int, wide) = (self.b.cx().int_type(width), self.b.cx().i64());
        let bits = BitcastOp::build(self.b, x, int);
        if int == wide { bits } else { ExtUIOp::build(self.b, bits, wide) }
    }
    /// The float that the low bits are.
    fn float(&mut self, bits: Value, ty: Type) -> Value {
        let int = self.b.cx().int_type(self.b.cx().bit_width(ty).unwrap_or(64));
        let bits = self.narrow(bits, int);
        BitcastOp::build(self.b, bits, ty)
    }
    /// The low bits.
    fn narrow(&mut self, bits: Value, int: Type) -> Value {
        if int == self.b.cx().i64() { bits } else { TruncIOp::build(self.b, bits, None, int) }
    }
    fn format_of(&mut self, x: Value) -> Option<Value> {
        self.format(self.b.ty(x))
    }
    /// The number of a format.
    fn format(&mut self, ty: Type) -> Option<Value> {
        let number = number(self.b.cx().as_float(ty)?);
        let i32 = self.b.cx().i32();
        Some(constant_int(self.b, number, i32))
    }
    /// The width of an integer, and whether it has no sign.
    fn integer(&mut self, signs: Signs, ty: Type) -> Option<[Value; 2]> {
        let width = i64::from(self.b.cx().as_int(ty)?.width);
        let (i32, i1) = (self.b.cx().i32(), self.b.cx().i1());
        let width = constant_int(self.b, width, i32);
        Some([width, constant_int(self.b, i64::from(signs == Signs::Unsigned), i1)])
    }
}

/// The number of a format in LLVM 22, `llvm::APFloatBase::Semantics`.
pub fn number(format: FloatFormat) -> i64 {
    match format {
        FloatFormat::F16 => 0,
        FloatFormat::BF16 => 1,
        FloatFormat::F32 => 2,
        FloatFormat::F64 => 3,
        FloatFormat::F128 => 4,
        FloatFormat::F8E5M2 => 7,
        FloatFormat::F8E5M2FNUZ => 8,
        FloatFormat::F8E4M3 => 9,
        FloatFormat::F8E4M3FN => 10,
        FloatFormat::F8E4M3FNUZ => 11,
        FloatFormat::F8E4M3B11FNUZ => 12,
        FloatFormat::F8E3M4 => 13,
        FloatFormat::TF32 => 14,
        FloatFormat::F8E8M0FNU => 15,
        FloatFormat::F6E3M2FN => 16,
        FloatFormat::F6E2M3FN => 17,
        FloatFormat::F4E2M1FN => 18,
        FloatFormat::F80 => 19,
    }
}
