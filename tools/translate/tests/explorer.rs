//! The explorer's server with this tool, as its page asks it: assembly, LLVM IR and PTX of a program.

use std::path::Path;

use strata_explorer::server::{Kind, Tools};

const PROGRAM: &str = "func.func @main(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.add %a, %b : tensor<64xf32>
  return %0 : tensor<64xf32>
}
";

#[test]
fn programs_are_compiled_by_the_real_tool() {
    let folder = Path::new(env!("CARGO_BIN_EXE_strata-translate")).parent().expect("a folder");
    let tools = Tools::new(folder.to_owned());
    for (name, expected) in
        [("asm", ".globl"), ("llvm", "define "), ("ptx", ".target sm_80"), ("ptx90", ".target sm_90a")]
    {
        let kind = Kind::from_name(name).expect("a kind");
        let compiled = tools.compile(kind, PROGRAM.as_bytes()).expect("the tool starts");
        assert_eq!(compiled.error, "", "{name}");
        assert!(compiled.text.contains(expected), "{name}: {}", compiled.text);
        assert!(compiled.milliseconds > 0.0, "{name}");
    }
    let wrong = tools.compile(Kind::Assembly, b"func.func @main() { oops }").expect("the tool starts");
    assert!(wrong.text.is_empty() && wrong.error.contains("<stdin>:1:21: error: "), "{wrong:?}");
}
