//! Changes of the shape of a vector.

use strata_ir::{core::element_bytes, prelude::*};
use strata_ub::PoisonAttr;

use crate::{
    broadcast::repeated_scalar,
    constraints::{FixedVector, RankedVector, same_elem, vector_of},
    fold::poison,
};

/// The same elements in row-major order in another shape.
#[op(
    name = "vector.shape_cast",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize],
    asm = "$source attr-dict `:` type($source) `to` type($result)",
)]
pub struct ShapeCastOp {
    /// The vector.
    pub source: Operand<AnyVector>,
    /// The vector in the other shape.
    pub result: Res<AnyVector>,
}

/// The same bits as elements of another width.
#[op(
    name = "vector.bitcast",
    traits = [Pure],
    interfaces = [Verify, Fold],
    asm = "$source attr-dict `:` type($source) `to` type($result)",
)]
pub struct BitCastOp {
    /// The vector.
    pub source: Operand<AnyVector>,
    /// The vector of the other elements.
    pub result: Res<AnyVector>,
}

/// A vector with its dimensions in another order.
#[op(
    name = "vector.transpose",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize],
    asm = "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)",
)]
pub struct TransposeOp {
    /// The vector.
    pub vector: Operand<AnyVector>,
    /// For each dimension of the result, that of the vector.
    pub permutation: Attr<I64Array>,
    /// The vector in that order.
    pub result: Res<AnyVector>,
}

/// Elements chosen from two vectors.
#[op(
    name = "vector.shuffle",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize, InferTypes],
    asm = "operands $mask attr-dict `:` type(operands)",
)]
pub struct ShuffleOp {
    /// The first vector.
    pub v1: Operand<FixedVector>,
    /// The second vector.
    pub v2: Operand<FixedVector>,
    /// The numbers of the elements, those of the second vector after those of the first; -1 is any.
    pub mask: Attr<I64Array>,
    /// The elements.
    pub vector: Res<RankedVector>,
}

fn list<'b>(b: &'b Body, op: Op, name: &str) -> &'b [i64] {
    strata_tensor::index_list::statics(b, op, name)
}

