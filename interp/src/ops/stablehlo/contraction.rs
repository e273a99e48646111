//! `dot_general`, `dot` and `convolution`.

use smallvec::SmallVec;
use strata_stablehlo::{ConvDimensionNumbers, DotDimensionNumbers};

use crate::{
    C64, Carrier, Data, Elem, Eval, Interpreter, Num, Shape, Step, Tensor,
    tensor::{count, for_each_position, strides},
};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.dot_general", |s| {
        let d: &DotDimensionNumbers = s.typed("dot_dimension_numbers")?;
        let (l, r) = (s.tensor(0)?.rank(), s.tensor(1)?.rank());
        let (lb, rb) = (s.dims(&d.lhs_batching_dimensions, l)?, s.dims(&d.rhs_batching_dimensions, r)?);
        let (lc, rc) = (s.dims(&d.lhs_contracting_dimensions, l)?, s.dims(&d.rhs_contracting_dimensions, r)?);
        dot(s, &lb, &rb, &lc, &rc)
    });
    i.register("stablehlo.dot", |s| {
        let l = s.tensor(0)?.rank();
        dot(s, &[], &[], &[l.saturating_sub(1)], &[0])
    });
    i.register("stablehlo.convolution", |s| {
        let padding = s.ints_opt("padding").unwrap_or_default();
        convolution(s, &padding)
    });
    i.register("stablehlo.dynamic_conv", |s| {
        let padding = s.numbers(2)?;
        convolution(s, &padding)
    });
}

/// Numbers that can be multiplied and added up without loss before the result is rounded once.
pub(crate) trait Ring: Copy + Default {
    /// `self + a * b`.
    fn mul_add(self, a: Self, b: Self) -> Self;
    /// The numbers of a vector.
    fn all(d: &Data) -> Vec<Self>;
    /// As a number of type `e`.
    fn num(self, e: Elem) -> Num;
}
impl Ring for i64 {
    #[inline]
    fn mul_add(self, a: i64, b: i64) -> i64 {
        self.wrapping_add(a.wrapping_mul(b))
    }
    fn all(d: &Data) -> Vec<i64> {
        d.iter().map(|n| if let Num::Int(v) = n { v } else { n.real() as i64 }).collect()
    }
    fn num(self, e: Elem) -> Num {
        // The sum of booleans is whether any of them is true.
        Num::from_i64(e, if e.is_bool() { i64::from(self != 0) } else { self })
    }
}
impl Ring for f64 {
    #[inline]
    fn mul_add(self, a: f64, b: f64) -> f64 {
        self + a * b
    }
    fn all(d: &Data) -> Vec<f64> {
        match d {
            Data::F64(v) => v.to_vec(),
            Data::F32(v) => v.iter().map(|&x| x as f64).collect(),
            _ => d.iter().map(Num::real).collect(),
        }
    }
    fn num(self, e: Elem) -> Num {
        if e.is_bool() { Num::from_i64(e, i64::from(self != 0.0)) } else { Num::from_f64(e, self) }
    }
}
impl Ring for C64 {
    fn mul_add(self, a: C64, b: C64) -> C64 {
        self + a * b
    }
    fn all(d: &Data) -> Vec<C64> {
        d.iter().map(Num::complex).collect()
    }
    fn num(self, e: Elem) -> Num {
        match e.carrier() {
            Carrier::C32 | Carrier::C64 => Num::from_complex(e, self),
            _ => self.re.num(e),
        }
    }
}

/// Columns of a product that are made together: their sums fill half of the vector registers of any x86-64.
const STRIP: usize = 8;

/// Some rows of a product in a strip of columns: the sums stay in registers, each in the order of `k`.
#[inline]
fn strip_rows<T: Ring, const ROWS: usize>(rows: [&[T]; ROWS], strip: &[[T; STRIP]]) -> [[T; STRIP]; ROWS] {
    let mut sums = [[T::default(); STRIP]; ROWS];
    for (p, y) in strip.iter().enumerate() {
        for (sum, row) in sums.iter_mut().zip(rows) {
            let a = row[p];
            sum.iter_mut().zip(y).for_each(|(s, &v)| *s = s.mul_add(a, v));
        }
    }
    sums
}

