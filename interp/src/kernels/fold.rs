//! Folding a vector into the places of a layout with a function of two numbers.

use super::{
    Bin, binary_num,
    columns::{Wrap, max_f32, max_f64, min_f32, min_f64},
};
use crate::{Carried, Data, Elem, Num, strided::Layout};

/// `out[to(i)] = op(out[to(i)], x[i])` for all elements in order, where `out` has `n` numbers and begins with `init`; `None`
/// where the function is undefined. Sums and products of floats of at most 32 bits are made in `f64` and rounded once.
pub fn fold(op: Bin, e: Elem, x: &Data, init: Num, to: &Layout, n: usize) -> Option<Data> {
    match (x, init) {
        (Data::F32(x), Num::F32(init)) => match op {
            Bin::Max => any_order(x, init, to, n, max_f32),
            Bin::Min => any_order(x, init, to, n, min_f32),
            Bin::Add => rounded(e, x, init, to, n, |a, x| a + x),
            Bin::Mul => rounded(e, x, init, to, n, |a, x| a * x),
            _ => None,
        },
        (Data::F64(x), Num::F64(init)) => match op {
            Bin::Max => any_order(x, init, to, n, max_f64),
            Bin::Min => any_order(x, init, to, n, min_f64),
            Bin::Add => in_order(x, init, to, n, |a, x| a + x),
            Bin::Mul => in_order(x, init, to, n, |a, x| a * x),
            _ => None,
        },
        (Data::Int(x), Num::Int(init)) => {
            let w = Wrap::for_elem(e);
            match op {
                Bin::Add => any_order(x, init, to, n, |a, x| w.apply(a.wrapping_add(x))),
                Bin::Mul => any_order(x, init, to, n, |a, x| w.apply(a.wrapping_mul(x))),
                Bin::And => any_order(x, init, to, n, |a, x| a & x),
                Bin::Or => any_order(x, init, to, n, |a, x| a | x),
                Bin::Xor => any_order(x, init, to, n, |a, x| a ^ x),
                Bin::Max if !e.is_unsigned() => any_order(x, init, to, n, i64::max),
                Bin::Min if !e.is_unsigned() => any_order(x, init, to, n, i64::min),
                Bin::Max => any_order(x, init, to, n, |a, x| (a as u64).max(x as u64) as i64),
                Bin::Min => any_order(x, init, to, n, |a, x| (a as u64).min(x as u64) as i64),
                _ => None,
            }
        }
        _ => {
            // An op is defined for all pairs of complex numbers or for none, so one pair decides.
            binary_num(op, e, init, init)?;
            let mut acc = vec![init; n];
            let all: Vec<Num> = x.iter().collect();
            to.fold(&mut acc, &all, |a, x| binary_num(op, e, a, x).unwrap_or(a))?;
            Some(Data::collect(e, acc.into_iter()))
        }
    }
}

fn any_order<T: Carried>(x: &[T], init: T, to: &Layout, n: usize, f: impl Fn(T, T) -> T) -> Option<Data> {
    let mut acc = vec![init; n];
    to.fold_any_order(&mut acc, x, f)?;
    Some(T::wrap(acc))
}

fn in_order<T: Carried>(x: &[T], init: T, to: &Layout, n: usize, f: impl Fn(T, T) -> T) -> Option<Data> {
    let mut acc = vec![init; n];
    to.fold(&mut acc, x, f)?;
    Some(T::wrap(acc))
}

fn rounded(
    e: Elem,
    x: &[f32],
    init: f32,
    to: &Layout,
    n: usize,
    f: impl Fn(f64, f64) -> f64,
) -> Option<Data> {
    let mut acc = vec![init as f64; n];
    to.fold(&mut acc, x, |a, x: f32| f(a, x as f64))?;
    Some(f32::wrap(acc.into_iter().map(|v| e.round(v)).collect()))
}
