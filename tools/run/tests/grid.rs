//! Programs in several processes: results of each process, and errors where a process is missing. Communication between processes and
//! with the host goes through memory of the host while kernels compute the rest: all tests run a second time with the simulator of GPUs.

use std::sync::{Arc, Mutex, PoisonError};
use strata_codegen_llvm::Target;
use strata_driver::{
    Backend, Codegen, CompileOptions, Compiler, Executable, Program, Target as DriverTarget, program,
    simulator::Simulator,
};

use strata_runtime_cpu::collective::{Host, LiveHost, Sent};

fn compile(text: &str) -> Executable {
    let cx = program::context();
    let mut module = program::parse(&cx, "grid", text).unwrap_or_else(|e| panic!("{e}"));
    let target = Target::host().expect("the host is a target");
    let options = CompileOptions::new(target);
    let simulator = Simulator::new(None);
    let backend = std::env::var_os(ON_THE_SIMULATOR).map(|_| &simulator as &dyn Backend);
    let codegen = Codegen { backend, ..Codegen::default() };
    Executable::generate(&mut module, &options, Vec::new(), codegen).unwrap_or_else(|e| panic!("{e}"))
}

/// A program that the interpreter runs.
fn interpreted(text: &str) -> Executable {
    let program = Program::load("grid", text).unwrap_or_else(|e| panic!("{e}"));
    Compiler::new(DriverTarget::interpreter()).compile(&program).unwrap_or_else(|e| panic!("{e}"))
}

/// The variable that makes the tests below run with kernels.
const ON_THE_SIMULATOR: &str = "STRATA_TEST_ON_THE_SIMULATOR";

#[test]
fn the_same_with_kernels() {
    if std::env::var_os(ON_THE_SIMULATOR).is_some() {
        return;
    }
    let program = std::env::current_exe().expect("the test knows where it is");
    let done = std::process::Command::new(&program).arg("grid::").env(ON_THE_SIMULATOR, "1").output();
    let done = done.expect("the test starts");
    let said = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && !said.contains(" 0 passed"), "{}\n{said}", done.status);
}

fn bytes(numbers: &[i32]) -> Vec<u8> {
    numbers.iter().flat_map(|n| n.to_le_bytes()).collect()
}

const SUM: &str = "({ ^bb0(%a: tensor<i32>, %b: tensor<i32>): %s = stablehlo.add %a, %b : tensor<i32> \
                   stablehlo.return %s : tensor<i32> })";

/// Sums over `groups` in a loop of `%n` iterations; each process uses its own number.
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
    // 3, doubled in each further iteration.
    assert_eq!(out, [[bytes(&[3 << 9])], [bytes(&[3 << 9])]]);
}

#[test]
fn who_waits_for_a_process_that_is_over_gets_an_error() {
    let program = compile(&looping("[[0, 1]]"));
    let (more, less, x) = (bytes(&[3]), bytes(&[2]), bytes(&[1]));
    let error = program.run_on_grid(2, 1, &[vec![&more, &x], vec![&less, &x]]).expect_err("one waits");
    assert!(error.text().contains("it waits for") && error.text().contains("process 1"), "{error}");
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
    assert!(error.text().contains("it runs in process 2, which is in none of its groups"), "{error}");
    let error = program.run(&[&n, &x]).expect_err("there is one process");
    assert!(error.text().contains("with an id that no process has"), "{error}");
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

#[test]
fn the_host_feeds_and_is_fed() {
    let text = "func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
           %t = stablehlo.create_token : !stablehlo.token
           %a:2 = \"stablehlo.infeed\"(%t) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
           %b:2 = \"stablehlo.infeed\"(%a#1) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
           %c:2 = \"stablehlo.recv\"(%b#1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
           %d = stablehlo.subtract %a#0, %b#0 : tensor<2xi32>
           %e = \"stablehlo.outfeed\"(%d, %x, %c#1) : (tensor<2xi32>, tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
           %f = \"stablehlo.send\"(%c#0, %e) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 2>, is_host_transfer = true}> : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
           return %d : tensor<2xi32>
         }";
    let x = bytes(&[1, 2]);
    let host = Host {
        infeed: vec![vec![bytes(&[10, 20])], vec![bytes(&[3, 4])]],
        channels: vec![(5, vec![bytes(&[8, 9])])],
        live: None,
    };
    for program in [compile(text), interpreted(text)] {
        let run = program.run_with_host(1, 1, host.clone(), &[vec![&x]]);
        let (out, sent) = run.unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(out, [[bytes(&[7, 16])]]);
        let outfed = Sent { process: 0, channel: None, arrays: vec![bytes(&[7, 16]), x.clone()] };
        assert_eq!(sent, [outfed, Sent { process: 0, channel: Some(7), arrays: vec![bytes(&[8, 9])] }]);
        let error = program.run(&[&x]).expect_err("there is nothing to read");
        assert!(error.text().contains("the infeed is empty"), "{error}");
    }
}

