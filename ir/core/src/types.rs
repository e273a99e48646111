//! The types of the builtin dialect.

use std::any::TypeId;

use smallvec::SmallVec;
use strata_num::FloatFormat;

use crate::{AsmWriter, Attr, Context, Storage, Str, Type, TypeOrAttr};

/// A dynamic size, stride or offset; printed `?`.
pub const DYNAMIC: i64 = i64::MIN;

/// Sizes of a shaped type.
pub type Dims = SmallVec<[i64; 4]>;

pub use strata_num::Signedness;

/// `i32`, `si8`, `ui4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IntegerType {
    /// Width in bits, at most 2^24 - 1.
    pub width: u32,
    /// Sign.
    pub signedness: Signedness,
}
impl IntegerType {
    /// The widest integer type.
    pub const MAX_WIDTH: u32 = (1 << 24) - 1;
}
impl Storage for IntegerType {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text(match self.signedness {
            Signedness::Signless => "i",
            Signedness::Signed => "si",
            Signedness::Unsigned => "ui",
        });
        w.int(self.width as i64);
    }
}

/// `f32`, `bf16`, `f8E4M3FN`, …
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FloatType(pub FloatFormat);
impl Storage for FloatType {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text(self.0.name());
    }
}

/// `index`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IndexType;
impl Storage for IndexType {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("index");
    }
}

/// `none`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NoneType;
impl Storage for NoneType {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("none");
    }
}

/// `complex<f32>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ComplexType {
    /// Type of both parts.
    pub elem: Type,
}
impl Storage for ComplexType {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("complex<").ty(self.elem).text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.elem));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        Some(Self { elem: map(TypeOrAttr::Type(self.elem)).ty()? })
    }
}

fn print_dims(w: &mut AsmWriter<'_>, dims: &[i64]) {
    for &d in dims {
        if d == DYNAMIC {
            w.text("?");
        } else {
            w.int(d);
        }
        w.text("x");
    }
}

/// `vector<4x[8]xf32>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct VectorType {
    /// Sizes.
    pub shape: Dims,
    /// Which sizes are multiples of `vscale`; empty when none is.
    pub scalable: SmallVec<[bool; 4]>,
    /// Element type.
    pub elem: Type,
}
impl Storage for VectorType {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("vector<");
        for (i, &d) in self.shape.iter().enumerate() {
            if self.scalable.get(i) == Some(&true) {
                w.text("[").int(d).text("]x");
            } else {
                w.int(d).text("x");
            }
        }
        w.ty(self.elem).text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.elem));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        Some(Self { elem: map(TypeOrAttr::Type(self.elem)).ty()?, ..self.clone() })
    }
}

/// `tensor<4x?xf32, #encoding>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TensorType {
    /// Sizes; [`DYNAMIC`] where unknown.
    pub shape: Dims,
    /// Element type.
    pub elem: Type,
    /// Encoding, such as bounds.
    pub encoding: Option<Attr>,
}
impl Storage for TensorType {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("tensor<");
        print_dims(w, &self.shape);
        w.ty(self.elem);
        if let Some(e) = self.encoding {
            w.text(", ").attr(e);
        }
        w.text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.elem));
        if let Some(e) = self.encoding {
            visit(TypeOrAttr::Attr(e));
        }
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        let elem = map(TypeOrAttr::Type(self.elem)).ty()?;
        let encoding = self.encoding.and_then(|e| map(TypeOrAttr::Attr(e)).attr());
        Some(Self { elem, encoding, shape: self.shape.clone() })
    }
}

/// `tensor<*xf32>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnrankedTensorType {
    /// Element type.
    pub elem: Type,
}
impl Storage for UnrankedTensorType {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("tensor<*x").ty(self.elem).text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.elem));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        Some(Self { elem: map(TypeOrAttr::Type(self.elem)).ty()? })
    }
}

/// A number of 64 bits is written without its type.
fn print_memory_space(w: &mut AsmWriter<'_>, space: Attr) {
    let cx = w.cx();
    match cx.attr_as::<crate::IntegerAttr>(space) {
        Some(i) if i.ty == cx.i64() => w.attr_without_type(space),
        _ => w.attr(space),
    };
}

