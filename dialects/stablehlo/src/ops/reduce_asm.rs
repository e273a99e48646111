//! The text of `reduce`: `(%x init: %i) applies stablehlo.add across dimensions = [1] : …`, or with a region.

use strata_ir::{prelude::*, text::RegionStyle};

use super::{ReduceOp, ReturnOp};
use crate::asm::{parse_numbers, print_numbers};

impl ReduceOp {
    /// The op that `applies` names, if the short form is complete.
    fn applied(self, b: &Body) -> Option<Op> {
        let op = self.simple_reducer(b)?;
        let info = b.info(op);
        let input = self.inputs(b).next()?;
        let scalar = b.cx().tensor(&[], b.cx().elem_or_self(b.ty(input)));
        let simple = info.dialect() == "stablehlo"
            && info.has(Trait::Commutative)
            && b.num_operands(op) == 2
            && b.results(op).len() == 1
            && b.regions(op).is_empty()
            && b.extra_attrs(op).is_empty()
            && b.operand_types(op).chain(b.result_types(op)).all(|t| t == scalar);
        simple.then_some(op)
    }
}

impl CustomAsm for ReduceOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, op) = (p.body(), self.op());
        let pairs: SmallVec<[(Value, Value); 2]> = self.inputs(b).zip(self.init_values(b)).collect();
        p.list(pairs, |p, (input, init)| {
            p.text("(").value(input).text(" init: ").value(init).text(")");
        });
        let applied = self.applied(b);
        if let Some(inner) = applied {
            p.text(" applies ").text(b.op_name(inner));
        }
        p.text(" across dimensions = ");
        print_numbers(p, self.dims(b));
        p.attr_dict(op, &["dimensions"]).text(" : ");
        let (inputs, results): (Vec<Type>, Vec<Type>) =
            (b.operand_types(op).collect(), b.result_types(op).collect());
        p.function_type(&inputs, &results);
        if applied.is_some() {
            return;
        }
        p.indented_newline().text(" reducer");
        if let Some(&block) = b.blocks(self.body(b)).first() {
            let args = b.block_args(block);
            let (lhs, rhs) = args.split_at(args.len() / 2);
            for (&l, &r) in lhs.iter().zip(rhs) {
                p.text("(").region_arg(l).text(", ").region_arg(r).text(") ");
            }
        }
        p.space().region(self.body(b), RegionStyle::NO_ARGS);
    }

    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let at = p.location();
        let pairs = p.comma_list(|p| {
            p.expect("(")?;
            let input = p.operand()?;
            p.expect("init")?;
            p.expect(":")?;
            let init = p.operand()?;
            p.expect(")")?;
            Ok((input, init))
        })?;
        let operands: Vec<Unresolved<'_>> =
            pairs.iter().map(|&(input, _)| input).chain(pairs.iter().map(|&(_, init)| init)).collect();
        let mut applied = None;
        if p.eat("applies") {
            let at = p.location();
            let name = p.keyword()?;
            let Some(info) = p.cx().op_info(name) else {
                return Err(p.error_at(at, format!("expected a registered operation, got '{name}'")));
            };
            let binary = info.dialect() == "stablehlo"
                && info.has(Trait::Commutative)
                && (info.operands.len(), info.results.len(), info.regions.len()) == (2, 1, 0);
            if !binary {
                return Err(p.error_at(
                    at,
                    "expected the inner-op to be a commutative binary-op that produces a single result",
                ));
            }
            applied = Some(info);
        }
        p.expect("across")?;
        p.expect("dimensions")?;
        p.expect("=")?;
        let dims = parse_numbers(p)?;
        let cx = p.cx();
        state.set_attr(cx, "dimensions", cx.i64_array(&dims));
        p.attr_dict(state)?;
        p.expect(":")?;
        let (inputs, results) = p.functional_type()?;
        state.operands.extend(p.resolve_all(&operands, &inputs, at)?);
        state.result_types = results.into();
        match applied {
            Some(info) => build_reducer(p, state, info, inputs.first().copied()),
            None => parse_reducer(p, state, pairs.len()),
        }
    }
}

/// Builds the region of the short form.
fn build_reducer(
    p: &mut Parser<'_>,
    state: &mut OpState,
    info: &'static OpInfo,
    input: Option<Type>,
) -> PResult<()> {
    let Some(input) = input else { return Err(p.error("expected at least 1 input")) };
    let loc = p.location_opt()?.unwrap_or(state.loc);
    state.loc = loc;
    let cx = p.cx();
    let scalar = cx.tensor(&[], cx.elem_or_self(input));
    let body = p.body();
    let region = body.new_region();
    let block = body.add_block(region, &[scalar, scalar]);
    let args: SmallVec<[Value; 2]> = body.block_args(block).into();
    for &arg in &args {
        body.set_arg_loc(arg, loc);
    }
    let mut builder = Builder::new(body, InsertPoint::at_end(block), loc);
    let mut inner = OpState::new(info, loc);
    inner.operands.extend(args);
    inner.result_types.push(scalar);
    let inner = builder.build(inner);
    let result = builder.result(inner, 0);
    ReturnOp::build(&mut builder, &[result]);
    state.regions.push(region);
    Ok(())
}

/// `reducer(%a: t, %b: t) (%c: t, %d: t) { … }`.
fn parse_reducer(p: &mut Parser<'_>, state: &mut OpState, n: usize) -> PResult<()> {
    p.expect("reducer")?;
    let (mut args, mut right) = (Vec::new(), Vec::new());
    for _ in 0..n {
        p.expect("(")?;
        args.push(p.block_arg()?);
        p.expect(",")?;
        right.push(p.block_arg()?);
        p.expect(")")?;
    }
    args.extend(right);
    p.region(state, &args)
}