/// A host that answers a process with its number and the channel, and keeps what it gets.
#[derive(Debug, Default)]
struct Answers(Mutex<Vec<Sent>>);

impl LiveHost for Answers {
    fn send(&self, process: usize, channel: i64, arrays: &[&[u8]]) -> Result<(), String> {
        let arrays = arrays.iter().map(|bytes| bytes.to_vec()).collect();
        let sent = Sent { process, channel: Some(channel), arrays };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(sent);
        Ok(())
    }

    fn receive(&self, process: usize, channel: i64, arrays: &mut [&mut [u8]]) -> Result<(), String> {
        if process > 1 {
            return Err(format!("process {process} is not served"));
        }
        let answer = bytes(&[process as i32, channel as i32]);
        arrays.iter_mut().for_each(|array| array.copy_from_slice(&answer));
        Ok(())
    }
}

#[test]
fn a_host_takes_part_in_the_run() {
    let text = "func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
           %t = stablehlo.create_token : !stablehlo.token
           %r:3 = \"stablehlo.recv\"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xi32>, tensor<2xi32>, !stablehlo.token)
           %0 = stablehlo.add %r#0, %x : tensor<2xi32>
           %s = \"stablehlo.send\"(%0, %r#1, %r#2) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 2>, is_host_transfer = true}> : (tensor<2xi32>, tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
           return %0 : tensor<2xi32>
         }";
    let program = compile(text);
    for processes in 1..4 {
        let answers = Arc::new(Answers::default());
        let host = Host { live: Some(Arc::<Answers>::clone(&answers)), ..Host::default() };
        let x = bytes(&[10, 20]);
        let inputs: Vec<Vec<&[u8]>> = vec![vec![&x]; processes];
        let run = program.run_with_host(processes, 1, host.clone(), &inputs);
        if processes == 3 {
            let error = run.expect_err("it has no answer");
            assert!(error.text().contains("process 2 is not served"), "{error}");
            continue;
        }
        let (out, sent) = run.unwrap_or_else(|e| panic!("{e}"));
        assert!(sent.is_empty());
        let mut got = std::mem::take(&mut *answers.0.lock().unwrap_or_else(PoisonError::into_inner));
        got.sort_by_key(|sent| sent.process);
        for (process, (out, got)) in out.iter().zip(&got).enumerate() {
            let sum = bytes(&[10 + process as i32, 25]);
            assert_eq!(out[0], sum);
            let arrays = vec![sum, bytes(&[process as i32, 5])];
            assert_eq!(*got, Sent { process, channel: Some(7), arrays });
        }
        assert_eq!(got.len(), processes);
        let error = interpreted(text).run_with_host(processes, 1, host, &inputs);
        let error = error.expect_err("the interpreter does not wait for a host");
        assert!(error.text().contains("before a run"), "{error}");
    }
}

#[test]
fn processes_send_to_each_other() {
    let program = compile(
        "func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
           %t = stablehlo.create_token : !stablehlo.token
           %s = \"stablehlo.send\"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
           %r:2 = \"stablehlo.recv\"(%s) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
           return %r#0 : tensor<2xi32>
         }",
    );
    let x: Vec<Vec<u8>> = (0..3).map(|i| bytes(&[i, 10 * i])).collect();
    let inputs: Vec<Vec<&[u8]>> = x.iter().map(|x| vec![&x[..]]).collect();
    let out = program.run_on_grid(3, 1, &inputs).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(out, [[x[2].clone()], [x[0].clone()], [x[1].clone()]]);
    // A single process has no sender to receive from.
    let error = program.run(&[&x[0]]).expect_err("nobody sends");
    assert!(error.text().contains("which is no process"), "{error}");
}

