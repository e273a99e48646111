//! Contractions of bytes and of `bf16` as instructions of Arm's vector unit, each of which multiplies matrices of two rows.
//!
//! Before:
//! ```mlir
//! %x = arith.extsi %a : vector<2x8xi8> to vector<2x8xi32>
//! %y = arith.extsi %b : vector<2x8xi8> to vector<2x8xi32>
//! %r = vector.contract {indexing_maps = [(m, n, k) -> (m, k), (m, n, k) -> (n, k), (m, n, k) -> (m, n)], …} %x, %y, %c
//! ```
//! After:
//! ```mlir
//! %p = vector.shape_cast %a : vector<2x8xi8> to vector<16xi8>
//! %q = vector.shape_cast %b : vector<2x8xi8> to vector<16xi8>
//! %s = vector.shape_cast %c : vector<2x2xi32> to vector<4xi32>
//! %t = arm_neon.intr.smmla %s, %p, %q : vector<16xi8> to vector<4xi32>
//! %r = vector.shape_cast %t : vector<4xi32> to vector<2x2xi32>
//! ```
//! A product has one row, or an even number of them, and an even number of columns; its depth is a multiple of 8 bytes or of 4 `bf16`. It becomes one
//! instruction for each part of this size. Integers of less than a byte are extended. There is an instruction for factors without signs by factors
//! with signs, but none for the other order: there, both factors change places, and all results are transposed.

use std::sync::Arc;

use strata_arith::{ExtSIOp, ExtUIOp};
use strata_arm_neon::{BfmmlaOp, SmmlaOp, UmmlaOp, UsmmlaOp};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_vector::{
    CombiningKind, ContractionOp, ExtractOp, ExtractStridedSliceOp, InsertStridedSliceOp, IteratorType,
    ShapeCastOp,
};

use crate::{
    masked::is_masked,
    shape_cast::numbers,
    shapes::{count, fixed, vector, zeros},
    transpose::transposed,
};

/// These patterns are tried before those for any target.
const BENEFIT: u16 = 2;

/// Adds the lowering of products of bytes (`FEAT_I8MM`).
pub fn add_neon_byte_products(set: &mut PatternSet) {
    set.add_fn(Some(ContractionOp::NAME), "contraction-to-i8mm", BENEFIT, Arc::new(bytes));
}

/// Adds the lowering of products of `bf16` (`FEAT_BF16`).
pub fn add_neon_bf16_products(set: &mut PatternSet) {
    set.add_fn(Some(ContractionOp::NAME), "contraction-to-bfmmla", BENEFIT, Arc::new(halves));
}

/// An instruction: which factors have signs, or that they are floats.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Instruction {
    Signed,
    Unsigned,
    /// The first factor has no sign, the second one has; in the contraction they may be in the other order.
    Mixed {
        swapped: bool,
    },
    Float,
}

/// A product of a matrix or a row by the transpose of a matrix.
struct Product {
    factors: [Value; 2],
    acc: Value,
    /// Rows; `None` if the left factor and the result have one dimension.
    rows: Option<i64>,
    columns: i64,
    depth: i64,
}

impl Product {
    /// The product that a contraction is, if parts of this depth cover it.
    fn read(b: &Body, op: Op, group: i64) -> Option<(ContractionOp, Self)> {
        use IteratorType::{Parallel as P, Reduction as R};
        let c = op.as_op::<ContractionOp>(b)?;
        let kind = b.attr(op, "kind").and_then(|a| b.cx().attr_as::<CombiningKind>(a));
        if is_masked(b, op) || kind.is_some_and(|k| *k != CombiningKind::Add) {
            return None;
        }
        let dims: [&[u32]; 3] = match c.iterators(b)[..] {
            [P, P, R] => [&[0, 2], &[1, 2], &[0, 1]],
            [P, R] => [&[1], &[0, 1], &[0]],
            _ => return None,
        };
        let n = dims[0].len() as u32 + 1;
        if c.maps(b) != dims.map(|dims| AffineMap::select(n, dims)) {
            return None;
        }
        let factors = [c.lhs(b), c.rhs(b)];
        let [lhs, rhs] = [vector(b, factors[0])?, vector(b, factors[1])?];
        if [&lhs, &rhs].iter().any(|ty| ty.scalable.contains(&true)) {
            return None;
        }
        let rows = (n == 3).then(|| lhs.shape[0]);
        let (columns, depth) = (rhs.shape[0], rhs.shape[1]);
        let fits = rows.is_none_or(|m| m == 1 || m % 2 == 0) && columns % 2 == 0 && depth % group == 0;
        count(&[rows.unwrap_or(1), columns, depth / group]).filter(|_| fits)?;
        Some((c, Self { factors, acc: c.acc(b), rows, columns, depth }))
    }
}

