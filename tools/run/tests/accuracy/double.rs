//! Functions of `f64`: their distance from results in twice the precision, and their special values.

use super::{
    compile,
    exact::{Double, Scaled, power_of_two},
};

const CHUNK: usize = 1 << 12;

/// The reference of a function.
enum Exact {
    One(fn(Double) -> Double),
    /// For results that may be outside of the range of the reference arithmetic.
    OneScaled(fn(Double) -> Scaled),
    Two(fn(Double, Double) -> Double),
    Power,
}

struct Function {
    name: &'static str,
    exact: Exact,
    /// The reference for special values; exact where the result is one.
    known: fn(f64, f64) -> f64,
    /// The range in which results are neither constant nor infinite.
    range: [f64; 2],
    /// The contract of `math-polynomial-approximation`, in units in the last place.
    allowed: f64,
}

const fn one(
    name: &'static str,
    exact: fn(Double) -> Double,
    known: fn(f64, f64) -> f64,
    range: [f64; 2],
    allowed: f64,
) -> Function {
    Function { name, exact: Exact::One(exact), known, range, allowed }
}

const fn scaled(
    name: &'static str,
    exact: fn(Double) -> Scaled,
    known: fn(f64, f64) -> f64,
    range: [f64; 2],
    allowed: f64,
) -> Function {
    Function { name, exact: Exact::OneScaled(exact), known, range, allowed }
}

const POSITIVE: [f64; 2] = [1e-3, 1e3];
const FUNCTIONS: &[Function] = &[
    scaled("exp", Double::exp, |x, _| x.exp(), [-745.2, 709.8], 1.0),
    scaled("exp2", |x| (x * Double::from(2.0).log()).exp(), |x, _| x.exp2(), [-1075.0, 1024.0], 1.0),
    one("expm1", Double::expm1, |x, _| x.exp_m1(), [-38.0, 700.0], 1.5),
    one("log", Double::log, |x, _| x.ln(), POSITIVE, 1.0),
    one("log2", Double::log2, |x, _| x.log2(), POSITIVE, 1.0),
    one("log10", Double::log10, |x, _| x.log10(), POSITIVE, 1.0),
    one("log1p", Double::log1p, |x, _| x.ln_1p(), [-1.0, 10.0], 1.0),
    one("tanh", Double::tanh, |x, _| x.tanh(), [-20.0, 20.0], 3.0),
    one("sin", |x| x.sin_cos().0, |x, _| x.sin(), [-1e3, 1e3], 1.0),
    one("cos", |x| x.sin_cos().1, |x, _| x.cos(), [-1e3, 1e3], 1.0),
    one("tan", |x| x.sin_cos().0 / x.sin_cos().1, |x, _| x.tan(), [-1e3, 1e3], 1.0),
    one("atan", |x| x.atan2(1.0.into()), |x, _| x.atan(), [-20.0, 20.0], 1.5),
    Function {
        name: "atan2",
        exact: Exact::Two(Double::atan2),
        known: f64::atan2,
        range: [-4.0, 4.0],
        allowed: 1.5,
    },
    one("asin", Double::asin, |x, _| x.asin(), [-1.0, 1.0], 1.5),
    one("acos", Double::acos, |x, _| x.acos(), [-1.0, 1.0], 1.5),
    scaled("sinh", Double::sinh, |x, _| x.sinh(), [-710.4, 710.4], 1.5),
    scaled("cosh", Double::cosh, |x, _| x.cosh(), [-710.4, 710.4], 1.5),
    one("asinh", Double::asinh, |x, _| libm::asinh(x), [-20.0, 20.0], 1.0),
    one("acosh", Double::acosh, |x, _| if x < 1.0 { f64::NAN } else { libm::acosh(x) }, [1.0, 20.0], 1.0),
    one("atanh", Double::atanh, |x, _| libm::atanh(x), [-1.0, 1.0], 1.0),
    one("erf", Double::erf, |x, _| libm::erf(x), [-6.0, 6.0], 1.5),
    scaled("erfc", Double::erfc, |x, _| libm::erfc(x), [-6.0, 27.2], 2.0),
    one("cbrt", Double::cbrt, |x, _| x.cbrt(), [-1e3, 1e3], 1.0),
    Function { name: "powf", exact: Exact::Power, known: f64::powf, range: POSITIVE, allowed: 1.0 },
];

