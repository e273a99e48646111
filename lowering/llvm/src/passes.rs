//! The passes: one for each source dialect, under MLIR's names, and `convert-to-llvm` for all at once.

use strata_ir::prelude::*;
use strata_pass::{Pass, PassCx, PassInfo, PassOptions, PassRegistry, PassResult, pass_options};

use crate::{
    arith::ARITH,
    engine::{Conversion, Dialect, Options},
    func::{CF, FUNC},
    math::MATH,
    memref::MEMREF,
    vector::VECTOR,
};

/// All source dialects.
pub const ALL: [Dialect; 6] = [ARITH, CF, FUNC, MATH, MEMREF, VECTOR];

macro_rules! dialect_passes {
    ($(
        $(#[$meta:meta])* $pass:ident = $name:literal, $summary:literal, $dialect:ident, blocks: $blocks:literal;
    )*) => {$(
        pass_options! {
            $(#[$meta])*
            pub struct $pass {
                /// Bitwidth of the index type, 0 or 64 to use the size of a machine word
                pub index_bitwidth: u32 = 0,
            }
        }

        impl $pass {
            /// Its description.
            pub const INFO: PassInfo = PassInfo::new($name, $summary).on("builtin.module").dialects(&["llvm"]);
        }

        impl Pass for $pass {
            fn info(&self) -> &'static PassInfo {
                static INFO: PassInfo = $pass::INFO;
                &INFO
            }
            fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
                check_index(body, self.index_bitwidth)?;
                let conversion = Conversion {
                    dialects: &[$dialect],
                    functions: false,
                    blocks: $blocks,
                    full: false,
                    options: Options::default(),
                };
                Ok(conversion.run(body)?)
            }
            fn options(&self) -> Vec<(&'static str, String)> {
                PassOptions::print(self)
            }
        }
    )*};
}

/// Only one width of `index` is supported.
fn check_index(body: &Body, bits: u32) -> Result<(), Diagnostic> {
    if matches!(bits, 0 | 64) {
        return Ok(());
    }
    let message = format!("index-bitwidth={bits} is not supported: 'index' has 64 bits");
    Err(Diagnostic::error(body.loc(Op::SELF), message))
}

dialect_passes! {
    /// `arith` to `llvm`.
    ConvertArithToLlvm = "convert-arith-to-llvm", "Convert Arith dialect to LLVM dialect", ARITH, blocks: false;
    /// `math` to `llvm`.
    ConvertMathToLlvm = "convert-math-to-llvm", "Convert Math dialect to LLVM dialect", MATH, blocks: false;
    /// `cf` to `llvm`.
    ConvertCfToLlvm = "convert-cf-to-llvm", "Convert ControlFlow operations to the LLVM dialect", CF, blocks: true;
    /// `memref` to `llvm`.
    FinalizeMemrefToLlvm = "finalize-memref-to-llvm", "Finalize MemRef dialect to LLVM dialect", MEMREF, blocks: false;
}

pass_options! {
    /// `vector` to `llvm`.
    pub struct ConvertVectorToLlvm {
        /// Allows llvm to reassociate floating-point reductions for speed
        pub reassociate_fp_reductions: bool = false,
    }
}

impl Pass for ConvertVectorToLlvm {
    fn info(&self) -> &'static PassInfo {
        static INFO: PassInfo = ConvertVectorToLlvm::INFO;
        &INFO
    }
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let options =
            Options { reassociate_reductions: self.reassociate_fp_reductions, ..Options::default() };
        let conversion =
            Conversion { dialects: &[VECTOR], functions: false, blocks: false, full: false, options };
        Ok(conversion.run(body)?)
    }
    fn options(&self) -> Vec<(&'static str, String)> {
        PassOptions::print(self)
    }
}

