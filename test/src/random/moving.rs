//! Programs of ops that move elements along dimensions, of sizes that many devices divide: what such devices need of each other.

use super::{
    elementwise,
    structured::{inits, joiner},
    types::{Elem, Ty, array, elem, list},
    writer::{Level, Val, Writer},
};

/// The sizes of dimensions.
const SIZES: [usize; 6] = [8, 16, 16, 24, 12, 4];
/// The element types.
const ELEMS: [&str; 7] = ["f32", "f32", "f64", "i32", "ui8", "i1", "complex<f32>"];
/// The most elements of a tensor.
const MAX_ELEMENTS: usize = 800;

/// The text of the program for a seed, of about `size` steps.
#[must_use]
pub fn program(seed: u64, size: usize) -> String {
    let mut w = Writer::new(seed, Level::Compiler);
    for _ in 0..size {
        let steps = [
            slice,
            pad,
            reverse,
            concatenate,
            rotate,
            reduce_window,
            select_and_scatter,
            convolution,
            elementwise::binary,
        ];
        for _ in 0..8 {
            let step = w.one(&steps);
            if step(&mut w).is_some() {
                break;
            }
        }
    }
    w.finish()
}

/// A value with a large dimension.
fn large(w: &mut Writer) -> Val {
    if w.chance(3, 4)
        && let Some(known) = w.known(|ty| ty.shape.iter().any(|&n| n >= 4) && !ty.shape.contains(&0))
    {
        return known;
    }
    let rank = w.number(1, 2);
    let shape: Vec<usize> = (0..rank).map(|_| w.one(&SIZES)).collect();
    let e = elem(w.one(&ELEMS));
    w.need(&Ty::new(&shape, e))
}

/// A dimension of a value, and the size that it gets.
fn resized(w: &mut Writer, size: usize) -> i64 {
    let n = size as i64;
    let other = w.one(&SIZES) as i64;
    w.one(&[n, n, n / 2, 2 * n, n - 4, n + 4, other]).max(1)
}

fn fits(shape: &[usize]) -> Option<()> {
    (shape.iter().product::<usize>() <= MAX_ELEMENTS).then_some(())
}

fn slice(w: &mut Writer) -> Option<()> {
    let x = large(w);
    let (mut starts, mut limits, mut strides, mut shape) = (vec![], vec![], vec![], vec![]);
    for &d in &x.ty.shape {
        let d = d as i64;
        let stride = w.one(&[1, 1, 2, 3]);
        let most = (d - 1) / stride + 1;
        let count = w.one(&[d, d / 2, d / 4, d - 4, most]).clamp(1, most);
        let reach = (count - 1) * stride + 1;
        let start = w.number(0, d - reach);
        starts.push(start);
        limits.push(w.number(start + reach, (start + reach + stride - 1).min(d)));
        strides.push(stride);
        shape.push(count as usize);
    }
    let (a, b, c) = (array(&starts), array(&limits), array(&strides));
    let ty = Ty { shape, ..x.ty.clone() };
    w.op1("slice", &[&x], &format!("limit_indices = {b}, start_indices = {a}, strides = {c}"), ty);
    Some(())
}

fn pad(w: &mut Writer) -> Option<()> {
    let x = large(w);
    let value = w.need(&Ty::scalar(x.ty.elem));
    let (mut low, mut high, mut interior, mut shape) = (vec![], vec![], vec![], vec![]);
    for &d in &x.ty.shape {
        let inside = w.one(&[0, 0, 0, 1, 2]);
        let size = resized(w, d);
        let l = w.number(-3, 5);
        low.push(l);
        high.push(size - ((d as i64 - 1) * (inside + 1) + 1) - l);
        interior.push(inside);
        shape.push(size as usize);
    }
    fits(&shape)?;
    let (a, b, c) = (array(&low), array(&high), array(&interior));
    let attrs = format!("edge_padding_high = {b}, edge_padding_low = {a}, interior_padding = {c}");
    let ty = Ty { shape, ..x.ty.clone() };
    w.op1("pad", &[&x, &value], &attrs, ty);
    Some(())
}

