//! Routines by name through the C interface: transforms compared with their definition, factorizations, random numbers, foreign routines,
//! errors.

use std::f64::consts::TAU;
use std::ffi::{CString, c_char, c_void};
use std::sync::Arc;

use strata_runtime_cpu::Context;
use strata_runtime_cpu::call::{Call, strata_rt_call, strata_rt_register};

/// An array: type code, width in bits, sizes, bytes.
struct Array {
    code: i64,
    bits: i64,
    shape: Vec<i64>,
    bytes: Vec<u8>,
}

impl Array {
    /// An array of zeros.
    fn empty(code: i64, bits: i64, shape: &[i64]) -> Self {
        let n = shape.iter().product::<i64>() * bits / 8;
        Self { code, bits, shape: shape.to_vec(), bytes: vec![0; n as usize] }
    }
    /// Floats, or pairs of them, of 32 or 64 bits.
    fn new(code: i64, bits: i64, shape: &[i64], parts: &[f64]) -> Self {
        let width = if code == 5 { bits / 2 } else { bits };
        let bytes = parts.iter().flat_map(|&v| match width {
            32 => (v as f32).to_le_bytes().to_vec(),
            _ => v.to_le_bytes().to_vec(),
        });
        Self { code, bits, shape: shape.to_vec(), bytes: bytes.collect() }
    }
    fn parts(&self) -> Vec<f64> {
        match (self.code, self.bits) {
            (2, 32) | (5, 64) => {
                self.bytes.as_chunks::<4>().0.iter().map(|c| f32::from_le_bytes(*c).into()).collect()
            }
            (0, 32) => self.bytes.as_chunks::<4>().0.iter().map(|c| i32::from_le_bytes(*c).into()).collect(),
            _ => self.bytes.as_chunks::<8>().0.iter().map(|c| f64::from_le_bytes(*c)).collect(),
        }
    }
}

fn call(ctx: &Context, target: &str, config: &str, inputs: &mut [Array], outputs: &mut [Array]) -> i32 {
    let mut specs = vec![inputs.len() as i64, outputs.len() as i64];
    let mut buffers: Vec<*mut c_void> = Vec::new();
    for array in inputs.iter_mut().chain(outputs) {
        specs.extend([array.code, array.bits, array.shape.len() as i64]);
        specs.extend(&array.shape);
        buffers.push(array.bytes.as_mut_ptr().cast());
    }
    let (target, config) = (CString::new(target).unwrap(), CString::new(config).unwrap());
    // SAFETY: the context is alive, the strings are terminated, and every array is described as it is and borrowed for the call.
    unsafe { strata_rt_call(ctx, target.as_ptr(), config.as_ptr(), specs.as_ptr(), buffers.as_ptr()) }
}

/// Pseudorandom numbers.
fn numbers(n: usize) -> Vec<f64> {
    (0..n).map(|i| ((i * 7919 + 13) % 1009) as f64 / 504.5 - 1.0).collect()
}

#[test]
fn the_form_of_schur_of_a_real_matrix_is_similar_to_it() {
    let ctx = Context::new(1);
    for (letter, bits, tolerance) in [('s', 32, 1e-5), ('d', 64, 1e-13)] {
        let n = 6usize;
        let shape = [2, n as i64, n as i64];
        let values = numbers(2 * n * n);
        let mut out = [
            Array::empty(2, bits, &shape),
            Array::empty(2, bits, &shape),
            Array::empty(2, bits, &shape[..2]),
            Array::empty(2, bits, &shape[..2]),
            Array::empty(0, 32, &shape[..1]),
            Array::empty(0, 32, &shape[..1]),
        ];
        let name = format!("lapack_{letter}gees_ffi");
        let config = "mode=86\nsort=78\n";
        assert_eq!(call(&ctx, &name, config, &mut [Array::new(2, bits, &shape, &values)], &mut out), 0);
        let (form, basis) = (out[0].parts(), out[1].parts());
        for batch in 0..2 {
            let at = |m: &[f64], i: usize, j: usize| m[(batch * n + i) * n + j];
            let mut back = Vec::new();
            for (i, j) in (0..n * n).map(|k| (k / n, k % n)) {
                let terms = (0..n * n).map(|k| (k / n, k % n));
                back.push(terms.map(|(k, l)| at(&basis, i, k) * at(&form, k, l) * at(&basis, j, l)).sum());
            }
            near(&back, &values[batch * n * n..][..n * n], tolerance, &name);
            // The eigenvalues of a block are complex conjugates.
            let imaginary = &out[3].parts()[batch * n..][..n];
            for i in 1..n {
                let in_block = at(&form, i, i - 1) != 0.0;
                assert!(!in_block || imaginary[i] < 0.0 && imaginary[i] == -imaginary[i - 1]);
            }
            near(&[imaginary.iter().sum()], &[0.0], 0.0, &name);
        }
        near(&out[4].parts(), &[0.0; 2], 0.0, &name);
        near(&out[5].parts(), &[0.0; 2], 0.0, &name);
    }
}

