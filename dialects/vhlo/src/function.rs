//! The short form of functions: `vhlo.func_v1 @main(%arg0: !vhlo.f32_v1) -> (!vhlo.f32_v1) { … } {arg_attrs = …}`.

use strata_ir::{
    prelude::*,
    text::{CustomFns, RegionStyle},
};

use crate::{
    attrs::{unwrap, wrap},
    types,
};

/// How functions are read and printed.
pub(crate) static FUNCTION: CustomFns = CustomFns { print, parse };

/// The attributes that the short form prints outside of its attribute dictionary.
const SHOWN: &[&str] = &["sym_name", "function_type"];

fn print(op: Op, p: &mut Printer<'_>) {
    let (b, cx) = (p.body(), p.cx());
    let name = b.attr(op, "sym_name").map(|a| unwrap(cx, a)).and_then(|a| cx.attr_str(a)).unwrap_or_default();
    let ty = b.attr(op, "function_type").map(|a| unwrap(cx, a)).and_then(|a| cx.attr_as::<TypeAttr>(a));
    let results: &[Type] = ty.and_then(|t| cx.type_as::<FunctionType>(t.0)).map_or(&[], |f| &f.results);
    let region = b.regions(op).first().copied();
    let entry = region.and_then(|r| b.blocks(r).first().copied());
    let args = entry.map(|block| b.block_args(block)).unwrap_or_default();
    p.space().symbol_text(name).text("(").list(args.iter().copied(), |p, arg| _ = p.region_arg(arg));
    p.text(") -> (").types(results.iter().map(|&t| types::wrap(cx, t))).text(") ");
    if let Some(region) = region {
        p.region(region, RegionStyle { args: false, terminator: true, empty_block: true });
    }
    p.attr_dict(op, SHOWN);
}

fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let name = p.symbol_name()?;
    p.expect("(")?;
    let args = p.list_until(")", Parser::block_arg)?;
    let results = p.arrow_types_opt()?;
    p.region(state, &args)?;
    let cx = p.cx();
    let inner = |types: Vec<Type>| types.into_iter().map(|t| types::unwrap(cx, t)).collect();
    let ty = FunctionType { inputs: inner(args.iter().map(|a| a.ty).collect()), results: inner(results) };
    let ty = cx.type_attr(cx.ty(ty));
    state.set_attr(cx, "sym_name", wrap(cx, cx.string_attr(cx.str(name))));
    state.set_attr(cx, "function_type", wrap(cx, ty));
    p.attr_dict(state)
}
