//! Batches in lanes, in each form that the processor has, against the same matrices one by one.

use super::super::batch::{cholesky::cholesky_in, lu::lu_in};
use super::super::form::Form;
use super::*;

/// Batches that fill groups of every form, leave lanes of the last one without a matrix, or have a single group.
const COUNTS: [usize; 3] = [1, 19, 40];

fn typed<T: Real>(numbers: &[f64]) -> Vec<T> {
    numbers.iter().map(|&v| T::from_f64(v)).collect()
}

fn near<T: Real>(a: &[T], b: &[T], tolerance: f64, what: &str) {
    let far = a.iter().zip(b).map(|(a, b)| (a.wide() - b.wide()).abs()).fold(0.0, f64::max);
    // NaN is not near.
    assert!(a.len() == b.len() && far <= tolerance * T::STEP, "{what}: {far}");
    assert!(a.iter().zip(b).all(|(a, b)| a.wide().is_nan() == b.wide().is_nan()), "{what}");
}

fn choleskys<T: Real>(n: usize) {
    for count in COUNTS {
        let mut all = Vec::new();
        for k in 0..count {
            let a = numbers(n * n, (n + 100 * k) as u64);
            let mut square = product(&a, &turned(&a, [n, n]), [n, n, n]);
            (0..n).for_each(|i| square[i * n + i] += n as f64);
            // Some are not positive definite.
            if k % 7 == 3 {
                square[(k % n) * (n + 1)] = if k % 2 == 0 { -1.0 } else { f64::NAN };
            }
            all.extend(typed::<T>(&square));
        }
        for (form, lower) in Form::all().flat_map(|form| [(form, false), (form, true)]) {
            let (mut lanes, mut failed) = (all.clone(), vec![0; count]);
            cholesky_in(form, &mut lanes, n, lower, &mut failed);
            for (k, (lanes, start)) in lanes.chunks(n * n).zip(all.chunks(n * n)).enumerate() {
                let mut one = start.to_vec();
                mirror(&mut one, n, lower);
                assert_eq!(cholesky(&mut one, n), failed[k], "{form:?} {n} {k}");
                if failed[k] > 0 {
                    continue;
                }
                for (i, j) in (0..n * n).map(|at| (at / n, at % n)) {
                    let (own, at) = ((i <= j) != lower || i == j, i * n + j);
                    // The other triangle is kept.
                    let want = if own { one[i.min(j) * n + i.max(j)] } else { start[at] };
                    near(&lanes[at..=at], &[want], 40.0 * n as f64, "a factor");
                }
            }
        }
    }
}

fn lus<T: Real>(m: usize, n: usize) {
    for count in COUNTS {
        let (matrix, steps) = (m * n, m.min(n));
        let mut all = typed::<T>(&numbers(matrix * count, (m + n) as u64));
        for (k, a) in all.chunks_mut(matrix).enumerate() {
            match k % 5 {
                // A column of zeros, and equal rows.
                1 => (0..m).for_each(|i| a[i * n + k % n] = T::default()),
                2 if m > 1 => a.copy_within(..n, (m - 1) * n),
                _ => {}
            }
        }
        for form in Form::all() {
            let (mut lanes, mut pivots, mut zeros) = (all.clone(), vec![0; steps * count], vec![0; count]);
            lu_in(form, &mut lanes, [m, n], &mut pivots, &mut zeros);
            for (k, (lanes, start)) in lanes.chunks(matrix).zip(all.chunks(matrix)).enumerate() {
                let (mut one, mut exchanged) = (start.to_vec(), vec![0; steps]);
                let zero = lu(&mut one, m, n, &mut exchanged);
                // A pivot of rounding errors may be any row's.
                if k % 5 != 2 {
                    assert_eq!(
                        (&pivots[k * steps..][..steps], zeros[k]),
                        (&exchanged[..], zero),
                        "{m} {n} {k}"
                    );
                    near(lanes, &one, 1e4 * (m + n) as f64, "factors");
                } else {
                    assert!(lanes.iter().all(|v| v.wide().is_finite()));
                }
            }
        }
    }
}

fn systems<T: Real>(n: usize, m: usize) {
    for count in COUNTS {
        let mut all = typed::<T>(&numbers(n * n * count, 7));
        for (i, v) in all.iter_mut().enumerate() {
            let (row, column) = (i / n % n, i % n);
            let large = if row == column { 2.0 } else { 0.0 };
            *v = T::from_f64(large + v.wide() / n as f64);
        }
        let b = typed::<T>(&numbers(n * m * count, 9));
        for (form, case) in Form::all().flat_map(|form| (0..16).map(move |case| (form, case))) {
            let [upper, unit, transposed, left] = [1, 2, 4, 8].map(|bit| case & bit != 0);
            let (how, size) =
                (Triangle { upper, unit, transposed, left }, if left { [n, m] } else { [m, n] });
            let mut lanes = b.clone();
            how.solve_in(form, &all, &mut lanes, size);
            let mut one = b.clone();
            one.chunks_mut(n * m).zip(all.chunks(n * n)).for_each(|(x, a)| how.solve(a, x, size));
            near(&lanes, &one, 1e3, "solutions");
        }
    }
}

#[test]
fn batches_are_as_their_matrices_one_by_one() {
    for n in 1..=32 {
        choleskys::<f32>(n);
        choleskys::<f64>(n);
        for other in [1, n, n / 2 + 1, 32] {
            lus::<f32>(n, other);
            lus::<f64>(other, n);
        }
        for sides in [1, 3, 16] {
            systems::<f32>(n, sides);
            systems::<f64>(n, sides);
        }
    }
}

#[test]
fn groups_that_are_almost_empty_are_not_computed_in_lanes() {
    let group = f32::tile(Form::best())[1];
    assert_eq!(in_lanes::<f32>(3 * group, 16), 3 * group);
    assert_eq!(in_lanes::<f32>(3 * group + 1, 16), 3 * group);
    assert_eq!(in_lanes::<f32>(3 * group + group / 4, 16), 3 * group + group / 4);
    assert_eq!(in_lanes::<f32>(1, 16), 0);
    assert_eq!([in_lanes::<f32>(64, 1024), in_lanes::<f32>(64, 1025), in_lanes::<f32>(64, 0)], [64, 0, 0]);
}
