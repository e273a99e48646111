//! Ops with windows, contractions and combiner bodies.

use super::{
    elementwise::{monoid, scribble},
    limits,
    movement::windows,
    types::{Elem, Kind, Ty, array, elem, list},
    writer::{Level, MAX_ELEMENTS, Val, Writer, has_elem},
};

/// The body that combines `args.len() / 2` pairs of numbers, the first half of the arguments with the second, by ops of given names or by
/// any.
pub(super) fn joiner(w: &mut Writer, elems: &[Elem], names: &[&str]) -> String {
    let types: Vec<Ty> = elems.iter().chain(elems).map(|&e| Ty::scalar(e)).collect();
    let any = w.level == Level::Own && w.chance(1, 3);
    let body = |w: &mut Writer, args: &[Val]| {
        let n = args.len() / 2;
        if any {
            let ops = w.number(1, 4);
            scribble(w, ops);
            return args[..n].iter().map(|a| w.need(&a.ty)).collect();
        }
        (0..n)
            .map(|i| {
                let name = names.get(i).map_or_else(|| monoid(w, args[i].ty.elem), |name| *name);
                w.op1(name, &[&args[i], &args[i + n]], "", args[i].ty.clone())
            })
            .collect()
    };
    w.region(true, &types, body).0
}

/// Values of the same shape, beginning with the given one.
fn companions(w: &mut Writer, x: &Val) -> Vec<Val> {
    let mut all = vec![x.clone()];
    while all.len() < 3 && w.chance(1, 4) {
        let e = w.elem();
        let next = w.need(&x.ty.with(e));
        all.push(next);
    }
    all
}

/// Initial values of a fold, and the names of the ops that it uses if these are determined.
pub(super) fn inits(w: &mut Writer, values: &[Val]) -> (Vec<Val>, Vec<&'static str>) {
    if w.level != Level::Compiler {
        return (values.iter().map(|v| w.need(&Ty::scalar(v.ty.elem))).collect(), Vec::new());
    }
    let names: Vec<_> = values.iter().map(|v| monoid(w, v.ty.elem)).collect();
    let inits = values.iter().zip(&names).map(|(v, name)| limits::identity(w, name, v.ty.elem)).collect();
    (inits, names)
}

/// A reduction.
pub fn reduce(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.elem.is_plain())?;
    let inputs = companions(w, &x);
    let (inits, names) = inits(w, &inputs);
    let dims = w.some_of(x.ty.rank());
    let elems: Vec<Elem> = inputs.iter().map(|v| v.ty.elem).collect();
    let body = joiner(w, &elems, &names);
    let shape: Vec<usize> =
        x.ty.shape.iter().enumerate().filter(|(d, _)| !dims.contains(d)).map(|(_, &n)| n).collect();
    let results: Vec<Ty> = elems.iter().map(|&e| Ty::new(&shape, e)).collect();
    let operands: Vec<&Val> = inputs.iter().chain(&inits).collect();
    w.op("reduce", &operands, &format!("dimensions = {}", array(&dims)), &[body], &results);
    Some(())
}

/// Windows over all dimensions of a shape: attributes and the sizes of the result.
struct Window {
    attrs: String,
    out: Vec<usize>,
}

fn window(w: &mut Writer, shape: &[usize], dilated: bool) -> Option<Window> {
    let (mut sizes, mut strides, mut base, mut dilation) = (vec![], vec![], vec![], vec![]);
    let (mut padding, mut out) = (Vec::new(), vec![]);
    for &d in shape {
        let (size, stride) = (w.number(1, 3), w.number(1, 2));
        let (b, l) = if dilated { (w.number(1, 2), w.number(1, 2)) } else { (1, 1) };
        let (low, high) = (w.number(-1, 2), w.number(-1, 2));
        let (low, high) = if dilated { (low, high) } else { (low.max(0), high.max(0)) };
        out.push(extent(d as i64, size, stride, b, l, low, high)?);
        sizes.push(size);
        strides.push(stride);
        base.push(b);
        dilation.push(l);
        padding.push(format!("[{low}, {high}]"));
    }
    (out.iter().product::<usize>() <= MAX_ELEMENTS).then_some(())?;
    let mut attrs = format!("window_dimensions = {}, window_strides = {}", array(&sizes), array(&strides));
    if dilated {
        attrs.push_str(&format!(
            ", base_dilations = {}, window_dilations = {}",
            array(&base),
            array(&dilation)
        ));
    }
    let n = shape.len();
    if n > 0 {
        attrs.push_str(&format!(", padding = dense<[{}]> : tensor<{n}x2xi64>", list(&padding)));
    }
    Some(Window { attrs, out })
}

