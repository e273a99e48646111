//! `func.call` and `func.call_indirect`.

use strata_ir::{
    core::{interfaces::CallOp as CallLike, symbols::SymbolScope},
    prelude::*,
};

use crate::{ConstantOp, FuncOp};

/// Calls a function by its name.
#[op(
    name = "func.call",
    interfaces = [VerifySymbolUses, CallLike],
    asm = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
)]
pub struct CallOp {
    /// The function.
    pub callee: Attr<FlatSymbolRef>,
    /// Values of its arguments.
    pub operands: Variadic<AnyType>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for each result.
    pub res_attrs: OptAttr<DictArray>,
    /// The call is not to be inlined.
    pub no_inline: OptAttr<UnitAttr>,
    /// The results of the function.
    pub results: VariadicRes<AnyType>,
}

impl CallLike for CallOp {
    fn callee(&self, b: &Body) -> Option<Attr> {
        b.attr_slot(self.op(), 0)
    }
    fn arguments(&self, b: &Body) -> SmallVec<[Value; 4]> {
        b.operands(self.op()).collect()
    }
}

impl VerifySymbolUses for CallOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        verify_call::<FuncOp>(b, self.op(), symbols)
    }
}

/// The rules for an op that calls the function of kind `F` that its attribute `callee` names.
///
/// # Errors
/// There is no such function, or its type is not that of the operands and results.
pub fn verify_call<F: OpDef>(b: &Body, call: Op, symbols: &SymbolScope<'_>) -> VerifyResult {
    let cx = b.cx();
    let Some(callee) = b.attr(call, "callee") else {
        return Err("requires a 'callee' symbol reference attribute".into());
    };
    let found = symbols.lookup(cx, callee).filter(|&(body, op)| op.isa::<F>(body));
    let Some((body, func)) = found else {
        let name = cx.attr_as::<SymbolRefAttr>(callee).map_or("", |s| cx.str(s.root));
        return Err(format!("'{name}' does not reference a valid function").into());
    };
    // A function with a broken type has its own error.
    let ty = body.attr(func, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a));
    let Some(ty) = ty.and_then(|t| cx.type_as::<FunctionType>(t.ty())) else { return Ok(()) };
    ensure!(ty.inputs.len() == b.num_operands(call), "incorrect number of operands for callee");
    for (i, (&want, ty)) in ty.inputs.iter().zip(b.operand_types(call)).enumerate() {
        ensure!(
            want == ty,
            "operand type mismatch: expected operand type '{}', but provided '{}' for operand number {i}",
            cx.type_to_string(want),
            cx.type_to_string(ty)
        );
    }
    ensure!(ty.results.len() == b.results(call).len(), "incorrect number of results for callee");
    if let Some(i) = b.result_types(call).zip(&ty.results).position(|(found, &want)| found != want) {
        let results: Vec<Type> = b.result_types(call).collect();
        let list = |types: &[Type]| {
            let texts: Vec<String> = types.iter().map(|&t| format!("'{}'", cx.type_to_string(t))).collect();
            texts.join(", ")
        };
        let loc = b.loc(call);
        return Err(VerifyError::from(format!("result type mismatch at index {i}"))
            .note(loc, format!("      op result types: {}", list(&results)))
            .note(loc, format!("function result types: {}", list(&ty.results))));
    }
    Ok(())
}

/// Calls the function that a value refers to.
#[op(
    name = "func.call_indirect",
    interfaces = [Verify, CallLike, Canonicalize],
    custom_asm,
)]
pub struct CallIndirectOp {
    /// The function.
    pub callee: Operand<Function>,
    /// Values of its arguments.
    pub callee_operands: Variadic<AnyType>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for each result.
    pub res_attrs: OptAttr<DictArray>,
    /// The results of the function.
    pub results: VariadicRes<AnyType>,
}

impl CallIndirectOp {
    /// Calls `callee` with `operands`; the results follow from its type.
    pub fn create(b: &mut Builder<'_>, callee: Value, operands: &[Value]) -> Self {
        let ty = b.cx().type_as::<FunctionType>(b.ty(callee));
        let results = ty.map(|t| t.results.clone()).unwrap_or_default();
        Self::build(b, callee, operands, None, None, &results)
    }
}

impl CallLike for CallIndirectOp {
    fn callee(&self, _: &Body) -> Option<Attr> {
        None
    }
    fn arguments(&self, b: &Body) -> SmallVec<[Value; 4]> {
        self.callee_operands(b).collect()
    }
}

impl Verify for CallIndirectOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(ty) = b.cx().type_as::<FunctionType>(b.ty((*self).callee(b))) else { return Ok(()) };
        ensure!(
            ty.inputs.iter().copied().eq(self.callee_operands(b).map(|v| b.ty(v))),
            "failed to verify that callee input types match argument types"
        );
        ensure!(
            ty.results.iter().copied().eq(b.result_types(self.op())),
            "failed to verify that callee result types match result types"
        );
        Ok(())
    }
}

impl Canonicalize for CallIndirectOp {
    /// A call of a known function is a direct call.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let callee = rw.def_of::<ConstantOp>((*self).callee(rw))?;
        let callee = rw.attr_slot(callee.op(), 0)?;
        let operands: SmallVec<[Value; 4]> = self.callee_operands(rw).collect();
        let results: SmallVec<[Type; 4]> = rw.result_types(self.op()).collect();
        let (arg_attrs, res_attrs) = (rw.attr(self.op(), "arg_attrs"), rw.attr(self.op(), "res_attrs"));
        let call = CallOp::build(rw, callee, &operands, arg_attrs, res_attrs, None, &results);
        let values: SmallVec<[Value; 4]> = call.results(rw).into();
        rw.replace_op(self.op(), &values);
        Some(())
    }
}

impl CustomAsm for CallIndirectOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").value((*self).callee(b)).text("(").values(self.callee_operands(b)).text(")");
        p.attr_dict(self.op(), &[]).text(" : ").type_of((*self).callee(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let callee = p.operand()?;
        p.expect("(")?;
        let at = p.location();
        let operands = p.list_until(")", Parser::operand)?;
        p.attr_dict(state)?;
        p.expect(":")?;
        let ty_at = p.location();
        let ty = p.ty()?;
        let cx = p.cx();
        let Some(f) = cx.type_as::<FunctionType>(ty) else {
            let shown = cx.type_to_string(ty);
            return Err(p.error_at(
                ty_at,
                format!(
                    "custom op 'func.call_indirect' invalid kind of type specified: expected builtin.function, but found '{shown}'"
                ),
            ));
        };
        let callee = p.resolve(callee, ty)?;
        state.operands.push(callee);
        let values = p.resolve_all(&operands, &f.inputs, at)?;
        state.operands.extend(values);
        state.result_types.extend(f.results.iter().copied());
        Ok(())
    }
}
