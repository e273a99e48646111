//! `linalg.winograd_filter_transform`, `…_input_transform` and `…_output_transform`: products with the matrices that
//! upstream's decomposition uses, whose scale differs from the usual one: `y = A [(G f G) · (B x B)] A`.
//!
//! A dimension of size one is not transformed.

use crate::{Data, Eval, Interpreter, Num, Shape, Step, Tensor, tensor::for_each_position};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("linalg.winograd_filter_transform", filter);
    i.register("linalg.winograd_input_transform", input);
    i.register("linalg.winograd_output_transform", output);
}

/// The rows of a matrix.
type Matrix = &'static [&'static [f64]];

/// The matrices of tiles of `m` results and filters of `r` elements.
struct Winograd {
    m: usize,
    filter: Matrix,
    input: Matrix,
    output: Matrix,
    /// The factor by which each side of a result is multiplied.
    factor: f64,
}

const F_2_3: Winograd = Winograd {
    m: 2,
    filter: &[&[-1.0, 0.0, 0.0], &[0.5, -0.5, 0.5], &[0.5, 0.5, 0.5], &[0.0, 0.0, 1.0]],
    input: &[&[-1.0, 0.0, 1.0, 0.0], &[0.0, -1.0, 1.0, 0.0], &[0.0, 1.0, 1.0, 0.0], &[0.0, -1.0, 0.0, 1.0]],
    output: &[&[1.0, 1.0, 1.0, 0.0], &[0.0, -1.0, 1.0, 1.0]],
    factor: 1.0,
};

const F_4_3: Winograd = Winograd {
    m: 4,
    filter: &[
        &[1.0, 0.0, 0.0],
        &[-1.0 / 3.0, 1.0 / 3.0, -1.0 / 3.0],
        &[-1.0 / 3.0, -1.0 / 3.0, -1.0 / 3.0],
        &[1.0 / 12.0, -1.0 / 6.0, 1.0 / 3.0],
        &[1.0 / 12.0, 1.0 / 6.0, 1.0 / 3.0],
        &[0.0, 0.0, 1.0],
    ],
    input: &[
        &[0.25, 0.0, -0.3125, 0.0, 0.0625, 0.0],
        &[0.0, 0.25, -0.25, -0.0625, 0.0625, 0.0],
        &[0.0, -0.25, -0.25, 0.0625, 0.0625, 0.0],
        &[0.0, 0.25, -0.125, -0.25, 0.125, 0.0],
        &[0.0, -0.25, -0.125, 0.25, 0.125, 0.0],
        &[0.0, 0.25, 0.0, -0.3125, 0.0, 0.0625],
    ],
    output: &[
        &[0.125, 0.25, 0.25, 0.125, 0.125, 0.0],
        &[0.0, -0.25, 0.25, -0.25, 0.25, 0.0],
        &[0.0, 0.25, 0.25, 0.5, 0.5, 0.0],
        &[0.0, -0.25, 0.25, -1.0, 1.0, 0.5],
    ],
    factor: 32.0,
};

const F_2_5: Winograd = Winograd {
    m: 2,
    filter: &[
        &[1.0, 0.0, 0.0, 0.0, 0.0],
        &[1.0 / 6.0, -1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0, 1.0 / 6.0],
        &[-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        &[-4.0 / 15.0, 2.0 / 15.0, -1.0 / 15.0, 1.0 / 30.0, -1.0 / 60.0],
        &[1.0 / 60.0, 1.0 / 30.0, 1.0 / 15.0, 2.0 / 15.0, 4.0 / 15.0],
        &[0.0, 0.0, 0.0, 0.0, 1.0],
    ],
    input: &[
        &[0.125, 0.1875, -0.25, -0.1875, 0.125, 0.0],
        &[0.0, 0.125, 0.0625, -0.3125, 0.125, 0.0],
        &[0.0, -0.125, -0.3125, -0.0625, 0.125, 0.0],
        &[0.0, 0.25, -0.125, -0.25, 0.125, 0.0],
        &[0.0, -0.125, -0.25, 0.125, 0.25, 0.0],
        &[0.0, 0.125, 0.1875, -0.25, -0.1875, 0.125],
    ],
    output: &[&[0.5, 1.0, 1.0, 2.0, 1.0, 0.0], &[0.0, -1.0, 1.0, -1.0, 2.0, 0.5]],
    factor: 16.0,
};

fn matrices(s: &Step<'_, '_>) -> Eval<&'static Winograd> {
    match s.int_attr("fmr")? {
        0 => Ok(&F_2_3),
        1 => Ok(&F_4_3),
        2 => Ok(&F_2_5),
        n => Err(s.fault(format!("has unknown sizes {n}"))),
    }
}

/// One step for one side of a tile: a matrix, or nothing.
#[derive(Clone, Copy)]
struct Side(Option<Matrix>);

impl Side {
    /// The matrix, unless the side has size one.
    fn new(matrix: Matrix, size: usize) -> Self {
        Self((size != 1).then_some(matrix))
    }
    /// How many numbers it takes.
    fn takes(self) -> usize {
        self.0.map_or(1, |m| m[0].len())
    }
    /// How many numbers it gives.
    fn gives(self) -> usize {
        self.0.map_or(1, <[_]>::len)
    }
    /// The number at row `to` and column `from`.
    fn at(self, to: usize, from: usize) -> f64 {
        self.0.map_or(1.0, |m| m[to][from])
    }
}

