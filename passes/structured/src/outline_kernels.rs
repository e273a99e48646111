//! `outline-kernels`: turns the bodies of parallel loops into functions, and the loops into functions that call them.
//!
//! # Before
//! ```mlir
//! func.func @main(%x: memref<64x8xf32>, %y: memref<64x8xf32>) {
//!   scf.forall (%i, %j) in (4, 2) { … %x … %y … }
//! }
//! ```
//! # After
//! ```mlir
//! func.func @main(%x: memref<64x8xf32>, %y: memref<64x8xf32>) {
//!   call @main_parallel(%x, %y) : (memref<64x8xf32>, memref<64x8xf32>) -> ()
//! }
//! func.func private @main_kernel(%x: memref<64x8xf32>, %y: memref<64x8xf32>, %chunk: index) {
//!   %i = arith.divui %chunk, %c2 : index
//!   %j = arith.remui %chunk, %c2 : index
//!   …
//! }
//! func.func private @main_parallel(%x: memref<64x8xf32>, %y: memref<64x8xf32>)
//!     attributes {strata.chunks = 8 : i64, strata.kernel = @main_kernel} {
//!   scf.for %chunk = %c0 to %c8 step %c1 { func.call @main_kernel(%x, %y, %chunk) }
//! }
//! ```
//! The body of the second function is correct as it is: it runs one chunk after the other. Its attributes say that the chunks may also
//! run concurrently, in any order, which `llvm-emit-parallel-loops` makes use of. Constants and views move into the kernel, so that equal
//! loops give equal functions for `merge-identical-functions`.
//!
//! A loop with one iteration becomes a call of the kernel, unless it would get very many values. A loop stays if its size is not known, if it is inside of another one that can
//! be outlined, or if it uses a buffer that cannot be passed as a pointer.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use strata_arith::{DivUIOp, RemUIOp, constant_index};
use strata_func::{CallOp, FuncOp, ReturnOp};
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::{buffer_alias::is_view, buffer_layout::is_bare};
use strata_scf::ForallOp;

use crate::loop_builder::build_for;

/// The attribute of a function that says which function it calls for each chunk.
pub const KERNEL_ATTR: &str = "strata.kernel";
/// The attribute of such a function that says how many chunks there are.
pub const CHUNKS_ATTR: &str = "strata.chunks";

/// The most values that the function for a loop with one iteration gets.
const MOST_CAPTURED: usize = 256;

/// Outline the bodies of parallel loops as functions.
#[pass(
    name = "outline-kernels",
    class = "OutlineKernels",
    on = "builtin.module",
    produces = [func, scf, arith],
    statistics = ["num-outlined": "Number of loops that became functions"]
)]
pub struct OutlineKernels;

impl BodyPass for OutlineKernels {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let mut symbols = SymbolTable::new(module);
        let functions: Vec<Op> =
            module.children().map(|(op, _)| op).filter(|op| op.isa::<FuncOp>(module)).collect();
        for function in functions {
            cx.count("num-outlined", outline_function(module, &mut symbols, function));
        }
        Ok(())
    }
}

/// Outlines the parallel loops of one function. Returns how many.
pub(crate) fn outline_function(module: &mut Body, symbols: &mut SymbolTable, function: Op) -> u64 {
    let name = function.as_op::<FuncOp>(module).map(|f| f.name(module).to_owned()).unwrap_or_default();
    let Some(mut body) = module.take_child(function) else { return 0 };
    let loops: Vec<ForallOp> =
        body.all_ops().into_iter().filter_map(|op| op.as_op::<ForallOp>(&body)).collect();
    let mut outlined = 0;
    for op in loops {
        if body.is_live(op.op())
            && let Some(parts) = parts(&mut body, op)
        {
            outline(module, symbols, &mut body, &name, &parts);
            outlined += 1;
        }
    }
    module.put_child(function, body);
    outlined
}

/// A loop that can be outlined.
struct Parts {
    op: ForallOp,
    counts: Vec<i64>,
    captured: Vec<Value>,
}

