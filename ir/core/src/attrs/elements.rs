//! Elements attributes: dense, of strings, resource and sparse.

use std::hash::{Hash, Hasher};

use crate::{AsmWriter, Attr, Blob, Context, Signedness, Storage, Str, Type, TypeOrAttr};

/// How the printer shows large constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ElementsPolicy {
    /// Constants with more elements print as `dense_resource<__elided__>`.
    pub elide_above: Option<u64>,
    /// Constants with more elements print as a hex string; `None` is MLIR's default of 100.
    pub hex_above: Option<u64>,
}

/// `dense<[1, 2]> : tensor<2xi32>`: elements in row-major order, each in whole little-endian bytes; or one splat
/// element.
///
/// An `i1` takes one byte here, and sub-byte types take one byte each.
#[derive(Debug, Clone)]
pub struct DenseElementsAttr {
    /// A statically shaped vector or tensor type.
    pub ty: Type,
    /// One element when `splat`, else all elements.
    pub data: Blob,
    /// Whether all elements are equal and stored once.
    pub splat: bool,
}

/// How many bytes of each end of a constant are hashed, and about how many samples between.
const HASHED: usize = 512;

impl PartialEq for DenseElementsAttr {
    fn eq(&self, other: &Self) -> bool {
        self.ty == other.ty
            && self.splat == other.splat
            && (std::ptr::eq(self.data.as_ptr(), other.data.as_ptr()) && self.data.len() == other.data.len()
                || self.data == other.data)
    }
}
impl Eq for DenseElementsAttr {}
impl Hash for DenseElementsAttr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ty.hash(state);
        self.splat.hash(state);
        self.data.len().hash(state);
        // Both ends and samples between them keep hashing of a large constant independent of its size. Masks and filters that are
        // padded differ in the middle only.
        let n = self.data.len().min(HASHED);
        self.data[..n].hash(state);
        self.data[self.data.len() - n..].hash(state);
        for sample in self.data.chunks_exact((self.data.len() / HASHED).max(8)) {
            sample[..8].hash(state);
        }
    }
}

/// Bytes that one element of type `elem` takes in a [`DenseElementsAttr`]; `None` for types that have no constants.
pub fn element_bytes(cx: &Context, elem: Type) -> Option<usize> {
    if let Some(c) = cx.type_as::<crate::ComplexType>(elem) {
        return element_bytes(cx, c.elem)?.checked_mul(2);
    }
    cx.bit_width(elem).map(|w| (w as usize).div_ceil(8).max(1))
}

