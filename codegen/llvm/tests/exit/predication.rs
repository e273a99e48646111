//! Vector predication: `llvm.intr.vp.…` as machine code, on the lanes selected by a mask and a length.

use strata_codegen_llvm::{Target, compile_jit};
use strata_ir::text::{ParseOptions, parse_module};

use crate::from_ir::context;

const LANES: usize = 8;
/// The mask.
const MASK: [bool; LANES] = [true, true, false, true, true, false, true, true];
/// The length, in lanes.
const LENGTH: usize = 7;
const MASK_TEXT: &str = "dense<[true, true, false, true, true, false, true, true]> : vector<8xi1>";

fn active(lane: usize) -> bool {
    MASK[lane] && lane < LENGTH
}

/// The third argument after a call of a function with this body, whose lanes were `before`: the body uses the vectors `%a` and `%b` with
/// elements of type `elem`, the mask `%m` and the length `%n`, and defines `%r`.
fn run<T: Copy + Default>(elem: &str, body: &str, a: [T; LANES], b: [T; LANES], before: T) -> [T; LANES] {
    let text = format!(
        "llvm.func @f(%x: !llvm.ptr, %y: !llvm.ptr, %z: !llvm.ptr) {{
           %m = llvm.mlir.constant({MASK_TEXT}) : vector<8xi1>
           %n = llvm.mlir.constant({LENGTH} : i32) : i32
           %a = \"llvm.intr.vp.load\"(%x, %m, %n) : (!llvm.ptr, vector<8xi1>, i32) -> vector<8x{elem}>
           %b = \"llvm.intr.vp.load\"(%y, %m, %n) : (!llvm.ptr, vector<8xi1>, i32) -> vector<8x{elem}>
           {body}
           \"llvm.intr.vp.store\"(%r, %z, %m, %n) : (vector<8x{elem}>, !llvm.ptr, vector<8xi1>, i32) -> ()
           llvm.return
         }}"
    );
    let cx = context();
    let module = parse_module(&cx, "test.mlir", &text, ParseOptions::default())
        .unwrap_or_else(|e| panic!("{}", strata_ir::core::diagnostics::render_all(&cx, &e)));
    let target = Target::host().unwrap_or_else(|e| panic!("{e}"));
    let jit = compile_jit(&module, &target, &[]).unwrap_or_else(|e| panic!("{body}: {e}"));
    let symbol = jit.lookup("f").unwrap_or_else(|e| panic!("{e}"));
    // SAFETY: the function has three addresses of eight elements.
    let f: extern "C" fn(*const T, *const T, *mut T) = unsafe { symbol.function() };
    let mut out = [before; LANES];
    f(a.as_ptr(), b.as_ptr(), out.as_mut_ptr());
    out
}

fn ints(body: &str) -> [i32; LANES] {
    run("i32", body, [7, -9, 3, 1 << 30, -1, 0, 12, 5], [2, 4, 0, 3, 31, 0, 5, 1], -1)
}

fn binary(name: &str, elem: &str) -> String {
    format!(
        "%r = \"llvm.intr.vp.{name}\"(%a, %b, %m, %n) : (vector<8x{elem}>, vector<8x{elem}>, vector<8xi1>, i32) -> vector<8x{elem}>"
    )
}