/// Analyses a loop, after copying the constants and views that it uses into it.
fn parts(b: &mut Body, op: ForallOp) -> Option<Parts> {
    let counts: Vec<i64> = op.upper_bounds(b).iter().map(|m| m.constant(b)).collect::<Option<_>>()?;
    let chunks = counts.iter().try_fold(1i64, |product, &n| product.checked_mul(n))?;
    if !op.results(b).is_empty() || !op.is_normalized(b) || chunks < 1 {
        return None;
    }
    let cx = b.cx_arc().clone();
    let mut captured = outside(b, op);
    // Checks all captured values before copying any.
    let mut open = captured.clone();
    while let Some(value) = open.pop() {
        match b.def_op(value).filter(|&d| moves(b, d)) {
            Some(def) => open.extend(b.operands(def)),
            None if passes(&cx, b.ty(value)) => {}
            None => return None,
        }
    }
    if copy_definitions(b, op, &captured) {
        captured = outside(b, op);
    }
    // Passing many values takes longer than the call of a function saves.
    (chunks > 1 || captured.len() <= MOST_CAPTURED).then_some(Parts { op, counts, captured })
}

/// Copies the constants and views among the captured values of a loop to its start, with those that they depend on. Returns whether there
/// were some.
fn copy_definitions(b: &mut Body, op: ForallOp, captured: &[Value]) -> bool {
    let order = definitions(b, captured.iter().copied());
    // A constant has many uses outside of the loop: all operands in it are replaced at once.
    let (block, mut map) = (op.body_block(b), IdMap::new());
    let copies: Vec<Op> = order.iter().map(|&def| b.clone_op(def, &mut map)).collect();
    b.map_operands_inside(op.op(), &map);
    for &copy in copies.iter().rev() {
        let at = InsertPoint::at_start(b, block);
        b.insert(copy, at);
    }
    !copies.is_empty()
}

/// The constants and views among values, with those that they depend on: definitions before their uses.
pub(crate) fn definitions(b: &Body, values: impl Iterator<Item = Value>) -> IndexSet<Op, FxBuildHasher> {
    let mut order: IndexSet<Op, FxBuildHasher> = IndexSet::default();
    let mut open: Vec<(Op, bool)> = values.filter_map(|v| b.def_op(v)).map(|def| (def, false)).collect();
    while let Some((def, visited)) = open.pop() {
        if visited {
            order.insert(def);
        } else if moves(b, def) && !order.contains(&def) {
            open.push((def, true));
            open.extend(b.operands(def).filter_map(|v| b.def_op(v)).map(|def| (def, false)));
        }
    }
    order
}

/// The values that a loop uses and does not define, in the order of their first uses.
fn outside(b: &Body, op: ForallOp) -> Vec<Value> {
    let mut found: IndexSet<Value, FxBuildHasher> = IndexSet::default();
    for inner in b.ops_in(op.op()) {
        for v in b.operands(inner) {
            let inside = match b.def_block(v).and_then(|block| b.block_parent_op(block)) {
                Some(parent) => parent != Op::SELF && b.is_ancestor(op.op(), parent),
                None => false,
            };
            if !inside {
                found.insert(v);
            }
        }
    }
    found.into_iter().collect()
}

/// Whether an op is copied into a function instead of passing its result.
pub(crate) fn moves(b: &Body, op: Op) -> bool {
    b.has_trait(op, Trait::ConstantLike) && b.num_operands(op) == 0 || is_view(b, op)
}

/// Whether a value can be an argument: a scalar, or a buffer that a pointer describes completely.
fn passes(cx: &Context, ty: Type) -> bool {
    match cx.type_as::<MemRefType>(ty) {
        Some(memref) => is_bare(cx, ty) && memref.memory_space.is_none(),
        None => cx.is_index(ty) || cx.shaped(ty).is_none() && cx.bit_width(ty).is_some_and(|bits| bits <= 64),
    }
}

