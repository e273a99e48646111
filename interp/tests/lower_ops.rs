//! Known results of ops below StableHLO: memory, lanes, tiles, scales. One program and its results each.

use strata_interp::{Interpreter, Value};
use strata_ir::{core::Registry, prelude::*};

fn context() -> std::sync::Arc<Context> {
    let mut r = Registry::new();
    for d in [
        &strata_builtin::DIALECT,
        &strata_arith::DIALECT,
        &strata_func::DIALECT,
        &strata_scf::DIALECT,
        &strata_tensor::DIALECT,
        &strata_linalg::DIALECT,
        &strata_memref::DIALECT,
        &strata_bufferization::DIALECT,
        &strata_affine::DIALECT,
        &strata_vector::DIALECT,
        &strata_shape::DIALECT,
    ] {
        r.register(d);
    }
    r.freeze()
}

/// The results of a function without arguments, or the error.
fn evaluate(cx: &std::sync::Arc<Context>, body: &str, types: &str) -> Result<Vec<Value>, String> {
    let text = format!("func.func @main() -> ({types}) {{\n{body}\n}}");
    let m = match strata_ir::text::parse_module(cx, "test.mlir", &text, Default::default()) {
        Ok(m) => m,
        Err(d) => panic!("{text}\n{}", strata_ir::core::diagnostics::render_all(cx, &d)),
    };
    let errors = m.verify();
    assert!(errors.is_empty(), "{text}\n{}", strata_ir::core::diagnostics::render_all(cx, &errors));
    Interpreter::new(cx).interpret(&m, "main", vec![]).map_err(|d| d.message)
}

/// The same, as literals without their types.
fn run(body: &str, types: &str) -> Result<Vec<String>, String> {
    let cx = context();
    let out = evaluate(&cx, body, types)?;
    Ok(out.iter().map(|v| v.display(&cx).split(" : ").next().unwrap_or_default().to_owned()).collect())
}

/// The same, with the types of the results in the `return`.
fn results(program: &str) -> Vec<String> {
    run(program, types_of(program)).unwrap()
}

fn error(program: &str) -> String {
    run(program, types_of(program)).unwrap_err()
}

fn types_of(program: &str) -> &str {
    let (_, last) = program.rsplit_once("return").unwrap();
    last.rsplit_once(" : ").map_or("", |(_, types)| types.trim())
}

/// The numbers of a literal.
fn numbers(literal: &str) -> Vec<f64> {
    let words = literal.split(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)));
    words.filter_map(|w| w.parse().ok()).collect()
}

fn assert_close(literal: &str, want: &[f64], tolerance: f64) {
    let got = numbers(literal);
    assert_eq!(got.len(), want.len(), "{literal}");
    for (g, w) in got.iter().zip(want) {
        assert!((g - w).abs() <= tolerance * w.abs().max(1.0), "{g} instead of {w} in {literal}");
    }
}

/// A buffer `%m` of eight floats, 0 to 7.
const EIGHT: &str = "%t = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<8xf32>
  %m = bufferization.to_buffer %t : tensor<8xf32> to memref<8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index\n";

/// The buffer as the only result.
const SHOW: &str = "\n%r = vector.load %m[%c0] : memref<8xf32>, vector<8xf32>\nreturn %r : vector<8xf32>";

#[test]
fn indices_as_digits() {
    let split = |v: i64, bases: &str, n: usize| {
        let names: Vec<String> = (0..n).map(|k| format!("%d#{k}")).collect();
        let types = vec!["index"; n].join(", ");
        results(&format!(
            "%v = arith.constant {v} : index\n%n = arith.constant 3 : index
            %d:{n} = affine.delinearize_index %v into ({bases}) : {types}\nreturn {} : {types}",
            names.join(", ")
        ))
    };
    assert_eq!(split(59, "2, %n, 5", 3), ["3", "2", "4"]);
    assert_eq!(split(59, "%n, 5", 3), ["3", "2", "4"]);
    assert_eq!(split(-1, "%n, 5", 3), ["-1", "2", "4"]);
    let join = "%a = arith.constant 3 : index\n%b = arith.constant 2 : index\n%c = arith.constant 4 : index
      %x = affine.linearize_index [%a, %b, %c] by (7, %a, 5) : index
      %y = affine.linearize_index disjoint [%a, %b, %c] by (3, 5) : index
      %z = affine.linearize_index [] by () : index
      return %x, %y, %z : index, index, index";
    assert_eq!(results(join), ["59", "59", "0"]);
    let zero = "%v = arith.constant 3 : index\n%n = arith.constant 0 : index
      %d:2 = affine.delinearize_index %v into (%n) : index, index\nreturn %d#0 : index";
    assert!(error(zero).contains("has a base that is not positive"));
}