/// The number of windows along a dimension.
fn extent(d: i64, size: i64, stride: i64, base: i64, dilation: i64, low: i64, high: i64) -> Option<usize> {
    let padded = if d == 0 { 0 } else { (d - 1) * base + 1 } + low + high;
    let window = (size - 1) * dilation + 1;
    let n = if padded < window { 0 } else { (padded - window) / stride + 1 };
    usize::try_from(if padded < 0 { return None } else { n }).ok()
}

/// A reduction of windows.
pub fn reduce_window(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.elem.is_plain())?;
    let inputs = companions(w, &x);
    let (inits, names) = inits(w, &inputs);
    let elems: Vec<Elem> = inputs.iter().map(|v| v.ty.elem).collect();
    let window = window(w, &x.ty.shape, true)?;
    let body = joiner(w, &elems, &names);
    let results: Vec<Ty> = elems.iter().map(|&e| Ty::new(&window.out, e)).collect();
    let operands: Vec<&Val> = inputs.iter().chain(&inits).collect();
    w.op("reduce_window", &operands, &window.attrs, &[body], &results);
    Some(())
}

/// Values scattered to the elements that windows select.
pub fn select_and_scatter(w: &mut Writer) -> Option<()> {
    let compiler = w.level == Level::Compiler;
    let x = if compiler {
        limits::distinct(w)
    } else {
        w.any(|t| (t.elem.is_int() || t.elem.is_float()) && t.count() > 0)?
    };
    let window = window(w, &x.ty.shape, false)?;
    if compiler && window.out.contains(&0) {
        // XLA gives zero instead of the initial value.
        return None;
    }
    let source = w.need(&Ty::new(&window.out, x.ty.elem));
    let init = w.need(&Ty::scalar(x.ty.elem));
    let direction = w.one(&["GE", "LE", "GT"]);
    let scalar = Ty::scalar(x.ty.elem);
    let (select, _) = w.region(true, &[scalar.clone(), scalar], |w, args| {
        let attrs = format!("comparison_direction = #stablehlo<comparison_direction {direction}>");
        vec![w.op1("compare", &[&args[0], &args[1]], &attrs, Ty::scalar(elem("i1")))]
    });
    let scatter = joiner(w, &[x.ty.elem], &[]);
    w.op(
        "select_and_scatter",
        &[&x, &source, &init],
        &window.attrs,
        &[select, scatter],
        std::slice::from_ref(&x.ty),
    );
    Some(())
}

/// A scatter.
pub fn scatter(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.rank() > 0 && t.elem.is_plain())?;
    let s = windows(w, &x.ty.shape)?;
    let inputs = companions(w, &x);
    let updates: Vec<Val> = inputs.iter().map(|v| w.need(&Ty::new(&s.result, v.ty.elem))).collect();
    let elems: Vec<Elem> = inputs.iter().map(|v| v.ty.elem).collect();
    let body = joiner(w, &elems, &[]);
    let attrs = format!(
        "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [{}], inserted_window_dims = [{}], input_batching_dims = [{}], scatter_indices_batching_dims = [{}], scatter_dims_to_operand_dims = [{}], index_vector_dim = {}>",
        list(&s.offset),
        list(&s.collapsed),
        list(&s.operand_batch),
        list(&s.index_batch),
        list(&s.map),
        s.vector_dim
    );
    let operands: Vec<&Val> = inputs.iter().chain([&s.indices]).chain(&updates).collect();
    let results: Vec<Ty> = inputs.iter().map(|v| v.ty.clone()).collect();
    w.op("scatter", &operands, &attrs, &[body], &results);
    Some(())
}

/// A sort by the first of its operands.
pub fn sort(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.rank() > 0 && t.elem.is_plain() && !t.elem.is_complex())?;
    let inputs = companions(w, &x);
    let stable = w.level != Level::Own || w.chance(1, 2);
    let types: Vec<Ty> = inputs.iter().flat_map(|v| [Ty::scalar(v.ty.elem), Ty::scalar(v.ty.elem)]).collect();
    let direction = w.one(&["LT", "GT"]);
    let (body, _) = w.region(true, &types, |w, args| {
        let order = if args[0].ty.elem.is_float() {
            ", compare_type = #stablehlo<comparison_type TOTALORDER>"
        } else {
            ""
        };
        let attrs = format!("comparison_direction = #stablehlo<comparison_direction {direction}>{order}");
        vec![w.op1("compare", &[&args[0], &args[1]], &attrs, Ty::scalar(elem("i1")))]
    });
    let rank = x.ty.rank() as i64;
    // XLA does not sort along a dimension that is counted from the last one.
    let d = w.number(if w.level == Level::Compiler { 0 } else { -rank }, rank - 1);
    let operands: Vec<&Val> = inputs.iter().collect();
    let results: Vec<Ty> = inputs.iter().map(|v| v.ty.clone()).collect();
    let attrs = format!("dimension = {d} : i64, is_stable = {stable}");
    w.op("sort", &operands, &attrs, &[body], &results);
    Some(())
}

