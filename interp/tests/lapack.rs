//! Calls of LAPACK and of `ApproxTopK`, as JAX writes them.

use strata_interp::{Elem, Interpreter, Tensor, Value};
use strata_ir::core::Registry;

/// Runs a call with letters as its configuration and gives the numbers of each result.
fn call(name: &str, config: &[(&str, char)], args: &[(&[usize], &[f64])], results: &[&str]) -> Vec<Vec<f64>> {
    let mut r = Registry::new();
    for d in [&strata_builtin::DIALECT, &strata_func::DIALECT, &strata_stablehlo::DIALECT] {
        r.register(d);
    }
    let cx = r.freeze();
    let entries: Vec<String> = config.iter().map(|(n, c)| format!("{n} = {} : ui8", *c as u32)).collect();
    let types: Vec<String> = args
        .iter()
        .map(|(shape, _)| format!("tensor<{}f32>", shape.iter().map(|d| format!("{d}x")).collect::<String>()))
        .collect();
    let params: Vec<String> = types.iter().enumerate().map(|(i, t)| format!("%a{i}: {t}")).collect();
    let operands: Vec<String> = (0..args.len()).map(|i| format!("%a{i}")).collect();
    let values: Vec<String> = (0..results.len()).map(|i| format!("%r#{i}")).collect();
    let text = format!(
        "func.func @main({}) -> ({out}) {{\n  %r:{} = \"stablehlo.custom_call\"({}) <{{call_target_name = \"{name}\"}}> \
         {{mhlo.backend_config = {{{}}}}} : ({}) -> ({out})\n  return {} : {out}\n}}",
        params.join(", "),
        results.len(),
        operands.join(", "),
        entries.join(", "),
        types.join(", "),
        values.join(", "),
        out = results.join(", "),
    );
    let module = strata_ir::text::parse_module(&cx, "test.mlir", &text, Default::default())
        .unwrap_or_else(|d| panic!("{}", strata_ir::core::diagnostics::render_all(&cx, &d)));
    let inputs = args.iter().map(|(s, v)| Value::Tensor(Tensor::from_floats(Elem::F32, *s, v))).collect();
    let out = Interpreter::new(&cx).interpret(&module, "main", inputs);
    let out = out.unwrap_or_else(|d| panic!("{}", d.message));
    let numbers = |v: &Value| v.elements().map_or(vec![], |t| (0..t.len()).map(|i| t.at(i).real()).collect());
    out.iter().map(numbers).collect()
}

fn near(got: &[f64], want: &[f64]) {
    let close = got.len() == want.len() && got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-6);
    assert!(close, "{got:?} is not {want:?}");
}

#[test]
fn lu_exchanges_rows_and_finds_a_zero_pivot() {
    let results = ["tensor<2x2x2xf32>", "tensor<2x2xi32>", "tensor<2xi32>"];
    let a = [1.0, 2.0, 4.0, 6.0, 0.0, 3.0, 0.0, 5.0];
    let out = call("lapack_sgetrf_ffi", &[], &[(&[2, 2, 2], &a)], &results);
    near(&out[0], &[4.0, 6.0, 0.25, 0.5, 0.0, 3.0, 0.0, 5.0]);
    near(&out[1], &[2.0, 2.0, 1.0, 2.0]);
    near(&out[2], &[0.0, 1.0]);
}

#[test]
fn q_times_r_is_the_matrix() {
    let a = [3.0, 1.0, 4.0, 2.0, 0.0, 5.0];
    let qr = call("lapack_sgeqrf_ffi", &[], &[(&[3, 2], &a)], &["tensor<3x2xf32>", "tensor<2xf32>"]);
    // The first column has the length 5, and R begins with its negative.
    near(&qr[0][..1], &[-5.0]);
    let q = call("lapack_sorgqr_ffi", &[], &[(&[3, 2], &qr[0]), (&[2], &qr[1])], &["tensor<3x2xf32>"]);
    let (q, r) = (&q[0], &qr[0]);
    let product: Vec<f64> =
        (0..3).flat_map(|i| [q[2 * i] * r[0], q[2 * i] * r[1] + q[2 * i + 1] * r[3]]).collect();
    near(&product, &a);
}

#[test]
fn cholesky_of_a_triangle_leaves_the_other() {
    let a = [4.0, 7.0, 2.0, 10.0];
    let types = ["tensor<2x2xf32>", "tensor<i32>"];
    let out = call("lapack_spotrf_ffi", &[("uplo", 'L')], &[(&[2, 2], &a)], &types);
    near(&out[0], &[2.0, 7.0, 1.0, 3.0]);
    near(&out[1], &[0.0]);
    let out = call("lapack_spotrf_ffi", &[("uplo", 'L')], &[(&[2, 2], &[1.0, 0.0, 2.0, 1.0])], &types);
    near(&out[1], &[2.0]);
}

#[test]
fn triangular_systems_from_both_sides() {
    let a = [2.0, 9.0, 1.0, 4.0];
    let solve = |side, trans, b: &[f64]| {
        let config = [("side", side), ("trans_x", trans), ("uplo", 'L'), ("diag", 'N')];
        let shape: [usize; 2] = if side == 'L' { [2, 1] } else { [1, 2] };
        let result = if side == 'L' { "tensor<2x1xf32>" } else { "tensor<1x2xf32>" };
        call("lapack_strsm_ffi", &config, &[(&[2, 2], &a), (&shape, b)], &[result]).remove(0)
    };
    // The 9 is not of the lower triangle; x is [1, 2] in all four.
    near(&solve('L', 'N', &[2.0, 9.0]), &[1.0, 2.0]);
    near(&solve('L', 'T', &[4.0, 8.0]), &[1.0, 2.0]);
    near(&solve('R', 'N', &[4.0, 8.0]), &[1.0, 2.0]);
    near(&solve('R', 'C', &[2.0, 9.0]), &[1.0, 2.0]);
}

#[test]
fn eigenvalues_come_smallest_first() {
    let results = ["tensor<2x2xf32>", "tensor<2xf32>", "tensor<i32>"];
    let out = call("lapack_ssyevd_ffi", &[("uplo", 'L')], &[(&[2, 2], &[2.0, 0.0, 1.0, 2.0])], &results);
    near(&out[1], &[1.0, 3.0]);
    let half = 0.5f64.sqrt();
    near(&out[0].iter().map(|v| v.abs()).collect::<Vec<_>>(), &[half; 4]);
}

#[test]
fn singular_values_come_largest_first() {
    let results = ["tensor<2x3xf32>", "tensor<2xf32>", "tensor<2x2xf32>", "tensor<3x3xf32>", "tensor<i32>"];
    let out = call("lapack_sgesdd_ffi", &[], &[(&[2, 3], &[0.0, 1.0, 0.0, 0.0, 0.0, 3.0])], &results);
    near(&out[1], &[3.0, 1.0]);
    near(&out[2].iter().map(|v| v.abs()).collect::<Vec<_>>(), &[0.0, 1.0, 1.0, 0.0]);
    near(&out[3].iter().map(|v| v.abs()).collect::<Vec<_>>(), &[0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0]);
}
