//! `sdy-constant-or-scalar-merger`: constants that were split for propagation, and have got the same sharding, are one again.
//!
//! Before: `%0 = sdy.constant dense<1.0> : tensor<8xf32>` twice, with equal attributes. After: it is there once.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::BroadcastInDimOp;

use crate::nested::for_each_nested;

/// Merge identical constants and scalar expansions with matching shardings.
#[pass(
    name = "sdy-constant-or-scalar-merger",
    class = "ConstantOrScalarMergerPass",
    on = "builtin.module",
    produces = [],
    idempotent
)]
pub struct ConstantOrScalarMerger;

impl BodyPass for ConstantOrScalarMerger {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for_each_nested(module, &mut |b| {
            let mut known: FxHashMap<Key, Value> = FxHashMap::default();
            for op in b.all_ops() {
                let Some(key) = key(b, op) else { continue };
                let own = b.result(op, 0);
                let first = *known.entry(key).or_insert(own);
                if first != own {
                    b.replace_all_uses(own, first);
                    b.erase(op);
                }
            }
            Ok(())
        })
    }
}

/// All that makes two ops equal: the region, the kind, the attributes, the type and the scalar of a broadcast.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    block: Option<Block>,
    kind: &'static str,
    attrs: Vec<Option<Attr>>,
    extra: Vec<(Str, Attr)>,
    ty: Type,
    scalar: Option<Value>,
}

fn key(b: &Body, op: Op) -> Option<Key> {
    let is_constant = op.isa::<strata_sdy::ConstantOp>(b) || b.has_trait(op, Trait::ConstantLike);
    let scalar = op.as_op::<BroadcastInDimOp>(b).map(|op| op.operand(b)).filter(|v| is_scalar(b, *v));
    if !is_constant && scalar.is_none() {
        return None;
    }
    let attrs = (0..b.info(op).attrs.len()).map(|slot| b.attr_slot(op, slot)).collect();
    let (extra, ty) = (b.extra_attrs(op).to_vec(), b.ty(b.result(op, 0)));
    Some(Key { block: b.parent_block(op), kind: b.info(op).name, attrs, extra, ty, scalar })
}

/// Whether a value is a tensor without dimensions.
fn is_scalar(b: &Body, value: Value) -> bool {
    b.cx().shaped(b.ty(value)).and_then(|shaped| shaped.shape).is_some_and(<[i64]>::is_empty)
}
