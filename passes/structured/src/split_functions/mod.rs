//! `split-large-functions`: moves parts of long straight-line code into functions of bounded size.
//!
//! # Before
//! ```mlir
//! func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) {
//!   %0 = vector.load %x[%c0] : memref<8xf32>, vector<8xf32>
//!   … 100,000 ops …
//!   vector.store %99999, %y[%c0] : memref<8xf32>, vector<8xf32>
//! }
//! ```
//! # After
//! ```mlir
//! func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) {
//!   %0 = call @main_part(%x) : (memref<8xf32>) -> vector<8xf32>
//!   %1 = call @main_part_0(%0) : (vector<8xf32>) -> vector<8xf32>
//!   …
//! }
//! func.func private @main_part(%x: memref<8xf32>) -> vector<8xf32> attributes {no_inline} { … }
//! ```
//! LLVM's instruction selection, schedulers and register allocator take time that grows with the square of a block's or a function's
//! length. The number of ops in a part is bounded, so the time is proportional to the program.
//!
//! - Nothing changes in a block with at most `max-ops` ops, those of nested blocks included. Weights, not numbers of ops, are compared: an op
//!   on a vector of several registers counts as several ops.
//! - A cut is where the fewest values are alive ([`cuts`]). These become arguments and results; constants and views are copied.
//!   Loads move behind cuts that do not separate them from a write ([`sink_loads`]).
//! - Buffers on the stack stay in the function, as they live until its end.
//! - Blocks of loops and branches are cut too, but not the ops around an allocation of unknown size on the stack.
//!
//! It runs on ops of `scf`, whose calls get the context of the runtime, errors and all, from `llvm-emit-runtime-calls` as other calls do.

mod cuts;
mod part;
mod sink_loads;

use rustc_hash::FxHashMap;
use strata_func::FuncOp;
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_memref::{AllocaOp, AllocaScopeOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::{ForOp, IfOp, IndexSwitchOp, WhileOp};

use crate::outline_kernels::moves;

/// Bits of a vector that count as one op.
const UNIT: u64 = 512;
/// The ops that passing an argument to a part stands for.
const PASSED: u64 = 4;

/// Move parts of long straight-line code into functions of their own.
#[pass(
    name = "split-large-functions",
    class = "SplitLargeFunctions",
    on = "builtin.module",
    produces = [func],
    statistics = ["num-parts": "Number of functions that were made"]
)]
pub struct SplitLargeFunctions {
    /// The most ops of a block that stays as it is
    #[option(default = 8000)]
    pub max_ops: u64,
    /// The ops of a part, about
    #[option(default = 2000)]
    pub part_ops: u64,
}

impl BodyPass for SplitLargeFunctions {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let large: Vec<(Op, Weights)> = (module.children())
            .filter(|(op, _)| op.isa::<FuncOp>(module))
            .map(|(op, body)| (op, weights(body)))
            .filter(|(_, weights)| weights.get(&Op::SELF).is_some_and(|&total| total > self.max_ops))
            .collect();
        if large.is_empty() {
            return Ok(());
        }
        let mut symbols = SymbolTable::new(module);
        for (function, weights) in large {
            let name =
                function.as_op::<FuncOp>(module).map(|f| f.name(module).to_owned()).unwrap_or_default();
            let Some(mut body) = module.take_child(function) else { continue };
            let mut splitter = Splitter {
                max: self.max_ops,
                part: self.part_ops,
                weights,
                module,
                symbols: &mut symbols,
                name,
            };
            let parts = splitter.split(&mut body);
            cx.count("num-parts", parts);
            module.put_child(function, body);
        }
        Ok(())
    }
}

/// For each op the number of ops that it stands for, with those in it.
type Weights = FxHashMap<Op, u64>;

/// The weights of the ops of a function, and of all together.
fn weights(b: &Body) -> Weights {
    let mut weights = Weights::default();
    for op in b.post_order().into_iter().chain([Op::SELF]) {
        weights.insert(op, own_weight(b, op) + nested_weight(b, op, &weights));
    }
    weights
}

fn nested_weight(b: &Body, op: Op, weights: &Weights) -> u64 {
    let ops = b.regions(op).iter().flat_map(|&region| b.region_ops(region));
    ops.map(|inner| weights.get(&inner).copied().unwrap_or(1)).sum()
}

