//! `cholesky`, `triangular_solve` and `fft`, computed in `f64`.

use crate::{
    C64, Carrier, Data, Elem, Eval, Interpreter, Num, Shape, Step, Tensor,
    kernels::fourier::{Fourier, cost},
    ops::stablehlo::contraction::Ring,
};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.cholesky", cholesky);
    i.register("stablehlo.triangular_solve", triangular_solve);
    i.register("stablehlo.fft", fft);
}

fn finish(s: &mut Step<'_, '_>, shape: Shape, values: &[C64]) -> Eval {
    let e = s.result_elem(0)?;
    let data = Data::collect(e, values.iter().map(|&v| Num::from_complex(e, v)));
    s.set_elements(0, Tensor::new(e, shape, data))
}

fn cholesky(s: &mut Step<'_, '_>) -> Eval {
    let lower = s.flag("lower");
    let x = s.tensor(0)?;
    let shape = x.shape.clone();
    let &[.., rows, n] = &shape[..] else { return Err(s.fault("needs a matrix")) };
    s.ensure(rows == n, || "needs square matrices".into())?;
    if x.is_empty() {
        return finish(s, shape, &[]);
    }
    let a = C64::all(&x.data);
    let zero = C64::default();
    let mut out = vec![zero; a.len()];
    let nan = C64::new(f64::NAN, 0.0);
    for (a, l) in a.chunks(n * n).zip(out.chunks_mut(n * n)) {
        // Only the named triangle of the input is read: the upper one is the conjugate of the lower.
        let read = |i: usize, j: usize| if lower { a[i * n + j] } else { a[j * n + i].conj() };
        let mut ok = true;
        for j in 0..n {
            for i in j..n {
                let mut v = read(i, j);
                for k in 0..j {
                    v -= l[i * n + k] * l[j * n + k].conj();
                }
                if i == j {
                    ok &= v.re > 0.0;
                    v = C64::new(v.re.sqrt(), 0.0);
                } else {
                    v /= l[j * n + j];
                }
                l[i * n + j] = v;
            }
        }
        if !ok {
            // Not positive definite: the triangle is NaN.
            (0..n).for_each(|i| l[i * n..=i * n + i].fill(nan));
        }
        if !lower {
            for i in 0..n {
                for j in 0..i {
                    l[j * n + i] = l[i * n + j].conj();
                    l[i * n + j] = zero;
                }
            }
        }
    }
    finish(s, shape, &out)
}

fn triangular_solve(s: &mut Step<'_, '_>) -> Eval {
    let (left, lower, unit) = (s.flag("left_side"), s.flag("lower"), s.flag("unit_diagonal"));
    let transpose = s.word("transpose_a").unwrap_or_default();
    let (a, b) = (s.tensor(0)?, s.tensor(1)?);
    let shape = b.shape.clone();
    let (&[.., ra, n], &[.., rows, cols]) = (&a.shape[..], &shape[..]) else {
        return Err(s.fault("needs matrices"));
    };
    let fits = ra == n && n == if left { rows } else { cols };
    let lead = |shape: &[usize]| shape[..shape.len() - 2].to_vec();
    s.ensure(fits && lead(&a.shape) == lead(&shape), || "has sizes that do not fit".into())?;
    let system = System { left, lower, unit, transpose: &transpose, n, rows, cols };
    let work = b.len().saturating_mul(n) / 16;
    let e = s.result_elem(0)?;
    let data = match a.elem.carrier() {
        Carrier::C32 | Carrier::C64 => system.solve::<C64>(&a.data, &b.data, e),
        _ => system.solve::<f64>(&a.data, &b.data, e),
    };
    s.charge(work)?;
    s.set_elements(0, Tensor::new(e, shape, data))
}

/// Numbers that can be divided.
trait Field:
    Ring + std::ops::Sub<Output = Self> + std::ops::Mul<Output = Self> + std::ops::Div<Output = Self>
{
    /// The conjugate.
    fn conjugate(self) -> Self;
}
impl Field for f64 {
    fn conjugate(self) -> f64 {
        self
    }
}
impl Field for C64 {
    fn conjugate(self) -> C64 {
        self.conj()
    }
}

/// `op(a) x = b`, or `x op(a) = b` from the right.
struct System<'a> {
    left: bool,
    lower: bool,
    unit: bool,
    transpose: &'a str,
    n: usize,
    rows: usize,
    cols: usize,
}

