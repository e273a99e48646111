//! `insert-cancellation-checks`: `while` loops ask the runtime in each iteration whether they should stop.
//!
//! # Before
//! ```mlir
//! scf.while … { … scf.condition(%c) } do { … scf.yield }
//! ```
//! # After
//! ```mlir
//! scf.while … { … scf.condition(%c) } do { func.call @strata_rt_check_cancel() : () -> () … scf.yield }
//! …
//! func.func private @strata_rt_check_cancel()
//! ```
//! `llvm-emit-runtime-calls` turns the call into a query of the context, with a return from the function if the answer is yes. Other
//! loops are left as they are: their number of iterations is fixed when they start.

use strata_func::{CallOp, FuncOp};
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::WhileOp;

/// The function of the runtime.
const CHECK: &str = "strata_rt_check_cancel";

/// Let while loops end when the run of the program is cancelled.
#[pass(
    name = "insert-cancellation-checks",
    class = "InsertCancellationChecks",
    on = "builtin.module",
    produces = [func],
    statistics = ["num-loops": "Number of loops that can be cancelled"]
)]
pub struct InsertCancellationChecks;

impl BodyPass for InsertCancellationChecks {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let context = module.cx_arc().clone();
        if SymbolTable::new(module).get(context.intern(CHECK)).is_some() {
            return Ok(());
        }
        let functions: Vec<Op> =
            module.children().map(|(op, _)| op).filter(|op| op.isa::<FuncOp>(module)).collect();
        let mut count = 0;
        for function in functions {
            let Some(mut body) = module.take_child(function) else { continue };
            for op in body.all_ops() {
                count += u64::from(op.isa::<WhileOp>(&body) && ask(&mut body, op).is_some());
            }
            module.put_child(function, body);
        }
        cx.count("num-loops", count);
        let (Some(block), 1..) = (module.entry(), count) else { return Ok(()) };
        let loc = module.loc(Op::SELF);
        let at = InsertPoint::at_end(block);
        let declared = FuncOp::create(&mut Builder::new(module, at, loc), CHECK, &[], &[]).op();
        module.set_attr(declared, "sym_visibility", Some(context.string_attr("private")));
        Ok(())
    }
}

/// Inserts the check at the start of the body of a loop.
fn ask(b: &mut Body, op: Op) -> Option<()> {
    let body = *b.blocks(*b.regions(op).get(1)?).first()?;
    let cx = b.cx_arc().clone();
    let mut b = Builder::at_start(b, body);
    CallOp::build(&mut b, cx.symbol_ref(CHECK), &[], None, None, None, &[]);
    Some(())
}
