//! Checks of factorizations by multiplying the factors, and of systems by substituting the solutions.

use super::*;

mod batch;
mod forms;
mod shared;

/// Pseudorandom numbers between -1 and 1.
fn numbers(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1u64 << 23) as f64 - 1.0
    };
    (0..n).map(|_| next()).collect()
}

/// The product of matrices of `m` by `k` and `k` by `n` numbers.
fn product(a: &[f64], b: &[f64], [m, n, k]: [usize; 3]) -> Vec<f64> {
    let mut out = vec![0.0; m * n];
    for i in 0..m {
        for l in 0..k {
            for j in 0..n {
                out[i * n + j] += a[i * k + l] * b[l * n + j];
            }
        }
    }
    out
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}

fn single(a: &[f64]) -> Vec<f32> {
    a.iter().map(|&v| v as f32).collect()
}

fn double(a: &[f32]) -> Vec<f64> {
    a.iter().map(|&v| v.into()).collect()
}

const SIZES: [usize; 12] = [0, 1, 2, 5, 16, 31, 32, 33, 64, 65, 100, 190];

#[test]
fn cholesky_factors_give_the_matrix() {
    for n in SIZES {
        let a = numbers(n * n, n as u64);
        let mut square = product(&a, &turned(&a, [n, n]), [n, n, n]);
        (0..n).for_each(|i| square[i * n + i] += n as f64);
        let check = |mut u: Vec<f64>, tolerance: f64| {
            for i in 0..n {
                u[i * n..][..i].fill(0.0);
            }
            let back = product(&turned(&u, [n, n]), &u, [n, n, n]);
            assert!(distance(&back, &square) <= tolerance * (n + 1) as f64, "size {n}");
        };
        let mut u = square.clone();
        assert_eq!(cholesky(&mut u, n), 0, "size {n}");
        check(u, 1e-13);
        let mut u = single(&square);
        assert_eq!(cholesky(&mut u, n), 0, "size {n}");
        check(double(&u), 1e-5);
    }
}

fn turned(a: &[f64], size: [usize; 2]) -> Vec<f64> {
    let mut out = vec![0.0; a.len()];
    transpose(a, &mut out, size);
    out
}

#[test]
fn matrices_that_are_not_positive_definite_are_found() {
    for n in [1, 5, 40, 100] {
        for at in [0, n / 2, n - 1] {
            for value in [-1.0, 0.0, f64::NAN] {
                let mut a = vec![0.0; n * n];
                (0..n).for_each(|i| a[i * n + i] = if i == at { value } else { 1.0 });
                assert_eq!(cholesky(&mut a, n), at + 1, "{value} in {at} of {n}");
            }
        }
    }
}

#[test]
fn triangular_systems_of_every_kind() {
    for n in SIZES {
        for m in [1, 3, 16, 37, 70] {
            let mut a = numbers(n * n, 7);
            (0..n).for_each(|i| a[i * n + i] += n as f64);
            for case in 0..16 {
                let [upper, unit, transposed, left] = [1, 2, 4, 8].map(|bit| case & bit != 0);
                let size = if left { [n, m] } else { [m, n] };
                let b = numbers(n * m, 9);
                // The matrix of the system: the other triangle is zero.
                let mut t = a.clone();
                for i in 0..n {
                    for j in 0..n {
                        if j != i && (j > i) != upper {
                            t[i * n + j] = 0.0;
                        } else if i == j && unit {
                            t[i * n + j] = 1.0;
                        } else if i != j {
                            t[i * n + j] /= n as f64;
                        }
                    }
                }
                let op = if transposed { turned(&t, [n, n]) } else { t.clone() };
                let back = |x: &[f64]| {
                    if left { product(&op, x, [n, m, n]) } else { product(x, &op, [m, n, n]) }
                };
                let mut read = t.clone();
                for i in 0..n {
                    for j in 0..n {
                        // Elements that are not read may have any value.
                        if (j != i && (j > i) != upper) || (i == j && unit) {
                            read[i * n + j] = f64::NAN;
                        }
                    }
                }
                let how = Triangle { upper, unit, transposed, left };
                let mut x = b.clone();
                how.solve(&read, &mut x, size);
                assert!(distance(&back(&x), &b) < 1e-11, "{how:?} {n} {m}");
                let mut x = single(&b);
                how.solve(&single(&read), &mut x, size);
                assert!(distance(&back(&double(&x)), &b) < 1e-3, "{how:?} {n} {m}");
            }
        }
    }
}

