//! The stock of types and attributes that generation chooses from.

use std::sync::Arc;

use strata_core::{
    Attr, Context, Type,
    types::{ComplexType, VectorType},
};
use strata_text::{parse_attr, parse_type};

use crate::Rng;

/// Element types that vectors, tensors and memrefs may have.
const SCALARS: &str = "i1 i4 i8 i16 i32 i64 i128 si8 si32 ui8 ui16 ui32 ui64 index f16 bf16 f32 f64 f80 f128 tf32 \
                       f8E4M3FN f8E5M2 f8E4M3B11FNUZ";
/// Element types that the stock combines with every shape.
const COMMON: &str = "i1 i8 i32 i64 ui8 index f16 bf16 f32 f64";
const TENSORS: [&str; 9] = ["", "4x", "2x3x", "4x4x", "1x2x3x", "0x", "?x", "2x?x", "*x"];
const VECTORS: [&str; 6] = ["", "2x", "4x", "2x3x", "4x4x", "[4]x"];
const MEMREFS: [&str; 7] = ["", "4x", "2x3x", "?x", "4x?x", "0x", "*x"];
const OTHERS: [&str; 12] = [
    "none",
    "tuple<>",
    "tuple<i32, tensor<2xf32>>",
    "() -> ()",
    "(i32, f32) -> tensor<4xf32>",
    "complex<f32>",
    "complex<f64>",
    "complex<i32>",
    "tensor<4xcomplex<f32>>",
    "tensor<2x?xcomplex<f64>>",
    "memref<4x4xf32, strided<[?, 1], offset: ?>>",
    "memref<8xi8, 1>",
];
const ATTRS: [&str; 34] = [
    "unit",
    "true",
    "false",
    "0 : i8",
    "-1 : i32",
    "1 : i32",
    "3 : i64",
    "4 : i64",
    "16 : i32",
    "1 : index",
    "1.500000e+00 : f32",
    "-2.500000e-01 : f64",
    "0.000000e+00 : bf16",
    "\"text\"",
    "\"quote \\22\"",
    "[]",
    "[1 : i32, \"a\"]",
    "[\"a\", \"b\"]",
    "[@a, @b]",
    "[{a = 1 : i32}]",
    "[affine_map<(d0) -> (d0)>]",
    "{}",
    "{a = 1 : i32, b}",
    "i32",
    "f32",
    "(i32) -> f32",
    "memref<4xf32>",
    "affine_map<(d0) -> (d0)>",
    "affine_map<(d0, d1)[s0] -> (d1 + s0, d0 floordiv 2)>",
    "affine_set<(d0) : (d0 >= 0)>",
    "@sym",
    "@a::@b",
    "dense<[1, 2]> : tensor<2xi32>",
    "dense<1> : tensor<2x2xi64>",
];

/// Types and attributes of a context.
pub struct Pool {
    cx: Arc<Context>,
    types: Vec<Type>,
    scalars: Vec<Type>,
    attrs: Vec<Attr>,
}

