//! Reductions over the threads of a block as branches and exchanges between the lanes of warps.
//!
//! ```mlir
//! %r = gpu.all_reduce add %v uniform {} : (f32) -> f32
//! ```
//! becomes
//! ```mlir
//!   %w = … the sum of %v over the warp, by exchanges at the distances 1, 2, 4, 8 and 16; in a warp with fewer threads, over these
//!   cf.cond_br %is_first_lane, ^then, ^else
//! ^then:
//!   memref.store %w, %shared[%warp] : memref<32xf32, #gpu.address_space<workgroup>>
//!   …
//!   gpu.barrier
//!   … the first threads, one for each warp, add their elements of %shared in the same way, and store the sum as element 0
//!   gpu.barrier
//!   %r = memref.load %shared[%c0]
//! ```
//! A function is left as it is if one of its reductions is not `uniform`.

use strata_arith::{AddIOp, AndIOp, CmpIOp, CmpIPredicate, DivSIOp, IndexCastOp, MulIOp, SubIOp};
use strata_arith::{constant_index, constant_int};
use strata_cf::{BranchOp, CondBranchOp};
use strata_gpu::{
    AllReduceOp, AllReduceOperation, BarrierOp, BlockDimOp, Dimension, ShuffleMode, ShuffleOp, ThreadIdOp,
    YieldOp,
};
use strata_ir::prelude::*;
use strata_memref::{LoadOp, StoreOp};

use crate::{
    expand_reductions::{apply, operation, shared},
    launch::WARP,
};

/// Replaces the reductions over blocks in the body of a function; false if that has none, or others.
pub fn reduce_blocks(body: &mut Body) -> bool {
    let all: Vec<AllReduceOp> = body.all_ops().into_iter().filter_map(|op| op.as_op(body)).collect();
    let is_known = |op: &AllReduceOp| {
        op.uniform(body).is_some() && (operation(body, op.op()).is_some() || body.is_shell(op.op()))
    };
    if all.is_empty() || !all.iter().all(is_known) {
        return false;
    }
    for op in all {
        Reduction::replace(body, op);
    }
    true
}

/// How two values are combined.
enum Combination {
    By(AllReduceOperation),
    /// By the blocks of a region.
    Code(Box<Body>),
}

/// The state of a replacement: ops are appended to a block.
struct Reduction<'b> {
    body: &'b mut Body,
    loc: Location,
    block: Block,
    combination: Combination,
}