#[test]
fn parallel_reductions() {
    let program = "%s, %p, %m = affine.parallel (%i, %j) = (0, 1) to (3, 3) reduce (\"addi\", \"muli\", \"maximumf\") -> (i32, i32, f32) {
        %k = affine.apply affine_map<(a, b) -> (a + b)>(%i, %j)
        %x = arith.index_cast %k : index to i32
        %f = arith.sitofp %x : i32 to f32
        affine.yield %x, %x, %f : i32, i32, f32
      }
      return %s, %p, %m : i32, i32, f32";
    assert_eq!(results(program), ["15", "144", "4.000000e+00"]);
    assert_eq!(results(&program.replace("(3, 3)", "(3, 1)")), ["0", "1", "0xFF800000"]);
}

#[test]
fn reductions_of_shapes() {
    let program = "%s = shape.const_shape [5, 7, 2] : tensor<3xindex>
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %sum, %product = shape.reduce(%s, %zero, %one) : tensor<3xindex> -> (index, index) {
      ^bb0(%i: index, %size: index, %a: index, %b: index):
        %p = arith.muli %i, %size : index
        %x = arith.addi %p, %a : index
        %y = shape.mul %size, %b : index, index -> index
        shape.yield %x, %y : index, index
      }
      return %sum, %product : index, index";
    assert_eq!(results(program), ["11", "70"]);
    assert_eq!(results(&program.replace("[5, 7, 2]", "[]").replace("tensor<3x", "tensor<0x")), ["0", "1"]);
}

#[test]
fn transfers_between_buffers() {
    let program = |rest: &str, wait: &str| {
        format!(
            "{EIGHT} %n = arith.constant 4 : index
            %b = memref.alloc() : memref<2x3xf32, 1>
            %z = arith.constant dense<0.0> : vector<2x3xf32>
            vector.store %z, %b[%c0, %c0] : memref<2x3xf32, 1>, vector<2x3xf32>
            %g = memref.alloc() : memref<2xi32>
            {rest}
            {wait}
            %r = vector.load %b[%c0, %c0] : memref<2x3xf32, 1>, vector<2x3xf32>
            return %r : vector<2x3xf32>"
        )
    };
    let types = ": memref<8xf32>, memref<2x3xf32, 1>, memref<2xi32>";
    let wait = "memref.dma_wait %g[%c1], %n : memref<2xi32>";
    let plain = format!("memref.dma_start %m[%c2], %b[%c0, %c1], %n, %g[%c1] {types}");
    let rows = |a: &str, b: &str| [format!("dense<[[{a}], [{b}]]>")];
    let (zero, one) = ("0.000000e+00", |n: u32| format!("{n}.000000e+00"));
    let want = rows(&format!("{zero}, {}, {}", one(2), one(3)), &format!("{}, {}, {zero}", one(4), one(5)));
    assert_eq!(results(&program(&plain, wait)), want);
    // Two of every three elements of the slower memory.
    let strided = "%c3 = arith.constant 3 : index\n".to_owned()
        + &format!("memref.dma_start %m[%c1], %b[%c0, %c1], %n, %g[%c1], %c3, %c2 {types}");
    let want = rows(&format!("{zero}, {}, {}", one(1), one(2)), &format!("{}, {}, {zero}", one(4), one(5)));
    assert_eq!(results(&program(&strided, wait)), want);
    let mapped = format!("affine.dma_start %m[%c1 + 1], %b[%c0, %c2 - 1], %g[%c1], %n, %c2, %c1 {types}");
    let mapped_wait = "affine.dma_wait %g[symbol(%c1)], %n : memref<2xi32>";
    let want = rows(&format!("{zero}, {}, {}", one(2), one(4)), &format!("{}, 8.000000e+00, {zero}", one(6)));
    // The last element would lie behind the buffer.
    assert!(error(&program(&mapped, mapped_wait)).contains("out of bounds"));
    let shorter = mapped.replace("%c1 + 1", "%c1 - 1");
    let fixed = rows(&format!("{zero}, {zero}, {}", one(2)), &format!("{}, {}, {zero}", one(4), one(6)));
    assert_eq!(results(&program(&shorter, mapped_wait)), fixed);
    assert_ne!(want, fixed);
    let other = "memref.dma_wait %g[%c0], %n : memref<2xi32>";
    assert!(error(&program(&plain, other)).contains("waits for a transfer that was not started"));
}

