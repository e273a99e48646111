//! Functions.

use strata_func::function_syntax;
use strata_ir::{core::symbols::SymbolScope, prelude::*};

use crate::types::{ArrayType, EmitCType, LValueType};

/// A function of C.
#[op(
    name = "emitc.func",
    traits = [IsolatedFromAbove, Symbol, FunctionLike, AutomaticAllocationScope],
    interfaces = [Verify, CallableOp, DefaultDialect],
    custom_asm,
)]
pub struct FuncOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// Types of the arguments and of the result.
    pub function_type: Attr<FunctionTypeAttr>,
    /// Words before it, as `static`.
    pub specifiers: OptAttr<StrArray>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for each result.
    pub res_attrs: OptAttr<DictArray>,
    /// The code; its entry block has the arguments of the function.
    pub body: AnyRegion,
}

/// Declares a function here that is defined elsewhere in the module.
#[op(name = "emitc.declare_func", interfaces = [VerifySymbolUses], asm = "$sym_name attr-dict")]
pub struct DeclareFuncOp {
    /// The function.
    pub sym_name: Attr<FlatSymbolRef>,
}

/// Returns from a function.
#[op(
    name = "emitc.return",
    traits = [Pure, Terminator, ReturnLike],
    interfaces = [Verify],
    parents = ["emitc.func"],
    asm = "attr-dict ($operand^ `:` type($operand))?",
)]
pub struct ReturnOp {
    /// The result of the function.
    pub operand: OptOperand<EmitCType>,
}

impl FuncOp {
    /// Types of the arguments and results; none where the op is wrong.
    pub fn ty(self, b: &Body) -> &FunctionType {
        function_syntax::function_type(b, self.op())
    }
    /// Its name.
    pub fn name(self, b: &Body) -> &str {
        b.attr(self.op(), "sym_name").and_then(|a| b.cx().attr_str(a)).unwrap_or("")
    }
    /// Whether it has no code; works from both sides.
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
        "emitc"
    }
}

impl Verify for FuncOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (cx, ty) = (b.cx(), self.ty(b));
        // Unlike other functions, one that is defined elsewhere may be public.
        if !self.is_declaration(b) || b.symbol_visibility(self.op()) != "public" {
            function_syntax::verify(b, self.op(), &ty.inputs, &ty.results)?;
        }
        ensure!(
            !ty.inputs.iter().any(|&t| cx.type_as::<LValueType>(t).is_some()),
            "cannot have lvalue type as argument"
        );
        ensure!(ty.results.len() <= 1, "requires zero or exactly one result, but has {}", ty.results.len());
        ensure!(
            !ty.results.iter().any(|&t| cx.type_as::<ArrayType>(t).is_some()),
            "cannot return array type"
        );
        Ok(())
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

impl VerifySymbolUses for DeclareFuncOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let cx = b.cx();
        let Some(name) = b.attr_slot(self.op(), 0) else {
            return Err("requires a 'sym_name' symbol reference attribute".into());
        };
        let found = symbols.lookup(cx, name).is_some_and(|(body, op)| op.isa::<FuncOp>(body));
        let text = cx.attr_as::<SymbolRefAttr>(name).map_or("", |s| cx.str(s.root));
        ensure!(found, "'{text}' does not reference a valid function");
        Ok(())
    }
}

impl Verify for ReturnOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(func) = b.self_as::<FuncOp>() else { return Ok(()) };
        let (cx, results, name) = (b.cx(), &func.ty(b).results, func.name(b));
        let n = b.num_operands(self.op());
        ensure!(
            n == results.len(),
            "has {n} operands, but enclosing function (@{name}) returns {}",
            results.len()
        );
        if let (Some(v), Some(&want)) = (self.operand(b), results.first())
            && b.ty(v) != want
        {
            let (ty, want) = (cx.type_to_string(b.ty(v)), cx.type_to_string(want));
            return Err(VerifyError::bare(format!(
                "type of the return operand ('{ty}') doesn't match function result type ('{want}') in function @{name}"
            )));
        }
        Ok(())
    }
}
