//! `tensor.pad` as an insertion into a tensor that has the padding everywhere.

use strata_arith::AddIOp;
use strata_ir::{core::DYNAMIC, prelude::*};
use strata_linalg::FillOp;
use strata_passes_analysis::index_arith::value;
use strata_tensor::{DimOp, EmptyOp, GenerateOp, InsertSliceOp, MixedIndex, PadOp};

/// Decomposes a padding.
pub fn decompose(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let pad = op.as_op::<PadOp>(rw)?;
    let (source, ty) = (pad.source(rw), rw.ty(pad.result(rw)));
    let (low, high) = (pad.mixed_low(rw), pad.mixed_high(rw));
    let shape = rw.cx().shaped(ty)?.shape?.to_vec();
    let mut sizes = Vec::with_capacity(shape.len());
    for (d, &n) in shape.iter().enumerate() {
        if n != DYNAMIC {
            sizes.push(MixedIndex::Static(n));
            continue;
        }
        let inner = DimOp::create_or_fold(rw, source, d)?;
        let below = add(rw, inner, low[d])?;
        sizes.push(add(rw, below, high[d])?);
    }
    let filled = match pad.constant_padding(rw) {
        Some(padding) => {
            if let Some(constant) = rw.def_op(padding).filter(|&def| rw.parent_op(def) == Some(op)) {
                let at = InsertPoint::before(rw, op);
                rw.move_op(constant, at);
            }
            let elem = rw.cx().elem_or_self(ty);
            let empty = EmptyOp::create(rw, &sizes, elem);
            let fill = FillOp::create(rw, &[padding], empty).ok()?.op();
            rw.result(fill, 0)
        }
        None => generate(rw, pad, &sizes, ty)?,
    };
    let inner = DimOp::all(rw, source)?;
    let ones = vec![MixedIndex::Static(1); inner.len()];
    let value = InsertSliceOp::create(rw, source, filled, &low, &inner, &ones);
    rw.replace_op(op, &[value]);
    Some(())
}

/// A tensor of the elements that the padding computes; it loses its region.
fn generate(rw: &mut Rewriter<'_>, pad: PadOp, sizes: &[MixedIndex], ty: Type) -> Option<Value> {
    let dynamic: Vec<Value> = sizes
        .iter()
        .filter_map(|&size| match size {
            MixedIndex::Value(v) => Some(v),
            MixedIndex::Static(_) => None,
        })
        .collect();
    let old = *rw.blocks(*rw.regions(pad.op()).first()?).first()?;
    let new = GenerateOp::build(rw, &dynamic, ty);
    let indices = vec![rw.cx().index(); sizes.len()];
    let (block, args) = rw.region_block(new, 0, &indices, |b, block| (block, b.block_args(block).to_vec()));
    rw.inline_block_before(old, InsertPoint::at_end(block), &args);
    Some(rw.result(new.op(), 0))
}

fn add(b: &mut Builder<'_>, x: MixedIndex, y: MixedIndex) -> Option<MixedIndex> {
    match (x.as_static(), y.as_static()) {
        (Some(x), Some(y)) => return x.checked_add(y).map(MixedIndex::Static),
        (_, Some(0)) => return Some(x),
        (Some(0), _) => return Some(y),
        _ => {}
    }
    let (x, y) = (value(b, x), value(b, y));
    Some(MixedIndex::Value(AddIOp::build(b, x, y, None)))
}
