//! Keys of comparators: recognizes sorts by values of elements in a known order.
//!
//! ```mlir
//! ^bb0(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
//!   %0 = stablehlo.compare LT, %x, %y, TOTALORDER : …
//! ```
//! is the key `0:0:f32:total:up`: of operand 0, at byte 0 of an element. The floats of JAX, whose zeros and NaNs are canonicalized by
//! `select`s first, are `0:0:f32:zeros-nans:up`. Several keys are a comparison such as `x < y or (x = y and i < j)`.

use strata_ir::prelude::*;
use strata_stablehlo::{self as hlo, ComparisonDirection, ComparisonType};

/// A value that elements are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// The operand of the sort.
    pub operand: usize,
    /// Its byte offset in an element.
    pub offset: usize,
    /// The name of its type.
    pub format: &'static str,
    /// The order of floats: which of them are equal.
    pub order: &'static str,
    /// Whether larger ones come first.
    pub descending: bool,
}

/// A value of one of the two elements that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Leaf {
    /// The argument of the comparator.
    arg: usize,
    imaginary: bool,
    /// Whether zeros were made equal.
    zeros: bool,
    /// Whether NaNs were made equal.
    nans: bool,
}

/// The keys of a comparator, the most significant one first.
pub(super) fn keys(b: &Body, region: Region) -> Option<Vec<Key>> {
    let &[block] = b.blocks(region) else { return None };
    let last = b.block_ops(block).last()?;
    let mut returned = b.operands(last);
    let (value, None) = (returned.next()?, returned.next()) else { return None };
    let comparator = Comparator { b, args: b.block_args(block) };
    let mut keys = Vec::new();
    comparator.order(value, &mut keys)?;
    Some(keys)
}

struct Comparator<'b> {
    b: &'b Body,
    args: &'b [Value],
}

