//! `x86-bf16-dot-products`: maps sums of products of pairs to the instruction of x86 processors.
//!
//! # Before
//! ```mlir
//! %x = arith.extf %a : vector<32xbf16> to vector<32xf32>
//! %y = arith.extf %b : vector<32xbf16> to vector<32xf32>
//! %p = arith.mulf %x, %y : vector<32xf32>
//! %even = vector.shuffle %p, %p [0, 2, 4, …] : vector<32xf32>, vector<32xf32>
//! %odd = vector.shuffle %p, %p [1, 3, 5, …] : vector<32xf32>, vector<32xf32>
//! %pairs = arith.addf %even, %odd : vector<16xf32>
//! %r = arith.addf %sum, %pairs : vector<16xf32>
//! ```
//! # After
//! ```mlir
//! %r = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%sum, %a, %b)
//!     : (vector<16xf32>, vector<32xbf16>, vector<32xbf16>) -> vector<16xf32>
//! ```
//! The instruction flushes subnormal numbers to zero and rounds each sum to nearest. Processors with `avx512bf16` have it, so the pass is
//! in no pipeline unless the target has that feature.

use strata_ir::{analysis::effects, prelude::*};
use strata_llvm::CallIntrinsicOp;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Lanes of a vector of sums.
const LANES: i64 = 16;

/// Use the instruction for sums of products of pairs of bf16.
#[pass(
    name = "x86-bf16-dot-products",
    class = "X86Bf16DotProducts",
    produces = [llvm],
    statistics = ["num-products": "Number of instructions"],
    each_body
)]
pub struct Bf16DotProducts;

impl BodyPass for Bf16DotProducts {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let mut formed = 0;
        for op in body.all_ops() {
            if !body.is_live(op) {
                continue;
            }
            let Some([sum, x, y]) = dot_product(body, op) else { continue };
            let new = call(&mut Builder::before(body, op), sum, x, y);
            let old = body.result(op, 0);
            let pairs: Vec<Value> = body.operands(op).collect();
            body.replace_all_uses(old, new);
            body.erase(op);
            erase_dead(body, pairs);
            formed += 1;
        }
        cx.count("num-products", formed);
        Ok(())
    }
}

/// The op that defines a value, if it has this name.
fn defined_by(body: &Body, v: Value, name: &str) -> Option<Op> {
    body.def_op(v).filter(|&op| body.op_name(op) == name)
}

/// Whether a value has every second element of another one, and the index of the first of these: 0 or 1.
fn half(body: &Body, v: Value) -> Option<(Value, i64)> {
    let op = defined_by(body, v, "vector.shuffle")?;
    let mask = &body.cx().attr_as::<DenseArrayAttr>(body.attr(op, "mask")?)?.values;
    let first = *mask.first()?;
    let fits = mask.len() as i64 == LANES && mask.iter().enumerate().all(|(i, &m)| m == 2 * i as i64 + first);
    (fits && matches!(first, 0 | 1)).then(|| (body.operand(op, 0), first))
}

/// The sum, and the two vectors of bf16 whose pairwise products `op` adds to it.
fn dot_product(body: &Body, op: Op) -> Option<[Value; 3]> {
    let cx = body.cx();
    if body.op_name(op) != "arith.addf" || body.ty(body.result(op, 0)) != cx.vector(&[LANES], cx.f32()) {
        return None;
    }
    let [first, second] = [body.operand(op, 0), body.operand(op, 1)];
    let narrow = cx.vector(&[2 * LANES], cx.bf16());
    let product_of = |pairs: Value| {
        let add = defined_by(body, pairs, "arith.addf")?;
        let [(x, i), (y, j)] = [half(body, body.operand(add, 0))?, half(body, body.operand(add, 1))?];
        let product = defined_by(body, x, "arith.mulf").filter(|_| x == y && i + j == 1)?;
        let factor = |n: usize| {
            let v = body.operand(defined_by(body, body.operand(product, n), "arith.extf")?, 0);
            (body.ty(v) == narrow).then_some(v)
        };
        Some([factor(0)?, factor(1)?])
    };
    match (product_of(second), product_of(first)) {
        (Some([x, y]), _) => Some([first, x, y]),
        (None, Some([x, y])) => Some([second, x, y]),
        (None, None) => None,
    }
}

fn call(b: &mut Builder<'_>, sum: Value, x: Value, y: Value) -> Value {
    let ty = b.ty(sum);
    let call = CallIntrinsicOp::create(b, "llvm.x86.avx512bf16.dpbf16ps.512", &[sum, x, y], Some(ty));
    b.result(call, 0)
}

/// Erases ops that became unused.
fn erase_dead(body: &mut Body, values: Vec<Value>) {
    let mut pending = values;
    while let Some(v) = pending.pop() {
        let Some(op) = body.is_live_value(v).then(|| body.def_op(v)).flatten() else { continue };
        if effects::is_trivially_dead(body, op) {
            pending.extend(body.operands(op));
            body.erase(op);
        }
    }
}
