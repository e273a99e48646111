//! `pdl_interp.func`.

use std::sync::Arc;

use strata_func::function_syntax;
use strata_ir::prelude::*;

/// A matcher or a rewriter.
#[op(
    name = "pdl_interp.func",
    traits = [IsolatedFromAbove, Symbol, FunctionLike],
    interfaces = [Verify, CallableOp],
    custom_asm,
)]
pub struct FuncOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// Types of the arguments and results.
    pub function_type: Attr<FunctionTypeAttr>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for each result.
    pub res_attrs: OptAttr<DictArray>,
    /// The code; its entry block has the arguments of the function.
    pub body: AnyRegion,
}

impl FuncOp {
    /// A function as a body of its own, with its entry block.
    pub fn create(cx: &Arc<Context>, loc: Location, name: &str, inputs: &[Type]) -> Box<Body> {
        let mut body = Box::new(Body::new(cx, Self::info(), loc));
        body.set_attr(Op::SELF, "sym_name", Some(cx.string_attr(name)));
        body.set_attr(Op::SELF, "function_type", Some(cx.type_attr(cx.function(inputs, &[]))));
        let region = body.regions(Op::SELF)[0];
        body.add_block(region, inputs);
        body
    }
    fn ty(self, b: &Body) -> &FunctionType {
        function_syntax::function_type(b, self.op())
    }
}

impl CallableOp for FuncOp {
    fn signature(&self, b: &Body) -> (Vec<Type>, Vec<Type>) {
        let ty = self.ty(b);
        (ty.inputs.clone(), ty.results.clone())
    }
}

impl Verify for FuncOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let blocks = b.regions(self.op()).first().map_or(0, |&r| b.blocks(r).len());
        ensure!(blocks != 0, "region #0 ('body') failed to verify constraint: region with at least 1 blocks");
        let ty = self.ty(b);
        function_syntax::verify(b, self.op(), &ty.inputs, &ty.results)
    }
}

impl CustomAsm for FuncOp {
    fn print(&self, p: &mut Printer<'_>) {
        function_syntax::print_typed(p, self.op());
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        function_syntax::parse_typed(p, state)
    }
}