impl Comparator<'_> {
    /// Appends the keys of an order.
    fn order(&self, mut value: Value, keys: &mut Vec<Key>) -> Option<()> {
        loop {
            if let Some(key) = self.comparison(value, false) {
                keys.push(key);
                return Some(());
            }
            let (key, rest) = self.first_of(value)?;
            keys.push(key);
            value = rest;
        }
    }
    /// The first key, and the order of elements that are equal in it.
    fn first_of(&self, value: Value) -> Option<(Key, Value)> {
        let b = self.b;
        if let Some(select) = b.def_as::<hlo::SelectOp>(value) {
            let key = self.comparison(select.on_false(b), false)?;
            return self.is_equal(key, select.pred(b)).then(|| (key, select.on_true(b)));
        }
        let or = b.def_as::<hlo::OrOp>(value)?;
        let both = [or.lhs(b), or.rhs(b)];
        let either = |[first, rest]: [Value; 2]| {
            let key = self.comparison(first, false)?;
            let and = b.def_as::<hlo::AndOp>(rest)?;
            let (x, y) = (and.lhs(b), and.rhs(b));
            if self.is_equal(key, x) {
                return Some((key, y));
            }
            self.is_equal(key, y).then_some((key, x))
        };
        either(both).or_else(|| either([both[1], both[0]]))
    }
    /// Whether a value compares elements for equality in a key.
    fn is_equal(&self, key: Key, value: Value) -> bool {
        self.comparison(value, true) == Some(Key { descending: false, ..key })
    }
    /// The key that a comparison orders by, or compares for equality.
    fn comparison(&self, value: Value, equality: bool) -> Option<Key> {
        let b = self.b;
        let compare = b.def_as::<hlo::CompareOp>(value)?;
        let greater = match (compare.direction(b), equality) {
            (ComparisonDirection::Lt, false) => false,
            (ComparisonDirection::Gt, false) => true,
            (ComparisonDirection::Eq, true) => false,
            _ => return None,
        };
        let (x, y) = (self.leaf(compare.lhs(b))?, self.leaf(compare.rhs(b))?);
        // Both operands must be the same value, of the left and of the right element, whose arguments are adjacent.
        if x.arg ^ 1 != y.arg || (Leaf { arg: x.arg, ..y }) != x {
            return None;
        }
        let ty = b.ty(compare.lhs(b));
        let (format, bytes, is_float) = format(b.cx(), b.cx().elem_or_self(ty))?;
        let unsigned = format.starts_with('u');
        let order = match (compare.order(b), is_float) {
            (ComparisonType::TotalOrder, true) => match (x.zeros, x.nans) {
                (false, false) => "total",
                (true, false) => "zeros",
                (false, true) => "nans",
                (true, true) => "zeros-nans",
            },
            (ComparisonType::Float | ComparisonType::NoType, true) => "partial",
            (ComparisonType::NoType, false) => "total",
            (ComparisonType::Signed, false) if !unsigned => "total",
            (ComparisonType::Unsigned, false) if unsigned => "total",
            _ => return None,
        };
        Some(Key {
            operand: x.arg / 2,
            offset: if x.imaginary { bytes } else { 0 },
            format,
            order,
            descending: !equality && greater != (x.arg % 2 == 1),
        })
    }
    /// The value of an element that an SSA value is computed from.
    fn leaf(&self, value: Value) -> Option<Leaf> {
        let b = self.b;
        let argument = |v: Value| self.args.iter().position(|&arg| arg == v);
        if let Some(arg) = argument(value) {
            return Some(Leaf { arg, imaginary: false, zeros: false, nans: false });
        }
        if let Some(part) = b.def_as::<hlo::RealOp>(value) {
            return self.leaf(part.operand(b));
        }
        if let Some(part) = b.def_as::<hlo::ImagOp>(value) {
            let arg = argument(part.operand(b))?;
            return Some(Leaf { arg, imaginary: true, zeros: false, nans: false });
        }
        let select = b.def_as::<hlo::SelectOp>(value)?;
        let leaf = self.leaf(select.on_false(b))?;
        let compare = b.def_as::<hlo::CompareOp>(select.pred(b))?;
        if !matches!(compare.order(b), ComparisonType::Float | ComparisonType::NoType) {
            return None;
        }
        let (x, y) = (compare.lhs(b), compare.rhs(b));
        let of = self.leaf(x)?;
        let bits = self.constant(select.on_true(b))?;
        if (of.arg, of.imaginary) != (leaf.arg, leaf.imaginary) {
            return None;
        }
        match compare.direction(b) {
            ComparisonDirection::Ne if x == y && Some(bits) == self.nan(value) => {
                Some(Leaf { nans: true, ..leaf })
            }
            ComparisonDirection::Eq if bits == 0 && self.is_zero(y) => Some(Leaf { zeros: true, ..leaf }),
            _ => None,
        }
    }
    /// The bits of a constant float.
    fn constant(&self, value: Value) -> Option<u128> {
        let constant = self.b.def_as::<hlo::ConstantOp>(value)?;
        let scalar = self.b.cx().splat_value(constant.value(self.b).raw())?;
        Some(self.b.cx().attr_as::<FloatAttr>(scalar)?.bits)
    }
    fn is_zero(&self, value: Value) -> bool {
        let bits = self.b.cx().bit_width(self.b.cx().elem_or_self(self.b.ty(value))).unwrap_or(0);
        self.constant(value).is_some_and(|v| v == 0 || (bits > 0 && v == 1 << (bits - 1)))
    }
    /// The canonical NaN of a value's type.
    fn nan(&self, value: Value) -> Option<u128> {
        Some(match format(self.b.cx(), self.b.cx().elem_or_self(self.b.ty(value)))?.0 {
            "f16" => 0x7e00,
            "bf16" => 0x7fc0,
            "f32" => 0x7fc0_0000,
            "f64" => 0x7ff8_0000_0000_0000,
            _ => return None,
        })
    }
}

/// The name of an element type that keys support, its size in bytes, and whether it is a float.
fn format(cx: &Context, elem: Type) -> Option<(&'static str, usize, bool)> {
    if elem == cx.i1() {
        return Some(("u8", 1, false));
    }
    for (ty, name, bytes) in
        [(cx.f16(), "f16", 2), (cx.bf16(), "bf16", 2), (cx.f32(), "f32", 4), (cx.f64(), "f64", 8)]
    {
        if elem == ty {
            return Some((name, bytes, true));
        }
    }
    let int = cx.as_int(elem)?;
    let unsigned = int.signedness == Signedness::Unsigned;
    Some(match (int.width, unsigned) {
        (8, true) => ("u8", 1, false),
        (16, true) => ("u16", 2, false),
        (32, true) => ("u32", 4, false),
        (64, true) => ("u64", 8, false),
        (8, false) => ("i8", 1, false),
        (16, false) => ("i16", 2, false),
        (32, false) => ("i32", 4, false),
        (64, false) => ("i64", 8, false),
        _ => return None,
    })
}
