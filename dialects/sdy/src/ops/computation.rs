//! Computations: on the parts of tensors that each device has, and named ones.

use strata_ir::core::{VerifySymbolUses, symbols::SymbolScope};
use strata_ir::prelude::*;
use strata_ir::text::{Param, RegionStyle};

use crate::{
    attrs::{ManualAxes, TensorShardingPerValue},
    verify::{Place, manual_computation, shardings_of},
};

/// Ends a computation.
#[op(
    name = "sdy.return",
    traits = [Pure, Terminator],
    asm = "attr-dict ($results^ `:` type($results))?",
)]
pub struct ReturnOp {
    /// The results of the computation.
    pub results: Variadic<AnyType>,
}

/// A computation on the local parts of tensors, along some axes.
#[op(
    name = "sdy.manual_computation",
    traits = [IsolatedFromAbove, SingleBlock, RecursiveMemoryEffects],
    interfaces = [VerifySymbolUses, Canonicalize],
    custom_asm,
)]
pub struct ManualComputationOp {
    /// The tensors.
    pub tensors: Variadic<RankedTensor>,
    /// How they are split.
    pub in_shardings: Attr<TensorShardingPerValue>,
    /// How the results are split.
    pub out_shardings: Attr<TensorShardingPerValue>,
    /// The axes along which the body has parts.
    pub manual_axes: Attr<ManualAxes>,
    /// The computation.
    pub body: SingleBlockRegion,
    /// The results.
    pub results: VariadicRes<RankedTensor>,
}

/// A named computation, through which shardings are propagated.
#[op(
    name = "sdy.named_computation",
    traits = [IsolatedFromAbove, SingleBlock, RecursiveMemoryEffects, RecursivelySpeculatable],
    interfaces = [VerifySymbolUses],
    custom_asm,
)]
pub struct NamedComputationOp {
    /// Its name.
    pub name: Attr<StringAttr>,
    /// The values.
    pub operands: Variadic<AnyType>,
    /// How they are split.
    pub in_shardings: OptAttr<TensorShardingPerValue>,
    /// How the results are split.
    pub out_shardings: OptAttr<TensorShardingPerValue>,
    /// The computation.
    pub body: SingleBlockRegion,
    /// The results.
    pub results: VariadicRes<AnyType>,
}

const HIDDEN: &[&str] = &["in_shardings", "out_shardings", "manual_axes", "name"];

/// ` name=[…]`, if there are shardings.
fn print_shardings(p: &mut Printer<'_>, name: &str, shardings: Option<Attr>) {
    let shardings = shardings.and_then(|a| p.cx().attr_as::<TensorShardingPerValue>(a));
    let Some(shardings) = shardings else { return };
    p.text(" ").text(name).text("=[");
    for (i, sharding) in shardings.0.iter().enumerate() {
        p.text(if i == 0 { "" } else { ", " });
        Param::print(sharding, &mut p.writer());
    }
    p.text("]");
}
fn parse_shardings(p: &mut Parser<'_>, name: &str, state: &mut OpState) -> PResult<()> {
    p.expect(name)?;
    p.expect("=")?;
    let shardings = TensorShardingPerValue::parse_list(p)?;
    let attr = p.cx().attr(shardings);
    state.set_attr(p.cx(), name, attr);
    Ok(())
}

/// Prints the operands `(%a, %b)` of the op, which are values of the enclosing body.
fn print_operands(p: &mut Printer<'_>, op: Op) {
    p.text("(");
    p.in_parent(op, |p, op| {
        let b = p.body();
        _ = p.values(b.operands(op));
    });
    p.text(")");
}
/// ` (%arg0: …) { … } : (…) -> (…)`.
fn print_body(p: &mut Printer<'_>, op: Op) {
    let b = p.body();
    let region = b.regions(op)[0];
    let args = b.blocks(region).first().map(|&block| b.block_args(block)).unwrap_or_default();
    p.text(" (").list(args.iter().copied(), |p, arg| _ = p.region_arg(arg)).text(") ");
    p.region(region, RegionStyle::NO_ARGS);
    p.attr_dict(op, HIDDEN).text(" : ");
    p.in_parent(op, |p, op| {
        let b = p.body();
        let (inputs, results): (Vec<Type>, Vec<Type>) =
            (b.operand_types(op).collect(), b.result_types(op).collect());
        _ = p.function_type(&inputs, &results);
    });
}
fn parse_body<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    operands: &[strata_ir::text::Unresolved<'s>],
) -> PResult<()> {
    p.expect("(")?;
    let args = p.list_until(")", Parser::block_arg)?;
    p.region(state, &args)?;
    p.attr_dict(state)?;
    p.expect(":")?;
    let at = p.location();
    let (inputs, results) = p.functional_type()?;
    state.operands.extend(p.resolve_all(operands, &inputs, at)?);
    state.result_types = results.into();
    Ok(())
}

