//! Known results of StableHLO ops: one program and its values a line.

use strata_interp::{Interpreter, Options, ScatterOutOfBounds};
use strata_ir::core::Registry;

/// Runs a function without arguments; its results as MLIR literals.
fn run(body: &str, types: &str) -> Result<String, String> {
    run_with(Options::default(), body, types)
}

/// The same with options of the interpreter.
fn run_with(options: Options, body: &str, types: &str) -> Result<String, String> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT).register(&strata_func::DIALECT).register(&strata_stablehlo::DIALECT);
    let cx = r.freeze();
    let text = format!("func.func @main() -> ({types}) {{\n{body}\nreturn %r : {types}\n}}");
    let m = match strata_ir::text::parse_module(&cx, "test.mlir", &text, Default::default()) {
        Ok(m) => m,
        Err(d) => panic!("{text}\n{}", strata_ir::core::diagnostics::render_all(&cx, &d)),
    };
    let out =
        Interpreter::new(&cx).with_options(options).interpret(&m, "main", vec![]).map_err(|d| d.message)?;
    Ok(out[0].display(&cx).split(" : ").next().unwrap_or_default().to_owned())
}

/// Applies a binary op to two constants of one type.
fn binary(op: &str, ty: &str, x: &str, y: &str) -> String {
    let body = format!(
        "%x = stablehlo.constant dense<{x}> : {ty}\n%y = stablehlo.constant dense<{y}> : {ty}\n%r = stablehlo.{op} %x, %y : {ty}"
    );
    run(&body, ty).unwrap()
}

fn unary(op: &str, ty: &str, x: &str) -> String {
    run(&format!("%x = stablehlo.constant dense<{x}> : {ty}\n%r = stablehlo.{op} %x : {ty}"), ty).unwrap()
}

#[test]
fn integer_corner_cases() {
    let (i3, u2) = ("tensor<3xi32>", "tensor<2xui32>");
    assert_eq!(binary("divide", i3, "[7, -7, -2147483648]", "[0, 0, -1]"), "dense<[-1, -1, -2147483648]>");
    assert_eq!(binary("remainder", i3, "[7, -7, -2147483648]", "[0, 3, -1]"), "dense<[7, -1, 0]>");
    assert_eq!(binary("divide", u2, "[7, 9]", "[0, 2]"), "dense<[4294967295, 4]>");
    assert_eq!(binary("remainder", u2, "[7, 9]", "[0, 2]"), "dense<[7, 1]>");
    assert_eq!(binary("shift_left", i3, "[1, 1, -1]", "[32, -1, 31]"), "dense<[0, 0, -2147483648]>");
    assert_eq!(binary("shift_right_arithmetic", i3, "[-8, 8, -8]", "[40, 40, 1]"), "dense<[-1, 0, -4]>");
    assert_eq!(binary("shift_right_logical", i3, "[-8, 8, -8]", "[40, 1, 28]"), "dense<[0, 4, 15]>");
    assert_eq!(binary("power", i3, "[2, -1, 0]", "[-1, -3, 0]"), "dense<[0, -1, 1]>");
    assert_eq!(binary("add", "tensor<2xi1>", "[true, false]", "[true, false]"), "dense<[true, false]>");
    assert_eq!(unary("abs", i3, "[-5, -2147483648, 0]"), "dense<[5, -2147483648, 0]>");
    assert_eq!(unary("negate", u2, "[1, 0]"), "dense<[4294967295, 0]>");
    assert_eq!(unary("count_leading_zeros", "tensor<3xi8>", "[0, 1, -1]"), "dense<[8, 7, 0]>");
    assert_eq!(unary("popcnt", i3, "[0, 7, -1]"), "dense<[0, 3, 32]>");
    assert_eq!(unary("not", i3, "[0, 1, -1]"), "dense<[-1, -2, 0]>");
}

#[test]
fn float_corner_cases() {
    let f2 = "tensor<2xf32>";
    let nan = "0x7FC00000";
    assert_eq!(
        binary("maximum", f2, &format!("[{nan}, -0.0]"), "[1.0, 0.0]"),
        "dense<[0x7FC00000, 0.000000e+00]>"
    );
    assert_eq!(binary("minimum", f2, "[-0.0, 0.0]", "[0.0, -0.0]"), "dense<-0.000000e+00>");
    assert_eq!(unary("sign", f2, &format!("[-0.0, {nan}]")), "dense<[-0.000000e+00, 0x7FC00000]>");
    assert_eq!(unary("round_nearest_afz", f2, "[-2.5, 0.49999997]"), "dense<[-3.000000e+00, 0.000000e+00]>");
    assert_eq!(unary("round_nearest_even", f2, "[-2.5, 0.5]"), "dense<[-2.000000e+00, 0.000000e+00]>");
    assert_eq!(unary("rsqrt", f2, "[0.0, -0.0]"), "dense<[0x7F800000, 0xFF800000]>");
    assert_eq!(unary("cbrt", f2, "[-8.0, 27.0]"), "dense<[-2.000000e+00, 3.000000e+00]>");
    assert_eq!(unary("exponential_minus_one", f2, "[1.0e-10, 0.0]"), "dense<[1.000000e-10, 0.000000e+00]>");
}

