//! Memory of IR, by the capacity of every list: what a body takes for each operation, for modules of functions of any size.

use strata_ir::{
    core::{Body, memory::BODY_LISTS},
    text::{ParseOptions, parse_module},
};

/// The ops of a body and of its children; a shell and the op inside of its child are one.
fn count(body: &Body) -> usize {
    body.num_ops() + body.children().map(|(_, child)| count(child) - 1).sum::<usize>()
}

/// A module of functions of `length` ops of two operands, and a return.
fn module(functions: usize, length: usize) -> String {
    let mut text = String::new();
    for f in 0..functions {
        text += &format!("func.func @f{f}(%a: i32, %b: i32) -> i32 {{\n  %0 = arith.addi %a, %b : i32\n");
        for i in 1..length {
            text += &format!("  %{i} = arith.muli %{}, %b : i32\n", i - 1);
        }
        text += &format!("  return %{} : i32\n}}\n", length - 1);
    }
    text
}

/// Bytes for each op, rounded up.
fn bytes_per_op(functions: usize, length: usize) -> usize {
    let cx = strata_registry::registry().freeze();
    let text = module(functions, length);
    let body = parse_module(&cx, "module", text, ParseOptions::default()).expect("the module is valid");
    body.bytes().div_ceil(count(&body))
}

/// A function costs as much as four ops, so that short ones need more for each op.
#[test]
fn ops_take_few_bytes_in_functions_of_any_size() {
    let modules =
        [(5000, 1, 161), (3000, 3, 129), (1000, 10, 104), (400, 30, 95), (100, 100, 90), (1, 20_000, 89)];
    let measured = modules.map(|(functions, length, _)| bytes_per_op(functions, length));
    assert!(measured.iter().zip(modules).all(|(&bytes, (.., most))| bytes <= most), "{measured:?}");
}

/// The module of a function that is `count` times `part`; `{i}` is the number of the part, `{n}` that of the next one.
fn repeated(head: &str, part: &str, tail: &str, count: usize) -> String {
    let mut text = head.to_owned();
    for i in 0..count {
        text += &part.replace("{i}", &i.to_string()).replace("{n}", &(i + 1).to_string());
    }
    text + &tail.replace("{i}", &count.to_string())
}

/// The kinds of modules of `bench/generators/make_modules.py`.
#[test]
fn ops_take_few_bytes_in_modules_of_all_kinds() {
    let f = |arguments: &str| format!("func.func @f({arguments}) -> i32 {{\n");
    let two = "%v0: i32, %b: i32";
    let chain = "%v{n} = arith.addi %v{i}, %b : i32\n";
    let diamond = "%c{i} = arith.cmpi slt, %v{i}, %b : i32
        cf.cond_br %c{i}, ^l{i}, ^r{i}
        ^l{i}: %l{i} = arith.addi %v{i}, %b : i32
        cf.br ^d{i}(%l{i} : i32)
        ^r{i}: %r{i} = arith.muli %v{i}, %b : i32
        cf.br ^d{i}(%r{i} : i32)
        ^d{i}(%v{n}: i32):\n";
    let nest = "%v{n} = scf.for %i{i} = %zero to %n step %n iter_args(%a{i} = %v{i}) -> (i32) {
        %x{i} = arith.addi %a{i}, %b : i32
        %y{i} = arith.muli %x{i}, %b : i32
        %z{i} = arith.addi %y{i}, %b : i32
        %c{i} = arith.cmpi slt, %z{i}, %b : i32
        %t{i} = scf.if %c{i} -> (i32) {
          %p{i} = arith.addi %z{i}, %b : i32
          %q{i} = arith.muli %p{i}, %b : i32
          %s{i} = arith.addi %q{i}, %b : i32
          scf.yield %s{i} : i32
        } else {
          %o{i} = arith.xori %z{i}, %b : i32
          scf.yield %o{i} : i32
        }
        scf.yield %t{i} : i32
      }\n";
    let generic = "%v{n} = linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = [\"parallel\"]}
        ins(%v{i}, %b : tensor<9xi32>, tensor<9xi32>) outs(%b : tensor<9xi32>) {
        ^bb0(%x: i32, %y: i32, %z: i32):
          %p = arith.addi %x, %y : i32
          %q = arith.muli %p, %y : i32
          linalg.yield %q : i32
        } -> tensor<9xi32>\n";
    let shlo = "%a{i} = stablehlo.add %v{i}, %b : tensor<4x4xf32>
        %t{i} = stablehlo.transpose %a{i}, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
        %d{i} = stablehlo.dot_general %t{i}, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
        %c{i} = stablehlo.compare LT, %d{i}, %b, FLOAT : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
        %v{n} = stablehlo.select %c{i}, %d{i}, %b : tensor<4x4xi1>, tensor<4x4xf32>\n";
    let folded = "%c{i} = arith.constant 0 : i32
        %a{i} = arith.addi %v{i}, %c{i} : i32
        %d{i} = arith.constant 3 : i32
        %e{i} = arith.constant 5 : i32
        %m{i} = arith.muli %d{i}, %e{i} : i32
        %x{i} = arith.xori %a{i}, %m{i} : i32
        %v{n} = arith.muli %x{i}, %b : i32\n";
    let call = "func.func private @f{i}(%x: i32) -> i32 {
        %0 = arith.addi %x, %x : i32
        %1 = call @f{n}(%0) : (i32) -> i32
        %2 = arith.muli %1, %0 : i32
        return %2 : i32
      }\n";
    let end = "return %v{i} : i32\n}\n";
    let tensors = "%v0: tensor<9xi32>, %b: tensor<9xi32>";
    let linalg = format!("#m = affine_map<(d0) -> (d0)>\nfunc.func @f({tensors}) -> tensor<9xi32> {{\n");
    let matrices = "func.func @f(%v0: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {\n";
    let loops = f("%v0: i32, %b: i32, %zero: index, %n: index");
    let modules = [
        ("onefunc", repeated(&f(two), chain, end, 10_000), 89),
        ("cfg", repeated(&f(two), diamond, end, 2000), 98),
        ("nested", repeated(&loops, nest, end, 1000), 93),
        ("linalg", repeated(&linalg, generic, "return %v{i} : tensor<9xi32>\n}\n", 2000), 113),
        ("shlo", repeated(matrices, shlo, "return %v{i} : tensor<4x4xf32>\n}\n", 2000), 88),
        ("canon", repeated(&f(two), folded, end, 2000), 74),
        ("symdce", repeated("", call, "func.func private @f{i}(i32) -> i32\n", 2000), 119),
    ];
    let mut tables = String::new();
    let mut above = Vec::new();
    for (kind, text, most) in modules {
        let cx = strata_registry::registry().freeze();
        let body = parse_module(&cx, kind, text, ParseOptions::default()).expect("the module is valid");
        let ops = count(&body);
        let bytes = body.bytes().div_ceil(ops);
        tables += &format!("{kind}: {bytes} bytes for each of {ops} ops\n");
        for (list, bytes) in BODY_LISTS.iter().zip(body.bytes_by_list()) {
            tables += &format!("    {list:10} {:6.1}\n", bytes as f64 / ops as f64);
        }
        if bytes > most {
            above.push(format!("{kind} takes more than {most}"));
        }
    }
    assert!(above.is_empty(), "{}\n{tables}", above.join("\n"));
}