#[test]
fn lu_factors_give_the_matrix_with_its_rows_exchanged() {
    for m in SIZES {
        for n in [1, 7, 32, 33, 80, 190] {
            let a = numbers(m * n, (m + n) as u64);
            let check = |f: &[f64], pivots: &[usize], tolerance: f64| {
                let k = m.min(n);
                let (mut l, mut u, mut want) = (vec![0.0; m * k], vec![0.0; k * n], a.clone());
                for i in 0..m {
                    for j in 0..n {
                        if j < i.min(k) {
                            assert!(f[i * n + j].abs() <= 1.0 + 1e-6);
                            l[i * k + j] = f[i * n + j];
                        } else if i < k {
                            u[i * n + j] = f[i * n + j];
                        }
                    }
                    if i < k {
                        l[i * k + i] = 1.0;
                    }
                }
                for (i, &p) in pivots.iter().enumerate() {
                    (0..n).for_each(|j| want.swap(i * n + j, p * n + j));
                }
                assert!(distance(&product(&l, &u, [m, n, k]), &want) < tolerance, "{m} by {n}");
            };
            let mut f = a.clone();
            let mut pivots = vec![0; m.min(n)];
            assert_eq!(lu(&mut f, m, n, &mut pivots), 0, "{m} by {n}");
            check(&f, &pivots, 1e-11);
            let mut f = single(&a);
            lu(&mut f, m, n, &mut pivots);
            check(&double(&f), &pivots, 1e-2);
        }
    }
}

#[test]
fn a_singular_matrix_is_factored_too() {
    let n = 50;
    let mut a = numbers(n * n, 3);
    for column in [20, 40] {
        (0..n).for_each(|i| a[i * n + column] = 0.0);
    }
    assert_eq!(lu(&mut a, n, n, &mut vec![0; n]), 21);
    assert!(a.iter().all(|v| v.is_finite()));
}

#[test]
fn qr_factors_are_orthogonal_and_triangular() {
    for [m, n] in [
        [1, 1],
        [5, 3],
        [3, 5],
        [4, 4],
        [9, 8],
        [33, 33],
        [100, 40],
        [40, 100],
        [130, 130],
        [7, 1],
        [1, 7],
        [300, 31],
        [17, 70],
    ] {
        let a = numbers(m * n, (m * n) as u64);
        let k = m.min(n);
        let check = |f: &[f64], q: &[f64], back: &[f64], tolerance: f64| {
            let mut r = f.to_vec();
            for i in 0..m {
                r[i * n..][..n.min(i)].fill(0.0);
            }
            // All of Q times R, from the reflectors.
            assert!(distance(back, &a) < tolerance, "{m} by {n}");
            if n <= m {
                assert!(distance(&product(q, &r[..n * n], [m, n, n]), &a) < tolerance, "{m} by {n}");
                let unit = product(&turned(q, [m, n]), q, [n, n, m]);
                let identity: Vec<f64> = (0..n * n).map(|e| f64::from(e % (n + 1) == 0)).collect();
                assert!(distance(&unit, &identity) < tolerance, "{m} by {n}");
            }
        };
        let upper = |f: &[f64]| {
            let mut r = f.to_vec();
            (0..m).for_each(|i| r[i * n..][..n.min(i)].fill(0.0));
            r
        };
        let mut f = a.clone();
        let mut taus = vec![0.0; k];
        qr(&mut f, m, n, &mut taus);
        let mut q = vec![0.0; if n <= m { m * n } else { 0 }];
        if n <= m {
            q_of(&f, [m, n], &taus, &mut q);
        }
        let mut back = upper(&f);
        times_q(&f, [m, n], &taus, false, &mut back, n);
        check(&f, &q, &back, 1e-12);
        // The transpose maps the matrix to its triangle.
        let mut forth = a.clone();
        times_q(&f, [m, n], &taus, true, &mut forth, n);
        assert!(distance(&forth, &upper(&f)) < 1e-12);
        let mut f = single(&a);
        let mut taus = vec![0.0; k];
        qr(&mut f, m, n, &mut taus);
        let mut q = vec![0.0; if n <= m { m * n } else { 0 }];
        if n <= m {
            q_of(&f, [m, n], &taus, &mut q);
        }
        let mut back = single(&upper(&double(&f)));
        times_q(&f, [m, n], &taus, false, &mut back, n);
        check(&double(&f), &double(&q), &double(&back), 1e-4);
    }
}

#[test]
fn a_column_of_zeros_needs_no_reflector() {
    let mut a = vec![2.0, 1.0, 0.0, 0.0, 0.0, 3.0];
    let mut taus = [0.0; 2];
    qr(&mut a, 3, 2, &mut taus);
    assert_eq!(taus[0], 0.0);
    assert_eq!(a[..2], [2.0, 1.0]);
    assert_eq!((a[3], a[5], taus[1]), (-3.0, 1.0, 1.0));
}

