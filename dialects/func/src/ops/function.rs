//! `func.func` and `func.return`.

use strata_ir::prelude::*;

use crate::function_syntax;

/// A named function; without a body it is a declaration of a function defined elsewhere.
#[op(
    name = "func.func",
    traits = [IsolatedFromAbove, Symbol, FunctionLike, AffineScope, AutomaticAllocationScope],
    interfaces = [Verify, CallableOp, DefaultDialect],
    custom_asm,
)]
pub struct FuncOp {
    /// Name of the function.
    pub sym_name: Attr<SymbolName>,
    /// Types of the arguments and results.
    pub function_type: Attr<FunctionTypeAttr>,
    /// `"private"`, `"nested"` or `"public"`, which is also the default.
    pub sym_visibility: OptAttr<StringAttr>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for each result.
    pub res_attrs: OptAttr<DictArray>,
    /// Calls of the function are not to be inlined.
    pub no_inline: OptAttr<UnitAttr>,
    /// The code; its entry block has the arguments of the function.
    pub body: AnyRegion,
}

impl FuncOp {
    /// Creates a public function; give it a body with [`FuncOp::add_entry`].
    pub fn create(b: &mut Builder<'_>, name: &str, inputs: &[Type], results: &[Type]) -> Self {
        let cx = b.cx();
        let (name, ty) = (cx.string_attr(name), cx.type_attr(cx.function(inputs, results)));
        Self::build(b, name, ty, None, None, None, None)
    }
    /// Adds the entry block to the function that `body` is the body of.
    pub fn add_entry(body: &mut Body) -> Option<Block> {
        let inputs = body.self_as::<Self>()?.ty(body).inputs.clone();
        let region = *body.regions(Op::SELF).first()?;
        Some(body.add_block(region, &inputs))
    }
    /// The function type.
    pub fn ty(self, b: &Body) -> &FunctionType {
        // The op may be wrong: it is also printed, and the ops in it verified, when it is.
        static EMPTY: FunctionType = FunctionType { inputs: Vec::new(), results: Vec::new() };
        let attr = b.attr_slot(self.op(), 1).and_then(|a| b.cx().attr_as::<TypeAttr>(a));
        attr.and_then(|t| b.cx().type_as::<FunctionType>(t.ty())).unwrap_or(&EMPTY)
    }
    /// Types of the arguments.
    pub fn inputs(self, b: &Body) -> &[Type] {
        &self.ty(b).inputs
    }
    /// Types of the results.
    pub fn results(self, b: &Body) -> &[Type] {
        &self.ty(b).results
    }
    /// The name.
    pub fn name(self, b: &Body) -> &str {
        b.attr_slot(self.op(), 0).and_then(|a| b.cx().attr_str(a)).unwrap_or("")
    }
    /// Whether the function has no body; works from both sides.
    pub fn is_declaration(self, b: &Body) -> bool {
        function_syntax::is_declaration(b, self.op())
    }
}

impl CallableOp for FuncOp {
    fn signature(&self, b: &Body) -> (Vec<Type>, Vec<Type>) {
        let ty = self.ty(b);
        (ty.inputs.clone(), ty.results.clone())
    }
}

impl DefaultDialect for FuncOp {
    fn default_dialect(&self) -> &'static str {
        "func"
    }
}

impl Verify for FuncOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        function_syntax::verify(b, self.op(), self.inputs(b), self.results(b))
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

/// Returns from a function, with the values of its results.
#[op(
    name = "func.return",
    traits = [Pure, Terminator, ReturnLike],
    interfaces = [Verify],
    parents = ["func.func"],
    asm = "attr-dict ($operands^ `:` type($operands))?",
)]
pub struct ReturnOp {
    /// The results of the function.
    pub operands: Variadic<AnyType>,
}

impl Verify for ReturnOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(func) = b.self_as::<FuncOp>() else { return Ok(()) };
        let (cx, results) = (b.cx(), func.results(b));
        let n = b.num_operands(self.op());
        ensure!(
            n == results.len(),
            "has {n} operands, but enclosing function (@{}) returns {}",
            func.name(b),
            results.len()
        );
        for (i, (ty, &want)) in b.operand_types(self.op()).zip(results).enumerate() {
            if ty != want {
                let (ty, want, name) = (cx.type_to_string(ty), cx.type_to_string(want), func.name(b));
                return Err(VerifyError::bare(format!(
                    "type of return operand {i} ('{ty}') doesn't match function result type ('{want}') in function @{name}"
                )));
            }
        }
        Ok(())
    }
}
