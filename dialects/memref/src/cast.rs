//! `memref.cast` and `memref.memory_space_cast`.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::layout;

/// The same buffer with more or less static shape and layout.
#[op(
    name = "memref.cast",
    traits = [Pure],
    interfaces = [Verify, Fold, ResultNames],
    asm = "$source attr-dict `:` type($source) `to` type($dest)",
)]
pub struct CastOp {
    /// The buffer to cast.
    pub source: Operand<AnyRankedOrUnrankedMemRef>,
    /// The same with another type.
    pub dest: Res<AnyRankedOrUnrankedMemRef>,
}

/// The same buffer as seen from another memory space.
#[op(
    name = "memref.memory_space_cast",
    traits = [Pure, SameOperandsAndResultElementType, SameOperandsAndResultShape],
    interfaces = [Fold, ResultNames],
    asm = "$source attr-dict `:` type($source) `to` type($dest)",
)]
pub struct MemorySpaceCastOp {
    /// The buffer to cast.
    pub source: Operand<AnyRankedOrUnrankedMemRef>,
    /// The same in another memory space.
    pub dest: Res<AnyRankedOrUnrankedMemRef>,
}

strata_tensor::result_name!(CastOp => "cast", MemorySpaceCastOp => "memspacecast");

/// Whether `memref.cast` may turn one type into the other.
pub fn cast_compatible(cx: &Context, a: Type, b: Type) -> bool {
    let (Some(x), Some(y)) = (cx.type_as::<MemRefType>(a), cx.type_as::<MemRefType>(b)) else {
        // At least one is unranked: elements and memory space decide.
        let get = |t| {
            let u = cx.type_as::<UnrankedMemRefType>(t).map(|u| (u.elem, u.memory_space));
            u.or_else(|| cx.type_as::<MemRefType>(t).map(|m| (m.elem, m.memory_space)))
        };
        let both_unranked = cx.type_as::<MemRefType>(a).is_none() && cx.type_as::<MemRefType>(b).is_none();
        return get(a).is_some() && get(a) == get(b) && !both_unranked;
    };
    if x.elem != y.elem || x.memory_space != y.memory_space || x.shape.len() != y.shape.len() {
        return false;
    }
    let fits = |p: i64, q: i64| p == q || p == DYNAMIC || q == DYNAMIC;
    if x.layout != y.layout {
        let (Some(s), Some(t)) = (layout::strides(cx, a), layout::strides(cx, b)) else { return false };
        // The stride of a dimension of size one is irrelevant.
        let strides =
            s.strides.iter().zip(&t.strides).enumerate().all(|(i, (&p, &q))| fits(p, q) || x.shape[i] == 1);
        if !fits(s.offset, t.offset) || !strides {
            return false;
        }
    }
    x.shape.iter().zip(&y.shape).all(|(&p, &q)| fits(p, q))
}

/// The source of a cast of a ranked memref that defines `v`.
pub fn cast_source(b: &Body, v: Value) -> Option<Value> {
    let source = b.def_as::<CastOp>(v)?.source(b);
    b.cx().type_as::<MemRefType>(b.ty(source)).map(|_| source)
}

/// The source of a cast of ranked memrefs that defines `v` and only drops static information about sizes and layout.
pub fn forgetful_cast_source(b: &Body, v: Value) -> Option<Value> {
    let (cx, source) = (b.cx(), cast_source(b, v)?);
    let (from, to) = (cx.type_as::<MemRefType>(b.ty(source))?, cx.type_as::<MemRefType>(b.ty(v))?);
    let (s, t) = (layout::strides(cx, b.ty(source))?, layout::strides(cx, b.ty(v))?);
    let forgets = |x: &[i64], y: &[i64]| x.iter().zip(y).all(|(&x, &y)| x == y || x != DYNAMIC);
    (from.shape.len() == to.shape.len()
        && forgets(&from.shape, &to.shape)
        && forgets(&s.strides, &t.strides)
        && forgets(&[s.offset], &[t.offset]))
    .then_some(source)
}

/// Takes the source of a cast as operand `i`.
pub(crate) fn fold_cast(b: &mut Body, op: Op, i: usize) -> Option<Folded> {
    let source = cast_source(b, b.operand(op, i))?;
    b.set_operand(op, i, source);
    Some(Folded::InPlace)
}
/// Takes the sources of casts as operands.
pub(crate) fn fold_casts(b: &mut Body, op: Op) -> Option<Folded> {
    let mut changed = None;
    for i in 0..b.num_operands(op) {
        if fold_cast(b, op, i).is_some() {
            changed = Some(Folded::InPlace);
        }
    }
    changed
}

impl Verify for CastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (from, to) = (b.ty(self.source(b)), b.ty(self.dest(b)));
        let text = |t| b.cx().type_to_string(t);
        ensure!(
            cast_compatible(b.cx(), from, to),
            "operand type '{}' and result type '{}' are cast incompatible",
            text(from),
            text(to)
        );
        Ok(())
    }
}

impl Fold for CastOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let (source, dest) = (self.source(b), b.ty(self.dest(b)));
        if b.ty(source) == dest {
            return Some(source.into());
        }
        let origin = cast_source(b, source)?;
        if b.ty(origin) == dest {
            return Some(origin.into());
        }
        if !cast_compatible(b.cx(), b.ty(origin), dest) {
            return None;
        }
        self.set_source(b, origin);
        Some(Folded::InPlace)
    }
}
impl Fold for MemorySpaceCastOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let source = self.source(b);
        if b.ty(source) == b.ty(self.dest(b)) {
            return Some(source.into());
        }
        let origin = b.def_as::<Self>(source)?.source(b);
        if b.ty(origin) == b.ty(self.dest(b)) {
            return Some(origin.into());
        }
        self.set_source(b, origin);
        Some(Folded::InPlace)
    }
}
