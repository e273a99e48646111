//! The exported programs are lowered completely, and the results are valid.

use std::{path::PathBuf, sync::Arc};

use strata_ir::{
    core::{Body, Context, Registry},
    text::{PrintOptions, parse_module, print_body},
};
use strata_lowering_hlo::stablehlo_to_linalg::{Options, legalize};

fn context() -> Arc<Context> {
    let mut registry = Registry::new();
    for dialect in [
        &strata_builtin::DIALECT,
        &strata_func::DIALECT,
        &strata_stablehlo::DIALECT,
        &strata_arith::DIALECT,
        &strata_math::DIALECT,
        &strata_linalg::DIALECT,
        &strata_tensor::DIALECT,
        &strata_scf::DIALECT,
    ] {
        registry.register(dialect);
    }
    registry.freeze()
}

/// Lowers all functions of a module; returns the error messages.
fn lower(body: &mut Body) -> Vec<String> {
    let mut errors = Vec::new();
    for (_, child) in body.children_mut() {
        errors.extend(
            legalize(child, Options::default()).err().unwrap_or_default().into_iter().map(|d| d.message),
        );
    }
    errors
}

#[test]
fn every_program_is_lowered() {
    let cx = context();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let dirs = std::fs::read_dir(root.join("test/e2e")).expect("the programs are there");
    let mut paths: Vec<PathBuf> =
        dirs.filter_map(|d| Some(d.ok()?.path().join("program.mlir"))).filter(|p| p.exists()).collect();
    paths.push(root.join("examples/digits/digits.mlir"));
    assert!(paths.len() >= 57);
    for path in paths {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).expect("a program can be read");
        let mut body = parse_module(&cx, &name, &text, Default::default())
            .unwrap_or_else(|e| panic!("{name}: {}", e[0].message));
        assert_eq!(lower(&mut body), Vec::<String>::new(), "{name}");
        let errors = body.verify();
        assert!(errors.is_empty(), "{name}: {}", errors[0].message);
        let printed = print_body(&body, &PrintOptions::default());
        assert!(!printed.contains("stablehlo."), "{name}:\n{printed}");
    }
}

#[test]
fn what_cannot_be_lowered_is_named_and_left_alone() {
    let cx = context();
    let text = "func.func @f(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}";
    let mut body = parse_module(&cx, "t.mlir", text, Default::default()).expect("the text is valid");
    let before = print_body(&body, &PrintOptions::default());
    assert_eq!(
        lower(&mut body),
        ["failed to legalize operation 'stablehlo.fft': no lowering is known".to_owned()]
    );
    assert_eq!(print_body(&body, &PrintOptions::default()), before);
}
