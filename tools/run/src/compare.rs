//! `--compare`: compares results with those of the interpreter, or of a file.
//!
//! Floats agree when they are close enough in one of the allowed ways: `|a - b| <= atol + rtol |b|`, or at most `max-ulp`
//! numbers of their format apart. Integers are equal or not.

use std::{collections::BTreeMap, fs::File, io::BufReader};

use strata_interp::{Elem, Num, Tensor, Value, read_npy};
use strata_ir::{num::FloatFormat, prelude::Context};

use crate::{npz::Npz, results::keys};
use strata_driver::TensorSpec;

/// The default tolerance of floats.
const TOLERANCE: f64 = 1e-5;

/// The tolerances for floats, as far as they are given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tolerance {
    /// Relative to the number.
    pub relative: Option<f64>,
    /// Absolute.
    pub absolute: Option<f64>,
    /// In units in the last place.
    pub ulps: Option<u64>,
}

/// The reference of `--compare`, unless it is the interpreter: a file with the results of each process.
pub(crate) fn reference(
    entry: &str,
    cx: &Context,
    path: &str,
    specs: &[TensorSpec],
    processes: usize,
) -> Result<Vec<Vec<Value>>, String> {
    let failed = |e: String| format!("error: {path}: {e}\n");
    let file = || File::open(path).map_err(|e| failed(e.to_string()));
    let wrong = |i: usize, e: String| {
        let n = i % specs.len().max(1);
        failed(format!("{} of '@{entry}' is {}: {e}", specs[n].label("result", n), specs[n].describe()))
    };
    let mut start = [0; 6];
    _ = std::io::Read::read(&mut file()?, &mut start).map_err(|e| failed(e.to_string()))?;
    let all: Vec<&TensorSpec> = (0..processes).flat_map(|_| specs).collect();
    let values = if start == *b"\x93NUMPY" {
        let bytes = std::fs::read(path).map_err(|e| failed(e.to_string()))?;
        if all.len() != 1 {
            return Err(failed(format!("one array is given for {} results", all.len())));
        }
        let array = read_npy(&bytes).map_err(failed)?;
        vec![array.to_value(cx, specs[0].ty).map_err(|e| wrong(0, e))?]
    } else {
        let mut npz = Npz::open(BufReader::new(file()?)).map_err(failed)?;
        if npz.len() != all.len() {
            return Err(failed(format!("{} arrays are given for {} results", npz.len(), all.len())));
        }
        let order = order(&npz.names().collect::<Vec<_>>(), &keys(specs, processes));
        let one = |(i, spec): (usize, &&TensorSpec)| {
            let array = npz.read(order[i], |header| {
                let known = spec.is_dynamic() || header.data_bytes == spec.bytes();
                if known { Ok(()) } else { Err(format!("the array has {} bytes", header.data_bytes)) }
            });
            array.and_then(|a| a.to_value(cx, spec.ty)).map_err(|e| wrong(i, e))
        };
        all.iter().enumerate().map(one).collect::<Result<_, _>>()?
    };
    let mut values = values.into_iter();
    Ok((0..processes).map(|_| values.by_ref().take(specs.len()).collect()).collect())
}

/// The number of the array for each result: by name where there is one for all of them, or else in order.
fn order(names: &[&str], keys: &[String]) -> Vec<usize> {
    let places: Option<Vec<usize>> =
        keys.iter().map(|key| names.iter().position(|name| name == key)).collect();
    places.unwrap_or_else(|| (0..keys.len()).collect())
}

/// The differences of two lists of results.
#[derive(Default)]
struct Difference {
    absolute: f64,
    relative: f64,
    /// The number of floats for each distance in units in the last place; [`FAR`] where one of the two is NaN.
    ulps: BTreeMap<u64, u64>,
    /// The first pair that differs too much, and the number of such pairs.
    first: Option<String>,
    wrong: u64,
    elements: u64,
}

/// The distance between a number and NaN.
const FAR: u64 = u64::MAX;

/// Compares the results of each process. Returns a text for the user, as an error where they differ.
pub(crate) fn compare(
    tolerance: Tolerance,
    got: &[Vec<Value>],
    want: &[Vec<Value>],
    with: &str,
) -> Result<String, String> {
    let mut all = Difference::default();
    for (p, (got, want)) in got.iter().zip(want).enumerate() {
        for (n, (g, w)) in got.iter().zip(want).enumerate() {
            let (Some(g), Some(w)) = (g.elements(), w.elements()) else { continue };
            let place = if p == 0 { String::new() } else { format!(" of process {p}") };
            if g.shape != w.shape {
                return Err(format!(
                    "error: result #{n}{place} has sizes {:?}, not {:?}\n",
                    g.shape, w.shape
                ));
            }
            all.add(tolerance, &format!("result #{n}{place}"), g, w);
        }
    }
    let figures = all.figures();
    match all.first {
        Some(first) => Err(format!(
            "error: {first}\n{} of {} elements differ; {figures}{}",
            all.wrong,
            all.elements,
            histogram(&all.ulps)
        )),
        None => Ok(format!("results agree with {with}; {figures}{}", histogram(&all.ulps))),
    }
}

