//! `check` and the output ops of `interpreter`: expectations, prints and probes.
//!
//! An expectation that does not hold is an error with the words of StableHLO's own interpreter. Probes are kept in the
//! machine, in the order in which they ran; `check.expect_serialized_eq` reads them back by their number.

use strata_ir::prelude::*;

use crate::{C64, Elem, Eval, Flow, Interpreter, Num, Step, Tensor, Value as Data};

/// The tolerance of `expect_almost_eq` where none is given.
const TOLERANCE: f64 = 1e-4;
/// The largest difference of `expect_close` where none is given.
const MAX_ULPS: u64 = 3;

pub(crate) fn register(i: &mut Interpreter) {
    i.register("check.expect_eq", |s| {
        let (x, y) = (s.tensor(0)?, s.tensor(1)?);
        let outcome = all_equal(s.cx(), x, y);
        done(s, outcome)
    });
    i.register("check.expect_eq_const", |s| {
        let (x, y) = (s.tensor(0)?, constant(s)?);
        let outcome = all_equal(s.cx(), x, &y);
        done(s, outcome)
    });
    i.register("check.expect_almost_eq", |s| {
        let (x, y) = (s.tensor(0)?, s.tensor(1)?);
        let outcome = all_near(s.cx(), x, y, tolerance(s));
        done(s, outcome)
    });
    i.register("check.expect_almost_eq_const", |s| {
        let (x, y) = (s.tensor(0)?, constant(s)?);
        let outcome = all_near(s.cx(), x, &y, tolerance(s));
        done(s, outcome)
    });
    i.register("check.expect_close", |s| {
        let limit = |name, default| s.attr(name).and_then(|a| unsigned(s.cx(), a)).unwrap_or(default);
        let (least, most) = (limit("min_ulp_difference", 0), limit("max_ulp_difference", MAX_ULPS));
        let outcome = all_close(s.tensor(0)?, s.tensor(1)?, least, most, &|n, e| element(s.cx(), e, n));
        done(s, outcome)
    });
    i.register("check.expect_serialized_eq", |s| {
        let id = s.string("probe_id").unwrap_or_default();
        let number = s.attr("iteration").and_then(|a| unsigned(s.cx(), a)).unwrap_or(0);
        // The number counts all probes of a run, or those of the name.
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        let named = |p: &&(String, Tensor)| p.0.contains(id);
        let probes = &s.m.probes;
        let probe = probes.get(number).filter(named).or_else(|| probes.iter().filter(named).nth(number));
        let outcome = match probe {
            Some((_, value)) => all_equal(s.cx(), s.tensor(0)?, value),
            None => Err(format!("Failed to find serialized data for probe {id}.")),
        };
        done(s, outcome)
    });
    i.register("interpreter.print", |s| {
        let value = s.operand(0)?.clone();
        let text = value.print(s.cx());
        s.m.output.push(text);
        s.set(0, value)
    });
    i.register("interpreter.probe", |s| {
        let id = s.string("probe_id").unwrap_or_default().to_owned();
        let value = s.tensor(0)?.clone();
        s.m.probes.push((id, value.clone()));
        s.set_elements(0, value)
    });
    // The same expectations as calls, in programs that other tools must be able to parse.
    i.register_custom_call("check.eq", |args| {
        pair(args, |x, y| if is_integer(x.elem) { equal(x, y) } else { near(x, y, TOLERANCE) })?;
        Ok(vec![Data::Tensor(Tensor::scalar(Elem::I1, Num::Int(1)))])
    });
    i.register_custom_call("check.expect_eq", |args| pair(args, equal).map(|()| Vec::new()));
    i.register_custom_call("check.expect_almost_eq", |args| {
        pair(args, |x, y| near(x, y, TOLERANCE)).map(|()| Vec::new())
    });
    i.register_custom_call("check.expect_close", |args| {
        pair(args, |x, y| all_close(x, y, 0, MAX_ULPS, &|n, _| format!("{n:?}"))).map(|()| Vec::new())
    });
}

fn is_integer(e: Elem) -> bool {
    matches!(e, Elem::Int { .. } | Elem::Index)
}

/// Applies an expectation to the two operands of a call.
fn pair(args: &[Data], f: impl Fn(&Tensor, &Tensor) -> Result<(), String>) -> Result<(), String> {
    match args {
        [Data::Tensor(x), Data::Tensor(y)] if x.shape == y.shape && x.elem == y.elem => f(x, y),
        _ => Err("it needs two tensors of one type".into()),
    }
}
fn equal(x: &Tensor, y: &Tensor) -> Result<(), String> {
    compare(x, y, &|a, b| a == b, &|n, _| format!("{n:?}"), "")
}
fn near(x: &Tensor, y: &Tensor, tolerance: f64) -> Result<(), String> {
    compare(x, y, &|a, b| is_near(a, b, tolerance), &|n, _| format!("{n:?}"), "")
}

/// The end of an expectation.
fn done(s: &Step<'_, '_>, outcome: Result<(), String>) -> Eval {
    outcome.map(|()| Flow::Next).map_err(|why| {
        let b = s.body();
        let function = b.attr(Op::SELF, "sym_name").and_then(|a| s.cx().attr_as::<StringAttr>(a));
        let function = function.map_or_else(String::new, |f| String::from_utf8_lossy(&f.value).into_owned());
        let message =
            format!("Error evaluating function: {function}. \n\tFallback for {} failed: {why}", s.name());
        Box::new(Diagnostic::error(b.loc(s.op), message))
    })
}

