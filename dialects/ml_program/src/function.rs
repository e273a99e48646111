//! `ml_program.func` and `ml_program.subgraph`, and the ops that end them.

use strata_func::{function_op, function_syntax::function_type};
use strata_ir::prelude::*;

/// The operands of the op that ends a function or graph are its results; the words say what it does.
fn verify_results(b: &Body, op: Op, [word, verb]: [&str; 2]) -> VerifyResult {
    let (cx, results) = (b.cx(), &function_type(b, Op::SELF).results);
    let name = b.attr(Op::SELF, "sym_name").and_then(|a| cx.attr_str(a)).unwrap_or("");
    let n = b.num_operands(op);
    ensure!(
        n == results.len(),
        "has {n} operands, but enclosing function (@{name}) {verb} {}",
        results.len()
    );
    for (i, (ty, &want)) in b.operand_types(op).zip(results).enumerate() {
        if ty != want {
            let (ty, want) = (cx.type_to_string(ty), cx.type_to_string(want));
            return Err(VerifyError::bare(format!(
                "type of {word} operand {i} ('{ty}') doesn't match function result type ('{want}') in function @{name}"
            )));
        }
    }
    Ok(())
}

/// A named function of any control flow.
#[op(
    name = "ml_program.func",
    traits = [IsolatedFromAbove, Symbol, FunctionLike],
    interfaces = [Verify, CallableOp],
    custom_asm,
)]
pub struct FuncOp {
    /// Name of the function.
    pub sym_name: Attr<SymbolName>,
    /// Types of the arguments and results.
    pub function_type: Attr<FunctionTypeAttr>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for each result.
    pub res_attrs: OptAttr<DictArray>,
    /// `"private"`, `"nested"` or `"public"`, which is also the default.
    pub sym_visibility: OptAttr<StringAttr>,
    /// The code; its entry block has the arguments of the function.
    pub body: AnyRegion,
}
function_op!(FuncOp);

/// A function whose ops are ordered by their values only.
#[op(
    name = "ml_program.subgraph",
    traits = [IsolatedFromAbove, Symbol, FunctionLike, GraphRegion, SingleBlock],
    interfaces = [Verify, CallableOp],
    custom_asm,
)]
pub struct SubgraphOp {
    /// Name of the graph.
    pub sym_name: Attr<SymbolName>,
    /// Types of the arguments and results.
    pub function_type: Attr<FunctionTypeAttr>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for each result.
    pub res_attrs: OptAttr<DictArray>,
    /// `"private"`, `"nested"` or `"public"`, which is also the default.
    pub sym_visibility: OptAttr<StringAttr>,
    /// The ops; its entry block has the arguments of the graph.
    pub body: AnyRegion,
}
function_op!(SubgraphOp);

/// Ends a graph, with the values of its results.
#[op(
    name = "ml_program.output",
    traits = [Pure, Terminator, ReturnLike],
    interfaces = [Verify],
    parents = ["ml_program.subgraph"],
    asm = "attr-dict ($operands^ `:` type($operands))?",
)]
pub struct OutputOp {
    /// The results of the graph.
    pub operands: Variadic<AnyType>,
}

impl Verify for OutputOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_results(b, self.op(), ["output", "outputs"])
    }
}

/// Returns from a function, with the values of its results.
#[op(
    name = "ml_program.return",
    traits = [Pure, Terminator, ReturnLike],
    interfaces = [Verify],
    parents = ["ml_program.func"],
    asm = "attr-dict ($operands^ `:` type($operands))?",
)]
pub struct ReturnOp {
    /// The results of the function.
    pub operands: Variadic<AnyType>,
}

impl Verify for ReturnOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_results(b, self.op(), ["return", "returns"])
    }
}