#[test]
fn atomic_updates_give_the_old_element() {
    let ints = "%m = memref.alloc() : memref<1xi32>
      %c0 = arith.constant 0 : index\n%v = arith.constant 12 : i32\n%w = arith.constant -10 : i32
      memref.store %v, %m[%c0] : memref<1xi32>\n";
    for (kind, want) in [
        ("addi", "2"),
        ("andi", "4"),
        ("assign", "-10"),
        ("maxs", "12"),
        ("maxu", "-10"),
        ("mins", "-10"),
        ("minu", "12"),
        ("muli", "-120"),
        ("ori", "-2"),
        ("xori", "-6"),
    ] {
        let program = format!(
            "{ints}%o = memref.atomic_rmw {kind} %w, %m[%c0] : (i32, memref<1xi32>) -> i32
            %r = memref.load %m[%c0] : memref<1xi32>\nreturn %o, %r : i32, i32"
        );
        assert_eq!(results(&program), ["12", want], "{kind}");
    }
    for (kind, given, want) in [
        ("addf", "0.5", "1.500000e+00"),
        ("mulf", "-3.0", "-3.000000e+00"),
        ("maximumf", "0x7FC00000", "0x7FC00000"),
        ("maxnumf", "0x7FC00000", "1.000000e+00"),
        ("minimumf", "-2.0", "-2.000000e+00"),
        ("minnumf", "2.0", "1.000000e+00"),
    ] {
        let program = format!(
            "{EIGHT}%v = arith.constant {given} : f32
            %o = memref.atomic_rmw {kind} %v, %m[%c1] : (f32, memref<8xf32>) -> f32
            %r = memref.load %m[%c1] : memref<8xf32>\nreturn %o, %r : f32, f32"
        );
        assert_eq!(results(&program), ["1.000000e+00", want], "{kind}");
    }
    let generic = format!(
        "{EIGHT}%o = memref.generic_atomic_rmw %m[%c5] : memref<8xf32> {{
        ^bb0(%x: f32):
          %y = arith.mulf %x, %x : f32
          memref.atomic_yield %y : f32
        }}
        %r = memref.load %m[%c5] : memref<8xf32>\nreturn %o, %r : f32, f32"
    );
    assert_eq!(results(&generic), ["5.000000e+00", "2.500000e+01"]);
}

#[test]
fn the_stack_ends_with_its_scope() {
    let program = |used: &str| {
        format!(
            "%c0 = arith.constant 0 : index\n%v = arith.constant 3.0 : f32
            %x, %a = memref.alloca_scope -> (f32, memref<1xf32>) {{
              %m = memref.alloca() : memref<1xf32>
              memref.store %v, %m[%c0] : memref<1xf32>
              %l = memref.load %m[%c0] : memref<1xf32>
              memref.alloca_scope.return %l, %m : f32, memref<1xf32>
            }}
            {used}
            return %x : f32"
        )
    };
    assert_eq!(results(&program("")), ["3.000000e+00"]);
    let after = program("%y = memref.load %a[%c0] : memref<1xf32>");
    assert!(error(&after).contains("accesses a buffer that was deallocated"));
}

#[test]
fn reallocation_keeps_the_elements() {
    let program = |used: &str| {
        format!(
            "{EIGHT}%s = memref.realloc %m(%c2) : memref<8xf32> to memref<?xf32>
            %l = memref.realloc %s : memref<?xf32> to memref<4xf32>
            %d = memref.dim %l, %c0 : memref<4xf32>
            %x = memref.load %l[%c1] : memref<4xf32>
            {used}
            return %d, %x : index, f32"
        )
    };
    assert_eq!(results(&program("")), ["4", "1.000000e+00"]);
    let old = program("%y = memref.load %m[%c0] : memref<8xf32>");
    assert!(error(&old).contains("accesses a buffer that was deallocated"));
}

#[test]
fn distinct_objects_are_the_same_buffers() {
    let program = format!(
        "{EIGHT}%b = memref.alloc() : memref<2xi32>
        %x, %y = memref.distinct_objects %m, %b : memref<8xf32>, memref<2xi32>
        %r = memref.load %x[%c5] : memref<8xf32>\n%d = memref.dim %y, %c0 : memref<2xi32>
        return %r, %d : f32, index"
    );
    assert_eq!(results(&program), ["5.000000e+00", "2"]);
}

#[test]
fn deallocation_by_ownership() {
    let program = |used: &str| {
        format!(
            "{EIGHT}%b = memref.alloc() : memref<2xf32>\n%c = memref.alloc() : memref<2xf32>
            %true = arith.constant true\n%false = arith.constant false
            %v = memref.subview %m[4] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1], offset: 4>>
            %o:2 = bufferization.dealloc (%m, %b, %b, %c : memref<8xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>)
              if (%true, %true, %true, %false) retain (%v, %c : memref<2xf32, strided<[1], offset: 4>>, memref<2xf32>)
            %x = memref.load %v[%c1] : memref<2xf32, strided<[1], offset: 4>>
            %y = memref.load %c[%c1] : memref<2xf32>
            {used}
            return %o#0, %o#1, %x : i1, i1, f32"
        )
    };
    assert_eq!(results(&program("")), ["true", "false", "5.000000e+00"]);
    let freed = program("%z = memref.load %b[%c1] : memref<2xf32>");
    assert!(error(&freed).contains("accesses a buffer that was deallocated"));
}

