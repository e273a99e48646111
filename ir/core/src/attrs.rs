//! The attributes of the builtin dialect.

use std::sync::Arc;

use smallvec::SmallVec;
use strata_affine_expr::{AffineMap, IntegerSet};
use strata_num::ApInt;

use crate::{
    AsmWriter, Attr, Context, IntegerType, Signedness, Storage, Str, Type, TypeOrAttr, identifier::is_bare_id,
};

mod elements;
pub use elements::*;

/// `unit`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnitAttr;
impl Storage for UnitAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("unit");
    }
}

/// `42 : i32`, `true`, `7 : index`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IntegerAttr {
    /// The value; as wide as the type, 64 bits for `index`.
    pub value: ApInt,
    /// An integer type or `index`.
    pub ty: Type,
}
impl IntegerAttr {
    /// The value as a signed number if it fits, unsigned for an unsigned type.
    pub fn as_i64(&self, cx: &Context) -> Option<i64> {
        match cx.as_int(self.ty) {
            Some(IntegerType { signedness: Signedness::Unsigned, .. }) => {
                self.value.as_u64().and_then(|v| i64::try_from(v).ok())
            }
            _ => self.value.as_i64(),
        }
    }
    fn print_value(&self, w: &mut AsmWriter<'_>) {
        match w.cx().as_int(self.ty) {
            Some(IntegerType { width: 1, signedness: Signedness::Signless }) => {
                w.text(if self.value.is_zero() { "false" } else { "true" });
            }
            Some(IntegerType { signedness: Signedness::Unsigned, .. }) => {
                w.fmt(format_args!("{}", self.value.display_unsigned()));
            }
            _ => {
                w.fmt(format_args!("{}", self.value.display_signed()));
            }
        }
    }
}
impl Storage for IntegerAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        self.print_value(w);
        // `true` and `false` imply their type. A bare integer implies 64 bits, but MLIR prints that type.
        if w.cx().as_int(self.ty) != Some(IntegerType { width: 1, signedness: Signedness::Signless }) {
            w.text(" : ").ty(self.ty);
        }
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.ty));
    }
}

/// `1.000000e+00 : f32`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FloatAttr {
    /// The bits in the format of the type.
    pub bits: u128,
    /// A float type.
    pub ty: Type,
}
impl FloatAttr {
    /// The value; rounded for the formats wider than f64.
    pub fn to_f64(&self, cx: &Context) -> f64 {
        cx.as_float(self.ty).map_or(f64::NAN, |f| f.to_f64(self.bits))
    }
    fn print_value(&self, w: &mut AsmWriter<'_>) {
        if let Some(format) = w.cx().as_float(self.ty) {
            format.print_to(self.bits, w.out);
        }
    }
}
impl Storage for FloatAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        self.print_value(w);
        w.text(" : ").ty(self.ty);
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.ty));
    }
}

/// `"text"`, `"text" : type`. The bytes need not be UTF-8.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StringAttr {
    /// The bytes.
    pub value: Vec<u8>,
    /// The type, if it has one other than `none`.
    pub ty: Option<Type>,
}
impl StringAttr {
    /// The text, if it is UTF-8.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.value).unwrap_or("")
    }
}
impl Storage for StringAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.quoted_bytes(&self.value);
        if let Some(t) = self.ty {
            w.text(" : ").ty(t);
        }
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        if let Some(t) = self.ty {
            visit(TypeOrAttr::Type(t));
        }
    }
}

/// A type as an attribute.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TypeAttr(pub Type);
impl Storage for TypeAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.ty(self.0);
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.0));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        map(TypeOrAttr::Type(self.0)).ty().map(Self)
    }
}

