//! `stablehlo-all-reduce-combiner` and `stablehlo-all-gather-combiner`: independent collectives of one kind become one.
//!
//! Before:
//! ```mlir
//! %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({ … add … }) : …
//! %1 = stablehlo.negate %0 : tensor<4xf32>
//! %2 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({ … add … }) : …
//! ```
//! After:
//! ```mlir
//! %0:2 = "stablehlo.all_reduce"(%a, %b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({ … add … }) : …
//! %1 = stablehlo.negate %0#0 : tensor<4xf32>
//! ```
//! - Devices wait for one another once instead of several times, and the latency of a message counts once.
//! - Only collectives with the same groups, dimension, function and, of reductions, element type are combined.
//! - Each collective has a *level* that is above those of all that it waits for. Those of one level and kind are combined, as many as the
//!   threshold lets: so no two sets ever wait for each other. A collective gets the highest level that another one of its kind has and that
//!   is below those that wait for it: gradients of layers, each known at another time, meet in the last one.
//! - The new op is where the last one of the set was; ops in between that wait for it follow it in their order.
//! - A `reduce_scatter` has one operand only: its parts would have to be put together and cut again. These are not combined.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo as hlo;

use super::{COPIED, Key, blocks, dependences::Dependences, key};

/// Declares a combiner for a kind of op.
macro_rules! combiners {
    ($($(#[$doc:meta])* $pass:ident $name:literal $class:literal $op:ty;)*) => {$(
        $(#[$doc])*
        #[pass(
            name = $name,
            class = $class,
            on = "func.func",
            produces = [stablehlo],
            statistics = ["num-combined": "Number of operations that became part of another one"]
        )]
        pub struct $pass {
            /// The most bytes that are combined
            #[option(default = 30 << 20)]
            pub combine_threshold_in_bytes: u64,
            /// The most ops that are combined
            #[option(default = 256)]
            pub combine_threshold_count: u64,
        }

        impl BodyPass for $pass {
            fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
                let limits = Limits { bytes: self.combine_threshold_in_bytes, count: self.combine_threshold_count };
                let mut combined = 0;
                for block in blocks(body) {
                    combined += in_block(body, block, <$op as OpDef>::NAME, limits);
                }
                cx.count("num-combined", combined);
                Ok(())
            }
        }
    )*};
}

combiners! {
    /// Combine small all-reduces into larger ones.
    AllReduceCombiner "stablehlo-all-reduce-combiner" "AllReduceCombiner" hlo::AllReduceOp;
    /// Combine small all-gathers into larger ones.
    AllGatherCombiner "stablehlo-all-gather-combiner" "AllGatherCombiner" hlo::AllGatherOp;
}

#[derive(Clone, Copy)]
struct Limits {
    bytes: u64,
    count: u64,
}

/// Combines the collectives of a name in a block; the number of those that became part of another one.
fn in_block(b: &mut Body, block: Block, name: &str, limits: Limits) -> u64 {
    // A block may be in a region of an op that became part of another one.
    if !b.is_live_block(block) {
        return 0;
    }
    let has_several = b.block_ops(block).filter(|&op| b.op_name(op) == name).nth(1).is_some();
    if !has_several {
        return 0;
    }
    let all = Dependences::new(b, block);
    let keys: Vec<Option<Key>> =
        all.ops.iter().map(|&op| key(b, op).filter(|key| key.name == name)).collect();
    let sets = sets(b, &all, &keys, limits);
    let Some(order) = all.schedule(&sets) else { return 0 };
    if sets.is_empty() {
        return 0;
    }
    let end = b.last_op(block).filter(|&op| b.has_trait(op, Trait::Terminator));
    for at in order {
        b.move_op(all.ops[at], InsertPoint { block, before: end });
    }
    let mut combined = 0;
    for set in sets {
        let set: Vec<Op> = set.into_iter().map(|at| all.ops[at]).collect();
        combined += set.len() as u64 - 1;
        combine(b, &set);
    }
    combined
}

