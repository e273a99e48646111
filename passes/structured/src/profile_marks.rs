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
//! module attributes {strata.profile = ["stablehlo.add model.mlir:3", "main_parallel"]} {
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
//! A part is named after its op in the source, as far as its location says. Parts inside of a branch, a `while` loop, or a loop around
//! ops from several places are marked too; the loops that one op of the source became are one part. Functions that only start the chunks
//! of a parallel loop are left as they are.

use rustc_hash::FxHashMap;
use strata_arith::constant_int;
use strata_func::{CallOp, FuncOp};
use strata_ir::{
    core::{NameLoc, symbols::SymbolTable},
    prelude::*,
};
use strata_memref::CopyOp;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::{ForOp, IfOp, IndexSwitchOp, WhileOp};

use crate::outline_kernels::KERNEL_ATTR;

/// The function of the runtime.
const MARK: &str = "strata_rt_profile_mark";
/// The attribute of the module with the name of each part.
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
        let mut names = Names::default();
        for function in functions {
            if module.attr(function, KERNEL_ATTR).is_some() {
                continue;
            }
            let Some(mut body) = module.take_child(function) else { continue };
            for part in parts(&body) {
                let id = names.id(&body, part);
                mark(&mut body, part, id);
                cx.count("num-marked", 1);
            }
            module.put_child(function, body);
        }
        if names.list.is_empty() {
            return Ok(());
        }
        let Some(block) = module.entry() else { return Ok(()) };
        let (i64, loc) = (context.i64(), module.loc(Op::SELF));
        let at = InsertPoint::at_end(block);
        let declared = FuncOp::create(&mut Builder::new(module, at, loc), MARK, &[i64], &[]).op();
        module.set_attr(declared, "sym_visibility", Some(context.string_attr("private")));
        let names = names.list.iter().map(|name| context.string_attr(name)).collect::<Vec<_>>();
        module.set_attr(Op::SELF, PROFILE_ATTR, Some(context.array_attr(names)));
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

/// The names of parts; parts of the same name have the same number.
#[derive(Default)]
struct Names {
    list: Vec<String>,
    numbers: FxHashMap<String, i64>,
}

impl Names {
    fn id(&mut self, b: &Body, op: Op) -> i64 {
        let name = name(b, op);
        let next = self.list.len() as i64;
        *self.numbers.entry(name).or_insert_with_key(|name| {
            self.list.push(name.clone());
            next
        })
    }
}

/// The name of an op in the source: the name of its location, or the op that the line of the source begins with.
fn name(b: &Body, op: Op) -> String {
    let (cx, loc) = (b.cx(), b.loc(op));
    if let Some(name) = loc.as_attr().and_then(|a| cx.attr_as::<NameLoc>(a)) {
        return cx.str(name.name).to_owned();
    }
    let callee = b.attr(op, "callee").and_then(|a| cx.attr_as::<SymbolRefAttr>(a));
    let callee = callee.map(|s| cx.str(s.root).to_owned());
    let Some((file, line, _)) = loc.file_line_col(cx) else {
        return callee.unwrap_or_else(|| b.op_name(op).to_owned());
    };
    let word = |c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.');
    let is_op = |text: &&str| {
        let parts = text.split_once('.');
        parts.is_some_and(|(dialect, op)| {
            dialect.starts_with(|c: char| c.is_ascii_alphabetic()) && !op.is_empty()
        })
    };
    let source = loc.line_text(cx).unwrap_or_default();
    let source = source.split(word).find(is_op).map(str::to_owned).or(callee);
    let file = file.rsplit('/').next().unwrap_or(file);
    format!("{} {file}:{line}", source.unwrap_or_else(|| b.op_name(op).to_owned()))
}
