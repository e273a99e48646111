//! `vhlo-legalize-to-stablehlo`: the newest version of VHLO to StableHLO.
//!
//! The inverse of `stablehlo-legalize-to-vhlo`: attributes that say nothing are left out. Left alone: ops of other
//! dialects.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_vhlo::{ApiVersion, attrs, base_name, types};

use crate::{
    convert::{Action, Convert, convert},
    defaults, groups,
    to_vhlo::keep,
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

/// The StableHLO that a module becomes.
pub fn legalize(body: &Body) -> Result<Box<Body>, Vec<Diagnostic>> {
    convert(body, &FromVhlo)
}

struct FromVhlo;

impl Convert for FromVhlo {
    fn ty(&self, cx: &Context, ty: Type) -> Result<Type, String> {
        Ok(types::unwrap(cx, ty))
    }
    fn op(&self, body: &Body, op: Op, parent: &str, new: &mut OpState) -> Result<Action, String> {
        let (cx, name) = (body.cx(), body.op_name(op));
        if name == "builtin.unrealized_conversion_cast" && is_cast(body, op) {
            return Ok(Action::Forward);
        }
        if !name.starts_with("vhlo.") {
            keep(body, op, new);
            for attr in new.attrs.iter_mut().flatten() {
                *attr = attrs::unwrap(cx, *attr);
            }
            for (_, attr) in &mut new.extra {
                *attr = attrs::unwrap(cx, *attr);
            }
            return Ok(Action::Keep);
        }
        let base = base_name(name);
        let in_function = matches!(parent, "vhlo.func_v1" | "func.func");
        let target = match base {
            "func" | "call" => format!("func.{base}"),
            "return" if in_function => "func.return".to_owned(),
            _ => format!("stablehlo.{base}"),
        };
        new.info = cx.op_info(&target).ok_or_else(|| format!("there is no op '{target}'"))?;
        new.attrs = SmallVec::from_elem(None, new.info.attrs.len());
        let groups = groups::of(base);
        for group in groups {
            let parts: Option<Vec<Attr>> =
                group.parts.iter().map(|p| body.attr(op, p).map(|a| attrs::unwrap(cx, a))).collect();
            let joined = parts.and_then(|p| (group.join)(cx, &p));
            match joined {
                Some(Some(attr)) => new.set_attr(cx, group.name, attr),
                Some(None) => {}
                None => return Err(format!("the parts of the attribute '{}' do not fit", group.name)),
            }
        }
        let fills = defaults::of(base);
        let slots = body.info(op).attrs.iter().enumerate();
        for (name, attr) in slots.filter_map(|(i, a)| Some((a.name, body.attr_slot(op, i)?))) {
            let attr = attrs::unwrap(cx, attr);
            if groups.iter().any(|g| g.parts.contains(&name))
                || fills.iter().any(|&(n, fill)| n == name && fill.is(cx, attr, 0))
            {
                continue;
            }
            let Some(slot) = new.info.attr_slot(name) else {
                return Err(format!("'{target}' has no attribute '{name}'"));
            };
            let check = new.info.attrs[slot].check;
            match candidates(cx, attr).into_iter().flatten().find(|&a| check(a, cx)) {
                Some(a) => new.attrs[slot] = Some(a),
                None => {
                    let text = cx.attr_to_string(attr);
                    return Err(format!("the attribute '{name}' = {text} is not one of '{target}'"));
                }
            }
        }
        new.extra = body.extra_attrs(op).iter().map(|&(n, a)| (n, attrs::unwrap(cx, a))).collect();
        Ok(Action::Keep)
    }
}

/// A cast between a type of VHLO and what it stands for, which programs of several dialects have.
fn is_cast(body: &Body, op: Op) -> bool {
    let cx = body.cx();
    body.num_operands(op) == body.results(op).len()
        && body
            .operand_types(op)
            .zip(body.result_types(op))
            .all(|(a, b)| types::unwrap(cx, a) == types::unwrap(cx, b))
}

/// What an attribute of VHLO can be in StableHLO: itself, an array, a symbol, symbols, a flag, a number.
fn candidates(cx: &Context, attr: Attr) -> [Option<Attr>; 6] {
    let symbol = |a: Attr| cx.attr_as::<StringAttr>(a).map(|s| cx.symbol_ref(s.as_str()));
    let array = || {
        let d = cx.attr_as::<DenseElementsAttr>(attr)?;
        let bool = cx.elem_or_self(d.ty) == cx.i1();
        let values = d.to_i64s(cx)?;
        let values = values.into_iter().map(|v| if bool { v & 1 } else { v }).collect();
        Some(cx.attr(DenseArrayAttr { elem: cx.elem_or_self(d.ty), values }))
    };
    let symbols = || {
        let items = cx.attr_as::<ArrayAttr>(attr)?;
        items.0.iter().map(|&a| symbol(a)).collect::<Option<Vec<_>>>().map(|v| cx.array_attr(v))
    };
    let number = cx.attr_as::<ApiVersion>(attr).map(|v| cx.i32_attr(v.0 as i32));
    let flag = (attr == cx.bool_attr(true)).then(|| cx.unit());
    [Some(attr), array(), symbol(attr), symbols(), flag, number]
}
