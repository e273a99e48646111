//! Settings of a compilation, and the compiler that they ask for.

use std::{path::PathBuf, sync::Arc, time::Duration};

use pyo3::prelude::*;
use strata_driver::{
    CancelToken, CompileCache, CompileOptions, Compiler, Target, Threads, TuningDb,
    interpret::Options as Interpreter, target::processor,
};

use crate::{
    error::{Failure, Kind},
    work::Outcome,
};

/// The settings that `Module.compile` takes; all keys are there.
#[derive(Clone, Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Settings {
    pub(crate) target: String,
    pub(crate) threads: i32,
    pub(crate) opt_level: Option<u8>,
    pub(crate) cpu: String,
    pub(crate) features: String,
    pub(crate) arch: Option<String>,
    pub(crate) pipeline: Option<String>,
    pub(crate) scatter_out_of_bounds: String,
    pub(crate) cancellable: bool,
    /// Whether compiled programs are looked for in the cache, that of `cache_dir` or of the environment.
    pub(crate) cache: bool,
    pub(crate) cache_dir: Option<PathBuf>,
    pub(crate) compile_threads: Option<usize>,
    pub(crate) timeout: Option<f64>,
    /// The file of a tuning database.
    pub(crate) tuning_db: Option<PathBuf>,
}

fn refused(why: impl std::fmt::Display) -> Failure {
    Failure::new(Kind::Target, why)
}

impl Settings {
    /// The options of the code.
    pub(crate) fn options(&self) -> Outcome<CompileOptions> {
        let mut cpu = processor(&self.cpu, &self.features)?;
        if let Some(level) = self.opt_level {
            let level = level.to_string().parse().map_err(|_| refused("opt_level is 0, 1, 2 or 3"))?;
            cpu = cpu.with_opt(level);
        }
        let scatter = self.scatter_out_of_bounds.parse();
        let options = CompileOptions {
            pipeline: self.pipeline.clone(),
            scatter_out_of_bounds: scatter
                .map_err(|_| refused("scatter_out_of_bounds is 'window' or 'element'"))?,
            cancellable: self.cancellable && self.target == "cpu",
            ..CompileOptions::new(cpu)
        };
        Ok(match &self.tuning_db {
            Some(file) if self.target == "cpu" => TuningDb::read(file)?.apply(options),
            _ => options,
        })
    }
    /// The target, with the processor of these options.
    pub(crate) fn target(&self, options: &CompileOptions) -> Outcome<Target> {
        let (processor, arch) = (options.target.clone(), self.arch.as_deref());
        match self.target.as_str() {
            "cpu" => Ok(Target::Cpu(processor)),
            "gpusim" => Ok(Target::simulator(processor, arch)),
            "cuda" => Ok(Target::cuda(processor, arch)?),
            "interpreter" => Ok(Target::Interpreter(Interpreter {
                scatter_out_of_bounds: options.scatter_out_of_bounds,
                ..Interpreter::default()
            })),
            other => Err(refused(format!(
                "there is no target '{other}'; there are cpu, gpusim, cuda and interpreter"
            ))),
        }
    }
    /// The compiler.
    pub(crate) fn compiler(&self, cancel: &CancelToken) -> Outcome<Compiler> {
        let options = self.options()?;
        let threads = match self.compile_threads {
            Some(count) => Threads::new(count),
            None => Threads::from_env().map_err(refused)?,
        };
        let mut compiler = Compiler::new(self.target(&options)?)
            .with_options(options)
            .with_threads(threads)
            .with_run_threads(self.threads)
            .with_cancel_token(cancel.clone());
        if let Some(seconds) = self.timeout {
            let time = Duration::try_from_secs_f64(seconds);
            let time = time.map_err(|_| refused("timeout is a number of seconds from 0 on"))?;
            compiler = compiler.with_timeout(time);
        }
        let cache = self.cache_dir.as_ref().map(CompileCache::new).or_else(CompileCache::from_env);
        Ok(match cache.filter(|_| self.cache) {
            Some(cache) => compiler.with_cache(Arc::new(cache)),
            None => compiler,
        })
    }
}
