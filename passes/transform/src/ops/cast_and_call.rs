//! `transform.func.cast_and_call`: a call in the place of values.

use strata_func::{CallOp, FuncOp};
use strata_ir::{
    core::{dominance::Dominance, symbols::SymbolTable},
    prelude::*,
};
use strata_tensor::{CastOp, cast_compatible};

use super::{Rows, generic_text};
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::{PayloadOp, PayloadValue},
};

pub const OPS: Rows = &[("transform.func.cast_and_call", cast_and_call)];

/// Groups of operands.
const INPUTS: usize = 1;
const OUTPUTS: usize = 2;
const FUNCTION: usize = 3;

/// Where the call is, and between what.
struct Place {
    at: PayloadOp,
    after: bool,
    inputs: Vec<PayloadValue>,
    outputs: Vec<PayloadValue>,
}

impl Place {
    fn read<'a>(cx: &Interpreter<'a, '_>, site: Site<'a>) -> Outcome<Self> {
        let values = |group| match site.operands(group).first() {
            Some(&v) => cx.values(site, v),
            None => Ok(Vec::new()),
        };
        let (inputs, outputs) = (values(INPUTS)?, values(OUTPUTS)?);
        let mut seen = rustc_hash::FxHashSet::default();
        if !outputs.iter().all(|&v| seen.insert(v)) {
            return Err(site.silenceable("cast and call output values must be unique"));
        }
        let [at] = cx.targets(site)?[..] else {
            return Err(site.silenceable("Only one op can be specified as an insertion point"));
        };
        Ok(Self { at, after: site.has("insert_after"), inputs, outputs })
    }
    /// The inputs are computed before the call, and the outputs are used behind it.
    fn check<'a>(&self, cx: &Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
        let mut dominance = Dominance::new();
        let (body, at) = (cx.payload.body(self.at.body), self.at.op);
        for v in &self.outputs {
            let around = cx.payload.body(v.body);
            let mut is_behind = |user: Op| {
                let same = !self.after && user == at;
                v.body == self.at.body && (same || dominance.properly_dominates(body, at, user))
            };
            if let Some(user) = around.users(v.value).find(|&user| !is_behind(user)) {
                return Err(site.definite(format!(
                    "User {} is not dominated by insertion point {}",
                    generic_text(around, user),
                    generic_text(body, at)
                )));
            }
        }
        for v in &self.inputs {
            let is_own_result = self.after && body.results(at).contains(&v.value);
            let known = v.body == self.at.body && (is_own_result || dominance.dominates(body, v.value, at));
            if !known {
                return Err(site.definite(format!(
                    "input {} does not dominate insertion point {}",
                    value_text(cx.payload.body(v.body), v.value),
                    generic_text(body, at)
                )));
            }
        }
        Ok(())
    }
}

/// The text of a value in errors.
fn value_text(body: &Body, v: Value) -> String {
    match body.def(v) {
        Def::Arg { index, .. } => {
            let ty = body.cx().type_to_string(body.ty(v));
            format!("<block argument> of type '{ty}' at index: {index}")
        }
        _ => body.def_op(v).map_or(String::new(), |op| generic_text(body, op)),
    }
}

/// The function, and the attribute that refers to it.
fn function_of<'a>(
    cx: &mut Interpreter<'a, '_>,
    site: Site<'a>,
    at: PayloadOp,
) -> Outcome<(PayloadOp, Attr)> {
    if let Some(name) = site.attr("function_name") {
        let found = lookup(cx, at, name);
        return found.map(|op| (op, name)).ok_or_else(|| {
            site.definite(format!("unresolved symbol {}", site.body.cx().attr_to_string(name)))
        });
    }
    let ops = match site.operands(FUNCTION).first() {
        Some(&v) => cx.ops(site, v)?,
        None => Vec::new(),
    };
    let [op] = ops[..] else { return Err(site.definite("requires a single function to call")) };
    let body = cx.payload.body(op.body);
    let name = op.op.isa::<FuncOp>(body).then(|| body.symbol_name(op.op)).flatten();
    let Some(name) = name else { return Err(site.definite("invalid non-function callee")) };
    let ctx = body.cx();
    Ok((op, ctx.symbol_ref(ctx.str(name))))
}

/// The function of a name in the nearest symbol table.
fn lookup(cx: &mut Interpreter<'_, '_>, at: PayloadOp, name: Attr) -> Option<PayloadOp> {
    let name = cx.payload.body(at.body).cx().attr_as::<SymbolRefAttr>(name)?.clone();
    let mut around = std::iter::successors(Some(at), |&at| cx.payload.parent(at));
    let mut op = around.find(|outer| cx.payload.body(outer.body).has_trait(outer.op, Trait::SymbolTable))?;
    for part in std::iter::once(name.root).chain(name.nested) {
        let (body, _) = cx.payload.inner(op);
        op = PayloadOp { body, op: SymbolTable::new(cx.payload.body(body)).get(part)? };
    }
    op.op.isa::<FuncOp>(cx.payload.body(op.body)).then_some(op)
}