/// The places of the collectives that become one, in order, for each new one.
fn sets(b: &Body, all: &Dependences, keys: &[Option<Key>], limits: Limits) -> Vec<Vec<usize>> {
    let levels = levels(all, keys);
    let mut done: Vec<Vec<usize>> = Vec::new();
    let mut open: FxHashMap<(&Key, usize), (Vec<usize>, u64)> = FxHashMap::default();
    for (at, key) in keys.iter().enumerate() {
        let Some(key) = key else { continue };
        let (set, bytes) = open.entry((key, levels[at])).or_default();
        let own = bytes_made(b, all.ops[at]);
        if set.len() as u64 >= limits.count.max(1) || bytes.saturating_add(own) > limits.bytes {
            done.push(std::mem::take(set));
            *bytes = 0;
        }
        set.push(at);
        *bytes = bytes.saturating_add(own);
    }
    done.extend(open.into_values().map(|(set, _)| set));
    done.retain(|set| set.len() > 1);
    done.sort_unstable();
    done
}

/// The bytes of the results of an op.
fn bytes_made(b: &Body, op: Op) -> u64 {
    let bytes = |ty: Type| {
        let bits = b.cx().bit_width(b.cx().elem_or_self(ty)).unwrap_or(64);
        let count = b.cx().shaped(ty).and_then(|shaped| shaped.num_elements()).unwrap_or(1);
        count.unsigned_abs().saturating_mul(u64::from(bits)).div_ceil(8)
    };
    b.result_types(op).map(bytes).fold(0, u64::saturating_add)
}

/// The level of each op that has a key: above those of all that it waits for, and below those of all that wait for it.
fn levels(all: &Dependences, keys: &[Option<Key>]) -> Vec<usize> {
    let mut lowest = vec![0usize; all.ops.len()];
    let mut of_key: FxHashMap<&Key, Vec<usize>> = FxHashMap::default();
    for at in 0..all.ops.len() {
        let above = all.needs[at].iter().map(|&need| lowest[need] + usize::from(keys[need].is_some()));
        lowest[at] = above.max().unwrap_or(0);
        if let Some(key) = &keys[at] {
            of_key.entry(key).or_default().push(lowest[at]);
        }
    }
    of_key.values_mut().for_each(|levels| levels.sort_unstable());
    let mut levels = lowest;
    let mut highest = vec![usize::MAX; all.ops.len()];
    for at in (0..all.ops.len()).rev() {
        let mut limit = highest[at];
        if let Some(key) = &keys[at] {
            let others = of_key.get(key).map_or(&[][..], Vec::as_slice);
            let count = others.partition_point(|&level| level <= limit);
            let best = count.checked_sub(1).map_or(0, |last| others[last]);
            levels[at] = levels[at].max(best);
            limit = levels[at].saturating_sub(1);
        }
        for &need in &all.needs[at] {
            highest[need] = highest[need].min(limit);
        }
    }
    levels
}

/// Replaces collectives, which follow each other, by one of all their operands, with the attributes and the region of the last of them.
fn combine(b: &mut Body, set: &[Op]) {
    let Some(&last) = set.last() else { return };
    let loc = b.loc(last);
    let mut state = OpState::new(b.info(last), loc);
    for &op in set {
        state.operands.extend(b.operands(op));
        state.result_types.extend(b.result_types(op));
    }
    let cx = b.cx_arc().clone();
    for name in COPIED {
        if let Some(attr) = b.attr(last, name) {
            state.set_attr(&cx, name, attr);
        }
    }
    let combined = Builder::before(b, last).build(state);
    if let (Some(&from), Some(&to)) = (b.regions(last).first(), b.regions(combined).first()) {
        b.move_blocks(from, to);
    }
    let mut results = b.results(combined).to_vec().into_iter();
    for &op in set {
        for old in b.results(op).to_vec() {
            let Some(new) = results.next() else { return };
            b.replace_all_uses(old, new);
        }
        b.erase(op);
    }
}
