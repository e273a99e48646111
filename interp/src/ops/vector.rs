//! `vector`: moving elements between vectors, and combining them. [`super::vector_memory`] has the accesses to
//! memory.

use smallvec::SmallVec;
use strata_ir::{
    affine::AffineMap,
    prelude::{AffineMapAttr, ArrayAttr},
};

use super::{combine, elementwise::map_n, stablehlo::broadcast, vector_lanes::Selected};
use crate::{
    Carried, Data, Elem, Eval, Flow, Interpreter, Num, Shape, Signed, Step, Tensor, Value,
    error_text::NOT_INTERPRETED,
    kernels::{Bin, binary_num},
    strided::Layout,
    tensor::{StridedIndices, count, for_each_position, strides},
};

pub(crate) fn register(i: &mut Interpreter) {
    register_shapes(i);
    register_parts(i);
    register_arithmetic(i);
}

/// Ops that make vectors, and change shapes and types.
fn register_shapes(i: &mut Interpreter) {
    i.register("vector.broadcast", |s| {
        let (elem, shape) = (s.result_elem(0)?, s.result_shape(0)?);
        let t = match s.operand(0)? {
            &Value::Scalar(_, n) => Tensor::splat(elem, shape, n),
            v => {
                let x = v.elements().ok_or_else(|| s.fault("needs a vector"))?;
                let lead = shape.len().checked_sub(x.rank()).ok_or_else(|| s.fault("lowers the rank"))?;
                let dims: Shape = (lead..shape.len()).collect();
                let fits = dims.iter().zip(&x.shape).all(|(&d, &n)| n == 1 || n == shape[d]);
                s.ensure(fits, || "has sizes that do not fit".into())?;
                broadcast(x, &shape, &dims)
            }
        };
        s.set(0, Value::Vector(t))
    });
    i.register("vector.shape_cast", |s| {
        let shape = s.result_shape(0)?;
        let x = s.tensor(0)?;
        s.ensure(count(&shape) == Some(x.len()), || "changes the number of elements".into())?;
        let t = x.reshaped(shape);
        s.set_elements(0, t)
    });
    i.register("vector.transpose", |s| {
        let x = s.tensor(0)?;
        let perm = s.dims(&s.ints("permutation")?, x.rank())?;
        s.ensure(perm.len() == x.rank(), || "has a permutation of the wrong length".into())?;
        let t = x.transposed(&perm);
        s.set_elements(0, t)
    });
    i.register("vector.step", |s| {
        let (elem, shape) = (s.result_elem(0)?, s.result_shape(0)?);
        let n = count(&shape).unwrap_or(0) as i64;
        s.set_elements(0, Tensor::from_ints(elem, shape, &(0..n).collect::<Vec<_>>()))
    });
    i.register("vector.bitcast", |s| {
        let (to, shape) = (s.result_elem(0)?, s.result_shape(0)?);
        let x = s.tensor(0)?;
        let data = Data::from_le(to, &x.data.to_le(x.elem));
        s.ensure(count(&shape) == Some(data.len()), || {
            format!("has types of widths that are {NOT_INTERPRETED}")
        })?;
        s.set_elements(0, Tensor::new(to, shape, data))
    });
    i.register("vector.from_elements", |s| {
        let (elem, shape) = (s.result_elem(0)?, s.result_shape(0)?);
        let nums = (0..s.num_operands()).map(|k| s.scalar(k).map(|v| v.1)).collect::<Eval<Vec<_>>>()?;
        s.ensure(count(&shape) == Some(nums.len()), || "has a wrong number of elements".into())?;
        s.set_elements(0, Tensor::new(elem, shape, Data::collect(elem, nums.into_iter())))
    });
    i.register("vector.to_elements", |s| {
        let x = s.tensor(0)?;
        let all = x.data.iter().map(|n| Value::Scalar(x.elem, n)).collect();
        s.set_all(all)
    });
    i.register("vector.create_mask", |s| {
        let sizes = s.ints_from(0)?;
        mask(s, &sizes)
    });
    i.register("vector.constant_mask", |s| {
        let sizes = s.ints("mask_dim_sizes")?;
        mask(s, &sizes)
    });
}

