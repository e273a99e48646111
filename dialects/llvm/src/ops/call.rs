//! `llvm.call`, and the common parts of all calls.

use strata_func::function_syntax;
use strata_ir::{
    core::{interfaces::CallOp as CallLike, symbols::SymbolScope},
    prelude::*,
    text::Unresolved,
};

use super::bundle::{parse_bundles, print_bundles, verify_bundles};
use crate::{
    attrs::{CConv, FastmathFlags, LlvmFunctionTypeAttr, TailCallKind},
    constraints::*,
    metadata::{AccessGroups, AliasScopes, MemoryEffectsAttr, TbaaTags},
    types::{LlvmFunctionType, is_ptr, is_void},
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
    /// Which memory the callee uses.
    pub memory_effects: OptAttr<MemoryEffectsAttr>,
    /// The callee has operations that threads do together.
    pub convergent: OptAttr<UnitAttr>,
    /// The callee does not unwind.
    pub no_unwind: OptAttr<UnitAttr>,
    /// The callee returns.
    pub will_return: OptAttr<UnitAttr>,
    /// Operands of bundles.
    pub op_bundle_operands: Variadic<LlvmType>,
    /// The number of operands of each bundle.
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
    /// Access groups.
    pub access_groups: OptAttr<AccessGroups>,
    /// Scopes that it is in.
    pub alias_scopes: OptAttr<AliasScopes>,
    /// Scopes that it does not alias.
    pub noalias_scopes: OptAttr<AliasScopes>,
    /// Type tags.
    pub tbaa: OptAttr<TbaaTags>,
    /// The result of the function.
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
        let operands: SmallVec<[Value; 4]> = self.callee_operands(b).collect();
        let indirect = verify_callee(b, self.op(), &operands)?;
        verify_variadic_callee(b, self.op(), &operands[indirect..])?;
        verify_bundles(b, self.op(), self.op_bundle_operands(b).count())
    }
}

/// A call has a callee: its name or its address. Returns how many operands are the callee.
pub(super) fn verify_callee(b: &Body, op: Op, operands: &[Value]) -> Result<usize, VerifyError> {
    if b.attr(op, "callee").is_some() {
        return Ok(0);
    }
    let Some(&first) = operands.first() else {
        return Err("must have either a `callee` attribute or at least an operand".into());
    };
    ensure!(
        is_ptr(b.cx(), b.ty(first)),
        "indirect call expects a pointer as callee: '{}'",
        b.cx().type_to_string(b.ty(first))
    );
    Ok(1)
}

/// The type that a call of a variadic function names fits to the arguments and the result.
pub(super) fn verify_variadic_callee(b: &Body, op: Op, args: &[Value]) -> VerifyResult {
    let cx = b.cx();
    let ty = b.attr(op, "var_callee_type").and_then(|a| cx.attr_as::<TypeAttr>(a));
    let Some(ty) = ty.and_then(|t| cx.type_as::<LlvmFunctionType>(t.0)) else { return Ok(()) };
    ensure!(ty.variadic, "expected var_callee_type to be a variadic function type");
    ensure!(
        ty.params.len() <= args.len(),
        "expected var_callee_type to have at most {} parameters",
        args.len()
    );
    for (&want, &arg) in ty.params.iter().zip(args) {
        ensure!(
            want == b.ty(arg),
            "var_callee_type parameter type mismatch: '{}' != '{}'",
            cx.type_to_string(want),
            cx.type_to_string(b.ty(arg))
        );
    }
    match b.result_types(op).next() {
        None => ensure!(is_void(cx, ty.result), "expected var_callee_type to return void"),
        Some(given) => ensure!(
            given == ty.result,
            "var_callee_type return type mismatch: '{}' != '{}'",
            cx.type_to_string(ty.result),
            cx.type_to_string(given)
        ),
    }
    Ok(())
}

impl VerifySymbolUses for CallOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let cx = b.cx();
        let Some(callee) = b.attr(self.op(), "callee") else { return Ok(()) };
        let name = cx.attr_as::<SymbolRefAttr>(callee).map_or("", |s| cx.str(s.root));
        let Some((body, op)) = symbols.lookup(cx, callee) else {
            return Err(format!("'{name}' does not reference a symbol in the current scope").into());
        };
        let kind = body.info(op).name;
        ensure!(
            ["llvm.func", "llvm.mlir.alias", "llvm.mlir.ifunc"].contains(&kind),
            "'{name}' does not reference a valid LLVM function, IFunc, or alias"
        );
        let ty = body.attr(op, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a));
        let Some(ty) = ty.and_then(|t| cx.type_as::<LlvmFunctionType>(t.0)) else { return Ok(()) };
        let given: Vec<Type> = self.callee_operands(b).map(|v| b.ty(v)).collect();
        ensure!(
            !ty.variadic || b.attr(self.op(), "var_callee_type").is_some(),
            "missing var_callee_type attribute for vararg call"
        );
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
        let operands: SmallVec<[Value; 4]> = self.callee_operands(b).collect();
        let bundled: SmallVec<[Value; 4]> = self.op_bundle_operands(b).collect();
        let (address, args) = print_callee(p, op, &operands);
        print_variadic_callee(p, op);
        print_bundles(p, op, &bundled);
        p.attr_dict(op, &[CALL_SHOWN, &["TailCallKind"]].concat()).text(" : ");
        if let Some(address) = address {
            p.type_of(address).text(", ");
        }
        print_signature(p, op, args);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        if let Some(word) = p.keyword_of(CConv::WORDS).and_then(CConv::from_word) {
            state.set_attr(cx, "CConv", word.attr(cx));
        }
        if let Some(word) = p.keyword_of(TailCallKind::WORDS).and_then(TailCallKind::from_word) {
            state.set_attr(cx, "TailCallKind", word.attr(cx));
        }
        let callee = parse_callee(p, state)?;
        parse_variadic_callee(p, state)?;
        let bundled = parse_bundles(p, state)?;
        let bundle_operands: Vec<Value> = state.operands.drain(..).collect();
        p.attr_dict(state)?;
        let n = parse_call_types(p, state, callee)?;
        state.operands.extend(bundle_operands);
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&[n as i32, bundled as i32]));
        Ok(())
    }
}