#[test]
fn slices_at_listed_positions() {
    let whole = "%t = arith.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8]]> : tensor<3x3xi32>\n";
    let gather = |indices: &str, n: usize, dims: &str, to: &str| {
        results(&format!(
            "{whole}%i = arith.constant dense<{indices}> : tensor<2x{n}xindex>
            %r = tensor.gather %t[%i] gather_dims({dims}) : (tensor<3x3xi32>, tensor<2x{n}xindex>) -> {to}
            return %r : {to}"
        ))
    };
    assert_eq!(gather("[[2], [0]]", 1, "[0]", "tensor<2x1x3xi32>"), ["dense<[[[6, 7, 8]], [[0, 1, 2]]]>"]);
    assert_eq!(gather("[[2], [0]]", 1, "[1]", "tensor<2x3xi32>"), ["dense<[[2, 5, 8], [0, 3, 6]]>"]);
    assert_eq!(gather("[[2, 1], [0, 2]]", 2, "[0, 1]", "tensor<2xi32>"), ["dense<[7, 2]>"]);
    let scatter = |indices: &str| {
        format!(
            "{whole}%i = arith.constant dense<{indices}> : tensor<2x1xindex>
            %s = arith.constant dense<[[10, 20, 30], [40, 50, 60]]> : tensor<2x3xi32>
            %r = tensor.scatter %s into %t[%i] scatter_dims([1]) unique : (tensor<2x3xi32>, tensor<3x3xi32>, tensor<2x1xindex>) -> tensor<3x3xi32>
            return %r : tensor<3x3xi32>"
        )
    };
    assert_eq!(results(&scatter("[[1], [0]]")), ["dense<[[40, 10, 2], [50, 20, 5], [60, 30, 8]]>"]);
    assert!(error(&scatter("[[1], [1]]")).contains("has a position twice"));
    assert!(error(&scatter("[[1], [3]]")).contains("outside of the tensor"));
}

#[test]
fn lanes_of_memory() {
    let mask = "%p = arith.constant dense<[true, false, true, true]> : vector<4xi1>
      %q = arith.constant dense<[-1.0, -2.0, -3.0, -4.0]> : vector<4xf32>
      %x = arith.constant dense<[3, 9, -1, 3]> : vector<4xi32>\n";
    let read = |op: &str, types: &str| {
        let program =
            format!("{EIGHT}{mask}%r = {op} : {types} into vector<4xf32>\nreturn %r : vector<4xf32>");
        results(&program)
    };
    let three = "memref<8xf32>, vector<4xi1>, vector<4xf32>";
    let four = "memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>";
    assert_eq!(
        read("vector.maskedload %m[%c2], %p, %q", three),
        ["dense<[2.000000e+00, -2.000000e+00, 4.000000e+00, 5.000000e+00]>"]
    );
    assert_eq!(
        read("vector.expandload %m[%c2], %p, %q", three),
        ["dense<[2.000000e+00, -2.000000e+00, 3.000000e+00, 4.000000e+00]>"]
    );
    assert_eq!(
        read("vector.gather %m[%c2] [%x], %p, %q", four),
        ["dense<[5.000000e+00, -2.000000e+00, 1.000000e+00, 5.000000e+00]>"]
    );
    let write = |op: &str, types: &str| results(&format!("{EIGHT}{mask}{op} : {types}{SHOW}"));
    let shown = |all: [i32; 8]| [format!("dense<[{}]>", all.map(|v| format!("{v}.000000e+00")).join(", "))];
    assert_eq!(write("vector.compressstore %m[%c2], %p, %q", three), shown([0, 1, -1, -3, -4, 5, 6, 7]));
    assert_eq!(write("vector.maskedstore %m[%c2], %p, %q", three), shown([0, 1, -1, 3, -3, -4, 6, 7]));
    // The first and the last lane write one element, and the last one stays.
    assert_eq!(write("vector.scatter %m[%c2] [%x], %p, %q", four), shown([0, -3, 2, 3, 4, -4, 6, 7]));
    let outside = format!(
        "{EIGHT}{mask}%r = vector.gather %m[%c5] [%x], %p, %q : {four} into vector<4xf32>\nreturn %r : vector<4xf32>"
    );
    assert!(error(&outside).contains("out of bounds"));
    let tensors = format!(
        "{EIGHT}{mask}%r = vector.gather %t[%c2] [%x], %p, %q : {} into vector<4xf32>
        %s = vector.scatter %t[%c0] [%x], %n, %q : {} -> tensor<8xf32>
        return %r, %s : vector<4xf32>, tensor<8xf32>",
        four.replace("memref", "tensor"),
        four.replace("memref", "tensor"),
    )
    .replace("%c0 = ", "%n = arith.constant dense<[true, false, false, false]> : vector<4xi1>\n%c0 = ");
    assert_eq!(
        results(&tensors),
        [
            "dense<[5.000000e+00, -2.000000e+00, 1.000000e+00, 5.000000e+00]>".to_owned(),
            shown([0, 1, 2, -1, 4, 5, 6, 7])[0].clone()
        ]
    );
}

