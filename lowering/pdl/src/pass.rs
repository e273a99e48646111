//! `convert-pdl-to-pdl-interp`: the patterns of a module become a matcher and rewriters.
//!
//! Before:
//! ```mlir
//! pdl.pattern : benefit(1) {
//!   %root = operation "a.b"
//!   rewrite %root {
//!     erase %root
//!   }
//! }
//! ```
//! After:
//! ```mlir
//! pdl_interp.func @matcher(%arg0: !pdl.operation) {
//!   pdl_interp.check_operation_name of %arg0 is "a.b" -> ^bb2, ^bb1
//! ^bb1:  // 4 preds: ^bb0, ^bb2, ^bb3, ^bb4
//!   pdl_interp.finalize
//! ^bb2:  // pred: ^bb0
//!   pdl_interp.check_operand_count of %arg0 is 0 -> ^bb3, ^bb1
//! ^bb3:  // pred: ^bb2
//!   pdl_interp.check_result_count of %arg0 is 0 -> ^bb4, ^bb1
//! ^bb4:  // pred: ^bb3
//!   pdl_interp.record_match @rewriters::@pdl_generated_rewriter(%arg0 : !pdl.operation) : benefit(1), loc([%arg0]), root("a.b") -> ^bb1
//! }
//! module @rewriters {
//!   pdl_interp.func @pdl_generated_rewriter(%arg0: !pdl.operation) {
//!     pdl_interp.erase %arg0
//!     pdl_interp.finalize
//!   }
//! }
//! ```
//! Nothing here runs the result; `apply-pdl-patterns` applies patterns as they are.

use strata_builtin::ModuleOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_pdl::PatternOp;
use strata_pdl_interp::FuncOp;

use crate::{matcher, order, position::Positions, predicates, tree::Tree};

/// Convert PDL ops to PDL interpreter ops.
#[pass(name = "convert-pdl-to-pdl-interp", class = "ConvertPDLToPDLInterpPass", produces = [pdl_interp], on = "builtin.module")]
pub struct ConvertPdlToPdlInterp;

/// The names of the matcher and of the module of the rewriters.
const NAMES: [&str; 2] = ["matcher", "rewriters"];

impl BodyPass for ConvertPdlToPdlInterp {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let Some(block) = body.entry() else { return Ok(()) };
        let is_pattern = |op: Op| body.child(op).is_some_and(|child| child.self_as::<PatternOp>().is_some());
        let patterns: Vec<Op> = body.block_ops(block).filter(|&op| is_pattern(op)).collect();
        let (matcher, rewriters) = convert(body, &patterns)?;
        let (cx, loc) = (body.cx_arc().clone(), body.loc(Op::SELF));
        let mut module = ModuleOp::create(&cx, loc);
        module.set_attr(Op::SELF, "sym_name", Some(cx.string_attr(NAMES[1])));
        for rewriter in rewriters {
            if let Some(members) = module.entry() {
                let mut b = Builder::at_end(&mut module, members);
                insert(&mut b, FuncOp::info(), rewriter);
            }
        }
        let mut b = Builder::at_start(body, block);
        insert(&mut b, FuncOp::info(), matcher);
        insert(&mut b, ModuleOp::info(), module);
        for pattern in patterns {
            body.erase(pattern);
        }
        Ok(())
    }
}

/// The matcher and the rewriters of the patterns.
fn convert(body: &Body, patterns: &[Op]) -> Result<(Box<Body>, Vec<Box<Body>>), Diagnostic> {
    let mut positions = Positions::default();
    let bodies = patterns.iter().filter_map(|&op| body.child(op));
    let patterns =
        bodies.map(|pattern| predicates::read(pattern, &mut positions)).collect::<Result<Vec<_>, _>>()?;
    let tree = Tree::new(patterns.len(), &order::order(&patterns, &positions));
    matcher::generate(body, &patterns, &mut positions, &tree, NAMES)
}

fn insert(b: &mut Builder<'_>, info: &'static strata_ir::core::OpInfo, child: Box<Body>) {
    let mut state = OpState::new(info, child.loc(Op::SELF));
    state.child = Some(child);
    b.build(state);
}