fn reverse(w: &mut Writer) -> Option<()> {
    let x = large(w);
    let dims = w.some_of(x.ty.rank());
    w.op1("reverse", &[&x], &format!("dimensions = {}", array(&dims)), x.ty.clone());
    Some(())
}

fn concatenate(w: &mut Writer) -> Option<()> {
    let x = large(w);
    let d = w.rng.below(x.ty.rank());
    let mut parts = vec![x.clone()];
    for _ in 0..w.number(1, 2) {
        let mut ty = x.ty.clone();
        if w.chance(1, 2) {
            ty.shape[d] = w.one(&SIZES);
        }
        parts.push(w.need(&ty));
    }
    let mut ty = x.ty.clone();
    ty.shape[d] = parts.iter().map(|p| p.ty.shape[d]).sum();
    fits(&ty.shape)?;
    let operands: Vec<&Val> = parts.iter().collect();
    w.op1("concatenate", &operands, &format!("dimension = {d} : i64"), ty);
    Some(())
}

/// Two slices in the other order.
fn rotate(w: &mut Writer) -> Option<()> {
    let x = large(w);
    let dim = w.rng.below(x.ty.rank());
    let first = w.number(0, x.ty.shape[dim] as i64);
    let mut parts = Vec::new();
    for (start, limit) in [(first, x.ty.shape[dim] as i64), (0, first)] {
        let (mut starts, mut limits) = (vec![0; x.ty.rank()], x.ty.shape.clone());
        (starts[dim], limits[dim]) = (start, limit as usize);
        let mut ty = x.ty.clone();
        ty.shape[dim] = (limit - start) as usize;
        let strides = array(&vec![1; x.ty.rank()]);
        let attrs = format!(
            "limit_indices = {}, start_indices = {}, strides = {strides}",
            array(&limits),
            array(&starts)
        );
        parts.push(w.op1("slice", &[&x], &attrs, ty));
    }
    w.op1("concatenate", &[&parts[0], &parts[1]], &format!("dimension = {dim} : i64"), x.ty.clone());
    Some(())
}

/// Windows along dimensions.
#[derive(Default)]
struct Windows {
    sizes: Vec<i64>,
    strides: Vec<i64>,
    base: Vec<i64>,
    dilation: Vec<i64>,
    padding: Vec<String>,
    out: Vec<usize>,
}

impl Windows {
    /// Adds the windows of a given size along a dimension, with the padding that gives so many.
    fn add(&mut self, w: &mut Writer, dim: usize, size: i64) {
        let (stride, base, dilation) = (w.one(&[1, 1, 1, 2]), w.one(&[1, 1, 1, 2]), w.one(&[1, 1, 1, 2]));
        let count = resized(w, dim * base as usize / stride as usize);
        let low = w.number(-2, 4);
        let covered = (count - 1) * stride + (size - 1) * dilation + 1;
        let high = covered - ((dim as i64 - 1) * base + 1) - low;
        self.sizes.push(size);
        self.strides.push(stride);
        self.base.push(base);
        self.dilation.push(dilation);
        self.padding.push(format!("[{low}, {high}]"));
        self.out.push(count as usize);
    }
    fn padding(&self) -> String {
        format!("padding = dense<[{}]> : tensor<{}x2xi64>", list(&self.padding), self.padding.len())
    }
}

fn reduce_window(w: &mut Writer) -> Option<()> {
    let x = large(w);
    let mut windows = Windows::default();
    for &dim in &x.ty.shape {
        let size = w.one(&[1, 2, 3, 5]);
        windows.add(w, dim, size);
    }
    fits(&windows.out)?;
    let mut inputs = vec![x.clone()];
    if w.chance(1, 4) {
        inputs.push(w.need(&x.ty));
    }
    let (inits, names) = inits(w, &inputs);
    let elems: Vec<Elem> = inputs.iter().map(|v| v.ty.elem).collect();
    let body = joiner(w, &elems, &names);
    let attrs = format!(
        "window_dimensions = {}, window_strides = {}, base_dilations = {}, window_dilations = {}, {}",
        array(&windows.sizes),
        array(&windows.strides),
        array(&windows.base),
        array(&windows.dilation),
        windows.padding()
    );
    let results: Vec<Ty> = elems.iter().map(|&e| Ty::new(&windows.out, e)).collect();
    let operands: Vec<&Val> = inputs.iter().chain(&inits).collect();
    w.op("reduce_window", &operands, &attrs, &[body], &results);
    Some(())
}