const SPECIAL: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    -3.0,
    0.5,
    -0.5,
    2.5,
    1e3,
    -1e3,
    1e300,
    -1e300,
    f64::MAX,
    f64::MIN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Uniform numbers, the same every time.
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    pub fn between(&mut self, [low, high]: [f64; 2]) -> f64 {
        low + (high - low) * ((self.bits() >> 11) as f64 / (1u64 << 53) as f64)
    }
    /// One of several kinds: in the range, of any size, of moderate size, near a multiple of `pi / 2` or of one.
    fn argument(&mut self, range: [f64; 2]) -> f64 {
        let bits = self.bits();
        match self.bits() % 6 {
            0 => f64::from_bits(bits),
            1 => f64::from_bits(bits & 0x800f_ffff_ffff_ffff | (993 + self.bits() % 45) << 52),
            2 => f64::from(bits as i32 >> 11) * std::f64::consts::FRAC_PI_2,
            3 => self.between([1.0 - 1e-3, 1.0 + 1e-3]),
            _ => self.between(range),
        }
    }
}

/// The distance of a result in units in the last place; infinite where only one of the two is a number.
fn distance(found: f64, exact: Scaled) -> f64 {
    // Scales by a power of two so that none of them overflows.
    let down = -exact.exponent;
    let scaled = found * power_of_two(down.clamp(-1000, 1000)) * power_of_two(down - down.clamp(-1000, 1000));
    let high = exact.value.high;
    let exponent = (high.to_bits() >> 52 & 0x7ff) as i32 - 1023;
    let unit = (exponent - 52).max(-1074 - exact.exponent);
    if exponent + exact.exponent > 1023 || found.is_infinite() {
        // One unit above the largest number is infinity.
        let near = exponent + exact.exponent >= 1023 && found.abs() >= f64::MAX && found * high > 0.0;
        return if near { 1.0 } else { f64::INFINITY };
    }
    if unit < -1000 {
        return ((found - high) - exact.value.low).abs() / power_of_two(unit.max(-1074));
    }
    ((scaled - high) - exact.value.low).abs() / power_of_two(unit)
}

/// The reference result for finite numbers; `None` where the result is a special value.
fn exact(f: &Function, x: f64, y: f64) -> Option<Scaled> {
    let known = (f.known)(x, y);
    if !x.is_finite() || !y.is_finite() || x == 0.0 || known == 0.0 || !known.is_finite() {
        return None;
    }
    // The library is exact enough where functions are constant, or numbers are too small for a second part.
    let constant = matches!(f.name, "expm1" | "tanh" | "erf" | "erfc") && (x < f.range[0] || x > f.range[1]);
    let tiny = x.abs() < 1e-280 && !matches!(f.exact, Exact::Power | Exact::Two(_));
    if constant || tiny && !matches!(f.name, "log" | "log2" | "log10" | "cbrt") {
        return None;
    }
    let plain = |value| Some(Scaled { value, exponent: 0 });
    let x = Double::from(x);
    match f.exact {
        Exact::One(exact) => plain(exact(x)),
        Exact::OneScaled(exact) => Some(exact(x)),
        // Quotients outside of the range are compared with the library.
        Exact::Two(exact) if (1e-200..1e200).contains(&(x.high / y).abs()) => {
            let scale = power_of_two(-((x.high.to_bits() >> 52 & 0x7ff) as i32 - 1023));
            plain(exact(x.times(scale), Double::from(y).times(scale)))
        }
        Exact::Two(_) => None,
        Exact::Power => {
            let magnitude = if x.high < 0.0 { -x } else { x };
            let power = magnitude.pow(y);
            Some(Scaled { value: if known < 0.0 { -power.value } else { power.value }, ..power })
        }
    }
}

pub fn same(found: f64, known: f64) -> bool {
    found.to_bits() == known.to_bits() || found.is_nan() && known.is_nan()
}