/// `[a, b]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ArrayAttr(pub Vec<Attr>);
impl Storage for ArrayAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("[");
        let cx = w.cx();
        let (i64_type, f64_type) = (cx.i64(), cx.f64());
        for (i, &a) in self.0.iter().enumerate() {
            if i != 0 {
                w.text(", ");
            }
            // The types that a number has when none is written are left out inside of an array.
            let is_f64 = cx.attr_as::<FloatAttr>(a).is_some_and(|f| f.ty == f64_type);
            if is_f64 || cx.attr_as::<IntegerAttr>(a).is_some_and(|i| i.ty == i64_type) {
                let start = w.out.len();
                w.attr_without_type(a);
                // Bits would be read as an integer.
                if is_f64 && w.out[start..].starts_with("0x") {
                    w.text(" : ").ty(f64_type);
                }
            } else {
                w.attr(a);
            }
        }
        w.text("]");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.0.iter().for_each(|&a| visit(TypeOrAttr::Attr(a)));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        self.0.iter().map(|&a| map(TypeOrAttr::Attr(a)).attr()).collect::<Option<Vec<_>>>().map(Self)
    }
}

/// `{a = x, b}`; sorted by the text of the names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DictionaryAttr(Vec<(Str, Attr)>);
impl DictionaryAttr {
    /// Sorts the entries by name. Names must be unique.
    pub fn new(cx: &Context, mut entries: Vec<(Str, Attr)>) -> Self {
        entries.sort_by(|a, b| cx.str(a.0).cmp(cx.str(b.0)));
        Self(entries)
    }
    /// The entries, sorted by name.
    pub fn entries(&self) -> &[(Str, Attr)] {
        &self.0
    }
    /// The value of `name`.
    pub fn get(&self, name: Str) -> Option<Attr> {
        self.0.iter().find(|e| e.0 == name).map(|e| e.1)
    }
}
impl Storage for DictionaryAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.dictionary(&self.0);
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.0.iter().for_each(|&(_, a)| visit(TypeOrAttr::Attr(a)));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        let all = self.0.iter().map(|&(n, a)| Some((n, map(TypeOrAttr::Attr(a)).attr()?)));
        all.collect::<Option<Vec<_>>>().map(Self)
    }
}

/// `@root::@nested`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SymbolRefAttr {
    /// The outermost symbol.
    pub root: Str,
    /// The symbols inside of it.
    pub nested: SmallVec<[Str; 1]>,
}
impl SymbolRefAttr {
    /// The innermost symbol.
    pub fn leaf(&self) -> Str {
        self.nested.last().copied().unwrap_or(self.root)
    }
}
impl Storage for SymbolRefAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.symbol_name(self.root);
        for &n in &self.nested {
            w.text("::").symbol_name(n);
        }
    }
}

/// `affine_map<(d0) -> (d0)>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AffineMapAttr(pub AffineMap);
impl Storage for AffineMapAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.fmt(format_args!("affine_map<{}>", self.0));
    }
}

/// `affine_set<(d0) : (d0 >= 0)>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IntegerSetAttr(pub IntegerSet);
impl Storage for IntegerSetAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.fmt(format_args!("affine_set<{}>", self.0));
    }
}

/// `array<i64: 1, 2>`: bits of integers or floats of one of the widths 1, 8, 16, 32, 64.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DenseArrayAttr {
    /// `i1`, or an integer or float of whole bytes, at most 64 bits.
    pub elem: Type,
    /// Sign-extended integers, or zero-extended float bits.
    pub values: SmallVec<[i64; 4]>,
}
impl DenseArrayAttr {
    /// Prints the elements separated by commas.
    pub fn print_elements(&self, w: &mut AsmWriter<'_>) {
        let cx = w.cx();
        let (float, bool) = (cx.as_float(self.elem), cx.bit_width(self.elem) == Some(1));
        let unsigned = cx.as_int(self.elem).is_some_and(|t| t.signedness == crate::Signedness::Unsigned);
        let mask = u64::MAX.checked_shr(64 - cx.bit_width(self.elem).unwrap_or(64).min(64)).unwrap_or(0);
        for (i, &v) in self.values.iter().enumerate() {
            if i != 0 {
                w.text(", ");
            }
            match float {
                Some(f) => {
                    f.print_to(v as u64 as u128, w.out);
                }
                None if bool => {
                    w.text(if v != 0 { "true" } else { "false" });
                }
                None if unsigned => {
                    w.fmt(format_args!("{}", v as u64 & mask));
                }
                None => {
                    w.int(v);
                }
            }
        }
    }
}
impl Storage for DenseArrayAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("array<").ty(self.elem);
        if !self.values.is_empty() {
            w.text(": ");
            self.print_elements(w);
        }
        w.text(">");
    }
}