/// How values are cast.
#[derive(Clone, Copy, Default)]
struct Casts {
    tensors: bool,
    /// Arguments may be cast to sizes that are not known to be theirs.
    any_size: bool,
}

impl Casts {
    fn read(site: Site<'_>) -> Self {
        let ops = site.body.regions(site.op).first().map(|&r| site.body.region_ops(r));
        let mut casts = Self::default();
        for op in ops.into_iter().flatten() {
            if site.body.op_name(op) == "transform.type_conversion.tensor.cast_shape_dynamic_dims" {
                casts.tensors = true;
                casts.any_size |= site.body.attr(op, "ignore_dynamic_info").is_some();
            }
        }
        casts
    }
    /// A value of another type.
    fn cast(self, b: &mut Builder<'_>, v: Value, ty: Type, is_input: bool) -> Option<Value> {
        let (cx, from) = (b.cx(), b.ty(v));
        let sizes_known = !is_input || self.any_size || keeps_sizes(cx, from, ty);
        if !self.tensors || !sizes_known || !cast_compatible(cx, from, ty) {
            return None;
        }
        Some(CastOp::build(b, v, ty))
    }
}

/// Whether no size becomes known by a cast.
fn keeps_sizes(cx: &Context, from: Type, to: Type) -> bool {
    let (Some(from), Some(to)) = (cx.type_as::<TensorType>(from), cx.type_as::<TensorType>(to)) else {
        return false;
    };
    from.shape.len() == to.shape.len()
        && from.encoding == to.encoding
        && from.shape.iter().zip(&to.shape).all(|(&from, &to)| from != DYNAMIC || to == DYNAMIC)
}

/// The value that was not cast, as errors name it, and the type that it should have.
type NotCast = (String, Type);

/// Makes the call.
fn build(
    body: &mut Body,
    place: &Place,
    callee: (Attr, &[Type], &[Type]),
    casts: Casts,
) -> Result<Op, NotCast> {
    let (name, inputs, results) = callee;
    let (at, loc) = (place.at.op, body.loc(place.at.op));
    let point = if place.after { InsertPoint::after(body, at) } else { InsertPoint::before(body, at) };
    let mut args = Vec::new();
    let mut b = Builder::new(body, point, loc);
    for (v, &ty) in place.inputs.iter().zip(inputs) {
        let same = b.ty(v.value) == ty;
        b.set_cur_loc(b.value_loc(v.value));
        match if same { Some(v.value) } else { casts.cast(&mut b, v.value, ty, true) } {
            Some(arg) => args.push(arg),
            None => return Err((value_text(&b, v.value), ty)),
        }
    }
    b.set_cur_loc(loc);
    let call = CallOp::build(&mut b, name, &args, None, None, None, results).op();
    let news = b.results(call).to_vec();
    for (old, new) in place.outputs.iter().zip(news) {
        let want = b.ty(old.value);
        let same = b.ty(new) == want;
        b.set_cur_loc(b.value_loc(old.value));
        let Some(value) = (if same { Some(new) } else { casts.cast(&mut b, new, want, false) }) else {
            return Err((value_text(&b, new), want));
        };
        b.body().replace_uses_if(old.value, value, |_, user| user != call);
    }
    Ok(call)
}

fn cast_and_call<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let place = Place::read(cx, site)?;
    place.check(cx, site)?;
    let (function, name) = function_of(cx, site, place.at)?;
    let inside = cx.payload.inside(function);
    let body = cx.payload.body(inside);
    let Some(func) = body.self_as::<FuncOp>() else {
        return Err(site.definite("invalid non-function callee"));
    };
    let (inputs, results) = (func.inputs(body).to_vec(), func.results(body).to_vec());
    for (what, want, given, have) in [
        ("arguments", inputs.len(), "inputs", place.inputs.len()),
        ("results", results.len(), "outputs", place.outputs.len()),
    ] {
        if want != have {
            let message =
                format!("mismatch between number of function {what} {want} and number of {given} {have}");
            return Err(Failure::silenceable(Diagnostic::error(cx.payload.loc(function), message)));
        }
    }
    let casts = Casts::read(site);
    let made = cx.payload.edit(place.at.body, |body| build(body, &place, (name, &inputs, &results), casts));
    match made {
        Ok(op) => {
            cx.set_ops(site, 0, [PayloadOp { op, ..place.at }]);
            Ok(())
        }
        Err((value, ty)) => {
            let ty = site.body.cx().type_to_string(ty);
            Err(site.definite(format!("Failed to materialize conversion of {value} to type '{ty}'")))
        }
    }
}