fn bytes(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (_, mut product) = Product::read(rw, op, 8)?;
    if vector(rw, product.acc)?.elem != rw.cx().i32() {
        return None;
    }
    let (lhs, signed_lhs) = narrow(rw, product.factors[0])?;
    let (rhs, signed_rhs) = narrow(rw, product.factors[1])?;
    let instruction = match (signed_lhs, signed_rhs) {
        (true, true) => Instruction::Signed,
        (false, false) => Instruction::Unsigned,
        (lhs, _) => Instruction::Mixed { swapped: lhs },
    };
    product.factors = [extended(rw, lhs, signed_lhs)?, extended(rw, rhs, signed_rhs)?];
    lower(rw, op, &product, instruction)
}

fn halves(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (c, product) = Product::read(rw, op, 4)?;
    let elem = |v: Value| vector(rw, v).map(|ty| ty.elem);
    if elem(product.acc)? != rw.cx().f32() || elem(c.lhs(rw))? != rw.cx().bf16() {
        return None;
    }
    lower(rw, op, &product, Instruction::Float)
}

/// A factor of at most 8 bits before its extension to 32, and whether it has a sign. Contractions extend by the sign.
fn narrow(b: &Body, v: Value) -> Option<(Value, bool)> {
    let cx = b.cx();
    let is_narrow = |v: Value| {
        let elem = cx.elem_or_self(b.ty(v));
        strata_ir::core::constraints::is_signless_int(cx, elem)
            && cx.bit_width(elem).is_some_and(|bits| bits <= 8)
    };
    let is_wide = cx.elem_or_self(b.ty(v)) == cx.i32();
    if let Some(extension) = b.def_as::<ExtSIOp>(v) {
        let source = extension.in_(b);
        return (is_wide && is_narrow(source)).then_some((source, true));
    }
    if is_narrow(v) {
        return Some((v, true));
    }
    let source = b.def_as::<ExtUIOp>(v)?.in_(b);
    (is_wide && is_narrow(source)).then_some((source, false))
}

/// A factor of bytes.
fn extended(rw: &mut Rewriter<'_>, v: Value, signed: bool) -> Option<Value> {
    let ty = vector(rw, v)?;
    let byte = rw.cx().i8();
    if ty.elem == byte {
        return Some(v);
    }
    let ty = rw.cx().ty(VectorType { elem: byte, ..ty });
    Some(if signed { ExtSIOp::build(rw, v, ty) } else { ExtUIOp::build(rw, v, ty) })
}

