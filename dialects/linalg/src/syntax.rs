//! The parts of syntax that structured ops share: `ins(…) outs(…)`, results and hidden regions.

use strata_ir::prelude::*;

use crate::{TypeFn, payload, structure::Structure};

/// Prints ` ins(%a : t) outs(%b : t)`.
pub fn print_operands(p: &mut Printer<'_>, op: Op) {
    let b = p.body();
    for (word, group) in [("ins", 0), ("outs", 1)] {
        let range = b.operand_group(op, group);
        if !range.is_empty() {
            let values: Vec<Value> = range.map(|i| b.operand(op, i)).collect();
            p.text(" ").text(word).text("(").values(values.iter().copied()).text(" : ");
            p.types(values.iter().map(|&v| b.ty(v))).text(")");
        }
    }
}

/// An attribute that upstream stores on ops whose maps were asked for, and never writes in custom syntax.
const MEMOIZED_MAPS: &str = "linalg.memoized_indexing_maps";

/// Prints a named op, whose region is not written.
pub fn print_named(p: &mut Printer<'_>, op: Op) {
    p.attr_dict(op, &[MEMOIZED_MAPS]);
    print_operands(p, op);
    let results: Vec<Type> = p.body().result_types(op).collect();
    p.arrow_types(&results);
}

/// Parses `indexing_maps = [map, …]`, if it comes next.
pub fn parse_maps(p: &mut Parser<'_>, state: &mut OpState) -> PResult<bool> {
    if !p.eat("indexing_maps") {
        return Ok(false);
    }
    p.expect("=")?;
    let at = p.location();
    let maps = p.attr()?;
    if crate::attrs::maps(p.cx(), maps).is_none() {
        return Err(p.error_at(at, "expected affine map attribute"));
    }
    state.set_attr(p.cx(), "indexing_maps", maps);
    Ok(true)
}

/// Numbers of inputs and outputs.
pub struct Parsed {
    /// Number of inputs.
    pub inputs: usize,
    /// Number of outputs.
    pub outputs: usize,
}

/// Parses `{attrs} ins(%a : t) outs(%b : t)`.
pub fn parse_operands(p: &mut Parser<'_>, state: &mut OpState) -> PResult<Parsed> {
    if p.eat("<") {
        p.attr_dict(state)?;
        p.expect(">")?;
    }
    p.attr_dict(state)?;
    let mut sizes = [0, 0];
    for (i, word) in ["ins", "outs"].into_iter().enumerate() {
        if p.eat(word) {
            p.expect("(")?;
            let at = p.location();
            let operands = p.operands()?;
            if !operands.is_empty() {
                p.expect(":")?;
                let types = p.types_comma()?;
                let values = p.resolve_all(&operands, &types, at)?;
                sizes[i] = values.len();
                state.operands.extend(values);
            }
            p.expect(")")?;
        }
    }
    if state.info.has(Trait::AttrSizedOperandSegments) {
        let attr = p.cx().i32_array(&[sizes[0] as i32, sizes[1] as i32]);
        state.set_attr(p.cx(), "operandSegmentSizes", attr);
    }
    Ok(Parsed { inputs: sizes[0], outputs: sizes[1] })
}

/// The types of operands of a state.
pub fn operand_types(p: &mut Parser<'_>, state: &OpState) -> Vec<Type> {
    state.operands.iter().map(|&v| p.body().ty(v)).collect()
}

/// Adds a result for each output that is a tensor.
pub fn infer_results(p: &mut Parser<'_>, state: &mut OpState, parsed: &Parsed) {
    let cx = p.cx();
    let types = operand_types(p, state);
    state.result_types.extend(types[parsed.inputs..].iter().copied().filter(|&t| AnyTensor::check(t, cx)));
}

/// The conversion that the attribute `cast` asks for.
pub fn type_fn(cx: &Context, attr: Option<Attr>) -> TypeFn {
    attr.and_then(|a| cx.attr_as::<TypeFn>(a).copied()).unwrap_or(TypeFn::CastSigned)
}

/// Parses a named op, whose region is not written.
pub fn parse_named(
    p: &mut Parser<'_>,
    state: &mut OpState,
    build: payload::Build<'_>,
    arity: (usize, usize),
) -> PResult<()> {
    let parsed = parse_operands(p, state)?;
    let results = p.arrow_types_opt()?;
    state.result_types.extend(results);
    let at = p.location();
    if (parsed.inputs, parsed.outputs) != arity {
        let n = arity.0 + arity.1;
        let message = format!(
            "[parseNamedStructuredOpRegion] ods-gen generated region expects {n} args, got {}",
            parsed.inputs + parsed.outputs
        );
        return Err(p.error_at(at, message));
    }
    hidden_region(p, state, build)
}