/// `memref<4x?xf32, strided<[?, 1]>, 1>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MemRefType {
    /// Sizes; [`DYNAMIC`] where unknown.
    pub shape: Dims,
    /// Element type.
    pub elem: Type,
    /// Layout: an affine map or a strided layout; `None` is row-major.
    pub layout: Option<Attr>,
    /// Memory space.
    pub memory_space: Option<Attr>,
}
impl Storage for MemRefType {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("memref<");
        print_dims(w, &self.shape);
        w.ty(self.elem);
        if let Some(l) = self.layout {
            w.text(", ").attr(l);
        }
        if let Some(s) = self.memory_space {
            w.text(", ");
            print_memory_space(w, s);
        }
        w.text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.elem));
        for a in self.layout.into_iter().chain(self.memory_space) {
            visit(TypeOrAttr::Attr(a));
        }
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        let elem = map(TypeOrAttr::Type(self.elem)).ty()?;
        let layout = self.layout.and_then(|a| map(TypeOrAttr::Attr(a)).attr());
        let memory_space = self.memory_space.and_then(|a| map(TypeOrAttr::Attr(a)).attr());
        Some(Self { elem, layout, memory_space, shape: self.shape.clone() })
    }
}

/// `memref<*xf32, 1>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnrankedMemRefType {
    /// Element type.
    pub elem: Type,
    /// Memory space.
    pub memory_space: Option<Attr>,
}
impl Storage for UnrankedMemRefType {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("memref<*x").ty(self.elem);
        if let Some(s) = self.memory_space {
            w.text(", ");
            print_memory_space(w, s);
        }
        w.text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.elem));
        if let Some(s) = self.memory_space {
            visit(TypeOrAttr::Attr(s));
        }
    }
}

/// `(i32, f32) -> i32`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// Argument types.
    pub inputs: Vec<Type>,
    /// Result types.
    pub results: Vec<Type>,
}
impl Storage for FunctionType {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.function_type(&self.inputs, &self.results);
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.inputs.iter().chain(&self.results).for_each(|&t| visit(TypeOrAttr::Type(t)));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        let mut all =
            |ts: &[Type]| ts.iter().map(|&t| map(TypeOrAttr::Type(t)).ty()).collect::<Option<Vec<_>>>();
        Some(Self { inputs: all(&self.inputs)?, results: all(&self.results)? })
    }
}

/// `tuple<i32, f32>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TupleType(pub Vec<Type>);
impl Storage for TupleType {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("tuple<").types(&self.0).text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.0.iter().for_each(|&t| visit(TypeOrAttr::Type(t)));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        self.0.iter().map(|&t| map(TypeOrAttr::Type(t)).ty()).collect::<Option<Vec<_>>>().map(Self)
    }
}

/// `!dialect.name<...>` of a dialect that is not registered.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OpaqueType {
    /// The dialect.
    pub dialect: Str,
    /// The text after `!dialect.`, or inside `!dialect<...>`.
    pub data: String,
}
impl Storage for OpaqueType {
    fn print(&self, w: &mut AsmWriter<'_>) {
        let dialect = w.cx().str(self.dialect);
        crate::attrs::print_opaque(w, "!", dialect, &self.data);
    }
}

/// A shaped type seen without regard to its kind.
#[derive(Debug, Clone, Copy)]
pub struct Shaped<'a> {
    /// Sizes; `None` when unranked.
    pub shape: Option<&'a [i64]>,
    /// Element type.
    pub elem: Type,
}

impl Shaped<'_> {
    /// Rank, when ranked.
    pub fn rank(&self) -> Option<usize> {
        self.shape.map(<[i64]>::len)
    }
    /// Whether ranked with all sizes known.
    pub fn is_static(&self) -> bool {
        self.shape.is_some_and(|s| !s.contains(&DYNAMIC))
    }
    /// Number of elements, when static and when it fits.
    pub fn num_elements(&self) -> Option<i64> {
        self.shape?.iter().try_fold(1i64, |n, &d| if d < 0 { None } else { n.checked_mul(d) })
    }
}

