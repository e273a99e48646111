//! `nvvm-attach-target`: attaches the target processor to modules of kernels.
//!
//! # Before
//! ```mlir
//! gpu.module @kernels { … }
//! ```
//! # After `nvvm-attach-target{chip=sm_90a}`
//! ```mlir
//! gpu.module @kernels [#nvvm.target<chip = "sm_90a">] { … }
//! ```

use strata_gpu::ModuleOp;
use strata_ir::prelude::*;
use strata_nvvm::NvvmTarget;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Attaches an NVVM target attribute to a GPU Module.
#[pass(name = "nvvm-attach-target", class = "NVVMAttachTarget", on = "builtin.module")]
pub struct AttachTarget {
    /// Target triple
    #[option(default = "nvptx64-nvidia-cuda".to_owned())]
    pub triple: String,
    /// Target chip
    #[option(default = "sm_75".to_owned())]
    pub chip: String,
    /// Target features, the smallest version of PTX that has the chip if there are none
    pub features: String,
}

impl BodyPass for AttachTarget {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let modules: Vec<Op> =
            body.children().map(|(op, _)| op).filter(|op| op.isa::<ModuleOp>(body)).collect();
        let cx = body.cx_arc().clone();
        let target = cx.attr(NvvmTarget {
            triple: self.triple.clone(),
            chip: self.chip.clone(),
            features: self.features.clone(),
            ..<NvvmTarget as Default>::default()
        });
        for module in modules {
            let known = body.attr(module, "targets").and_then(|a| cx.attr_as::<ArrayAttr>(a));
            let mut targets = known.map(|a| a.0.to_vec()).unwrap_or_default();
            if !targets.contains(&target) {
                targets.push(target);
            }
            body.set_attr(module, "targets", Some(cx.array_attr(targets)));
        }
        Ok(())
    }
}
