//! The type `!gpu.mma_matrix<16x16xf16, "AOp">`: a matrix that the lanes of a warp hold together, in an order that is not told.

use strata_ir::{prelude::*, text::Param};

/// Rows and columns of a matrix and the type of its elements: `16x16xf16`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MmaElements {
    /// Rows and columns.
    pub shape: [i64; 2],
    /// The type of the elements.
    pub elem: Type,
}

/// The part of a matrix in products `A * B + C`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MmaOperand {
    /// The first factor.
    A,
    /// The second factor.
    B,
    /// The addend, and the sum.
    C,
}

/// A matrix that the lanes of a warp hold together.
#[ty(name = "gpu.mma_matrix", format = "params")]
pub struct MmaMatrixType {
    /// Its shape and elements.
    pub elements: MmaElements,
    /// Its part in products.
    pub operand: MmaOperand,
}

impl MmaOperand {
    /// The word in the text of the type.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::A => "AOp",
            Self::B => "BOp",
            Self::C => "COp",
        }
    }
}

impl MmaMatrixType {
    /// The type of a matrix, if elements can have that type.
    #[must_use]
    pub fn with_elements(cx: &Context, shape: [i64; 2], elem: Type, operand: MmaOperand) -> Option<Type> {
        let elements = MmaElements { shape, elem };
        is_element(cx, elem).then(|| cx.ty(Self { elements, operand }))
    }
}

/// Whether matrices have elements of this type.
fn is_element(cx: &Context, ty: Type) -> bool {
    use Signedness::{Signed, Unsigned};
    let float = [cx.f16(), cx.f32(), cx.f64()].contains(&ty);
    float
        || cx
            .as_int(ty)
            .is_some_and(|i| i.width == 32 || i.width == 8 && matches!(i.signedness, Signed | Unsigned))
}

impl Param for MmaElements {
    fn print(&self, w: &mut AsmWriter<'_>) {
        for n in self.shape {
            w.int(n.into()).text("x");
        }
        w.ty(self.elem);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        let at = p.location();
        let dims = p.dims(false)?;
        let elem = p.ty()?;
        let [rows, columns] = dims[..] else {
            return Err(p.error_at(at, "MMAMatrixType must have exactly two dimensions"));
        };
        if !is_element(p.cx(), elem) {
            let message = "MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64";
            return Err(p.error_at(at, message));
        }
        Ok(Self { shape: [rows, columns], elem })
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.elem));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        let elem = map(TypeOrAttr::Type(self.elem)).ty().unwrap_or(self.elem);
        Self { elem, ..*self }
    }
}

impl Param for MmaOperand {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.quoted(self.word());
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        let at = p.location();
        let word = p.string()?;
        let found = [Self::A, Self::B, Self::C].into_iter().find(|o| o.word().as_bytes() == word);
        found.ok_or_else(|| p.error_at(at, "operand expected to be one of AOp, BOp or COp"))
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        *self
    }
}

/// Signless integers and floats of these widths, and for 8 bits those that have a sign or have none.
fn has_elements(cx: &Context, ty: Type, with: &[Type], bytes: bool) -> bool {
    let Some(m) = cx.type_as::<MmaMatrixType>(ty) else { return false };
    with.contains(&m.elements.elem) || bytes && is_byte_with_sign(cx, m.elements.elem)
}

/// `si8` or `ui8`.
fn is_byte_with_sign(cx: &Context, ty: Type) -> bool {
    cx.as_int(ty).is_some_and(|i| i.width == 8 && !matches!(i.signedness, Signedness::Signless))
}

/// Whether a memref's elements can be those of matrices, or vectors of them.
fn has_matrix_elements(cx: &Context, ty: Type) -> bool {
    let scalar = |t: Type| [cx.i8(), cx.i32(), cx.f16(), cx.f32(), cx.f64()].contains(&t);
    cx.type_as::<MemRefType>(ty).is_some_and(|m| match cx.type_as::<VectorType>(m.elem) {
        Some(v) => v.shape.len() == 1 && scalar(v.elem),
        None => scalar(m.elem),
    })
}

type_constraint! {
    /// `!gpu.mma_matrix<…>`.
    MmaMatrix = "MMAMatrix type", |ty, cx| cx.type_as::<MmaMatrixType>(ty).is_some();
    /// A matrix that can be stored.
    StoredMatrix = "gpu.mma_matrix of 8-bit signed integer or 8-bit unsigned integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float values",
        |ty, cx| has_elements(cx, ty, &[cx.i32(), cx.f16(), cx.f32(), cx.f64()], true);
    /// A factor.
    FactorMatrix = "gpu.mma_matrix of 8-bit signed integer or 8-bit unsigned integer or 16-bit float or 32-bit float or 64-bit float values",
        |ty, cx| has_elements(cx, ty, &[cx.f16(), cx.f32(), cx.f64()], true);
    /// A sum.
    SumMatrix = "gpu.mma_matrix of 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float values",
        |ty, cx| has_elements(cx, ty, &[cx.i32(), cx.f16(), cx.f32(), cx.f64()], false);
    /// The values that all elements of a matrix can have.
    MatrixConstant = "8-bit signed integer or 8-bit unsigned integer or 32-bit signless integer or 16-bit float or 32-bit float",
        |ty, cx| [cx.i32(), cx.f16(), cx.f32()].contains(&ty) || is_byte_with_sign(cx, ty);
    /// A buffer that matrices are loaded from and stored to.
    MmaMemRef = "memref of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float or vector of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float values of ranks 1 values",
        |ty, cx| has_matrix_elements(cx, ty);
    /// An integer or a float.
    AnyIntegerOrFloat = "Integer or Float", |ty, cx| cx.as_int(ty).is_some() || cx.as_float(ty).is_some();
}
