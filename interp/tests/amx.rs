//! Tiles: what their instructions compute, and accesses outside of buffers.

use strata_interp::{Data, Elem, Interpreter, MemRef, Num, Tensor, Value, kernels::split_mix};
use strata_ir::{core::Registry, num::FloatFormat, prelude::*};

fn context() -> std::sync::Arc<Context> {
    let mut r = Registry::new();
    for d in [
        &strata_builtin::DIALECT,
        &strata_arith::DIALECT,
        &strata_func::DIALECT,
        &strata_memref::DIALECT,
        &strata_amx::DIALECT,
    ] {
        r.register(d);
    }
    r.freeze()
}

/// Runs a function on buffers.
fn run(text: &str, args: &[&MemRef]) -> Result<(), String> {
    let cx = context();
    let m = match strata_ir::text::parse_module(&cx, "test.mlir", text, Default::default()) {
        Ok(m) => m,
        Err(d) => panic!("{text}\n{}", strata_ir::core::diagnostics::render_all(&cx, &d)),
    };
    let errors = m.verify();
    assert!(errors.is_empty(), "{text}\n{}", strata_ir::core::diagnostics::render_all(&cx, &errors));
    let args = args.iter().map(|&m| Value::MemRef(m.clone())).collect();
    Interpreter::new(&cx).interpret(&m, "main", args).map(drop).map_err(|d| d.message)
}

/// A product of tiles of `rows` rows, `groups` groups and `columns` columns in buffers of their sizes.
fn product(
    op: &str,
    [x, y, sum]: [&str; 3],
    [rows, groups, columns]: [usize; 3],
    group: usize,
    signs: [&str; 2],
) -> String {
    let (left, right) =
        (format!("{rows}x{}x{x}", groups * group), format!("{groups}x{}x{y}", columns * group));
    let sums = format!("{rows}x{columns}x{sum}");
    let [first, second] = signs;
    format!(
        "func.func @main(%a: memref<{left}>, %b: memref<{right}>, %c: memref<{sums}>) {{
           %z = arith.constant 0 : index
           %0 = amx.tile_load %a[%z, %z] : memref<{left}> into !amx.tile<{left}>
           %1 = amx.tile_load %b[%z, %z] : memref<{right}> into !amx.tile<{right}>
           %2 = amx.tile_load %c[%z, %z] : memref<{sums}> into !amx.tile<{sums}>
           %3 = amx.{op} %0 {first}, %1 {second}, %2 : !amx.tile<{left}>, !amx.tile<{right}>, !amx.tile<{sums}>
           amx.tile_store %c[%z, %z], %3 : memref<{sums}>, !amx.tile<{sums}>
           return
         }}"
    )
}

const I8: Elem = Elem::Int { width: 8, unsigned: false };

#[test]
fn products_of_bytes_are_exact_for_all_shapes_and_signs() {
    let mut state = 7;
    for signs in [["", ""], ["zext", ""], ["", "zext"], ["zext", "zext"]] {
        for [rows, groups, columns] in [[16, 16, 16], [1, 1, 1], [3, 5, 7], [16, 2, 9], [5, 16, 1]] {
            let mut bytes =
                |n: usize| -> Vec<i64> { (0..n).map(|_| (split_mix(&mut state) as i8).into()).collect() };
            let [x, y] = [bytes(rows * groups * 4), bytes(groups * columns * 4)];
            // The first sums wrap around.
            let sums: Vec<i64> = (0..rows * columns).map(|i| i64::from(i32::MAX) - i as i64).collect();
            let a = MemRef::from_tensor(&Tensor::from_ints(I8, vec![rows, groups * 4], &x));
            let b = MemRef::from_tensor(&Tensor::from_ints(I8, vec![groups, columns * 4], &y));
            let c = MemRef::from_tensor(&Tensor::from_ints(Elem::I32, vec![rows, columns], &sums));
            run(&product("tile_muli", ["i8", "i8", "i32"], [rows, groups, columns], 4, signs), &[&a, &b, &c])
                .unwrap();
            let factor = |v: i64, sign: &str| if sign.is_empty() { v } else { i64::from(v as u8) };
            let mut expected = Vec::new();
            for i in 0..rows {
                for j in 0..columns {
                    let mut sum = sums[i * columns + j] as i32;
                    for k in 0..groups * 4 {
                        // Step `k` of column `j` is in row `k / 4`, between the others of its group.
                        let (left, right) = (x[i * groups * 4 + k], y[(k / 4 * columns + j) * 4 + k % 4]);
                        let one = factor(left, signs[0]) * factor(right, signs[1]);
                        sum = sum.wrapping_add(one as i32);
                    }
                    expected.push(i64::from(sum));
                }
            }
            assert_eq!(c.to_tensor().unwrap().data.ints(), expected, "{signs:?} {rows} {groups} {columns}");
        }
    }
}