/// Ops that extract and insert parts.
fn register_parts(i: &mut Interpreter) {
    i.register("vector.extract", extract);
    i.register("vector.insert", insert);
    i.register("vector.extract_strided_slice", |s| {
        let (offsets, sizes, steps) = (numbers(s, "offsets")?, numbers(s, "sizes")?, numbers(s, "strides")?);
        let x = s.tensor(0)?;
        let own = x.strides();
        let (mut shape, mut stride, mut at) = (x.shape.clone(), own.clone(), 0);
        for d in 0..offsets.len().min(x.rank()) {
            (shape[d], stride[d]) = (sizes[d], own[d] * steps[d]);
            at += offsets[d] * own[d];
        }
        let t = x.view(&shape, &stride, at);
        s.set_elements(0, t)
    });
    i.register("vector.insert_strided_slice", |s| {
        let (offsets, steps) = (numbers(s, "offsets")?, numbers(s, "strides")?);
        let source = s.tensor(0)?.clone();
        let mut x = s.tensor(1)?.clone();
        let own = x.strides();
        s.ensure(offsets.len() == x.rank() && source.rank() <= x.rank(), || "has a wrong rank".into())?;
        let at: usize = offsets.iter().zip(&own).map(|(a, b)| a * b).sum();
        let lead = x.rank() - source.rank();
        let stride: Shape =
            (lead..x.rank()).map(|d| own[d] * steps.get(d - lead).copied().unwrap_or(1)).collect();
        x.data.write(&Layout::strided(&source.shape, &stride, at), &source.data);
        s.set_elements(0, x)
    });
    i.register("vector.shuffle", |s| {
        let mask = s.ints("mask")?;
        let (x, y) = (s.tensor(0)?, s.tensor(1)?);
        let row = |t: &Tensor| t.shape.iter().skip(1).product::<usize>().max(1);
        let (width, split) = (row(x), x.len());
        let both = Data::collect(x.elem, x.data.iter().chain(y.data.iter()));
        let shape: Shape = [mask.len()].into_iter().chain(x.shape.iter().skip(1).copied()).collect();
        debug_assert!(split <= both.len());
        let data = both.pick(mask.len() * width, |i| mask[i / width].max(0) as usize * width + i % width);
        let t = Tensor::new(x.elem, shape, data);
        s.set_elements(0, t)
    });
}

/// Ops that combine elements, and `vector.print`.
fn register_arithmetic(i: &mut Interpreter) {
    i.register("vector.fma", |s| {
        map_n(s, 3, |v| {
            Some(match (v[0].1, v[1].1, v[2].1) {
                (Num::F32(a), Num::F32(b), Num::F32(c)) if v[0].0 == Elem::F32 => Num::F32(a.mul_add(b, c)),
                (Num::F64(a), Num::F64(b), Num::F64(c)) => Num::F64(a.mul_add(b, c)),
                (a, b, c) => Num::from_f64(v[0].0, a.real().mul_add(b.real(), c.real())),
            })
        })
    });
    i.register("vector.reduction", reduction);
    i.register("vector.multi_reduction", multi_reduction);
    i.register("vector.outerproduct", outerproduct);
    i.register("vector.contract", contract);
    i.register("vector.print", |s| {
        let text = match s.string("stringLiteral") {
            Some(t) => t.to_owned(),
            None if s.num_operands() == 1 => s.operand(0)?.display(s.cx()),
            None => return Ok(Flow::Next),
        };
        s.m.output.push(text);
        Ok(Flow::Next)
    });
}

/// Integers of an array attribute or a dense array.
fn numbers(s: &Step<'_, '_>, name: &str) -> Eval<Shape> {
    if let Some(v) = s.ints_opt(name) {
        return s.dims(&v, usize::MAX);
    }
    let list = s.typed::<ArrayAttr>(name)?;
    let all: Signed = list.0.iter().filter_map(|&a| s.cx().attr_i64(a)).collect();
    s.dims(&all, usize::MAX)
}

/// The row-major index and the length of the part of a vector that a position of fewer dimensions names.
fn part(s: &Step<'_, '_>, x: &Tensor, dynamic: usize) -> Eval<(usize, usize, usize)> {
    let pos = s.mixed("static_position", dynamic..s.num_operands())?;
    s.ensure(pos.len() <= x.rank(), || "has a position of the wrong rank".into())?;
    let own = x.strides();
    let mut at = 0;
    for (d, &p) in pos.iter().enumerate() {
        let p = usize::try_from(p).ok().filter(|&p| p < x.shape[d]);
        at += p.ok_or_else(|| s.fault(format!("has a position outside of {:?}", &x.shape[..])))? * own[d];
    }
    Ok((at, x.shape[pos.len()..].iter().product(), pos.len()))
}

fn extract(s: &mut Step<'_, '_>) -> Eval {
    let x = s.tensor(0)?;
    let (at, n, used) = part(s, x, 1)?;
    let t = Tensor::new(x.elem, &x.shape[used..], x.data.pick(n, |i| at + i));
    s.set_elements(0, t)
}