/// The number of ops that an op without those in it stands for: one for each register of its vectors. Constants and views cost nothing.
fn own_weight(b: &Body, op: Op) -> u64 {
    if moves(b, op) || op.isa::<AllocaOp>(b) {
        return 0;
    }
    let types = b.result_types(op).chain(b.operand_types(op));
    types.map(|ty| registers(b.cx(), ty)).max().unwrap_or(1)
}

/// The number of registers that a value takes.
fn registers(cx: &Context, ty: Type) -> u64 {
    let Some(vector) = cx.type_as::<VectorType>(ty) else { return 1 };
    let elements = vector.shape.iter().try_fold(1u64, |n, &d| n.checked_mul(d.unsigned_abs()));
    let bits = u64::from(cx.bit_width(vector.elem).unwrap_or(64));
    elements.and_then(|n| n.checked_mul(bits)).map_or(u64::from(u32::MAX), |bits| bits.div_ceil(UNIT).max(1))
}

/// Splits the blocks of one function.
struct Splitter<'a> {
    max: u64,
    part: u64,
    weights: Weights,
    module: &'a mut Body,
    symbols: &'a mut SymbolTable,
    name: String,
}

impl Splitter<'_> {
    /// Splits inner blocks first, as this may leave so little that outer ones need not be split. Returns the number of parts.
    fn split(&mut self, b: &mut Body) -> u64 {
        let before = |op: &Op| self.weights.get(op).is_some_and(|&weight| weight > self.max);
        let large: Vec<Op> = b.post_order().into_iter().filter(before).collect();
        let mut parts = 0;
        for op in large.into_iter().chain([Op::SELF]) {
            if op != Op::SELF && !may_split(b, op) {
                continue;
            }
            let blocks: Vec<Block> = b.regions(op).iter().flat_map(|&r| b.blocks(r)).copied().collect();
            for block in blocks {
                parts += self.split_block(b, block);
            }
            let weight = own_weight(b, op) + nested_weight(b, op, &self.weights);
            self.weights.insert(op, weight);
        }
        parts
    }

    /// Splits a block if it is too large.
    fn split_block(&mut self, b: &mut Body, block: Block) -> u64 {
        let weight = |weights: &Weights, op: Op| weights.get(&op).copied().unwrap_or(1);
        if b.block_ops(block).map(|op| weight(&self.weights, op)).sum::<u64>() <= self.max {
            return 0;
        }
        lift_buffers(b, block);
        sink_loads::sink(b, block);
        let ops: Vec<Op> = b.block_ops(block).collect();
        let Some((_, ops)) = ops.split_last() else { return 0 };
        let sizes: Vec<u64> =
            ops.iter().map(|&op| weight(&self.weights, op) + PASSED * passed(b, block, op)).collect();
        let lives = cuts::Lives::new(b, block, ops);
        let ranges = cuts::choose(&sizes, &lives, self.part);
        for range in &ranges {
            let results = lives.results(b, ops, range);
            part::extract(self.module, self.symbols, b, &self.name, &ops[range.clone()], &results);
        }
        ranges.len() as u64
    }
}

/// Whether the blocks in an op are code that runs in the frame of the function.
fn may_split(b: &Body, op: Op) -> bool {
    op.isa::<ForOp>(b)
        || op.isa::<IfOp>(b)
        || op.isa::<WhileOp>(b)
        || op.isa::<IndexSwitchOp>(b)
        || op.isa::<AllocaScopeOp>(b)
}

/// The number of operands of an op that are arguments of every part that uses them, as buffers are.
fn passed(b: &Body, block: Block, op: Op) -> u64 {
    let outside = |v: &Value| {
        let def = b.def_op(*v);
        def.is_none_or(|def| def.isa::<AllocaOp>(b) || b.parent_block(def) != Some(block) && !moves(b, def))
    };
    if moves(b, op) { 0 } else { b.operands(op).filter(outside).count() as u64 }
}

/// Moves allocations of known size on the stack to the start of their block: they live as long as the block.
fn lift_buffers(b: &mut Body, block: Block) {
    let buffers: Vec<Op> =
        b.block_ops(block).filter(|&op| op.isa::<AllocaOp>(b) && b.num_operands(op) == 0).collect();
    for &op in buffers.iter().rev() {
        let at = InsertPoint::at_start(b, block);
        b.move_op(op, at);
    }
}