impl DenseElementsAttr {
    /// Number of elements of the type.
    pub fn num_elements(&self, cx: &Context) -> usize {
        cx.shaped(self.ty).and_then(|s| s.num_elements()).unwrap_or(0) as usize
    }
    /// Bytes of one element.
    pub fn elem_bytes(&self, cx: &Context) -> usize {
        element_bytes(cx, cx.elem_or_self(self.ty)).unwrap_or(1)
    }
    /// The bytes of element `i` in row-major order.
    pub fn element(&self, cx: &Context, i: usize) -> &[u8] {
        let n = self.elem_bytes(cx);
        let i = if self.splat { 0 } else { i };
        self.data.get(i * n..(i + 1) * n).unwrap_or(&[])
    }
    /// The bits of element `i`, for elements of at most 128 bits that are no complex numbers.
    pub fn bits(&self, cx: &Context, i: usize) -> u128 {
        self.element(cx, i).iter().take(16).enumerate().fold(0, |v, (k, &b)| v | (b as u128) << (8 * k))
    }
    /// Element `i` as a scalar attribute; `None` for complex elements.
    pub fn element_attr(&self, cx: &Context, i: usize) -> Option<Attr> {
        let elem = cx.elem_or_self(self.ty);
        if cx.as_float(elem).is_some() {
            return Some(cx.attr(crate::FloatAttr { bits: self.bits(cx, i), ty: elem }));
        }
        let width = cx.bit_width(elem)?;
        let value = strata_num::ApInt::from_le_bytes(width, self.element(cx, i));
        Some(cx.attr(crate::IntegerAttr { value, ty: elem }))
    }
    /// All elements as their type says: numbers of an unsigned type are not negative. `None` if one does not fit, or for elements other
    /// than integers and indices.
    pub fn to_i64s(&self, cx: &Context) -> Option<Vec<i64>> {
        let elem = cx.elem_or_self(self.ty);
        let width = cx.bit_width(elem).filter(|_| cx.as_float(elem).is_none())?;
        let unsigned = cx.as_int(elem).is_some_and(|t| t.signedness == Signedness::Unsigned);
        let number = |i: usize| {
            let n = strata_num::ApInt::from_le_bytes(width, self.element(cx, i));
            if unsigned { n.as_u64().and_then(|n| i64::try_from(n).ok()) } else { n.as_i64() }
        };
        (0..self.num_elements(cx)).map(number).collect()
    }
    /// Whether the policy leaves the elements out.
    fn is_elided(&self, w: &AsmWriter<'_>) -> bool {
        elides(w, self.splat, self.num_elements(w.cx()))
    }
    /// Prints `dense<...>` without the type.
    pub fn print_literal(&self, w: &mut AsmWriter<'_>) {
        if self.is_elided(w) {
            w.text(ELIDED);
            return;
        }
        w.text("dense<");
        self.print_elements(w, true);
        w.text(">");
    }
    /// Prints the contents of `dense<...>`, large constants in hexadecimal where that is allowed.
    fn print_elements(&self, w: &mut AsmWriter<'_>, hex: bool) {
        let cx = w.cx();
        let n = self.num_elements(cx);
        let elem = cx.elem_or_self(self.ty);
        if self.splat {
            print_element(w, elem, &self.data);
        } else if hex && n as u64 > w.policy().hex_above.unwrap_or(100) {
            w.text("\"0x");
            if elem == cx.i1() {
                // Bits are packed, least significant first.
                print_hex(
                    w,
                    self.data.chunks(8).map(|c| c.iter().rev().fold(0, |byte, bit| byte << 1 | bit & 1)),
                );
            } else {
                print_hex(w, self.data.iter().copied());
            }
            w.text("\"");
        } else {
            let shape = cx.shaped(self.ty).and_then(|s| s.shape).unwrap_or(&[]);
            self.print_nested(w, shape, elem, n);
        }
    }
    fn print_nested(&self, w: &mut AsmWriter<'_>, shape: &[i64], elem: Type, n: usize) {
        if shape.is_empty() {
            return print_element(w, elem, &self.data);
        }
        if n == 0 {
            return;
        }
        let bytes = self.elem_bytes(w.cx());
        print_list(w, shape, self.data.len() / bytes, |w, i| {
            print_element(w, elem, &self.data[i * bytes..(i + 1) * bytes]);
        });
    }
}

/// The text printed in place of the literal of a constant that is too large.
const ELIDED: &str = "dense_resource<__elided__>";

/// Whether the policy leaves out the `n` elements of a constant.
fn elides(w: &AsmWriter<'_>, splat: bool, n: usize) -> bool {
    !splat && w.policy().elide_above.is_some_and(|limit| n as u64 > limit)
}

fn print_hex(w: &mut AsmWriter<'_>, bytes: impl ExactSizeIterator<Item = u8>) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    w.out.reserve(2 * bytes.len() + 1);
    let (mut digits, mut n) = ([0; 1024], 0);
    for b in bytes {
        digits[n] = DIGITS[(b >> 4) as usize];
        digits[n + 1] = DIGITS[(b & 15) as usize];
        n += 2;
        if n == digits.len() {
            w.out.push_str(std::str::from_utf8(&digits).unwrap_or_default());
            n = 0;
        }
    }
    w.out.push_str(std::str::from_utf8(&digits[..n]).unwrap_or_default());
}