impl Pool {
    /// The types and attributes of the builtin dialect.
    pub(crate) fn new(cx: &Arc<Context>) -> Self {
        let mut pool = Self { cx: cx.clone(), types: Vec::new(), scalars: Vec::new(), attrs: Vec::new() };
        let ty = |text: &str| parse_type(cx, text).ok();
        pool.scalars.extend(SCALARS.split_whitespace().filter_map(ty));
        pool.types.extend(&pool.scalars);
        pool.types.extend(OTHERS.iter().filter_map(|text| ty(text)));
        for elem in COMMON.split_whitespace() {
            for (kind, shapes) in [("tensor", &TENSORS[..]), ("vector", &VECTORS), ("memref", &MEMREFS)] {
                pool.types.extend(shapes.iter().filter_map(|shape| ty(&format!("{kind}<{shape}{elem}>"))));
            }
        }
        pool.attrs.extend(ATTRS.iter().filter_map(|text| parse_attr(cx, text).ok()));
        pool
    }
    /// Adds a type, given as text.
    pub(crate) fn add_type(&mut self, text: &str) -> Result<(), String> {
        let ty = parse_type(&self.cx, text).map_err(|_| format!("`{text}` is no type"))?;
        self.types.push(ty);
        Ok(())
    }
    /// Adds an attribute, given as text.
    pub(crate) fn add_attr(&mut self, text: &str) -> Result<(), String> {
        let attr = parse_attr(&self.cx, text).map_err(|_| format!("`{text}` is no attribute"))?;
        self.attrs.push(attr);
        Ok(())
    }
    /// A type that satisfies `check`, any.
    pub(crate) fn any_type(&self, rng: &mut Rng, check: impl Fn(Type) -> bool) -> Option<Type> {
        pick_where(&self.types, rng, check)
    }
    /// A type that satisfies `check` and has its shape or its element type in common with `theme`.
    pub(crate) fn related(&self, theme: Type, rng: &mut Rng, check: impl Fn(Type) -> bool) -> Option<Type> {
        let cx = &*self.cx;
        let elem = cx.elem_or_self(theme);
        let mut found = self.with_shape_of(theme);
        found.push(elem);
        // Only element types can be put into another shape: there is no tensor of functions.
        if self.scalars.contains(&elem) {
            found.extend(
                self.types.iter().filter(|&&t| cx.shaped(t).is_some()).map(|&t| cx.with_elem(t, elem)),
            );
        }
        pick_where(&found, rng, check)
    }
    /// A type that satisfies `check` and is `theme` or has its shape.
    pub(crate) fn same_shape(
        &self,
        theme: Type,
        rng: &mut Rng,
        check: impl Fn(Type) -> bool,
    ) -> Option<Type> {
        pick_where(&self.with_shape_of(theme), rng, check)
    }
    fn with_shape_of(&self, theme: Type) -> Vec<Type> {
        let cx = &*self.cx;
        let elem = cx.elem_or_self(theme);
        let mut found = vec![theme];
        if let Some(complex) = cx.type_as::<ComplexType>(elem) {
            found.push(cx.with_elem(theme, complex.elem));
        } else if cx.type_as::<VectorType>(theme).is_none() && cx.as_float(elem).is_some() {
            found.push(cx.with_elem(theme, cx.ty(ComplexType { elem })));
        }
        found.extend(self.scalars.iter().map(|&e| cx.with_elem(theme, e)));
        found
    }
    /// An attribute that satisfies `check`, any.
    pub(crate) fn any_attr(&self, rng: &mut Rng, check: impl Fn(Attr) -> bool) -> Option<Attr> {
        pick_where(&self.attrs, rng, check)
    }
    /// A constant of type `ty`, if there are constants of it.
    pub(crate) fn constant(&self, ty: Type, rng: &mut Rng) -> Option<Attr> {
        let cx = &*self.cx;
        if cx.as_int(ty).is_some() || cx.is_index(ty) {
            return Some(cx.int_attr(rng.below(6) as i64 - 1, ty));
        }
        if cx.as_float(ty).is_some() {
            return Some(cx.float_attr(rng.below(9) as f64 * 0.5 - 1.0, ty));
        }
        let shaped = cx.shaped(ty)?;
        if !shaped.is_static() || shaped.shape.is_none() {
            return None;
        }
        let one = if cx.as_float(shaped.elem).is_some() {
            "1.5"
        } else if shaped.elem == cx.i1() {
            "true"
        } else if cx.type_as::<ComplexType>(shaped.elem).is_some_and(|c| cx.as_float(c.elem).is_some()) {
            "(1.0, -0.5)"
        } else {
            "3"
        };
        parse_attr(&self.cx, &format!("dense<{one}> : {}", cx.type_to_string(ty))).ok()
    }
}

fn pick_where<T: Copy>(items: &[T], rng: &mut Rng, check: impl Fn(T) -> bool) -> Option<T> {
    let found: Vec<T> = items.iter().copied().filter(|&item| check(item)).collect();
    rng.pick(&found).copied()
}