fn lower(rw: &mut Rewriter<'_>, op: Op, p: &Product, instruction: Instruction) -> Option<()> {
    let group = if instruction == Instruction::Float { 4 } else { 8 };
    let rows = p.rows.unwrap_or(1);
    let height = rows.min(2);
    let ty = rw.ty(p.acc);
    let mut result = zeros(rw, ty)?;
    for i in (0..rows).step_by(2) {
        for j in (0..p.columns).step_by(2) {
            let mut sums = None;
            for k in (0..p.depth).step_by(group as usize) {
                let lhs = slice(rw, p.factors[0], p.rows.map(|_| (i, height)), (k, group))?;
                let rhs = slice(rw, p.factors[1], Some((j, 2)), (k, group))?;
                let start = match k {
                    0 => Some(slice(rw, p.acc, p.rows.map(|_| (i, height)), (j, 2))?),
                    _ => None,
                };
                let lhs = two_rows(rw, lhs)?;
                let start = match start {
                    Some(acc) => {
                        let acc = two_rows(rw, acc)?;
                        Some(turned(rw, acc, instruction)?)
                    }
                    None => None,
                };
                let (lhs, rhs) = (flat(rw, lhs)?, flat(rw, rhs)?);
                let before = match start {
                    Some(acc) => flat(rw, acc)?,
                    None => sums?,
                };
                let after = multiply(rw, instruction, before, [lhs, rhs]);
                sums = Some(after);
                let elem = vector(rw, after)?.elem;
                let square = rw.cx().vector(&[2, 2], elem);
                let part = ShapeCastOp::build(rw, after, square);
                let part = turned(rw, part, instruction)?;
                let part = if rows == 1 { ExtractOp::create(rw, part, &fixed(&[0])) } else { part };
                let at: &[i64] = if p.rows.is_some() { &[i, j] } else { &[j] };
                result = inserted(rw, part, result, at)?;
            }
        }
    }
    rw.replace_op(op, &[result]);
    Some(())
}

fn multiply(rw: &mut Rewriter<'_>, instruction: Instruction, acc: Value, [lhs, rhs]: [Value; 2]) -> Value {
    match instruction {
        Instruction::Signed => SmmlaOp::build(rw, acc, lhs, rhs),
        Instruction::Unsigned => UmmlaOp::build(rw, acc, lhs, rhs),
        Instruction::Mixed { swapped: false } => UsmmlaOp::build(rw, acc, lhs, rhs),
        Instruction::Mixed { swapped: true } => UsmmlaOp::build(rw, acc, rhs, lhs),
        Instruction::Float => BfmmlaOp::build(rw, acc, lhs, rhs),
    }
}

/// The sums as the instruction has them: transposed, where the factors change places.
fn turned(rw: &mut Rewriter<'_>, sums: Value, instruction: Instruction) -> Option<Value> {
    match instruction {
        Instruction::Mixed { swapped: true } => transposed(rw, sums, &[1, 0]),
        _ => Some(sums),
    }
}

/// A part of a matrix, or of a row if no rows are given: each dimension from where and how many.
fn slice(rw: &mut Rewriter<'_>, v: Value, rows: Option<(i64, i64)>, columns: (i64, i64)) -> Option<Value> {
    let (offsets, sizes): (Vec<i64>, Vec<i64>) = rows.into_iter().chain([columns]).unzip();
    if vector(rw, v)?.shape[..] == sizes[..] {
        return Some(v);
    }
    ExtractStridedSliceOp::create(rw, v, &offsets, &sizes)
}

/// A matrix of two rows; the second one of a single row is zero.
fn two_rows(rw: &mut Rewriter<'_>, v: Value) -> Option<Value> {
    let ty = vector(rw, v)?;
    if ty.shape.len() == 2 && ty.shape[0] == 2 {
        return Some(v);
    }
    let two = rw.cx().vector(&[2, *ty.shape.last()?], ty.elem);
    let empty = zeros(rw, two)?;
    inserted(rw, v, empty, &[0, 0])
}

/// The elements in one dimension.
fn flat(rw: &mut Rewriter<'_>, v: Value) -> Option<Value> {
    let ty = vector(rw, v)?;
    let row = rw.cx().vector(&[count(&ty.shape)?], ty.elem);
    Some(ShapeCastOp::build(rw, v, row))
}

/// A vector with a part replaced.
fn inserted(rw: &mut Rewriter<'_>, part: Value, whole: Value, at: &[i64]) -> Option<Value> {
    if rw.ty(part) == rw.ty(whole) {
        return Some(part);
    }
    let strides = vec![1; vector(rw, part)?.shape.len()];
    let (at, strides) = (numbers(rw.cx(), at), numbers(rw.cx(), &strides));
    Some(InsertStridedSliceOp::build(rw, part, whole, at, strides))
}
