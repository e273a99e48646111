//! Factorizations and triangular systems of real matrices in the precision of their elements (`docs/adr/0014-lapack-kernels.md`):
//! `strata_cholesky`, `strata_triangular_solve`, and the equivalent LAPACK routines. Those of complex numbers are in
//! [`lapack`](crate::lapack).

use strata_runtime_kernels::dense::{self, Real, Triangle};
use strata_runtime_kernels::memory::{extend, filled, push};

use crate::context::Context;
use crate::lapack;
use crate::reservation::Reservation;
use crate::routine::{Call, Input, Output};

/// Runs a routine if it is one of this module and its arrays are real.
pub(crate) fn run(ctx: Option<&Context>, name: &str, call: &mut Call<'_>) -> Option<Result<(), String>> {
    match call.inputs.first().map(|i| (i.element.code, i.element.bits)) {
        Some((2, 32)) => run_in::<f32>(ctx, name, call),
        Some((2, 64)) => run_in::<f64>(ctx, name, call),
        _ if name == "strata_cholesky" => Some(complex_cholesky(ctx, call)),
        _ if name == "strata_triangular_solve" => Some(complex_solve(ctx, call)),
        _ => None,
    }
}

fn run_in<T: Real>(ctx: Option<&Context>, name: &str, call: &mut Call<'_>) -> Option<Result<(), String>> {
    let routine = match name {
        "strata_cholesky" => cholesky::<T>,
        "strata_triangular_solve" => solve::<T>,
        "lapack_spotrf_ffi" | "lapack_dpotrf_ffi" => potrf::<T>,
        "lapack_strsm_ffi" | "lapack_dtrsm_ffi" => trsm::<T>,
        "lapack_sgetrf_ffi" | "lapack_dgetrf_ffi" => getrf::<T>,
        "lapack_sgeqrf_ffi" | "lapack_dgeqrf_ffi" => geqrf::<T>,
        "lapack_sorgqr_ffi" | "lapack_dorgqr_ffi" => orgqr::<T>,
        "lapack_sormqr_ffi" | "lapack_dormqr_ffi" => ormqr::<T>,
        "lapack_ssyevd_ffi" | "lapack_dsyevd_ffi" => syevd::<T>,
        "lapack_sgesdd_ffi" | "lapack_dgesdd_ffi" | "lapack_sgesvd_ffi" | "lapack_dgesvd_ffi" => gesdd::<T>,
        _ => return None,
    };
    Some(Reservation::new(ctx, memory(call, size_of::<T>())).and_then(|_reservation| routine(call)))
}

/// An upper estimate of the memory of a routine in bytes: copies of a matrix of each array, its transpose, products, and packed blocks.
fn memory(call: &Call<'_>, width: usize) -> Option<usize> {
    let shapes = call.inputs.iter().map(|i| &i.shape).chain(call.outputs.iter().map(|o| &o.shape));
    let (mut numbers, mut edges, mut counts) = (0usize, 0usize, 0usize);
    for shape in shapes {
        if let &[ref lead @ .., rows, columns] = &shape[..] {
            numbers = numbers.checked_add(rows.checked_mul(columns)?)?;
            edges = edges.max(rows.checked_add(columns)?);
            // Pivots, and the positions at which matrices are singular.
            let batches = lead.iter().try_fold(1usize, |n, &d| n.checked_mul(d))?;
            counts = counts.max(batches.checked_mul(rows.min(columns).checked_add(1)?)?);
        }
    }
    let numbers = numbers.checked_mul(3)?.checked_add(edges.checked_mul(dense::EDGE)?)?;
    numbers.checked_mul(width)?.checked_add(counts.checked_mul(size_of::<usize>())?)
}

fn entry<'a>(call: &Call<'a>, name: &str) -> Result<&'a str, String> {
    call.entry(name).ok_or_else(|| format!("its configuration has no '{name}'"))
}

/// The letter of an entry of LAPACK's configuration, which is given as a character code.
fn letter(call: &Call<'_>, name: &str) -> Result<char, String> {
    let code = entry(call, name)?.parse::<u8>();
    code.map(char::from).map_err(|_| format!("'{name}' in its configuration is no letter"))
}

/// The sizes of the matrices in an array.
fn size(shape: &[usize]) -> Result<[usize; 2], String> {
    match shape {
        &[.., rows, columns] => Ok([rows, columns]),
        _ => Err("an array has no matrices".to_owned()),
    }
}

