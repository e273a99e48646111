//! Divided products and systems against those that are not: the same bits.

use super::super::blocks::{Blocks, Side};
use super::super::view::View;
use super::*;
use crate::memory::{OutOfMemory, caught, refuse};
use crate::parallel::{Parallel, Threads, with};

/// Refuses memory to the second part.
struct Refusing;

impl Parallel for Refusing {
    fn run(&self, _: usize, _: usize, part: &(dyn Fn(usize) + Sync)) {
        part(0);
        refuse(OutOfMemory { bytes: 5 });
    }
}

fn typed<T: Real>(n: usize, seed: u64) -> Vec<T> {
    numbers(n, seed).into_iter().map(T::from_f64).collect()
}

fn products<T: Real>() {
    for [m, n, k] in [[1, 3, 2], [50, 30, 40], [100, 60, 300], [40, 200, 70], [30, 530, 270], [400, 300, 20]]
    {
        let (a, b, stride) = (typed::<T>(m * k, 1), typed::<T>(k * n, 2), n + 5);
        let start = typed::<T>((m + 2) * stride, 3);
        // The left factor is transposed.
        let a = View { other: Some(&a[..]), at: 0, rows: 1, columns: m };
        let b = View { other: Some(&b[..]), at: 0, rows: n, columns: 1 };
        for upper in [false, true] {
            let (mut one, mut many) = (start.clone(), start.clone());
            Blocks::new(&mut one, stride).subtract_product([2, 4], [m, n, k], a, b, upper);
            with(&Threads, || {
                Blocks::new(&mut many, stride).subtract_shared([2, 4], [m, n, k], a, b, upper);
            });
            // The part below the diagonal may differ.
            for i in 0..if upper { m } else { 0 } {
                let below = (i + 2) * stride + 4..(i + 2) * stride + 4 + i.min(n);
                [&mut one, &mut many].into_iter().for_each(|c| c[below.clone()].fill(T::default()));
            }
            assert!(one == many, "{m} by {n} by {k}, {upper}");
            assert!(one[..2 * stride] == start[..2 * stride] && (one != start));
        }
    }
}

#[test]
fn divided_products_have_the_same_bits() {
    products::<f32>();
    products::<f64>();
}

#[test]
fn divided_systems_have_the_same_bits() {
    let (n, columns, stride) = (130, 300, 310);
    let mut matrix = typed::<f32>((n + 1) * stride, 7);
    (0..n).for_each(|i| matrix[i * stride + i] = 9.0);
    let mut other = typed::<f32>(n * n, 8);
    (0..n).for_each(|i| other[i * n + i] = 9.0);
    for upper in [false, true] {
        // The triangle is another matrix, or in the one with the right sides.
        let outside = View { other: Some(&other[..]), at: 0, rows: n, columns: 1 };
        let inside = View { other: None, at: 0, rows: stride, columns: 1 };
        for (view, first) in [(outside, 0), (inside, n + 2)] {
            let columns = columns.min(stride - first);
            let side = Side { view, upper, unit: false };
            let (mut one, mut many) = (matrix.clone(), matrix.clone());
            Blocks::new(&mut one, stride).solve(side, n, [0, first], columns);
            with(&Threads, || Blocks::new(&mut many, stride).solve_shared(side, n, [0, first], columns));
            assert!(one == many && one != matrix, "{upper}, {first}");
        }
    }
}

#[test]
fn factorizations_have_the_same_bits() {
    let n = 420;
    let mut a = typed::<f32>(n * n, 9);
    (0..n).for_each(|i| a[i * n + i] += 60.0);
    let (mut one, mut many, mut pivots, mut others) = (a.clone(), a.clone(), vec![0; n], vec![0; n]);
    assert_eq!(lu(&mut one, n, n, &mut pivots), with(&Threads, || lu(&mut many, n, n, &mut others)));
    assert!(one == many && pivots == others);
    mirror(&mut a, n, true);
    let (mut one, mut many) = (a.clone(), a);
    assert_eq!([cholesky(&mut one, n), with(&Threads, || cholesky(&mut many, n))], [0, 0]);
    assert!(one == many);
}

#[test]
fn reflectors_and_reductions_have_the_same_bits() {
    // Parts of every kind: panels, columns, rows of a matrix that is multiplied by a vector, and strips of rotated rows.
    let n = 190;
    let a = typed::<f32>(n * n, 10);
    let run = || {
        let (mut factors, mut taus, mut q) = (a.clone(), vec![0.0; n], vec![0.0; n * n]);
        qr(&mut factors, n, n, &mut taus);
        q_of(&factors, [n, n], &taus, &mut q);
        let (mut vectors, mut eigenvalues) = (a.clone(), vec![0.0; n]);
        mirror(&mut vectors, n, true);
        eigh(&mut vectors, n, true, &mut eigenvalues).expect("numbers are finite");
        let (mut u, mut vt, mut values) = (a.clone(), a.clone(), vec![0.0; n]);
        svd(&mut a.clone(), [n, n], &mut values, Some([&mut u, &mut vt]), true).expect("numbers are finite");
        let mut alone = vec![0.0; n];
        svd(&mut a.clone(), [n, n], &mut alone, None, true).expect("numbers are finite");
        [factors, taus, q, vectors, eigenvalues, u, vt, values, alone]
    };
    assert!(run() == with(&Threads, run));
}

#[test]
fn a_refusal_of_a_part_is_one_of_the_routine() {
    let (mut c, a) = (vec![0.0f32; 100 * 100], vec![1.0f32; 100 * 100]);
    let a = View { other: Some(&a[..]), at: 0, rows: 100, columns: 1 };
    let mut product = || {
        with(&Refusing, || Blocks::new(&mut c, 100).subtract_shared([0, 0], [100; 3], a, a, false));
    };
    assert_eq!(caught(&mut product), Err(OutOfMemory { bytes: 5 }));
    assert!(!crate::parallel::is_available());
}