/// Views of types that many callers need.
impl Context {
    /// The shape and element type of a vector, tensor or memref type.
    pub fn shaped(&self, ty: Type) -> Option<Shaped<'_>> {
        let data = self.types.any(ty.index());
        let kind = data.type_id();
        let ranked = |shape, elem| Some(Shaped { shape: Some(shape), elem });
        let unranked = |elem| Some(Shaped { shape: None, elem });
        if kind == TypeId::of::<TensorType>() {
            data.downcast_ref::<TensorType>().and_then(|t| ranked(&t.shape[..], t.elem))
        } else if kind == TypeId::of::<VectorType>() {
            data.downcast_ref::<VectorType>().and_then(|t| ranked(&t.shape[..], t.elem))
        } else if kind == TypeId::of::<MemRefType>() {
            data.downcast_ref::<MemRefType>().and_then(|t| ranked(&t.shape[..], t.elem))
        } else if kind == TypeId::of::<UnrankedTensorType>() {
            data.downcast_ref::<UnrankedTensorType>().and_then(|t| unranked(t.elem))
        } else if kind == TypeId::of::<UnrankedMemRefType>() {
            data.downcast_ref::<UnrankedMemRefType>().and_then(|t| unranked(t.elem))
        } else {
            None
        }
    }
    /// The element type of a shaped type, or `ty` itself.
    pub fn elem_or_self(&self, ty: Type) -> Type {
        self.shaped(ty).map_or(ty, |s| s.elem)
    }
    /// The same shaped type with another element type; `elem` itself when `ty` is not shaped.
    pub fn with_elem(&self, ty: Type, elem: Type) -> Type {
        if let Some(t) = self.type_as::<TensorType>(ty) {
            self.ty(TensorType { elem, ..t.clone() })
        } else if let Some(t) = self.type_as::<VectorType>(ty) {
            self.ty(VectorType { elem, ..t.clone() })
        } else if let Some(t) = self.type_as::<MemRefType>(ty) {
            self.ty(MemRefType { elem, ..t.clone() })
        } else if self.type_as::<UnrankedTensorType>(ty).is_some() {
            self.ty(UnrankedTensorType { elem })
        } else if let Some(t) = self.type_as::<UnrankedMemRefType>(ty) {
            self.ty(UnrankedMemRefType { elem, memory_space: t.memory_space })
        } else {
            elem
        }
    }
    /// `tensor<shape x elem>`.
    pub fn tensor(&self, shape: &[i64], elem: Type) -> Type {
        self.ty(TensorType { shape: shape.into(), elem, encoding: None })
    }
    /// `vector<shape x elem>`.
    pub fn vector(&self, shape: &[i64], elem: Type) -> Type {
        self.ty(VectorType { shape: shape.into(), scalable: SmallVec::new(), elem })
    }
    /// `memref<shape x elem>`.
    pub fn memref(&self, shape: &[i64], elem: Type) -> Type {
        self.ty(MemRefType { shape: shape.into(), elem, layout: None, memory_space: None })
    }
    /// `(inputs) -> results`.
    pub fn function(&self, inputs: &[Type], results: &[Type]) -> Type {
        self.ty(FunctionType { inputs: inputs.into(), results: results.into() })
    }
    /// Signless integer type.
    pub fn int_type(&self, width: u32) -> Type {
        self.ty(IntegerType { width, signedness: Signedness::Signless })
    }
    /// Float type.
    pub fn float_type(&self, format: FloatFormat) -> Type {
        self.ty(FloatType(format))
    }
    /// The integer type behind `ty`, if it is one.
    pub fn as_int(&self, ty: Type) -> Option<IntegerType> {
        self.type_as::<IntegerType>(ty).copied()
    }
    /// The float format of `ty`, if it is a float type.
    pub fn as_float(&self, ty: Type) -> Option<FloatFormat> {
        self.type_as::<FloatType>(ty).map(|t| t.0)
    }
    /// Whether `ty` is `index`.
    pub fn is_index(&self, ty: Type) -> bool {
        ty == self.index()
    }
    /// Width in bits of an integer, float or index type (index counts 64).
    pub fn bit_width(&self, ty: Type) -> Option<u32> {
        if self.is_index(ty) {
            return Some(64);
        }
        self.as_int(ty).map(|t| t.width).or_else(|| self.as_float(ty).map(|f| f.width()))
    }
}
