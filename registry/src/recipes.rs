//! Recipes for random instances of ops, with one file for each dialect in the folder `recipes`.

use std::sync::Arc;

use strata_generate::Generator;
use strata_ir::core::Context;

macro_rules! recipes {
    ($($dialect:literal)*) => {
        &[$((concat!("registry/recipes/", $dialect, ".mlir"), include_str!(concat!("../recipes/", $dialect, ".mlir")))),*]
    };
}

/// The files: name and text.
pub const RECIPES: &[(&str, &str)] = recipes! {
    "affine" "amx" "arith" "arm_neon" "bufferization" "builtin" "cf" "check" "chlo" "complex" "emitc" "func" "gpu" "index" "interpreter" "irdl" "linalg" "linalg_named" "llvm" "memref" "ml_program" "nvgpu" "nvvm" "pdl" "pdl_interp" "quant" "scf" "sdy" "shape" "stablehlo" "tensor"
    "transform" "ub" "vector" "vhlo" "x86vector"
};

/// A generator with the recipes of all dialects; the error names the line of an invalid recipe.
pub fn generator(cx: &Arc<Context>) -> Result<Generator, String> {
    let mut generator = Generator::new(cx);
    for (file, text) in RECIPES {
        generator.add_recipes(file, text)?;
    }
    Ok(generator)
}
