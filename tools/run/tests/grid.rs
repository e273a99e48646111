//! Programs in several processes: results by process, and what happens where one of them does not come.

use strata_codegen_llvm::Target;
use strata_run::{
    driver::{self, CompileOptions},
    executable::Executable,
};

fn compile(text: &str) -> Executable {
    let cx = driver::context();
    let mut module = driver::parse(&cx, "grid", text).unwrap_or_else(|e| panic!("{e}"));
    let target = Target::host().expect("the host is a target");
    let options = CompileOptions { target, entry: "main".into(), prefix: "test".into(), pipeline: None };
    Executable::compile(&mut module, &options).unwrap_or_else(|e| panic!("{e}"))
}

fn bytes(numbers: &[i32]) -> Vec<u8> {
    numbers.iter().flat_map(|n| n.to_le_bytes()).collect()
}

const SUM: &str = "({ ^bb0(%a: tensor<i32>, %b: tensor<i32>): %s = stablehlo.add %a, %b : tensor<i32> \
                   stablehlo.return %s : tensor<i32> })";

/// Sums over `groups` in a loop of `%n` turns, each process for its own number.
fn looping(groups: &str) -> String {
    format!(
        "func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {{
           %zero = stablehlo.constant dense<0> : tensor<i32>
           %one = stablehlo.constant dense<1> : tensor<i32>
           %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<i32>
             cond {{
               %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
               stablehlo.return %c : tensor<i1>
             }} do {{
               %next = stablehlo.add %i, %one : tensor<i32>
               %s = \"stablehlo.all_reduce\"(%v) <{{replica_groups = dense<{groups}> : tensor<1x2xi64>}}> {SUM} : (tensor<i32>) -> tensor<i32>
               stablehlo.return %next, %s : tensor<i32>, tensor<i32>
             }}
           return %r#1 : tensor<i32>
         }}"
    )
}

#[test]
fn processes_meet_as_often_as_they_like() {
    let program = compile(&looping("[[0, 1]]"));
    let (n, x, y) = (bytes(&[10]), bytes(&[1]), bytes(&[2]));
    let out = program.run_on_grid(2, 1, &[vec![&n, &x], vec![&n, &y]]).unwrap_or_else(|e| panic!("{e}"));
    // 3, and twice as much in each further turn.
    assert_eq!(out, [[bytes(&[3 << 9])], [bytes(&[3 << 9])]]);
}

#[test]
fn who_waits_for_a_process_that_is_over_gets_an_error() {
    let program = compile(&looping("[[0, 1]]"));
    let (more, less, x) = (bytes(&[3]), bytes(&[2]), bytes(&[1]));
    let error = program.run_on_grid(2, 1, &[vec![&more, &x], vec![&less, &x]]).expect_err("one waits");
    assert!(error.contains("it waits for") && error.contains("process 1"), "{error}");
    // The program can be run again.
    let out = program.run_on_grid(2, 1, &[vec![&more, &x], vec![&more, &x]]);
    assert_eq!(out.expect("both come"), [[bytes(&[8])], [bytes(&[8])]]);
}

#[test]
fn a_process_outside_of_the_groups_gets_an_error() {
    let program = compile(&looping("[[0, 1]]"));
    let (n, x) = (bytes(&[1]), bytes(&[1]));
    let all = [vec![&n[..], &x[..]], vec![&n[..], &x[..]], vec![&n[..], &x[..]]];
    let error = program.run_on_grid(3, 1, &all).expect_err("process 2 is in no group");
    assert!(error.contains("it runs in process 2, which is in none of its groups"), "{error}");
    let error = program.run(&[&n, &x]).expect_err("there is one process");
    assert!(error.contains("with an id that no process has"), "{error}");
}

#[test]
fn partitions_have_numbers_too() {
    let program = compile(
        "func.func @main() -> (tensor<ui32>, tensor<ui32>) {
           %r = stablehlo.replica_id : tensor<ui32>
           %p = stablehlo.partition_id : tensor<ui32>
           return %r, %p : tensor<ui32>, tensor<ui32>
         }",
    );
    let none: Vec<Vec<&[u8]>> = vec![Vec::new(); 6];
    let out = program.run_on_grid(2, 3, &none).unwrap_or_else(|e| panic!("{e}"));
    let numbers: Vec<[Vec<u8>; 2]> =
        (0..2).flat_map(|r| (0..3).map(move |p| [bytes(&[r]), bytes(&[p])])).collect();
    assert_eq!(out, numbers);
}