/// The numbers of an attribute that describes windows.
pub fn window_numbers(cx: &Context, attr: Attr) -> Vec<i64> {
    cx.attr_as::<DenseElementsAttr>(attr).and_then(|a| a.to_i64s(cx)).unwrap_or_default()
}

/// Keeps the maps of a named op in an attribute, as upstream does once it has verified the op.
///
/// Nothing here reads it; the generic form is the same as upstream's with it.
pub fn memoize_maps(cx: &Context, state: &mut OpState, structure: Structure) {
    if state.extra.iter().any(|(name, _)| cx.str(*name) == MEMOIZED_MAPS) {
        return;
    }
    let numbers = |name: &str| {
        let attr = state.info.attr_slot(name).and_then(|slot| state.attrs.get(slot).copied().flatten());
        attr.map(|a| window_numbers(cx, a)).unwrap_or_default()
    };
    let maps = structure.indexing_maps(&numbers("strides"), &numbers("dilations"));
    state.set_attr(cx, MEMOIZED_MAPS, crate::attrs::maps_attr(cx, &maps));
}

/// The attributes of an op that is built, with those maps.
pub fn with_memoized_maps<'a>(
    cx: &Context,
    attrs: &[(&'a str, Attr)],
    structure: Structure,
) -> Vec<(&'a str, Attr)> {
    let numbers =
        |name: &str| attrs.iter().find(|a| a.0 == name).map(|a| window_numbers(cx, a.1)).unwrap_or_default();
    let maps = structure.indexing_maps(&numbers("strides"), &numbers("dilations"));
    let mut all = attrs.to_vec();
    if all.iter().all(|a| a.0 != MEMOIZED_MAPS) {
        all.push((MEMOIZED_MAPS, crate::attrs::maps_attr(cx, &maps)));
    }
    all
}

/// Gives a state the region that its syntax does not show.
pub fn hidden_region(p: &mut Parser<'_>, state: &mut OpState, build: payload::Build<'_>) -> PResult<()> {
    let at = state.loc;
    let types = operand_types(p, state);
    let how =
        type_fn(p.cx(), state.info.attr_slot("cast").and_then(|s| state.attrs.get(s).copied().flatten()));
    let region = p.body().new_region();
    state.regions.push(region);
    payload::fill_region(p.body(), region, &types, at, how, build).map_err(|e| p.error_at(at, e))
}

/// Builds a named op with its region.
pub fn build_named<O: OpDef>(
    b: &mut Builder<'_>,
    inputs: &[Value],
    outputs: &[Value],
    attrs: &[(&str, Attr)],
    build: payload::Build<'_>,
) -> Result<O, String> {
    let mut state = OpState::new(O::info(), b.cur_loc());
    state.operands.extend(inputs.iter().chain(outputs).copied());
    state.result_types.extend(outputs.iter().map(|&v| b.ty(v)).filter(|&t| AnyTensor::check(t, b.cx())));
    if O::info().has(Trait::AttrSizedOperandSegments) {
        let sizes = b.cx().i32_array(&[inputs.len() as i32, outputs.len() as i32]);
        state.set_attr(b.cx(), "operandSegmentSizes", sizes);
    }
    for &(name, attr) in attrs {
        state.set_attr(b.cx(), name, attr);
    }
    let how = attrs.iter().find(|a| a.0 == "cast").map(|a| a.1);
    let how = type_fn(b.cx(), how);
    let types: Vec<Type> = state.operands.iter().map(|&v| b.ty(v)).collect();
    let op = b.build(state);
    let (region, loc) = (b.regions(op)[0], b.cur_loc());
    payload::fill_region(b.body(), region, &types, loc, how, build)?;
    Ok(O::from_op_unchecked(op))
}

/// The only op of a payload besides its terminator, if the payload can be printed as `{ op }`.
pub fn short_form(b: &Body, block: Block, init_first: bool, map_init: bool) -> Option<Op> {
    let first = b.first_op(block)?;
    let last = b.next_op(first)?;
    let args = b.block_args(block);
    let wanted = if map_init { args } else { &args[..args.len().saturating_sub(1)] };
    let n = b.num_operands(first);
    if b.next_op(last).is_some()
        || n == 0
        || n != wanted.len()
        || !b.regions(first).is_empty()
        || b.is_shell(first)
    {
        return None;
    }
    let operands: Vec<Value> = b.operands(first).collect();
    let fits = if init_first {
        operands[0] == wanted[n - 1] && operands[1..] == wanted[..n - 1]
    } else {
        operands == wanted
    };
    let end = last.as_op::<crate::YieldOp>(b)?;
    let values: Vec<Value> = end.values(b).collect();
    (fits && !values.is_empty() && values == b.results(first)).then_some(first)
}

/// How fast-math flags are written of which none is set.
const NO_FLAGS: &str = "#arith.fastmath<none>";

/// Prints ` { op {attrs} }`.
pub fn print_short_form(p: &mut Printer<'_>, payload: Op) {
    let (b, cx) = (p.body(), p.cx());
    let info = b.info(payload);
    // As upstream, all attributes are written, but fast-math flags of which none is set.
    let set =
        |attr: Attr| cx.attr_name(attr) != Some("arith.fastmath") || cx.attr_to_string(attr) != NO_FLAGS;
    let slots = info.attrs.iter().enumerate();
    let mut attrs: Vec<(Str, Attr)> = slots
        .filter_map(|(slot, spec)| {
            Some((cx.intern(spec.name), b.attr_slot(payload, slot).filter(|&a| set(a))?))
        })
        .chain(b.extra_attrs(payload).iter().copied())
        .collect();
    attrs.sort_by_key(|&(name, _)| cx.str(name));
    p.text(" { ").text(info.name).named_attrs(&attrs).text(" }");
}

/// The op of a short form: its kind and attributes.
pub struct Short {
    info: &'static OpInfo,
    attrs: Vec<(Str, Attr)>,
}

/// Parses `{ op {attrs} }`, if it comes next.
pub fn parse_short_form(p: &mut Parser<'_>) -> PResult<Option<Short>> {
    if !p.eat("{") {
        return Ok(None);
    }
    let at = p.location();
    let name = p.keyword_opt().ok_or_else(|| p.error_at(at, "expected bare identifier or keyword"))?;
    let Some(info) = p.cx().op_info(name) else {
        return Err(p.error_at(at, format!("custom op '{name}' is unknown")));
    };
    let attrs = p.dictionary_opt()?;
    p.expect("}")?;
    Ok(Some(Short { info, attrs }))
}

/// Builds the region of a short form.
pub fn short_region(
    p: &mut Parser<'_>,
    state: &mut OpState,
    short: Short,
    init_first: bool,
    map_init: bool,
) -> PResult<()> {
    let at = state.loc;
    let cx = p.cx();
    let elems: Vec<Type> = operand_types(p, state).into_iter().map(|t| payload::element(cx, t)).collect();
    // Without operands there is nothing to compute; the verifier reports that they are missing.
    let Some(&result) = elems.last() else {
        let region = p.body().new_region();
        state.regions.push(region);
        return Ok(());
    };
    if short.info.has(Trait::IsolatedFromAbove) || !short.info.regions.is_empty() {
        return Err(p.error_at(at, format!("'{}' cannot be the payload", short.info.name)));
    }
    let region = p.body().new_region();
    state.regions.push(region);
    let block = p.body().add_block(region, &elems);
    let mut args: Vec<Value> = p.body().block_args(block).to_vec();
    if !map_init {
        args.pop();
    } else if init_first {
        args.rotate_right(1);
    }
    let mut inner = OpState::new(short.info, at);
    inner.operands.extend(args);
    inner.result_types.push(result);
    for (name, attr) in short.attrs {
        inner.set_attr(cx, cx.str(name), attr);
    }
    let mut b = Builder::new(p.body(), InsertPoint::at_end(block), at);
    let op = b.build(inner);
    let value = b.result(op, 0);
    crate::YieldOp::build(&mut b, &[value]);
    Ok(())
}

/// Prints the arguments of the only block and the region on a line of their own.
pub fn print_region(p: &mut Printer<'_>, region: Region) {
    let b = p.body();
    let Some(&block) = b.blocks(region).first() else { return };
    p.indented(|p| {
        p.indented_newline().text("(");
        p.list(b.block_args(block), |p, &a| {
            p.region_arg(a);
        });
        p.text(") ").region(region, strata_ir::text::RegionStyle::NO_ARGS);
    });
}

/// Parses the arguments of the only block and the region.
pub fn parse_region(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    p.expect("(")?;
    let args = p.list_until(")", Parser::block_arg)?;
    p.region(state, &args)
}
