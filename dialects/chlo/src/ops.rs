//! Constants and `top_k`.

use strata_ir::prelude::*;
use strata_stablehlo::facts::*;
use strata_stablehlo::{constraints as hlo, infer};

use crate::constraints::*;

/// A tensor of known elements.
#[op(
    name = "chlo.constant",
    facts = [MovesElements],
    traits = [Pure, ConstantLike],
    interfaces = [InferTypes, Verify, Fold],
    asm = "attr-dict $value",
)]
pub struct ConstantOp {
    /// The elements.
    pub value: Attr<hlo::Elements>,
    /// The tensor.
    pub output: Res<hlo::StaticTensor>,
}

impl InferTypes for ConstantOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        Ok(smallvec![b.cx().attr_type(self.value(b).raw()).ok_or("the value has no type")?])
    }
}
impl Verify for ConstantOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}
impl Fold for ConstantOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        Some(self.value(b).raw().into())
    }
}

/// Constants that folding produces are those of `stablehlo`.
pub(crate) fn materialize(b: &mut Builder<'_>, value: Attr, ty: Type) -> Option<Value> {
    strata_stablehlo::DIALECT.materialize_constant.and_then(|f| f(b, value, ty))
}

/// A tensor of one value, with the shape of another.
#[op(
    name = "chlo.constant_like",
    facts = [MovesElements],
    traits = [Pure, SameOperandsAndResultShape],
    interfaces = [InferTypes, Verify, Fold],
)]
pub struct ConstantLikeOp {
    /// The tensor whose shape it has.
    pub operand: Operand<Tensor>,
    /// The value.
    pub value: Attr<TypedAttr>,
    /// The tensor.
    pub result: Res<Tensor>,
}

impl InferTypes for ConstantLikeOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let elem = b.cx().attr_type(self.value(b).raw()).ok_or("the value has no type")?;
        Ok(smallvec![b.cx().with_elem(b.ty(self.operand(b)), elem)])
    }
}
impl Verify for ConstantLikeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let elem = b.cx().elem_or_self(b.ty(self.result(b)));
        ensure!(
            b.cx().attr_type(self.value(b).raw()) == Some(elem),
            "value's type doesn't match element return type"
        );
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}
impl Fold for ConstantLikeOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let ty = b.ty(self.result(b));
        b.cx().shaped(ty)?.num_elements()?;
        b.cx().splat_attr(ty, self.value(b).raw()).map(Into::into)
    }
}

/// The largest elements of the last dimension, and where they are.
#[op(
    name = "chlo.top_k",
    facts = [MovesElements],
    traits = [Pure],
    interfaces = [InferTypes, Verify, ResultNames],
    asm = "`(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict `:` type($operand) `->` `(` type($values) `,` type($indices) `)`",
)]
pub struct TopKOp {
    /// The elements.
    pub operand: Operand<Tensor>,
    /// The number of elements.
    pub k: Attr<I64Attr>,
    /// Whether equal elements keep their order.
    pub is_stable: OptAttr<BoolAttr>,
    /// The largest ones, in descending order.
    pub values: Res<Tensor>,
    /// Their positions.
    pub indices: Res<Tensor>,
}

impl TopKOp {
    /// The types of the results for any `k`, as upstream infers them.
    fn types(self, b: &Body, k: i64) -> Result<SmallVec<[Type; 2]>, String> {
        let cx = b.cx();
        let ty = b.ty(self.operand(b));
        if cx.type_as::<TensorType>(ty).is_none() {
            let indices = cx.ty(UnrankedTensorType { elem: cx.i32() });
            return Ok(smallvec![ty, indices]);
        }
        let mut shape = infer::sizes(cx, ty).to_vec();
        let Some(last) = shape.last_mut() else { return Err("operand's rank must be at least 1".into()) };
        if *last != DYNAMIC && *last < k {
            return Err("operand's last dimension must be at least ".to_owned() + &k.to_string());
        }
        *last = k;
        let mut bounds = infer::bounds_or_none(cx, ty);
        if let Some(bound) = bounds.last_mut() {
            *bound = DYNAMIC;
        }
        let types = [infer::tensor_like(cx, ty, &shape), cx.tensor(&shape, cx.i32())];
        Ok(types.map(|t| infer::with_bounds(cx, t, bounds.clone())).into())
    }
}
/// A result cannot have a negative number of elements; upstream accepts it where sizes are unknown.
fn not_negative(k: i64) -> Result<(), String> {
    if k < 0 { Err(format!("k must not be negative, got {k}")) } else { Ok(()) }
}
impl InferTypes for TopKOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let k = b.cx().attr_i64(self.k(b).raw()).unwrap_or(-1);
        let types = self.types(b, k)?;
        if b.cx().type_as::<TensorType>(types[0]).is_some() {
            not_negative(k)?;
        }
        Ok(types)
    }
}
impl Verify for TopKOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let k = b.cx().attr_i64(self.k(b).raw()).unwrap_or(-1);
        infer::verify_results(self.op(), b, self.types(b, k))?;
        let is_ranked = b.cx().type_as::<TensorType>(b.ty(self.operand(b))).is_some();
        if is_ranked { not_negative(k).map_err(infer::uninferred) } else { Ok(()) }
    }
}
impl ResultNames for TopKOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.values(b), "values");
        name(self.indices(b), "indices");
    }
}
