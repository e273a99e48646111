//! `linalg.softmax`: `exp(x - max) / sum(exp(x - max))` along one dimension, rounded after each step.

use crate::{
    Data, Elem, Eval, Flow, Interpreter, Num, Step, Tensor, Value,
    kernels::{Bin, Un, binary_num, unary_num},
    tensor::{for_each_position, linear},
};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("linalg.softmax", softmax);
}

fn softmax(s: &mut Step<'_, '_>) -> Eval {
    let x = match s.operand(0)? {
        Value::MemRef(m) => s.check(m.to_tensor())?,
        _ => s.tensor(0)?.clone(),
    };
    s.ensure(x.elem.is_float(), || "is not defined for its elements".into())?;
    let dim = s.dims(&[s.int_attr("dimension")?], x.rank())?[0];
    let (mut others, mut steps) = (x.shape.clone(), x.strides());
    let (n, step) = (others.remove(dim), steps.remove(dim));
    let mut out = vec![Num::zero(x.elem); x.len()];
    let mut defined = true;
    for_each_position(&others, |pos| {
        let first = linear(pos, &steps);
        let row: Vec<Num> = (0..n).map(|k| x.at(first + k * step)).collect();
        match normalized(x.elem, &row) {
            Some(row) => row.into_iter().enumerate().for_each(|(k, v)| out[first + k * step] = v),
            None => defined &= n == 0,
        }
    });
    s.ensure(defined, || "is not defined for its elements".into())?;
    let t = Tensor::new(x.elem, x.shape, Data::collect(x.elem, out.into_iter()));
    if let Ok(m) = s.memref(1) {
        s.check(m.fill_from(&t.data))?;
        return Ok(Flow::Next);
    }
    s.set_elements(0, t)
}

fn normalized(e: Elem, row: &[Num]) -> Option<Vec<Num>> {
    let (&first, rest) = row.split_first()?;
    let max = rest.iter().try_fold(first, |max, &v| binary_num(Bin::MaxNum, e, max, v))?;
    let power = |&v: &Num| unary_num(Un::Exp, e, binary_num(Bin::Sub, e, v, max)?);
    let powers: Vec<Num> = row.iter().map(power).collect::<Option<_>>()?;
    let sum = powers.iter().try_fold(Num::zero(e), |sum, &v| binary_num(Bin::Add, e, sum, v))?;
    powers.into_iter().map(|v| binary_num(Bin::Div, e, v, sum)).collect()
}
