//! `linalg.winograd_filter_transform`, `…_input_transform` and `…_output_transform`: a convolution in two dimensions as
//! products of matrices, between transformations of its operands and its result.
//!
//! `F(m, r)` computes tiles of `m` results of a filter of `r` elements from `m + r - 1` elements of the input.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::DestinationStyle;

const WORDS: &[(&str, i64)] = &[("F_2_3", 0), ("F_4_3", 1), ("F_2_5", 2)];

attr_constraint! {
    /// The sizes of tile and filter.
    WinogradConv2DFmr: IntegerAttr = "allowed 32-bit signless integer cases: 0, 1, 2", |a, cx| {
        cx.attr_type(a) == Some(cx.i32()) && cx.attr_i64(a).is_some_and(|n| (0..3).contains(&n))
    }, form AttrForm::Keyword(WORDS, Context::i32);
}

/// `m` and `r`.
fn tile_and_filter(b: &Body, op: Op) -> (i64, i64) {
    match b.attr(op, "fmr").and_then(|a| b.cx().attr_i64(a)) {
        Some(1) => (4, 3),
        Some(2) => (2, 5),
        _ => (2, 3),
    }
}

type_constraint! {
    /// A tensor of rank 4.
    Tensor4 = "4D tensor of any type values", |ty, cx| cx.type_as::<TensorType>(ty).is_some_and(|t| t.shape.len() == 4);
    /// A tensor of rank 6.
    Tensor6 = "6D tensor of any type values", |ty, cx| cx.type_as::<TensorType>(ty).is_some_and(|t| t.shape.len() == 6);
}

macro_rules! transforms {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $from:ident, $to:ident, $expected:expr;)*) => {$(
        $(#[$meta])*
        #[op(
            name = $name,
            interfaces = [Verify, DestinationStyle, MemoryEffects],
            asm = "attr-dict `fmr` `(` $fmr `)` `ins` `(` $input `:` type($input) `)` `outs` `(` $output `:` type($output) `)` `->` type($result)",
        )]
        pub struct $op {
            /// The input.
            pub input: Operand<$from>,
            /// The destination.
            pub output: Operand<$to>,
            /// The sizes of tile and filter.
            pub fmr: Attr<WinogradConv2DFmr>,
            /// The new contents of the output.
            pub result: Res<$to>,
        }
        impl DestinationStyle for $op {
            fn as_op(&self) -> Op {
                OpDef::op(*self)
            }
            fn dps_init_range(&self, _: &Body) -> std::ops::Range<usize> {
                1..2
            }
        }
        impl MemoryEffects for $op {
            fn effects(&self, _: &Body, _: &mut Vec<Effect>) {}
        }
        impl Verify for $op {
            fn verify(&self, b: &Body) -> VerifyResult {
                let cx = b.cx();
                let (from, to) = (b.ty(self.input(b)), b.ty(self.output(b)));
                ensure!(
                    cx.elem_or_self(from) == cx.elem_or_self(to),
                    "failed to verify that all of {{{}, output}} have same element type", $name.split('_').nth(1).unwrap_or("input")
                );
                let shape = |ty| cx.shaped(ty).and_then(|s| s.shape).unwrap_or(&[]);
                let (m, r) = tile_and_filter(b, self.op());
                let expected = $expected(shape(from), shape(to), m, r)?;
                ensure!(compatible(&expected, shape(to)), "the output shape is not expected");
                Ok(())
            }
        }
    )*};
}

fn compatible(x: &[i64], y: &[i64]) -> bool {
    x.len() == y.len() && x.iter().zip(y).all(|(&x, &y)| x == y || x == DYNAMIC || y == DYNAMIC)
}

type Shape = Result<Vec<i64>, VerifyError>;

/// `(f, h, w, c)` to `(alpha, alpha, c, f)`; a side of size one is not transformed.
fn filter(from: &[i64], _: &[i64], m: i64, r: i64) -> Shape {
    let &[f, h, w, c] = from else { return Ok(Vec::new()) };
    ensure!([r, 1, DYNAMIC].contains(&h), "expect filter height either equals to r or 1");
    ensure!([r, 1, DYNAMIC].contains(&w), "expect filter width either equals to r or 1");
    ensure!((h, w) != (1, 1), "expect either filter height or width equals to r");
    let side = |size| if size == 1 { 1 } else { m + r - 1 };
    Ok(vec![side(h), side(w), c, f])
}
/// `(n, h, w, c)` to `(alpha, alpha, tiles, tiles, n, c)`; a side of size one in the output is not transformed.
fn input(from: &[i64], to: &[i64], m: i64, r: i64) -> Shape {
    let (&[n, h, w, c], &[alpha_h, alpha_w, ..]) = (from, to) else { return Ok(Vec::new()) };
    let side = |size: i64, alpha: i64| match (size, alpha) {
        (DYNAMIC, _) => (m + r - 1, DYNAMIC),
        (_, 1) => (1, size),
        _ => (m + r - 1, (size - (r - 1)).max(0) / m),
    };
    let ((ah, th), (aw, tw)) = (side(h, alpha_h), side(w, alpha_w));
    Ok(vec![ah, aw, th, tw, n, c])
}
/// `(alpha, alpha, tiles, tiles, n, f)` to `(n, h, w, f)`; a side of size one is not transformed.
fn output(from: &[i64], _: &[i64], m: i64, r: i64) -> Shape {
    let &[alpha_h, alpha_w, tiles_h, tiles_w, n, f] = from else { return Ok(Vec::new()) };
    let side = |alpha: i64, tiles: i64, what: &str| -> Result<i64, VerifyError> {
        ensure!([m + r - 1, 1, DYNAMIC].contains(&alpha), "expect input {what} equals to input tile size");
        Ok(match (alpha, tiles) {
            (_, DYNAMIC) | (DYNAMIC, _) => DYNAMIC,
            (1, _) => tiles,
            _ => tiles.saturating_mul(m),
        })
    };
    Ok(vec![n, side(alpha_h, tiles_h, "height")?, side(alpha_w, tiles_w, "width")?, f])
}

transforms! {
    /// Transforms a filter.
    WinogradFilterTransformOp = "linalg.winograd_filter_transform", Tensor4, Tensor4, filter;
    /// Transforms an input, in tiles.
    WinogradInputTransformOp = "linalg.winograd_input_transform", Tensor4, Tensor6, input;
    /// Transforms products back into a result.
    WinogradOutputTransformOp = "linalg.winograd_output_transform", Tensor6, Tensor4, output;
}
