//! Programs whose processes are divided among ranks, with Open MPI, which `cargo xtask setup` installs, and with MPICH where it is there.

use std::process::{Command, Output};

/// A launcher with its options, those by which ranks go on after the end of another one, and the library that its ranks load.
const LAUNCHERS: [(&str, &[&str], &[&str], &str); 2] = [
    ("mpirun.openmpi", &["--allow-run-as-root", "--oversubscribe"], &["--enable-recovery"], "libmpi.so.40"),
    ("mpiexec.mpich", &[], &["-disable-auto-cleanup"], "libmpich.so.12"),
];

/// The reaction of launchers to a rank that ends by an error.
#[derive(PartialEq)]
enum AtEnd {
    StopAll,
    GoOn,
}

/// Runs programs in ranks, each with its number of ranks, arguments and file, with every launcher that is there.
fn launch(parts: &[(usize, &[&str], &str)], check: impl Fn(&str, &Output)) {
    launch_as(&AtEnd::StopAll, parts, check);
}

fn launch_as(at_end: &AtEnd, parts: &[(usize, &[&str], &str)], check: impl Fn(&str, &Output)) {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    for (launcher, options, go_on, library) in LAUNCHERS {
        if !is_there(launcher) {
            continue;
        }
        let mut command = Command::new(launcher);
        command
            .args(options)
            .args(go_on.iter().filter(|_| *at_end == AtEnd::GoOn))
            .env("STRATA_MPI_LIBRARY", library);
        for (i, (ranks, arguments, text)) in parts.iter().enumerate() {
            let file = folder.path().join(format!("part{i}.mlir"));
            std::fs::write(&file, text).expect("the folder can be written to");
            if i > 0 {
                command.arg(":");
            }
            command.args(["-n", &ranks.to_string(), env!("CARGO_BIN_EXE_strata-run")]).arg(&file);
            command.args(["--random-inputs", "1", "--mpi"]).args(*arguments);
        }
        let output = command.output().expect("the launcher starts");
        check(launcher, &output);
    }
}

/// Whether a launcher is there; Open MPI's must be.
fn is_there(launcher: &str) -> bool {
    let is_there = Command::new(launcher).arg("--version").output().is_ok_and(|o| o.status.success());
    assert!(is_there || launcher != LAUNCHERS[0].0, "{launcher} is not installed: run `cargo xtask setup`");
    if !is_there {
        println!("{launcher} is not installed: nothing is tested with it");
    }
    is_there
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const SUM: &str = "({ ^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %s = stablehlo.add %a, %b : tensor<f32>
  stablehlo.return %s : tensor<f32> })";
const CHANNEL: &str = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";

/// All kinds of collectives, of groups in one rank and across ranks.
fn everything() -> String {
    format!(
        "func.func @main(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x16xf32>, tensor<16x2xf32>, tensor<8x4xf32>, tensor<2x4xf32>, tensor<8x4xf32>) {{
           %near = \"stablehlo.all_reduce\"(%x) <{{replica_groups = dense<[[1, 0], [2, 3]]> : tensor<2x2xi64>, {CHANNEL}, use_global_device_ids}}> {SUM} : (tensor<8x4xf32>) -> tensor<8x4xf32>
           %all = \"stablehlo.all_reduce\"(%near) <{{replica_groups = dense<[[3, 0, 2, 1]]> : tensor<1x4xi64>, {CHANNEL}, use_global_device_ids}}> {SUM} : (tensor<8x4xf32>) -> tensor<8x4xf32>
           %gathered = \"stablehlo.all_gather\"(%x) <{{all_gather_dim = 1 : i64, replica_groups = dense<[[3, 0, 2, 1]]> : tensor<1x4xi64>, {CHANNEL}, use_global_device_ids}}> : (tensor<8x4xf32>) -> tensor<8x16xf32>
           %far = \"stablehlo.all_to_all\"(%x) <{{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>, {CHANNEL}}}> : (tensor<8x4xf32>) -> tensor<16x2xf32>
           %moved = \"stablehlo.collective_permute\"(%all) <{{source_target_pairs = dense<[[0, 2], [2, 3], [3, 0]]> : tensor<3x2xi64>, {CHANNEL}}}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
           %part = \"stablehlo.reduce_scatter\"(%x) <{{scatter_dimension = 0 : i64, replica_groups = dense<[[3, 0, 2, 1]]> : tensor<1x4xi64>, {CHANNEL}, use_global_device_ids}}> {SUM} : (tensor<8x4xf32>) -> tensor<2x4xf32>
           %sent = \"stablehlo.collective_broadcast\"(%x) <{{replica_groups = dense<[[3, 0, 2, 1]]> : tensor<1x4xi64>, {CHANNEL}}}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
           return %all, %gathered, %far, %moved, %part, %sent : tensor<8x4xf32>, tensor<8x16xf32>, tensor<16x2xf32>, tensor<8x4xf32>, tensor<2x4xf32>, tensor<8x4xf32>
         }}"
    )
}