#[test]
fn functions_of_f64_are_within_their_bounds() {
    let chunks = if std::env::var_os("STRATA_EXHAUSTIVE").is_some_and(|v| v == "1") { 1000 } else { 4 };
    let mut failures = Vec::new();
    for f in FUNCTIONS {
        let two = matches!(f.exact, Exact::Two(_) | Exact::Power);
        let executable = compile(&format!("math.{}", f.name), CHUNK, "f64", if two { 2 } else { 1 });
        let (mut worst, mut at, mut wrong) = (0.0, (0.0, 0.0), 0);
        let mut random = Random(88_172_645_463_325_252);
        for chunk in 0..chunks {
            let mut arguments: Vec<(f64, f64)> = Vec::with_capacity(CHUNK);
            if chunk == 0 {
                arguments.extend(SPECIAL.iter().flat_map(|&x| SPECIAL.iter().map(move |&y| (x, y))));
            }
            while arguments.len() < CHUNK {
                let x = random.argument(f.range);
                let y = match f.exact {
                    Exact::Power if random.bits() % 2 == 0 => {
                        random.between([-1.0, 1.0]) * 1075.0 / x.abs().log2()
                    }
                    Exact::Two(_) if random.bits() % 2 == 0 => x * random.between([-3.0, 3.0]).exp(),
                    _ => random.argument([-4.0, 4.0]),
                };
                // Most negative numbers have no powers.
                arguments.push((if matches!(f.exact, Exact::Power) { x.abs() } else { x }, y));
            }
            let bytes = |part: fn(&(f64, f64)) -> f64| -> Vec<u8> {
                arguments.iter().flat_map(|a| part(a).to_le_bytes()).collect()
            };
            let (x, y) = (bytes(|a| a.0), bytes(|a| a.1));
            let inputs: &[&[u8]] = if two { &[&x, &y] } else { &[&x] };
            let found = executable.run(inputs).unwrap_or_else(|e| panic!("{e}"));
            for (&(x, y), found) in arguments.iter().zip(found[0].as_chunks::<8>().0) {
                let (found, y) = (f64::from_le_bytes(*found), if two { y } else { 1.0 });
                // Large angles are compared with the library.
                if matches!(f.name, "sin" | "cos" | "tan") && x.abs() >= 1_048_576.0 {
                    continue;
                }
                let d = match exact(f, x, y) {
                    Some(exact) => distance(found, exact),
                    None => {
                        let known = (f.known)(x, y);
                        let near =
                            (found - known).abs() <= known.abs() * 5e-16 || (found - known).abs() <= 1e-323;
                        // A zero may be the smallest number, and the largest number may be infinite.
                        let last = found.is_infinite() && known.abs() == f64::MAX
                            || found.abs() == f64::MAX && known.is_infinite();
                        if same(found, known) || near && known != 0.0 || last { 0.0 } else { f64::INFINITY }
                    }
                };
                if d.is_infinite() {
                    wrong += 1;
                    if wrong < 5 {
                        failures.push(format!(
                            "{}: {found:e} of {x:e}, {y:e}, not {:e}",
                            f.name,
                            (f.known)(x, y)
                        ));
                    }
                } else if d > worst {
                    (worst, at) = (d, (x, y));
                }
            }
        }
        println!("{}: {worst:.3} units in the last place, at {:e}, {:e}", f.name, at.0, at.1);
        if worst > f.allowed {
            failures.push(format!("{}: {worst} at {at:?}, allowed {}", f.name, f.allowed));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn scalars_and_vectors_of_f64_agree() {
    let points: Vec<f64> = (0..37).map(|i| (f64::from(i) - 18.0) * 0.37).collect();
    let bytes: Vec<u8> = points.iter().flat_map(|x| x.to_le_bytes()).collect();
    for f in FUNCTIONS {
        let arity = if matches!(f.exact, Exact::Two(_) | Exact::Power) { 2 } else { 1 };
        let run = |n: usize, bytes: &[u8]| {
            let results = compile(&format!("math.{}", f.name), n, "f64", arity).run(&vec![bytes; arity]);
            results.unwrap_or_else(|e| panic!("{e}")).swap_remove(0)
        };
        let all = run(points.len(), &bytes);
        for i in [0, 7, 17, 20, 36] {
            let part = 8 * i..8 * i + 8;
            let alone = run(1, &bytes[part.clone()]);
            let [a, b] =
                [&alone[..], &all[part]].map(|b| f64::from_le_bytes(b.try_into().expect("eight bytes")));
            assert!(same(a, b), "{} of {}: {a} and {b}", f.name, points[i]);
        }
    }
}
