//! Ops of other dialects, which are kept.

use strata_ir::prelude::*;

use super::{
    Lowered,
    state::Lowering,
    types::{signless, signless_attr},
};

/// Copies an op of another dialect, with lowered operands, types and regions.
pub(super) fn lower(l: &mut Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<()> {
    if b.is_shell(op) {
        return Err("ops that are isolated from above are not supported inside of functions".into());
    }
    let mut state = OpState::new(b.info(op), b.loc(op));
    state.operands = l.operands(b, op)?.into();
    state.result_types = b.result_types(op).map(|t| signless(b.cx(), t)).collect();
    for slot in 0..b.info(op).attrs.len() {
        state.attrs[slot] = b.attr_slot(op, slot).map(|a| signless_attr(b.cx(), a));
    }
    state.extra = b.extra_attrs(op).to_vec();
    state.successors = b.successors(op).iter().map(|s| l.blocks.get(s).copied().unwrap_or(*s)).collect();
    let regions: Vec<Region> = b.regions(op).to_vec();
    for _ in &regions {
        let region = b.body().new_region();
        state.regions.push(region);
    }
    let new = b.build(state);
    for (i, &old) in regions.iter().enumerate() {
        let blocks: Vec<Block> = b.blocks(old).to_vec();
        let region = b.regions(new)[i];
        for &block in &blocks {
            let types: Vec<Type> = b.block_args(block).iter().map(|&v| signless(b.cx(), b.ty(v))).collect();
            let made = b.body().add_block(region, &types);
            l.map_args(b.body(), block, made);
            l.blocks.insert(block, made);
        }
        for block in blocks {
            let made = l.blocks[&block];
            b.in_block(made, |b| l.block(b, block, true));
        }
    }
    let pairs: Vec<(Value, Value)> =
        b.results(op).iter().copied().zip(b.results(new).iter().copied()).collect();
    for (o, n) in pairs {
        l.set(o, n);
    }
    Ok(())
}
