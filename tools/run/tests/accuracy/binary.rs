//! Functions of two numbers of `f32`, and remainders, which are exact in each format.

use strata_driver::Executable;

use super::{
    CHUNK, compile, distance,
    double::{Random, same},
};

/// Every pair of these is tested.
const SPECIAL: [f32; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    -2.0,
    3.0,
    -3.0,
    0.5,
    -0.5,
    2.5,
    1e-40,
    -1e-40,
    1e30,
    -1e30,
    16_777_215.0,
    -16_777_215.0,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    f32::EPSILON,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

struct Function {
    op: &'static str,
    exact: fn(f64, f64) -> f64,
    /// In units in the last place.
    allowed: f64,
    /// Random operands of usual sizes.
    usual: fn(&mut Random) -> (f32, f32),
}

/// Operands whose power is in the range of `f32`.
fn power(random: &mut Random) -> (f32, f32) {
    let x = match random.bits() % 3 {
        0 => random.between([0.7, 1.42]),
        1 => random.between([0.0, 1000.0]),
        _ => random.between([1.0 - 1e-3, 1.0 + 1e-3]),
    } as f32;
    (x, (random.between([-150.0, 129.0]) / f64::from(x).log2()) as f32)
}

/// Operands with a small quotient, often next to a whole number.
fn multiple(random: &mut Random) -> (f32, f32) {
    let (y, times) = (random.between([-5.0, 5.0]) as f32, (random.bits() >> 42) as f32);
    let x = y * times;
    (if random.bits() % 2 == 0 { x } else { f32::from_bits(x.to_bits().wrapping_sub(1)) }, y)
}

fn coordinates(random: &mut Random) -> (f32, f32) {
    let x = random.between([-4.0, 4.0]);
    (x as f32, (x * random.between([-3.0, 3.0]).exp()) as f32)
}

const FUNCTIONS: &[Function] = &[
    Function { op: "math.powf", exact: f64::powf, allowed: 1.5, usual: power },
    Function { op: "math.atan2", exact: f64::atan2, allowed: 2.0, usual: coordinates },
    Function { op: "arith.remf", exact: |x, y| x % y, allowed: 0.0, usual: multiple },
];

fn run(executable: &Executable, pairs: &[(f32, f32)]) -> Vec<f32> {
    let bytes = |part: fn(&(f32, f32)) -> f32| -> Vec<u8> {
        pairs.iter().flat_map(|a| part(a).to_le_bytes()).collect()
    };
    let results = executable.run(&[&bytes(|a| a.0), &bytes(|a| a.1)]).unwrap_or_else(|e| panic!("{e}"));
    results[0].as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect()
}

#[test]
fn functions_of_two_numbers_are_within_their_bounds() {
    let mut failures = Vec::new();
    for f in FUNCTIONS {
        let executable = compile(f.op, CHUNK, "f32", 2);
        let (mut worst, mut at) = (0.0, (0.0, 0.0));
        let mut random = Random(88_172_645_463_325_252);
        for chunk in 0..8 {
            let mut pairs: Vec<(f32, f32)> = Vec::with_capacity(CHUNK);
            if chunk == 0 {
                pairs.extend(SPECIAL.iter().flat_map(|&x| SPECIAL.iter().map(move |&y| (x, y))));
            }
            while pairs.len() < CHUNK {
                let bits = random.bits();
                // A chunk of usual operands only takes the paths for them.
                pairs.push(match chunk % 2 {
                    0 => (f32::from_bits(bits as u32), f32::from_bits((bits >> 32) as u32)),
                    _ => (f.usual)(&mut random),
                });
            }
            for (&(x, y), found) in pairs.iter().zip(run(&executable, &pairs)) {
                let d = distance(found, (f.exact)(f64::from(x), f64::from(y)));
                if d > worst {
                    (worst, at) = (d, (x, y));
                }
            }
        }
        println!("{}: {worst:.3} units in the last place, at {:e}, {:e}", f.op, at.0, at.1);
        if worst > f.allowed {
            failures.push(format!("{}: {worst} at {at:?}, allowed {}", f.op, f.allowed));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn remainders_of_f64_are_exact() {
    let executable = compile("arith.remf", CHUNK, "f64", 2);
    let mut random = Random(1_234_567);
    for chunk in 0..4 {
        let mut pairs: Vec<(f64, f64)> = Vec::with_capacity(CHUNK);
        while pairs.len() < CHUNK {
            let (x, y) = (random.bits(), random.bits());
            pairs.push(match chunk {
                0 => (f64::from_bits(x), f64::from_bits(y)),
                1 => (SPECIAL[(x % 24) as usize].into(), SPECIAL[(y % 24) as usize].into()),
                _ => {
                    let y = random.between([-5.0, 5.0]);
                    (y * (x >> 20) as f64, y)
                }
            });
        }
        let bytes = |part: fn(&(f64, f64)) -> f64| -> Vec<u8> {
            pairs.iter().flat_map(|a| part(a).to_le_bytes()).collect()
        };
        let found = executable.run(&[&bytes(|a| a.0), &bytes(|a| a.1)]).unwrap_or_else(|e| panic!("{e}"));
        for (&(x, y), found) in pairs.iter().zip(found[0].as_chunks::<8>().0) {
            let found = f64::from_le_bytes(*found);
            assert!(same(found, x % y), "{x:e} % {y:e}: {found:e}, not {:e}", x % y);
        }
    }
}

/// Elements after the last full vector are computed by the same formulas.
#[test]
fn scalars_and_vectors_of_two_numbers_agree() {
    for f in FUNCTIONS {
        let pairs: Vec<(f32, f32)> =
            (0..37).map(|i| ((i as f32 - 9.0) * 0.37, (18.0 - i as f32) * 0.21)).collect();
        let (all, one) = (run(&compile(f.op, pairs.len(), "f32", 2), &pairs), compile(f.op, 1, "f32", 2));
        for (&pair, y) in pairs.iter().zip(all) {
            let alone = run(&one, &[pair])[0];
            assert!(same(f64::from(alone), f64::from(y)), "{} of {pair:?}: {alone} and {y}", f.op);
        }
    }
}
