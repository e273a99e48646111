//! Loops around a contraction that leave its shared operand as it is: the panels of the operand are made once, before the loop.
//!
//! ```mlir
//! scf.while … { … linalg.matmul ins(%h, %w : memref<16x256xf32>, memref<256x768xf32>) … }        // before: a copy in each iteration
//!
//! %panels = memref.alloc() : memref<196608xf32>                                                   // after
//! call @main_panels(%panels, %w)
//! scf.while … { … linalg.generic … ins(%h, %slab_of_panels) … }
//! memref.dealloc %panels
//! ```
//! The contraction may also be in a function that the loop calls ([`shared`](super::shared)). Nothing in the loop may write the operand;
//! functions that are called are looked into. The panels take memory as long as the loop runs, so that very large operands are still
//! copied in each iteration, slab by slab.

use rustc_hash::FxHashSet;
use strata_func::CallOp;
use strata_ir::{
    analysis::effects_of,
    core::{attrs::element_bytes, symbols::SymbolTable},
    prelude::*,
};
use strata_memref::ExtractStridedMetadataOp;
use strata_passes_analysis::buffer_alias::{self, Root, is_memref, is_view};
use strata_scf::{ForOp, WhileOp};

use super::{
    Packing,
    blocking::Machine,
    program::{Program, symbol},
    reads::{PackedRead, contractions},
    whole_copy::{COPIES, define_copy, panels_before},
};
use crate::outline_kernels::KERNEL_ATTR;

/// Assumed iterations of a loop that does not say how many it has.
const ITERATIONS: i64 = 8;
/// Bytes of the largest operand that has panels while a loop runs.
const MOST_BYTES: i64 = 64 << 20;
/// How deep calls are followed.
const CALLS: usize = 8;

/// A loop before which panels can be made.
#[derive(Clone, Copy)]
pub(super) struct Outside {
    /// The outermost such loop.
    pub around: Op,
    /// How often an op inside of it runs.
    pub iterations: i64,
}

/// The outermost loop around `op` that does not change `buffer`, which `op` reads.
pub(super) fn outside(
    module: &Body,
    program: &Program,
    body: &Body,
    op: Op,
    buffer: Value,
) -> Option<Outside> {
    let ty = body.cx().type_as::<MemRefType>(body.ty(buffer))?;
    let elements = ty.shape.iter().try_fold(1i64, |all, &n| all.checked_mul(n))?;
    let bytes = elements.checked_mul(i64::try_from(element_bytes(body.cx(), ty.elem)?).ok()?)?;
    let base = buffer_alias::base(body, buffer);
    let known = matches!(buffer_alias::root(body, base), Root::Alloc(_) | Root::Distinct(_));
    if bytes > MOST_BYTES || !known {
        return None;
    }
    let (mut found, mut iterations) = (None, 1i64);
    for parent in
        std::iter::successors(body.parent_op(op), |&p| body.parent_op(p)).take_while(|&p| p != Op::SELF)
    {
        let is_loop = parent.isa::<ForOp>(body) || parent.isa::<WhileOp>(body);
        if !is_loop
            || is_inside(body, parent, buffer)
            || !only_read(module, program, body, base, Some(parent), CALLS)
        {
            break;
        }
        let count = parent.as_op::<ForOp>(body).and_then(|f| i64::try_from(f.trip_count(body)?).ok());
        iterations = iterations.saturating_mul(count.unwrap_or(ITERATIONS));
        found = Some(Outside { around: parent, iterations });
    }
    found
}

/// Whether a value is defined inside of `around`.
fn is_inside(body: &Body, around: Op, value: Value) -> bool {
    let place = body.def_op(value).or_else(|| body.block_parent_op(body.def_block(value)?));
    place.is_some_and(|op| body.is_ancestor(around, op))
}

