//! `convert-vector-to-gpu`: products of matrices that are vectors become those of the lanes of a warp.
//!
//! Before:
//! ```mlir
//! %a = vector.transfer_read %x[%i, %j], %p {in_bounds = [true, true]} : memref<32x32xf16>, vector<16x16xf16>
//! %r = vector.contract {indexing_maps = [(m, n, k) -> (m, k), (m, n, k) -> (k, n), (m, n, k) -> (m, n)], …} %a, %b, %c
//! vector.transfer_write %r, %z[%i, %j] {in_bounds = [true, true]} : vector<16x16xf16>, memref<32x32xf16>
//! ```
//! After:
//! ```mlir
//! %a = gpu.subgroup_mma_load_matrix %x[%i, %j] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
//! %r = gpu.subgroup_mma_compute %a, %b, %c : … -> !gpu.mma_matrix<16x16xf16, "COp">
//! gpu.subgroup_mma_store_matrix %r, %z[%i, %j] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16>
//! ```
//! First, contractions get the maps above, and reads take up the transposes of what they read ([`prepare`]). Then a product is converted together
//! with all that its vectors come from and go to ([`slice`]): transfers, constants, broadcasts, ops on elements, and loops that carry
//! vectors. If one of these has no form for matrices, all stay. The ops on vectors are left behind where they have no effect; they are dead.
//!
//! With `use-nvgpu` the vectors are fragments of `nvgpu.mma.sync`, which lanes load by `nvgpu.ldmatrix` or one by one ([`fragments`]).

mod fragments;
mod lanes;
mod loops;
mod matrices;
mod prepare;
mod slice;

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Lower the operations from the vector dialect into the GPU dialect.
#[pass(
    name = "convert-vector-to-gpu",
    class = "ConvertVectorToGPU",
    produces = [affine, arith, gpu, memref, nvgpu, vector],
    each_body
)]
pub struct ConvertVectorToGpu {
    /// Convert to NvGPU ops instead of GPU dialect ops
    #[option(name = "use-nvgpu")]
    pub use_nvgpu: bool,
}

/// The new values of vectors.
type Values = FxHashMap<Value, Value>;

/// The ops that products become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Those of `gpu`, on matrices.
    Matrices,
    /// Those of `nvgpu`, on fragments.
    Fragments,
}

impl BodyPass for ConvertVectorToGpu {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        if self.use_nvgpu {
            prepare::prepare(body, Form::Fragments)?;
            fragments::convert(body)?;
            return Ok(());
        }
        prepare::prepare(body, Form::Matrices)?;
        matrices::convert(body);
        Ok(())
    }
}
