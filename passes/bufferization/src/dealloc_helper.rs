//! The function that decides which of several buffers are freed.
//!
//! Its arguments are the pointers of the buffers, those of the retained ones, and the conditions of the former. It fills two lists: which
//! buffers are to be freed, and which retained ones have to be freed later. A buffer is not freed if it is retained or was before in the list.

use strata_arith::{AndIOp, CmpIPredicate, OrIOp, constant_index};
use strata_func::{FuncOp, ReturnOp};
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_memref::{DimOp, LoadOp, StoreOp};
use strata_passes_analysis::index_arith::compare;
use strata_scf::{ForOp, IfOp};

use crate::lower_dealloc::bool_constant;

/// Adds the function to a module and returns its name.
pub(crate) fn add(module: &mut Body) -> Option<String> {
    let block = module.entry()?;
    let cx = module.cx_arc().clone();
    let name = SymbolTable::new(module).fresh(&cx, "dealloc_helper");
    let (indices, bools) = (cx.memref(&[DYNAMIC], cx.index()), cx.memref(&[DYNAMIC], cx.i1()));
    let inputs = [indices, indices, bools, bools, bools];
    let mut b = Builder::at_end(module, block);
    let func = FuncOp::create(&mut b, &name, &inputs, &[]);
    let body = module.child_mut(func.op())?;
    body.set_attr(Op::SELF, "sym_visibility", Some(cx.string_attr("private")));
    let entry = FuncOp::add_entry(body)?;
    fill(body, entry);
    Some(name)
}

fn fill(body: &mut Body, entry: Block) {
    let args = body.block_args(entry).to_vec();
    let &[pointers, kept, conditions, freed, owned] = &args[..] else { return };
    let mut b = Builder::at_end(body, entry);
    let (zero, one) = (constant_index(&mut b, 0), constant_index(&mut b, 1));
    let (yes, no) = (bool_constant(&mut b, true), bool_constant(&mut b, false));
    let index = b.cx().index();
    let n = DimOp::build(&mut b, pointers, zero, index);
    let n_kept = DimOp::build(&mut b, kept, zero, index);
    ForOp::create(&mut b, [zero, n_kept, one], &[], |b, i, _| {
        StoreOp::create(b, no, owned, &[i]);
        Vec::new()
    });
    ForOp::create(&mut b, [zero, n, one], &[], |b, i, _| {
        let pointer = LoadOp::create(b, pointers, &[i]);
        let condition = LoadOp::create(b, conditions, &[i]);
        let not_kept = ForOp::create(b, [zero, n_kept, one], &[yes], |b, j, so_far| {
            let other = LoadOp::create(b, kept, &[j]);
            let same = compare(b, CmpIPredicate::Eq, other, pointer);
            IfOp::create_then(b, same, &[], |b| {
                let old = LoadOp::create(b, owned, &[j]);
                let new = OrIOp::build(b, old, condition);
                StoreOp::create(b, new, owned, &[j]);
                Vec::new()
            });
            let differs = compare(b, CmpIPredicate::Ne, other, pointer);
            vec![AndIOp::build(b, so_far[0], differs)]
        });
        let not_kept = b.result(not_kept.op(), 0);
        let is_first = ForOp::create(b, [zero, i, one], &[not_kept], |b, j, so_far| {
            let other = LoadOp::create(b, pointers, &[j]);
            let differs = compare(b, CmpIPredicate::Ne, other, pointer);
            vec![AndIOp::build(b, so_far[0], differs)]
        });
        let is_first = b.result(is_first.op(), 0);
        let result = AndIOp::build(b, is_first, condition);
        StoreOp::create(b, result, freed, &[i]);
        Vec::new()
    });
    ReturnOp::build(&mut b, &[]);
}