#[test]
fn ranks_compute_what_the_interpreter_does() {
    for ranks in [1, 2, 4] {
        // Equal to the last bit: the order of reductions is that of the group.
        let arguments = ["--partitions", "4", "--compare", "interpreter", "--rtol", "0", "--atol", "0"];
        launch(&[(ranks, &arguments, &everything())], |launcher, output| {
            let (out, err) = (text(&output.stdout), text(&output.stderr));
            assert!(output.status.success(), "{launcher}, {ranks} ranks: {out}{err}");
            // The results of all processes are those of the first rank.
            assert!(out.contains("// process 3"), "{launcher}, {ranks} ranks: {out}");
        });
    }
}

#[test]
fn processes_are_divided_equally() {
    launch(&[(2, &["--partitions", "3"], &everything())], |launcher, output| {
        let err = text(&output.stderr);
        assert!(
            !output.status.success() && err.contains("3 processes cannot be divided among 2 ranks"),
            "{launcher}: {err}"
        );
    });
}

/// One collective of the groups of two processes, and another program with `other` in its place.
fn sum_of(collective: &str) -> String {
    format!(
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{ {collective} return %r : tensor<4xf32> }}"
    )
}

fn all_reduce() -> String {
    sum_of(&format!(
        "%r = \"stablehlo.all_reduce\"(%x) <{{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}}> {SUM} : (tensor<4xf32>) -> tensor<4xf32>"
    ))
}

#[test]
fn a_rank_that_does_not_come_is_named() {
    let arguments = &["--replicas", "2", "--mpi-timeout", "1"];
    let other = sum_of("%r = stablehlo.add %x, %x : tensor<4xf32>");
    launch(&[(1, arguments, &all_reduce()), (1, arguments, &other)], |launcher, output| {
        let err = text(&output.stderr);
        assert!(!output.status.success(), "{launcher}: {err}");
        assert!(err.contains("rank 1 sends nothing for 'all_reduce' in 1 s"), "{launcher}: {err}");
    });
}

#[test]
fn a_rank_that_has_ended_is_named_at_once() {
    let arguments = &["--replicas", "2", "--mpi-timeout", "100"];
    let endless = sum_of(
        "%c = stablehlo.constant dense<true> : tensor<i1>
         %r = stablehlo.while(%i = %x) : tensor<4xf32>
           cond { stablehlo.return %c : tensor<i1> }
           do { %s = stablehlo.sine %i : tensor<4xf32>
             stablehlo.return %s : tensor<4xf32> }",
    );
    let ends = [&arguments[..], &["--timeout", "1"]].concat();
    let parts: &[(usize, &[&str], &str)] = &[(1, arguments, &all_reduce()), (1, &ends, &endless)];
    launch_as(&AtEnd::GoOn, parts, |launcher, output| {
        let err = text(&output.stderr);
        let expected = "rank 1 sends nothing for 'all_reduce': it has ended";
        // The status is that of the launcher, which went on.
        assert!(err.contains(expected), "{launcher}: {err}");
    });
}

#[test]
fn ranks_with_different_programs_hear_of_it() {
    let arguments = &["--replicas", "2", "--mpi-timeout", "5"];
    let other = sum_of(
        "%r = \"stablehlo.collective_permute\"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>",
    );
    launch(&[(1, arguments, &all_reduce()), (1, arguments, &other)], |launcher, output| {
        let err = text(&output.stderr);
        // Messages of other lengths are errors of the library, or are waited for.
        let is_told = err.contains("is at another collective")
            || err.contains("rank 1 sends nothing")
            || err.contains("MPI: ");
        assert!(!output.status.success() && is_told, "{launcher}: {err}");
    });
}
