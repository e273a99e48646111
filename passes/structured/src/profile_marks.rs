//! `insert-profile-marks`: loops and calls tell the runtime when they begin and end.
//!
//! # Before
//! ```mlir
//! func.func @main(%x: memref<8xf32>) {
//!   scf.for … { … } loc("model.mlir":3:8)
//!   call @main_parallel(%x) : (memref<8xf32>) -> ()
//!   return
//! }
//! ```
//! # After
//! ```mlir
//! module attributes {strata.profile = [
//!     {name = "stablehlo.add model.mlir:3", ops = [], sources = ["model.mlir:3"]},
//!     {name = "main_parallel", ops = [], sources = []}]} {
//!   func.func @main(%x: memref<8xf32>) {
//!     %0 = arith.constant 0 : i64
//!     func.call @strata_rt_profile_mark(%0) : (i64) -> ()
//!     scf.for … { … }
//!     %1 = arith.constant -1 : i64
//!     func.call @strata_rt_profile_mark(%1) : (i64) -> ()
//!     …
//!   }
//!   func.func private @strata_rt_profile_mark(i64)
//! ```
//! A part is named after its op in the source, as far as its location says, or after all of them if they were fused
//! (`crate::part_names`). Parts inside of a branch, a `while` loop, or a loop around
//! ops from several places are marked too; the loops that one op of the source became are one part. Functions that only start the chunks
//! of a parallel loop are left as they are.

use strata_arith::constant_int;
use strata_func::{CallOp, FuncOp};
use strata_ir::{
    core::{Location, symbols::SymbolTable},
    prelude::*,
};
use strata_memref::CopyOp;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::{ForOp, IfOp, IndexSwitchOp, WhileOp};

use crate::{outline_kernels::KERNEL_ATTR, part_names::PartNames};

/// The function of the runtime.
const MARK: &str = "strata_rt_profile_mark";
/// The attribute of the module with a dictionary for each part: its name, the names of its ops in the source, and where these are.
pub const PROFILE_ATTR: &str = "strata.profile";

/// Mark the beginnings and ends of loops and calls for profiles.
#[pass(
    name = "insert-profile-marks",
    class = "InsertProfileMarks",
    on = "builtin.module",
    produces = [arith, func],
    statistics = ["num-marked": "Number of parts that are marked"]
)]
pub struct InsertProfileMarks;

impl BodyPass for InsertProfileMarks {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let context = module.cx_arc().clone();
        if SymbolTable::new(module).get(context.intern(MARK)).is_some() {
            return Ok(());
        }
        let functions: Vec<Op> =
            module.children().map(|(op, _)| op).filter(|op| op.isa::<FuncOp>(module)).collect();
        let mut names = PartNames::default();
        for function in functions {
            if module.attr(function, KERNEL_ATTR).is_some() {
                continue;
            }
            let Some(mut body) = module.take_child(function) else { continue };
            for part in parts(&body) {
                let places = places(&body, part);
                let id = names.id(&body, part, &places);
                mark(&mut body, part, id);
                cx.count("num-marked", 1);
            }
            module.put_child(function, body);
        }
        if names.is_empty() {
            return Ok(());
        }
        let Some(block) = module.entry() else { return Ok(()) };
        let (i64, loc) = (context.i64(), module.loc(Op::SELF));
        let at = InsertPoint::at_end(block);
        let declared = FuncOp::create(&mut Builder::new(module, at, loc), MARK, &[i64], &[]).op();
        module.set_attr(declared, "sym_visibility", Some(context.string_attr("private")));
        module.set_attr(Op::SELF, PROFILE_ATTR, Some(names.to_attr(&context)));
        Ok(())
    }
}

/// The ops of a function that are separate parts, outer ones first.
fn parts(b: &Body) -> Vec<Op> {
    let mut found = Vec::new();
    let mut open: Vec<Region> = b.regions(Op::SELF).to_vec();
    while let Some(region) = open.pop() {
        for &block in b.blocks(region) {
            for op in b.block_ops(block).filter(|&op| is_part(b, op)) {
                found.push(op);
                if goes_on(b, op) {
                    open.extend(b.regions(op));
                }
            }
        }
    }
    found
}

fn is_part(b: &Body, op: Op) -> bool {
    op.isa::<CallOp>(b)
        || op.isa::<CopyOp>(b)
        || !b.has_trait(op, Trait::Terminator) && !b.regions(op).is_empty()
}

/// Whether the regions of an op contain parts from other source locations.
fn goes_on(b: &Body, op: Op) -> bool {
    if op.isa::<WhileOp>(b) || op.isa::<IfOp>(b) || op.isa::<IndexSwitchOp>(b) {
        return true;
    }
    let own = b.loc(op);
    op.isa::<ForOp>(b) && b.region_ops(b.regions(op)[0]).any(|o| is_part(b, o) && b.loc(o) != own)
}

/// Inserts a call before and after an op.
fn mark(b: &mut Body, op: Op, id: i64) {
    let call = |b: &mut Builder<'_>, id: i64| {
        let cx = b.cx_arc().clone();
        let number = constant_int(b, id, cx.i64());
        CallOp::build(b, cx.symbol_ref(MARK), &[number], None, None, None, &[]);
    };
    call(&mut Builder::before(b, op), id);
    call(&mut Builder::after(b, op), -1);
}

/// The locations of an op and, where it is a loop around separate parts, those of these parts.
fn places(b: &Body, op: Op) -> Vec<Location> {
    let mut places = Vec::new();
    if op.isa::<ForOp>(b) && goes_on(b, op) {
        let mut open = b.regions(op).to_vec();
        while let Some(region) = open.pop() {
            for inner in b.region_ops(region).filter(|&o| is_part(b, o)) {
                match inner.isa::<ForOp>(b) && goes_on(b, inner) {
                    true => open.extend(b.regions(inner)),
                    false => places.push(b.loc(inner)),
                }
            }
        }
    }
    places.push(b.loc(op));
    places
}
