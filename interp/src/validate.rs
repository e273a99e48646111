//! `--validate-passes`: runs a module before and after a step on the same inputs and compares what comes out.

use std::fmt;

use strata_ir::{
    core::symbols::SymbolTable,
    prelude::{Body, Context, FunctionType, MemRefType, Op, TensorType, Trait, Type, TypeAttr, VectorType},
};

use crate::{
    Elem, Interpreter, MemRef, Num, Options, Tensor, Value, kernels::split_mix, ops::buffer_for,
    value::static_shape,
};

/// Why two modules do not agree.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// The function.
    pub function: String,
    /// The seed of the inputs.
    pub seed: u64,
    /// What differs.
    pub message: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{} differs for inputs of seed {}: {}", self.function, self.seed, self.message)
    }
}

/// How far floats may differ: `|a - b| <= absolute + relative * |b|`.
#[derive(Debug, Clone, Copy)]
pub struct Tolerance {
    /// Relative part.
    pub relative: f64,
    /// Absolute part.
    pub absolute: f64,
}

impl Tolerance {
    /// What reordering sums of numbers near 1 may change in a type.
    fn of(e: Elem) -> Tolerance {
        match e {
            Elem::Float(f) if f.precision() >= 53 => Tolerance { relative: 1e-12, absolute: 1e-12 },
            Elem::Complex(f) if f.precision() >= 53 => Tolerance { relative: 1e-12, absolute: 1e-12 },
            Elem::Float(f) if f.precision() < 24 => {
                let eps = (0.5f64).powi(f.precision() as i32 - 1);
                Tolerance { relative: 8.0 * eps, absolute: 8.0 * eps }
            }
            Elem::Float(_) | Elem::Complex(_) => Tolerance { relative: 1e-4, absolute: 1e-4 },
            _ => Tolerance { relative: 0.0, absolute: 0.0 },
        }
    }
}

/// Ops that one validation run may take before it is given up as too expensive, which is no mismatch.
const MAX_STEPS: u64 = 200_000_000;

/// Runs every public function of both modules on inputs made from each seed and compares the results.
///
/// A function after bufferization takes its results as more memref arguments, from number `strata.num_inputs` on.
/// An error of the program itself, such as a division by zero, must come before and after the step, or only before:
/// what is undefined may become anything. Functions whose types have no random values are left out.
pub fn validate_step(before: &Body, after: &Body, seeds: &[u64]) -> Result<(), Mismatch> {
    for function in public_functions(before) {
        for &seed in seeds {
            let fail = |message: String| Mismatch { function: function.clone(), seed, message };
            let Some(want) = run(before, &function, seed).map_err(fail)? else { break };
            let Ok(want) = want else { continue };
            match run(after, &function, seed).map_err(fail)? {
                None => return Err(fail("the function is gone or has arguments of other types".into())),
                Some(Err(e)) => return Err(fail(format!("the program fails after the step: {e}"))),
                Some(Ok(got)) => compare(&got, &want).map_err(fail)?,
            }
        }
    }
    Ok(())
}

/// The public functions with bodies.
fn public_functions(module: &Body) -> Vec<String> {
    let cx = module.cx();
    let all = SymbolTable::new(module);
    all.iter()
        .filter(|&(_, op)| {
            module.has_trait(op, Trait::FunctionLike) && module.symbol_visibility(op) == "public"
        })
        .filter(|&(_, op)| module.child(op).is_some_and(|b| b.entry().is_some()))
        .map(|(name, _)| cx.str(name).to_owned())
        .collect()
}

type Run = Option<Result<Vec<Value>, String>>;

/// Runs a function on the inputs of a seed; `None` if it cannot be called so or takes too long.
fn run(module: &Body, function: &str, seed: u64) -> Result<Run, String> {
    let cx = module.cx();
    let Some(op) = SymbolTable::new(module).get(cx.intern(function)) else { return Ok(None) };
    let ty = module.attr(op, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a));
    let Some(ty) = ty.and_then(|t| cx.type_as::<FunctionType>(t.0)) else { return Ok(None) };
    let inputs = module.attr(op, "strata.num_inputs").and_then(|a| cx.attr_i64(a));
    let inputs = inputs.and_then(|n| usize::try_from(n).ok()).unwrap_or(ty.inputs.len()).min(ty.inputs.len());
    let mut args = Vec::new();
    for (i, &t) in ty.inputs.iter().enumerate() {
        let value = if i < inputs {
            // The seed of an argument does not depend on the level, so that a memref gets what the tensor got.
            random_value(cx, t, seed.wrapping_mul(1_000_003).wrapping_add(i as u64))
        } else {
            cx.type_as::<MemRefType>(t).and_then(|m| {
                let elem = Elem::of(cx, m.elem)?;
                buffer_for(cx, m, crate::ops::undefined(elem)).map(Value::MemRef)
            })
        };
        match value {
            Some(v) => args.push(v),
            None => return Ok(None),
        }
    }
    let outputs: Vec<Value> = args[inputs..].to_vec();
    let mut interpreter = Interpreter::new(cx);
    interpreter.options = Options { max_steps: Some(MAX_STEPS), seed, ..Options::default() };
    match interpreter.interpret(module, function, args) {
        Ok(mut results) => {
            results.extend(outputs);
            Ok(Some(Ok(results)))
        }
        Err(d) if d.message.contains("takes more than") => Ok(None),
        // What the interpreter lacks is no fault of the step.
        Err(d) if d.message.contains("is not supported by the interpreter") => Ok(None),
        Err(d) => Ok(Some(Err(d.message))),
    }
}