#[test]
fn matrices_without_elements_are_factored() {
    let ctx = Context::new(1);
    let empty = || Array::empty(2, 32, &[2, 0, 0]);
    let counts = || Array { bytes: vec![1; 8], ..Array::empty(0, 32, &[2]) };
    let mut out = [empty(), Array::empty(0, 32, &[2, 0]), counts()];
    assert_eq!(call(&ctx, "lapack_sgetrf_ffi", "", &mut [empty()], &mut out), 0);
    near(&out[2].parts(), &[0.0; 2], 0.0, "getrf");
    let mut out = [empty(), counts()];
    assert_eq!(call(&ctx, "lapack_spotrf_ffi", "uplo=76", &mut [empty()], &mut out), 0);
    near(&out[1].parts(), &[0.0; 2], 0.0, "potrf");
    // A product with the reflectors of a matrix without columns.
    let product = [3.0, 4.0];
    let mut inputs =
        [Array::empty(2, 32, &[2, 0]), Array::empty(2, 32, &[0]), Array::new(2, 32, &[2, 1], &product)];
    let mut out = [Array::empty(2, 32, &[2, 1])];
    assert_eq!(call(&ctx, "lapack_sormqr_ffi", "left=1\ntranspose=0", &mut inputs, &mut out), 0);
    near(&out[0].parts(), &product, 0.0, "ormqr");
}

/// The transform of a line by its definition.
fn definition(line: &[(f64, f64)], sign: f64) -> Vec<(f64, f64)> {
    let n = line.len();
    let one = |k: usize| {
        let mut sum = (0.0, 0.0);
        for (j, &(re, im)) in line.iter().enumerate() {
            let (sin, cos) = (sign * TAU * ((j * k) % n) as f64 / n as f64).sin_cos();
            sum = (sum.0 + re * cos - im * sin, sum.1 + re * sin + im * cos);
        }
        sum
    };
    (0..n).map(one).collect()
}

fn near(got: &[f64], want: &[f64], tolerance: f64, what: &str) {
    assert_eq!(got.len(), want.len(), "{what}");
    let scale = want.iter().fold(1.0f64, |m, v| m.max(v.abs()));
    for (i, (g, w)) in got.iter().zip(want).enumerate() {
        assert!((g - w).abs() <= tolerance * scale, "{what}, element {i}: {g} is not {w}");
    }
}

fn flat(pairs: &[(f64, f64)]) -> Vec<f64> {
    pairs.iter().flat_map(|&(re, im)| [re, im]).collect()
}