impl Difference {
    fn add(&mut self, tolerance: Tolerance, what: &str, got: &Tensor, want: &Tensor) {
        let Tolerance { relative, absolute, ulps: most } = tolerance;
        // Each given tolerance is used, and the default where none is given.
        let given = relative.is_some() || absolute.is_some() || most.is_some();
        let default = if given { 0.0 } else { TOLERANCE };
        let (rtol, atol) = (relative.unwrap_or(default), absolute.unwrap_or(default));
        let most = most.unwrap_or(0);
        let elem = got.elem;
        let is_float = elem.is_float() || matches!(elem, Elem::Complex(_));
        self.elements += got.len() as u64;
        for i in 0..got.len() {
            let (a, b) = (got.at(i), want.at(i));
            let (x, y) = (a.complex(), b.complex());
            let parts = [(x.re, y.re), (x.im, y.im)];
            let parts = if let Elem::Complex(_) = elem { &parts[..] } else { &parts[..1] };
            let (mut same, mut worst) = (is_float || a == b, 0);
            for &(x, y) in parts {
                let apart = (x - y).abs();
                if !apart.is_nan() {
                    self.absolute = self.absolute.max(apart);
                    self.relative = self.relative.max(if apart == 0.0 { 0.0 } else { apart / y.abs() });
                }
                if is_float {
                    let ulps = ulps(elem, x, y);
                    same &= ulps <= most || apart <= atol + rtol * y.abs();
                    worst = worst.max(ulps);
                }
            }
            if is_float {
                *self.ulps.entry(worst).or_default() += 1;
            }
            if !same {
                self.wrong += 1;
                if self.first.is_none() {
                    let [a, b] = [(a, x), (b, y)].map(|(number, c)| match elem {
                        Elem::Complex(_) => c.to_string(),
                        _ => number.real().to_string(),
                    });
                    self.first = Some(format!("{what} differs at element {i}: {a} is not {b}"));
                }
            }
        }
    }

    fn figures(&self) -> String {
        let ulps = match self.ulps.last_key_value() {
            Some((&FAR, _)) => ", not a number on one side".to_owned(),
            Some((n, _)) => format!(", {n} ulp"),
            None => String::new(),
        };
        format!("largest difference {:e}, relative {:e}{ulps}\n", self.absolute, self.relative)
    }
}

/// The number of floats for each distance, by powers of two; empty where all are equal.
fn histogram(ulps: &BTreeMap<u64, u64>) -> String {
    let mut groups: BTreeMap<u32, u64> = BTreeMap::new();
    for (&n, &count) in ulps {
        *groups
            .entry(if n == FAR { u32::MAX } else { n.checked_ilog2().map_or(0, |k| k + 1) })
            .or_default() += count;
    }
    if groups.keys().all(|&k| k == 0) {
        return String::new();
    }
    let line = |(&k, count): (&u32, &u64)| match k {
        0 => format!("  equal: {count}\n"),
        1 => format!("  1 ulp: {count}\n"),
        u32::MAX => format!("  not a number on one side: {count}\n"),
        k => format!("  {} to {} ulp: {count}\n", 1u64 << (k - 1), (1u128 << k) - 1),
    };
    groups.iter().map(line).collect()
}

/// The number of steps between neighbouring numbers of the format from one number to the other; zeros are equal, and so are all NaNs.
fn ulps(elem: Elem, x: f64, y: f64) -> u64 {
    let elem = match elem {
        Elem::Complex(format) => Elem::Float(format),
        other => other,
    };
    if x == y || x.is_nan() && y.is_nan() {
        return 0;
    }
    if x.is_nan() || y.is_nan() {
        return FAR;
    }
    let position = |v: f64| {
        let bits = i128::from(Num::from_f64(elem, v).bits(elem));
        let Elem::Float(format) = elem else { return bits };
        // The only format without a sign.
        if format == FloatFormat::F8E8M0FNU {
            return bits;
        }
        let sign = 1i128 << (format.width() - 1);
        if bits & sign == 0 { bits } else { -(bits & !sign) }
    };
    u64::try_from(position(x).abs_diff(position(y))).unwrap_or(FAR - 1)
}