/// Prints `n` elements in brackets that are nested as deep as `shape` is long.
fn print_list(
    w: &mut AsmWriter<'_>,
    shape: &[i64],
    n: usize,
    mut item: impl FnMut(&mut AsmWriter<'_>, usize),
) {
    // Brackets open and close where the row-major index is a multiple of the size of the inner dimensions.
    let mut inner: Vec<usize> = vec![1; shape.len()];
    for d in (0..shape.len()).rev() {
        inner[d] = shape[d] as usize * inner.get(d + 1).copied().unwrap_or(1);
    }
    for i in 0..n {
        if i != 0 {
            w.text(", ");
        }
        inner.iter().filter(|&&k| i % k == 0).for_each(|_| w.out.push('['));
        item(w, i);
        inner.iter().filter(|&&k| (i + 1) % k == 0).for_each(|_| w.out.push(']'));
    }
}

fn print_element(w: &mut AsmWriter<'_>, elem: Type, bytes: &[u8]) {
    let cx = w.cx();
    if let Some(c) = cx.type_as::<crate::ComplexType>(elem) {
        let (re, im) = bytes.split_at(bytes.len() / 2);
        w.text("(");
        print_element(w, c.elem, re);
        w.text(",");
        print_element(w, c.elem, im);
        w.text(")");
        return;
    }
    let bits = || bytes.iter().take(16).enumerate().fold(0u128, |v, (k, &b)| v | (b as u128) << (8 * k));
    if let Some(f) = cx.as_float(elem) {
        f.print_to(bits(), w.out);
        return;
    }
    let Some(width) = cx.bit_width(elem) else { return };
    let value = strata_num::ApInt::from_le_bytes(width, bytes);
    match cx.as_int(elem) {
        Some(t) if t.width == 1 && t.signedness != crate::Signedness::Signed => {
            w.text(if value.is_zero() { "false" } else { "true" });
        }
        Some(crate::IntegerType { signedness: crate::Signedness::Unsigned, .. }) => {
            w.fmt(format_args!("{}", value.display_unsigned()));
        }
        _ => {
            w.fmt(format_args!("{}", value.display_signed()));
        }
    }
}

impl Storage for DenseElementsAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        self.print_literal(w);
        w.text(" : ").ty(self.ty);
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.ty));
    }
}

/// `dense_resource<key> : tensor<4xf32>`; the bytes live in the context under `key`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DenseResourceAttr {
    /// Key of the resource.
    pub key: Str,
    /// A statically shaped type.
    pub ty: Type,
}
impl Storage for DenseResourceAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        let key = w.cx().str(self.key);
        w.text("dense_resource<").keyword_or_string(key).text("> : ").ty(self.ty);
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.ty));
    }
}

/// `dense<["a", "b"]> : tensor<2x!d.string>`: strings in row-major order, or one for all.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DenseStringElementsAttr {
    /// A statically shaped type.
    pub ty: Type,
    /// One string when all are equal.
    pub values: Vec<Vec<u8>>,
}
impl DenseStringElementsAttr {
    /// Strings of which equal ones are kept once.
    pub fn new(ty: Type, mut values: Vec<Vec<u8>>) -> Self {
        if values.windows(2).all(|w| w[0] == w[1]) {
            values.truncate(1);
        }
        Self { ty, values }
    }
    fn is_elided(&self, w: &AsmWriter<'_>) -> bool {
        elides(w, self.values.len() == 1, self.values.len())
    }
    /// Prints `dense<...>` without the type.
    pub fn print_literal(&self, w: &mut AsmWriter<'_>) {
        if self.is_elided(w) {
            w.text(ELIDED);
            return;
        }
        w.text("dense<");
        self.print_elements(w);
        w.text(">");
    }
    /// Prints the contents of `dense<...>`.
    fn print_elements(&self, w: &mut AsmWriter<'_>) {
        if let [only] = &self.values[..] {
            w.quoted_bytes(only);
        } else if let Some(shape) = w.cx().shaped(self.ty).and_then(|s| s.shape) {
            print_list(w, shape, self.values.len(), |w, i| {
                w.quoted_bytes(&self.values[i]);
            });
        }
    }
}
impl Storage for DenseStringElementsAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        self.print_literal(w);
        w.text(" : ").ty(self.ty);
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.ty));
    }
}

/// `sparse<[[0, 1]], 5> : tensor<2x2xi32>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SparseElementsAttr {
    /// A statically shaped type.
    pub ty: Type,
    /// Dense i64 indices of shape `n x rank`, or `n` when the rank is 1.
    pub indices: Attr,
    /// Dense values or strings of shape `n`.
    pub values: Attr,
}
impl Storage for SparseElementsAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        let cx = w.cx();
        let indices = cx.attr_as::<DenseElementsAttr>(self.indices);
        let numbers = cx.attr_as::<DenseElementsAttr>(self.values);
        let texts = cx.attr_as::<DenseStringElementsAttr>(self.values);
        let elided = indices.is_some_and(|i| i.is_elided(w))
            || numbers.is_some_and(|v| v.is_elided(w))
            || texts.is_some_and(|v| v.is_elided(w));
        if elided {
            w.text(ELIDED).text(" : ").ty(self.ty);
            return;
        }
        w.text("sparse<");
        if let Some(i) = indices.filter(|i| i.num_elements(cx) != 0) {
            i.print_elements(w, false);
            w.text(", ");
            if let Some(v) = numbers {
                v.print_elements(w, true);
            } else if let Some(v) = texts {
                v.print_elements(w);
            }
        }
        w.text("> : ").ty(self.ty);
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.ty));
    }
}