fn square(shape: &[usize]) -> Result<usize, String> {
    let [rows, columns] = size(shape)?;
    if rows == columns { Ok(rows) } else { Err("its matrices are not square".to_owned()) }
}

fn unfit() -> String {
    "its arrays do not fit".to_owned()
}

/// The matrices of an array, as bytes.
fn matrices<'a, T: Real>(input: &Input<'a>) -> Result<std::slice::ChunksExact<'a, u8>, String> {
    let [rows, columns] = size(&input.shape)?;
    let bytes = (rows * columns * size_of::<T>()).max(1);
    if input.element.bytes() == size_of::<T>() { Ok(input.bytes.chunks_exact(bytes)) } else { Err(unfit()) }
}

/// The same of a result, which has the shape of an argument.
fn results<'o, T: Real>(
    output: &'o mut Output<'_>,
    like: &Input<'_>,
) -> Result<std::slice::ChunksExactMut<'o, u8>, String> {
    let [rows, columns] = size(&output.shape)?;
    let bytes = (rows * columns * size_of::<T>()).max(1);
    if output.element == like.element && output.shape == like.shape {
        Ok(output.bytes.chunks_exact_mut(bytes))
    } else {
        Err(unfit())
    }
}

fn read<T: Real>(bytes: &[u8], to: &mut Vec<T>) {
    to.clear();
    extend(to, bytes.chunks_exact(size_of::<T>()).map(T::read));
}

/// Computes with a copy of a matrix, in the memory of a result if numbers may be there.
fn in_result<T: Real, R>(from: &[u8], to: &mut [u8], compute: impl FnOnce(&mut [T]) -> R) -> R {
    if let Some(numbers) = T::numbers(to) {
        numbers.iter_mut().zip(from.chunks_exact(size_of::<T>())).for_each(|(to, from)| *to = T::read(from));
        return compute(numbers);
    }
    let mut numbers = Vec::new();
    read(from, &mut numbers);
    let result = compute(&mut numbers);
    write(&numbers, to);
    result
}

fn write<T: Real>(values: &[T], bytes: &mut [u8]) {
    bytes.chunks_exact_mut(size_of::<T>()).zip(values).for_each(|(to, v)| v.write(to));
}

/// Writes numbers of 32 bits, such as pivots.
fn write_counts(counts: &[usize], output: &mut Output<'_>) -> Result<(), String> {
    // Matrices without elements are not visited, and have no errors.
    if counts.is_empty() {
        output.bytes.fill(0);
        return Ok(());
    }
    if (output.element.bits, output.bytes.len()) != (32, 4 * counts.len()) {
        return Err(unfit());
    }
    let to = output.bytes.as_chunks_mut::<4>().0;
    to.iter_mut().zip(counts).for_each(|(to, &v)| *to = (v as i32).to_le_bytes());
    Ok(())
}

/// Factors the matrices of the first argument into the first result. The other triangle is kept, or is zero, and the triangle of a matrix
/// that is not positive definite is NaN. Returns the position at which that was found for each matrix.
fn factor<T: Real>(call: &mut Call<'_>, lower: bool, keep: bool) -> Result<Vec<usize>, String> {
    let (Some(input), Some(output)) = (call.inputs.first(), call.outputs.first_mut()) else {
        return Err(unfit());
    };
    let n = square(&input.shape)?;
    let (mut a, mut turned, mut failures) = (Vec::new(), filled(T::default(), n * n), Vec::new());
    for (from, to) in matrices::<T>(input)?.zip(results::<T>(output, input)?) {
        read(from, &mut a);
        // The kernel returns the factor in the upper triangle.
        let factor = if lower {
            dense::transpose(&a, &mut turned, [n, n]);
            &mut turned
        } else {
            &mut a
        };
        let failed = dense::cholesky(factor, n);
        push(&mut failures, failed);
        if failed != 0 && !keep {
            factor.fill(T::NAN);
        }
        if lower {
            dense::transpose(&turned, &mut a, [n, n]);
        }
        for (i, row) in a.chunks_exact_mut(n.max(1)).enumerate() {
            let other = if lower { &mut row[i + 1..] } else { &mut row[..i] };
            other.fill(T::default());
        }
        write(&a, to);
        if keep {
            for i in 0..n {
                let other = if lower { i * n + i + 1..(i + 1) * n } else { i * n..i * n + i };
                let other = other.start * size_of::<T>()..other.end * size_of::<T>();
                to[other.clone()].copy_from_slice(&from[other]);
            }
        }
    }
    Ok(failures)
}

