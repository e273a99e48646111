//! The common parts of elementwise ops of all dialects: a function of numbers applied to scalars, vectors and
//! tensors.

use crate::{
    Carried, Data, Elem, Eval, Num, Step, Tensor, Value,
    kernels::{Bin, Cmp, Un, binary, binary_num, choose, compare_all, unary, unary_num},
};

/// Lists ops that are a function of numbers, and registers them: `(table, register, kind, prefix, run)`.
macro_rules! functions {
    ($table:ident, $register:ident, $kind:ident, $prefix:literal, $run:path, { $($name:literal => $op:ident,)* }) => {
        /// The ops that are a function of numbers, by name.
        pub(crate) const $table: &[(&str, $kind)] = &[$((concat!($prefix, $name), $kind::$op)),*];
        fn $register(i: &mut Interpreter) {
            $( i.register(concat!($prefix, $name), |s| $run(s, $kind::$op)); )*
        }
    };
}
pub(crate) use functions;

fn named<T: Copy>(tables: &[&[(&str, T)]], name: &str) -> Option<T> {
    tables.iter().copied().flatten().find(|(n, _)| *n == name).map(|(_, op)| *op)
}

/// The function of two numbers that an op is; of booleans `stablehlo` takes another one, see
/// [`on_booleans`].
pub(crate) fn binary_of(name: &str) -> Option<Bin> {
    named(
        &[
            super::stablehlo::BINARY,
            super::arith::BINARY,
            super::complex::BINARY,
            super::index::BINARY,
            super::math::BINARY,
        ],
        name,
    )
}

/// The function of one number that an op is.
pub(crate) fn unary_of(name: &str) -> Option<Un> {
    named(&[super::stablehlo::UNARY, super::arith::UNARY, super::complex::UNARY, super::math::UNARY], name)
}

/// The boolean form of an arithmetic op: addition is or, multiplication is and.
pub(crate) fn on_booleans(op: Bin, e: Elem) -> Bin {
    match op {
        Bin::Add | Bin::Max if e.is_bool() => Bin::Or,
        Bin::Mul | Bin::Min if e.is_bool() => Bin::And,
        _ => op,
    }
}

/// `result = op(operand #0, operand #1)`.
pub(crate) fn bin(s: &mut Step<'_, '_>, op: Bin) -> Eval {
    match (s.operand(0)?, s.operand(1)?) {
        (&Value::Scalar(e, x), &Value::Scalar(_, y)) => {
            let n = binary_num(op, e, x, y).ok_or_else(|| s.fault(undefined(op)))?;
            return s.set(0, Value::Scalar(e, n));
        }
        (x, y) => match (x.elements(), y.elements()) {
            (Some(x), Some(y)) => s.ensure(x.shape == y.shape && x.elem == y.elem, || {
                format!("has operands of different shapes: {:?} and {:?}", &x.shape[..], &y.shape[..])
            })?,
            _ => return Err(s.fault(format!("cannot combine {} and {}", x.describe(), y.describe()))),
        },
    }
    let (x, y) = (s.take_tensor(0)?, s.take_tensor(1)?);
    let data = binary(op, x.elem, x.data, y.data).ok_or_else(|| s.fault(undefined(op)))?;
    s.set_elements(0, Tensor::new(x.elem, x.shape, data))
}

fn undefined(op: Bin) -> &'static str {
    match op {
        Bin::DivS | Bin::CeilDivS | Bin::FloorDivS => "divides by zero, or the smallest number by -1",
        Bin::DivU | Bin::CeilDivU | Bin::RemS | Bin::RemU => "divides by zero",
        _ => "is not defined for its operand type",
    }
}

/// `result = op(operand #0)`.
pub(crate) fn un(s: &mut Step<'_, '_>, op: Un) -> Eval {
    match s.operand(0)? {
        &Value::Scalar(e, x) => {
            let n = unary_num(op, e, x).ok_or_else(|| s.fault("is not defined for its operand type"))?;
            return s.set(0, Value::Scalar(e, n));
        }
        v => s.ensure(v.elements().is_some(), || format!("is not defined for {}", v.describe()))?,
    }
    let x = s.take_tensor(0)?;
    let data = unary(op, x.elem, x.data).ok_or_else(|| s.fault("is not defined for its operand type"))?;
    s.set_elements(0, Tensor::new(x.elem, x.shape, data))
}

