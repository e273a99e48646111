//! `vector`: lanes. Masks around ops, scans, and vectors whose lanes alternate.

use super::{combine, func::exit};
use crate::{
    Args, Data, Eval, Interpreter, Num, Shape, Step, Tensor, Value, kernels::binary_num, tensor::linear,
};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("vector.mask", mask);
    i.register("vector.yield", exit);
    i.register("vector.scan", scan);
    i.register("vector.interleave", interleave);
    i.register("vector.deinterleave", deinterleave);
    // A scalable dimension has the size that is written.
    i.register("vector.vscale", |s| s.set(0, Value::index(1)));
}

/// The operands of a `vector.mask` for the op inside, which takes them when it runs.
pub(crate) struct Masking {
    /// The lanes that take part.
    pub mask: Tensor,
    /// The other lanes of the result.
    pub passthru: Option<Tensor>,
}

/// The lanes of an op that take part.
pub(super) struct Selected(Option<Tensor>);

impl Selected {
    /// The lanes that the enclosing `vector.mask` selects; all lanes without one.
    pub fn take(s: &mut Step<'_, '_>) -> Self {
        Self(s.m.masking.take().map(|m| m.mask))
    }
    /// Whether lane `k`, in row-major order, takes part.
    pub fn has(&self, k: usize) -> bool {
        self.0.as_ref().is_none_or(|mask| mask.at(k).int() != 0)
    }
    /// Whether there is no mask.
    pub fn all(&self) -> bool {
        self.0.is_none()
    }
}

fn mask(s: &mut Step<'_, '_>) -> Eval {
    let mask = s.tensor(0)?.clone();
    let passthru = if s.num_operands() > 1 { s.operand(1)?.elements().cloned() } else { None };
    let region = s.region(0)?;
    let block = s.body().blocks(region).first().copied();
    let is_empty = block.is_none_or(|b| s.body().first_op(b) == s.body().last_op(b));
    if !is_empty {
        s.m.masking = Some(Masking { mask, passthru });
        let out = s.run(region, Args::new())?;
        s.m.masking = None;
        return s.set_all(out);
    }
    // A mask without an op selects lanes of the yielded value.
    let mut out = s.run(region, Args::new())?;
    if let (Some(other), [Value::Vector(t)]) = (passthru, &mut out[..]) {
        s.ensure(mask.shape == t.shape && other.shape == t.shape, || "has a mask of another shape".into())?;
        t.data.overwrite(&other.data, |k| (mask.at(k).int() == 0).then_some(k));
    }
    s.set_all(out)
}

/// Combinations along one dimension. An inclusive scan starts with the first elements and ignores the initial value, as
/// upstream's lowering does.
fn scan(s: &mut Step<'_, '_>) -> Eval {
    let word = s.word("kind").unwrap_or_default();
    let op = combine::by_word(&word).ok_or_else(|| s.fault(format!("has an unknown kind '{word}'")))?;
    let inclusive = s.flag("inclusive");
    let (x, init) = (s.tensor(0)?, s.tensor(1)?);
    let dim = s.dims(&[s.int_attr("reduction_dim")?], x.rank())?[0];
    let (mut others, mut steps) = (x.shape.clone(), x.strides());
    let (n, step) = (others.remove(dim), steps.remove(dim));
    s.ensure(init.len() == others.iter().product::<usize>(), || {
        "has an initial value of another size".into()
    })?;
    let mut out = vec![Num::zero(x.elem); x.len()];
    let (mut totals, mut defined) = (Vec::with_capacity(init.len()), true);
    crate::tensor::for_each_position(&others, |pos| {
        let first = linear(pos, &steps);
        let mut acc = init.at(totals.len());
        for k in 0..n {
            let at = first + k * step;
            let next = match (k, inclusive) {
                (0, true) => Some(x.at(at)),
                (0, false) => Some(acc),
                (_, true) => binary_num(op, x.elem, acc, x.at(at)),
                (_, false) => binary_num(op, x.elem, acc, x.at(at - step)),
            };
            defined &= next.is_some();
            acc = next.unwrap_or(acc);
            out[at] = acc;
        }
        totals.push(acc);
    });
    s.ensure(defined, || "is not defined for its elements".into())?;
    let (e, shape, total_shape) = (x.elem, x.shape.clone(), init.shape.clone());
    s.set_elements(0, Tensor::new(e, shape, Data::collect(e, out.into_iter())))?;
    s.set(1, Value::Vector(Tensor::new(e, total_shape, Data::collect(e, totals.into_iter()))))
}

fn interleave(s: &mut Step<'_, '_>) -> Eval {
    let (x, y) = (s.tensor(0)?, s.tensor(1)?);
    s.ensure(x.shape == y.shape && x.elem == y.elem, || "has operands of different types".into())?;
    let mut shape = x.shape.clone();
    match shape.last_mut() {
        Some(last) => *last *= 2,
        None => shape.push(2),
    }
    let lanes = (0..2 * x.len()).map(|k| if k % 2 == 0 { x.at(k / 2) } else { y.at(k / 2) });
    let t = Tensor::new(x.elem, shape, Data::collect(x.elem, lanes));
    s.set_elements(0, t)
}

fn deinterleave(s: &mut Step<'_, '_>) -> Eval {
    let x = s.tensor(0)?;
    let even = x.shape.last().is_some_and(|n| n % 2 == 0);
    s.ensure(even, || "needs an even number of elements in the last dimension".into())?;
    let mut shape: Shape = x.shape.clone();
    if let Some(last) = shape.last_mut() {
        *last /= 2;
    }
    let half = |odd: usize| Tensor::new(x.elem, shape.clone(), x.data.pick(x.len() / 2, |k| 2 * k + odd));
    let (even, odd) = (half(0), half(1));
    s.set_elements(0, even)?;
    s.set_elements(1, odd)
}
