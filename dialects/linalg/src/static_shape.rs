//! Static sizes of operands, inferred from other operands or from the users of results.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{CastOp, retype_result};

use crate::LinalgOp;

fn tensor<'a>(cx: &'a Context, b: &Body, v: Value) -> Option<&'a TensorType> {
    cx.type_as::<TensorType>(b.ty(v))
}

/// Operands that share a loop have the same size along it: operands of unknown size are cast to the type with the
/// known size.
pub fn infer(op: &dyn LinalgOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (this, cx) = (op.as_op(), rw.cx());
    let unknown = |v: Value| tensor(cx, rw, v).is_some_and(|t| t.shape.contains(&DYNAMIC));
    if !rw.operands(this).any(unknown) {
        return None;
    }
    let operands: Vec<Value> = rw.operands(this).collect();
    let maps = op.indexing_maps(rw);
    let simple = maps.len() == operands.len() && maps.iter().all(|m| m.is_projected_permutation(false));
    if !simple || !op.has_tensor_semantics(rw) {
        return None;
    }
    let mut loops = vec![DYNAMIC; op.num_loops(rw)];
    for (map, &v) in maps.iter().zip(&operands) {
        let Some(ty) = tensor(cx, rw, v) else { continue };
        // The source of a cast may have static sizes that the cast drops.
        let origin = rw.def_of::<CastOp>(v).and_then(|cast| tensor(cx, rw, cast.source(rw)));
        let known = origin.filter(|t| !t.shape.contains(&DYNAMIC)).unwrap_or(ty);
        for ((e, &own), &size) in map.results().iter().zip(&ty.shape).zip(&known.shape) {
            if let Some(range) = e.as_dim().and_then(|d| loops.get_mut(d as usize))
                && own != DYNAMIC
                && *range == DYNAMIC
            {
                *range = size;
            }
        }
    }
    let inits = op.dps_init_range(rw);
    let mut changed = None;
    for (i, (map, &v)) in maps.iter().zip(&operands).enumerate() {
        let Some(ty) = tensor(cx, rw, v) else { continue };
        let size = |(e, &own): (&strata_ir::affine::AffineExpr, &i64)| match own {
            DYNAMIC => e.as_dim().and_then(|d| loops.get(d as usize)).copied().unwrap_or(DYNAMIC),
            own => own,
        };
        let shape: Vec<i64> = map.results().iter().zip(&ty.shape).map(size).collect();
        if shape[..] == ty.shape[..] {
            continue;
        }
        let ty = cx.ty(TensorType { shape: shape.into(), ..ty.clone() });
        let cast = CastOp::build(rw, v, ty);
        rw.set_operand(this, i, cast);
        if let Some(n) = i.checked_sub(inits.start).filter(|_| inits.contains(&i)) {
            retype_result(this, n, ty, rw);
        }
        changed = Some(());
    }
    changed?;
    rw.touch(this);
    Some(())
}

/// Takes the static sizes from a cast of a result into the type of the result and of its init.
pub fn take_casts(op: &dyn LinalgOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let this = op.as_op();
    let results = rw.results(this).to_vec();
    results.into_iter().enumerate().find_map(|(n, result)| {
        let cast = rw.users(result).find_map(|user| {
            let cast = user.as_op::<CastOp>(rw)?;
            (rw.parent_block(user) == rw.parent_block(this) && knows_more(rw, cast)).then_some(cast)
        })?;
        let (i, ty) = (op.dps_init_range(rw).nth(n)?, rw.ty(cast.dest(rw)));
        let init = rw.operand(this, i);
        let init = CastOp::build(rw, init, ty);
        rw.set_operand(this, i, init);
        // Others go on seeing the type of before.
        retype_result(this, n, ty, rw);
        rw.replace_op(cast, &[result]);
        rw.touch(this);
        Some(())
    })
}

/// Whether the result of a cast has all sizes that its source has, and more.
fn knows_more(b: &Body, cast: CastOp) -> bool {
    let cx = b.cx();
    let (Some(from), Some(to)) = (tensor(cx, b, cast.source(b)), tensor(cx, b, cast.dest(b))) else {
        return false;
    };
    from != to
        && from.elem == to.elem
        && from.encoding == to.encoding
        && from.shape.len() == to.shape.len()
        && from.shape.iter().zip(&to.shape).all(|(&f, &t)| f == DYNAMIC || f == t)
}