impl Verify for ShapeCastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (Some(s), Some(r)) = (vector_of(b, self.source(b)), vector_of(b, self.result(b))) else {
            return Ok(());
        };
        ensure!(s.elem == r.elem, "has different source and result element types");
        let product = |v: &VectorType| v.shape.iter().fold(1i64, |n, &d| n.saturating_mul(d));
        ensure!(
            product(s) == product(r),
            "has different number of elements at source ({}) and result ({})",
            product(s),
            product(r)
        );
        let scalable = |v: &VectorType| v.scalable.iter().filter(|&&x| x).count();
        ensure!(
            scalable(s) == scalable(r),
            "has different number of scalable dims at source ({}) and result ({})",
            scalable(s),
            scalable(r)
        );
        Ok(())
    }
}
impl Verify for BitCastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (Some(s), Some(r)) = (vector_of(b, self.source(b)), vector_of(b, self.result(b))) else {
            return Ok(());
        };
        ensure!(
            s.shape.len() == r.shape.len(),
            "failed to verify that all of {{source, result}} have same rank"
        );
        let n = s.shape.len();
        for i in 0..n.saturating_sub(1) {
            ensure!(s.shape[i] == r.shape[i], "dimension size mismatch at: {i}");
        }
        let bits = |v: &VectorType| {
            b.cx().bit_width(v.elem).map(|w| w as i64 * v.shape.last().copied().unwrap_or(1))
        };
        ensure!(
            bits(s) == bits(r),
            "{}",
            if n == 0 {
                "source/result bitwidth of the 0-D vector element types must be equal"
            } else {
                "source/result bitwidth of the minor 1-D vectors must be equal"
            }
        );
        Ok(())
    }
}
impl Verify for TransposeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same_elem(b, self.vector(b), self.result(b), "operand and result")?;
        let (Some(v), Some(r)) = (vector_of(b, self.vector(b)), vector_of(b, self.result(b))) else {
            return Ok(());
        };
        let perm = list(b, self.op(), "permutation");
        ensure!(v.shape.len() == r.shape.len(), "vector result rank mismatch: {}", r.shape.len());
        ensure!(perm.len() == v.shape.len(), "transposition length mismatch: {}", perm.len());
        let mut seen = vec![false; perm.len()];
        for (i, &p) in perm.iter().enumerate() {
            ensure!(p >= 0 && (p as usize) < perm.len(), "transposition index out of range: {p}");
            ensure!(!std::mem::replace(&mut seen[p as usize], true), "duplicate position index: {p}");
            ensure!(r.shape[i] == v.shape[p as usize], "dimension size mismatch at: {p}");
        }
        Ok(())
    }
}
impl InferTypes for ShuffleOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let v = vector_of(b, self.v1(b)).ok_or("expected a vector")?;
        let mut shape: Dims = smallvec![list(b, self.op(), "mask").len() as i64];
        shape.extend(v.shape.iter().skip(1).copied());
        Ok(smallvec![b.cx().ty(VectorType { shape, scalable: SmallVec::new(), elem: v.elem })])
    }
}
impl Verify for ShuffleOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (Some(x), Some(y), Some(r)) =
            (vector_of(b, self.v1(b)), vector_of(b, self.v2(b)), vector_of(b, self.vector(b)))
        else {
            return Ok(());
        };
        let mask = list(b, self.op(), "mask");
        ensure!(x.shape.len() == y.shape.len(), "rank mismatch");
        ensure!(
            x.elem == y.elem && x.elem == r.elem,
            "failed to verify that operands and result have same element type"
        );
        for i in 1..x.shape.len() {
            ensure!(x.shape[i] == y.shape[i] && r.shape.get(i) == Some(&x.shape[i]), "dimension mismatch");
        }
        ensure!(!mask.is_empty(), "invalid mask length");
        ensure!(r.shape[0] == mask.len() as i64, "mask length mismatch");
        let n = x.shape.first().copied().unwrap_or(1) + y.shape.first().copied().unwrap_or(1);
        for (i, &m) in mask.iter().enumerate() {
            ensure!(m == -1 || (0..n).contains(&m), "mask index #{} out of range", i + 1);
        }
        Ok(())
    }
}

fn retyped(b: &Body, value: Option<Attr>, ty: Type) -> Option<Folded> {
    let dense = b.cx().attr_as::<DenseElementsAttr>(value?)?;
    Some(b.cx().attr(DenseElementsAttr { ty, ..dense.clone() }).into())
}

