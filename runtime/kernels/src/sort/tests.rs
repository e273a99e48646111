//! Sorts compared with a merge sort.

use super::*;
use crate::parallel::{Threads, with};

mod vectors;

/// Pseudorandom numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let x = self.0 ^ self.0 >> 33;
        x.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 7
    }
    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 11) % n
    }
}

const FORMATS: [Format; 12] = [
    Format::Unsigned(8),
    Format::Unsigned(16),
    Format::Unsigned(32),
    Format::Unsigned(64),
    Format::Signed(8),
    Format::Signed(16),
    Format::Signed(32),
    Format::Signed(64),
    Format::F16,
    Format::Bf16,
    Format::F32,
    Format::F64,
];

/// Zeros, NaNs, infinities, small and random numbers.
fn value(format: Format, random: &mut Random) -> u64 {
    let bits = format.bits();
    let v = match random.below(10) {
        0 => 0,
        1 => 1 << (bits - 1),
        2 => format.specials().0,
        3 => format.specials().0 | 1,
        4 => format.specials().0 | 1 << (bits - 1) | random.below(4),
        5 | 6 => random.below(5),
        _ => random.next() ^ random.next() << 32,
    };
    if bits == 64 { v } else { v & ((1 << bits) - 1) }
}

/// A float as a number in the same order.
fn number(format: Format, bits: u64) -> f64 {
    match format {
        Format::F64 => f64::from_bits(bits),
        Format::F32 => f32::from_bits(bits as u32).into(),
        Format::Bf16 => f32::from_bits((bits as u32) << 16).into(),
        _ => {
            let (sign, exponent, part) = (bits >> 15 & 1, bits >> 10 & 31, (bits & 1023) as f64 / 1024.0);
            let size = match (exponent, part) {
                (31, 0.0) => f64::INFINITY,
                (31, _) => f64::NAN,
                (0, _) => part * 2f64.powi(-14),
                _ => (1.0 + part) * 2f64.powi(exponent as i32 - 15),
            };
            if sign == 1 { -size } else { size }
        }
    }
}

/// The order of two values of a key.
fn compare(key: &Key, x: u64, y: u64) -> Option<std::cmp::Ordering> {
    let bits = key.format.bits();
    let signed = |v: u64| ((v << (64 - bits)) as i64) >> (64 - bits);
    let order = match (key.format, key.order) {
        (Format::Unsigned(_), _) => x.cmp(&y),
        (Format::Signed(_), _) => signed(x).cmp(&signed(y)),
        (f, Order::Partial) => number(f, x).partial_cmp(&number(f, y))?,
        (f, Order::Total { zeros, nans }) => {
            let one = |v: u64| {
                let n = number(f, v);
                if (zeros && n == 0.0) || (nans && n.is_nan()) {
                    return if n.is_nan() { i128::MAX } else { 0 };
                }
                let negative = v >> (bits - 1) == 1;
                let size = i128::from(v & !(1 << (bits - 1)));
                if negative { -size - 1 } else { size }
            };
            one(x).cmp(&one(y))
        }
    };
    Some(if key.descending { order.reverse() } else { order })
}

/// An array whose elements consist of some parts.
fn array(parts: &[Format], n: usize, random: &mut Random) -> (Vec<u8>, usize) {
    let mut bytes = Vec::new();
    for _ in 0..n {
        for &part in parts {
            let v = value(part, random).to_le_bytes();
            bytes.extend_from_slice(&v[..part.bits() as usize / 8]);
        }
    }
    (bytes, parts.iter().map(|p| p.bits() as usize / 8).sum())
}

