//! `stablehlo-legalize-to-vhlo`: StableHLO to the newest version of VHLO.
//!
//! ```mlir
//! %0 = stablehlo.add %a, %b : tensor<2xf32>
//! ```
//! becomes
//! ```mlir
//! %0 = "vhlo.add_v1"(%a, %b) : (!vhlo.tensor_v1<2x!vhlo.f32_v1>, …) -> !vhlo.tensor_v1<2x!vhlo.f32_v1>
//! ```
//! Omitted attributes are added with their default values, and structured ones are split. `builtin.module` is unchanged.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::ConvDimensionNumbers;
use strata_vhlo::{ApiVersion, Version, attrs, row_for, types};

use crate::{
    convert::{Action, Convert, convert},
    defaults, groups,
};

/// Legalizes StableHLO to VHLO.
#[pass(name = "stablehlo-legalize-to-vhlo", on = "builtin.module")]
pub struct StablehloLegalizeToVhlo {
    /// Keep ops of other dialects, with casts between their types and those of VHLO.
    pub allow_other_dialects: bool,
}

impl BodyPass for StablehloLegalizeToVhlo {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        *body = *legalize(body, self.allow_other_dialects)?;
        Ok(())
    }
}

/// Converts a module to VHLO.
pub fn legalize(body: &Body, allow_other_dialects: bool) -> Result<Box<Body>, Vec<Diagnostic>> {
    convert(body, &ToVhlo { allow_other_dialects })
}

struct ToVhlo {
    allow_other_dialects: bool,
}

impl Convert for ToVhlo {
    fn ty(&self, cx: &Context, ty: Type) -> Result<Type, String> {
        match types::min_version(cx, ty) {
            Some(_) => Ok(types::wrap(cx, ty)),
            None => Err(format!("the type {} has no form in VHLO", cx.type_to_string(ty))),
        }
    }
    fn op(&self, body: &Body, op: Op, _: &str, new: &mut OpState) -> Result<Action, String> {
        let name = body.op_name(op);
        let base = match name.split_once('.') {
            Some(("stablehlo", base)) => base,
            Some(("func", base @ ("func" | "call" | "return"))) => base,
            _ if name == "builtin.module" => return Ok(keep(body, op, new)),
            _ if self.is_foreign(body, op) => {
                keep(body, op, new);
                return Ok(Action::Foreign);
            }
            _ => return Err("VHLO has no such op".into()),
        };
        let row = row_for(base, Version::CURRENT).ok_or("VHLO has no such op")?;
        new.info = (row.info)();
        new.attrs = SmallVec::from_elem(None, new.info.attrs.len());
        let cx = body.cx();
        let groups = groups::for_op(base);
        let slots = body.info(op).attrs.iter().enumerate();
        for (name, attr) in slots.filter_map(|(i, a)| Some((a.name, body.attr_slot(op, i)?))) {
            if let Some(group) = groups.iter().find(|g| g.name == name) {
                let parts = (group.split)(cx, attr).ok_or_else(|| no_form(cx, name, attr))?;
                for (part, value) in group.parts.iter().zip(parts) {
                    new.set_attr(cx, part, attrs::wrap(cx, value));
                }
                continue;
            }
            if new.info.attr_slot(name).is_none() {
                // Such as `no_inline` of a function.
                return Err(format!("the attribute '{name}' has no form in VHLO"));
            }
            let value = match name {
                "api_version" => cx
                    .attr_i64(attr)
                    .and_then(|v| (0..=4).contains(&v).then(|| cx.attr(ApiVersion(v as u32)))),
                "use_global_device_ids" | "has_dynamic_root" if attr == cx.unit() => Some(cx.bool_attr(true)),
                _ => attrs::generic(cx, attr),
            };
            let value = value.filter(|_| self.allow_other_dialects || !attrs::has_foreign(cx, attr));
            new.set_attr(cx, name, attrs::wrap(cx, value.ok_or_else(|| no_form(cx, name, attr))?));
        }
        let rank = window_rank(body, op);
        for (spec, slot) in new.info.attrs.iter().zip(new.attrs.iter_mut()).filter(|(_, slot)| slot.is_none())
        {
            let fill = defaults::fill(cx, base, spec.name);
            *slot = fill.and_then(|fill| fill.attr(cx, rank)).map(|a| attrs::wrap(cx, a));
        }
        if let Some(missing) = new.info.attrs.iter().zip(&new.attrs).find(|(_, a)| a.is_none()) {
            return Err(format!("it has no attribute '{}'", missing.0.name));
        }
        for &(name, attr) in body.extra_attrs(op) {
            let value = attrs::generic(cx, attr).map(|a| attrs::wrap(cx, a));
            match value {
                // Attributes of other dialects are unchanged.
                _ if self.allow_other_dialects => new.extra.push((name, value.unwrap_or(attr))),
                Some(value) if !attrs::has_foreign(cx, attr) => new.extra.push((name, value)),
                _ => return Err(no_form(cx, cx.str(name), attr)),
            }
        }
        Ok(Action::Keep)
    }
    fn is_foreign(&self, body: &Body, op: Op) -> bool {
        let name = body.op_name(op);
        self.allow_other_dialects
            && !name.starts_with("stablehlo.")
            && !matches!(name, "func.func" | "func.call" | "func.return" | "builtin.module")
    }
}

fn no_form(cx: &Context, name: &str, attr: Attr) -> String {
    format!("the attribute '{name}' = {} has no form in VHLO", cx.attr_to_string(attr))
}

/// Keeps the attributes of an op.
pub(crate) fn keep(body: &Body, op: Op, new: &mut OpState) -> Action {
    for (slot, attr) in new.attrs.iter_mut().enumerate() {
        *attr = body.attr_slot(op, slot);
    }
    new.extra = body.extra_attrs(op).to_vec();
    Action::Keep
}

/// The number of window dimensions, for the attributes that have one number for each.
fn window_rank(body: &Body, op: Op) -> usize {
    let cx = body.cx();
    if let Some(d) = body.attr(op, "dimension_numbers").and_then(|a| cx.attr_as::<ConvDimensionNumbers>(a)) {
        return d.input_spatial_dimensions.len();
    }
    if let Some(d) = body.attr(op, "window_dimensions").and_then(|a| cx.attr_as::<DenseArrayAttr>(a)) {
        return d.values.len();
    }
    let first = body.operands(op).next();
    first.and_then(|v| cx.shaped(body.ty(v))?.rank()).unwrap_or(0)
}