fn cholesky<T: Real>(call: &mut Call<'_>) -> Result<(), String> {
    let lower = entry(call, "lower")? == "1";
    factor::<T>(call, lower, false).map(|_| ())
}

fn potrf<T: Real>(call: &mut Call<'_>) -> Result<(), String> {
    let lower = letter(call, "uplo")? == 'L';
    let failures = factor::<T>(call, lower, true)?;
    write_counts(&failures, call.outputs.get_mut(1).ok_or_else(unfit)?)
}

fn solve_all<T: Real>(call: &mut Call<'_>, how: Triangle) -> Result<(), String> {
    let ([a, b], Some(output)) = (&call.inputs[..], call.outputs.first_mut()) else { return Err(unfit()) };
    let (n, [rows, columns]) = (square(&a.shape)?, size(&b.shape)?);
    let lead = |shape: &[usize]| shape[..shape.len() - 2].to_vec();
    if n != (if how.left { rows } else { columns }) || lead(&a.shape) != lead(&b.shape) {
        return Err(unfit());
    }
    let mut triangle = Vec::<T>::new();
    for ((a, from), to) in matrices::<T>(a)?.zip(matrices::<T>(b)?).zip(results::<T>(output, b)?) {
        read(a, &mut triangle);
        in_result::<T, _>(from, to, |x| how.solve(&triangle, x, [rows, columns]));
    }
    Ok(())
}

fn solve<T: Real>(call: &mut Call<'_>) -> Result<(), String> {
    let is = |name: &str, value: &str| Ok::<bool, String>(entry(call, name)? == value);
    let how = Triangle {
        upper: is("lower", "0")?,
        unit: is("unit", "1")?,
        transposed: !is("transpose", "N")?,
        left: is("left", "1")?,
    };
    solve_all::<T>(call, how)
}

fn trsm<T: Real>(call: &mut Call<'_>) -> Result<(), String> {
    let how = Triangle {
        upper: letter(call, "uplo")? == 'U',
        unit: letter(call, "diag")? == 'U',
        transposed: letter(call, "trans_x")? != 'N',
        left: letter(call, "side")? == 'L',
    };
    solve_all::<T>(call, how)
}

fn getrf<T: Real>(call: &mut Call<'_>) -> Result<(), String> {
    let (Some(input), [output, pivots, info]) = (call.inputs.first(), &mut call.outputs[..]) else {
        return Err(unfit());
    };
    let [rows, columns] = size(&input.shape)?;
    let (mut all_pivots, mut failures) = (Vec::new(), Vec::new());
    for (from, to) in matrices::<T>(input)?.zip(results::<T>(output, input)?) {
        let (exchanged, singular) = in_result::<T, _>(from, to, |a| dense::lu(a, rows, columns));
        // Pivots are counted from 1.
        extend(&mut all_pivots, exchanged.iter().map(|p| p + 1));
        push(&mut failures, singular);
    }
    write_counts(&all_pivots, pivots)?;
    write_counts(&failures, info)
}

fn geqrf<T: Real>(call: &mut Call<'_>) -> Result<(), String> {
    let (Some(input), [output, taus]) = (call.inputs.first(), &mut call.outputs[..]) else {
        return Err(unfit());
    };
    let [rows, columns] = size(&input.shape)?;
    let mut all = Vec::<T>::new();
    for (from, to) in matrices::<T>(input)?.zip(results::<T>(output, input)?) {
        extend(&mut all, in_result::<T, _>(from, to, |a| dense::qr(a, rows, columns)));
    }
    if taus.element != input.element || taus.bytes.len() != all.len() * size_of::<T>() {
        return Err(unfit());
    }
    write(&all, taus.bytes);
    Ok(())
}

/// The reflectors of each matrix of an argument, at most as many as it has rows and columns.
fn reflectors<T: Real>(a: &Input<'_>, taus: &Input<'_>) -> Result<(usize, Vec<T>), String> {
    let [rows, columns] = size(&a.shape)?;
    let count = *taus.shape.last().ok_or_else(unfit)?;
    let mut all = Vec::new();
    read(taus.bytes, &mut all);
    let batches: usize = a.shape[..a.shape.len() - 2].iter().product();
    let fits = taus.element == a.element && count <= rows.min(columns) && all.len() == count * batches;
    if fits { Ok((count, all)) } else { Err(unfit()) }
}