fn insert(s: &mut Step<'_, '_>) -> Eval {
    let mut x = s.tensor(1)?.clone();
    let (at, n, _) = part(s, &x, 2)?;
    match s.operand(0)? {
        &Value::Scalar(_, v) => x.data.set(at, v),
        v => {
            let t = v
                .elements()
                .filter(|t| t.len() == n)
                .ok_or_else(|| s.fault("inserts a value of the wrong size"))?;
            x.data.scatter(&t.data, |i| Some(at + i));
        }
    }
    s.set_elements(0, x)
}

fn mask(s: &mut Step<'_, '_>, sizes: &[i64]) -> Eval {
    let shape = s.result_shape(0)?;
    let mut bits = Vec::with_capacity(count(&shape).unwrap_or(0));
    for_each_position(&shape, |p| bits.push(p.iter().zip(sizes).all(|(&p, &n)| (p as i64) < n) as i64));
    s.set_elements(0, Tensor::from_ints(Elem::I1, shape, &bits))
}

/// The function of the combining kind of an op.
fn kind(s: &Step<'_, '_>) -> Eval<Bin> {
    let Some(word) = s.word("kind") else { return Ok(Bin::Add) };
    combine::by_word(&word).ok_or_else(|| s.fault(format!("has an unknown kind '{word}'")))
}

fn reduction(s: &mut Step<'_, '_>) -> Eval {
    let op = kind(s)?;
    let lanes = Selected::take(s);
    let x = s.tensor(0)?;
    let e = x.elem;
    let start = if s.num_operands() > 1 { Some(s.scalar(1)?.1) } else { None };
    let mut all = start.into_iter().chain((0..x.len()).filter(|&k| lanes.has(k)).map(|k| x.at(k)));
    let first = all.next().or_else(|| combine::neutral(op, e));
    let out = first.and_then(|first| all.try_fold(first, |acc, v| binary_num(op, e, acc, v)));
    drop(all);
    let out = out.ok_or_else(|| s.fault("is not defined for its elements"))?;
    s.set(0, Value::Scalar(e, out))
}

fn multi_reduction(s: &mut Step<'_, '_>) -> Eval {
    let op = kind(s)?;
    let lanes = Selected::take(s);
    let x = s.tensor(0)?;
    let dims =
        s.dims(&numbers(s, "reduction_dims")?.iter().map(|&d| d as i64).collect::<Signed>(), x.rank())?;
    let (e, mut acc) = (x.elem, elements(s, 1)?);
    let kept: Shape = (0..x.rank()).filter(|d| !dims.contains(d)).collect();
    let sizes: Shape = kept.iter().map(|&d| x.shape[d]).collect();
    s.ensure(count(&sizes) == Some(acc.len()), || "has an accumulator of the wrong size".into())?;
    let own = strides(&sizes);
    let mut to: Shape = SmallVec::from_elem(0, x.rank());
    kept.iter().enumerate().for_each(|(k, &d)| to[d] = own[k]);
    let mut it = StridedIndices::new(&x.shape, &to);
    for k in 0..x.len() {
        let at = it.step();
        if lanes.has(k) {
            acc[at] = binary_num(op, e, acc[at], x.at(k))
                .ok_or_else(|| s.fault("is not defined for its elements"))?;
        }
    }
    s.set_elements(0, Tensor::new(e, sizes, Data::collect(e, acc.into_iter())))
}

/// The numbers of operand `i`, which may be a scalar.
fn elements(s: &Step<'_, '_>, i: usize) -> Eval<Vec<Num>> {
    Ok(match s.operand(i)? {
        &Value::Scalar(_, n) => vec![n],
        _ => s.tensor(i)?.data.iter().collect(),
    })
}

fn outerproduct(s: &mut Step<'_, '_>) -> Eval {
    let op = kind(s)?;
    let (x, y) = (s.tensor(0)?, elements(s, 1)?);
    let (e, shape) = (x.elem, s.result_shape(0)?);
    let acc = if s.num_operands() > 2 { Some(elements(s, 2)?) } else { None };
    let product = |i: usize| {
        let p = binary_num(Bin::Mul, e, x.at(i / y.len()), y[i % y.len()])?;
        match &acc {
            Some(a) => binary_num(op, e, *a.get(i)?, p),
            None => Some(p),
        }
    };
    let nums: Option<Vec<Num>> = (0..x.len() * y.len()).map(product).collect();
    let nums = nums.ok_or_else(|| s.fault("is not defined for its elements"))?;
    s.set_elements(0, Tensor::new(e, shape, Data::collect(e, nums.into_iter())))
}