#[test]
fn integers() {
    type Case = (&'static str, fn(i32, i32) -> i32);
    let cases: [Case; 17] = [
        ("add", i32::wrapping_add),
        ("sub", i32::wrapping_sub),
        ("mul", i32::wrapping_mul),
        ("sdiv", |x, y| x / y),
        ("udiv", |x, y| (x as u32 / y as u32) as i32),
        ("srem", |x, y| x % y),
        ("urem", |x, y| (x as u32 % y as u32) as i32),
        ("ashr", |x, y| x >> y),
        ("lshr", |x, y| (x as u32 >> y) as i32),
        ("shl", |x, y| x << y),
        ("or", |x, y| x | y),
        ("and", |x, y| x & y),
        ("xor", |x, y| x ^ y),
        ("smax", i32::max),
        ("smin", i32::min),
        ("umax", |x, y| (x as u32).max(y as u32) as i32),
        ("umin", |x, y| (x as u32).min(y as u32) as i32),
    ];
    let (a, b) = ([7, -9, 3, 1 << 30, -1, 0, 12, 5], [2, 4, 0, 3, 31, 0, 5, 1]);
    for (name, f) in cases {
        let want: [i32; LANES] = std::array::from_fn(|i| if active(i) { f(a[i], b[i]) } else { -1 });
        assert_eq!(ints(&binary(name, "i32")), want, "{name}");
    }
}

#[test]
fn floats() {
    let (a, b) =
        ([1.5f32, -2.0, 0.0, 4.0, 1e30, 0.0, -3.5, 9.0], [2.0f32, 4.0, 0.0, -3.0, 1e10, 0.0, 0.5, 1.0]);
    let check = |body: &str, f: &dyn Fn(f32, f32) -> f32| {
        let want: [f32; LANES] = std::array::from_fn(|i| if active(i) { f(a[i], b[i]) } else { -1.0 });
        assert_eq!(run("f32", body, a, b, -1.0), want, "{body}");
    };
    check(&binary("fadd", "f32"), &|x, y| x + y);
    check(&binary("fsub", "f32"), &|x, y| x - y);
    check(&binary("fmul", "f32"), &|x, y| x * y);
    check(&binary("fdiv", "f32"), &|x, y| x / y);
    let v = "vector<8xf32>";
    check(&format!("%r = \"llvm.intr.vp.fneg\"(%a, %m, %n) : ({v}, vector<8xi1>, i32) -> {v}"), &|x, _| -x);
    check(
        &format!("%r = \"llvm.intr.vp.fma\"(%a, %b, %a, %m, %n) : ({v}, {v}, {v}, vector<8xi1>, i32) -> {v}"),
        &|x, y| x.mul_add(y, x),
    );
}

#[test]
fn reductions_casts_and_choices() {
    let all = |name: &str, start: i32| {
        let body = format!(
            "%s = llvm.mlir.constant({start} : i32) : i32
             %t = \"llvm.intr.vp.reduce.{name}\"(%s, %a, %m, %n) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
             %u = llvm.mlir.undef : vector<8xi32>
             %z0 = llvm.mlir.constant(0 : i32) : i32
             %i = llvm.insertelement %t, %u[%z0 : i32] : vector<8xi32>
             %r = llvm.shufflevector %i, %u [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi32>"
        );
        ints(&body)[0]
    };
    let lanes: Vec<i32> = [7, -9, 3, 1 << 30, -1, 0, 12, 5]
        .into_iter()
        .enumerate()
        .filter(|&(i, _)| active(i))
        .map(|(_, x)| x)
        .collect();
    assert_eq!(all("add", 100), lanes.iter().sum::<i32>() + 100);
    assert_eq!(all("smax", -5), 1 << 30);
    assert_eq!(all("umin", -5), lanes.iter().map(|&x| x as u32).min().unwrap_or(0) as i32);
    assert_eq!(all("xor", 0), lanes.iter().fold(0, |x, y| x ^ y));
    let cast = ints(
        "%w = \"llvm.intr.vp.sext\"(%a, %m, %n) : (vector<8xi32>, vector<8xi1>, i32) -> vector<8xi64>
         %f = \"llvm.intr.vp.sitofp\"(%w, %m, %n) : (vector<8xi64>, vector<8xi1>, i32) -> vector<8xf64>
         %g = \"llvm.intr.vp.fptosi\"(%f, %m, %n) : (vector<8xf64>, vector<8xi1>, i32) -> vector<8xi64>
         %r = \"llvm.intr.vp.trunc\"(%g, %m, %n) : (vector<8xi64>, vector<8xi1>, i32) -> vector<8xi32>",
    );
    assert_eq!(cast, [7, -9, -1, 1 << 30, -1, -1, 12, -1]);
    let chosen = ints(
        "%k = llvm.mlir.constant(dense<[true, false, true, false, true, false, true, false]> : vector<8xi1>) : vector<8xi1>
         %r = \"llvm.intr.vp.select\"(%k, %a, %b, %n) : (vector<8xi1>, vector<8xi32>, vector<8xi32>, i32) -> vector<8xi32>",
    );
    assert_eq!(chosen, [7, 4, -1, 3, -1, -1, 12, -1]);
}

/// Strided accesses need instructions that none of our targets has; LLVM would crash.
#[test]
fn strided_accesses_are_errors() {
    let text = "llvm.func @f(%p: !llvm.ptr, %m: vector<8xi1>, %n: i32, %s: i32) -> vector<8xi32> {
      %0 = \"llvm.intr.experimental.vp.strided.load\"(%p, %s, %m, %n) : (!llvm.ptr, i32, vector<8xi1>, i32) -> vector<8xi32>
      llvm.return %0 : vector<8xi32>
    }";
    let cx = context();
    let module = parse_module(&cx, "test.mlir", text, ParseOptions::default())
        .unwrap_or_else(|e| panic!("{}", strata_ir::core::diagnostics::render_all(&cx, &e)));
    let target = Target::host().unwrap_or_else(|e| panic!("{e}"));
    let why = compile_jit(&module, &target, &[]).map(|_| ()).expect_err("no code for it").to_string();
    assert!(why.contains("llvm.experimental.vp.strided.load") && why.contains("is not supported"), "{why}");
}