/// Making elements attributes.
impl Context {
    /// A dense attribute from row-major little-endian element bytes; stored as a splat when all elements are equal.
    ///
    /// Returns `None` when the number of bytes does not match the type.
    pub fn dense_attr(&self, ty: Type, data: impl Into<Blob>) -> Option<Attr> {
        let data: Blob = data.into();
        let shaped = self.shaped(ty)?;
        let bytes = element_bytes(self, shaped.elem)?;
        let n = usize::try_from(shaped.num_elements()?).ok()?;
        if data.len() != n.checked_mul(bytes)? {
            return None;
        }
        let splat = n >= 1 && data.chunks_exact(bytes).all(|e| e == &data[..bytes]);
        let data = if splat && n > 1 { data[..bytes].into() } else { data };
        Some(self.attr(DenseElementsAttr { ty, data, splat }))
    }
    /// The bytes of all elements of a constant in row-major order, whether they are in the attribute or in a resource.
    ///
    /// Returns `None` for splats, for attributes of other kinds, and where the number of bytes does not match the type.
    pub fn element_blob(&self, attr: Attr) -> Option<Blob> {
        let (ty, data) = match self.attr_as::<DenseElementsAttr>(attr) {
            Some(dense) if dense.splat => return None,
            Some(dense) => (dense.ty, dense.data.clone()),
            None => {
                let resource = self.attr_as::<crate::DenseResourceAttr>(attr)?;
                (resource.ty, self.resource(resource.key)?)
            }
        };
        let shaped = self.shaped(ty)?;
        let elements = usize::try_from(shaped.num_elements()?).ok()?;
        (elements.checked_mul(element_bytes(self, shaped.elem)?)? == data.len()).then_some(data)
    }
    /// A splat of one element given as little-endian bytes.
    pub fn splat_bytes(&self, ty: Type, elem: &[u8]) -> Attr {
        if self.shaped(ty).and_then(|s| s.num_elements()) == Some(0) {
            return self.attr(DenseElementsAttr { ty, data: Blob::from([]), splat: false });
        }
        self.attr(DenseElementsAttr { ty, data: elem.into(), splat: true })
    }
    /// A splat of a scalar integer or float attribute.
    pub fn splat_attr(&self, ty: Type, scalar: Attr) -> Option<Attr> {
        let bytes = element_bytes(self, self.shaped(ty)?.elem)?;
        if let Some(i) = self.attr_as::<crate::IntegerAttr>(scalar) {
            let mut data = i.value.to_le_bytes();
            data.resize(bytes, 0);
            return Some(self.splat_bytes(ty, &data));
        }
        let f = self.attr_as::<crate::FloatAttr>(scalar)?;
        Some(self.splat_bytes(ty, &f.bits.to_le_bytes()[..bytes.min(16)]))
    }
    /// The one element of a splat, as a scalar attribute.
    pub fn splat_value(&self, attr: Attr) -> Option<Attr> {
        let d = self.attr_as::<DenseElementsAttr>(attr)?;
        d.splat.then(|| d.element_attr(self, 0)).flatten()
    }
    /// A dense attribute of signed integers, for integer and index element types.
    pub fn dense_i64s(&self, ty: Type, values: &[i64]) -> Option<Attr> {
        let elem = self.shaped(ty)?.elem;
        let (width, bytes) = (self.bit_width(elem)?, element_bytes(self, elem)?);
        let mut data = Vec::with_capacity(values.len() * bytes);
        for &v in values {
            let start = data.len();
            data.extend(strata_num::ApInt::from_i64(width, v).to_le_bytes());
            data.resize(start + bytes, 0);
        }
        self.dense_attr(ty, data)
    }
}