#[test]
fn lanes_that_alternate() {
    let program = "%x = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi8>
      %y = arith.constant dense<[[5, 6], [7, 8]]> : vector<2x2xi8>
      %a = vector.interleave %x, %y : vector<2x2xi8> -> vector<2x4xi8>
      %b, %c = vector.deinterleave %a : vector<2x4xi8> -> vector<2x2xi8>
      %p = arith.constant dense<9> : vector<i8>
      %q = vector.interleave %p, %p : vector<i8> -> vector<2xi8>
      %n = vector.vscale
      return %a, %b, %c, %q, %n : vector<2x4xi8>, vector<2x2xi8>, vector<2x2xi8>, vector<2xi8>, index";
    let want = [
        "dense<[[1, 5, 2, 6], [3, 7, 4, 8]]>",
        "dense<[[1, 2], [3, 4]]>",
        "dense<[[5, 6], [7, 8]]>",
        "dense<9>",
        "1",
    ];
    assert_eq!(results(program), want);
}

#[test]
fn scans() {
    let scan = |dim: usize, inclusive: bool| {
        results(&format!(
            "%x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
            %i = arith.constant dense<100> : vector<{n}xi32>
            %r, %a = vector.scan <add>, %x, %i {{inclusive = {inclusive}, reduction_dim = {dim} : i64}} : vector<2x3xi32>, vector<{n}xi32>
            return %r, %a : vector<2x3xi32>, vector<{n}xi32>",
            n = if dim == 0 { 3 } else { 2 }
        ))
    };
    // The initial value of an inclusive scan is not used.
    assert_eq!(scan(1, true), ["dense<[[1, 3, 6], [4, 9, 15]]>", "dense<[6, 15]>"]);
    assert_eq!(scan(1, false), ["dense<[[100, 101, 103], [100, 104, 109]]>", "dense<[103, 109]>"]);
    assert_eq!(scan(0, true), ["dense<[[1, 2, 3], [5, 7, 9]]>", "dense<[5, 7, 9]>"]);
    assert_eq!(scan(0, false), ["dense<[[100, 100, 100], [101, 102, 103]]>", "dense<[101, 102, 103]>"]);
}

#[test]
fn masks_around_ops() {
    let lanes = "%p = arith.constant dense<[true, false, true, false]> : vector<4xi1>
      %none = arith.constant dense<false> : vector<4xi1>
      %x = arith.constant dense<[1.0, 2.0, 4.0, 8.0]> : vector<4xf32>
      %s = arith.constant 0.5 : f32\n";
    let one = |op: &str, ty: &str| {
        results(&format!("{EIGHT}{lanes}%r = vector.mask {op} -> {ty}\nreturn %r : {ty}"))
    };
    assert_eq!(
        one("%p { vector.reduction <add>, %x : vector<4xf32> into f32 } : vector<4xi1>", "f32"),
        ["5.000000e+00"]
    );
    assert_eq!(
        one("%p { vector.reduction <mul>, %x, %s : vector<4xf32> into f32 } : vector<4xi1>", "f32"),
        ["2.000000e+00"]
    );
    assert_eq!(
        one("%none { vector.reduction <minimumf>, %x : vector<4xf32> into f32 } : vector<4xi1>", "f32"),
        ["0x7F800000"]
    );
    let read = "vector.transfer_read %m[%c5], %s : memref<8xf32>, vector<4xf32>";
    assert_eq!(
        one(&format!("%p {{ {read} }} : vector<4xi1>"), "vector<4xf32>"),
        ["dense<[5.000000e+00, 5.000000e-01, 7.000000e+00, 5.000000e-01]>"]
    );
    assert_eq!(
        one(&format!("%p, %x {{ {read} }} : vector<4xi1>"), "vector<4xf32>"),
        ["dense<[5.000000e+00, 2.000000e+00, 7.000000e+00, 8.000000e+00]>"]
    );
    let write =
        "vector.mask %p { vector.transfer_write %x, %m[%c1] : vector<4xf32>, memref<8xf32> } : vector<4xi1>";
    assert_eq!(
        results(&format!("{EIGHT}{lanes}{write}{SHOW}")),
        [
            "dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 4.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00]>"
        ]
    );
    let matrix = "%p = arith.constant dense<[[true, false, true], [false, true, true]]> : vector<2x3xi1>
      %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
      %y = arith.constant dense<[10, 100, 1000]> : vector<3xi32>
      %z = arith.constant dense<[1, 2]> : vector<2xi32>\n";
    let rows = |op: &str| {
        results(&format!(
            "{matrix}%r = vector.mask %p {{ {op} }} : vector<2x3xi1> -> vector<2xi32>\nreturn %r : vector<2xi32>"
        ))
    };
    assert_eq!(
        rows("vector.multi_reduction <add>, %x, %z [1] : vector<2x3xi32> to vector<2xi32>"),
        ["dense<[5, 13]>"]
    );
    let maps = "indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>]";
    let contract = format!(
        "vector.contract {{{maps}, iterator_types = [\"parallel\", \"reduction\"]}} %x, %y, %z : vector<2x3xi32>, vector<3xi32> into vector<2xi32>"
    );
    assert_eq!(rows(&contract), ["dense<[3011, 6502]>"]);
    let gather = "%a = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
      %all = arith.constant dense<true> : vector<4xi1>
      %r = vector.mask %p { vector.gather %m[%c2] [%a], %all, %x : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32> } : vector<4xi1> -> vector<4xf32>
      return %r : vector<4xf32>";
    assert_eq!(
        results(&format!("{EIGHT}{lanes}{gather}")),
        ["dense<[2.000000e+00, 2.000000e+00, 4.000000e+00, 8.000000e+00]>"]
    );
}