/// A value of a type, the same for a tensor, a vector and a memref of one shape: mostly small numbers, with special
/// ones among them for every third seed. `None` for types without a known size.
pub fn random_value(cx: &Context, ty: Type, seed: u64) -> Option<Value> {
    let elem = Elem::of(cx, cx.elem_or_self(ty))?;
    let Some(shaped) = cx.shaped(ty) else {
        return Some(Value::Scalar(elem, random_tensor(elem, &[], seed)?.at(0)));
    };
    let t = random_tensor(elem, &static_shape(shaped.shape?)?, seed)?;
    if cx.type_as::<TensorType>(ty).is_some() {
        Some(Value::Tensor(t))
    } else if cx.type_as::<VectorType>(ty).is_some() {
        Some(Value::Vector(t))
    } else {
        Some(Value::MemRef(MemRef::from_tensor(&t)))
    }
}

fn random_tensor(elem: Elem, shape: &[usize], seed: u64) -> Option<Tensor> {
    let n = crate::tensor::count(shape).filter(|&n| n <= 1 << 24)?;
    let mut state = seed;
    let special = seed.is_multiple_of(3);
    let float = |r: u64| match r % 64 {
        0 if special => [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0][(r >> 8) as usize % 4],
        1 if special => [1e30, -1e30, 1e-30, 65504.0][(r >> 8) as usize % 4],
        _ => (r >> 12) as f64 / (1u64 << 51) as f64 - 1.0,
    };
    let int = |r: u64| match r % 64 {
        0 if special => i64::MIN >> (64 - elem.width().max(1)),
        1 if special => i64::MAX >> (64 - elem.width().max(1)),
        2 if special => 0,
        _ => (r >> 8) as i64 % 10,
    };
    let data = (0..n).map(|_| {
        let r = split_mix(&mut state);
        match elem {
            Elem::Int { .. } | Elem::Index => Num::Int(elem.wrap(int(r))),
            Elem::Float(_) => Num::from_f64(elem, float(r)),
            Elem::Complex(_) => {
                Num::from_complex(elem, crate::C64::new(float(r), float(split_mix(&mut state))))
            }
        }
    });
    let nums: Vec<Num> = data.collect();
    Some(Tensor::new(elem, shape, crate::Data::collect(elem, nums.into_iter())))
}

/// Compares results; memory counts as the tensor that it holds.
pub fn compare(got: &[Value], want: &[Value]) -> Result<(), String> {
    if got.len() != want.len() {
        return Err(format!("{} results instead of {}", got.len(), want.len()));
    }
    for (i, (got, want)) in got.iter().zip(want).enumerate() {
        let (Some(g), Some(w)) = (elements(got), elements(want)) else { continue };
        if g.shape != w.shape || g.elem != w.elem {
            return Err(format!("result #{i} is {} instead of {}", got.describe(), want.describe()));
        }
        let tolerance = Tolerance::of(w.elem);
        if let Some(k) = (0..w.len()).find(|&k| !close(g.at(k), w.at(k), tolerance)) {
            return Err(format!("element {k} of result #{i} is {:?} instead of {:?}", g.at(k), w.at(k)));
        }
    }
    Ok(())
}

fn elements(v: &Value) -> Option<Tensor> {
    match v {
        Value::Scalar(e, n) => Some(Tensor::scalar(*e, *n)),
        Value::Tensor(t) | Value::Vector(t) => Some(t.clone()),
        Value::MemRef(m) => m.to_tensor().ok(),
        _ => None,
    }
}

fn close(got: Num, want: Num, t: Tolerance) -> bool {
    let near = |g: f64, w: f64| {
        g == w
            || g.is_nan() && w.is_nan()
            || (g - w).abs() <= t.absolute + t.relative * w.abs() && w.is_finite()
    };
    match (got, want) {
        (Num::Int(g), Num::Int(w)) => g == w,
        _ => near(got.complex().re, want.complex().re) && near(got.complex().im, want.complex().im),
    }
}

/// The op that a function of a module is, for callers that report mismatches at it.
pub fn function_op(module: &Body, name: &str) -> Option<Op> {
    SymbolTable::new(module).get(module.cx().intern(name))
}
