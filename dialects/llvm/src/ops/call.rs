//! `llvm.call`.

use strata_ir::{
    core::{interfaces::CallOp as CallLike, symbols::SymbolScope},
    prelude::*,
};

use crate::{
    attrs::{CConv, FastmathFlags, LlvmFunctionTypeAttr, TailCallKind},
    constraints::*,
    types::{LlvmFunctionType, is_ptr},
};

/// Calls a function by its name, or the one whose address is the first operand.
#[op(
    name = "llvm.call",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify, CallLike, VerifySymbolUses],
    custom_asm,
)]
pub struct CallOp {
    /// The type of a function that takes any number of arguments.
    pub var_callee_type: OptAttr<LlvmFunctionTypeAttr>,
    /// The name of the function.
    pub callee: OptAttr<FlatSymbolRef>,
    /// The address of the function where it has no name, and the arguments.
    pub callee_operands: Variadic<LlvmType>,
    /// Fast-math flags.
    #[ir_name = "fastmathFlags"]
    pub fastmath_flags: DefaultAttr<FastmathFlags>,
    /// The calling convention.
    #[ir_name = "CConv"]
    pub cconv: DefaultAttr<CConv>,
    /// Whether it is a tail call.
    #[ir_name = "TailCallKind"]
    pub tail_call_kind: DefaultAttr<TailCallKind>,
    /// The callee has operations that threads do together.
    pub convergent: OptAttr<UnitAttr>,
    /// The callee does not unwind.
    pub no_unwind: OptAttr<UnitAttr>,
    /// The callee returns.
    pub will_return: OptAttr<UnitAttr>,
    /// Operands of bundles.
    pub op_bundle_operands: Variadic<LlvmType>,
    /// How many operands each bundle has.
    pub op_bundle_sizes: DefaultAttr<I32Array>,
    /// Names of the bundles.
    pub op_bundle_tags: OptAttr<ArrayAttr>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for the result.
    pub res_attrs: OptAttr<DictArray>,
    /// The call is not to be inlined.
    pub no_inline: OptAttr<UnitAttr>,
    /// The call is to be inlined.
    pub always_inline: OptAttr<UnitAttr>,
    /// The call had better be inlined.
    pub inline_hint: OptAttr<UnitAttr>,
    /// What the function returns.
    pub result: OptRes<LlvmType>,
}

impl CallOp {
    /// Calls a function by its name.
    pub fn direct(b: &mut Builder<'_>, callee: &str, operands: &[Value], results: &[Type]) -> Self {
        let mut state = OpState::new(Self::info(), b.cur_loc());
        let cx = b.cx();
        state.set_attr(cx, "callee", cx.symbol_ref(callee));
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&[operands.len() as i32, 0]));
        state.operands.extend_from_slice(operands);
        state.result_types.extend_from_slice(results);
        Self::from_op_unchecked(b.build(state))
    }
}

impl CallLike for CallOp {
    fn callee(&self, b: &Body) -> Option<Attr> {
        b.attr(self.op(), "callee")
    }
    fn arguments(&self, b: &Body) -> SmallVec<[Value; 4]> {
        let indirect = usize::from(b.attr(self.op(), "callee").is_none());
        self.callee_operands(b).skip(indirect).collect()
    }
}

impl Verify for CallOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        if b.attr(self.op(), "callee").is_none() {
            let first = self.callee_operands(b).next();
            ensure!(first.is_some(), "must have either a `callee` attribute or at least an operand");
            ensure!(
                first.is_some_and(|v| is_ptr(b.cx(), b.ty(v))),
                "indirect call expects a pointer as callee: {}",
                first.map(|v| b.cx().type_to_string(b.ty(v))).unwrap_or_default()
            );
        }
        Ok(())
    }
}

impl VerifySymbolUses for CallOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let cx = b.cx();
        let Some(callee) = b.attr(self.op(), "callee") else { return Ok(()) };
        let name = cx.attr_as::<SymbolRefAttr>(callee).map_or("", |s| cx.str(s.root));
        let Some((body, op)) = symbols.lookup(cx, callee) else {
            return Err(format!("'{name}' does not reference a symbol in the current scope").into());
        };
        ensure!(
            op.isa::<super::func::FuncOp>(body),
            "'{name}' does not reference a valid LLVM function, IFunc, or alias"
        );
        let ty = body.attr(op, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a));
        let Some(ty) = ty.and_then(|t| cx.type_as::<LlvmFunctionType>(t.0)) else { return Ok(()) };
        let given: Vec<Type> = self.callee_operands(b).map(|v| b.ty(v)).collect();
        ensure!(
            given.len() == ty.params.len() || ty.variadic && given.len() > ty.params.len(),
            "incorrect number of operands ({}) for callee (expecting: {})",
            given.len(),
            ty.params.len()
        );
        for (i, (&given, &want)) in given.iter().zip(&ty.params).enumerate() {
            ensure!(
                given == want,
                "operand type mismatch for operand {i}: '{}' != '{}'",
                cx.type_to_string(given),
                cx.type_to_string(want)
            );
        }
        let results: Vec<Type> = b.result_types(self.op()).collect();
        match (&results[..], ty.results(cx)) {
            ([], []) => Ok(()),
            ([], [_, ..]) => Err("expected function call to produce a value".into()),
            ([_, ..], []) => Err("calling function with void result must not produce values".into()),
            ([given, ..], [want, ..]) => {
                ensure!(
                    given == want,
                    "result type mismatch: '{}' != '{}'",
                    cx.type_to_string(*given),
                    cx.type_to_string(*want)
                );
                Ok(())
            }
        }
    }
}