impl CustomAsm for ManualComputationOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, op) = (p.body(), self.op());
        print_operands(p, op);
        print_shardings(p, "in_shardings", b.attr(op, "in_shardings"));
        print_shardings(p, "out_shardings", b.attr(op, "out_shardings"));
        if let Some(axes) = b.attr(op, "manual_axes").and_then(|a| b.cx().attr_as::<ManualAxes>(a)) {
            p.text(" manual_axes=");
            Param::print(axes, &mut p.writer());
        }
        print_body(p, op);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        p.expect("(")?;
        let operands = p.list_until(")", Parser::operand)?;
        parse_shardings(p, "in_shardings", state)?;
        parse_shardings(p, "out_shardings", state)?;
        p.expect("manual_axes")?;
        p.expect("=")?;
        let axes = <ManualAxes as Param>::parse(p)?;
        let axes = p.cx().attr(axes);
        state.set_attr(p.cx(), "manual_axes", axes);
        parse_body(p, state, &operands)
    }
}

impl CustomAsm for NamedComputationOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, op) = (p.body(), self.op());
        p.text("<").attr_without_type(self.name(b).raw()).text(">");
        print_operands(p, op);
        print_shardings(p, "in_shardings", b.attr(op, "in_shardings"));
        print_shardings(p, "out_shardings", b.attr(op, "out_shardings"));
        print_body(p, op);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        p.expect("<")?;
        let name = p.string()?;
        p.expect(">")?;
        let name = p.cx().attr(StringAttr { value: name, ty: None });
        state.set_attr(p.cx(), "name", name);
        p.expect("(")?;
        let operands = p.list_until(")", Parser::operand)?;
        for name in ["in_shardings", "out_shardings"] {
            if p.peek(name) {
                parse_shardings(p, name, state)?;
            }
        }
        parse_body(p, state, &operands)
    }
}

/// The types of the arguments and of the returned values of the body of an op.
fn inner_types(b: &Body, op: Op) -> (Vec<Type>, Vec<Type>) {
    let (inner, own) = b.inner(op);
    let block = inner.regions(own).first().and_then(|&r| inner.blocks(r).first().copied());
    let Some(block) = block else { return Default::default() };
    let args = inner.block_args(block).iter().map(|&v| inner.ty(v)).collect();
    let returned = inner.last_op(block).map(|last| inner.operand_types(last).collect()).unwrap_or_default();
    (args, returned)
}

impl VerifySymbolUses for ManualComputationOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let types = inner_types(b, self.op());
        manual_computation(b, self.op(), &types, &Place::new(b.cx(), symbols))
    }
}

impl VerifySymbolUses for NamedComputationOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let (cx, op) = (b.cx(), self.op());
        let (args, returned) = inner_types(b, op);
        let operands: Vec<Type> = b.operand_types(op).collect();
        let results: Vec<Type> = b.result_types(op).collect();
        for (inner, outer, inner_name, outer_name) in [
            (&args, &operands, "block argument", "operand"),
            (&returned, &results, "returned value", "result"),
        ] {
            if inner.len() != outer.len() && inner_name != "returned value" {
                return Err(VerifyError::bare(format!(
                    "number of {inner_name}s must match the number of {outer_name}s: {} != {}",
                    inner.len(),
                    outer.len()
                )));
            }
            if inner_name == "returned value" && inner != outer {
                let list = |types: &[Type]| {
                    types
                        .iter()
                        .map(|&t| format!("'{}'", cx.type_to_string(t)))
                        .collect::<Vec<_>>()
                        .join(", ")
                };
                let (inferred, declared) = (list(inner), list(outer));
                return Err(format!(
                    "inferred type(s) {inferred} are incompatible with return type(s) of operation {declared}"
                )
                .into());
            }
            if let Some(i) = (0..inner.len()).find(|&i| inner[i] != outer[i]) {
                return Err(VerifyError::bare(format!(
                    "expected the type of the {i}'th {inner_name} to match the type of the corresponding {outer_name}: '{}' vs '{}'",
                    cx.type_to_string(inner[i]),
                    cx.type_to_string(outer[i])
                )));
            }
        }
        let (own, at) = b.inner(op);
        for (name, types) in [("in_shardings", &operands), ("out_shardings", &results)] {
            if let Some(all) = own.attr(at, name).and_then(|a| cx.attr_as::<TensorShardingPerValue>(a)) {
                let mut place = Place::new(cx, symbols);
                place.prefix = format!("{name} ");
                shardings_of(all, types, &place)?;
            }
        }
        Ok(())
    }
}