/// `out[b, i, j] = sum over k of x[b, i, k] * y[b, k, j]`, for row-major operands.
pub(crate) fn matmul<T: Ring>(x: &[T], y: &[T], sizes: [usize; 4]) -> Vec<T> {
    let [batch, m, n, k] = sizes;
    let mut out = vec![T::default(); batch * m * n];
    if out.is_empty() || k == 0 {
        return out;
    }
    let mut strip = vec![[T::default(); STRIP]; k];
    for ((x, y), out) in x.chunks_exact(m * k).zip(y.chunks_exact(k * n)).zip(out.chunks_exact_mut(m * n)) {
        for j in (0..n).step_by(STRIP) {
            let width = STRIP.min(n - j);
            for (to, row) in strip.iter_mut().zip(y.chunks_exact(n)) {
                to[..width].copy_from_slice(&row[j..j + width]);
            }
            let mut pairs = x.chunks_exact(2 * k).zip(out.chunks_exact_mut(2 * n));
            for (rows, to) in &mut pairs {
                let (first, second) = rows.split_at(k);
                for (to, sums) in to.chunks_exact_mut(n).zip(strip_rows([first, second], &strip)) {
                    to[j..j + width].copy_from_slice(&sums[..width]);
                }
            }
            if m % 2 == 1 {
                let [sums] = strip_rows([&x[(m - 1) * k..]], &strip);
                out[(m - 1) * n..][j..j + width].copy_from_slice(&sums[..width]);
            }
        }
    }
    out
}

/// The product of two tensors as `[batch, m, k]` and `[batch, k, n]`.
pub(crate) fn product(x: &Tensor, y: &Tensor, sizes: [usize; 4], to: Elem) -> Data {
    fn go<T: Ring>(x: &Tensor, y: &Tensor, sizes: [usize; 4], to: Elem) -> Data {
        let out = matmul(&T::all(&x.data), &T::all(&y.data), sizes);
        Data::collect(to, out.into_iter().map(|v| v.num(to)))
    }
    let kind = |t: &Tensor| t.elem.carrier();
    match (kind(x), kind(y), to.carrier()) {
        (Carrier::Int, Carrier::Int, Carrier::Int) => go::<i64>(x, y, sizes, to),
        (Carrier::C32 | Carrier::C64, ..) | (_, Carrier::C32 | Carrier::C64, _) => go::<C64>(x, y, sizes, to),
        _ => go::<f64>(x, y, sizes, to),
    }
}

fn free_dims(rank: usize, used: [&[usize]; 2]) -> Shape {
    (0..rank).filter(|d| !used[0].contains(d) && !used[1].contains(d)).collect()
}

fn dot(s: &mut Step<'_, '_>, lb: &[usize], rb: &[usize], lc: &[usize], rc: &[usize]) -> Eval {
    let (x, y, to) = (s.tensor(0)?.clone(), s.tensor(1)?.clone(), s.result_elem(0)?);
    let out = dot_of(s, &x, &y, [lb, rb, lc, rc], to)?;
    s.set_elements(0, out)
}

/// The product of two tensors for their batch dimensions and contracted dimensions, left and right of each.
pub(crate) fn dot_of(
    s: &mut Step<'_, '_>,
    x: &Tensor,
    y: &Tensor,
    [lb, rb, lc, rc]: [&[usize]; 4],
    to: Elem,
) -> Eval<Tensor> {
    let in_range = lc.iter().all(|&d| d < x.rank()) && rc.iter().all(|&d| d < y.rank());
    s.ensure(in_range && lb.len() == rb.len() && lc.len() == rc.len(), || "has unpaired dimensions".into())?;
    let sizes = |t: &Tensor, dims: &[usize]| -> Shape { dims.iter().map(|&d| t.shape[d]).collect() };
    let (lf, rf) = (free_dims(x.rank(), [lb, lc]), free_dims(y.rank(), [rb, rc]));
    let (batch, m, n, k) = (sizes(x, lb), sizes(x, &lf), sizes(y, &rf), sizes(x, lc));
    s.ensure(batch == sizes(y, rb) && k == sizes(y, rc), || "pairs dimensions of different sizes".into())?;
    let order = |lists: [&[usize]; 3]| -> Shape { lists.concat().into() };
    let (xt, yt) = (x.transposed(&order([lb, &lf, lc])), y.transposed(&order([rb, rc, &rf])));
    let shape: Shape = [&batch[..], &m, &n].concat().into();
    let total = s.elements(&shape)?;
    let size = |v: &[usize]| count(v).unwrap_or(0);
    s.charge(total.saturating_mul(size(&k)) / 16)?;
    let data = product(&xt, &yt, [size(&batch), size(&m), size(&n), size(&k)], to);
    Ok(Tensor::new(to, shape, data))
}