#[test]
fn memory_of_vectors() {
    let program = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index
      %m = memref.alloc() : memref<2x3xf32>
      %x = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
      vector.store %x, %m[%c0, %c0] : memref<2x3xf32>, vector<2x3xf32>
      %v = vector.type_cast %m : memref<2x3xf32> to memref<vector<2x3xf32>>
      %a = memref.load %v[] : memref<vector<2x3xf32>>
      %n = arith.negf %a : vector<2x3xf32>
      memref.store %n, %v[] : memref<vector<2x3xf32>>
      %b = memref.load %m[%c1, %c1] : memref<2x3xf32>
      %w = memref.alloc() : memref<2xvector<3xf32>>
      %row = vector.extract %x[1] : vector<3xf32> from vector<2x3xf32>
      memref.store %row, %w[%c1] : memref<2xvector<3xf32>>
      %c = vector.load %w[%c1] : memref<2xvector<3xf32>>, vector<3xf32>
      %r = memref.rank %w : memref<2xvector<3xf32>>
      return %b, %c, %r : f32, vector<3xf32>, index";
    assert_eq!(results(program), ["-5.000000e+00", "dense<[4.000000e+00, 5.000000e+00, 6.000000e+00]>", "1"]);
}

#[test]
fn tiles() {
    let program = |padding: &str| {
        format!(
            "%x = arith.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8]]> : tensor<3x3xi32>
            %z = arith.constant -1 : i32\n%n = arith.constant 2 : index
            %e = tensor.empty() : tensor<3x2x2xi32>
            %a = linalg.pack %x {padding} inner_dims_pos = [0] inner_tiles = [2] into %p : tensor<3x3xi32> -> tensor<2x3x2xi32>
            %b = linalg.pack %x {padding} outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [2] into %e : tensor<3x3xi32> -> tensor<3x2x2xi32>
            %o = tensor.empty() : tensor<3x3xi32>
            %c = linalg.unpack %b outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [2] into %o : tensor<3x2x2xi32> -> tensor<3x3xi32>
            return %a, %b, %c : tensor<2x3x2xi32>, tensor<3x2x2xi32>, tensor<3x3xi32>"
        )
        .replacen("%e = ", "%p = tensor.empty() : tensor<2x3x2xi32>\n%e = ", 1)
    };
    assert_eq!(
        results(&program("padding_value(%z : i32)")),
        [
            "dense<[[[0, 3], [1, 4], [2, 5]], [[6, -1], [7, -1], [8, -1]]]>",
            "dense<[[[0, 3], [6, -1]], [[1, 4], [7, -1]], [[2, 5], [8, -1]]]>",
            "dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8]]>",
        ]
    );
    let dynamic = "%x = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
      %n = arith.constant 2 : index
      %e = tensor.empty(%n) : tensor<1x2x2x?xi32>
      %a = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [2, %n] into %e : tensor<2x4xi32> -> tensor<1x2x2x?xi32>
      %s = tensor.cast %a : tensor<1x2x2x?xi32> to tensor<1x2x2x2xi32>
      return %s : tensor<1x2x2x2xi32>";
    assert_eq!(results(dynamic), ["dense<[[[[0, 1], [4, 5]], [[2, 3], [6, 7]]]]>"]);
}