/// Windows side by side, from which one element each is selected.
fn select_and_scatter(w: &mut Writer) -> Option<()> {
    let x = large(w);
    (x.ty.elem.is_int() || x.ty.elem.is_float()).then_some(())?;
    let sizes: Vec<usize> = x.ty.shape.iter().map(|_| w.one(&[1, 2, 2, 3])).collect();
    let out: Vec<usize> = x.ty.shape.iter().zip(&sizes).map(|(d, size)| d / size).collect();
    let (source, init) = (w.need(&Ty::new(&out, x.ty.elem)), w.need(&Ty::scalar(x.ty.elem)));
    let scalar = Ty::scalar(x.ty.elem);
    let (select, _) = w.region(true, &[scalar.clone(), scalar], |w, args| {
        let attrs = "comparison_direction = #stablehlo<comparison_direction GE>";
        vec![w.op1("compare", &[&args[0], &args[1]], attrs, Ty::scalar(elem("i1")))]
    });
    let scatter = joiner(w, &[x.ty.elem], &[]);
    let attrs = format!("window_dimensions = {0}, window_strides = {0}", array(&sizes));
    w.op(
        "select_and_scatter",
        &[&x, &source, &init],
        &attrs,
        &[select, scatter],
        std::slice::from_ref(&x.ty),
    );
    Some(())
}

/// A convolution along one or two dimensions; some kernels are as large as the input, as those of gradients are.
fn convolution(w: &mut Writer) -> Option<()> {
    let e = elem(w.one(&["f32", "f64", "i32"]));
    let n = w.number(1, 2) as usize;
    let groups = w.one(&[1, 1, 1, 2]);
    let (batch, inputs, outputs) = (w.one(&[1, 2, 4]), w.one(&[1, 2, 4]), w.one(&[2, 4]));
    let (mut x, mut k) = (vec![batch], vec![inputs, outputs]);
    let mut windows = Windows::default();
    for _ in 0..n {
        let dim = w.one(&SIZES);
        let same = w.chance(1, 4);
        let size = if same { dim as i64 } else { w.one(&[1, 2, 3, 5]) };
        x.push(dim);
        k.push(size as usize);
        windows.add(w, dim, size);
        if same && w.chance(1, 2) {
            // Few windows: their padding is on both sides.
            let (count, low) = (w.one(&[2, 3, 4]), w.number(0, 2));
            let (stride, base, dilation) =
                (windows.strides.last(), windows.base.last(), windows.dilation.last());
            let (stride, base, dilation) = (*stride?, *base?, *dilation?);
            let covered = (count - 1) * stride + (size - 1) * dilation + 1;
            *windows.out.last_mut()? = count as usize;
            *windows.padding.last_mut()? =
                format!("[{low}, {}]", covered - ((dim as i64 - 1) * base + 1) - low);
        }
    }
    x.push(inputs * groups);
    let y: Vec<usize> = [&[batch][..], &windows.out, &[outputs]].concat();
    (y.iter().product::<usize>() <= MAX_ELEMENTS && x.iter().product::<usize>() <= MAX_ELEMENTS)
        .then_some(())?;
    fits(&k)?;
    let (x, k) = (w.need(&Ty::new(&x, e)), w.need(&Ty::new(&k, e)));
    let space: Vec<String> = (0..n).map(|i| i.to_string()).collect();
    let space = space.join(", ");
    let reversal: Vec<bool> = (0..n).map(|_| w.chance(1, 4)).collect();
    let attrs = format!(
        "batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, {space}, f]x[i, o, {space}]->[b, {space}, f]>, feature_group_count = {groups} : i64, lhs_dilation = {}, rhs_dilation = {}, window_strides = {}, {}, window_reversal = array<i1: {}>",
        array(&windows.base),
        array(&windows.dilation),
        array(&windows.strides),
        windows.padding(),
        list(&reversal)
    );
    w.op1("convolution", &[&x, &k], &attrs, Ty::new(&y, e));
    Some(())
}