#[test]
fn who_waits_for_each_other_gets_an_error() {
    let program = compile(
        "func.func @main() -> tensor<2xi32> {
           %t = stablehlo.create_token : !stablehlo.token
           %r:2 = \"stablehlo.recv\"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
           %s = \"stablehlo.send\"(%r#0, %r#1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
           return %r#0 : tensor<2xi32>
         }",
    );
    let none: Vec<Vec<&[u8]>> = vec![Vec::new(); 3];
    let error = program.run_on_grid(3, 1, &none).expect_err("all wait");
    assert!(error.text().contains("it waits forever for a value"), "{error}");
}

#[test]
fn values_go_around_many_times() {
    // Each process passes on the value that it received, a hundred times.
    let program = compile(
        "func.func @main(%x: tensor<i32>) -> tensor<i32> {
           %zero = stablehlo.constant dense<0> : tensor<i32>
           %one = stablehlo.constant dense<1> : tensor<i32>
           %n = stablehlo.constant dense<100> : tensor<i32>
           %t = stablehlo.create_token : !stablehlo.token
           %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<i32>
             cond {
               %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
               stablehlo.return %c : tensor<i1>
             } do {
               %next = stablehlo.add %i, %one : tensor<i32>
               %s = \"stablehlo.send\"(%v, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
               %g:2 = \"stablehlo.recv\"(%s) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
               %w = stablehlo.add %g#0, %one : tensor<i32>
               stablehlo.return %next, %w : tensor<i32>, tensor<i32>
             }
           return %r#1 : tensor<i32>
         }",
    );
    let x: Vec<Vec<u8>> = (0..3).map(|i| bytes(&[1000 * i])).collect();
    let inputs: Vec<Vec<&[u8]>> = x.iter().map(|x| vec![&x[..]]).collect();
    for _ in 0..20 {
        let out = program.run_on_grid(3, 1, &inputs).unwrap_or_else(|e| panic!("{e}"));
        // A hundred steps of three are one step in total.
        assert_eq!(out, [[bytes(&[2100])], [bytes(&[100])], [bytes(&[1100])]]);
    }
}

#[test]
fn the_sum_is_for_the_first_of_a_group() {
    let program = compile(&format!(
        "func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {{
           %r = \"stablehlo.collective_reduce\"(%x) <{{replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>}}> {SUM} : (tensor<2xi32>) -> tensor<2xi32>
           return %r : tensor<2xi32>
         }}"
    ));
    let x: Vec<Vec<u8>> = (1..4).map(|i| bytes(&[i, 10 * i])).collect();
    let inputs: Vec<Vec<&[u8]>> = x.iter().map(|x| vec![&x[..]]).collect();
    let out = program.run_on_grid(3, 1, &inputs).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(out, [[bytes(&[0, 0])], [bytes(&[0, 0])], [bytes(&[6, 60])]]);
}

#[test]
fn groups_of_several_sizes_add_up() {
    let program = compile(&format!(
        "func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {{
           %r = \"stablehlo.all_reduce\"(%x) <{{replica_groups = dense<[[2, 0], [1, -1]]> : tensor<2x2xi64>}}> {SUM} : (tensor<2xi32>) -> tensor<2xi32>
           return %r : tensor<2xi32>
         }}"
    ));
    let x: Vec<Vec<u8>> = (1..4).map(|i| bytes(&[i, 10 * i])).collect();
    let inputs: Vec<Vec<&[u8]>> = x.iter().map(|x| vec![&x[..]]).collect();
    let out = program.run_on_grid(3, 1, &inputs).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(out, [[bytes(&[4, 40])], [bytes(&[2, 20])], [bytes(&[4, 40])]]);
}

#[test]
fn groups_lie_along_axes_of_a_mesh() {
    let program = compile(
        "func.func @main(%x: tensor<1xi32>) -> tensor<2xi32> {
           %r = \"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = \"a\", size = 2>, <name = \"b\", size = 2>]>, axes = [#stablehlo.axis_ref<name = \"a\">]>} : (tensor<1xi32>) -> tensor<2xi32>
           return %r : tensor<2xi32>
         }",
    );
    let x: Vec<Vec<u8>> = (0..4).map(|i| bytes(&[i])).collect();
    let inputs: Vec<Vec<&[u8]>> = x.iter().map(|x| vec![&x[..]]).collect();
    let out = program.run_on_grid(4, 1, &inputs).unwrap_or_else(|e| panic!("{e}"));
    // Processes 0 and 2, 1 and 3 differ along the first axis.
    assert_eq!(out, [[bytes(&[0, 2])], [bytes(&[1, 3])], [bytes(&[0, 2])], [bytes(&[1, 3])]]);
}