/// One spatial dimension of a convolution.
struct Axis {
    stride: i64,
    low: i64,
    base_dilation: i64,
    window_dilation: i64,
    reversed: bool,
    input: i64,
    kernel: i64,
}

impl Axis {
    /// The input index under kernel element `k` of output `o`.
    fn source(&self, o: usize, k: usize) -> Option<usize> {
        let k = if self.reversed { self.kernel - 1 - k as i64 } else { k as i64 };
        let [o, k, stride, low] = [o as i64, k, self.stride, self.low].map(i128::from);
        let [dilation, base, input] = [self.window_dilation, self.base_dilation, self.input].map(i128::from);
        let p = o * stride + k * dilation - low;
        (p >= 0 && p % base == 0 && p / base < input).then_some((p / base) as usize)
    }
    /// How many places the window has between paddings.
    fn outputs(&self, high: i64) -> Option<usize> {
        let dilated = |n: i64, by: i64| match n {
            0 => Some(0),
            n => (n - 1).checked_mul(by)?.checked_add(1),
        };
        let base = dilated(self.input, self.base_dilation)?;
        let padded = self.low.checked_add(high)?.checked_add(base)?.max(0);
        let room = padded.checked_sub(dilated(self.kernel, self.window_dilation)?)?;
        usize::try_from(if room < 0 { 0 } else { room / self.stride + 1 }).ok()
    }
}

