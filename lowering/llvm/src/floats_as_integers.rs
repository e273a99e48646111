//! `llvm-narrow-floats-as-integers`: values of `bf16` in registers become integers of 16 bits.
//!
//! Before:
//! ```mlir
//! ^loop(%max: vector<16xbf16>):
//!   %bits = llvm.bitcast %max : vector<16xbf16> to vector<16xi16>
//!   …
//!   %next = llvm.select %nan, %none, %rounded : vector<16xi1>, vector<16xbf16>
//! ```
//! After:
//! ```mlir
//! ^loop(%max: vector<16xi16>):
//!   …
//!   %next = llvm.select %nan, %none, %rounded : vector<16xi1>, vector<16xi16>
//! ```
//! The pipelines compute in `f32` and round by integer arithmetic, so that numbers of `bf16` are only moved. On processors without instructions for
//! the format, LLVM moves some of them, such as the elements of a vector that it takes apart, through `float` and back, and calls a library function for
//! each (`__truncsfbf2`), which programs are not linked with. With integers there is nothing to call. Arguments and results of functions, and operands and
//! results of calls and intrinsics, keep their types.

use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Keep numbers of bf16 in registers as integers
#[pass(
    name = "llvm-narrow-floats-as-integers",
    class = "LLVMNarrowFloatsAsIntegers",
    produces = [llvm],
    each_body,
    idempotent
)]
pub struct FloatsAsIntegers {
    /// Numbers of f16, too, for targets that have no instruction for its casts
    pub include_f16: bool,
}

/// Ops whose values may be of any type of the same size.
const MOVES: [&str; 21] = [
    "llvm.bitcast",
    "llvm.br",
    "llvm.cond_br",
    "llvm.extractelement",
    "llvm.freeze",
    "llvm.insertelement",
    "llvm.intr.masked.compressstore",
    "llvm.intr.masked.expandload",
    "llvm.intr.masked.gather",
    "llvm.intr.masked.load",
    "llvm.intr.masked.scatter",
    "llvm.intr.masked.store",
    "llvm.intr.vector.deinterleave2",
    "llvm.intr.vector.extract",
    "llvm.intr.vector.insert",
    "llvm.intr.vector.interleave2",
    "llvm.load",
    "llvm.select",
    "llvm.shufflevector",
    "llvm.store",
    "llvm.switch",
];

impl BodyPass for FloatsAsIntegers {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let ops = body.all_ops();
        let other_flow =
            |&op: &Op| !body.regions(op).is_empty() || !body.successors(op).is_empty() && !is_move(body, op);
        if !Op::SELF.isa::<llvm::FuncOp>(body) || ops.iter().any(other_flow) {
            return Ok(());
        }
        let (moves, others): (Vec<Op>, Vec<Op>) = ops.into_iter().partition(|&op| is_move(body, op));
        // Before any value has another type.
        for &op in &others {
            self.cast_operands(body, op);
        }
        self.cast_arguments(body);
        for op in others {
            if !self.constant_as_integers(body, op) {
                self.cast_results(body, op);
            }
        }
        let blocks = body.regions(Op::SELF).first().map_or(&[][..], |&region| body.blocks(region));
        let arguments = blocks.iter().skip(1).flat_map(|&block| body.block_args(block));
        let results = moves.iter().flat_map(|&op| body.results(op));
        for value in arguments.chain(results).copied().collect::<Vec<Value>>() {
            if let Some(ty) = self.integers(body.cx(), body.ty(value)) {
                body.set_type(value, ty);
            }
        }
        Ok(())
    }
}

/// Whether an op only moves its operands to its results, to memory or to another block.
fn is_move(body: &Body, op: Op) -> bool {
    let name = body.op_name(op);
    let is_number =
        || op.as_op::<llvm::SelectOp>(body).is_some_and(|op| op.fastmath_flags(body).get(body.cx()).0 != 0);
    MOVES.binary_search(&name).is_ok() && !is_number()
}

impl FloatsAsIntegers {
    /// The type that values of a type have after the pass; `None` for types that stay.
    fn integers(&self, cx: &Context, ty: Type) -> Option<Type> {
        let elem = cx.elem_or_self(ty);
        let narrow = elem == cx.bf16() || self.include_f16 && elem == cx.f16();
        match cx.type_as::<VectorType>(ty) {
            _ if !narrow => None,
            Some(vector) => Some(cx.ty(VectorType { elem: cx.i16(), ..vector.clone() })),
            None => (ty == elem).then(|| cx.i16()),
        }
    }

    /// Makes a constant one of integers; `false` for other ops.
    fn constant_as_integers(&self, body: &mut Body, op: Op) -> bool {
        let nullary =
            op.isa::<llvm::UndefOp>(body) || op.isa::<llvm::PoisonOp>(body) || op.isa::<llvm::ZeroOp>(body);
        let Some(value) =
            body.results(op).first().copied().filter(|_| nullary || op.isa::<llvm::ConstantOp>(body))
        else {
            return false;
        };
        let (cx, old) = (body.cx_arc().clone(), body.ty(value));
        let Some(ty) = self.integers(&cx, old) else { return true };
        if !nullary {
            let Some(attr) = body.attr(op, "value") else { return false };
            let bits = match (cx.attr_as::<FloatAttr>(attr), cx.attr_as::<DenseElementsAttr>(attr)) {
                (Some(number), _) if number.ty == old => cx.int_attr(i64::from(number.bits as i16), ty),
                (_, Some(dense)) if dense.ty == old => cx.attr(DenseElementsAttr { ty, ..dense.clone() }),
                _ => return false,
            };
            body.set_attr(op, "value", Some(bits));
        }
        body.set_type(value, ty);
        true
    }

    /// Casts the operands of an op that needs floats back to these.
    fn cast_operands(&self, body: &mut Body, op: Op) {
        for i in 0..body.num_operands(op) {
            let operand = body.operand(op, i);
            let ty = body.ty(operand);
            if self.integers(body.cx(), ty).is_some() {
                let float = llvm::BitcastOp::build(&mut Builder::before(body, op), operand, ty);
                body.set_operand(op, i, float);
            }
        }
    }

    /// Casts the results of an op that makes floats to integers.
    fn cast_results(&self, body: &mut Body, op: Op) {
        for value in body.results(op).to_vec() {
            if let Some(ty) = self.integers(body.cx(), body.ty(value)) {
                replace_by_bits(body, InsertPoint::after(body, op), value, ty);
            }
        }
    }

    /// Casts the arguments of the function to integers.
    fn cast_arguments(&self, body: &mut Body) {
        let Some(entry) = body.entry() else { return };
        for value in body.block_args(entry).to_vec() {
            if let Some(ty) = self.integers(body.cx(), body.ty(value)) {
                replace_by_bits(body, InsertPoint::at_start(body, entry), value, ty);
            }
        }
    }
}

/// Lets the uses of a value have its bits.
fn replace_by_bits(body: &mut Body, at: InsertPoint, value: Value, ty: Type) {
    let loc = body.value_loc(value);
    let bits = llvm::BitcastOp::build(&mut Builder::new(body, at, loc), value, ty);
    let cast = body.def_op(bits);
    body.replace_uses_if(value, bits, |_, user| Some(user) != cast);
}