fn convert(from: &str, x: &str, to: &str) -> String {
    let body =
        format!("%x = stablehlo.constant dense<{x}> : {from}\n%r = stablehlo.convert %x : ({from}) -> {to}");
    run(&body, to).unwrap()
}

#[test]
fn conversions_saturate_wrap_and_round_once() {
    let f5 = "tensor<5xf32>";
    assert_eq!(
        convert(f5, "[300.0, -300.0, 0x7FC00000, 0x7F800000, 1.9]", "tensor<5xi8>"),
        "dense<[127, -128, 0, 127, 1]>"
    );
    assert_eq!(convert("tensor<2xf32>", "[-5.0, 9.0]", "tensor<2xui8>"), "dense<[0, 9]>");
    assert_eq!(convert("tensor<f32>", "9.0", "tensor<i4>"), "dense<7>");
    assert_eq!(
        convert("tensor<3xf32>", "[0.5, 0x7FC00000, -0.0]", "tensor<3xi1>"),
        "dense<[true, true, false]>"
    );
    assert_eq!(convert("tensor<i32>", "300", "tensor<i8>"), "dense<44>");
    assert_eq!(convert("tensor<f32>", "500.0", "tensor<f8E4M3FN>"), "dense<0x7F>");
    assert_eq!(convert("tensor<f32>", "70000.0", "tensor<f16>"), "dense<0x7C00>");
    // By way of f64 this would round twice, first to the middle and then down.
    let twice = "%x = stablehlo.constant dense<9007199791611905> : tensor<i64>
      %f = stablehlo.convert %x : (tensor<i64>) -> tensor<f32>
      %r = stablehlo.convert %f : (tensor<f32>) -> tensor<i64>";
    assert_eq!(run(twice, "tensor<i64>").unwrap(), "dense<9007200328482816>");
    let bits = "%x = stablehlo.constant dense<67305985> : tensor<i32>\n%r = stablehlo.bitcast_convert %x : (tensor<i32>) -> tensor<4xi8>";
    assert_eq!(run(bits, "tensor<4xi8>").unwrap(), "dense<[1, 2, 3, 4]>");
}

#[test]
fn total_order() {
    let body = "%x = stablehlo.constant dense<[-0.0, 0xFFC00000, 0x7FC00000]> : tensor<3xf32>
      %y = stablehlo.constant dense<[0.0, -1.0, 0x7F800000]> : tensor<3xf32>
      %r = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>";
    assert_eq!(run(body, "tensor<3xi1>").unwrap(), "dense<[true, true, false]>");
    assert_eq!(run(&body.replace(", TOTALORDER", ""), "tensor<3xi1>").unwrap(), "dense<false>");
    for ty in ["f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ"] {
        let body = format!(
            "%x = stablehlo.constant dense<[0x80, 0xFF, 0x80, 0x81]> : tensor<4x{ty}>
            %y = stablehlo.constant dense<[0xFF, 0x80, 0x80, 0x00]> : tensor<4x{ty}>
            %r = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<4x{ty}>, tensor<4x{ty}>) -> tensor<4xi1>"
        );
        assert_eq!(run(&body, "tensor<4xi1>").unwrap(), "dense<[true, false, false, true]>", "{ty}");
    }
}

#[test]
fn scatter_drops_windows_or_elements() {
    let body = |start: i64| {
        format!(
            "%x = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
        %i = stablehlo.constant dense<{start}> : tensor<1xi32>
        %u = stablehlo.constant dense<[8, 9]> : tensor<2xi32>
        %r = \"stablehlo.scatter\"(%x, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}}> ({{
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          stablehlo.return %b : tensor<i32>
        }}) : (tensor<5xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<5xi32>"
        )
    };
    let old = "[0, 1, 2, 3, 4]";
    for (start, by_element, by_window) in [
        (3, "[0, 1, 2, 8, 9]", "[0, 1, 2, 8, 9]"),
        (5, old, old),
        (4, "[0, 1, 2, 3, 8]", old),
        (-1, "[9, 1, 2, 3, 4]", old),
    ] {
        let ty = "tensor<5xi32>";
        assert_eq!(run(&body(start), ty).unwrap(), format!("dense<{by_window}>"));
        let options = Options { scatter_out_of_bounds: ScatterOutOfBounds::Element, ..Options::default() };
        assert_eq!(run_with(options, &body(start), ty).unwrap(), format!("dense<{by_element}>"));
    }
}

