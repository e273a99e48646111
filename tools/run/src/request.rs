//! From the command line, and the environment, to the options of each part of the tool.

use std::sync::Arc;

use strata_codegen_llvm::Target as Processor;
use strata_driver::{CancelToken, CompileCache, CompileOptions, Compiler, Links, Target, Threads, TuningDb};
use strata_interp::{GridSize, Options as InterpreterOptions};
use strata_pass::pipeline::parse_pipeline;
use strata_stablehlo::ScatterOutOfBounds;

use crate::{
    arguments::{Given, Source},
    bench::Format,
    cli::Cli,
    compare::Tolerance,
    results::Destination,
    runner, thread_report,
};

impl Cli {
    /// The links between devices, if the time of collectives is asked for.
    pub(crate) fn links(&self) -> Option<Links> {
        self.link_bandwidth.map(|bandwidth| Links { bandwidth, latency: self.link_latency })
    }
    /// The rule of `scatter` for windows that are partly outside, for the interpreter: that of the compiled program, which is an option of
    /// the pipeline where one is given.
    fn scatter(&self) -> ScatterOutOfBounds {
        let Some(text) = &self.pass_pipeline else { return self.scatter_out_of_bounds };
        let mut elements = parse_pipeline(text).unwrap_or_default();
        while let Some(element) = elements.pop() {
            let rule = element.options.iter().find(|(name, _)| name == ScatterOutOfBounds::OPTION);
            if let Some(rule) = rule.and_then(|(_, word)| word.parse().ok()) {
                return rule;
            }
            elements.extend(element.children.into_iter().flatten());
        }
        ScatterOutOfBounds::default()
    }

    /// Where arguments come from.
    pub(crate) fn given(&self) -> Given<'_> {
        let source = match (self.random_inputs, &self.inputs_npz) {
            (Some(seed), _) => Source::Random { seed, open_size: self.random_size },
            (None, Some(archive)) => Source::Archive(archive),
            (None, None) => Source::Files(&self.inputs),
        };
        Given { entry: &self.entry, source }
    }

    /// How far results may be from those that they are compared with.
    pub(crate) fn tolerance(&self) -> Tolerance {
        Tolerance { relative: self.rtol, absolute: self.atol, ulps: self.max_ulp }
    }

    /// Where results go.
    pub(crate) fn destination(&self) -> Destination<'_> {
        Destination { folder: self.output_dir.as_deref(), archive: self.outputs_npz.as_deref() }
    }

    /// How times are shown.
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { Format::Text }
    }

    /// The options of the compiled program that the command line gives.
    pub(crate) fn compile_options(&self) -> Result<CompileOptions, String> {
        let processor = Processor::new(None, &self.mcpu, &self.mattr).map_err(|e| format!("error: {e}\n"))?;
        let options = CompileOptions {
            entry: self.entry.clone(),
            prefix: "strata_run".into(),
            pipeline: self.pass_pipeline.clone(),
            scatter_out_of_bounds: self.scatter_out_of_bounds,
            cancellable: self.cancellable,
            max_threads: self
                .max_threads
                .or(self.simulate_threads.then_some(thread_report::OF_THREADS as u64)),
            profile: self.is_marked(),
            ..CompileOptions::new(processor.with_opt(self.opt.unwrap_or_default()))
        };
        let Some(file) = self.tuning_db.as_ref().filter(|_| self.target == "cpu") else { return Ok(options) };
        Ok(TuningDb::read(file).map_err(|e| e.text().to_owned())?.apply(options))
    }

    /// Whether the program is compiled with marks for its parts.
    fn is_marked(&self) -> bool {
        self.profile.is_some() || self.simulate_threads
    }

    /// The compiler that the command line and the environment ask for.
    pub(crate) fn compiler(&self, cancel: &CancelToken) -> Result<Compiler, String> {
        if self.target == "interpreter" {
            return Ok(Compiler::new(self.interpreter(cancel)));
        }
        let options = self.compile_options()?;
        let threads = Threads::from_env().map_err(|e| format!("error: {e}\n"))?;
        let cache = match &self.compile_cache_dir {
            // The names of a profile's parts are in the module, which would not be lowered.
            _ if self.is_marked() => None,
            Some(folder) => Some(CompileCache::new(folder)),
            None => CompileCache::from_env(),
        };
        let (processor, arch) = (options.target.clone(), self.arch.as_deref());
        let target = match self.target.as_str() {
            "cuda" => Target::cuda(processor, arch)?,
            "gpusim" => Target::simulator(processor, arch),
            _ => Target::Cpu(processor),
        };
        let compiler = Compiler::new(target)
            .with_options(options)
            .with_threads(threads)
            .with_run_threads(if self.simulate_threads { 1 } else { self.threads.unwrap_or(0) })
            .with_libraries(self.shared_libs.iter().map(|path| runner::library(path)).collect())
            .with_cancel_token(cancel.clone());
        Ok(match cache {
            Some(cache) => compiler.with_cache(Arc::new(cache)),
            None => compiler,
        })
    }

    /// The interpreter as the command line asks for it.
    pub(crate) fn interpreter(&self, cancel: &CancelToken) -> Target {
        Target::Interpreter(InterpreterOptions {
            cancel: Some(cancel.flag()),
            scatter_out_of_bounds: self.scatter(),
            ..InterpreterOptions::default()
        })
    }

    /// Refuses flags that do not go together.
    pub(crate) fn refuse_combinations(&self, size: GridSize, on_gpu: bool) -> Result<(), String> {
        if self.counters && self.target != "gpusim" {
            return Err("error: --counters is for --target=gpusim\n".into());
        }
        let marked = if self.profile.is_some() { "--profile" } else { "--simulate-threads" };
        if on_gpu && self.is_marked() {
            return Err(format!("error: {marked} is not for --target={}\n", self.target));
        }
        if self.is_marked() && size.processes() > 1 {
            return Err(format!("error: {marked} is for one process\n"));
        }
        if self.cancellable && on_gpu {
            return Err(format!("error: --cancellable is not for --target={}\n", self.target));
        }
        Ok(())
    }
}