/// A function applied to every element.
pub fn map(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.elem.is_plain())?;
    let inputs = companions(w, &x);
    let types: Vec<Ty> = inputs.iter().map(|v| Ty::scalar(v.ty.elem)).collect();
    let (body, out) = w.region(true, &types, |w, args| {
        let ops = w.number(1, 4);
        scribble(w, ops);
        let e = w.elem();
        let ty = Ty::scalar(if w.chance(1, 2) { args[0].ty.elem } else { e });
        vec![w.need(&ty)]
    });
    let dims: Vec<usize> = (0..x.ty.rank()).collect();
    let operands: Vec<&Val> = inputs.iter().collect();
    let result = x.ty.with(out[0].ty.elem);
    w.op("map", &operands, &format!("dimensions = {}", array(&dims)), &[body], &[result]);
    Some(())
}

/// A contraction.
pub fn dot_general(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.elem.is_plain())?;
    let order = w.order(x.ty.rank());
    let nb = w.rng.below(order.len().min(1) + 1);
    let nc = w.rng.below((order.len() - nb).min(2) + 1);
    let (batch, contract) = (order[..nb].to_vec(), order[nb..nb + nc].to_vec());
    let free = w.rng.below(2);
    // The dimensions of the right side, in its own order: shared ones first, then the others.
    let shared: Vec<usize> = order[..nb + nc].iter().map(|&d| x.ty.shape[d]).collect();
    let mut right: Vec<usize> = shared;
    right.extend((0..free).map(|_| w.dim()));
    let places = w.order(right.len());
    let mut shape = vec![0; right.len()];
    for (&at, &d) in places.iter().zip(&right) {
        shape[at] = d;
    }
    let y = w.need(&Ty::new(&shape, x.ty.elem));
    let lhs_free = (0..x.ty.rank()).filter(|d| !order[..nb + nc].contains(d)).map(|d| x.ty.shape[d]);
    let mut out: Vec<usize> = batch.iter().map(|&d| x.ty.shape[d]).collect();
    out.extend(lhs_free);
    out.extend(&right[nb + nc..]);
    (out.iter().product::<usize>() <= MAX_ELEMENTS).then_some(())?;
    let attrs = format!(
        "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [{}], rhs_batching_dimensions = [{}], lhs_contracting_dimensions = [{}], rhs_contracting_dimensions = [{}]>",
        list(&batch),
        list(&places[..nb]),
        list(&contract),
        list(&places[nb..nb + nc])
    );
    w.op1("dot_general", &[&x, &y], &attrs, Ty::new(&out, x.ty.elem));
    Some(())
}

/// A convolution.
pub fn convolution(w: &mut Writer) -> Option<()> {
    // XLA convolves integers as floats.
    let level = w.level;
    let e =
        w.elem_where(|e| e.kind != Kind::Bool && e.is_plain() && !(level == Level::Compiler && e.is_int()));
    let n = w.rng.below(3);
    let (feature_groups, batch_groups) = w.one(&[(1, 1), (1, 1), (2, 1), (1, 2)]);
    let batch = w.number(1, 2) * batch_groups;
    let (inputs, outputs) = (w.number(1, 2), w.number(1, 2) * feature_groups * batch_groups);
    let (mut space, mut kernel, mut out) = (vec![], vec![], vec![]);
    let (mut strides, mut padding, mut base, mut dilation, mut reversal) =
        (vec![], vec![], vec![], vec![], vec![]);
    for _ in 0..n {
        let (d, k) = (w.number(0, 5), w.number(1, 3));
        let (stride, b, l) = (w.number(1, 2), w.number(1, 2), w.number(1, 2));
        let (low, high) = (w.number(-1, 2), w.number(-1, 2));
        out.push(extent(d, k, stride, b, l, low, high)?);
        space.push(d as usize);
        kernel.push(k as usize);
        strides.push(stride);
        padding.push(format!("[{low}, {high}]"));
        base.push(b);
        dilation.push(l);
        reversal.push(w.chance(1, 2));
    }
    let [lhs, rhs, result] = [(); 3].map(|()| w.order(n + 2));
    let dims = |order: &[usize], first: i64, second: i64, space: &[usize]| {
        let mut shape = vec![0; n + 2];
        shape[order[0]] = first as usize;
        shape[order[1]] = second as usize;
        (0..n).for_each(|i| shape[order[i + 2]] = space[i]);
        shape
    };
    let x = dims(&lhs, batch, inputs * feature_groups, &space);
    let k = dims(&rhs, inputs, outputs, &kernel);
    let y = dims(&result, batch / batch_groups, outputs, &out);
    (y.iter().product::<usize>() <= MAX_ELEMENTS).then_some(())?;
    let (x, k) = (w.need(&Ty::new(&x, e)), w.need(&Ty::new(&k, e)));
    let layout = |order: &[usize], first: &str, second: &str| {
        let mut names = vec![String::new(); n + 2];
        names[order[0]] = first.to_owned();
        names[order[1]] = second.to_owned();
        (0..n).for_each(|i| names[order[i + 2]] = i.to_string());
        format!("[{}]", names.join(", "))
    };
    let (l, r, o) = (layout(&lhs, "b", "f"), layout(&rhs, "i", "o"), layout(&result, "b", "f"));
    let mut attrs = format!(
        "batch_group_count = {batch_groups} : i64, dimension_numbers = #stablehlo.conv<{l}x{r}->{o}>, feature_group_count = {feature_groups} : i64, lhs_dilation = {}, rhs_dilation = {}, window_strides = {}",
        array(&base),
        array(&dilation),
        array(&strides)
    );
    if n > 0 {
        attrs.push_str(&format!(
            ", padding = dense<[{}]> : tensor<{n}x2xi64>, window_reversal = array<i1: {}>",
            list(&padding),
            list(&reversal)
        ));
    }
    w.op1("convolution", &[&x, &k], &attrs, Ty::new(&y, e));
    Some(())
}

