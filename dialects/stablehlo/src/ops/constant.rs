//! `constant` and `iota`.

use strata_ir::prelude::*;

use crate::constraints::*;
use crate::facts::*;

/// A tensor of known elements.
#[op(
    name = "stablehlo.constant",
    facts = [MovesElements],
    traits = [Pure, ConstantLike],
    interfaces = [InferTypes, Verify, Fold, ResultNames],
    custom_asm,
)]
pub struct ConstantOp {
    /// The elements.
    pub value: Attr<Elements>,
    /// The tensor.
    pub output: Res<StaticTensorOrPerAxis>,
}

impl ConstantOp {
    /// Builds a constant of the type of its value.
    pub fn create(b: &mut Builder<'_>, value: Attr) -> Option<Value> {
        let ty = b.cx().attr_type(value)?;
        Some(Self::build(b, value, ty))
    }
}

impl InferTypes for ConstantOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let ty = b.cx().attr_type(self.value(b).raw());
        Ok(smallvec![ty.ok_or("the value has no type")?])
    }
}
impl Verify for ConstantOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let result = b.ty(self.output(b));
        let inferred = self.infer_types(b).map(|types| {
            // The value of a quantized constant has the elements that are stored.
            let stored = |value: Type| {
                let storage = strata_quant::storage(cx, cx.elem_or_self(result))?;
                let int = cx.as_int(cx.elem_or_self(value))?;
                (int.width == storage.width
                    && crate::infer::sizes(cx, value) == crate::infer::sizes(cx, result))
                .then_some(result)
            };
            types.iter().map(|&t| stored(t).unwrap_or(t)).collect()
        });
        crate::infer::verify_results(self.op(), b, inferred)
    }
}

impl Fold for ConstantOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        Some(self.value(b).raw().into())
    }
}

impl ResultNames for ConstantOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        let elem = b.cx().elem_or_self(b.ty(self.output(b)));
        name(self.output(b), if b.cx().as_int(elem).is_some() { "c" } else { "cst" });
    }
}

impl CustomAsm for ConstantOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, op) = (p.body(), self.op());
        let value = self.value(b).raw();
        if b.cx().attr_type(value) == Some(b.ty(self.output(b))) {
            p.attr_dict(op, &["value"]).space().attr(value);
            return;
        }
        // A quantized constant has a value of the storage type.
        p.text("() <{value = ").attr(value).text("}>").attr_dict(op, &["value"]).text(" : () -> ");
        p.ty(b.ty(self.output(b)));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        if p.eat("(") {
            p.expect(")")?;
            if p.eat("<") {
                p.attr_dict(state)?;
                p.expect(">")?;
            }
            p.attr_dict(state)?;
            p.expect(":")?;
            let (_, results) = p.functional_type()?;
            state.result_types = results.into();
            return Ok(());
        }
        p.attr_dict(state)?;
        let at = p.location();
        let value = p.attr()?;
        let Some(ty) = p.cx().attr_type(value).filter(|_| Elements::check(value, p.cx())) else {
            return Err(p.error_at(at, "expected elements attribute"));
        };
        state.set_attr(p.cx(), "value", value);
        state.result_types.push(ty);
        Ok(())
    }
}

/// Makes the constants that folding produces.
pub(crate) fn materialize(b: &mut Builder<'_>, value: Attr, ty: Type) -> Option<Value> {
    let ok = Elements::check(value, b.cx())
        && b.cx().attr_type(value) == Some(ty)
        && StaticTensorOrPerAxis::check(ty, b.cx());
    ok.then(|| ConstantOp::build(b, value, ty))
}

/// Elements that count along a dimension.
#[op(
    name = "stablehlo.iota",
    facts = [Bitwise, Evaluable],
    traits = [Pure],
    interfaces = [Verify],
    asm = "`dim` `=` $iota_dimension attr-dict `:` type($output)",
)]
pub struct IotaOp {
    /// The dimension.
    pub iota_dimension: Attr<DimensionAttr>,
    /// The elements.
    pub output: Res<IotaTensor>,
}

/// The result type of `iota`.
pub type IotaTensor = StaticNumberTensor;

impl Verify for IotaOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        let rank = crate::infer::sizes(b.cx(), b.ty(self.output(b))).len();
        if rank == 0 {
            return Err(VerifyError::bare("does not support scalars."));
        }
        let dim = b.cx().attr_i64(self.iota_dimension(b).raw()).unwrap_or(-1);
        // iota_c1
        if dim >= rank as i64 {
            return Err(VerifyError::bare("iota dimension cannot go beyond the output rank."));
        }
        Ok(())
    }
}