#[test]
fn lines_of_every_length_are_transformed_by_the_definition() {
    let ctx = Context::new(1);
    for n in (1..40).chain([64, 97, 100, 128, 211]) {
        for (float, pair, tolerance) in [(32, 64, 4e-6), (64, 128, 1e-13)] {
            let parts = numbers(4 * n);
            let lines: Vec<(f64, f64)> = parts.chunks(2).map(|c| (c[0], c[1])).collect();
            let shape = [2, n as i64];
            for (kind, sign, scale) in [("FFT", -1.0, 1.0), ("IFFT", 1.0, 1.0 / n as f64)] {
                let mut out = [Array::empty(5, pair, &shape)];
                let config = format!("type={kind}\nlength={n}\n");
                assert_eq!(
                    call(&ctx, "strata_fft", &config, &mut [Array::new(5, pair, &shape, &parts)], &mut out),
                    0
                );
                let want: Vec<f64> =
                    lines.chunks(n).flat_map(|l| flat(&definition(l, sign))).map(|v| v * scale).collect();
                near(&out[0].parts(), &want, tolerance, &format!("{kind} of {n}"));
            }
            // The transform of a real signal, and its inverse.
            let half = n / 2 + 1;
            let signal = numbers(n);
            let mut spectrum = [Array::empty(5, pair, &[half as i64])];
            let input = Array::new(2, float, &[n as i64], &signal);
            assert_eq!(
                call(&ctx, "strata_fft", &format!("type=RFFT\nlength={n}"), &mut [input], &mut spectrum),
                0
            );
            let line: Vec<(f64, f64)> = signal.iter().map(|&v| (v, 0.0)).collect();
            near(
                &spectrum[0].parts(),
                &flat(&definition(&line, -1.0)[..half]),
                tolerance,
                &format!("RFFT of {n}"),
            );
            let mut back = [Array::empty(2, float, &[n as i64])];
            assert_eq!(
                call(&ctx, "strata_fft", &format!("type=IRFFT\nlength={n}"), &mut spectrum, &mut back),
                0
            );
            near(&back[0].parts(), &signal, tolerance, &format!("IRFFT of {n}"));
        }
    }
    assert_eq!(ctx.error(), None);
}

/// As many lines as fill two groups of the widest vectors and a part of one.
#[test]
fn many_lines_and_columns_are_transformed_by_the_definition() {
    let ctx = Context::new(1);
    for (n, count) in [(8, 37), (30, 32), (36, 37), (64, 37), (100, 37)] {
        for (float, pair, tolerance) in [(32, 64, 4e-6), (64, 128, 1e-13)] {
            let parts = numbers(2 * n * count);
            let of = |type_: &str, length: String, input: Array, output: Array| {
                let mut output = [output];
                let config = format!("type={type_}\nlength={length}\n");
                assert_eq!(call(&ctx, "strata_fft", &config, &mut [input], &mut output), 0, "{config}");
                output[0].parts()
            };
            let transformed = |parts: &[f64], n: usize, sign| -> Vec<f64> {
                let lines: Vec<(f64, f64)> = parts.chunks(2).map(|c| (c[0], c[1])).collect();
                lines.chunks(n).flat_map(|line| flat(&definition(line, sign))).collect()
            };
            let [rows, columns] = [[count as i64, n as i64], [n as i64, count as i64]];
            let complex = |shape: &[i64], parts: &[f64]| Array::new(5, pair, shape, parts);
            let lines = of("FFT", n.to_string(), complex(&rows, &parts), Array::empty(5, pair, &rows));
            near(&lines, &transformed(&parts, n, -1.0), tolerance, &format!("{count} of {n}"));
            // Columns, after lines of the same array.
            let both =
                of("FFT", format!("{n},{count}"), complex(&columns, &parts), Array::empty(5, pair, &columns));
            let turn = |parts: &[f64], width: usize| -> Vec<f64> {
                (0..width)
                    .flat_map(|j| parts.chunks(2 * width).flat_map(move |row| [row[2 * j], row[2 * j + 1]]))
                    .collect()
            };
            let want = turn(&transformed(&turn(&transformed(&parts, count, -1.0), count), n, -1.0), n);
            near(&both, &want, tolerance, &format!("columns, {count} of {n}"));
            let back =
                of("IFFT", format!("{n},{count}"), complex(&columns, &both), Array::empty(5, pair, &columns));
            near(&back, &parts, tolerance, &format!("columns back, {count} of {n}"));
            // Real lines and back.
            let signal = &parts[..n * count];
            let half = [count as i64, (n / 2 + 1) as i64];
            let spectra =
                of("RFFT", n.to_string(), Array::new(2, float, &rows, signal), Array::empty(5, pair, &half));
            for (spectrum, line) in spectra.chunks(n + 2).zip(signal.chunks(n)) {
                let line: Vec<(f64, f64)> = line.iter().map(|&v| (v, 0.0)).collect();
                near(
                    spectrum,
                    &flat(&definition(&line, -1.0)[..n / 2 + 1]),
                    tolerance,
                    &format!("real {count} of {n}"),
                );
            }
            let back = of("IRFFT", n.to_string(), complex(&half, &spectra), Array::empty(2, float, &rows));
            near(&back, signal, tolerance, &format!("real back, {count} of {n}"));
        }
    }
    assert_eq!(ctx.error(), None);
}