fn contract(s: &mut Step<'_, '_>) -> Eval {
    let op = kind(s)?;
    let lanes = Selected::take(s);
    let maps = s.typed::<ArrayAttr>("indexing_maps")?.0.iter();
    let maps: Vec<&AffineMap> =
        maps.filter_map(|&a| s.cx().attr_as::<AffineMapAttr>(a)).map(|m| &m.0).collect();
    let (x, y) = (s.tensor(0)?, s.tensor(1)?);
    let mut acc = elements(s, 2)?;
    let e = s.result_elem(0)?;
    let [mx, my, mz] = maps[..] else { return Err(s.fault("needs three maps")) };
    let n = mx.n_dims();
    let size = |l: u32| {
        let of = |m: &AffineMap, t: &Tensor| t.shape.get(m.result_position(l)?).copied();
        of(mx, x).or_else(|| of(my, y))
    };
    let loops: Shape =
        (0..n).map(size).collect::<Option<_>>().ok_or_else(|| s.fault("has a loop of unknown size"))?;
    let out_dims = mz.result_dims().unwrap_or_default();
    let out_shape: Shape = out_dims.iter().map(|&d| loops[d as usize]).collect();
    let layout = |m: &AffineMap, shape: &[usize]| -> Shape {
        let own = strides(shape);
        let mut st: Shape = SmallVec::from_elem(0, loops.len());
        for (r, d) in m.result_dims().unwrap_or_default().iter().enumerate() {
            st[*d as usize] += own.get(r).copied().unwrap_or(0);
        }
        st
    };
    let (xs, ys, zs) = (layout(mx, &x.shape), layout(my, &y.shape), layout(mz, &out_shape));
    let mut ok = count(&out_shape) == Some(acc.len());
    if ok && op == Bin::Add && lanes.all() {
        let wide = |t: &Tensor| crate::kernels::convert(t.elem, e, t.data.clone());
        let sums = match (wide(x), wide(y)) {
            (Data::F32(a), Data::F32(b)) if e == Elem::F32 => {
                Some(add_products(&a, &b, &acc, &loops, [&xs, &ys, &zs]))
            }
            (Data::F64(a), Data::F64(b)) => Some(add_products(&a, &b, &acc, &loops, [&xs, &ys, &zs])),
            _ => None,
        };
        if let Some(sums) = sums {
            return s.set_elements(0, Tensor::new(e, out_shape, sums));
        }
    }
    let mut number = 0;
    for_each_position(&loops, |p| {
        number += 1;
        if !lanes.has(number - 1) {
            return;
        }
        let at = |st: &Shape| p.iter().zip(st).map(|(a, b)| a * b).sum::<usize>();
        let widen = |t: &Tensor, i| crate::kernels::convert_num(t.elem, e, t.at(i));
        let product = binary_num(Bin::Mul, e, widen(x, at(&xs)), widen(y, at(&ys)));
        match (acc.get_mut(at(&zs)), product) {
            (Some(slot), Some(v)) => match binary_num(op, e, *slot, v) {
                Some(v) => *slot = v,
                None => ok = false,
            },
            _ => ok = false,
        }
    });
    s.ensure(ok, || "has operands that do not fit".into())?;
    s.set_elements(0, Tensor::new(e, out_shape, Data::collect(e, acc.into_iter())))
}

/// `acc + x * y` of floats, rounded after each product and each sum, for strides in every loop that lie inside.
fn add_products<T: Carried + std::ops::Mul<Output = T> + std::ops::AddAssign>(
    x: &[T],
    y: &[T],
    acc: &[Num],
    loops: &[usize],
    [xs, ys, zs]: [&Shape; 3],
) -> Data {
    let mut out: Vec<T> = acc.iter().map(|&n| T::from_num(n).unwrap_or_default()).collect();
    let (last, outer) = loops.split_last().map_or((1, loops), |(&n, outer)| (n, outer));
    let inner = |st: &Shape| st.get(outer.len()).copied().unwrap_or(0);
    let (dx, dy, dz) = (inner(xs), inner(ys), inner(zs));
    for_each_position(outer, |p| {
        let at = |st: &Shape| p.iter().zip(st).map(|(a, b)| a * b).sum::<usize>();
        let (bx, by, bz) = (at(xs), at(ys), at(zs));
        for k in 0..last {
            if let (Some(&a), Some(&b), Some(slot)) =
                (x.get(bx + k * dx), y.get(by + k * dy), out.get_mut(bz + k * dz))
            {
                *slot += a * b;
            }
        }
    });
    T::wrap(out)
}
