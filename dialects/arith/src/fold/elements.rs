//! Applies scalar functions to constants: to scalars, to splats once, and to dense elements within the limits.

use strata_ir::{
    core::attrs::element_bytes,
    num::{ApInt, FloatFormat},
    prelude::*,
};

use crate::eval::Scalar;

/// A scalar of a constant: an integer, a float, or one of both.
pub trait Element: Sized {
    /// Reads it from the little-endian bytes of an element of type `ty`.
    fn read(cx: &Context, ty: Type, bytes: &[u8]) -> Option<Self>;
    /// The little-endian bytes; they may be fewer than an element takes.
    fn bytes(&self) -> Vec<u8>;
    /// Reads it from a scalar attribute.
    fn of_attr(cx: &Context, attr: Attr) -> Option<Self>;
    /// The scalar attribute of type `ty`.
    fn attr(self, cx: &Context, ty: Type) -> Attr;
}

impl Element for ApInt {
    fn read(cx: &Context, ty: Type, bytes: &[u8]) -> Option<Self> {
        if cx.as_float(ty).is_some() {
            return None;
        }
        Some(ApInt::from_le_bytes(cx.bit_width(ty)?, bytes))
    }
    fn bytes(&self) -> Vec<u8> {
        self.to_le_bytes()
    }
    fn of_attr(cx: &Context, attr: Attr) -> Option<Self> {
        cx.attr_as::<IntegerAttr>(attr).map(|a| a.value.clone())
    }
    fn attr(self, cx: &Context, ty: Type) -> Attr {
        cx.attr(IntegerAttr { value: self, ty })
    }
}

/// The bits of a float with its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Float(pub FloatFormat, pub u128);

impl Element for Float {
    fn read(cx: &Context, ty: Type, bytes: &[u8]) -> Option<Self> {
        let format = cx.as_float(ty)?;
        let bits = bytes.iter().take(16).enumerate().fold(0, |v, (k, &b)| v | (b as u128) << (8 * k));
        Some(Float(format, bits))
    }
    fn bytes(&self) -> Vec<u8> {
        self.1.to_le_bytes()[..self.0.width().div_ceil(8) as usize].to_vec()
    }
    fn of_attr(cx: &Context, attr: Attr) -> Option<Self> {
        let a = cx.attr_as::<FloatAttr>(attr)?;
        Some(Float(cx.as_float(a.ty)?, a.bits))
    }
    fn attr(self, cx: &Context, ty: Type) -> Attr {
        cx.attr(FloatAttr { bits: self.1, ty })
    }
}

impl Element for Scalar {
    fn read(cx: &Context, ty: Type, bytes: &[u8]) -> Option<Self> {
        match Float::read(cx, ty, bytes) {
            Some(Float(format, bits)) => Some(Scalar::Float(format, bits)),
            None => ApInt::read(cx, ty, bytes).map(Scalar::Int),
        }
    }
    fn bytes(&self) -> Vec<u8> {
        match self {
            Scalar::Int(v) => v.bytes(),
            Scalar::Float(format, bits) => Float(*format, *bits).bytes(),
        }
    }
    fn of_attr(cx: &Context, attr: Attr) -> Option<Self> {
        Scalar::from_attr(cx, attr)
    }
    fn attr(self, cx: &Context, ty: Type) -> Attr {
        Scalar::attr(self, cx, ty)
    }
}

/// Whether constants of this type are small enough to be computed with.
fn foldable(cx: &Context, elem: Type) -> bool {
    cx.bit_width(elem).is_some_and(|w| w <= cx.limits().fold_bits)
}

/// A constant operand seen as a sequence of elements.
enum Source<'a, T> {
    /// One value for all elements.
    One(T),
    /// A value for each element.
    Each(&'a DenseElementsAttr, Type),
}

