//! `tensor.concat`.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{CastOp, DimOp, MixedIndex, ReifyShape, cast::knows_as_much, index_list};

/// Concatenates the inputs along a dimension.
#[op(
    name = "tensor.concat",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize, ReifyShape, ResultNames],
    asm = "`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)",
)]
pub struct ConcatOp {
    /// The dimension.
    pub dim: Attr<I64Attr>,
    /// The tensors to join.
    pub inputs: Variadic<RankedTensor>,
    /// The joined tensor.
    pub result: Res<RankedTensor>,
}

crate::result_name!(ConcatOp => "concat");

impl ConcatOp {
    /// The dimension, when it is a dimension of the result.
    pub fn dimension(self, b: &Body) -> Option<usize> {
        let dim = usize::try_from(b.cx().attr_i64(b.attr_slot(self.op(), 0)?)?).ok()?;
        let rank = b.cx().shaped(b.ty(self.result(b)))?.rank()?;
        (dim < rank).then_some(dim)
    }
    /// The type of joining tensors of these types.
    pub fn infer_type(cx: &Context, dim: usize, inputs: &[Type]) -> Option<Type> {
        let types: Vec<&TensorType> = inputs.iter().map(|&t| cx.type_as(t)).collect::<Option<_>>()?;
        let first = *types.first()?;
        let mut shape = first.shape.clone();
        for (d, size) in shape.iter_mut().enumerate() {
            let mut sizes = types.iter().map(|t| t.shape.get(d).copied());
            *size = if d == dim {
                let sum =
                    sizes.try_fold(0i64, |n, s| s.filter(|&s| s != DYNAMIC).and_then(|s| n.checked_add(s)));
                sum.unwrap_or(DYNAMIC)
            } else {
                sizes.flatten().find(|&s| s != DYNAMIC).unwrap_or(DYNAMIC)
            };
        }
        Some(cx.ty(TensorType { shape, ..first.clone() }))
    }
}

impl Verify for ConcatOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let types: Vec<Type> = self.inputs(b).map(|v| b.ty(v)).collect();
        ensure!(!types.is_empty(), "requires at least one input");
        let shaped: Vec<_> = types.iter().filter_map(|&t| cx.type_as::<TensorType>(t)).collect();
        let Some(result) = cx.type_as::<TensorType>(b.ty(self.result(b))) else { return Ok(()) };
        let rank = result.shape.len();
        ensure!(
            shaped.iter().all(|t| t.shape.len() == rank),
            "rank of concatenated inputs must match result rank"
        );
        let Some(dim) = self.dimension(b) else {
            return Err("concatenation dim must be less than the tensor rank".into());
        };
        for d in (0..rank).filter(|&d| d != dim) {
            let mut known = DYNAMIC;
            for t in &shaped {
                let size = t.shape[d];
                ensure!(
                    size == DYNAMIC || known == DYNAMIC || size == known,
                    "static concatenation size mismatch along non-concatenated dimension {d}"
                );
                if size != DYNAMIC {
                    known = size;
                }
            }
        }
        ensure!(shaped.iter().all(|t| t.elem == result.elem), "inputs and result element type must match");
        let Some(expected) = Self::infer_type(cx, dim, &types) else { return Ok(()) };
        let fits = cx.type_as::<TensorType>(expected).is_some_and(|e| {
            e.shape.iter().zip(&result.shape).all(|(&x, &y)| x == y || x == DYNAMIC || y == DYNAMIC)
        });
        ensure!(
            fits,
            "result type '{}'does not match inferred shape '{}' static sizes",
            cx.type_to_string(b.ty(self.result(b))),
            cx.type_to_string(expected)
        );
        Ok(())
    }
}

impl Fold for ConcatOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let mut inputs = self.inputs(b);
        let (first, more) = (inputs.next()?, inputs.next().is_some());
        (!more && b.ty(first) == b.ty(self.result(b))).then(|| first.into())
    }
}

impl Canonicalize for ConcatOp {
    /// Propagates static sizes between the inputs and the result, as casts.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let old = rw.ty(self.result(rw));
        let inputs: Vec<Value> = self.inputs(rw).collect();
        if let [only] = inputs[..] {
            let cast = CastOp::build(rw, only, old);
            rw.replace_op(*self, &[cast]);
            return Some(());
        }
        let dim = self.dimension(rw)?;
        let types: Vec<Type> = inputs.iter().map(|&v| rw.ty(v)).collect();
        let inferred = Self::infer_type(rw.cx(), dim, &types)?;
        let mut changed = false;
        for (i, (&v, &ty)) in inputs.iter().zip(&types).enumerate() {
            let own = rw.cx().type_as::<TensorType>(ty)?.shape.get(dim).copied()?;
            let mut known = rw.cx().type_as::<TensorType>(inferred)?.clone();
            known.shape[dim] = own;
            let known = rw.cx().ty(known);
            if !knows_as_much(rw.cx(), ty, known) {
                let cast = CastOp::build(rw, v, known);
                rw.set_operand(*self, i, cast);
                changed = true;
            }
        }
        if !changed && knows_as_much(rw.cx(), old, inferred) {
            return None;
        }
        if !knows_as_much(rw.cx(), old, inferred) {
            let (inputs, attr): (Vec<Value>, _) = (self.inputs(rw).collect(), rw.attr_slot(self.op(), 0)?);
            let new = Self::build(rw, attr, &inputs, inferred);
            let cast = CastOp::build(rw, new, old);
            rw.replace_op(*self, &[cast]);
        }
        Some(())
    }
}

impl ReifyShape for ConcatOp {
    fn reify_shape(&self, b: &mut Builder<'_>, _: usize) -> Option<Vec<MixedIndex>> {
        let dim = self.dimension(b)?;
        let inputs: Vec<Value> = self.inputs(b).collect();
        let types: Vec<Type> = inputs.iter().map(|&v| b.ty(v)).collect();
        let ty = Self::infer_type(b.cx(), dim, &types)?;
        let known = b.cx().type_as::<TensorType>(ty)?.shape.clone();
        let mut out = Vec::new();
        for (d, &size) in known.iter().enumerate() {
            if size != DYNAMIC {
                out.push(MixedIndex::Static(size));
            } else if d != dim {
                out.push(DimOp::create_or_fold(b, *inputs.first()?, d)?);
            } else {
                let mut sum: Option<Value> = None;
                for &v in &inputs {
                    let size = DimOp::create_or_fold(b, v, d)?.materialize(b)?;
                    sum = Some(match sum {
                        None => size,
                        Some(sum) => index_list::index_op(b, "arith.addi", sum, size)?,
                    });
                }
                out.push(MixedIndex::Value(sum?));
            }
        }
        Some(out)
    }
}