#[test]
fn infinities_and_nan_stay_in_their_columns() {
    fn check<T: Real>() {
        for [m, n] in [[3, 3], [5, 4], [17, 9], [40, 40], [70, 35], [33, 64]] {
            let start: Vec<T> = numbers(m * n, 11).into_iter().map(T::from_f64).collect();
            let (mut whole, mut taus) = (start.clone(), vec![T::default(); m.min(n)]);
            qr(&mut whole, m, n, &mut taus);
            for column in [n - 1, n / 2] {
                for value in [f64::INFINITY, f64::NAN] {
                    for row in [0, m / 2, m - 1] {
                        let (mut a, mut factors) = (start.clone(), taus.clone());
                        a[row * n + column] = T::from_f64(value);
                        qr(&mut a, m, n, &mut factors);
                        // Columns in front are those of the matrix without it, to the last bit.
                        for (k, (a, b)) in a.iter().zip(&whole).enumerate() {
                            assert!(k % n >= column || a == b, "{value} in {row}, {column} of {m} by {n}");
                        }
                        let known = column.min(taus.len());
                        assert_eq!(factors[..known], taus[..known]);
                    }
                }
            }
        }
    }
    check::<f32>();
    check::<f64>();
}

#[test]
fn triangles_are_mirrored() {
    for n in 0..41 {
        let a = numbers(n * n, 12);
        for to_upper in [false, true] {
            let mut b = a.clone();
            mirror(&mut b, n, to_upper);
            for (i, j) in (0..n * n).map(|k| (k / n, k % n)) {
                let from = if (j > i) == to_upper { j * n + i } else { i * n + j };
                assert_eq!(b[i * n + j], a[from], "{n} {to_upper}");
            }
        }
    }
}

/// Checks that `u s v'` is a matrix with `m` rows and `n` columns, and that `u` and `v` are orthogonal.
fn check_values<T: Real>(a: &[f64], [m, n]: [usize; 2], full: bool, tolerance: f64) {
    let typed: Vec<T> = a.iter().map(|&v| T::from_f64(v)).collect();
    let k = m.min(n);
    let (columns, rows) = if full { (m, n) } else { (k, k) };
    let none = |n: usize| vec![T::NAN; n];
    let (mut u, mut s, mut vt) = (none(m * columns), none(k), none(rows * n));
    svd(&mut typed.clone(), [m, n], &mut s, Some([&mut u, &mut vt]), full).expect("numbers are finite");
    let wide = |v: &[T]| v.iter().map(|v| v.wide()).collect::<Vec<f64>>();
    let (u, s, vt) = (wide(&u), wide(&s), wide(&vt));
    assert!(s.windows(2).all(|w| w[0] >= w[1]) && s.iter().all(|&v| v >= 0.0), "{s:?}");
    let mut scaled = vec![0.0; m * n];
    for i in 0..m {
        for (j, &s) in s.iter().enumerate() {
            (0..n).for_each(|c| scaled[i * n + c] += u[i * columns + j] * s * vt[j * n + c]);
        }
    }
    let size = s.first().copied().unwrap_or(0.0).max(f64::MIN_POSITIVE);
    assert!(distance(&scaled, a) <= tolerance * size, "{m} by {n}: {}", distance(&scaled, a) / size);
    for (q, [count, length]) in [(turned(&u, [m, columns]), [columns, m]), (vt, [rows, n])] {
        let gram = product(&q, &turned(&q, [count, length]), [count, count, length]);
        let mut one = vec![0.0; count * count];
        (0..count).for_each(|i| one[i * count + i] = 1.0);
        assert!(distance(&gram, &one) <= tolerance, "{m} by {n}: {}", distance(&gram, &one));
    }
    let mut alone = none(k);
    svd(&mut typed.clone(), [m, n], &mut alone, None, full).expect("numbers are finite");
    assert!(distance(&wide(&alone), &s) <= tolerance * size);
}

#[test]
fn singular_values_give_the_matrix() {
    for n in SIZES {
        for (m, full) in [(n, true), (n + 1, true), (n + 1, false), (n / 2, true), (2 * n + 3, false)] {
            let a = numbers(m * n, (m + 1000 * n) as u64);
            check_values::<f64>(&a, [m, n], full, 1e-13 * (n + 5) as f64);
            check_values::<f32>(&double(&single(&a)), [m, n], full, 2e-6 * (n as f64).sqrt().max(2.0));
        }
    }
}