/// `rows * x * columns` for a tile `x`, each number of which `get` reads.
fn transformed(
    rows: Side,
    columns: Side,
    get: impl Fn(usize, usize) -> Option<f64>,
) -> Option<Vec<(usize, usize, f64)>> {
    let mut tile = Vec::with_capacity(rows.takes() * columns.takes());
    for i in 0..rows.takes() {
        for j in 0..columns.takes() {
            tile.push(get(i, j)?);
        }
    }
    let number = |a: usize, b: usize| {
        let at = |k: usize| (k / columns.takes(), k % columns.takes());
        let all = tile.iter().enumerate().map(|(k, &v)| (at(k), v));
        all.map(|((i, j), v)| rows.at(a, i) * v * columns.at(b, j)).sum::<f64>()
    };
    let places = (0..rows.gives()).flat_map(|a| (0..columns.gives()).map(move |b| (a, b)));
    Some(places.map(|(a, b)| (a, b, number(a, b))).collect())
}

/// Runs `f` for every position of `outer` and stores its numbers in a copy of operand 1.
fn fill(
    s: &mut Step<'_, '_>,
    outer: &[usize],
    f: impl Fn(&[usize], &Tensor, &Tensor) -> Option<Vec<(Shape, f64)>>,
) -> Eval {
    let (x, init) = (s.tensor(0)?, s.tensor(1)?);
    let e = init.elem;
    s.ensure(e.is_float() && x.elem == e, || "is not defined for its elements".into())?;
    let mut out: Vec<Num> = init.data.iter().collect();
    let mut fits = true;
    for_each_position(outer, |pos| match f(pos, x, init) {
        Some(numbers) => {
            for (at, v) in numbers {
                match index(init, &at).and_then(|i| out.get_mut(i)) {
                    Some(slot) => *slot = Num::from_f64(e, v),
                    None => fits = false,
                }
            }
        }
        None => fits = false,
    });
    s.ensure(fits, || "has a tile that reaches beyond its operands".into())?;
    let t = Tensor::new(e, init.shape.clone(), Data::collect(e, out.into_iter()));
    s.set_elements(0, t)
}

fn index(t: &Tensor, pos: &[usize]) -> Option<usize> {
    let pos: crate::Signed = pos.iter().map(|&p| p as i64).collect();
    t.index_of(&pos)
}

fn real(t: &Tensor, pos: &[usize]) -> Option<f64> {
    Some(t.at(index(t, pos)?).real())
}

fn shape<const N: usize>(s: &Step<'_, '_>, operand: usize) -> Eval<[usize; N]> {
    let t = s.tensor(operand)?;
    t.shape[..].try_into().map_err(|_| s.fault(format!("needs an operand #{operand} of rank {N}")))
}

/// `(f, h, w, c)` to `(alpha, alpha, c, f)`.
fn filter(s: &mut Step<'_, '_>) -> Eval {
    let w = matrices(s)?;
    let [f, height, width, c] = shape(s, 0)?;
    let (rows, columns) = (Side::new(w.filter, height), Side::new(w.filter, width));
    fill(s, &[f, c], |pos, x, _| {
        let (f, c) = (pos[0], pos[1]);
        let tile = transformed(rows, columns, |i, j| real(x, &[f, i, j, c]))?;
        Some(tile.into_iter().map(|(a, b, v)| (Shape::from_slice(&[a, b, c, f]), v)).collect())
    })
}

/// `(n, h, w, c)` to `(alpha, alpha, tiles, tiles, n, c)`.
fn input(s: &mut Step<'_, '_>) -> Eval {
    let w = matrices(s)?;
    let [height, width, tiles_h, tiles_w, n, c] = shape(s, 1)?;
    let (rows, columns) = (Side::new(w.input, height), Side::new(w.input, width));
    let step = |side: Side| if side.0.is_some() { w.m } else { 1 };
    fill(s, &[tiles_h, tiles_w, n, c], |pos, x, _| {
        let (top, left) = (pos[0] * step(rows), pos[1] * step(columns));
        let tile = transformed(rows, columns, |i, j| real(x, &[pos[2], top + i, left + j, pos[3]]))?;
        let place = |a, b| [a, b].iter().chain(pos).copied().collect();
        Some(tile.into_iter().map(|(a, b, v)| (place(a, b), v)).collect())
    })
}

/// `(alpha, alpha, tiles, tiles, n, f)` to `(n, h, w, f)`, added to the output.
fn output(s: &mut Step<'_, '_>) -> Eval {
    let w = matrices(s)?;
    let [height, width, tiles_h, tiles_w, n, f] = shape(s, 0)?;
    let (rows, columns) = (Side::new(w.output, height), Side::new(w.output, width));
    let factor = [rows, columns].iter().filter(|side| side.0.is_some()).map(|_| w.factor).product::<f64>();
    fill(s, &[tiles_h, tiles_w, n, f], |pos, x, init| {
        let (top, left) = (pos[0] * rows.gives(), pos[1] * columns.gives());
        let tile = transformed(rows, columns, |i, j| real(x, &[i, j, pos[0], pos[1], pos[2], pos[3]]))?;
        let add = |(a, b, v): (usize, usize, f64)| {
            let at = Shape::from_slice(&[pos[2], top + a, left + b, pos[3]]);
            let sum = real(init, &at)? + factor * v;
            Some((at, sum))
        };
        tile.into_iter().map(add).collect()
    })
}