impl System<'_> {
    fn solve<T: Field>(&self, a: &Data, b: &Data, to: Elem) -> Data {
        let &System { left, lower, unit, transpose, n, rows, cols } = self;
        let (av, mut out) = (T::all(a), T::all(b));
        let transposed = transpose != "NO_TRANSPOSE" && !transpose.is_empty();
        // Whether the matrix on the left is lower, so that the first unknown comes first.
        let forward = lower ^ transposed ^ !left;
        let lines = if left { cols } else { rows };
        for (k, x) in out.chunks_mut((rows * cols).max(1)).enumerate() {
            let a = &av[k * n * n..][..n * n];
            // op(a), and for a system from the right its transpose, so that it stands on the left.
            let at = |i: usize, j: usize| {
                let (i, j) = if left { (i, j) } else { (j, i) };
                let (v, is_lower) = if transposed { (a[j * n + i], j >= i) } else { (a[i * n + j], i >= j) };
                let v = if i != j && is_lower != lower { T::default() } else { v };
                if transpose == "ADJOINT" { v.conjugate() } else { v }
            };
            for line in 0..lines {
                let place = |i: usize| if left { i * cols + line } else { line * cols + i };
                for step in 0..n {
                    let i = if forward { step } else { n - 1 - step };
                    let mut v = x[place(i)];
                    for before in 0..step {
                        let j = if forward { before } else { n - 1 - before };
                        v = v - at(i, j) * x[place(j)];
                    }
                    x[place(i)] = if unit { v } else { v / at(i, i) };
                }
            }
        }
        Data::collect(to, out.into_iter().map(|v| v.num(to)))
    }
}

/// Applies `f` to every line along dimension `d`, which may change its length to `size`.
fn along(
    values: &[C64],
    shape: &mut Shape,
    d: usize,
    size: usize,
    f: impl Fn(&[C64]) -> Vec<C64>,
) -> Vec<C64> {
    let inner: usize = shape[d + 1..].iter().product();
    let outer: usize = shape[..d].iter().product();
    let n = shape[d];
    let mut out = vec![C64::default(); outer * size * inner];
    for o in 0..outer {
        for i in 0..inner {
            let line: Vec<C64> = (0..n).map(|k| values[(o * n + k) * inner + i]).collect();
            for (k, v) in f(&line).into_iter().take(size).enumerate() {
                out[(o * size + k) * inner + i] = v;
            }
        }
    }
    shape[d] = size;
    out
}

fn fft(s: &mut Step<'_, '_>) -> Eval {
    let kind = s.word("fft_type").unwrap_or_default();
    let lengths = s.sizes("fft_length")?;
    let x = s.tensor(0)?;
    let mut shape = x.shape.clone();
    let first = shape.len().checked_sub(lengths.len()).ok_or_else(|| s.fault("has too many lengths"))?;
    let Some((&last, rest)) = lengths.split_last() else { return Err(s.fault("needs a length")) };
    s.ensure(last > 0 && rest.iter().all(|&n| n > 0), || "has a length of zero".into())?;
    let mut v = C64::all(&x.data);
    let work = lengths.iter().fold(0usize, |work, &n| work.saturating_add(v.len().saturating_mul(cost(n))));
    let inverse = kind == "IFFT" || kind == "IRFFT";
    let end = shape.len() - 1;
    let half = if kind == "IRFFT" { last / 2 + 1 } else { last };
    s.ensure(shape[first..end] == *rest && shape[end] == half, || {
        format!("has an operand with other sizes than its lengths {lengths:?}")
    })?;
    let scale = |line: Vec<C64>, n: usize| -> Vec<C64> {
        if inverse { line.into_iter().map(|v| v / n as f64).collect() } else { line }
    };
    if kind == "RFFT" {
        let line = Fourier::new(shape[end], false);
        v = along(&v, &mut shape, end, last / 2 + 1, |l| line.apply(l));
    }
    for d in first..end {
        let n = shape[d];
        let line = Fourier::new(n, inverse);
        v = along(&v, &mut shape, d, n, |l| scale(line.apply(l), n));
    }
    match &kind[..] {
        "RFFT" => (),
        "IRFFT" => {
            let line = Fourier::new(last, true);
            v = along(&v, &mut shape, end, last, |l| {
                // The half that a real signal leaves out is the conjugate of the other.
                let full: Vec<C64> = (0..last)
                    .map(
                        |k| if k <= last / 2 { l.get(k).copied() } else { l.get(last - k).map(|v| v.conj()) },
                    )
                    .map(Option::unwrap_or_default)
                    .collect();
                scale(line.apply(&full), last)
            });
        }
        "FFT" | "IFFT" => {
            let line = Fourier::new(last, inverse);
            v = along(&v, &mut shape, end, last, |l| scale(line.apply(l), last));
        }
        _ => return Err(s.fault("has an unknown type of transform")),
    }
    s.charge(work)?;
    finish(s, shape, &v)
}