#[test]
fn singular_values_that_need_care() {
    let n = 40;
    // Zeros; ones; a product of thin matrices; numbers of very different sizes; equal numbers; a zero on the diagonal of two.
    let mut all = vec![vec![0.0; n * n], vec![1.0; n * n]];
    all.push(product(&numbers(n * 3, 1), &numbers(3 * n, 2), [n, n, 3]));
    let graded = |s: f64| {
        let of = |(k, v): (usize, f64)| v * 10f64.powf(-s * (k / n) as f64) * 10f64.powf(-s * (k % n) as f64);
        numbers(n * n, 3).into_iter().enumerate().map(of).collect::<Vec<f64>>()
    };
    all.extend([graded(0.1), graded(0.4), graded(3.0)]);
    let mut diagonals = vec![0.0; n * n];
    (0..n).for_each(|i| diagonals[i * n + i] = if i % 7 == 3 { 0.0 } else { 2.0 });
    all.push(diagonals.clone());
    (1..n).for_each(|i| diagonals[(i - 1) * n + i] = 1.0);
    all.push(diagonals.clone());
    diagonals[n * n - 1] = 0.0;
    all.push(diagonals);
    for (k, a) in all.iter().enumerate() {
        println!("matrix {k}");
        check_values::<f64>(a, [n, n], true, 1e-12);
        for scale in [1e-280, 1e280] {
            check_values::<f64>(&a.iter().map(|v| v * scale).collect::<Vec<_>>(), [n, n], true, 1e-12);
        }
        check_values::<f32>(&double(&single(a)), [n, n], true, 2e-5);
    }
    let mut vectors = ([0.0], [0.0; 4]);
    let both = Some([&mut vectors.0[..], &mut vectors.1[..]]);
    assert!(svd(&mut [1.0, f64::NAN], [1, 2], &mut [0.0], both, true).is_none());
    assert!(svd(&mut [f32::INFINITY], [1, 1], &mut [0.0], None, true).is_none());
}

/// Checks eigenvalues and vectors of a symmetric matrix with `n` rows.
fn check_eigen<T: Real>(a: &[f64], n: usize, tolerance: f64) {
    let mut vectors: Vec<T> = a.iter().map(|&v| T::from_f64(v)).collect();
    let mut alone = vectors.clone();
    let wide = |v: &[T]| v.iter().map(|v| v.wide()).collect::<Vec<f64>>();
    let mut values = vec![T::NAN; n];
    eigh(&mut vectors, n, true, &mut values).expect("numbers are finite");
    let values = wide(&values);
    let vectors = wide(&vectors);
    let size = values.iter().fold(f64::MIN_POSITIVE, |m, v| m.max(v.abs()));
    assert!(values.is_sorted());
    let mut scaled = vectors.clone();
    scaled.iter_mut().enumerate().for_each(|(k, v)| *v *= values[k % n]);
    let back = product(&scaled, &turned(&vectors, [n, n]), [n; 3]);
    assert!(distance(&back, a) <= tolerance * size, "size {n}: {}", distance(&back, a) / size);
    let mut one = vec![0.0; n * n];
    (0..n).for_each(|i| one[i * n + i] = 1.0);
    let gram = product(&turned(&vectors, [n, n]), &vectors, [n; 3]);
    assert!(distance(&gram, &one) <= tolerance, "size {n}: {}", distance(&gram, &one));
    let mut other = vec![T::NAN; n];
    eigh(&mut alone, n, false, &mut other).expect("numbers are finite");
    assert!(distance(&wide(&other), &values) <= tolerance * size);
}

#[test]
fn eigenvectors_give_the_matrix() {
    let symmetric = |a: Vec<f64>, n: usize| {
        let other = turned(&a, [n, n]);
        a.iter().zip(&other).map(|(x, y)| x + y).collect::<Vec<f64>>()
    };
    for n in SIZES {
        let a = symmetric(numbers(n * n, n as u64), n);
        check_eigen::<f64>(&a, n, 1e-13 * (n + 5) as f64);
        check_eigen::<f32>(&double(&single(&a)), n, 2e-6 * (n as f64).sqrt().max(2.0));
        check_eigen::<f64>(&a.iter().map(|v| v * 1e290).collect::<Vec<_>>(), n, 1e-13 * (n + 5) as f64);
        check_eigen::<f64>(&a.iter().map(|v| v * 1e-290).collect::<Vec<_>>(), n, 1e-13 * (n + 5) as f64);
    }
    let n = 40;
    check_eigen::<f64>(&vec![0.0; n * n], n, 1e-13);
    check_eigen::<f64>(&vec![1.0; n * n], n, 1e-12);
    let thin = numbers(n * 2, 5);
    check_eigen::<f64>(&product(&thin, &turned(&thin, [n, 2]), [n, n, 2]), n, 1e-12);
    // Both from large to small and from small to large.
    for sign in [-0.4, 0.4] {
        let of = |(k, v): (usize, f64)| v * 10f64.powf(sign * (k / n + k % n) as f64);
        let a = symmetric(numbers(n * n, 6), n);
        check_eigen::<f64>(&a.into_iter().enumerate().map(of).collect::<Vec<_>>(), n, 1e-12);
    }
    assert!(eigh(&mut [f64::NAN], 1, true, &mut [0.0]).is_none());
}