#[test]
fn transforms_of_several_dimensions_go_there_and_back() {
    let ctx = Context::new(1);
    let shape = [3, 5, 18, 7];
    let n = shape.iter().product::<i64>() as usize;
    let signal = numbers(n);
    let mut spectrum = [Array::empty(5, 128, &[3, 5, 18, 4])];
    assert_eq!(
        call(
            &ctx,
            "strata_fft",
            "type=RFFT\nlength=5,18,7",
            &mut [Array::new(2, 64, &shape, &signal)],
            &mut spectrum
        ),
        0
    );
    // The first element is the sum of a volume.
    let sum: f64 = signal[..n / 3].iter().sum();
    assert!((spectrum[0].parts()[0] - sum).abs() < 1e-10);
    let mut back = [Array::empty(2, 64, &shape)];
    assert_eq!(call(&ctx, "strata_fft", "type=IRFFT\nlength=5,18,7", &mut spectrum, &mut back), 0);
    near(&back[0].parts(), &signal, 1e-13, "back");
    let pairs = numbers(2 * n);
    let mut there = [Array::empty(5, 128, &shape)];
    assert_eq!(
        call(
            &ctx,
            "strata_fft",
            "type=FFT\nlength=18,7",
            &mut [Array::new(5, 128, &shape, &pairs)],
            &mut there
        ),
        0
    );
    let mut again = [Array::empty(5, 128, &shape)];
    assert_eq!(call(&ctx, "strata_fft", "type=IFFT\nlength=18,7", &mut there, &mut again), 0);
    near(&again[0].parts(), &pairs, 1e-13, "again");
}

#[test]
fn nothing_is_transformed_into_zeros() {
    let ctx = Context::new(1);
    let mut out = [Array::empty(5, 64, &[0, 4])];
    assert_eq!(
        call(&ctx, "strata_fft", "type=FFT\nlength=4", &mut [Array::empty(5, 64, &[0, 4])], &mut out),
        0
    );
}

#[test]
fn routines_of_lapack_round_to_the_type_of_the_array() {
    let ctx = Context::new(1);
    let mut out = [Array::empty(2, 32, &[2, 2]), Array::empty(0, 32, &[])];
    let a = Array::new(2, 32, &[2, 2], &[4.0, 7.0, 2.0, 10.0]);
    assert_eq!(call(&ctx, "lapack_spotrf_ffi", "uplo=76\n", &mut [a], &mut out), 0);
    assert_eq!(out[0].parts(), [2.0, 7.0, 1.0, 3.0]);
    assert_eq!(out[1].parts(), [0.0]);
}

#[test]
fn random_numbers_stay_inside_and_go_on() {
    let ctx = Context::new(1);
    let draw = |config: &str| {
        let mut out = [Array::empty(2, 32, &[1000])];
        let bounds = || [Array::new(2, 32, &[], &[-1.0]), Array::new(2, 32, &[], &[3.0])];
        assert_eq!(call(&ctx, "strata_rng", config, &mut bounds(), &mut out), 0);
        out[0].parts()
    };
    let (first, second) = (draw("distribution=UNIFORM"), draw("distribution=UNIFORM"));
    assert!(first.iter().all(|v| (-1.0..3.0).contains(v)));
    assert!(first != second, "the second call goes on where the first ended");
    let mean = first.iter().sum::<f64>() / 1000.0;
    assert!((mean - 1.0).abs() < 0.2, "{mean}");
    let normal = draw("distribution=NORMAL");
    let mean = normal.iter().sum::<f64>() / 1000.0;
    let deviation = (normal.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / 1000.0).sqrt();
    assert!((mean + 1.0).abs() < 0.4 && (deviation - 3.0).abs() < 0.4, "{mean} {deviation}");
}

