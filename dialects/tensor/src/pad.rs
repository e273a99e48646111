//! `tensor.pad`.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{DimOp, MixedIndex, ReifyShape, generate::verify_element_region, index_list};

crate::index_list! {
    /// Elements added before each dimension.
    LOW: "low", "static_low";
    /// Elements added after each dimension.
    HIGH: "high", "static_high";
}

/// The tensor with elements added around it; the region computes them.
#[op(
    name = "tensor.pad",
    traits = [AttrSizedOperandSegments, Pure, SingleBlock, ImplicitTerminator],
    interfaces = [Verify, VerifyRegions, Fold, Canonicalize, ImplicitTerminatorName, ReifyShape, ResultNames],
    asm = "$source (`nofold` $nofold^)? `low` `` custom<LOW>($low, $static_low) `high` `` custom<HIGH>($high, $static_high) $region attr-dict `:` type($source) `to` type($result)",
)]
pub struct PadOp {
    /// The tensor.
    pub source: Operand<RankedTensor>,
    /// Dynamic numbers of elements before.
    pub low: Variadic<Index>,
    /// Dynamic numbers of elements after.
    pub high: Variadic<Index>,
    /// Numbers of elements before.
    pub static_low: Attr<I64Array>,
    /// Numbers of elements after.
    pub static_high: Attr<I64Array>,
    /// The op must not be folded away.
    pub nofold: OptAttr<UnitAttr>,
    /// The padded tensor.
    pub result: Res<RankedTensor>,
    /// Computes one added element.
    pub region: SingleBlockRegion,
}

crate::result_name!(PadOp => "padded");

impl ImplicitTerminatorName for PadOp {
    fn implicit_terminator(&self) -> &'static str {
        "tensor.yield"
    }
}

impl PadOp {
    /// Pads with one value, defined outside of the op.
    pub fn create(
        b: &mut Builder<'_>,
        source: Value,
        low: &[MixedIndex],
        high: &[MixedIndex],
        value: Value,
    ) -> Value {
        let ((sl, vl), (sh, vh)) = (index_list::split(low), index_list::split(high));
        let ty = Self::infer_type(b.cx(), b.ty(source), &sl, &sh).unwrap_or(b.ty(source));
        let (sl, sh) = (b.cx().i64_array(&sl), b.cx().i64_array(&sh));
        let op = Self::build(b, source, &vl, &vh, sl, sh, None, ty);
        let args = vec![b.cx().index(); low.len()];
        b.region_block(op.op(), 0, &args, |b, _| {
            crate::YieldOp::build(b, value);
        });
        op.result(b)
    }
    /// The type of padding a tensor.
    pub fn infer_type(cx: &Context, source: Type, low: &[i64], high: &[i64]) -> Option<Type> {
        let t = cx.type_as::<TensorType>(source)?;
        let shape = t.shape.iter().zip(low.iter().zip(high)).map(|(&d, (&l, &h))| {
            if [d, l, h].contains(&DYNAMIC) { DYNAMIC } else { d.saturating_add(l).saturating_add(h) }
        });
        Some(cx.ty(TensorType { shape: shape.collect(), ..t.clone() }))
    }
    /// Numbers of elements before.
    pub fn mixed_low(self, b: &Body) -> Vec<MixedIndex> {
        index_list::mixed_of(b, self.op(), "low", "static_low")
    }
    /// Numbers of elements after.
    pub fn mixed_high(self, b: &Body) -> Vec<MixedIndex> {
        index_list::mixed_of(b, self.op(), "high", "static_high")
    }
    /// The padding value, when it is the same for all elements: a value from outside of the region, or a constant.
    pub fn constant_padding(self, b: &Body) -> Option<Value> {
        let block = self.region_block(b);
        let value = b.terminator(block)?.as_op::<crate::YieldOp>(b)?.value(b);
        match b.def_block(value) {
            Some(at) if at == block => is_constant(b, value).then_some(value),
            _ => Some(value),
        }
    }
    /// Whether nothing is added.
    pub fn is_zero(self, b: &Body) -> bool {
        self.mixed_low(b).iter().chain(&self.mixed_high(b)).all(|m| m.constant(b) == Some(0))
    }
}

impl Verify for PadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let rank = cx.shaped(b.ty(self.source(b))).and_then(|s| s.rank()).unwrap_or(0);
        let (low, high) = (
            index_list::statics(b, self.op(), "static_low"),
            index_list::statics(b, self.op(), "static_high"),
        );
        for (name, list, values) in [("low", low, self.low(b).len()), ("high", high, self.high(b).len())] {
            let n = list.iter().filter(|&&d| d == DYNAMIC).count();
            ensure!(n == values, "expected {n} dynamic {name} values, got {values}");
        }
        ensure!(low.len() == rank && high.len() == rank, "expected {rank} low and high padding values");
        let Some(result) = cx.type_as::<TensorType>(b.ty(self.result(b))) else { return Ok(()) };
        let Some(ty) = Self::infer_type(cx, b.ty(self.source(b)), low, high) else { return Ok(()) };
        let Some(expected) = cx.type_as::<TensorType>(ty) else { return Ok(()) };
        // The result may have more static sizes than follow from sizes and amounts, but not fewer.
        let fits = |(&got, &want): (&i64, &i64)| got == want || want == DYNAMIC;
        if result.shape.len() != expected.shape.len() || !result.shape.iter().zip(&expected.shape).all(fits) {
            return Err(VerifyError::bare(format!(
                "specified type '{}' does not match the inferred type '{}'",
                cx.type_to_string(b.ty(self.result(b))),
                cx.type_to_string(ty)
            )));
        }
        Ok(())
    }
}
impl VerifyRegions for PadOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let ty = b.ty(self.result(b));
        let rank = b.cx().shaped(ty).and_then(|s| s.rank()).unwrap_or(0);
        let block = self.region_block(b);
        let args = b.block_args(block).len();
        ensure!(args == rank, "expected the block to have {rank} arguments");
        for (i, &a) in b.block_args(block).iter().enumerate() {
            ensure!(b.ty(a) == b.cx().index(), "op expected block argument {} to be an index", i + 1);
        }
        let value = b.terminator(block).and_then(|t| t.as_op::<crate::YieldOp>(b)).map(|y| y.value(b));
        let Some(value) = value else {
            return verify_element_region(b, block, rank, b.cx().elem_or_self(ty));
        };
        ensure!(b.ty(value) == b.cx().elem_or_self(ty), "expected yield type to match shape element type");
        Ok(())
    }
}

impl ReifyShape for PadOp {
    fn reify_shape(&self, b: &mut Builder<'_>, _: usize) -> Option<Vec<MixedIndex>> {
        let source = self.source(b);
        let (low, high) = (self.mixed_low(b), self.mixed_high(b));
        let shape = b.cx().shaped(b.ty(self.result(b)))?.shape?.to_vec();
        let mut out = Vec::new();
        for (d, &size) in shape.iter().enumerate() {
            if size != DYNAMIC {
                out.push(MixedIndex::Static(size));
                continue;
            }
            let mut sum = DimOp::create_or_fold(b, source, d)?.materialize(b)?;
            for part in [low[d], high[d]] {
                if part != MixedIndex::Static(0) {
                    let part = part.materialize(b)?;
                    sum = index_list::index_op(b, "arith.addi", sum, part)?;
                }
            }
            out.push(MixedIndex::Value(sum));
        }
        Some(out)
    }
}