impl Fold for ShapeCastOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (source, ty) = (self.source(b), b.ty(self.result(b)));
        if b.ty(source) == ty {
            return Some(source.into());
        }
        if let Some(inner) = b.def_as::<ShapeCastOp>(source) {
            let origin = inner.source(b);
            if b.ty(origin) == ty {
                return Some(origin.into());
            }
            self.set_source(b, origin);
            return Some(Folded::InPlace);
        }
        poison(b.cx(), consts.first()).or_else(|| retyped(b, consts[0], ty))
    }
}
impl Fold for BitCastOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (source, ty) = (self.source(b), b.ty(self.result(b)));
        if b.ty(source) == ty {
            return Some(source.into());
        }
        if let Some(inner) = b.def_as::<BitCastOp>(source) {
            let origin = inner.source(b);
            if b.ty(origin) == ty {
                return Some(origin.into());
            }
            self.set_source(b, origin);
            return Some(Folded::InPlace);
        }
        let cx = b.cx();
        if let Some(poison) = poison(cx, consts.first()) {
            return Some(poison);
        }
        // Equal elements are equal elements of another width, as often as they fit.
        let (from, to) = (vector_of(b, source)?.elem, vector_of(b, self.result(b))?.elem);
        let known =
            cx.as_int(from).is_some() && cx.as_int(to).is_some() || (from, to) == (cx.f16(), cx.f32());
        let dense = cx.attr_as::<DenseElementsAttr>(consts[0]?).filter(|d| d.splat && known)?;
        let (narrow, wide) = (cx.bit_width(from)?, cx.bit_width(to)?);
        let bits = dense.bits(cx, 0);
        if wide > 128 || !wide.is_multiple_of(narrow) {
            return None;
        }
        let all = (0..wide / narrow).fold(0u128, |all, i| all | bits << (i * narrow));
        Some(cx.splat_bytes(ty, all.to_le_bytes().get(..element_bytes(cx, to)?)?).into())
    }
}
impl Fold for TransposeOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (source, ty) = (self.vector(b), b.ty(self.result(b)));
        let identity = list(b, self.op(), "permutation").iter().enumerate().all(|(i, &p)| i as i64 == p);
        // As upstream, one that only moves dimensions of size one does nothing either.
        if b.ty(source) == ty && (identity || crate::reshape_fold::keeps_order(*self, b)) {
            return Some(source.into());
        }
        if let Some(poison) = poison(b.cx(), consts.first()) {
            return Some(poison);
        }
        let splat = consts[0].filter(|&c| b.cx().splat_value(c).is_some());
        splat.and_then(|c| retyped(b, Some(c), ty))
    }
}
impl Fold for ShuffleOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let mask = list(b, self.op(), "mask");
        let ty = b.ty(self.vector(b));
        let first = vector_of(b, self.v1(b))?.shape.first().copied()?;
        let run = |from: i64| mask.iter().enumerate().all(|(i, &m)| m == from + i as i64);
        if run(0) && b.ty(self.v1(b)) == ty {
            return Some(self.v1(b).into());
        }
        if run(first) && b.ty(self.v2(b)) == ty {
            return Some(self.v2(b).into());
        }
        let cx = b.cx();
        let (x, y) = (consts.first().copied()??, consts.get(1).copied()??);
        let is_poison = |c| PoisonAttr::isa(cx, c);
        if is_poison(x) && is_poison(y) {
            return Some(x.into());
        }
        if vector_of(b, self.v1(b))?.shape.len() != 1 {
            return None;
        }
        // Where any element will do, it is the first one there is.
        let (x, y) = (cx.attr_as::<DenseElementsAttr>(x), cx.attr_as::<DenseElementsAttr>(y));
        let any = x.or(y)?;
        let element = |m: i64| match usize::try_from(m) {
            Ok(m) if m < first as usize => x.map(|x| x.element(cx, m)),
            Ok(m) => y.map(|y| y.element(cx, m - first as usize)),
            Err(_) => None,
        };
        let data: Vec<u8> =
            mask.iter().flat_map(|&m| element(m).unwrap_or(any.element(cx, 0))).copied().collect();
        cx.dense_attr(ty, data).map(Into::into)
    }
}

impl Canonicalize for ShuffleOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (x, y, ty) = (self.v1(rw), self.v2(rw), rw.ty(self.vector(rw)));
        let mask = list(rw, self.op(), "mask").to_vec();
        let shape = vector_of(rw, x)?.shape.clone();
        // Of two vectors of one element, any is that element.
        if let Some(from) = repeated_scalar(rw, x)
            && repeated_scalar(rw, y) == Some(from)
        {
            let new = crate::BroadcastOp::build(rw, from, ty);
            rw.replace_op(*self, &[new]);
            return Some(());
        }
        let new = match (&shape[..], &mask[..]) {
            // One of two vectors without dimensions gets one.
            ([], [at]) => {
                let from = if *at == 1 { y } else { x };
                crate::BroadcastOp::build(rw, from, ty)
            }
            // Elements of both vectors by turns.
            (&[n], mask) if rw.ty(x) == rw.ty(y) && mask.len() as i64 == 2 * n => {
                let turns = |(i, &m): (usize, &i64)| m == (i % 2) as i64 * n + (i / 2) as i64;
                mask.iter().enumerate().all(turns).then(|| crate::InterleaveOp::build(rw, x, y))?
            }
            _ => return None,
        };
        rw.replace_op(*self, &[new]);
        Some(())
    }
}