impl<'a, T: Element> Source<'a, T> {
    fn from_attr(cx: &'a Context, attr: Attr) -> Option<Self> {
        if let Some(d) = cx.attr_as::<DenseElementsAttr>(attr) {
            let elem = cx.elem_or_self(d.ty);
            if !foldable(cx, elem) {
                return None;
            }
            if d.splat {
                return T::read(cx, elem, &d.data).map(Source::One);
            }
            return Some(Source::Each(d, elem));
        }
        if !foldable(cx, cx.attr_type(attr)?) {
            return None;
        }
        T::of_attr(cx, attr).map(Source::One)
    }
    fn each(&self) -> Option<&'a DenseElementsAttr> {
        match self {
            Source::One(_) => None,
            Source::Each(d, _) => Some(d),
        }
    }
    /// Calls `f` with element `i`.
    fn with<R>(&self, cx: &Context, i: usize, f: impl FnOnce(&T) -> Option<R>) -> Option<R> {
        match self {
            Source::One(v) => f(v),
            Source::Each(d, elem) => f(&T::read(cx, *elem, d.element(cx, i))?),
        }
    }
}

/// Computes the elements of a constant of type `ty` with `n` elements, or one when `n` is `None`.
fn collect<R: Element>(
    cx: &Context,
    ty: Type,
    n: Option<usize>,
    mut f: impl FnMut(usize) -> Option<R>,
) -> Option<Attr> {
    let elem = cx.elem_or_self(ty);
    if !foldable(cx, elem) {
        return None;
    }
    let Some(n) = n else {
        let value = f(0)?.attr(cx, elem);
        return match cx.shaped(ty) {
            // An unknown shape has no constants.
            Some(s) if !s.is_static() => None,
            Some(_) => cx.splat_attr(ty, value),
            None => Some(value),
        };
    };
    let size = element_bytes(cx, elem)?;
    if (n as u64).checked_mul(size as u64)? > cx.limits().fold_bytes {
        return None;
    }
    let mut data = Vec::with_capacity(n * size);
    for i in 0..n {
        let start = data.len();
        data.extend(f(i)?.bytes());
        data.resize(start + size, 0);
    }
    cx.dense_attr(ty, data)
}

/// `f(a)` elementwise, as a constant of type `ty`.
pub fn map1<A: Element, R: Element>(
    cx: &Context,
    a: Attr,
    ty: Type,
    f: impl Fn(&A) -> Option<R>,
) -> Option<Attr> {
    let a = Source::<A>::from_attr(cx, a)?;
    collect(cx, ty, a.each().map(|d| d.num_elements(cx)), |i| a.with(cx, i, &f))
}

/// `f(a, b)` elementwise, as a constant of type `ty`.
pub fn map2<A: Element, B: Element, R: Element>(
    cx: &Context,
    a: Attr,
    b: Attr,
    ty: Type,
    f: impl Fn(&A, &B) -> Option<R>,
) -> Option<Attr> {
    let (a, b) = (Source::<A>::from_attr(cx, a)?, Source::<B>::from_attr(cx, b)?);
    let n = a.each().or(b.each()).map(|d| d.num_elements(cx));
    collect(cx, ty, n, |i| a.with(cx, i, |x| b.with(cx, i, |y| f(x, y))))
}

/// `f(a, b, c)` elementwise, as a constant of type `ty`.
pub fn map3<A: Element, B: Element, C: Element, R: Element>(
    cx: &Context,
    [a, b, c]: [Attr; 3],
    ty: Type,
    f: impl Fn(&A, &B, &C) -> Option<R>,
) -> Option<Attr> {
    let (a, b, c) =
        (Source::<A>::from_attr(cx, a)?, Source::<B>::from_attr(cx, b)?, Source::<C>::from_attr(cx, c)?);
    let n = a.each().or(b.each()).or(c.each()).map(|d| d.num_elements(cx));
    collect(cx, ty, n, |i| a.with(cx, i, |x| b.with(cx, i, |y| c.with(cx, i, |z| f(x, y, z)))))
}

/// The integer of a scalar or splat constant.
pub fn splat_int(cx: &Context, attr: Attr) -> Option<ApInt> {
    match Source::<ApInt>::from_attr(cx, attr)? {
        Source::One(v) => Some(v),
        Source::Each(..) => None,
    }
}

/// The float of a scalar or splat constant.
pub fn splat_float(cx: &Context, attr: Attr) -> Option<Float> {
    match Source::<Float>::from_attr(cx, attr)? {
        Source::One(v) => Some(v),
        Source::Each(..) => None,
    }
}

/// A constant of type `ty` with the integer `value` everywhere; `None` for a type without static shape.
pub fn int_constant(cx: &Context, ty: Type, value: ApInt) -> Option<Attr> {
    collect(cx, ty, None, |_| Some(value.clone()))
}