#[test]
fn windows_and_selection() {
    let body = "%x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %r = \"stablehlo.reduce_window\"(%x, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 4, 1>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 3, 1>, padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) : (tensor<3x2xi32>, tensor<i32>) -> tensor<2x2xi32>";
    assert_eq!(run(body, "tensor<2x2xi32>").unwrap(), "dense<[[0, 0], [3, 4]]>");
    let body = "%x = stablehlo.constant dense<[1, 7, 7, 2]> : tensor<4xi32>
      %u = stablehlo.constant dense<5> : tensor<1xi32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %r = \"stablehlo.select_and_scatter\"(%x, %u, %z) <{window_dimensions = array<i64: 4>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %c = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }, {
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>";
    assert_eq!(run(body, "tensor<4xi32>").unwrap(), "dense<[0, 5, 0, 0]>");
    assert_eq!(run(&body.replace("GE,", "GT,"), "tensor<4xi32>").unwrap(), "dense<[0, 0, 5, 0]>");
}

#[test]
fn random_bits() {
    let body = |algorithm: &str, state: &str, n: usize, ty: &str| {
        format!(
            "%s = stablehlo.constant dense<{state}> : tensor<{n}xui64>
        %t, %r = stablehlo.rng_bit_generator %s, algorithm = {algorithm} : (tensor<{n}xui64>) -> (tensor<{n}xui64>, {ty})"
        )
    };
    let u32s = "tensor<5xui32>";
    let want = "dense<[43444564, 2150618427, 3979645651, 3745730563, 1672743891]>";
    assert_eq!(run(&body("THREE_FRY", "[1, 2]", 2, u32s), u32s).unwrap(), want);
    let want = "dense<[4031113034, 1366700262, 495645701, 3051723414, 89414891]>";
    assert_eq!(run(&body("PHILOX", "[1, 2, 3]", 3, u32s), u32s).unwrap(), want);
    let want = "dense<[9236835810183407956, 16087790271692313299, 18212823393184779219]>";
    assert_eq!(run(&body("THREE_FRY", "[1, 2]", 2, "tensor<3xui64>"), "tensor<3xui64>").unwrap(), want);
}

#[test]
fn sorting_is_stable_and_survives_nan() {
    let body = "%x = stablehlo.constant dense<[3.0, 0x7FC00000, -0.0, 0.0, -1.0]> : tensor<5xf32>
      %r = \"stablehlo.sort\"(%x) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) : (tensor<5xf32>) -> tensor<5xf32>";
    let want = "dense<[-1.000000e+00, -0.000000e+00, 0.000000e+00, 3.000000e+00, 0x7FC00000]>";
    assert_eq!(run(body, "tensor<5xf32>").unwrap(), want);
    assert!(run(&body.replace(", TOTALORDER", ""), "tensor<5xf32>").is_ok());
}

#[test]
fn convolution_does_not_flip() {
    let body = "%i = stablehlo.iota dim = 0 : tensor<16xf32>
      %x = stablehlo.reshape %i : (tensor<16xf32>) -> tensor<1x1x4x4xf32>
      %k = stablehlo.constant dense<[[[[1.0, 0.0], [0.0, -1.0]]]]> : tensor<1x1x2x2xf32>
      %r = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x4x4xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x3x3xf32>";
    assert_eq!(run(body, "tensor<1x1x3x3xf32>").unwrap(), "dense<-5.000000e+00>");
}

#[test]
fn empty_matrices_have_empty_factors() {
    let body = "%x = stablehlo.constant dense<> : tensor<0x0xf32>
      %r = stablehlo.cholesky %x, lower = true : tensor<0x0xf32>";
    assert_eq!(run(body, "tensor<0x0xf32>").unwrap(), "dense<>");
    let body = "%x = stablehlo.constant dense<[[4.0, 2.0], [2.0, 5.0]]> : tensor<2x2xf64>
      %l = stablehlo.cholesky %x, lower = true : tensor<2x2xf64>
      %b = stablehlo.constant dense<[[4.0], [7.0]]> : tensor<2x1xf64>
      %r = \"stablehlo.triangular_solve\"(%l, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>";
    assert_eq!(run(body, "tensor<2x1xf64>").unwrap(), "dense<[[2.000000e+00], [2.500000e+00]]>");
    let body = "%x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
      %f = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
      %r = stablehlo.fft %f, type = IRFFT, length = [4] : (tensor<3xcomplex<f32>>) -> tensor<4xf32>";
    let out = run(body, "tensor<4xf32>").unwrap();
    assert_eq!(out, "dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]>");
}
