//! `vhlo-to-version`: converts VHLO to another version.
//!
//! Ops are converted to the version of the target; a feature that the target does not support is an error.

use strata_bytecode::OpHead;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_vhlo::{OpRow, Version, VhloAttr, VhloType, attrs, base_name, row, row_for, types};

use crate::{
    constraints,
    convert::{Action, Convert, convert, head_of, set_head},
    defaults::{self, Fill},
    to_vhlo::keep,
};

/// Converts VHLO to a version.
#[pass(name = "vhlo-to-version", on = "builtin.module")]
pub struct VhloToVersion {
    /// The version, as `1.2.3` or `current`.
    pub target: String,
}

impl BodyPass for VhloToVersion {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let target = parse_target(&self.target).map_err(|m| Diagnostic::error(body.loc(Op::SELF), m))?;
        *body = *to_version(body, target)?;
        Ok(())
    }
}

/// Parses the version in an option.
pub fn parse_target(text: &str) -> Result<Version, String> {
    let form = "Target version must be of the form `#.#.#`.";
    if text.is_empty() {
        return Err(format!("No target version specified.\n{form}"));
    }
    let version =
        Version::parse(text).ok_or_else(|| format!("Invalid target version argument '{text}'\n{form}"))?;
    let (least, most) = (Version::MINIMUM, Version::CURRENT);
    if version < least {
        return Err(format!("target version {version} is less than minimum supported {least}"));
    }
    if version > most {
        return Err(format!("target version {version} is greater than current version {most}"));
    }
    Ok(version)
}

/// Converts the module to another version.
pub fn to_version(body: &Body, target: Version) -> Result<Box<Body>, Vec<Diagnostic>> {
    // Ops, types and attributes change with minor versions only.
    let target = Version(target.0, target.1, 0);
    convert(body, &ToVersion { target }).map_err(|mut errors| {
        let message = format!("failed to convert VHLO to v{target}");
        errors.push(Diagnostic::error(body.loc(Op::SELF), message));
        errors
    })
}

struct ToVersion {
    target: Version,
}

impl ToVersion {
    fn check(&self, min: Option<Version>, what: impl Fn() -> String) -> Result<(), String> {
        match min {
            Some(min) if min <= self.target => Ok(()),
            Some(min) => Err(format!("{} needs version {min}, the target is {}", what(), self.target)),
            None => Err(format!("{} has no form in VHLO", what())),
        }
    }
}

impl Convert for ToVersion {
    fn ty(&self, cx: &Context, ty: Type) -> Result<Type, String> {
        if let Some(t) = cx.type_as::<VhloType>(ty) {
            self.check(types::min_version(cx, t.0), || format!("the type {}", cx.type_to_string(ty)))?;
        }
        Ok(ty)
    }
    fn op(&self, body: &Body, op: Op, _: &str, new: &mut OpState) -> Result<Action, String> {
        let (cx, name) = (body.cx(), body.op_name(op));
        let Some(old) = row(name) else { return Ok(keep(body, op, new)) };
        keep(body, op, new);
        if !old.is_legal(self.target) {
            let base = base_name(name);
            set_head(new, other_version(cx, &head_of(body, op), old, self.target)?);
            if name == "vhlo.composite_v2" && body.regions(op).iter().any(|&r| !body.blocks(r).is_empty()) {
                return Err("failed to downgrade: the op has regions".into());
            }
            if matches!(base, "all_gather" | "all_reduce" | "all_to_all") && body.num_operands(op) != 1 {
                return Err("failed to downgrade: the op has more than one operand".into());
            }
        }
        for attr in new.attrs.iter().flatten().chain(new.extra.iter().map(|e| &e.1)) {
            if let Some(a) = cx.attr_as::<VhloAttr>(*attr) {
                self.check(attrs::min_version(cx, a.0), || {
                    format!("the attribute {}", cx.attr_to_string(*attr))
                })?;
            }
        }
        for (since, what) in constraints::version_needs(body, op, base_name(name)) {
            self.check(Some(since), || what.to_owned())?;
        }
        Ok(Action::Keep)
    }
}

/// The version of an op in programs of version `target`; `old` is its row.
pub(crate) fn other_version(
    cx: &Context,
    op: &OpHead,
    old: &OpRow,
    target: Version,
) -> Result<OpHead, String> {
    let base = old.base();
    let wanted = row_for(base, target).ok_or_else(|| format!("no version of the op is part of {target}"))?;
    let mut new = OpHead::new((wanted.info)());
    for (attr, value) in op.inherent() {
        match new.info.attr_slot(attr) {
            Some(slot) => new.attrs[slot] = Some(value),
            None => dropped(cx, attr, value)?,
        }
    }
    for (slot, attr) in wanted.attrs.iter().enumerate() {
        if new.attrs[slot].is_none() {
            new.attrs[slot] = added(cx, op, base, attr).map(|a| attrs::wrap(cx, a));
        }
    }
    new.extra.clone_from(&op.extra);
    Ok(new)
}

/// The value of an attribute that the older version of the op does not have.
fn added(cx: &Context, op: &OpHead, base: &str, name: &str) -> Option<Attr> {
    let fill = defaults::fill(cx, base, name);
    if name == "padding" {
        // `dynamic_conv_v1` had both the attribute and the operand.
        let strides = op.attr(cx, "window_strides").map(|a| attrs::unwrap(cx, a));
        let rank = strides.and_then(|a| cx.attr_as::<DenseElementsAttr>(a)).map_or(0, |d| d.num_elements(cx));
        return Fill::ZeroPairs.attr(cx, rank);
    }
    fill.unwrap_or(Fill::EmptyInts).attr(cx, 0)
}

/// Checks that an attribute that an older version does not have has its default value.
fn dropped(cx: &Context, name: &str, attr: Attr) -> Result<(), String> {
    let value = attrs::unwrap(cx, attr);
    let empty = match name {
        "result_accuracy" => Fill::Accuracy.is(cx, value, 0),
        "padding" => true,
        "has_dynamic_root" => Fill::False.is(cx, value, 0),
        "result_tilings" => Fill::EmptyArray.is(cx, value, 0),
        "source_target_pairs"
        | "operand_batching_dims"
        | "start_indices_batching_dims"
        | "input_batching_dims"
        | "scatter_indices_batching_dims" => Fill::EmptyInts.is(cx, value, 0),
        _ => Fill::NoType.is(cx, value, 0),
    };
    if empty { Ok(()) } else { Err(format!("failed to downgrade: the op has the attribute '{name}'")) }
}