impl ConvertVectorToLlvm {
    /// Its description.
    pub const INFO: PassInfo = PassInfo::new(
        "convert-vector-to-llvm",
        "Lower the operations from the vector dialect into the LLVM dialect",
    )
    .on("builtin.module")
    .dialects(&["llvm"]);
}

pass_options! {
    /// `func` to `llvm`.
    pub struct ConvertFuncToLlvm {
        /// Replace FuncOp's MemRef arguments with bare pointers to the MemRef element types
        pub use_bare_ptr_memref_call_conv: bool = false,
        /// Bitwidth of the index type, 0 or 64 to use the size of a machine word
        pub index_bitwidth: u32 = 0,
    }
}

impl Pass for ConvertFuncToLlvm {
    fn info(&self) -> &'static PassInfo {
        static INFO: PassInfo = ConvertFuncToLlvm::INFO;
        &INFO
    }
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        check_index(body, self.index_bitwidth)?;
        let options = Options { bare_ptr: self.use_bare_ptr_memref_call_conv, ..Options::default() };
        let conversion =
            Conversion { dialects: &[FUNC], functions: true, blocks: false, full: false, options };
        Ok(conversion.run(body)?)
    }
    fn options(&self) -> Vec<(&'static str, String)> {
        PassOptions::print(self)
    }
}

impl ConvertFuncToLlvm {
    /// Its description.
    pub const INFO: PassInfo =
        PassInfo::new("convert-func-to-llvm", "Convert from the Func dialect to the LLVM dialect")
            .on("builtin.module")
            .dialects(&["llvm"]);
}

pass_options! {
    /// Everything to `llvm` in one walk; what is left over is an error.
    pub struct ConvertToLlvm {
        /// Pass memrefs of static shape and identity layout as one pointer
        pub use_bare_ptr_memref_call_conv: bool = false,
        /// Mark pointer arguments as not aliasing and as aligned to 64 bytes
        pub annotate_pointers: bool = false,
        /// Give private functions internal linkage
        pub internalize: bool = false,
        /// Allows llvm to reassociate floating-point reductions for speed
        pub reassociate_fp_reductions: bool = false,
    }
}

impl Pass for ConvertToLlvm {
    fn info(&self) -> &'static PassInfo {
        static INFO: PassInfo = ConvertToLlvm::INFO;
        &INFO
    }
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(convert_to_llvm(body, self)?)
    }
    fn options(&self) -> Vec<(&'static str, String)> {
        PassOptions::print(self)
    }
}

impl ConvertToLlvm {
    /// Its description.
    pub const INFO: PassInfo =
        PassInfo::new("convert-to-llvm", "Convert to LLVM via dialect interfaces found in the input IR")
            .on("builtin.module")
            .dialects(&["llvm"]);
}

/// Converts a module as [`ConvertToLlvm`] does.
///
/// # Errors
/// One diagnostic for each op that cannot be converted.
pub fn convert_to_llvm(module: &mut Body, pass: &ConvertToLlvm) -> Result<(), Vec<Diagnostic>> {
    let options = Options {
        bare_ptr: pass.use_bare_ptr_memref_call_conv,
        annotate_pointers: pass.annotate_pointers,
        internalize: pass.internalize,
        reassociate_reductions: pass.reassociate_fp_reductions,
    };
    Conversion { dialects: &ALL, functions: true, blocks: true, full: true, options }.run(module)
}

/// Registers the passes of this crate.
pub fn register_passes(registry: &mut PassRegistry) {
    macro_rules! add {
        ($($pass:ident),*) => {$({
            static INFO: PassInfo = $pass::INFO;
            registry.add::<$pass>(&INFO);
        })*};
    }
    add!(
        ConvertArithToLlvm,
        ConvertMathToLlvm,
        ConvertCfToLlvm,
        ConvertFuncToLlvm,
        ConvertVectorToLlvm,
        FinalizeMemrefToLlvm,
        ConvertToLlvm
    );
    registry.add::<crate::entry::EmitEntry>(&crate::entry::INFO);
}