#[test]
fn random_bits_come_from_a_state() {
    let ctx = Context::new(1);
    let words = |words: &[u64]| Array {
        code: 1,
        bits: 64,
        shape: vec![words.len() as i64],
        bytes: words.iter().flat_map(|w| w.to_le_bytes()).collect(),
    };
    // The expected numbers are XLA's.
    for (algorithm, state, wanted) in [
        ("THREE_FRY", [1, 4], [43_444_564, 2_150_618_427, 3_979_645_651]),
        ("PHILOX", [1, 3], [2_100_602_697, 2_847_456_232, 2_074_354_647_u32]),
    ] {
        let mut out = [words(&[0, 0]), Array::empty(1, 32, &[3])];
        let config = format!("algorithm={algorithm}\n");
        assert_eq!(call(&ctx, "strata_rng_bit_generator", &config, &mut [words(&[1, 2])], &mut out), 0);
        assert_eq!(out[0].bytes, words(&state).bytes, "{algorithm}");
        assert_eq!(out[1].bytes, wanted.map(u32::to_le_bytes).concat(), "{algorithm}");
    }
    let fail = |config: &str, state: &[u64], why: &str| {
        let mut out = [words(state), Array::empty(1, 32, &[3])];
        assert_eq!(call(&ctx, "strata_rng_bit_generator", config, &mut [words(state)], &mut out), 1);
        let error = ctx.error().unwrap_or_default();
        assert!(error.contains(why), "{error}");
        ctx.clear_error();
    };
    fail("algorithm=PHILOX", &[1], "has a state of 1 words");
    fail("algorithm=DICE", &[1, 2], "has the unknown algorithm 'DICE'");
}

#[test]
fn assertions_fail_with_their_message() {
    let ctx = Context::new(1);
    let n = |code: i64, bits: i64, v: i64| Array {
        code,
        bits,
        shape: vec![],
        bytes: v.to_le_bytes()[..bits as usize / 8].to_vec(),
    };
    let mut numbers = [n(0, 32, -3), n(0, 64, 1 << 40)];
    let code = call(&ctx, "strata_shape_assertion", "b is {0}, n is {1}", &mut numbers, &mut []);
    assert_eq!((code, ctx.error().as_deref()), (2, Some("b is -3, n is 1099511627776")));
}

#[test]
fn errors_name_the_routine() {
    let ctx = Context::new(1);
    for (target, config, why) in [
        ("unheard_of", "", "the call of 'unheard_of' failed: no routine of this name is registered"),
        ("strata_fft", "type=DCT\nlength=4", "the type of the transform is not known"),
        ("strata_fft", "type=FFT\nlength=x", "a length is no number"),
        ("strata_fft", "type=FFT\nlength=5", "the sizes of its arrays"),
        ("strata_fft", "type=RFFT\nlength=4", "its types are not those"),
        ("lapack_cpotrf_ffi", "", "has no 'uplo' in its backend_config"),
    ] {
        let mut out = [Array::empty(5, 64, &[4])];
        let code = call(&ctx, target, config, &mut [Array::empty(5, 64, &[2, 2])], &mut out);
        assert_eq!(code, 1, "{target} {config}");
        let error = ctx.error().unwrap_or_default();
        assert!(error.contains(why), "{target} {config}: {error}");
        ctx.clear_error();
    }
}

#[test]
fn foreign_routines_and_closures_are_called() {
    /// Copies the first byte of its data to the only output.
    unsafe extern "C" fn mark(
        data: *mut c_void,
        config: *const c_char,
        specs: *const i64,
        buffers: *const *mut c_void,
    ) -> i32 {
        // SAFETY: the test registers the routine with the address of a byte, and calls it with a configuration and one output.
        unsafe {
            if config.read() == b'!' as c_char {
                return 7;
            }
            assert_eq!((specs.read(), specs.add(1).read()), (0, 1));
            buffers.read().cast::<u8>().write(data.cast::<u8>().read());
        }
        0
    }
    let ctx = Context::new(1);
    let mut byte = 42u8;
    // SAFETY: the context is alive and the name terminated; the byte outlives the calls.
    unsafe {
        let data = (&raw mut byte).cast();
        assert_eq!(strata_rt_register(&raw const ctx, c"mark".as_ptr(), Some(mark), data), 0);
        assert_eq!(strata_rt_register(std::ptr::null(), c"mark".as_ptr(), Some(mark), data), 1);
        assert_eq!(strata_rt_register(&raw const ctx, std::ptr::null(), Some(mark), data), 1);
        assert_eq!(strata_rt_register(&raw const ctx, c"mark".as_ptr(), None, data), 1);
    }
    let mut out = [Array::empty(1, 8, &[1])];
    assert_eq!(call(&ctx, "mark", "", &mut [], &mut out), 0);
    assert_eq!(out[0].bytes, [42]);
    assert_eq!(call(&ctx, "mark", "!", &mut [], &mut out), 1);
    assert!(ctx.error().is_some_and(|e| e.contains("it returned error 7")));
    ctx.clear_error();
    ctx.register(
        "mark",
        Arc::new(|call: &mut Call<'_>| {
            call.outputs[0].bytes[0] = call.config.len() as u8;
            Ok(())
        }),
    );
    assert_eq!(call(&ctx, "mark", "four", &mut [], &mut out), 0);
    assert_eq!(out[0].bytes, [4]);
}

