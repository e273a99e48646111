//! `einsum` and `unary_einsum`: sums of products over the labels of a formula.

use rustc_hash::FxHashMap;

use super::contraction::Ring;
use crate::{
    C64, Carrier, Data, Elem, Eval, Interpreter, Shape, Step, Tensor,
    tensor::{count, for_each_position},
};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.einsum", |s| einsum(s, 2));
    i.register("stablehlo.unary_einsum", |s| einsum(s, 1));
}

/// The dimensions of operands and result as numbers of labels, the result's first; and the sizes of the labels.
struct Formula {
    operands: Vec<Shape>,
    result: usize,
    sizes: Shape,
}

fn formula(s: &Step<'_, '_>, tensors: &[Tensor]) -> Eval<Formula> {
    let text = s.string("einsum_config").unwrap_or_default();
    let wrong = || s.fault(format!("has a formula '{text}' that does not fit its operands"));
    let (left, right) = text.split_once("->").ok_or_else(wrong)?;
    let lists: Vec<&str> = left.split(',').map(str::trim).collect();
    let right = right.trim();
    let letters = |t: &str| t.chars().all(|c| c.is_ascii_alphabetic());
    if lists.len() != tensors.len() || !letters(right) || !lists.iter().all(|l| letters(l)) {
        return Err(wrong());
    }
    let mut number: FxHashMap<char, usize> = FxHashMap::default();
    for c in right.chars() {
        let next = number.len();
        if number.insert(c, next).is_some() {
            return Err(wrong());
        }
    }
    let mut sizes: Vec<Option<usize>> = vec![None; number.len()];
    let mut operands = Vec::new();
    for (list, t) in lists.iter().zip(tensors) {
        if list.len() != t.rank() {
            return Err(wrong());
        }
        let mut dims = Shape::new();
        for (c, &n) in list.chars().zip(&t.shape) {
            let next = number.len();
            let k = *number.entry(c).or_insert(next);
            if k == sizes.len() {
                sizes.push(None);
            }
            if sizes[k].replace(n).is_some_and(|m| m != n) {
                return Err(wrong());
            }
            dims.push(k);
        }
        operands.push(dims);
    }
    let sizes = sizes.into_iter().collect::<Option<Shape>>().ok_or_else(wrong)?;
    Ok(Formula { operands, result: right.len(), sizes })
}

fn einsum(s: &mut Step<'_, '_>, n: usize) -> Eval {
    let tensors: Vec<Tensor> = (0..n).map(|k| s.tensor(k).cloned()).collect::<Eval<_>>()?;
    let (f, to) = (formula(s, &tensors)?, s.result_elem(0)?);
    s.elements(&f.sizes[..f.result])?;
    s.charge(count(&f.sizes).unwrap_or(usize::MAX))?;
    let complex = |t: &Tensor| matches!(t.elem.carrier(), Carrier::C32 | Carrier::C64);
    let data = match to.carrier() {
        Carrier::Int if tensors.iter().all(|t| t.elem.is_int()) => sums::<i64>(&f, &tensors, to, 1),
        Carrier::C32 | Carrier::C64 => sums::<C64>(&f, &tensors, to, C64::new(1.0, 0.0)),
        _ if tensors.iter().any(complex) => sums::<C64>(&f, &tensors, to, C64::new(1.0, 0.0)),
        _ => sums::<f64>(&f, &tensors, to, 1.0),
    };
    s.set_elements(0, Tensor::new(to, &f.sizes[..f.result], data))
}

fn sums<T: Ring>(f: &Formula, tensors: &[Tensor], to: Elem, one: T) -> Data {
    let values: Vec<Vec<T>> = tensors.iter().map(|t| T::all(&t.data)).collect();
    let strides: Vec<Shape> = tensors.iter().map(Tensor::strides).collect();
    let (outer, inner) = f.sizes.split_at(f.result);
    let mut out = Vec::with_capacity(count(outer).unwrap_or(0));
    for_each_position(outer, |o| {
        let mut sum = T::default();
        for_each_position(inner, |i| {
            let label = |k: usize| o.get(k).or_else(|| i.get(k - o.len())).copied().unwrap_or(0);
            let factor = |t: usize| {
                let at: usize = f.operands[t].iter().zip(&strides[t]).map(|(&k, s)| label(k) * s).sum();
                values[t].get(at).copied().unwrap_or_default()
            };
            sum = sum.mul_add(factor(0), if values.len() > 1 { factor(1) } else { one });
        });
        out.push(sum.num(to));
    });
    Data::collect(to, out.into_iter())
}
