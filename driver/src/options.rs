//! Compile options, and the pipeline that they select.

use strata_codegen_llvm::{OptLevel, Target};
use strata_pass::{OptionValue, PipelineDef};
use strata_registry::pipelines::{Arch, CpuPipeline, GpuPipeline, VectorBits};
use strata_runtime_cpu::guard::Guard;
use strata_stablehlo::ScatterOutOfBounds;

use crate::{
    backend::Backend,
    error::{Error, ErrorKind, Result},
};

/// Compile options.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// The target processor.
    pub target: Target,
    /// The entry function.
    pub entry: String,
    /// The prefix of the C functions.
    pub prefix: String,
    /// A pipeline instead of that of the target; it must end in the `llvm` dialect. The options below are ignored then.
    pub pipeline: Option<String>,
    /// Options of the pipeline of the target by name, in place of the values that it would have.
    pub pipeline_options: Vec<(String, String)>,
    /// The rule of `scatter` for windows that are partly outside.
    pub scatter_out_of_bounds: ScatterOutOfBounds,
    /// The threads that parallel loops are divided for; `None` is the pipeline's default. Any number runs them. Sums of products may round
    /// differently, since blocks of other sizes are summed.
    pub max_threads: Option<u64>,
    /// Whether `while` loops check in each iteration whether the run was cancelled.
    pub cancellable: bool,
    /// Whether the program records when its parts begin and end.
    pub profile: bool,
}

impl CompileOptions {
    /// Options for the entry function `main` and the pipeline of the target.
    #[must_use]
    pub fn new(target: Target) -> Self {
        Self {
            target,
            entry: "main".to_owned(),
            prefix: "strata".to_owned(),
            pipeline: None,
            pipeline_options: Vec::new(),
            scatter_out_of_bounds: ScatterOutOfBounds::default(),
            max_threads: None,
            cancellable: false,
            profile: false,
        }
    }

    /// The pipeline for processors, with additional targets of custom calls.
    #[must_use]
    pub fn cpu_pipeline(&self, targets: &[&str]) -> CpuPipeline {
        let (target, caches) = (&self.target, self.target.caches());
        // LLVM carries no tiles through loops without optimizations.
        let optimized = target.opt() != OptLevel::O0;
        CpuPipeline {
            vector_bits: VectorBits::nearest(target.vector_bits()),
            scatter_out_of_bounds: self.scatter_out_of_bounds.into(),
            targets: targets.iter().map(|&name| name.to_owned()).collect(),
            l1_bytes: Some(caches.l1.bytes),
            l1_ways: Some(caches.l1.ways),
            l2_bytes: Some(caches.l2.bytes),
            l2_ways: Some(caches.l2.ways),
            fma: target.has_fma(),
            f16_casts: target.has_f16_casts(),
            rsqrt_estimates: target.has_rsqrt_estimates(),
            float_extrema: target.has_float_extrema(),
            bf16_products: target.has_bf16_products(),
            amx_int8: target.has_amx_int8() && optimized,
            amx_bf16: target.has_amx_bf16() && target.has_bf16_products() && optimized,
            separate_buffers: Guard::of_environment().is_some(),
            max_threads: self.max_threads,
            profile: self.profile,
            cancellable: self.cancellable,
            schedules: Vec::new(),
            tile_all: false,
        }
    }

    /// The text of the pipeline to the `llvm` dialect, for a backend or for processors.
    ///
    /// # Errors
    /// If there are no kernels for the architecture of the backend, or the pipeline has no such option.
    pub fn pipeline_text(&self, targets: &[&str], backend: Option<&dyn Backend>) -> Result<String> {
        match (&self.pipeline, backend) {
            (Some(text), _) => Ok(text.clone()),
            (None, Some(backend)) => {
                let arch =
                    Arch::parse("arch", backend.arch()).map_err(|why| Error::new(ErrorKind::Target, why))?;
                let pipeline = GpuPipeline {
                    arch,
                    scatter_out_of_bounds: self.scatter_out_of_bounds.into(),
                    targets: targets.iter().map(|&name| name.to_owned()).collect(),
                    ..GpuPipeline::default()
                };
                Ok(self.with_options(pipeline)?.text())
            }
            (None, None) => Ok(self.cpu_pipeline_as_set(targets)?.text()),
        }
    }

    /// The pipeline for processors, with the options that are set by name.
    ///
    /// # Errors
    /// If the pipeline has no such option.
    pub fn cpu_pipeline_as_set(&self, targets: &[&str]) -> Result<CpuPipeline> {
        self.with_options(self.cpu_pipeline(targets))
    }

    /// A pipeline with the options that are set by name.
    fn with_options<P: PipelineDef>(&self, pipeline: P) -> Result<P> {
        if self.pipeline_options.is_empty() {
            return Ok(pipeline);
        }
        let is_set = |name: &str| self.pipeline_options.iter().any(|option| option.0 == name);
        let usual = pipeline.print().into_iter().filter(|option| !is_set(option.0));
        let mut options: Vec<_> = usual.map(|(name, value)| (name.to_owned(), value)).collect();
        options.extend(self.pipeline_options.iter().cloned());
        P::parse(&options).map_err(|why| Error::new(ErrorKind::Program, why))
    }
}