impl CustomAsm for CallOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let cx = b.cx();
        let op = self.op();
        for (name, default) in [("CConv", "ccc"), ("TailCallKind", "none")] {
            let Some(attr) = b.attr(op, name) else { continue };
            let cconv = cx.attr_as::<CConv>(attr).map(|c| c.word());
            let word = cconv.or_else(|| cx.attr_as::<TailCallKind>(attr).map(|t| t.word()));
            if let Some(word) = word.filter(|w| *w != default) {
                p.text(" ").text(word);
            }
        }
        p.text(" ");
        let all: SmallVec<[Value; 4]> = self.callee_operands(b).collect();
        let mut args = &all[..];
        let callee = b.attr(op, "callee").and_then(|a| cx.attr_as::<SymbolRefAttr>(a));
        match (callee, all.split_first()) {
            (Some(name), _) => {
                p.symbol(name.root);
            }
            (None, Some((&address, rest))) => {
                p.value(address);
                args = rest;
            }
            (None, None) => {}
        }
        p.text("(").values(args.iter().copied()).text(")");
        if let Some(ty) = b.attr(op, "var_callee_type").and_then(|a| cx.attr_as::<TypeAttr>(a)) {
            p.text(" vararg(").ty(ty.0).text(")");
        }
        let shown = [
            "callee",
            "CConv",
            "TailCallKind",
            "var_callee_type",
            "op_bundle_sizes",
            "op_bundle_tags",
            "arg_attrs",
            "res_attrs",
        ];
        p.attr_dict(op, &shown).text(" : ");
        if callee.is_none()
            && let Some(&address) = all.first()
        {
            p.type_of(address).text(", ");
        }
        p.text("(");
        p.list(args.iter().enumerate(), |p, (i, &v)| {
            let attrs = strata_func::function_syntax::dict_at(b, op, "arg_attrs", i);
            p.type_of(v).named_attrs(&attrs);
        });
        p.text(") -> ");
        let results: SmallVec<[Type; 4]> = b.result_types(op).collect();
        let attrs = strata_func::function_syntax::dict_at(b, op, "res_attrs", 0);
        match &results[..] {
            [one] if !attrs.is_empty() => {
                p.text("(").ty(*one).named_attrs(&attrs).text(")");
            }
            results => {
                p.result_types(results);
            }
        }
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        if let Some(word) = p.keyword_of(CConv::WORDS).and_then(CConv::from_word) {
            state.set_attr(cx, "CConv", word.attr(cx));
        }
        if let Some(word) = p.keyword_of(TailCallKind::WORDS).and_then(TailCallKind::from_word) {
            state.set_attr(cx, "TailCallKind", word.attr(cx));
        }
        let address = p.operand_opt()?;
        if address.is_none() {
            let name = p.symbol_name()?;
            state.set_attr(cx, "callee", cx.symbol_ref(cx.str(name)));
        }
        p.expect("(")?;
        let args = p.list_until(")", Parser::operand)?;
        if p.eat("vararg") {
            p.expect("(")?;
            let ty = p.ty()?;
            state.set_attr(cx, "var_callee_type", cx.type_attr(ty));
            p.expect(")")?;
        }
        p.attr_dict(state)?;
        p.expect(":")?;
        if let Some(address) = address {
            let ty = p.ty()?;
            p.expect(",")?;
            let value = p.resolve(address, ty)?;
            state.operands.push(value);
        }
        let at = p.location();
        p.expect("(")?;
        let inputs = p.list_until(")", |p| Ok((p.ty()?, p.dictionary_opt()?)))?;
        p.expect("->")?;
        let (results, result_attrs) = strata_func::function_syntax::parse_results(p)?;
        let (types, arg_attrs): (Vec<_>, Vec<_>) = inputs.into_iter().unzip();
        strata_func::function_syntax::set_arg_and_result_attrs(cx, state, arg_attrs, result_attrs);
        if results.len() > 1 {
            return Err(p.error_at(at, "expected function with 0 or 1 result"));
        }
        let values = p.resolve_all(&args, &types, at)?;
        state.operands.extend(values);
        state.result_types.extend(results);
        let n = state.operands.len() as i32;
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&[n, 0]));
        Ok(())
    }
}
