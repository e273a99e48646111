//! `bufferization.alloc_tensor`.

use strata_ir::prelude::*;
use strata_tensor::{DimOp, MixedIndex, ReifyShape, index_list};

/// A tensor with a buffer of its own, whose contents are undefined or those of `copy`.
#[op(
    name = "bufferization.alloc_tensor",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify, Canonicalize, ReifyShape],
    custom_asm,
)]
pub struct AllocTensorOp {
    /// Values of the `?` sizes, in order; none when there is a `copy`.
    pub dynamic_sizes: Variadic<Index>,
    /// The tensor whose contents are copied.
    pub copy: OptOperand<AnyTensor>,
    /// The expected number of elements of a sparse tensor.
    pub size_hint: OptOperand<Index>,
    /// Where the buffer will be.
    pub memory_space: OptAttr<AnyAttr>,
    /// The new tensor.
    pub result: Res<AnyTensor>,
}

impl AllocTensorOp {
    /// An uninitialised tensor of type `ty`.
    pub fn uninitialised(b: &mut Builder<'_>, ty: Type, sizes: &[Value]) -> Value {
        Self::build(b, sizes, None, None, None, ty)
    }
    /// A tensor with the contents of `of`.
    pub fn copy_of(b: &mut Builder<'_>, of: Value) -> Value {
        let ty = b.ty(of);
        Self::build(b, &[], Some(of), None, None, ty)
    }
}

impl ReifyShape for AllocTensorOp {
    fn reify_shape(&self, b: &mut Builder<'_>, _: usize) -> Option<Vec<MixedIndex>> {
        if let Some(copied) = self.copy(b) {
            return DimOp::all(b, copied);
        }
        let shape = b.cx().shaped(b.ty(self.result(b)))?.shape?;
        Some(index_list::mixed(shape, self.dynamic_sizes(b)))
    }
}

impl Verify for AllocTensorOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (sizes, ty) = (self.dynamic_sizes(b).len(), b.ty(self.result(b)));
        if let Some(copy) = self.copy(b) {
            if sizes != 0 {
                return Err(VerifyError::bare("dynamic sizes not needed when copying a tensor"));
            }
            if b.ty(copy) != ty {
                return Err(VerifyError::bare("expected that `copy` and return type match"));
            }
            return Ok(());
        }
        let shape = b.cx().shaped(ty).and_then(|s| s.shape).unwrap_or(&[]);
        let want = shape.iter().filter(|&&d| d == DYNAMIC).count();
        ensure!(sizes == want, "incorrect number of dynamic sizes, has {sizes}, expected {want}");
        Ok(())
    }
}

impl CustomAsm for AllocTensorOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text("(").values(self.dynamic_sizes(b)).text(")");
        if let Some(copy) = self.copy(b) {
            p.text(" copy(").value(copy).text(")");
        }
        if let Some(hint) = self.size_hint(b) {
            p.text(" size_hint=").value(hint);
        }
        p.attr_dict(self.op(), &[]).text(" : ").type_of(self.result(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let index = p.cx().index();
        p.expect("(")?;
        let sizes = p.list_until(")", Parser::operand)?;
        let mut copy = None;
        if p.eat("copy") {
            p.expect("(")?;
            copy = Some(p.operand()?);
            p.expect(")")?;
        }
        let mut hint = None;
        if p.eat("size_hint") {
            p.expect("=")?;
            hint = Some(p.operand()?);
        }
        p.attr_dict(state)?;
        let ty = p.colon_type()?;
        for &size in &sizes {
            let v = p.resolve(size, index)?;
            state.operands.push(v);
        }
        if let Some(copy) = copy {
            let v = p.resolve(copy, ty)?;
            state.operands.push(v);
        }
        if let Some(hint) = hint {
            let v = p.resolve(hint, index)?;
            state.operands.push(v);
        }
        let cx = p.cx();
        let groups = [sizes.len() as i32, copy.is_some() as i32, hint.is_some() as i32];
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&groups));
        state.result_types.push(ty);
        Ok(())
    }
}
