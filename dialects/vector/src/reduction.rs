//! `vector.reduction` and `vector.multi_reduction`.

use strata_arith::FastMath;
use strata_ir::prelude::*;
use strata_tensor::MixedIndex;

use crate::{
    CombiningKind, ExtractOp, MaskOp, ShapeCastOp,
    constraints::{RankedVector, same_elem, vector_of, with_dims},
    fold::fixed_shape,
};

/// Combines all elements of a vector of rank one.
#[op(
    name = "vector.reduction",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize],
    same = [dest, acc],
    asm = "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) `into` type($dest)",
)]
pub struct ReductionOp {
    /// How elements are combined.
    pub kind: Attr<CombiningKind>,
    /// The vector.
    pub vector: Operand<AnyVector>,
    /// The accumulator, with which the elements are combined.
    pub acc: OptOperand<AnyType>,
    /// Freedom of float arithmetic.
    pub fastmath: DefaultAttr<FastMath>,
    /// The combined elements.
    pub dest: Res<AnyType>,
}

/// Combines the elements along some dimensions.
#[op(
    name = "vector.multi_reduction",
    traits = [Pure],
    interfaces = [Verify, Canonicalize],
    same = [dest, acc],
    asm = "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)",
)]
pub struct MultiDimReductionOp {
    /// How elements are combined.
    pub kind: Attr<CombiningKind>,
    /// The vector.
    pub source: Operand<RankedVector>,
    /// The accumulator, with which the elements are combined.
    pub acc: Operand<AnyType>,
    /// The dimensions that vanish.
    pub reduction_dims: Attr<I64Array>,
    /// The combined elements.
    pub dest: Res<AnyType>,
}

impl Verify for ReductionOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same_elem(b, self.vector(b), self.dest(b), "source operand and result")?;
        let rank = vector_of(b, self.vector(b)).map_or(0, |v| v.shape.len());
        ensure!(rank <= 1, "unsupported reduction rank: {rank}");
        let (elem, kind) = (b.ty(self.dest(b)), *self.kind(b).get(b.cx()));
        ensure!(
            kind.supports(b.cx(), elem),
            "unsupported reduction type ''{}'' for kind '{}'",
            b.cx().type_to_string(elem),
            kind.word()
        );
        Ok(())
    }
}
impl Verify for MultiDimReductionOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same_elem(b, self.source(b), self.dest(b), "source operand and result")?;
        let Some(v) = vector_of(b, self.source(b)) else { return Ok(()) };
        let dims = strata_tensor::index_list::statics(b, self.op(), "reduction_dims");
        ensure!(
            dims.iter().all(|&d| d >= 0 && (d as usize) < v.shape.len()),
            "expected reduction dims to be dimensions of the source"
        );
        let kept = (0..v.shape.len()).filter(|d| !dims.contains(&(*d as i64)));
        let (want, got) = (with_dims(b.cx(), v, kept), b.ty(self.dest(b)));
        ensure!(
            want == got,
            "destination type '{}' is incompatible with source type '{}'",
            b.cx().type_to_string(got),
            b.cx().type_to_string(b.ty(self.source(b)))
        );
        let kind = *self.kind(b).get(b.cx());
        ensure!(
            kind.supports(b.cx(), v.elem),
            "unsupported reduction type '{}' for kind '{}'",
            b.cx().type_to_string(v.elem),
            kind.word()
        );
        Ok(())
    }
}

impl Fold for ReductionOp {
    /// One element is combined with nothing.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let from = b.def_as::<crate::FromElementsOp>(self.vector(b))?;
        let mut elements = from.elements(b);
        let (first, more) = (elements.next()?, elements.next().is_some());
        (!more && self.acc(b).is_none()).then(|| first.into())
    }
}

/// The op that combines two elements, or two vectors, in a way.
fn combine(
    rw: &mut Rewriter<'_>,
    kind: CombiningKind,
    [x, y]: [Value; 2],
    fastmath: Option<Attr>,
) -> Option<Value> {
    use CombiningKind::*;
    let ty = rw.ty(x);
    let float = rw.cx().as_float(rw.cx().elem_or_self(ty)).is_some();
    let name = match kind {
        Add if float => "arith.addf",
        Add => "arith.addi",
        Mul if float => "arith.mulf",
        Mul => "arith.muli",
        Minui => "arith.minui",
        Minsi => "arith.minsi",
        Minnumf => "arith.minnumf",
        Maxui => "arith.maxui",
        Maxsi => "arith.maxsi",
        Maxnumf => "arith.maxnumf",
        And => "arith.andi",
        Or => "arith.ori",
        Xor => "arith.xori",
        Minimumf => "arith.minimumf",
        Maximumf => "arith.maximumf",
    };
    let mut state = OpState::new(rw.cx().op_info(name)?, rw.cur_loc());
    state.operands.extend([x, y]);
    state.result_types.push(ty);
    if let Some(flags) = fastmath.filter(|_| float) {
        state.set_attr(rw.cx(), "fastmath", flags);
    }
    let op = rw.create(state);
    Some(rw.result(op, 0))
}

impl Canonicalize for ReductionOp {
    /// A reduction of one element combines it with the accumulator only.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (vector, acc) = (self.vector(rw), self.acc(rw));
        let shape = fixed_shape(rw, vector)?;
        let at: &[MixedIndex] = match shape {
            [] => &[],
            [1] => &[MixedIndex::Static(0)],
            _ => return None,
        };
        let (kind, fastmath) = (*self.kind(rw).get(rw.cx()), rw.attr(self.op(), "fastmath"));
        let around = rw.parent_op(self.op()).and_then(|parent| parent.as_op::<MaskOp>(rw));
        let Some(around) = around else {
            let element = ExtractOp::create(rw, vector, at);
            let new = match acc {
                Some(acc) => combine(rw, kind, [element, acc], fastmath)?,
                None => element,
            };
            rw.replace_op(*self, &[new]);
            return Some(());
        };
        // If the element is masked out, the result is the accumulator.
        let acc = acc.filter(|_| around.passthru(rw).is_none())?;
        let before = InsertPoint::before(rw, around.op());
        rw.goto(before);
        let mask = around.mask(rw);
        let set = ExtractOp::create(rw, mask, at);
        let element = ExtractOp::create(rw, vector, at);
        let combined = combine(rw, kind, [element, acc], fastmath)?;
        let new = strata_arith::SelectOp::build(rw, set, combined, acc);
        rw.replace_op(around, &[new]);
        Some(())
    }
}

impl Canonicalize for MultiDimReductionOp {
    /// A reduction along dimensions of size one only combines the source with the accumulator.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (source, acc, ty) = (self.source(rw), self.acc(rw), rw.ty(self.dest(rw)));
        let shape = fixed_shape(rw, source)?.to_vec();
        let dims = strata_tensor::index_list::statics(rw, self.op(), "reduction_dims");
        let single = dims.iter().all(|&d| shape.get(d as usize) == Some(&1));
        let masked = MaskOp::around(rw, self.op()).is_some();
        if !single || dims.is_empty() || masked {
            return None;
        }
        let part = match rw.cx().type_as::<VectorType>(ty) {
            Some(_) => ShapeCastOp::build(rw, source, ty),
            None => ExtractOp::create(rw, source, &vec![MixedIndex::Static(0); shape.len()]),
        };
        let kind = *self.kind(rw).get(rw.cx());
        let new = combine(rw, kind, [acc, part], None)?;
        rw.replace_op(*self, &[new]);
        Some(())
    }
}