/// Attributes of calls that their syntax shows outside of the dictionary.
pub(super) const CALL_SHOWN: &[&str] =
    &["callee", "CConv", "var_callee_type", "op_bundle_sizes", "op_bundle_tags", "arg_attrs", "res_attrs"];

/// Prints ` @name(args)` or ` %address(args)`; returns the address and the arguments.
pub(super) fn print_callee<'a>(
    p: &mut Printer<'_>,
    op: Op,
    operands: &'a [Value],
) -> (Option<Value>, &'a [Value]) {
    let b = p.body();
    let callee = b.attr(op, "callee").and_then(|a| b.cx().attr_as::<SymbolRefAttr>(a));
    p.text(" ");
    let (address, args) = match (callee, operands.split_first()) {
        (Some(name), _) => {
            p.symbol(name.root);
            (None, operands)
        }
        (None, Some((&address, args))) => {
            p.value(address);
            (Some(address), args)
        }
        (None, None) => (None, operands),
    };
    p.text("(").values(args.iter().copied()).text(")");
    (address, args)
}

/// Prints ` vararg(type)` for a call of a variadic function.
pub(super) fn print_variadic_callee(p: &mut Printer<'_>, op: Op) {
    let b = p.body();
    if let Some(ty) = b.attr(op, "var_callee_type").and_then(|a| b.cx().attr_as::<TypeAttr>(a)) {
        p.text(" vararg(").ty(ty.0).text(")");
    }
}

/// Prints `(types) -> results` with the dictionaries of arguments and results.
pub(super) fn print_signature(p: &mut Printer<'_>, op: Op, args: &[Value]) {
    let b = p.body();
    p.text("(");
    p.list(args.iter().enumerate(), |p, (i, &v)| {
        let attrs = function_syntax::dict_at(b, op, "arg_attrs", i);
        p.type_of(v).named_attrs(&attrs);
    });
    p.text(") -> ");
    let results: SmallVec<[Type; 4]> = b.result_types(op).collect();
    let attrs = function_syntax::dict_at(b, op, "res_attrs", 0);
    match &results[..] {
        [one] if !attrs.is_empty() => {
            p.text("(").ty(*one).named_attrs(&attrs).text(")");
        }
        results => {
            p.result_types(results);
        }
    }
}

/// The address that is called, if it has no name, and the arguments.
pub(super) type Callee<'s> = (Option<Unresolved<'s>>, Vec<Unresolved<'s>>);

/// Parses `@name(args)` or `%address(args)`.
pub(super) fn parse_callee<'s>(p: &mut Parser<'s>, state: &mut OpState) -> PResult<Callee<'s>> {
    let cx = p.cx();
    let address = p.operand_opt()?;
    if address.is_none() {
        let name = p.symbol_name()?;
        state.set_attr(cx, "callee", cx.symbol_ref(cx.str(name)));
    }
    p.expect("(")?;
    Ok((address, p.list_until(")", Parser::operand)?))
}

/// Parses `vararg(type)` if it comes next.
pub(super) fn parse_variadic_callee(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if p.eat("vararg") {
        p.expect("(")?;
        let ty = p.ty()?;
        state.set_attr(p.cx(), "var_callee_type", p.cx().type_attr(ty));
        p.expect(")")?;
    }
    Ok(())
}

/// Parses `: [address type,] (types) -> results`; returns how many operands there are now.
pub(super) fn parse_call_types<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    callee: Callee<'s>,
) -> PResult<usize> {
    p.expect(":")?;
    let at = p.location();
    if let Some(address) = callee.0 {
        let ty = p.ty()?;
        if !p.eat(",") {
            return Err(p.error_at(at, "expected indirect call to have 2 trailing types"));
        }
        let value = p.resolve(address, ty)?;
        state.operands.push(value);
    }
    let direct = callee.0.is_none();
    let start = p.location();
    parse_signature(p, state, &callee.1).map_err(|error| {
        // An error at the start of the signature means that it is missing; that is reported at the start of the
        // types.
        if p.location() == start {
            let wanted = if direct {
                "expected direct call to have 1 trailing type"
            } else {
                "expected trailing function type"
            };
            return p.error_at(at, wanted);
        }
        error
    })
}

/// Parses `(types) -> results` with dictionaries; returns how many operands there are now.
pub(super) fn parse_signature<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    args: &[Unresolved<'s>],
) -> PResult<usize> {
    let at = p.location();
    p.expect("(")?;
    let inputs = p.list_until(")", |p| Ok((p.ty()?, p.dictionary_opt()?)))?;
    p.expect("->")?;
    let (results, result_attrs) = function_syntax::parse_results(p)?;
    let (types, arg_attrs): (Vec<_>, Vec<_>) = inputs.into_iter().unzip();
    function_syntax::set_arg_and_result_attrs(p.cx(), state, arg_attrs, result_attrs);
    if results.len() > 1 {
        return Err(p.error_at(at, "expected function with 0 or 1 result"));
    }
    if results.iter().any(|&ty| is_void(p.cx(), ty)) {
        return Err(p.error_at(at, "expected a non-void result type"));
    }
    let values = p.resolve_all(args, &types, at)?;
    state.operands.extend(values);
    state.result_types.extend(results);
    Ok(state.operands.len())
}
