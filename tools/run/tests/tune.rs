//! `strata-tune`: what it finds is used by `strata-run`, and changes no results.

use std::{ffi::OsString, fs, path::Path};

const PROGRAM: &str = "func.func @main(%a: tensor<64x96xf32>, %b: tensor<96x80xf32>) -> tensor<64x80xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x96xf32>, tensor<96x80xf32>) -> tensor<64x80xf32>
  %1 = stablehlo.tanh %0 : tensor<64x80xf32>
  return %1 : tensor<64x80xf32>
}
";

fn arguments(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of the test")
}

#[test]
fn every_alternative_computes_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (program, db) = (folder.path().join("p.mlir"), folder.path().join("t.db"));
    fs::write(&program, PROGRAM).unwrap();
    // With a gain of nothing, the first alternatives are kept, whatever their times: schedules are read, combined and written.
    let words =
        [text(&program), "--tuning-db", text(&db), "--rounds", "1", "--min-gain", "0", "--time-limit", "60"];
    let tuned = strata_run::tune::main_with(arguments(&words));
    assert_eq!(tuned.code, 0, "{}", String::from_utf8_lossy(&tuned.stderr));
    let report = String::from_utf8_lossy(&tuned.stdout).into_owned();
    assert!(report.contains("alternatives timed") && report.contains("us with usual options"), "{report}");
    assert!(fs::read_to_string(&db).unwrap().starts_with("strata-tuning-db 1\n"));
    // Again, from what the database has.
    let tuned = strata_run::tune::main_with(arguments(&words));
    assert_eq!(tuned.code, 0, "{}", String::from_utf8_lossy(&tuned.stderr));
}

#[test]
fn schedules_of_a_database_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let (program, db) = (folder.path().join("p.mlir"), folder.path().join("t.db"));
    fs::write(&program, PROGRAM).unwrap();
    let loaded = strata_driver::Program::load("p.mlir", PROGRAM).unwrap();
    let strata_driver::Target::Cpu(processor) = strata_driver::Target::host().unwrap() else {
        panic!("a CPU")
    };
    let options = strata_driver::CompileOptions::new(processor.clone());
    let [before, kernels] = strata_driver::tuning::functions(&loaded, &options).unwrap();
    assert_eq!(before.len(), 1, "{before:?}");
    let mut found = strata_driver::TuningDb::default();
    for kernel in &kernels {
        let pipeline = "linalg-tile{vector-bits=128},linalg-vectorize{vector-bits=128}".to_owned();
        found.insert(&processor, &kernel.hash, strata_driver::tuning::Schedule { pipeline, gain: 1.0 });
    }
    fs::write(&db, found.to_string()).unwrap();
    let dumped = |flags: &[&str]| {
        let dump = folder.path().join("dump");
        let mut words = vec![
            text(&program),
            "--random-inputs",
            "1",
            "--compare",
            "interpreter",
            "--dump-dir",
            text(&dump),
        ];
        words.extend(flags);
        let run = strata_run::main_with(arguments(&words));
        assert_eq!(run.code, 0, "{}", String::from_utf8_lossy(&run.stderr));
        fs::read_to_string(dump.join("2-loops.mlir")).unwrap()
    };
    assert!(dumped(&["--tuning-db", text(&db)]).contains("vector<4xf32>"));
    if processor.vector_bits() > 128 {
        assert!(!dumped(&[]).contains("vector<4xf32>"));
    }
    fs::write(&db, "strata-tuning-db 9\n").unwrap();
    let words = [text(&program), "--random-inputs", "1", "--tuning-db", text(&db)];
    let refused = strata_run::main_with(arguments(&words));
    assert_eq!(refused.code, 1);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("t.db:1:1: error: version '9'"));
}
