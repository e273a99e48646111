//! `vhlo-legalize-to-stablehlo`: the newest version of VHLO to StableHLO.
//!
//! The inverse of `stablehlo-legalize-to-vhlo`: attributes with default values are omitted. Ops of other dialects are unchanged.

use strata_bytecode::{Conversion, OpHead};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_vhlo::{ApiVersion, Version, attrs, base_name, row, types};

use crate::{
    convert::{Action, Convert, convert, head_of, set_head},
    defaults::{self, Fill},
    groups,
    to_version::other_version,
};

/// Legalizes VHLO to StableHLO.
#[pass(name = "vhlo-legalize-to-stablehlo", on = "builtin.module")]
pub struct VhloLegalizeToStablehlo;

impl BodyPass for VhloLegalizeToStablehlo {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        *body = *legalize(body)?;
        Ok(())
    }
}

/// Converts a module to StableHLO.
pub fn legalize(body: &Body) -> Result<Box<Body>, Vec<Diagnostic>> {
    convert(body, &FromVhlo)
}

struct FromVhlo;

impl Convert for FromVhlo {
    fn ty(&self, cx: &Context, ty: Type) -> Result<Type, String> {
        Ok(types::unwrap(cx, ty))
    }
    fn op(&self, body: &Body, op: Op, parent: &str, new: &mut OpState) -> Result<Action, String> {
        if body.op_name(op) == "builtin.unrealized_conversion_cast" && is_cast(body, op) {
            return Ok(Action::Forward);
        }
        let head = from_vhlo(body.cx(), head_of(body, op), parent)?;
        set_head(new, head);
        Ok(Action::Keep)
    }
}

/// Converts an op to StableHLO; `parent` is the name of the op around it.
pub(crate) fn from_vhlo(cx: &Context, op: OpHead, parent: &str) -> Result<OpHead, String> {
    let name = op.info.name;
    if !name.starts_with("vhlo.") {
        let mut op = op;
        op.attrs.iter_mut().flatten().for_each(|a| *a = attrs::unwrap(cx, *a));
        op.extra.iter_mut().for_each(|e| e.1 = attrs::unwrap(cx, e.1));
        return Ok(op);
    }
    let base = base_name(name);
    let in_function = matches!(parent, "vhlo.func_v1" | "func.func");
    let target = match base {
        "func" | "call" => format!("func.{base}"),
        "return" if in_function => "func.return".to_owned(),
        _ => format!("stablehlo.{base}"),
    };
    let mut new = OpHead::new(cx.op_info(&target).ok_or_else(|| format!("there is no op '{target}'"))?);
    let groups = groups::for_op(base);
    for group in groups {
        let parts: Option<SmallVec<[Attr; 9]>> =
            group.parts.iter().map(|p| op.attr(cx, p).map(|a| attrs::unwrap(cx, a))).collect();
        let joined = parts.and_then(|p| (group.join)(cx, &p));
        match joined {
            Some(Some(attr)) => new.set_attr(cx, group.name, attr),
            Some(None) => {}
            None => return Err(format!("the parts of the attribute '{}' do not fit", group.name)),
        }
    }
    // One list of layouts may be empty and the other one not.
    let layouts = ["operand_layouts", "result_layouts"];
    let is_empty =
        |name: &&str| op.attr(cx, name).is_some_and(|a| Fill::EmptyArray.is(cx, attrs::unwrap(cx, a), 0));
    let no_layouts = layouts.iter().all(|name| is_empty(&name));
    for (name, attr) in op.inherent() {
        let attr = attrs::unwrap(cx, attr);
        if groups.iter().any(|g| g.parts.contains(&name))
            || (no_layouts || !layouts.contains(&name))
                && defaults::fill(cx, base, name).is_some_and(|fill| fill.is(cx, attr, 0))
        {
            continue;
        }
        let Some(slot) = new.info.attr_slot(name) else {
            return Err(format!("'{target}' has no attribute '{name}'"));
        };
        let check = new.info.attrs[slot].check;
        let fitting = CANDIDATES.iter().find_map(|make| make(cx, attr).filter(|&a| check(a, cx)));
        match fitting {
            Some(a) => new.attrs[slot] = Some(a),
            None => {
                let text = cx.attr_to_string(attr);
                return Err(format!("the attribute '{name}' = {text} is not one of '{target}'"));
            }
        }
    }
    new.extra.extend(op.extra.iter().map(|&(n, a)| (n, attrs::unwrap(cx, a))));
    Ok(new)
}

/// Whether an op is a cast between a type of VHLO and its equivalent, as in programs of several dialects.
fn is_cast(body: &Body, op: Op) -> bool {
    let cx = body.cx();
    body.num_operands(op) == body.results(op).len()
        && body
            .operand_types(op)
            .zip(body.result_types(op))
            .all(|(a, b)| types::unwrap(cx, a) == types::unwrap(cx, b))
}

/// The possible forms of a VHLO attribute in StableHLO: itself, an array, a symbol, symbols, a flag, a number.
const CANDIDATES: [fn(&Context, Attr) -> Option<Attr>; 6] = [
    |_, attr| Some(attr),
    |cx, attr| {
        let d = cx.attr_as::<DenseElementsAttr>(attr)?;
        let bool = cx.elem_or_self(d.ty) == cx.i1();
        let values = d.to_i64s(cx)?;
        let values = values.into_iter().map(|v| if bool { v & 1 } else { v }).collect();
        Some(cx.attr(DenseArrayAttr { elem: cx.elem_or_self(d.ty), values }))
    },
    symbol,
    |cx, attr| {
        let items = cx.attr_as::<ArrayAttr>(attr)?;
        items.0.iter().map(|&a| symbol(cx, a)).collect::<Option<Vec<_>>>().map(|v| cx.array_attr(v))
    },
    |cx, attr| (attr == cx.bool_attr(true)).then(|| cx.unit()),
    |cx, attr| cx.attr_as::<ApiVersion>(attr).map(|v| cx.i32_attr(v.0 as i32)),
];

fn symbol(cx: &Context, attr: Attr) -> Option<Attr> {
    cx.attr_as::<StringAttr>(attr).map(|s| cx.symbol_ref(s.as_str()))
}

/// The conversion of files while they are read: to the newest version, then to StableHLO.
pub(crate) struct WhileReading;

impl Conversion for WhileReading {
    fn fits(&self, names: &mut dyn Iterator<Item = String>) -> bool {
        let mut vhlo = false;
        for name in names {
            // Some casts are removed, which depends on their types.
            if name == "builtin.unrealized_conversion_cast" {
                return false;
            }
            vhlo |= name.starts_with("vhlo.");
        }
        vhlo
    }
    fn ty(&self, cx: &Context, ty: Type) -> Type {
        types::unwrap(cx, ty)
    }
    fn op(&self, cx: &Context, op: OpHead, parent: &'static OpInfo) -> Result<OpHead, String> {
        let newest = match row(op.info.name) {
            Some(old) if !old.is_legal(Version::CURRENT) => other_version(cx, &op, old, Version::CURRENT)?,
            _ => op,
        };
        from_vhlo(cx, newest, parent.name)
    }
}
