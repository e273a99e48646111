//! When two ops, or two blocks, compute the same.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use strata_core::{Block, Body, Entity, Op, Trait, Value};

/// The ops of a region that count for the hash of the op around it, at most: with nested regions, all ops would take quadratic time.
const HASHED_OPS: usize = 64;

/// A hash of an op without its location and all but the first ops of its regions. Equal ops have equal hashes.
pub fn hash_op(body: &Body, op: Op) -> u64 {
    let mut h = FxHasher::default();
    hash_own(body, op, &FxHashMap::default(), &mut h);
    if !body.regions(op).is_empty() && !body.is_shell(op) {
        hash_regions(body, op, &mut h);
    }
    h.finish()
}

/// Adds an op without its regions. Values that are defined inside of what is hashed count as their `numbers`.
fn hash_own(body: &Body, op: Op, numbers: &FxHashMap<Value, u64>, h: &mut FxHasher) {
    let info = body.info(op);
    h.write_usize(std::ptr::from_ref(info) as usize);
    let number = |v: Value| numbers.get(&v).copied().unwrap_or(v.index() as u64);
    if info.has(Trait::Commutative) {
        // The order of operands does not matter.
        h.write_u64(body.operands(op).fold(0u64, |sum, v| sum.wrapping_add(mix(number(v)))));
    } else {
        body.operands(op).for_each(|v| h.write_u64(number(v)));
    }
    hash_shape(body, op, h);
}

/// Adds the first ops of the regions of an op, without the regions of these: ops such as structured ones often differ in nothing else.
fn hash_regions(body: &Body, op: Op, h: &mut FxHasher) {
    let mut numbers: FxHashMap<Value, u64> = FxHashMap::default();
    // Far from the numbers of values.
    let first = u64::from(u32::MAX) + 1;
    let define = |numbers: &mut FxHashMap<Value, u64>, values: &[Value]| {
        for &v in values {
            let number = first + numbers.len() as u64;
            numbers.insert(v, number);
        }
    };
    let mut left = HASHED_OPS;
    for &region in body.regions(op) {
        let &[block] = body.blocks(region) else { continue };
        define(&mut numbers, body.block_args(block));
        for inner in body.block_ops(block).take(left) {
            left -= 1;
            hash_own(body, inner, &numbers, h);
            define(&mut numbers, body.results(inner));
        }
    }
}

fn mix(v: u64) -> u64 {
    (v.wrapping_add(1)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}

fn hash_shape(body: &Body, op: Op, h: &mut FxHasher) {
    // Equal ops may have stored different numbers of empty slots.
    body.attr_slots(op).enumerate().filter(|(_, attr)| attr.is_some()).for_each(|slot| slot.hash(h));
    body.extra_attrs(op).hash(h);
    for &v in body.results(op) {
        body.ty(v).hash(h);
    }
    body.successors(op).hash(h);
}

/// Whether two ops are the same up to locations and results, with operands as they are.
pub fn ops_equal(body: &Body, a: Op, b: Op) -> bool {
    Compare { body, map: FxHashMap::default() }.ops(a, b)
}

/// As [`ops_equal`], where the keys of `map` on the left side stand for its values on the right side.
pub fn ops_equal_under(body: &Body, a: Op, b: Op, map: FxHashMap<Value, Value>) -> bool {
    Compare { body, map }.ops(a, b)
}

/// Whether two blocks are the same up to locations.
pub fn blocks_equal(body: &Body, a: Block, b: Block) -> bool {
    Compare { body, map: FxHashMap::default() }.blocks(a, b)
}

/// A hash of a block that equal blocks share.
#[derive(PartialEq, Eq, Hash, Clone, Copy, Debug)]
pub struct BlockKey(u64);

impl BlockKey {
    /// The key of a block.
    pub fn from_block(body: &Body, block: Block) -> Self {
        let mut h = FxHasher::default();
        for op in body.block_ops(block) {
            h.write_usize(std::ptr::from_ref(body.info(op)) as usize);
            h.write_usize(body.num_operands(op));
            hash_shape(body, op, &mut h);
        }
        Self(h.finish())
    }
}

struct Compare<'b> {
    body: &'b Body,
    /// Maps values defined inside of the left side to their counterparts on the right side.
    map: FxHashMap<Value, Value>,
}

impl Compare<'_> {
    fn value(&self, a: Value, b: Value) -> bool {
        self.map.get(&a).copied().unwrap_or(a) == b
    }
    fn ops(&mut self, a: Op, b: Op) -> bool {
        let body = self.body;
        if !std::ptr::eq(body.info(a), body.info(b)) || body.num_operands(a) != body.num_operands(b) {
            return false;
        }
        let same_operands = body.operands(a).zip(body.operands(b)).all(|(x, y)| self.value(x, y));
        let same = same_operands || body.has_trait(a, Trait::Commutative) && self.permuted(a, b);
        if !same {
            return false;
        }
        if body.results(a).len() != body.results(b).len()
            || body.result_types(a).ne(body.result_types(b))
            || !body.attrs_equal(a, b)
            || body.successors(a) != body.successors(b)
            || body.regions(a).len() != body.regions(b).len()
            || body.is_shell(a)
        {
            return false;
        }
        if body.regions(a).is_empty() {
            return true;
        }
        (0..body.regions(a).len()).all(|i| {
            let (ra, rb) = (body.regions(a)[i], body.regions(b)[i]);
            let (ba, bb) = (body.blocks(ra), body.blocks(rb));
            // Several blocks would need a map of blocks; nothing asks for that.
            ba.len() == bb.len()
                && ba.len() <= 1
                && ba.iter().zip(bb).all(|(&x, &y)| strata_core::writer::deep(|| self.blocks(x, y)))
        })
    }
    fn permuted(&self, a: Op, b: Op) -> bool {
        let mut left: Vec<Value> =
            self.body.operands(a).map(|v| self.map.get(&v).copied().unwrap_or(v)).collect();
        let mut right: Vec<Value> = self.body.operands(b).collect();
        left.sort_unstable();
        right.sort_unstable();
        left == right
    }
    fn blocks(&mut self, a: Block, b: Block) -> bool {
        let body = self.body;
        let (args_a, args_b) = (body.block_args(a), body.block_args(b));
        if args_a.len() != args_b.len() || args_a.iter().zip(args_b).any(|(&x, &y)| body.ty(x) != body.ty(y))
        {
            return false;
        }
        self.map.extend(args_a.iter().copied().zip(args_b.iter().copied()));
        let (mut x, mut y) = (body.first_op(a), body.first_op(b));
        loop {
            match (x, y) {
                (None, None) => return true,
                (Some(p), Some(q)) if self.ops(p, q) => {
                    self.map.extend(body.results(p).iter().copied().zip(body.results(q).iter().copied()));
                    (x, y) = (body.next_op(p), body.next_op(q));
                }
                _ => return false,
            }
        }
    }
}