fn orgqr<T: Real>(call: &mut Call<'_>) -> Result<(), String> {
    let ([a, taus], Some(output)) = (&call.inputs[..], call.outputs.first_mut()) else { return Err(unfit()) };
    let shape = size(&a.shape)?;
    let (count, taus) = reflectors::<T>(a, taus)?;
    if shape[1] > shape[0] {
        return Err(unfit());
    }
    let mut values = Vec::new();
    for (b, (from, to)) in matrices::<T>(a)?.zip(results::<T>(output, a)?).enumerate() {
        read(from, &mut values);
        write(&dense::q_of(&values, shape, &taus[b * count..][..count]), to);
    }
    Ok(())
}

fn ormqr<T: Real>(call: &mut Call<'_>) -> Result<(), String> {
    let flag = |name: &str| Ok::<bool, String>(!matches!(entry(call, name)?, "0" | "false"));
    let (left, transposed) = (flag("left")?, flag("transpose")?);
    let ([a, taus, c], Some(output)) = (&call.inputs[..], call.outputs.first_mut()) else {
        return Err(unfit());
    };
    let (shape, [rows, columns]) = (size(&a.shape)?, size(&c.shape)?);
    let (count, taus) = reflectors::<T>(a, taus)?;
    let lead = |shape: &[usize]| shape[..shape.len() - 2].to_vec();
    if shape[0] != (if left { rows } else { columns }) || lead(&a.shape) != lead(&c.shape) {
        return Err(unfit());
    }
    if count == 0 {
        // Without elements there is nothing to iterate over, and the product is the matrix.
        results::<T>(output, c).map(drop)?;
        output.bytes.copy_from_slice(c.bytes);
        return Ok(());
    }
    let (mut values, mut product) = (Vec::new(), Vec::new());
    let mut turned = filled(T::default(), rows * columns);
    let pairs = matrices::<T>(a)?.zip(matrices::<T>(c)?).zip(results::<T>(output, c)?);
    for (b, ((a, from), to)) in pairs.enumerate() {
        read(a, &mut values);
        read(from, &mut product);
        let taus = &taus[b * count..][..count];
        if left {
            dense::times_q(&values, shape, taus, transposed, &mut product, columns);
        } else {
            // A product from the right is the transpose of a product from the left.
            dense::transpose(&product, &mut turned, [rows, columns]);
            dense::times_q(&values, shape, taus, !transposed, &mut turned, rows);
            dense::transpose(&turned, &mut product, [columns, rows]);
        }
        write(&product, to);
    }
    Ok(())
}

/// The parts of a result for each matrix, `n` numbers each.
fn parts<'o, T: Real>(
    output: &'o mut Output<'_>,
    batches: usize,
    n: usize,
) -> Result<impl Iterator<Item = &'o mut [u8]>, String> {
    let bytes = n.checked_mul(size_of::<T>()).ok_or_else(unfit)?;
    let fits =
        output.element.bytes() == size_of::<T>() && bytes.checked_mul(batches) == Some(output.bytes.len());
    let mut rest = &mut *output.bytes;
    let next = move |_| {
        let (part, after) = std::mem::take(&mut rest).split_at_mut(bytes);
        rest = after;
        part
    };
    if fits { Ok((0..batches).map(next)) } else { Err(unfit()) }
}

/// The number of matrices in an array.
fn batches(shape: &[usize]) -> usize {
    shape[..shape.len() - 2].iter().product()
}