fn constant(s: &Step<'_, '_>) -> Eval<Tensor> {
    let value = s.attr("value").and_then(|a| s.cx().attr_as::<DenseElementsAttr>(a));
    let value = value.and_then(|d| Tensor::from_dense(s.cx(), d));
    value.ok_or_else(|| s.fault("needs a constant with elements"))
}

fn tolerance(s: &Step<'_, '_>) -> f64 {
    let given = s.attr("tolerance").and_then(|a| s.cx().attr_as::<FloatAttr>(a));
    given.and_then(|f| Some(s.cx().as_float(f.ty)?.to_f64(f.bits))).unwrap_or(TOLERANCE)
}

/// The value of an unsigned integer attribute.
fn unsigned(cx: &Context, a: Attr) -> Option<u64> {
    let bytes = cx.attr_as::<IntegerAttr>(a)?.value.to_le_bytes();
    let mut all = [0; 8];
    bytes.iter().take(8).zip(&mut all).for_each(|(&b, slot)| *slot = b);
    Some(u64::from_le_bytes(all))
}

/// An element as text.
fn element(cx: &Context, e: Elem, n: Num) -> String {
    let text = Data::Tensor(Tensor::scalar(e, n)).display(cx);
    let inner = text.strip_prefix("dense<").and_then(|t| t.split_once("> : "));
    inner.map_or_else(|| text.clone(), |(value, _)| value.to_owned())
}

/// Requires each pair of elements to satisfy `holds`.
fn compare(
    x: &Tensor,
    y: &Tensor,
    holds: &dyn Fn(Num, Num) -> bool,
    text: &dyn Fn(Num, Elem) -> String,
    how: &str,
) -> Result<(), String> {
    let Some(i) = (0..x.len().min(y.len())).find(|&i| !holds(x.at(i), y.at(i))) else { return Ok(()) };
    let (actual, expected) = (text(x.at(i), x.elem), text(y.at(i), y.elem));
    let at = position(x, i);
    Err(format!("Element values don't match{how}: {actual} (actual) vs {expected} (expected) at index {at}"))
}

/// The position of the element with a row-major number.
fn position(x: &Tensor, i: usize) -> String {
    let at: Vec<String> =
        x.strides().iter().zip(&x.shape).map(|(&s, &d)| (i / s.max(1) % d.max(1)).to_string()).collect();
    format!("[{}]", at.join(", "))
}

fn all_equal(cx: &Context, x: &Tensor, y: &Tensor) -> Result<(), String> {
    compare(x, y, &|a, b| a == b, &|n, e| element(cx, e, n), "")
}

fn all_near(cx: &Context, x: &Tensor, y: &Tensor, tolerance: f64) -> Result<(), String> {
    let how = format!(" with tolerance {tolerance:.6}");
    compare(x, y, &|a, b| is_near(a, b, tolerance), &|n, e| element(cx, e, n), &how)
}

/// Whether two numbers differ by no more than the tolerance; NaN is near NaN, and an infinity near itself only.
fn is_near(a: Num, b: Num, tolerance: f64) -> bool {
    let part = |a: f64, b: f64| a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance;
    match (a, b) {
        (Num::Int(a), Num::Int(b)) => a == b,
        _ => {
            let (a, b): (C64, C64) = (a.complex(), b.complex());
            part(a.re, b.re) && part(a.im, b.im)
        }
    }
}

/// How many floats of the type lie between two of them; the largest number where one is not finite.
fn ulps(e: Elem, a: f64, b: f64) -> u64 {
    let (Elem::Float(format) | Elem::Complex(format)) = e else { return u64::from(a != b) * u64::MAX };
    if a.is_nan() && b.is_nan() {
        return 0;
    }
    if !a.is_finite() || !b.is_finite() {
        return if a == b { 0 } else { u64::MAX };
    }
    let size = |v: f64| u64::try_from(format.from_f64(v.abs())).unwrap_or(u64::MAX);
    if a.is_sign_negative() == b.is_sign_negative() {
        size(a).abs_diff(size(b))
    } else {
        size(a).saturating_add(size(b))
    }
}

fn all_close(
    x: &Tensor,
    y: &Tensor,
    least: u64,
    most: u64,
    text: &dyn Fn(Num, Elem) -> String,
) -> Result<(), String> {
    let mut mismatches = String::new();
    let mut counts = [0usize; 5];
    for i in 0..x.len().min(y.len()) {
        let (a, b) = (x.at(i).complex(), y.at(i).complex());
        let difference = ulps(x.elem, a.re, b.re).max(ulps(x.elem, a.im, b.im));
        if !(least..=most).contains(&difference) {
            let (actual, expected) = (text(x.at(i), x.elem), text(y.at(i), y.elem));
            mismatches += &format!(
                "\n  index={}, actual={actual}, expected={expected}, ULP difference={difference}",
                position(x, i)
            );
        }
        counts[usize::try_from(difference).unwrap_or(4).min(4)] += 1;
    }
    if mismatches.is_empty() {
        return Ok(());
    }
    for (i, count) in counts.iter().enumerate() {
        let relation = if i == 4 { ">=" } else { "==" };
        mismatches += &format!("\nULP difference {relation} {i} count is {count}");
    }
    Err(format!(
        "Elements values don't match with respect to maximal ULP difference={most} limit:{mismatches}"
    ))
}