#[test]
fn a_program_without_a_context_gets_one_for_the_call() {
    use strata_runtime_cpu::c_api::{strata_rt_begin, strata_rt_end, strata_rt_set_error};
    let ctx = Context::new(1);
    let given = (&raw const ctx).cast_mut();
    // SAFETY: the given context is alive, and what begins is ended once.
    unsafe {
        assert_eq!(strata_rt_begin(given), given);
        assert_eq!(strata_rt_end(given, given), 0);
        let own = strata_rt_begin(std::ptr::null_mut());
        assert!(!own.is_null());
        strata_rt_set_error(own, 3, c"no".as_ptr());
        assert_eq!(strata_rt_end(own, std::ptr::null_mut()), 3);
    }
}

/// Bytes of numbers of 32 bits.
fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

#[test]
fn sorts_are_those_of_the_standard_library_on_any_number_of_threads() {
    let n = 500;
    let values: Vec<u32> = (0..100 * n).map(|i| (i * 7919 + i / 3) % 1009).collect();
    let config = "dimension=1\nkeys=0:0:u32:total:down\nresults=0,place\n";
    for threads in [1, 3] {
        let ctx = Context::new(threads);
        for count in [n, 7] {
            let shape = [100, i64::from(count)];
            let mut out = [Array::empty(1, 32, &shape), Array::empty(0, 32, &shape)];
            let input = Array { code: 1, bits: 32, shape: vec![100, n.into()], bytes: words(&values) };
            assert_eq!(call(&ctx, "strata_sort", config, &mut [input], &mut out), 0);
            let (mut keys, mut places) = (Vec::new(), Vec::new());
            for line in values.chunks(n as usize) {
                let mut order: Vec<u32> = (0..n).collect();
                order.sort_by_key(|&i| std::cmp::Reverse(line[i as usize]));
                order.truncate(count as usize);
                keys.extend(order.iter().map(|&i| line[i as usize]));
                places.extend(order);
            }
            assert!(out[0].bytes == words(&keys) && out[1].bytes == words(&places), "{threads}, {count}");
        }
    }
}

#[test]
fn columns_are_sorted_on_any_number_of_threads() {
    let (n, inner) = (150u32, 700u32);
    let values: Vec<u32> = (0..n * inner).map(|i| (i * 7919 + i / 3) % 1009).collect();
    let config = "dimension=0\nkeys=0:0:u32:total:up\nresults=0,place\n";
    for threads in [1, 3] {
        let ctx = Context::new(threads);
        for count in [n, 7] {
            let shape = [count.into(), inner.into()];
            let mut out = [Array::empty(1, 32, &shape), Array::empty(0, 32, &shape)];
            let input =
                Array { code: 1, bits: 32, shape: vec![n.into(), inner.into()], bytes: words(&values) };
            assert_eq!(call(&ctx, "strata_sort", config, &mut [input], &mut out), 0);
            let size = (count * inner) as usize;
            let (mut keys, mut places) = (vec![0; size], vec![0; size]);
            for column in 0..inner {
                let key = |r: u32| values[(r * inner + column) as usize];
                let mut order: Vec<u32> = (0..n).collect();
                order.sort_by_key(|&r| key(r));
                for (at, &r) in order[..count as usize].iter().enumerate() {
                    let to = at * inner as usize + column as usize;
                    (keys[to], places[to]) = (key(r), r);
                }
            }
            assert!(out[0].bytes == words(&keys) && out[1].bytes == words(&places), "{threads}, {count}");
        }
    }
}

