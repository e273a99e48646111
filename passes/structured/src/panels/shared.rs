//! Operands that many chunks of a parallel loop read, packed once before the loop.
//!
//! ```mlir
//! call @main_parallel(%out, %a, %b)                        // before: each of 8 chunks copies half of %b
//!
//! %panels = memref.alloc() : memref<1048576xf32>           // after
//! call @main_kernel_panels(%panels, %b)                    // a parallel loop, too
//! call @main_parallel(%out, %a, %panels)
//! memref.dealloc %panels
//! ```
//! The panels are in the order that those of constants have ([`PanelOrder`]), so that a slab is a view of them for any tile of columns.
//! No chunk writes the operand while others read it: buffers that an outlined loop captures are distinct arguments, and views of them are
//! moved into the kernel, where any use but the reads of contractions is seen and keeps the operand as it is.

use rustc_hash::FxHashSet;
use strata_ir::{core::symbols::SymbolTable, prelude::*};

use super::{
    blocking::Machine,
    invariant::{self, Outside},
    program::{Program, symbol, update_function_type},
    reads::{PackedRead, contractions, row_major_shape},
    whole_copy::{COPIES, define_copy, panels_before},
};
use crate::outline_kernels::{CHUNKS_ATTR, KERNEL_ATTR};

/// A parallel loop that is a function, its kernel, and an argument of both that is packed. Where the loop would have one iteration, its
/// kernel is called instead.
struct Shared {
    launcher: Op,
    kernel: Op,
    /// The number of the argument of the launcher and of the kernel.
    arguments: [usize; 2],
    reads: Vec<PackedRead>,
    calls: Vec<Call>,
}

/// A call of the launcher.
#[derive(Clone, Copy)]
struct Call {
    caller: Op,
    call: Op,
    /// The loop before which the panels are made, if the call is in one that does not change the operand.
    outside: Option<Outside>,
}

/// Packs the operands of a module that are worth it. Returns how many, and how many contractions read them.
pub(super) fn pack(module: &mut Body, machine: Machine) -> (usize, usize) {
    let program = Program::from_module(module);
    let kernel =
        |f: Op| symbol(module, f, KERNEL_ATTR).and_then(|name| program.functions.get(&name).copied());
    let kernels: FxHashSet<Op> = program.functions.values().filter_map(|&f| kernel(f)).collect();
    let mut launchers: Vec<Op> =
        program.functions.values().copied().filter(|f| !kernels.contains(f)).collect();
    launchers.sort_unstable();
    let mut symbols = SymbolTable::new(module);
    let (mut packed, mut read) = (0, 0);
    for launcher in launchers {
        let arguments =
            module.child(launcher).and_then(|f| Some(f.block_args(f.entry()?).len())).unwrap_or(0);
        for i in 0..arguments {
            let Some(shared) = Shared::find(module, &program, launcher, i, machine) else { continue };
            if let Some(contractions) = shared.rewrite(module, &mut symbols, machine) {
                packed += 1;
                read += contractions;
            }
        }
    }
    (packed, read)
}

impl Shared {
    /// Looks at argument `i` of a parallel loop, or of a function that is called in a loop.
    fn find(module: &Body, program: &Program, launcher: Op, i: usize, machine: Machine) -> Option<Shared> {
        let chunks = match module.attr(launcher, CHUNKS_ATTR) {
            Some(chunks) => module.cx().attr_i64(chunks)?,
            None => 1,
        };
        let (kernel, k) = match symbol(module, launcher, KERNEL_ATTR) {
            Some(name) => kernel_argument(module, program, launcher, *program.functions.get(&name)?, i)?,
            None => (launcher, i),
        };
        let body = module.child(kernel)?;
        let source = *body.block_args(body.entry()?).get(k)?;
        let elements: i64 = row_major_shape(body, source)?.iter().product();
        let mut reads: Vec<PackedRead> = Vec::new();
        for (user, _) in body.uses_of(source) {
            reads.extend(contractions(body, kernel, source, user, machine)?);
        }
        let order = &reads.first()?.order;
        if reads.iter().any(|r| r.order != *order) {
            return None;
        }
        let read = reads.iter().map(|r| r.elements(body)).try_fold(0i64, |sum, n| sum.checked_add(n?))?;
        let mut calls = Vec::new();
        for &(caller, call) in program.calls.get(&launcher).map_or(&[][..], |list| list) {
            let body = module.child(caller)?;
            let outside = invariant::outside(module, program, body, call, body.operand(call, i));
            calls.push(Call { caller, call, outside });
        }
        let times = calls.iter().map(|c| c.outside.map_or(1, |o| o.iterations));
        let times = times.fold(0i64, i64::saturating_add);
        let count = i64::try_from(calls.len()).ok()?;
        let pays = read.checked_mul(chunks)?.saturating_mul(times)
            >= elements.checked_mul(COPIES)?.checked_mul(count)?;
        (pays && count > 0).then_some(Shared { launcher, kernel, arguments: [i, k], reads, calls })
    }

    /// Makes the loop that packs the argument, and lets the other loop read the panels. Returns how many contractions read them.
    fn rewrite(&self, module: &mut Body, symbols: &mut SymbolTable, machine: Machine) -> Option<usize> {
        let cx = module.cx_arc().clone();
        let order = &self.reads.first()?.order;
        let kernel = module.child(self.kernel)?;
        let source = *kernel.block_args(kernel.entry()?).get(self.arguments[1])?;
        let from = kernel.ty(source);
        let kernel_name = module.symbol_name(self.kernel)?;
        let loc = module.loc(self.launcher);
        let (copy, to) = define_copy(module, symbols, cx.str(kernel_name), order, from, loc)?;
        let body = module.child_mut(self.kernel)?;
        let read = self.reads.iter().filter(|r| r.replace(body, machine, r.source()).is_some()).count();
        let mut changed = vec![(self.launcher, self.arguments[0])];
        if self.kernel != self.launcher {
            changed.push((self.kernel, self.arguments[1]));
        }
        for (function, i) in changed {
            let body = module.child_mut(function)?;
            let argument = *body.block_args(body.entry()?).get(i)?;
            body.set_type(argument, to);
            update_function_type(body);
        }
        for &Call { caller, call, outside } in &self.calls {
            let Some(body) = module.child_mut(caller) else { continue };
            let given = body.operand(call, self.arguments[0]);
            let panels = panels_before(body, outside.map_or(call, |o| o.around), given, (copy, to));
            body.set_operand(call, self.arguments[0], panels);
        }
        Some(read)
    }
}

/// The kernel of a parallel loop, where only the loop calls it, and its argument that argument `i` of the loop is.
fn kernel_argument(
    module: &Body,
    program: &Program,
    launcher: Op,
    kernel: Op,
    i: usize,
) -> Option<(Op, usize)> {
    let &[(caller, call)] = &program.calls.get(&kernel)?[..] else { return None };
    // Nothing but the call of the kernel uses the argument.
    let body = module.child(launcher)?;
    let argument = *body.block_args(body.entry()?).get(i)?;
    let mut uses = body.uses_of(argument);
    let (Some((user, k)), None) = (uses.next(), uses.next()) else { return None };
    (caller == launcher && user == call).then_some((kernel, k))
}