/// Eigenvectors and eigenvalues of symmetric matrices, of which one triangle is read. They are NaN for a matrix with infinities or NaN.
fn syevd<T: Real>(call: &mut Call<'_>) -> Result<(), String> {
    let lower = letter(call, "uplo")? == 'L';
    let vectors = letter(call, "mode").unwrap_or('V') != 'N';
    let (Some(input), [output, values, info]) = (call.inputs.first(), &mut call.outputs[..]) else {
        return Err(unfit());
    };
    let n = square(&input.shape)?;
    let count = batches(&input.shape);
    let (mut a, mut failures) = (Vec::<T>::new(), Vec::new());
    let results = parts::<T>(output, count, n * n)?.zip(parts::<T>(values, count, n)?);
    for (b, (to, values)) in results.enumerate() {
        let bytes = n * n * size_of::<T>();
        read(&input.bytes[b * bytes..][..bytes], &mut a);
        for i in 0..n {
            for j in 0..i {
                let (from, to) = if lower { (i * n + j, j * n + i) } else { (j * n + i, i * n + j) };
                a[to] = a[from];
            }
        }
        let found = dense::eigh(&mut a, n, vectors);
        push(&mut failures, usize::from(found.is_none()));
        if found.is_none() {
            a.fill(T::NAN);
        }
        write(&a, to);
        write(&found.unwrap_or_else(|| filled(T::NAN, n)), values);
    }
    write_counts(&failures, info)
}

/// Singular values and vectors: the overwritten operand, the values, `U`, `V'`.
fn gesdd<T: Real>(call: &mut Call<'_>) -> Result<(), String> {
    let vectors = letter(call, "mode").unwrap_or('A') != 'N';
    let (Some(input), [left_over, values, u, vt, info]) = (call.inputs.first(), &mut call.outputs[..]) else {
        return Err(unfit());
    };
    let [m, n] = size(&input.shape)?;
    let (k, count) = (m.min(n), batches(&input.shape));
    let ([u_rows, columns], [rows, v_columns]) = (size(&u.shape)?, size(&vt.shape)?);
    let full = (columns, rows) == (m, n);
    if (u_rows, v_columns) != (m, n) || !full && (columns, rows) != (k, k) {
        return Err(unfit());
    }
    if left_over.bytes.len() != input.bytes.len() {
        return Err(unfit());
    }
    left_over.bytes.copy_from_slice(input.bytes);
    let (mut a, mut failures) = (Vec::<T>::new(), Vec::new());
    let vectors_of = parts::<T>(u, count, m * columns)?.zip(parts::<T>(vt, count, rows * n)?);
    let results = parts::<T>(values, count, k)?.zip(vectors_of);
    for (b, (values, (u, vt))) in results.enumerate() {
        let bytes = m * n * size_of::<T>();
        read(&input.bytes[b * bytes..][..bytes], &mut a);
        let found = dense::svd(&a, [m, n], vectors, full);
        push(&mut failures, usize::from(found.is_none()));
        match found {
            Some(found) => {
                write(&found.values, values);
                // Vectors that were not requested are not read.
                u.fill(0);
                vt.fill(0);
                write(&found.u, u);
                write(&found.vt, vt);
            }
            None => {
                write(&filled(T::NAN, k), values);
                write(&filled(T::NAN, m * columns), u);
                write(&filled(T::NAN, rows * n), vt);
            }
        }
    }
    write_counts(&failures, info)
}

/// As [`cholesky`], with the LAPACK routine.
fn complex_cholesky(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let lower = entry(call, "lower")? == "1";
    let uplo = if lower { 'L' } else { 'U' };
    let n = square(&call.inputs.first().ok_or_else(unfit)?.shape)?;
    let zero = num_complex::Complex::new(0.0, 0.0);
    let nan = num_complex::Complex::new(f64::NAN, f64::NAN);
    lapack::run_with(ctx, "lapack_zpotrf_ffi", &|_| Some(uplo), call, |outputs| {
        let [factors, failures] = outputs else { return };
        for (factor, failed) in factors.values.chunks_exact_mut((n * n).max(1)).zip(&failures.values) {
            for (k, v) in factor.iter_mut().enumerate() {
                let (i, j) = (k / n, k % n);
                if i != j && (i > j) != lower {
                    *v = zero;
                } else if failed.re != 0.0 {
                    *v = nan;
                }
            }
        }
    })
}

fn complex_solve(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let is = |name: &str| Ok::<bool, String>(entry(call, name)? == "1");
    let (left, lower, unit) = (is("left")?, is("lower")?, is("unit")?);
    let transpose = entry(call, "transpose")?.chars().next();
    let letters = |name: &str| match name {
        "side" => Some(if left { 'L' } else { 'R' }),
        "uplo" => Some(if lower { 'L' } else { 'U' }),
        "diag" => Some(if unit { 'U' } else { 'N' }),
        "trans_x" => transpose,
        _ => None,
    };
    lapack::run_with(ctx, "lapack_ztrsm_ffi", &letters, call, |_| ())
}