/// Runs a task and compares the results with those of the reference.
fn check(task: &Task, arrays: &[(Vec<u8>, usize)]) {
    let place = |o: usize, r: usize, i: usize, n: usize| (o * n + r) * task.inner + i;
    let at = |key: &Key, e: usize| {
        let (bytes, width) = &arrays[key.input];
        let mut v = [0; 8];
        let len = key.format.bits() as usize / 8;
        v[..len].copy_from_slice(&bytes[e * width + key.offset..][..len]);
        u64::from_le_bytes(v)
    };
    let mut want: Vec<Vec<u8>> = Vec::new();
    let width = |s: Source| match s {
        Source::Input(i) => arrays[i].1,
        Source::Place => 4,
    };
    for &s in &task.results {
        want.push(vec![0; task.outer * task.count * task.inner * width(s)]);
    }
    let mut got = want.clone();
    for o in 0..task.outer {
        for i in 0..task.inner {
            let order = radix::merge(task.n as u32, |a, b| {
                for key in &task.keys {
                    let [x, y] = [a, b].map(|e| at(key, place(o, e as usize, i, task.n)));
                    match compare(key, x, y) {
                        Some(std::cmp::Ordering::Equal) => {}
                        order => return order == Some(std::cmp::Ordering::Less),
                    }
                }
                false
            });
            for (r, &from) in order.iter().take(task.count).enumerate() {
                for (want, &s) in want.iter_mut().zip(&task.results) {
                    let w = width(s);
                    let to = &mut want[place(o, r, i, task.count) * w..][..w];
                    match s {
                        Source::Input(k) => {
                            to.copy_from_slice(&arrays[k].0[place(o, from as usize, i, task.n) * w..][..w]);
                        }
                        Source::Place => to.copy_from_slice(&from.to_le_bytes()),
                    }
                }
            }
        }
    }
    let inputs: Vec<Input<'_>> = arrays.iter().map(|(bytes, width)| Input { bytes, width: *width }).collect();
    let mut outputs: Vec<Output<'_>> =
        got.iter_mut().zip(&task.results).map(|(bytes, &s)| Output { bytes, width: width(s) }).collect();
    task.run(&inputs, &mut outputs, &mut Memory::default()).expect("arrays fit");
    assert!(got == want, "{task:?}");
}

/// All equivalences of floats.
const ORDERS: [Order; 4] = [
    Order::Total { zeros: false, nans: false },
    Order::Total { zeros: true, nans: true },
    Order::Total { zeros: true, nans: false },
    Order::Partial,
];