/// Makes the two functions, and a call of the second one in place of the loop.
fn outline(module: &mut Body, symbols: &mut SymbolTable, b: &mut Body, name: &str, parts: &Parts) {
    let cx = module.cx_arc().clone();
    let loc = b.loc(parts.op.op());
    let types: Vec<Type> = parts.captured.iter().map(|&v| b.ty(v)).collect();
    let chunks: i64 = parts.counts.iter().product();
    // A single chunk needs neither a number nor a loop.
    let number = (chunks > 1).then(|| cx.index());
    let with_chunk: Vec<Type> = types.iter().copied().chain(number).collect();
    let kernel = symbols.fresh(&cx, &format!("{name}_kernel"));
    define(module, symbols, &kernel, &with_chunk, loc, |to, entry| {
        let args = to.block_args(entry).to_vec();
        let mut map = IdMap::new();
        for (&old, &new) in parts.captured.iter().zip(&args) {
            map.map(old, new);
        }
        let region = to.regions(Op::SELF)[0];
        to.import_region(b, parts.op.body(b), region, &mut map);
        let Some(&imported) = to.blocks(region).last() else { return };
        if let Some(end) = to.terminator(imported) {
            to.erase(end);
        }
        let mut builder = Builder::new(to, InsertPoint::at_end(entry), loc);
        let ivs = match args.get(parts.captured.len()) {
            Some(&chunk) => indices(&mut builder, chunk, &parts.counts),
            None => vec![constant_index(&mut builder, 0); parts.counts.len()],
        };
        to.inline_block(imported, InsertPoint::at_end(entry), &ivs);
    });
    if chunks == 1 {
        let mut builder = Builder::before(b, parts.op.op());
        CallOp::build(&mut builder, cx.symbol_ref(&kernel), &parts.captured, None, None, None, &[]);
        b.erase(parts.op);
        return;
    }
    let parallel = symbols.fresh(&cx, &format!("{name}_parallel"));
    let callee = cx.symbol_ref(&kernel);
    let launcher = define(module, symbols, &parallel, &types, loc, |to, entry| {
        let args = to.block_args(entry).to_vec();
        let mut b = Builder::new(to, InsertPoint::at_end(entry), loc);
        let b = &mut b;
        let (zero, end, one) = (constant_index(b, 0), constant_index(b, chunks), constant_index(b, 1));
        build_for(b, zero, end, one, &[], |b, chunk, _| {
            let operands: Vec<Value> = args.iter().copied().chain([chunk]).collect();
            CallOp::build(b, callee, &operands, None, None, None, &[]);
            Vec::new()
        });
    });
    if let Some(launcher) = launcher {
        module.set_attr(launcher, KERNEL_ATTR, Some(callee));
        module.set_attr(launcher, CHUNKS_ATTR, Some(cx.i64_attr(chunks)));
    }
    let mut builder = Builder::before(b, parts.op.op());
    CallOp::build(&mut builder, cx.symbol_ref(&parallel), &parts.captured, None, None, None, &[]);
    b.erase(parts.op);
}

/// Adds a private function without results at the end of the module.
pub(crate) fn define(
    module: &mut Body,
    symbols: &mut SymbolTable,
    name: &str,
    inputs: &[Type],
    loc: Location,
    fill: impl FnOnce(&mut Body, Block),
) -> Option<Op> {
    define_returning(module, symbols, name, inputs, &[], loc, |body, entry| {
        fill(body, entry);
        Vec::new()
    })
}

/// Adds a private function that returns what `fill` returns at the end of the module.
pub(crate) fn define_returning(
    module: &mut Body,
    symbols: &mut SymbolTable,
    name: &str,
    inputs: &[Type],
    results: &[Type],
    loc: Location,
    fill: impl FnOnce(&mut Body, Block) -> Vec<Value>,
) -> Option<Op> {
    let cx = module.cx_arc().clone();
    let block = module.entry()?;
    let function =
        FuncOp::create(&mut Builder::new(module, InsertPoint::at_end(block), loc), name, inputs, results)
            .op();
    symbols.insert(cx.intern(name), function);
    module.set_attr(function, "sym_visibility", Some(cx.string_attr("private")));
    let body = module.child_mut(function)?;
    let entry = FuncOp::add_entry(body)?;
    let values = fill(body, entry);
    ReturnOp::build(&mut Builder::new(body, InsertPoint::at_end(entry), loc), &values);
    Some(function)
}

/// The induction variables of a chunk; the last one varies fastest.
fn indices(b: &mut Builder<'_>, chunk: Value, counts: &[i64]) -> Vec<Value> {
    let mut rest = chunk;
    let mut ivs = Vec::new();
    for (i, &n) in counts.iter().enumerate().rev() {
        if i == 0 {
            ivs.push(rest);
            break;
        }
        let n = constant_index(b, n);
        ivs.push(RemUIOp::build(b, rest, n));
        rest = DivUIOp::build(b, rest, n, None);
    }
    ivs.reverse();
    ivs
}