/// `strided<[?, 1], offset: 4>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StridedLayoutAttr {
    /// Offset in elements; [`crate::DYNAMIC`] when unknown.
    pub offset: i64,
    /// Strides in elements.
    pub strides: SmallVec<[i64; 4]>,
}
impl Storage for StridedLayoutAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        let item = |w: &mut AsmWriter<'_>, v: i64| {
            if v == crate::DYNAMIC {
                w.text("?");
            } else {
                w.int(v);
            }
        };
        w.text("strided<[");
        for (i, &s) in self.strides.iter().enumerate() {
            if i != 0 {
                w.text(", ");
            }
            item(w, s);
        }
        w.text("]");
        if self.offset != 0 {
            w.text(", offset: ");
            item(w, self.offset);
        }
        w.text(">");
    }
}

/// `#dialect.name<...>` of a dialect that is not registered.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OpaqueAttr {
    /// The dialect.
    pub dialect: Str,
    /// The text after `#dialect.`, or inside `#dialect<...>`.
    pub data: String,
    /// The type, if it has one other than `none`.
    pub ty: Option<Type>,
}
impl Storage for OpaqueAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        let dialect = w.cx().str(self.dialect);
        print_opaque(w, "#", dialect, &self.data);
        if let Some(t) = self.ty {
            w.text(" : ").ty(t);
        }
    }
}

/// `distinct[0]<attr>`: equal only to itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DistinctAttr {
    /// Identity.
    pub id: u64,
    /// The wrapped attribute.
    pub inner: Attr,
}
impl Storage for DistinctAttr {
    fn print(&self, w: &mut AsmWriter<'_>) {
        let number = w.distinct_number(self.id);
        w.fmt(format_args!("distinct[{number}]<"));
        if self.inner != w.cx().unit() {
            w.attr(self.inner);
        }
        w.text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Attr(self.inner));
    }
}

/// Prints `#dialect.data` where that reads back, else `#dialect<data>`.
pub(crate) fn print_opaque(w: &mut AsmWriter<'_>, sigil: &str, dialect: &str, data: &str) {
    let name_end = data.find('<').unwrap_or(data.len());
    if is_bare_id(&data[..name_end]) && (name_end == data.len() || data.ends_with('>')) {
        w.text(sigil).text(dialect).text(".").text(data);
    } else {
        w.text(sigil).text(dialect).text("<").text(data).text(">");
    }
}

/// Prints the attributes whose type can be left out, without it; `false` for any other.
pub(crate) fn print_without_type(w: &mut AsmWriter<'_>, attr: Attr) -> bool {
    let cx = w.cx();
    if let Some(i) = cx.attr_as::<IntegerAttr>(attr) {
        i.print_value(w);
    } else if let Some(f) = cx.attr_as::<FloatAttr>(attr) {
        f.print_value(w);
    } else if let Some(d) = cx.attr_as::<DenseElementsAttr>(attr) {
        d.print_literal(w);
    } else {
        return false;
    }
    true
}

