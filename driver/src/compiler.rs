//! The compiler: from programs to executables.

use std::{path::PathBuf, sync::Arc, time::Duration};

use strata_codegen_llvm::{OptLevel, Threads};
use strata_process::Stage;
use strata_runtime_cpu::{Threads as RunThreads, call::Routine};

use crate::{
    cache::CompileCache,
    cancel::{CancelToken, Deadline},
    error::{Error, ErrorKind, Result},
    executable::Executable,
    monitor::Monitor,
    native::Codegen,
    object_code::ObjectCode,
    options::CompileOptions,
    program::Program,
    target::Target,
};

/// Compiles programs for a target; threads may share a compiler.
#[derive(Clone)]
pub struct Compiler {
    target: Target,
    /// None where nothing is compiled.
    options: Option<CompileOptions>,
    cache: Option<Arc<CompileCache>>,
    threads: Threads,
    run_threads: i32,
    pool: Option<RunThreads>,
    keep_code: bool,
    libraries: Vec<PathBuf>,
    code: Option<Arc<ObjectCode>>,
    routines: Vec<(String, Arc<Routine>)>,
    cancel: Option<CancelToken>,
    timeout: Option<Duration>,
    stage: Option<Stage>,
}

impl Compiler {
    /// A compiler without a cache.
    #[must_use]
    pub fn new(target: Target) -> Self {
        let options = target.processor().cloned().map(CompileOptions::new);
        Self {
            target,
            options,
            cache: None,
            threads: Threads::default(),
            run_threads: 0,
            pool: None,
            keep_code: false,
            libraries: Vec::new(),
            code: None,
            routines: Vec::new(),
            cancel: None,
            timeout: None,
            stage: None,
        }
    }
    /// The same with these options. The function that is called is that of the program, and the processor that of the
    /// target; the interpreter has options of its own.
    #[must_use]
    pub fn with_options(mut self, options: CompileOptions) -> Self {
        self.options = self.options.map(|own| CompileOptions { target: own.target, ..options });
        self
    }
    /// Sets the optimization level of LLVM.
    #[must_use]
    pub fn with_opt_level(mut self, level: OptLevel) -> Self {
        let options = self.options.take();
        self.options = options
            .map(|options| CompileOptions { target: options.target.clone().with_opt(level), ..options });
        self
    }
    /// Sets a cache of compiled programs.
    #[must_use]
    pub fn with_cache(mut self, cache: Arc<CompileCache>) -> Self {
        self.cache = Some(cache);
        self
    }
    /// Sets the threads that compile.
    #[must_use]
    pub fn with_threads(mut self, threads: Threads) -> Self {
        self.threads = threads;
        self
    }
    /// Sets the number of threads that run a program; 0 stands for `STRATA_NUM_THREADS`, or the number of processors.
    #[must_use]
    pub fn with_run_threads(mut self, threads: i32) -> Self {
        self.run_threads = threads;
        self
    }
    /// Lets all programs run on the same threads, whose number counts then.
    #[must_use]
    pub fn with_shared_threads(mut self, threads: RunThreads) -> Self {
        self.pool = Some(threads);
        self
    }
    /// Lets executables keep their code as bytes.
    #[must_use]
    pub fn with_kept_code(mut self) -> Self {
        self.keep_code = true;
        self
    }
    /// Sets shared libraries whose functions programs may call. They are loaded with a program, which runs their code.
    #[must_use]
    pub fn with_libraries(mut self, libraries: Vec<PathBuf>) -> Self {
        self.libraries = libraries;
        self
    }
    /// Sets code that was kept; a program, options, processor or build that it was not made from is compiled.
    #[must_use]
    pub fn with_code(mut self, code: ObjectCode) -> Self {
        self.code = Some(Arc::new(code));
        self
    }
    /// The same with a routine that custom calls of compiled programs may have as their target.
    #[must_use]
    pub fn with_routine(mut self, name: &str, routine: Arc<Routine>) -> Self {
        self.routines.push((name.to_owned(), routine));
        self
    }
    /// Sets a token that cancels compilations and, where they check it, runs of compiled programs.
    #[must_use]
    pub fn with_cancel_token(mut self, token: CancelToken) -> Self {
        self.cancel = Some(token);
        self
    }
    /// Sets a time limit for compilations, which then end with [`ErrorKind::TimedOut`] before the next pass.
    #[must_use]
    pub fn with_timeout(mut self, time: Duration) -> Self {
        self.timeout = Some(time);
        self
    }
    /// Sets where compilations say which pass or other stage they are in.
    #[must_use]
    pub fn with_stage(mut self, stage: Stage) -> Self {
        self.stage = Some(stage);
        self
    }
    /// The target of the programs.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.target
    }
    /// The options of the code; none where none is made.
    #[must_use]
    pub fn options(&self) -> Option<&CompileOptions> {
        self.options.as_ref()
    }

    /// The cache of compiled programs.
    #[must_use]
    pub fn cache(&self) -> Option<&CompileCache> {
        self.cache.as_deref()
    }

    /// Compiles a program.
    ///
    /// # Errors
    /// The reason why it cannot be compiled, with locations.
    pub fn compile(&self, program: &Program) -> Result<Executable> {
        self.compile_in_place(&mut program.clone())
    }
    /// As [`Self::compile`], but lowers the module of the program in place; the module is unchanged if the cache has the program.
    ///
    /// # Errors
    /// As [`Self::compile`].
    pub fn compile_in_place(&self, program: &mut Program) -> Result<Executable> {
        let Some(time) = self.timeout else {
            return self.generate(program, self.cancel.as_ref());
        };
        let no_thread = |e| Error::new(ErrorKind::Codegen, format!("no thread for a timeout: {e}"));
        let deadline = Deadline::start(time, self.cancel.clone()).map_err(no_thread)?;
        let outcome = self.generate(program, Some(deadline.token()));
        match outcome {
            Err(error)
                if error.kind() == ErrorKind::Cancelled && !self.is_cancelled() && deadline.is_over() =>
            {
                Err(error.of_kind(ErrorKind::TimedOut))
            }
            outcome => outcome,
        }
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
    }

    fn generate(&self, program: &mut Program, cancel: Option<&CancelToken>) -> Result<Executable> {
        let executable = match (&self.target, &self.options) {
            (Target::Interpreter(options), _) => Executable::interpreted(program.clone(), options.clone()),
            (_, Some(options)) => self.compile_native(program, options, cancel),
            (_, None) => Err(Error::new(ErrorKind::Target, "there is no processor to compile for")),
        }?;
        if self.cancel.is_some() {
            executable.set_cancel(self.cancel.as_ref());
        }
        Ok(executable)
    }

    fn compile_native(
        &self,
        program: &mut Program,
        options: &CompileOptions,
        cancel: Option<&CancelToken>,
    ) -> Result<Executable> {
        let options = CompileOptions { entry: program.entry().to_owned(), ..options.clone() };
        let codegen = Codegen {
            threads: self.threads,
            cache: self.cache.as_deref(),
            backend: self.target.backend(),
            run_threads: self.run_threads,
            pool: self.pool.as_ref(),
            code: self.code.as_deref(),
            keep_code: self.keep_code,
            libraries: &self.libraries,
            monitor: Monitor { cancel, stage: self.stage.as_ref() },
        };
        Executable::generate(program.module_mut(), &options, self.routines.clone(), codegen)
    }
}