fn convolution(s: &mut Step<'_, '_>, padding: &[i64]) -> Eval {
    let d: &ConvDimensionNumbers = s.typed("dimension_numbers")?;
    let (x, k) = (s.tensor(0)?, s.tensor(1)?);
    let to = s.result_elem(0)?;
    let rank = x.rank();
    let all = |numbers: &[i64], special: [i64; 2]| -> Eval<Shape> {
        let list: Vec<i64> = special.iter().chain(numbers).copied().collect();
        s.ensure(list.len() == rank, || "has dimension numbers of the wrong rank".into())?;
        s.dims(&list, rank)
    };
    // Each list: the two special dimensions, then the spatial ones.
    let xi = all(&d.input_spatial_dimensions, [d.input_batch_dimension, d.input_feature_dimension])?;
    let ki = all(
        &d.kernel_spatial_dimensions,
        [d.kernel_input_feature_dimension, d.kernel_output_feature_dimension],
    )?;
    let oi = all(&d.output_spatial_dimensions, [d.output_batch_dimension, d.output_feature_dimension])?;
    s.ensure(k.rank() == rank, || "has operands of different ranks".into())?;
    let list =
        |name: &str, default: i64| s.ints_opt(name).unwrap_or_else(|| SmallVec::from_elem(default, rank - 2));
    let (stride, base, window) =
        (list("window_strides", 1), list("lhs_dilation", 1), list("rhs_dilation", 1));
    let reversed = list("window_reversal", 0);
    let positive = [&stride, &base, &window].iter().all(|v| v.len() == rank - 2 && v.iter().all(|&n| n > 0));
    s.ensure(positive && reversed.len() == rank - 2, || "has a window that is not positive".into())?;
    let axes: Vec<Axis> = (0..rank - 2)
        .map(|a| Axis {
            stride: stride[a],
            low: padding.get(2 * a).copied().unwrap_or(0),
            base_dilation: base[a],
            window_dilation: window[a],
            reversed: reversed[a] != 0,
            input: x.shape[xi[a + 2]] as i64,
            kernel: k.shape[ki[a + 2]] as i64,
        })
        .collect();
    let count_of = |name| s.int_attr_opt(name).filter(|&v| v > 0).unwrap_or(1) as usize;
    let (fg, bg) = (count_of("feature_group_count"), count_of("batch_group_count"));
    let (features, batch) = (x.shape[xi[1]], x.shape[xi[0]]);
    let fits = k.shape[ki[0]].checked_mul(fg) == Some(features)
        && batch.is_multiple_of(bg)
        && k.shape[ki[1]].is_multiple_of(fg)
        && k.shape[ki[1]].is_multiple_of(bg);
    s.ensure(fits, || "has operands whose features or groups do not fit".into())?;
    let mut shape: Shape = SmallVec::from_elem(0, rank);
    (shape[oi[0]], shape[oi[1]]) = (batch / bg, k.shape[ki[1]]);
    for (a, axis) in axes.iter().enumerate() {
        let high = padding.get(2 * a + 1).copied().unwrap_or(0);
        shape[oi[a + 2]] = axis.outputs(high).ok_or_else(|| s.fault("has a result that is too large"))?;
    }
    s.elements(&shape)?;
    let plan = Conv { axes, xi, ki, oi, feature_groups: fg, batch_groups: bg, shape: shape.clone() };
    let data = match (x.elem.carrier(), to.carrier()) {
        (Carrier::Int, Carrier::Int) => plan.run::<i64>(x, k, to),
        (Carrier::C32 | Carrier::C64, _) => plan.run::<C64>(x, k, to),
        _ => plan.run::<f64>(x, k, to),
    };
    let work = k.len().saturating_mul(count(&shape).unwrap_or(0)) / 16;
    s.charge(work)?;
    s.set_elements(0, Tensor::new(to, shape, data))
}

struct Conv {
    axes: Vec<Axis>,
    xi: Shape,
    ki: Shape,
    oi: Shape,
    feature_groups: usize,
    batch_groups: usize,
    shape: Shape,
}

impl Conv {
    fn run<T: Ring>(&self, x: &Tensor, k: &Tensor, to: Elem) -> Data {
        let (xv, kv) = (T::all(&x.data), T::all(&k.data));
        let (xs, ks) = (strides(&x.shape), strides(&k.shape));
        let (features, outputs) = (k.shape[self.ki[0]], k.shape[self.ki[1]]);
        let window: Shape = self.ki[2..].iter().map(|&d| k.shape[d]).collect();
        let mut out = Vec::with_capacity(count(&self.shape).unwrap_or(0));
        for_each_position(&self.shape, |pos| {
            let (batch, feature) = (pos[self.oi[0]], pos[self.oi[1]]);
            let fgroup = feature / (outputs / self.feature_groups).max(1);
            let bgroup = feature / (outputs / self.batch_groups).max(1);
            let per_group = x.shape[self.xi[0]] / self.batch_groups;
            let n = if self.batch_groups > 1 { bgroup * per_group + batch } else { batch };
            let first = if self.feature_groups > 1 { fgroup * features } else { 0 };
            let mut acc = T::default();
            for_each_position(&window, |w| {
                let (mut xa, mut ka) = (n * xs[self.xi[0]], feature * ks[self.ki[1]]);
                for (a, axis) in self.axes.iter().enumerate() {
                    let Some(i) = axis.source(pos[self.oi[a + 2]], w[a]) else { return };
                    xa += i * xs[self.xi[a + 2]];
                    ka += w[a] * ks[self.ki[a + 2]];
                }
                for f in 0..features {
                    let from = xv.get(xa + (first + f) * xs[self.xi[1]]).copied().unwrap_or_default();
                    let by = kv.get(ka + f * ks[self.ki[0]]).copied().unwrap_or_default();
                    acc = acc.mul_add(from, by);
                }
            });
            out.push(acc.num(to));
        });
        Data::collect(to, out.into_iter())
    }
}