/// The operands as vectors of one length, with the shape of the result; scalars are repeated.
struct Operands {
    data: Vec<(Elem, Data)>,
    shape: crate::Shape,
    n: usize,
}

fn operands(s: &Step<'_, '_>, count: usize) -> Eval<Operands> {
    // Some operands may be scalars, also as tensors of rank 0.
    let shapes = (0..count).filter_map(|i| s.operand(i).ok()?.elements().map(|t| t.shape.clone()));
    let shape = shapes.max_by_key(|shape| shape.len()).unwrap_or_default();
    let n = crate::tensor::count(&shape).unwrap_or(0);
    let data = (0..count)
        .map(|i| match s.operand(i)? {
            &Value::Scalar(e, x) => Ok((e, Data::splat(x, n))),
            v => match v.elements() {
                Some(t) if t.len() == n => Ok((t.elem, t.data.clone())),
                Some(t) if t.len() == 1 && t.rank() == 0 => Ok((t.elem, Data::splat(t.at(0), n))),
                _ => Err(s.fault(format!("has an operand #{i} of the wrong shape: {}", v.describe()))),
            },
        })
        .collect::<Eval<Vec<_>>>()?;
    Ok(Operands { data, shape, n })
}

/// Result 0 is a function of each element of operand 0.
pub(crate) fn map1(s: &mut Step<'_, '_>, f: impl Fn(Elem, Elem, Num) -> Option<Num>) -> Eval {
    let to = s.result_elem(0)?;
    if let &Value::Scalar(e, x) = s.operand(0)? {
        return match f(e, to, x) {
            Some(n) => s.set(0, Value::Scalar(to, n)),
            None => Err(s.fault("is not defined for its operand type")),
        };
    }
    let x = s.tensor(0)?;
    let (e, mut bad) = (x.elem, false);
    let data = x.data.map(to, |n| {
        f(e, to, n).unwrap_or_else(|| {
            bad = true;
            Num::zero(to)
        })
    });
    let t = Tensor::new(to, x.shape.clone(), data);
    s.ensure(!bad, || "is not defined for its operand type".into())?;
    s.set_elements(0, t)
}

/// Result 0 is a function of each element of the first `count` operands; scalars are broadcast.
pub(crate) fn map_n(s: &mut Step<'_, '_>, count: usize, f: impl Fn(&[(Elem, Num)]) -> Option<Num>) -> Eval {
    let to = s.result_elem(0)?;
    let all = operands(s, count)?;
    let mut row: Vec<(Elem, Num)> = all.data.iter().map(|(e, _)| (*e, Num::zero(*e))).collect();
    let mut out = Vec::with_capacity(all.n);
    for i in 0..all.n {
        for (slot, (_, d)) in row.iter_mut().zip(&all.data) {
            slot.1 = d.get(i);
        }
        match f(&row) {
            Some(n) => out.push(n),
            None => return Err(s.fault("is not defined for its operands")),
        }
    }
    let t = Tensor::new(to, all.shape, Data::collect(to, out.into_iter()));
    s.set_elements(0, t)
}

/// `result = operand #0 ? operand #1 : operand #2`, where the condition is one boolean or one for each element.
pub(crate) fn select(s: &mut Step<'_, '_>) -> Eval {
    if let &Value::Scalar(_, c) = s.operand(0)? {
        let v = s.operand(if c.int() != 0 { 1 } else { 2 })?.clone();
        return s.set(0, v);
    }
    let mut all = operands(s, 3)?;
    let (Some((_, y)), Some((e, x)), Some((_, c))) = (all.data.pop(), all.data.pop(), all.data.pop()) else {
        return Err(s.fault("needs three operands"));
    };
    let out = choose(c.ints(), &x, y).ok_or_else(|| s.fault("chooses from different types"))?;
    s.set_elements(0, Tensor::new(e, all.shape, out))
}

/// Result 0 is whether a comparison holds for each pair of elements.
pub(crate) fn compare(s: &mut Step<'_, '_>, cmp: Cmp, total: bool) -> Eval {
    let (x, y) = (s.tensor(0)?, s.tensor(1)?);
    s.ensure(x.shape == y.shape && x.elem == y.elem, || "has operands of different types".into())?;
    let flags = compare_all(cmp, x.elem, &x.data, &y.data, total);
    let t = Tensor::new(Elem::I1, x.shape.clone(), i64::wrap(flags));
    s.set_elements(0, t)
}