#[test]
fn softmax_along_a_dimension() {
    let program = |dim: usize| {
        format!(
            "%x = arith.constant dense<[[1.0, 2.0, 3.0], [1.0, 1.0, 0xFF800000]]> : tensor<2x3xf32>
            %e = tensor.empty() : tensor<2x3xf32>
            %r = linalg.softmax dimension({dim}) ins(%x : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
            return %r : tensor<2x3xf32>"
        )
    };
    let want = [0.09003057, 0.24472848, 0.66524094, 0.5, 0.5, 0.0];
    assert_close(&results(&program(1))[0], &want, 1e-7);
    let want = [0.5, 0.7310586, 1.0, 0.5, 0.26894143, 0.0];
    assert_close(&results(&program(0))[0], &want, 1e-7);
    let memory = format!(
        "{EIGHT}linalg.softmax dimension(0) ins(%m : memref<8xf32>) outs(%m : memref<8xf32>)
        %r = memref.load %m[%c5] : memref<8xf32>\nreturn %r : f32"
    );
    assert_close(&results(&memory)[0], &[0.08557692], 1e-7);
}

#[test]
fn transformed_tiles() {
    let filter = "%x = arith.constant dense<[[[[0.0], [1.0], [2.0]], [[3.0], [4.0], [5.0]], [[6.0], [7.0], [8.0]]]]> : tensor<1x3x3x1xf32>
      %e = tensor.empty() : tensor<4x4x1x1xf32>
      %r = linalg.winograd_filter_transform fmr(F_2_3) ins(%x : tensor<1x3x3x1xf32>) outs(%e : tensor<4x4x1x1xf32>) -> tensor<4x4x1x1xf32>
      return %r : tensor<4x4x1x1xf32>";
    let want = [0.0, -0.5, -1.5, -2.0, -1.5, 1.0, 3.0, 2.5, -4.5, 3.0, 9.0, 7.5, -6.0, 3.5, 10.5, 8.0];
    assert_close(&results(filter)[0], &want, 1e-6);
    // One row: the first dimension is not transformed.
    let input = "%x = arith.constant dense<[[[[0.0], [2.0], [6.0], [12.0], [20.0], [30.0]]]]> : tensor<1x1x6x1xf32>
      %e = tensor.empty() : tensor<1x6x1x1x1x1xf32>
      %r = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<1x1x6x1xf32>) outs(%e : tensor<1x6x1x1x1x1xf32>) -> tensor<1x6x1x1x1x1xf32>
      return %r : tensor<1x6x1x1x1x1xf32>";
    assert_close(&results(input)[0], &[-0.625, -0.5, 0.0, -0.75, 4.25, -1.375], 1e-6);
}

/// A convolution by way of transformed tiles is a convolution, for tiles of `m` and filters of `r` elements.
#[test]
fn transformed_tiles_convolve() {
    for (fmr, m, r) in [("F_2_3", 2, 3), ("F_4_3", 4, 3), ("F_2_5", 2, 5)] {
        let (alpha, size) = (m + r - 1, 2 * m + r - 1);
        let (area, out) = (alpha * alpha, 2 * m);
        let program = format!(
            "%c7 = arith.constant 7 : index\n%c5 = arith.constant 5 : index
            %x = tensor.generate {{
            ^bb0(%n: index, %h: index, %w: index, %c: index):
              %k = affine.apply affine_map<(n, h, w, c) -> ((h * 5 + w * 3 + c * 2 + (h + w * 2) mod 3 + n) mod 7 - 3)>(%n, %h, %w, %c)
              %i = arith.index_cast %k : index to i32
              %f = arith.sitofp %i : i32 to f64
              tensor.yield %f : f64
            }} : tensor<1x{size}x{size}x2xf64>
            %g = tensor.generate {{
            ^bb0(%n: index, %h: index, %w: index, %c: index):
              %k = affine.apply affine_map<(n, h, w, c) -> ((h * 2 + w * 7 + c + n * 3) mod 5 - 2)>(%n, %h, %w, %c)
              %i = arith.index_cast %k : index to i32
              %f = arith.sitofp %i : i32 to f64
              tensor.yield %f : f64
            }} : tensor<3x{r}x{r}x2xf64>
            %one = arith.constant dense<1.0> : tensor<1x{out}x{out}x3xf64>
            %want = linalg.conv_2d_nhwc_fhwc ins(%x, %g : tensor<1x{size}x{size}x2xf64>, tensor<3x{r}x{r}x2xf64>) outs(%one : tensor<1x{out}x{out}x3xf64>) -> tensor<1x{out}x{out}x3xf64>
            %ge = tensor.empty() : tensor<{alpha}x{alpha}x2x3xf64>
            %gt = linalg.winograd_filter_transform fmr({fmr}) ins(%g : tensor<3x{r}x{r}x2xf64>) outs(%ge : tensor<{alpha}x{alpha}x2x3xf64>) -> tensor<{alpha}x{alpha}x2x3xf64>
            %xe = tensor.empty() : tensor<{alpha}x{alpha}x2x2x1x2xf64>
            %xt = linalg.winograd_input_transform fmr({fmr}) ins(%x : tensor<1x{size}x{size}x2xf64>) outs(%xe : tensor<{alpha}x{alpha}x2x2x1x2xf64>) -> tensor<{alpha}x{alpha}x2x2x1x2xf64>
            %gc = tensor.collapse_shape %gt [[0, 1], [2], [3]] : tensor<{alpha}x{alpha}x2x3xf64> into tensor<{area}x2x3xf64>
            %xc = tensor.collapse_shape %xt [[0, 1], [2, 3, 4], [5]] : tensor<{alpha}x{alpha}x2x2x1x2xf64> into tensor<{area}x4x2xf64>
            %z = arith.constant dense<0.0> : tensor<{area}x4x3xf64>
            %y = linalg.batch_matmul ins(%xc, %gc : tensor<{area}x4x2xf64>, tensor<{area}x2x3xf64>) outs(%z : tensor<{area}x4x3xf64>) -> tensor<{area}x4x3xf64>
            %ye = tensor.expand_shape %y [[0, 1], [2, 3, 4], [5]] output_shape [{alpha}, {alpha}, 2, 2, 1, 3] : tensor<{area}x4x3xf64> into tensor<{alpha}x{alpha}x2x2x1x3xf64>
            %got = linalg.winograd_output_transform fmr({fmr}) ins(%ye : tensor<{alpha}x{alpha}x2x2x1x3xf64>) outs(%one : tensor<1x{out}x{out}x3xf64>) -> tensor<1x{out}x{out}x3xf64>
            return %want, %got : tensor<1x{out}x{out}x3xf64>, tensor<1x{out}x{out}x3xf64>"
        );
        let out = evaluate(&context(), &program, types_of(&program)).unwrap();
        let numbers =
            |v: &Value| -> Vec<f64> { v.elements().unwrap().data.iter().map(|n| n.real()).collect() };
        let (want, got) = (numbers(&out[0]), numbers(&out[1]));
        assert_eq!((want.len(), got.len()), (12 * m * m, 12 * m * m));
        assert!(want.iter().any(|v| v.abs() > 5.0), "{want:?}");
        for (g, w) in got.iter().zip(&want) {
            assert!((g - w).abs() < 1e-9, "{g} instead of {w} with {fmr}");
        }
    }
}