impl Reduction<'_> {
    fn replace(body: &mut Body, op: AllReduceOp) {
        let (loc, value, old) = (body.loc(op.op()), op.value(body), body.result(op.op(), 0));
        let kind = operation(body, op.op());
        let combination = match (kind, body.take_child(op.op())) {
            (Some(kind), child) => {
                if let Some(child) = child {
                    body.put_child(op.op(), child);
                }
                Combination::By(kind)
            }
            (None, Some(child)) => Combination::Code(child),
            (None, None) => return,
        };
        let Some(block) = body.parent_block(op.op()) else { return };
        let rest = body.split_block(block, Some(op.op()));
        let mut this = Reduction { body, loc, block, combination };
        let new = this.over_block(value);
        let (body, block) = (this.body, this.block);
        if let Some(new) = new {
            body.replace_all_uses(old, new);
            body.erase(op);
        }
        body.inline_block(rest, InsertPoint::at_end(block), &[]);
    }

    /// The combined values of all threads of the block.
    fn over_block(&mut self, value: Value) -> Option<Value> {
        let ty = self.body.ty(value);
        let int = self.body.cx().i32();
        let [thread, threads] = self.position();
        let mask = self.at(|b| constant_int(b, WARP - 1, int));
        let lane = self.at(|b| AndIOp::build(b, thread, mask));
        let is_first = self.at(|b| {
            let zero = constant_int(b, 0, int);
            compare(b, CmpIPredicate::Eq, lane, zero)
        });
        // The threads from the first one of the warp on.
        let before = self.at(|b| SubIOp::build(b, thread, lane, None));
        let active = self.at(|b| SubIOp::build(b, threads, before, None));
        let mine = self.over_warp(active, value);
        let buffer = shared(self.body, ty)?;
        self.only_if(is_first, |this| {
            let warp = this.warps(thread);
            this.at(|b| {
                let index = b.cx().index();
                let warp = IndexCastOp::build(b, warp, index);
                StoreOp::create(b, mine, buffer, &[warp]);
            });
        });
        self.at(|b| {
            BarrierOp::build(b);
        });
        let rounded = self.at(|b| AddIOp::build(b, threads, mask, None));
        let warps = self.warps(rounded);
        let has_warp = self.at(|b| compare(b, CmpIPredicate::Slt, thread, warps));
        let zero = self.at(|b| constant_index(b, 0));
        self.only_if(has_warp, |this| {
            let of_warp = this.at(|b| {
                let index = b.cx().index();
                let thread = IndexCastOp::build(b, thread, index);
                LoadOp::create(b, buffer, &[thread])
            });
            let all = this.over_warp(warps, of_warp);
            this.at(|b| {
                StoreOp::create(b, all, buffer, &[zero]);
            });
        });
        Some(self.at(|b| {
            BarrierOp::build(b);
            LoadOp::create(b, buffer, &[zero])
        }))
    }

    /// The number of the thread in its block, and the number of threads there.
    fn position(&mut self) -> [Value; 2] {
        self.at(|b| {
            let int = b.cx().i32();
            const ALL: [Dimension; 3] = [Dimension::X, Dimension::Y, Dimension::Z];
            let [dx, dy, dz] = ALL.map(|d| {
                let size = BlockDimOp::create(b, d);
                IndexCastOp::build(b, size, int)
            });
            let [x, y, z] = ALL.map(|d| {
                let id = ThreadIdOp::create(b, d);
                IndexCastOp::build(b, id, int)
            });
            let planes = MulIOp::build(b, z, dy, None);
            let rows = AddIOp::build(b, planes, y, None);
            let before = MulIOp::build(b, rows, dx, None);
            let plane = MulIOp::build(b, dx, dy, None);
            let thread = AddIOp::build(b, before, x, None);
            [thread, MulIOp::build(b, plane, dz, None)]
        })
    }

    /// A number of threads as one of warps.
    fn warps(&mut self, threads: Value) -> Value {
        self.at(|b| {
            let ty = b.ty(threads);
            let size = constant_int(b, WARP, ty);
            DivSIOp::build(b, threads, size, None)
        })
    }

    /// The combined values of the first `active` lanes, in the first of them.
    fn over_warp(&mut self, active: Value, value: Value) -> Value {
        let int = self.body.cx().i32();
        let all = self.at(|b| constant_int(b, WARP, int));
        let is_partial = self.at(|b| compare(b, CmpIPredicate::Slt, active, all));
        self.choose(
            is_partial,
            |this| {
                let mut value = value;
                for distance in distances() {
                    let (other, valid) = this.exchange(value, distance, active);
                    let old = value;
                    value = this.choose(valid, |this| this.combine(old, other), |_| old);
                }
                value
            },
            |this| {
                let mut value = value;
                for distance in distances() {
                    let (other, _) = this.exchange(value, distance, all);
                    value = this.combine(value, other);
                }
                value
            },
        )
    }

    /// The value of the lane at a distance, and whether it is one of the first `width` lanes.
    fn exchange(&mut self, value: Value, distance: i64, width: Value) -> (Value, Value) {
        self.at(|b| {
            let (i1, i32) = (b.cx().i1(), b.cx().i32());
            let (offset, mode) = (constant_int(b, distance, i32), ShuffleMode::Xor.attr(b.cx()));
            let shuffle = ShuffleOp::build(b, value, offset, width, mode, i1);
            (shuffle.shuffle_result(b), shuffle.valid(b))
        })
    }

    fn combine(&mut self, x: Value, y: Value) -> Value {
        if let Combination::By(kind) = self.combination {
            return self.at(|b| apply(b, kind, x, y));
        }
        self.call(x, y)
    }

    /// Combines two values by a copy of the blocks of the region.
    fn call(&mut self, x: Value, y: Value) -> Value {
        let Combination::Code(child) = &self.combination else { return x };
        let blocks = child.regions(Op::SELF).first().map_or(Vec::new(), |&r| child.blocks(r).to_vec());
        let Some((&entry, others)) = blocks.split_first() else { return x };
        let mut map = IdMap::new();
        for (&arg, value) in child.block_args(entry).iter().zip([x, y]) {
            map.map(arg, value);
        }
        let mut last = self.block;
        for &block in &blocks {
            last = self.body.split_block(last, None);
            map.blocks.insert(block, last);
        }
        let end = self.body.split_block(last, None);
        let result = self.body.ty(x);
        let result = self.body.add_block_arg(end, result);
        for &block in others {
            let Some(&new) = map.blocks.get(&block) else { continue };
            for &arg in child.block_args(block) {
                let copy = self.body.add_block_arg(new, child.ty(arg));
                map.map(arg, copy);
            }
        }
        for &block in &blocks {
            let Some(&new) = map.blocks.get(&block) else { continue };
            for op in child.block_ops(block) {
                let copy = if op.isa::<YieldOp>(child) {
                    let value = map.get(child.operand(op, 0));
                    let mut b = Builder::at_end(self.body, new);
                    b.set_cur_loc(self.loc);
                    BranchOp::build(&mut b, &[value], end);
                    continue;
                } else {
                    self.body.import_op(child, op, &mut map)
                };
                self.body.insert(copy, InsertPoint::at_end(new));
            }
        }
        if let Some(&first) = map.blocks.get(&entry) {
            self.at(|b| {
                BranchOp::build(b, &[], first);
            });
        }
        self.block = end;
        result
    }

    /// One of two values by a condition, each computed in blocks of its own.
    fn choose(
        &mut self,
        condition: Value,
        yes: impl FnOnce(&mut Self) -> Value,
        no: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let end = self.branch(condition, |this| vec![yes(this)], |this| vec![no(this)]);
        self.body.block_args(end)[0]
    }

    /// Ops that run if a condition holds.
    fn only_if(&mut self, condition: Value, then: impl FnOnce(&mut Self)) {
        self.branch(
            condition,
            |this| {
                then(this);
                Vec::new()
            },
            |_| Vec::new(),
        );
    }

    /// Two ways; the block behind them, which is returned, has their values as arguments.
    fn branch(
        &mut self,
        condition: Value,
        yes: impl FnOnce(&mut Self) -> Vec<Value>,
        no: impl FnOnce(&mut Self) -> Vec<Value>,
    ) -> Block {
        let then = self.body.split_block(self.block, None);
        let otherwise = self.body.split_block(then, None);
        let end = self.body.split_block(otherwise, None);
        self.at(|b| {
            CondBranchOp::build(b, condition, &[], &[], None, then, otherwise);
        });
        self.block = then;
        let values = yes(self);
        let types: Vec<Type> = values.iter().map(|&v| self.body.ty(v)).collect();
        self.at(|b| {
            BranchOp::build(b, &values, end);
        });
        self.block = otherwise;
        let values = no(self);
        self.at(|b| {
            BranchOp::build(b, &values, end);
        });
        for ty in types {
            self.body.add_block_arg(end, ty);
        }
        self.block = end;
        end
    }

    /// Appends ops.
    fn at<T>(&mut self, build: impl FnOnce(&mut Builder<'_>) -> T) -> T {
        let mut b = Builder::at_end(self.body, self.block);
        b.set_cur_loc(self.loc);
        build(&mut b)
    }
}

/// The distances of lanes that exchange values, one after the other.
fn distances() -> impl Iterator<Item = i64> {
    (0..WARP.ilog2()).map(|i| 1 << i)
}

fn compare(b: &mut Builder<'_>, predicate: CmpIPredicate, x: Value, y: Value) -> Value {
    let predicate = predicate.attr(b.cx());
    CmpIOp::build(b, predicate, x, y)
}
