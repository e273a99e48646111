//! Types of LLVM IR as types of the `llvm` dialect and of MLIR.

use llvm_sys::LLVMTypeKind as Kind;
use rustc_hash::FxHashMap;
use strata_ir::core::{Context, FloatType, IntegerType, TensorType, Type, VectorType};
use strata_ir::num::FloatFormat;
use strata_llvm::types::{
    LabelType, MetadataType, PpcFp128Type, TargetExtType, TokenType, X86AmxType, ptr, void,
};
use strata_llvm::{ArrayType, LlvmFunctionType, PointerType, StructType};

use super::raw::Ty;

/// How deep types may be nested; LLVM's own passes recurse over them, too.
const DEEPEST: usize = 200;

/// The types that were converted.
#[derive(Default)]
pub(super) struct Types<'m> {
    known: FxHashMap<Ty<'m>, Type>,
}

impl<'m> Types<'m> {
    /// The type, or the reason why there is none.
    pub(super) fn convert(&mut self, cx: &Context, ty: Ty<'m>) -> Result<Type, String> {
        self.nested(cx, ty, 0)
    }

    fn nested(&mut self, cx: &Context, ty: Ty<'m>, depth: usize) -> Result<Type, String> {
        if let Some(&known) = self.known.get(&ty) {
            return Ok(known);
        }
        if depth > DEEPEST {
            return Err(format!("a type is nested deeper than {DEEPEST}"));
        }
        let new = self.new_type(cx, ty, depth)?;
        self.known.insert(ty, new);
        Ok(new)
    }

    fn new_type(&mut self, cx: &Context, ty: Ty<'m>, depth: usize) -> Result<Type, String> {
        let parts = |types: &mut Self| {
            ty.parts()
                .into_iter()
                .map(|part| types.nested(cx, part, depth + 1))
                .collect::<Result<Vec<_>, _>>()
        };
        let float = |format: FloatFormat| cx.ty(FloatType(format));
        Ok(match ty.kind() {
            Kind::LLVMVoidTypeKind => void(cx),
            Kind::LLVMHalfTypeKind => cx.f16(),
            Kind::LLVMBFloatTypeKind => cx.bf16(),
            Kind::LLVMFloatTypeKind => cx.f32(),
            Kind::LLVMDoubleTypeKind => cx.f64(),
            Kind::LLVMX86_FP80TypeKind => float(FloatFormat::F80),
            Kind::LLVMFP128TypeKind => float(FloatFormat::F128),
            Kind::LLVMPPC_FP128TypeKind => cx.ty(PpcFp128Type),
            Kind::LLVMIntegerTypeKind => integer(cx, ty.number()),
            Kind::LLVMPointerTypeKind => match ty.number() {
                0 => ptr(cx),
                address_space => cx.ty(PointerType { address_space }),
            },
            Kind::LLVMFunctionTypeKind => {
                let mut params = parts(self)?;
                let result = if params.is_empty() { void(cx) } else { params.remove(0) };
                cx.ty(LlvmFunctionType { result, params, variadic: ty.is_variadic() })
            }
            Kind::LLVMStructTypeKind => {
                let (name, packed) = (ty.name(), ty.is_packed());
                let body = if ty.is_opaque() { None } else { Some(parts(self)?) };
                cx.ty(StructType { name, packed, body, recursive: false })
            }
            Kind::LLVMArrayTypeKind => {
                let elem = self.only(cx, ty, depth)?;
                cx.ty(ArrayType { len: ty.len(), elem })
            }
            kind @ (Kind::LLVMVectorTypeKind | Kind::LLVMScalableVectorTypeKind) => {
                let elem = self.only(cx, ty, depth)?;
                let scalable =
                    std::iter::repeat_n(true, usize::from(kind == Kind::LLVMScalableVectorTypeKind));
                let len = i64::try_from(ty.len()).map_err(|_| "a vector is too long".to_owned())?;
                cx.ty(VectorType { shape: [len].as_slice().into(), scalable: scalable.collect(), elem })
            }
            Kind::LLVMTokenTypeKind => cx.ty(TokenType),
            Kind::LLVMLabelTypeKind => cx.ty(LabelType),
            Kind::LLVMMetadataTypeKind => cx.ty(MetadataType),
            Kind::LLVMX86_AMXTypeKind => cx.ty(X86AmxType),
            Kind::LLVMTargetExtTypeKind => {
                let (types, numbers) = (parts(self)?, ty.numbers());
                cx.ty(TargetExtType { name: ty.name().unwrap_or_default(), types, numbers })
            }
        })
    }

    fn only(&mut self, cx: &Context, ty: Ty<'m>, depth: usize) -> Result<Type, String> {
        let elem = ty.parts().first().copied().ok_or_else(|| "a type without an element".to_owned())?;
        self.nested(cx, elem, depth + 1)
    }
}

/// `iN`.
pub(super) fn integer(cx: &Context, width: u32) -> Type {
    cx.ty(IntegerType { width, signedness: strata_ir::core::Signedness::Signless })
}

/// The tensor or vector type of a constant whose elements are all numbers: nested arrays of them, or a vector.
pub(super) fn dense_type(cx: &Context, ty: Type) -> Option<Type> {
    let is_number = |ty: Type| cx.as_int(ty).is_some() || cx.as_float(ty).is_some();
    if let Some(vector) = cx.type_as::<VectorType>(ty) {
        return is_number(vector.elem).then_some(ty);
    }
    let (mut shape, mut elem) = (Vec::new(), ty);
    while let Some(array) = cx.type_as::<ArrayType>(elem) {
        shape.push(i64::try_from(array.len).ok()?);
        elem = array.elem;
    }
    let is_dense = !shape.is_empty() && is_number(elem);
    is_dense.then(|| cx.ty(TensorType { shape: shape.as_slice().into(), elem, encoding: None }))
}
