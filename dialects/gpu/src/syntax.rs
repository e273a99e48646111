//! Pieces of syntax that several ops share: `async [%token]`, and the buffers of a kernel.

use strata_ir::prelude::*;

use crate::{AddressSpace, AsyncTokenType};

/// Whether an op gives a token.
fn is_async(b: &Body, op: Op) -> bool {
    b.results(op).iter().any(|&r| b.cx().type_as::<AsyncTokenType>(b.ty(r)).is_some())
}

/// `async [%a, %b]`, without the space before it; prints nothing for an op that neither waits nor gives a token.
pub fn print_async(p: &mut Printer<'_>, op: Op) {
    let b = p.body();
    let deps = b.operand_group(op, 0);
    if is_async(b, op) {
        p.text("async");
        if !deps.is_empty() {
            p.text(" ");
        }
    }
    if !deps.is_empty() {
        p.text("[").values(deps.map(|i| b.operand(op, i))).text("]");
    }
}

/// The inverse of [`print_async`]: whether the op has a token as result, and the tokens that it waits for.
pub fn parse_async<'s>(p: &mut Parser<'s>) -> PResult<(bool, Vec<Unresolved<'s>>)> {
    let gives = p.eat("async");
    let deps = if p.eat("[") { p.list_until("]", Parser::operand)? } else { Vec::new() };
    Ok((gives, deps))
}

/// `custom<AsyncDependencies>` for ops whose first operand group are the tokens they wait for.
pub static ASYNC: CustomDirective = CustomDirective {
    print: |op, p| print_async(p, op),
    parse: |p, state, f| {
        let (gives, deps) = parse_async(p)?;
        let token = p.cx().ty(AsyncTokenType);
        f.operands[0].extend(deps);
        if let Some(group) = state.info.results.iter().position(|r| r.name == "asyncToken") {
            f.result_types[group] = Some(gives.then_some(token).into_iter().collect());
        }
        Ok(())
    },
    attrs: &[],
};

/// The attribute that counts the buffers in shared memory.
pub const WORKGROUP_ATTRIBUTIONS: &str = "workgroup_attributions";

/// How many of the arguments of the body are buffers in shared memory.
pub fn num_workgroup(b: &Body, op: Op) -> usize {
    let n = b.attr(op, WORKGROUP_ATTRIBUTIONS).and_then(|a| b.cx().attr_i64(a));
    n.and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
}

/// Buffers as written, and their attributes.
pub type Buffers<'s> = (Vec<BlockArg<'s>>, Vec<Vec<(Str, Attr)>>);

/// ` workgroup(%a : memref<4xf32>)`; nothing without buffers. `attrs` names an array of dictionaries.
pub fn print_buffers(p: &mut Printer<'_>, op: Op, word: &str, buffers: &[Value], attrs: Option<&str>) {
    if buffers.is_empty() {
        return;
    }
    p.text(" ").text(word).text("(");
    p.list(buffers.iter().enumerate(), |p, (i, &v)| {
        let b = p.body();
        p.value(v).text(" : ").type_of(v);
        if let Some(name) = attrs {
            let all = strata_func::function_syntax::dict_at(b, op, name, i);
            p.named_attrs(&all);
        }
    });
    p.text(")");
}

/// The inverse of [`print_buffers`].
pub fn parse_buffers<'s>(p: &mut Parser<'s>, word: &str, attrs: bool) -> PResult<Buffers<'s>> {
    let (mut args, mut dicts) = (Vec::new(), Vec::new());
    if p.eat(word) {
        p.expect("(")?;
        p.list_until(")", |p| {
            let (name, loc) = p.arg_name()?;
            p.expect(":")?;
            let ty = p.ty()?;
            dicts.push(if attrs { p.dictionary_opt()? } else { Vec::new() });
            args.push(BlockArg { name, ty, loc });
            Ok(())
        })?;
    }
    Ok((args, dicts))
}

/// Sets an array of dictionaries, where any of them has an entry.
pub fn set_dicts(cx: &Context, state: &mut OpState, name: &str, dicts: Vec<Vec<(Str, Attr)>>) {
    if dicts.iter().any(|d| !d.is_empty()) {
        let dicts = dicts.into_iter().map(|d| cx.dict_attr(d)).collect();
        state.set_attr(cx, name, cx.array_attr(dicts));
    }
}

/// Buffers are memrefs, and in the right space where they say one.
pub fn verify_buffers(b: &Body, buffers: &[Value], space: AddressSpace) -> VerifyResult {
    let cx = b.cx();
    for &v in buffers {
        ensure!(cx.type_as::<MemRefType>(b.ty(v)).is_some(), "expected memref type in attribution");
        let other = AddressSpace::from_type(cx, b.ty(v)).is_some_and(|s| s != space);
        ensure!(!other, "expected memory space {} in attribution", space.word());
    }
    Ok(())
}
