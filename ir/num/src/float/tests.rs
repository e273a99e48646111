//! Tests of float conversion and text on chosen values.

use super::FloatFormat;

#[test]
fn prints_like_mlir() {
    let cases = [
        (0.0, "0.000000e+00"),
        (1.0, "1.000000e+00"),
        (-2.5, "-2.500000e+00"),
        (0.7f32 as f64, "0.699999988"),
        (123456792.0, "0x4CEB79A3"),
        (f64::INFINITY, "0x7F800000"),
        (f64::NAN, "0x7FC00000"),
    ];
    for (value, text) in cases {
        assert_eq!(FloatFormat::F32.print(FloatFormat::F32.from_f64(value)), text);
    }
}
