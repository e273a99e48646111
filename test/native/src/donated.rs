//! Programs whose arguments are all donated.

use strata_driver::Executable;
use strata_ir::{
    core::{Body, symbols::SymbolTable},
    prelude::*,
};
use strata_test::random::check::ENTRY;

/// The program with donated arguments, all of which may be the memory of any result.
pub(crate) fn donate_all(module: &Body) -> Body {
    let mut donors = module.clone();
    let cx = donors.cx_arc().clone();
    let donor = cx.dict_attr(vec![(cx.intern("jax.buffer_donor"), cx.bool_attr(true))]);
    let op = SymbolTable::new(&donors).get(cx.intern(ENTRY));
    if let Some(body) = op.and_then(|op| donors.child_mut(op)) {
        let count = body.entry().map_or(0, |block| body.block_args(block).len());
        body.set_attr(Op::SELF, "arg_attrs", Some(cx.array_attr(vec![donor; count])));
    }
    donors
}

/// The results of a program in the memory of its arguments, where it was compiled for that.
pub(crate) fn run(executable: &Executable, inputs: &[&[u8]]) -> Result<Vec<Vec<u8>>, String> {
    let mut outputs = executable.new_outputs()?;
    let mut inputs: Vec<Option<&[u8]>> = inputs.iter().copied().map(Some).collect();
    for &(i, j) in executable.in_place() {
        outputs[j].copy_from_slice(inputs[i].take().unwrap_or_default());
    }
    let mut slices: Vec<&mut [u8]> = outputs.iter_mut().map(Vec::as_mut_slice).collect();
    executable.run_in_place(&inputs, &mut slices)?;
    Ok(outputs)
}