#[test]
fn one_key_of_every_type_in_every_order() {
    let mut random = Random(1);
    for format in FORMATS {
        for order in ORDERS {
            for descending in [false, true] {
                for (outer, n, inner) in [(3, 7, 1), (21, 64, 1), (1, 1000, 1), (5, 33, 3), (1, 650, 18)] {
                    let arrays = [array(&[format], outer * n * inner, &mut random)];
                    let keys = vec![Key { input: 0, offset: 0, format, order, descending }];
                    for count in [n, n / 2, n / 5] {
                        for results in [vec![Source::Input(0)], vec![Source::Place, Source::Input(0)]] {
                            check(&Task { outer, n, inner, count, keys: keys.clone(), results }, &arrays);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn several_keys_and_what_goes_with_them() {
    let mut random = Random(2);
    for round in 0..60 {
        let pick = |random: &mut Random| FORMATS[random.below(12) as usize];
        // Parts of a complex number, and two arrays.
        let part = if round % 2 == 0 { Format::F32 } else { Format::F64 };
        let types = [vec![part, part], vec![pick(&mut random)], vec![pick(&mut random)]];
        let (outer, n, inner) = [(20, 40, 1), (1, 900, 1), (2, 20, 17)][round % 3];
        let arrays: Vec<_> = types.iter().map(|t| array(t, outer * n * inner, &mut random)).collect();
        let mut keys = Vec::new();
        for _ in 0..1 + random.below(3) {
            let input = random.below(3) as usize;
            let offset = if input == 0 && random.below(2) == 1 { part.bits() as usize / 8 } else { 0 };
            let order = ORDERS[random.below(4) as usize];
            keys.push(Key {
                input,
                offset,
                format: types[input][0],
                order,
                descending: random.below(2) == 1,
            });
        }
        let results = vec![Source::Input(2), Source::Place, Source::Input(0)];
        let count = if random.below(2) == 1 { n } else { 3 };
        check(&Task { outer, n, inner, count, keys, results }, &arrays);
    }
}

#[test]
fn networks_sort_lines_of_any_length() {
    let mut random = Random(3);
    for n in (0..70).chain([127, 129, 255, 256, 257, 300]) {
        let mut rows: Vec<network::Row<u64>> =
            (0..n).map(|_| std::array::from_fn(|lane| random.below(1 << (2 * lane)))).collect();
        let mut lanes: Vec<Vec<u64>> = (0..LINES).map(|l| rows.iter().map(|row| row[l]).collect()).collect();
        let mut again = rows.clone();
        network::sort(&mut rows);
        network::sort_wide(&mut again);
        assert!(rows == again, "{n} rows");
        for (l, lane) in lanes.iter_mut().enumerate() {
            lane.sort_unstable();
            assert!(rows.iter().map(|row| row[l]).eq(lane.iter().copied()), "{n} rows, lane {l}");
        }
    }
}

#[test]
fn lines_that_are_sorted_reversed_or_all_equal() {
    let n = 5000;
    let lines: [Vec<u32>; 3] = [(0..n).collect(), (0..n).rev().collect(), vec![7; n as usize]];
    for line in lines {
        let arrays = [(line.iter().flat_map(|v| v.to_le_bytes()).collect(), 4)];
        for count in [0, 1, 10, 100, 5000] {
            let order = ORDERS[0];
            let key = Key { input: 0, offset: 0, format: Format::Unsigned(32), order, descending: false };
            let results = vec![Source::Place];
            check(&Task { outer: 1, n: n as usize, inner: 1, count, keys: vec![key], results }, &arrays);
        }
    }
}

#[test]
fn arrays_that_do_not_fit_are_refused() {
    let key = Key { input: 0, offset: 0, format: Format::F32, order: ORDERS[0], descending: false };
    let task = Task { outer: 1, n: 4, inner: 1, count: 4, keys: vec![key], results: vec![Source::Input(0)] };
    let mut bytes = [0; 16];
    let mut run = |task: &Task, len: usize, width: usize| {
        let inputs = [Input { bytes: &[0; 16][..len], width }];
        task.run(&inputs, &mut [Output { bytes: &mut bytes, width: 4 }], &mut Memory::default())
    };
    assert!(run(&task, 16, 4).is_ok());
    assert!(run(&task, 12, 4).is_err());
    assert!(run(&task, 8, 2).is_err());
    assert!(run(&Task { count: 5, ..task.clone() }, 16, 4).is_err());
    assert!(run(&Task { keys: Vec::new(), ..task.clone() }, 16, 4).is_err());
    assert!(run(&Task { keys: vec![Key { offset: 1, ..key }], ..task.clone() }, 16, 4).is_err());
    assert!(run(&Task { results: vec![Source::Input(1)], ..task }, 16, 4).is_err());
}

#[test]
fn selections_from_parts_are_those_of_the_line() {
    let n = 100_000;
    // Many equals, of which the first are kept, in every part.
    let numbers: Vec<f32> = (0..n).map(|i| (i * 7919 % 1009 / 3) as f32).collect();
    let bytes = |numbers: &[f32]| numbers.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    for (order, nan) in [(Order::Total { zeros: false, nans: false }, false), (Order::Partial, true)] {
        let mut given = numbers.clone();
        if nan {
            given[n / 2] = f32::NAN;
        }
        let given = bytes(&given);
        for (count, descending) in [(1, true), (64, true), (500, false)] {
            let key = Key { input: 0, offset: 0, format: Format::F32, order, descending };
            let results = vec![Source::Input(0), Source::Place];
            let task = Task { outer: 1, n, inner: 1, count, keys: vec![key], results };
            let run = || {
                let (mut values, mut places) = (vec![0; 4 * count], vec![0; 4 * count]);
                let mut outputs =
                    [Output { bytes: &mut values, width: 4 }, Output { bytes: &mut places, width: 4 }];
                let inputs = [Input { bytes: &given, width: 4 }];
                task.run(&inputs, &mut outputs, &mut Memory::default()).expect("sizes fit");
                [values, places]
            };
            assert_eq!(run(), with(&Threads, run), "{order:?} {count}");
        }
    }
}

#[test]
fn long_lines_are_the_same_by_threads() {
    let n = 50_000;
    let mut random = Random(5);
    for format in [Format::F32, Format::Signed(64), Format::Unsigned(16)] {
        let width = format.bits() as usize / 8;
        let given: Vec<u8> =
            (0..n).flat_map(|_| value(format, &mut random).to_le_bytes()[..width].to_vec()).collect();
        let order = Order::Total { zeros: true, nans: true };
        let key = Key { input: 0, offset: 0, format, order, descending: true };
        for results in [vec![Source::Input(0)], vec![Source::Place, Source::Input(0)]] {
            let task = Task { outer: 1, n, inner: 1, count: n, keys: vec![key], results };
            let run = || {
                let mut results = task.results.iter().map(|_| vec![0; 8 * n]).collect::<Vec<_>>();
                let outputs =
                    results.iter_mut().map(|bytes| Output { bytes: &mut bytes[..width * n], width });
                let inputs = [Input { bytes: &given, width }];
                let mut outputs: Vec<_> = outputs.collect();
                task.run(&inputs, &mut outputs, &mut Memory::default()).expect("sizes fit");
                results
            };
            assert!(run() == with(&Threads, run), "{format:?} {:?}", task.results);
        }
    }
}