#[test]
fn scaled_casts() {
    let widen = |scale: &str, ty: &str| {
        results(&format!(
            "%x = arith.constant dense<[1.0, -3.0, 6.0, 0.5]> : vector<4xf4E2M1FN>
            %s = arith.constant dense<{scale}> : vector<4x{ty}>
            %r = arith.scaling_extf %x, %s : vector<4xf4E2M1FN>, vector<4x{ty}> to vector<4xf32>
            return %r : vector<4xf32>"
        ))
    };
    // Of 1.5 and -3 only the exponents count.
    let want = ["dense<[1.000000e+00, -6.000000e+00, 1.500000e+00, 0x7FC00000]>"];
    assert_eq!(widen("[1.5, -3.0, 0.25, 0x7FC00000]", "f32"), want);
    assert_eq!(widen("[1.0, 2.0, 0.25, 0xFF]", "f8E8M0FNU"), want);
    let narrow = "%x = arith.constant dense<[1.0, -3.0, 48.0, 7.0]> : vector<4xf32>
      %s = arith.constant dense<[0.25, 2.0, 8.0, 1.0]> : vector<4xf8E8M0FNU>
      %r = arith.scaling_truncf %x, %s : vector<4xf32>, vector<4xf8E8M0FNU> to vector<4xf8E5M2>
      return %r : vector<4xf8E5M2>";
    assert_eq!(results(narrow), ["dense<[4.000000e+00, -1.500000e+00, 6.000000e+00, 7.000000e+00]>"]);
}

#[test]
fn casts_that_round_in_a_direction() {
    let program = |mode: &str| {
        results(&format!(
            "%x = arith.constant dense<[1.001, -1.001, 1.00390625]> : tensor<3xf32>
            %e = tensor.empty() : tensor<3xbf16>
            %y = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]}}
              ins(%x : tensor<3xf32>) outs(%e : tensor<3xbf16>) {{
            ^bb0(%a: f32, %b: bf16):
              %c = arith.truncf %a {mode} : f32 to bf16
              linalg.yield %c : bf16
            }} -> tensor<3xbf16>
            %z = arith.truncf %x {mode} : tensor<3xf32> to tensor<3xbf16>
            return %y, %z : tensor<3xbf16>, tensor<3xbf16>"
        ))
    };
    for (mode, want) in [
        ("", "[1.000000e+00, -1.000000e+00, 1.000000e+00]"),
        ("downward", "[1.000000e+00, -1.007810e+00, 1.000000e+00]"),
        ("upward", "[1.007810e+00, -1.000000e+00, 1.007810e+00]"),
        ("toward_zero", "[1.000000e+00, -1.000000e+00, 1.000000e+00]"),
        ("to_nearest_away", "[1.000000e+00, -1.000000e+00, 1.007810e+00]"),
    ] {
        assert_eq!(program(mode), [format!("dense<{want}>"), format!("dense<{want}>")], "{mode}");
    }
}