/// Functions of matrices, transforms and normalizations.
pub fn numeric(w: &mut Writer) -> Option<()> {
    let part = w.one(&["f32", "f64"]);
    let [x, y] = [w.dim().max(1), w.dim().max(1)];
    let kind = w.rng.below(6);
    if kind < 2 && !has_elem(w.level, elem("complex<f32>")) {
        return None;
    }
    match kind {
        0 => {
            let e = elem(if part == "f32" { "complex<f32>" } else { "complex<f64>" });
            let ty = Ty::new(&[x, y], e);
            let a = w.need(&ty);
            let kind = w.one(&["FFT", "IFFT"]);
            w.op1("fft", &[&a], &fft(kind, &[y]), ty);
        }
        1 => {
            let a = w.need(&Ty::new(&[x, y], elem(part)));
            let e = elem(if part == "f32" { "complex<f32>" } else { "complex<f64>" });
            let ty = Ty::new(&[x, y / 2 + 1], e);
            let out = w.op1("fft", &[&a], &fft("RFFT", &[y]), ty);
            if w.chance(1, 2) && w.level == Level::Own {
                w.op1("fft", &[&out], &fft("IRFFT", &[y]), Ty::new(&[x, y], elem(part)));
            }
        }
        2 => {
            let ty = Ty::new(&[x, x], elem(part));
            let a = w.need(&ty);
            let lower = w.chance(1, 2);
            // The text omits defaults, and the parsed program has none.
            w.op1("cholesky", &[&a], if lower { "lower = true" } else { "" }, ty);
        }
        3 => {
            let a = w.need(&Ty::new(&[x, x], elem(part)));
            let b = w.need(&Ty::new(&[x, y], elem(part)));
            let (lower, unit) = (w.chance(1, 2), w.chance(1, 2));
            let transpose = w.one(&["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"]);
            let attrs = format!(
                "left_side = true, lower = {lower}, transpose_a = #stablehlo<transpose {transpose}>, unit_diagonal = {unit}"
            );
            w.op1("triangular_solve", &[&a, &b], &attrs, b.ty.clone());
        }
        4 => {
            let a = w.need(&Ty::new(&[x, y, 2], elem(part)));
            let at = w.rng.below(3);
            let per = Ty::new(&[a.ty.shape[at]], elem(part));
            let vectors: Vec<Val> = (0..4).map(|_| w.need(&per)).collect();
            let attrs = format!("epsilon = 1.000000e-03 : f32, feature_index = {at} : i64");
            let mut operands = vec![&a];
            if w.chance(1, 2) {
                operands.extend(&vectors);
                w.op1("batch_norm_inference", &operands, &attrs, a.ty.clone());
            } else {
                operands.extend(&vectors[..2]);
                w.op("batch_norm_training", &operands, &attrs, &[], &[a.ty.clone(), per.clone(), per]);
            }
        }
        _ => {
            let state = w.need(&Ty::new(&[2], elem("ui64")));
            let algorithm = w.one(&["THREE_FRY", "PHILOX"]);
            let out = match w.level {
                Level::Compiler => limits::random_bits_elem(w),
                _ => w.elem_where(|e| e.is_int() && e.bits >= 8),
            };
            let results = [state.ty.clone(), Ty { shape: w.shape(), elem: out }];
            let attrs = format!("rng_algorithm = #stablehlo<rng_algorithm {algorithm}>");
            w.op("rng_bit_generator", &[&state], &attrs, &[], &results);
        }
    }
    Some(())
}

fn fft(kind: &str, length: &[usize]) -> String {
    format!("fft_length = {}, fft_type = #stablehlo<fft_type {kind}>", array(length))
}