/// The product of one row of pairs and one column.
fn one_sum(elem: FloatFormat, pairs: &[[f64; 4]], before: f32) -> f32 {
    let name = if elem == FloatFormat::BF16 { "bf16" } else { "f16" };
    let left: Vec<f64> = pairs.iter().flat_map(|p| [p[0], p[1]]).collect();
    let right: Vec<f64> = pairs.iter().flat_map(|p| [p[2], p[3]]).collect();
    let n = pairs.len();
    let a = MemRef::from_tensor(&Tensor::from_floats(Elem::Float(elem), vec![1, 2 * n], &left));
    let b = MemRef::from_tensor(&Tensor::from_floats(Elem::Float(elem), vec![n, 2], &right));
    let sums = Data::collect(Elem::F32, [Num::F32(before)].into_iter());
    let c = MemRef::from_tensor(&Tensor::new(Elem::F32, vec![1, 1], sums));
    run(&product("tile_mulf", [name, name, "f32"], [1, n, 1], 2, ["", ""]), &[&a, &b, &c]).unwrap();
    match c.load(&[0, 0]).unwrap() {
        Num::F32(v) => v,
        other => panic!("{other:?}"),
    }
}

#[test]
fn floats_are_added_in_the_order_of_the_instruction() {
    let bf16 = FloatFormat::BF16;
    // First members of pairs and second members have sums of their own: 2^24 and 1 + 1 are not lost one by one.
    let two24 = f64::from(1 << 24);
    let pairs = [[two24, 1.0, 1.0, 1.0], [0.0, 1.0, 0.0, 1.0]];
    assert_eq!(one_sum(bf16, &pairs, 0.0), (two24 + 2.0) as f32);
    // In one sum they are.
    let pairs = [[two24, 0.0, 1.0, 0.0], [1.0, 0.0, 1.0, 0.0], [1.0, 0.0, 1.0, 0.0]];
    assert_eq!(one_sum(bf16, &pairs, 0.0), two24 as f32);
    // The sum from before is added at the end.
    let pairs = [[1.0, 1.0, 1.0, 1.0]];
    assert_eq!(one_sum(bf16, &pairs, two24 as f32), (two24 + 2.0) as f32);
    // A product is not rounded before it is added.
    let long = 1.0 + 1.0 / 128.0;
    let product = (long * long) as f32;
    let pairs = [[-two24, 0.0, two24, 0.0], [two24, 0.0, two24, 0.0], [long, 0.0, long, 0.0]];
    assert_eq!(one_sum(bf16, &pairs, 0.0), product);
}

#[test]
fn subnormal_numbers_are_zero() {
    let (tiny, normal) = (f64::from(f32::MIN_POSITIVE) / 4.0, f64::from(f32::MIN_POSITIVE));
    let bf16 = FloatFormat::BF16;
    assert_eq!(one_sum(bf16, &[[tiny, 0.0, 4.0, 0.0]], 0.0), 0.0, "factors");
    assert_eq!(one_sum(bf16, &[[normal, 0.0, 0.5, 0.0]], 0.0), 0.0, "products");
    assert_eq!(one_sum(bf16, &[[normal, 0.0, 1.0, 0.0]], 0.0), f32::MIN_POSITIVE);
    assert_eq!(one_sum(bf16, &[[normal, 0.0, 1.0, 0.0]], tiny as f32), f32::MIN_POSITIVE, "sums before");
    let nearly = (1.5 * normal) as f32;
    assert_eq!(one_sum(bf16, &[[normal, 0.0, 1.0, 0.0]], -nearly), -0.0, "sums after");
    // A subnormal f16 is a normal f32.
    assert_eq!(one_sum(FloatFormat::F16, &[[2.0f64.powi(-24), 0.0, 1.0, 0.0]], 0.0), 2.0f32.powi(-24));
    assert!(one_sum(bf16, &[[f64::INFINITY, 0.0, 0.0, 0.0]], 0.0).is_nan());
}

#[test]
fn rows_have_any_stride_and_stay_in_the_buffer() {
    let program = |stride: i64, at: i64| {
        format!(
            "func.func @main(%a: memref<64xi32>, %b: memref<4x4xi32>) {{
               %s = arith.constant {stride} : index
               %i = arith.constant {at} : index
               %z = arith.constant 0 : index
               %0 = amx.tile_load %a[%i], %s : memref<64xi32> into !amx.tile<4x4xi32>
               amx.tile_store %b[%z, %z], %0 : memref<4x4xi32>, !amx.tile<4x4xi32>
               return
             }}"
        )
    };
    let a = MemRef::from_tensor(&Tensor::from_ints(Elem::I32, vec![64], &(0..64).collect::<Vec<_>>()));
    let b = MemRef::alloc(Elem::I32, &[4, 4]);
    for (stride, at) in [(4, 0), (17, 9), (-4, 12), (0, 60)] {
        run(&program(stride, at), &[&a, &b]).unwrap();
        let expected: Vec<i64> = (0..16).map(|k| at + stride * (k / 4) + k % 4).collect();
        assert_eq!(b.to_tensor().unwrap().data.ints(), expected);
    }
    for (stride, at) in [(21, 0), (-4, 11), (i64::MAX, 1)] {
        let error = run(&program(stride, at), &[&a, &b]).unwrap_err();
        assert!(
            error.contains("outside of its buffer")
                || error.contains("overflows")
                || error.contains("accesses element"),
            "{error}"
        );
    }
    let error = run(
        "func.func @main(%a: memref<16x64xi8>) {
           %z = arith.constant 0 : index
           %0 = amx.tile_load %a[%z, %z] : memref<16x64xi8> into !amx.tile<4x4xi32>
           return
         }",
        &[&MemRef::alloc(I8, &[16, 64])],
    );
    assert!(error.unwrap_err().contains("reads elements as others"));
}
