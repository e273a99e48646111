//! The explorer's server with this tool, as its page asks it: the time of a program and of its parts.

use std::path::Path;

use strata_explorer::server::{Kind, Tools};

const PROGRAM: &str = "func.func @main(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.add %a, %b : tensor<64xf32>
  return %0 : tensor<64xf32>
}
";

#[test]
fn programs_are_timed_by_the_real_tool() {
    let folder = Path::new(env!("CARGO_BIN_EXE_strata-run")).parent().expect("a folder");
    let timed =
        Tools::new(folder.to_owned()).compile(Kind::Time, PROGRAM.as_bytes()).expect("the tool starts");
    assert_eq!(timed.error, "");
    let report: serde_json::Value = serde_json::from_str(&timed.text).expect("JSON");
    assert!(report["median_us"].as_f64().is_some_and(|us| us > 0.0), "{}", timed.text);
    assert!(report["profile"].is_array(), "{}", timed.text);
}