/// Shorthands for making and reading attributes.
impl Context {
    /// `value : ty`, for an integer type or `index`; bits past the width are cut off.
    pub fn int_attr(&self, value: i64, ty: Type) -> Attr {
        let width = self.bit_width(ty).unwrap_or(64);
        self.attr(IntegerAttr { value: ApInt::from_i64(width, value), ty })
    }
    /// `value : i64`.
    pub fn i64_attr(&self, value: i64) -> Attr {
        self.int_attr(value, self.i64())
    }
    /// `value : i32`.
    pub fn i32_attr(&self, value: i32) -> Attr {
        self.int_attr(value as i64, self.i32())
    }
    /// `value : index`.
    pub fn index_attr(&self, value: i64) -> Attr {
        self.int_attr(value, self.index())
    }
    /// `true` or `false`.
    pub fn bool_attr(&self, value: bool) -> Attr {
        self.int_attr(value as i64, self.i1())
    }
    /// `value : ty`, rounded to the float type `ty`.
    pub fn float_attr(&self, value: f64, ty: Type) -> Attr {
        let bits = self.as_float(ty).map_or(0, |f| f.from_f64(value));
        self.attr(FloatAttr { bits, ty })
    }
    /// `"value"`.
    pub fn string_attr(&self, value: &str) -> Attr {
        // A key that hashes as the attribute does.
        let key = (value.as_bytes(), None::<Type>);
        let is = |a: &StringAttr| a.value == value.as_bytes() && a.ty.is_none();
        let make = || StringAttr { value: value.into(), ty: None };
        Attr::from_index(self.attrs.intern_by(&key, is, make))
    }
    /// A type as an attribute.
    pub fn type_attr(&self, ty: Type) -> Attr {
        self.attr(TypeAttr(ty))
    }
    /// `[items]`.
    pub fn array_attr(&self, items: Vec<Attr>) -> Attr {
        self.attr(ArrayAttr(items))
    }
    /// `{entries}`.
    pub fn dict_attr(&self, entries: Vec<(Str, Attr)>) -> Attr {
        self.attr(DictionaryAttr::new(self, entries))
    }
    /// `@name`.
    pub fn symbol_ref(&self, name: &str) -> Attr {
        self.attr(SymbolRefAttr { root: self.intern(name), nested: SmallVec::new() })
    }
    /// `affine_map<map>`.
    pub fn affine_map_attr(&self, map: AffineMap) -> Attr {
        self.attr(AffineMapAttr(map))
    }
    /// `array<i64: values>`.
    pub fn i64_array(&self, values: &[i64]) -> Attr {
        self.attr(DenseArrayAttr { elem: self.i64(), values: values.into() })
    }
    /// `array<i32: values>`.
    pub fn i32_array(&self, values: &[i32]) -> Attr {
        self.attr(DenseArrayAttr { elem: self.i32(), values: values.iter().map(|&v| v as i64).collect() })
    }
    /// `array<i1: values>`.
    pub fn bool_array(&self, values: &[bool]) -> Attr {
        self.attr(DenseArrayAttr { elem: self.i1(), values: values.iter().map(|&v| v as i64).collect() })
    }
    /// The value of an integer attribute that fits.
    pub fn attr_i64(&self, attr: Attr) -> Option<i64> {
        self.attr_as::<IntegerAttr>(attr)?.as_i64(self)
    }
    /// The text of a string attribute.
    pub fn attr_str(&self, attr: Attr) -> Option<&str> {
        self.attr_as::<StringAttr>(attr).map(StringAttr::as_str)
    }
    /// The type of a typed attribute.
    pub fn attr_type(&self, attr: Attr) -> Option<Type> {
        if let Some(a) = self.attr_as::<IntegerAttr>(attr) {
            return Some(a.ty);
        }
        if let Some(a) = self.attr_as::<FloatAttr>(attr) {
            return Some(a.ty);
        }
        if let Some(a) = self.attr_as::<DenseElementsAttr>(attr) {
            return Some(a.ty);
        }
        if let Some(a) = self.attr_as::<DenseResourceAttr>(attr) {
            return Some(a.ty);
        }
        if let Some(a) = self.attr_as::<SparseElementsAttr>(attr) {
            return Some(a.ty);
        }
        if let Some(a) = self.attr_as::<DenseStringElementsAttr>(attr) {
            return Some(a.ty);
        }
        if let Some(a) = self.attr_as::<OpaqueAttr>(attr) {
            return a.ty;
        }
        self.attr_as::<StringAttr>(attr)?.ty
    }
}

/// Shared bytes of a large constant: cloned by reference, never copied.
pub type Blob = Arc<[u8]>;