/// Whether ops inside of `within`, or all if there is none, only read the elements of a buffer, and nothing makes an alias of it that
/// is no view.
fn only_read(
    module: &Body,
    program: &Program,
    body: &Body,
    value: Value,
    within: Option<Op>,
    calls: usize,
) -> bool {
    body.uses_of(value).all(|(user, i)| {
        if is_view(body, user) || user.isa::<ExtractStridedMetadataOp>(body) {
            let views = body.results(user).iter().filter(|&&v| is_memref(body, v));
            return i == 0 && views.into_iter().all(|&v| only_read(module, program, body, v, within, calls));
        }
        let hands_on = body.has_trait(user, Trait::Terminator)
            || user.implements::<dyn LoopLike>(body)
            || body.results(user).iter().any(|&v| is_memref(body, v));
        if hands_on {
            return false;
        }
        if within.is_some_and(|w| !body.is_ancestor(w, user)) {
            return true;
        }
        if user.isa::<CallOp>(body) {
            let callee = symbol(body, user, "callee").and_then(|name| program.functions.get(&name).copied());
            let argument = callee.and_then(|f| {
                let callee = module.child(f)?;
                Some((callee, *callee.block_args(callee.entry()?).get(i)?))
            });
            return argument.is_some_and(|(callee, argument)| {
                calls > 0 && only_read(module, program, callee, argument, None, calls - 1)
            });
        }
        effects_of(body, user).is_some_and(|effects| {
            effects.iter().all(|e| e.on.is_some() && (e.on != Some(value) || e.kind == EffectKind::Read))
        })
    })
}

/// Packs operands of contractions in loops that do not change them. Returns how many, and how many contractions read them.
pub(super) fn pack(module: &mut Body, machine: Machine) -> (usize, usize) {
    let program = Program::from_module(module);
    let mut symbols = SymbolTable::new(module);
    let kernels: FxHashSet<Op> = program
        .functions
        .values()
        .filter_map(|&f| program.functions.get(&symbol(module, f, KERNEL_ATTR)?).copied())
        .collect();
    let functions: Vec<Op> = module.children().map(|(op, _)| op).filter(|op| !kernels.contains(op)).collect();
    let (mut packed, mut read) = (0, 0);
    for function in functions {
        for candidate in candidates(module, &program, function, machine) {
            if let Some(count) = rewrite(module, &mut symbols, function, &candidate, machine) {
                packed += 1;
                read += count;
            }
        }
    }
    (packed, read)
}

/// A buffer that contractions in a loop read, all in the same panels.
struct Candidate {
    source: Value,
    around: Op,
    reads: Vec<PackedRead>,
}

fn candidates(module: &Body, program: &Program, function: Op, machine: Machine) -> Vec<Candidate> {
    let Some(body) = module.child(function) else { return Vec::new() };
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let mut found = Vec::new();
    for op in body.all_ops() {
        let in_loop = body.parent_op(op).is_some_and(|p| p != Op::SELF);
        let Some(packing) = Some(op).filter(|_| in_loop).and_then(|op| Packing::for_op(body, op, machine))
        else {
            continue;
        };
        let source = buffer_alias::base(body, packing.operands[packing.roles.shared]);
        if seen.insert(source) {
            found.extend(candidate(module, program, body, (function, op), source, machine));
        }
    }
    found
}

fn candidate(
    module: &Body,
    program: &Program,
    body: &Body,
    (function, op): (Op, Op),
    source: Value,
    machine: Machine,
) -> Option<Candidate> {
    let Outside { around, iterations } = outside(module, program, body, op, source)?;
    let mut reads: Vec<PackedRead> = Vec::new();
    for (user, _) in body.uses_of(source) {
        reads.extend(contractions(body, function, source, user, machine).into_iter().flatten());
    }
    reads.retain(|r| body.is_ancestor(around, r.op()));
    let order = reads.first()?.order.clone();
    reads.retain(|r| r.order == order);
    let read: i64 = reads.iter().map(|r| r.elements(body)).try_fold(0i64, |sum, n| sum.checked_add(n?))?;
    let (_, elements) = order.batches()?;
    let pays = read.saturating_mul(iterations) >= elements.checked_mul(COPIES)?;
    pays.then_some(Candidate { source, around, reads })
}

/// Makes panels before the loop. Returns how many contractions read them.
fn rewrite(
    module: &mut Body,
    symbols: &mut SymbolTable,
    function: Op,
    candidate: &Candidate,
    machine: Machine,
) -> Option<usize> {
    let cx = module.cx_arc().clone();
    let order = &candidate.reads.first()?.order;
    let from = module.child(function)?.ty(candidate.source);
    let name = module.symbol_name(function)?;
    let (copy, to) = define_copy(module, symbols, cx.str(name), order, from, module.loc(function))?;
    let body = module.child_mut(function)?;
    let panels = panels_before(body, candidate.around, candidate.source, (copy, to));
    Some(candidate.reads.iter().filter(|r| r.replace(body, machine, panels).is_some()).count())
}