#[test]
fn sorts_that_make_no_sense_are_errors() {
    let ctx = Context::new(1);
    for (config, why) in [
        ("dimension=0\nresults=0", "no 'keys'"),
        ("dimension=0\nkeys=0:0:f32:total:left\nresults=0", "'0:0:f32:total:left'"),
        ("dimension=0\nkeys=0:0:f32:total:up\nresults=x", "'x'"),
        ("dimension=1\nkeys=0:0:f32:total:up\nresults=0", "dimension"),
        ("dimension=0\nkeys=1:0:f32:total:up\nresults=0", "do not fit"),
        ("dimension=0\nkeys=0:2:f32:total:up\nresults=0", "do not fit"),
        ("dimension=0\nkeys=0:0:f64:total:up\nresults=0", "do not fit"),
        ("dimension=0\nkeys=0:0:i7:total:up\nresults=0", "do not fit"),
    ] {
        let mut out = [Array::empty(2, 32, &[4])];
        assert_ne!(call(&ctx, "strata_sort", config, &mut [Array::empty(2, 32, &[4])], &mut out), 0);
        let error = ctx.error().unwrap_or_default();
        assert!(error.contains(why), "{error}");
        ctx.clear_error();
    }
}

#[test]
fn factors_and_triangular_systems_of_all_types() {
    let ctx = Context::new(1);
    let n = 9;
    // Two matrices that are positive definite, and one that is not.
    let one = |scale: f64| (0..n * n).map(move |k| if k % (n + 1) == 0 { scale } else { 0.5 });
    let reals: Vec<f64> = one(4.0).chain(one(5.0)).chain(one(-1.0)).collect();
    let pairs: Vec<f64> = reals.iter().flat_map(|&v| [v, 0.0]).collect();
    let size = n as i64;
    for (code, bits, tolerance) in [(2, 32, 1e-5), (2, 64, 1e-12), (5, 64, 1e-5), (5, 128, 1e-12)] {
        let shape = [3, size, size];
        let values = if code == 5 { &pairs } else { &reals };
        let real =
            |a: &Array| a.parts().into_iter().step_by(if code == 5 { 2 } else { 1 }).collect::<Vec<_>>();
        for lower in [0, 1] {
            let mut out = [Array::empty(code, bits, &shape)];
            let config = format!("lower={lower}\n");
            let mut input = [Array::new(code, bits, &shape, values)];
            assert_eq!(call(&ctx, "strata_cholesky", &config, &mut input, &mut out), 0);
            let factors = real(&out[0]);
            let at = |m: usize, i: usize, j: usize| {
                let (i, j) = if lower == 1 { (i, j) } else { (j, i) };
                factors[(m * n + i) * n + j]
            };
            for i in 0..n {
                for j in 0..n {
                    assert_eq!(at(2, i, j).is_nan(), j <= i);
                    assert!(j <= i || at(0, i, j) == 0.0);
                    for m in 0..2 {
                        let sum: f64 = (0..n).map(|k| at(m, i, k) * at(m, j, k)).sum();
                        assert!((sum - reals[(m * n + i) * n + j]).abs() < tolerance, "{m}, {i}, {j}");
                    }
                }
            }
        }
        // The triangle of the first matrix, from both sides.
        for left in [0, 1] {
            let (a, ones) = (&values[..values.len() / 3], vec![1.0; if code == 5 { 4 * n } else { 2 * n }]);
            let shape = if left == 1 { [size, 2] } else { [2, size] };
            let mut inputs =
                [Array::new(code, bits, &[size, size], a), Array::new(code, bits, &shape, &ones)];
            let mut out = [Array::empty(code, bits, &shape)];
            let config = format!("left={left}\nlower=1\nunit=0\ntranspose=T\n");
            assert_eq!(call(&ctx, "strata_triangular_solve", &config, &mut inputs, &mut out), 0);
            let x = real(&out[0]);
            for i in 0..n {
                // Row `i` of the transposed triangle, or column `i`.
                let used = |k: usize| if left == 1 { k >= i } else { k <= i };
                let value = |k: usize| if left == 1 { x[2 * k] } else { x[k] };
                let sum: f64 = (0..n).filter(|&k| used(k)).map(|k| reals[k * n + i] * value(k)).sum();
                assert!((sum - 1.0).abs() < tolerance, "{left}, {i}: {sum}");
            }
        }
    }
}
