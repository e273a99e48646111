//! Runs the tool: reads the input, splits it, parses it, runs passes, and prints the results.

use std::{
    borrow::Cow,
    io::Write,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::Arc,
    time::Instant,
};

use strata_bytecode::{ReadOptions, WriteOptions, is_bytecode, read_module, write_module};
use strata_cli::{LogFilter, LogText};
use strata_diagnostics::{Color, Style};
use strata_ir::{
    core::{Body, Context, Diagnostic, Op, Registry, Severity, diagnostics::render_all},
    text::{
        ParseOptions, parse_module, print_body_to, print_op_for_diagnostic,
        split::{blanked, near_miss, split_at},
        write_body,
    },
};
use strata_pass::{
    BuildError, OpPipeline, Output, PassManager, PassManagerConfig, PassObserver, PassRegistry, RunStatus,
    Timer, reproducer,
};
use strata_process::{Progress, is_out_of_memory, panic_message};

use crate::{
    Outcome,
    cli::{Cli, Verify},
    expect::Expectations,
    files::FilesIn,
    help, irdl, upstream, validate,
};

/// The process of a run that is its only work.
#[derive(Default)]
pub struct Process {
    /// The terminal of its error stream.
    pub terminal: Option<Color>,
    /// The events that the environment asks to log; the flag wins.
    pub log: Option<LogFilter>,
}

/// One run of the tool.
pub struct Driver<'a> {
    registry: Registry,
    passes: Arc<PassRegistry>,
    cli: Cli,
    cwd: &'a Path,
    stdout: String,
    /// Text that passes print to the standard output, even if the IR goes to a file.
    printed: String,
    stderr: String,
    code: i32,
    timing: Timer,
    /// Whether output goes to the streams of the process, so that it can be written while it is generated.
    direct: bool,
    /// Whether the output file was written directly.
    written: bool,
    /// The input, if it is bytecode.
    binary_in: Option<Vec<u8>>,
    /// The output, if it is bytecode.
    binary_out: Vec<u8>,
}

impl<'a> Driver<'a> {
    /// A run with the command line `cli`. With a process of its own, it writes directly to the streams where the output is final.
    pub fn new(
        mut registry: Registry,
        passes: Arc<PassRegistry>,
        cli: Cli,
        cwd: &'a Path,
        process: Option<Process>,
    ) -> Self {
        let direct = process.is_some();
        let Process { terminal, log } = process.unwrap_or_default();
        let cli = Cli { log: cli.log.clone().or(log), ..cli };
        let compared = cli.verify_diagnostics.map(|_| Style::Mlir);
        let requested = cli.diagnostics.or(compared);
        let color = cli.color.map(Color::from_support).filter(|_| terminal.is_some() || requested.is_some());
        registry.set_diagnostic_renderer(Style::choose(requested, color.or(terminal)));
        if cli.allow_unregistered {
            registry.allow_unregistered(true);
        }
        // Tests of diagnostics do not expect the note with the op.
        registry
            .set_files(Arc::new(FilesIn(cwd.to_owned())))
            .set_op_printer(print_op_for_diagnostic)
            .print_op_on_diagnostic(!cli.no_op_on_diagnostic && cli.verify_diagnostics.is_none());
        let timing = Timer::default();
        Self {
            registry,
            passes,
            cli,
            cwd,
            stdout: String::new(),
            printed: String::new(),
            stderr: String::new(),
            code: 0,
            timing,
            direct,
            written: false,
            binary_in: None,
            binary_out: Vec::new(),
        }
    }
    /// Runs the tool; returns the rest of the output and the exit code.
    pub fn run(mut self, stdin: &[u8]) -> Outcome {
        if !self.informs() {
            self.process(stdin);
        }
        if let Some(file) = self.cli.output.as_deref().filter(|f| *f != "-") {
            let mut bytes = std::mem::take(&mut self.stdout).into_bytes();
            bytes.append(&mut self.binary_out);
            if !self.written
                && (self.code == 0 || !bytes.is_empty())
                && let Err(e) = std::fs::write(self.cwd.join(file), bytes)
            {
                self.fail(1, &format!("cannot open output file '{file}': {e}"));
            }
        }
        append(&mut self.printed, self.stdout);
        let mut stdout = self.printed.into_bytes();
        stdout.append(&mut self.binary_out);
        (stdout, self.stderr.into_bytes(), self.code)
    }
    fn fail(&mut self, code: i32, message: &str) {
        self.stderr.push_str(&format!("strata-opt: {message}\n"));
        self.code = self.code.max(code);
    }
    /// Answers requests that need no input; returns whether there was one.
    fn informs(&mut self) -> bool {
        if self.cli.help {
            self.stdout = help::text(&self.passes);
        } else if self.cli.version {
            self.stdout = help::version();
        } else if self.cli.show_dialects {
            let mut names: Vec<&str> = self.registry.dialects().iter().map(|d| d.name).collect();
            names.sort_unstable();
            self.stdout = format!("Available Dialects: {}\n", names.join(","));
        } else if self.cli.list_passes {
            self.stdout = help::list(&self.passes);
        } else {
            return false;
        }
        true
    }
    fn process(&mut self, stdin: &[u8]) {
        if self.cli.mlir_upstream.is_some() && !upstream::AVAILABLE {
            return self.fail(1, upstream::UNAVAILABLE);
        }
        if !self.define_dialects() {
            return;
        }
        let started = Instant::now();
        let (name, bytes) = match self.cli.input.as_deref() {
            None | Some("-") => ("<stdin>".to_owned(), stdin.to_vec()),
            Some(file) => match std::fs::read(self.cwd.join(file)) {
                Ok(bytes) => (file.to_owned(), bytes),
                Err(e) => return self.fail(1, &format!("cannot open input file '{file}': {}", plain(&e))),
            },
        };
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(e) if is_bytecode(e.as_bytes()) => {
                self.binary_in = Some(e.into_bytes());
                String::new()
            }
            Err(e) => {
                let at = e.utf8_error().valid_up_to();
                return self.fail(1, &format!("{name}: the input is not UTF-8 at byte {at}"));
            }
        };
        if self.cli.run_reproducer {
            match reproducer::parse(&text) {
                Some(r) => {
                    self.cli.pass_pipeline = Some(r.pipeline);
                    self.cli.single_threaded |= r.disable_threading;
                    self.cli.no_verify_each |= !r.verify_each;
                }
                None => return self.fail(1, &format!("{name}: the input holds no reproducer")),
            }
        }
        let pipeline = match self.pipeline() {
            Ok(pipeline) => pipeline,
            Err(message) => {
                self.stderr.push_str(&message);
                self.code = 1;
                return;
            }
        };
        if self.cli.dump_pipeline {
            self.stderr.push_str(&pipeline.pretty());
        }
        let mut statistics = strata_pass::Statistics::default();
        match self.cli.split.clone() {
            None => self.part(&name, text.into(), "", &pipeline, &mut statistics),
            Some(marker) => self.parts(&name, &text, &marker, &pipeline, &mut statistics),
        }
        if self.cli.statistics {
            let report = statistics.report(self.cli.statistics_list);
            self.stderr.push_str(&report);
        }
        if self.cli.timing {
            self.timing.wall = started.elapsed();
            let report = self.timing.report(self.cli.timing_format);
            self.stderr.push_str(&report);
        }
    }
    /// Adds the dialects of `--irdl-file`; whether there was no error.
    fn define_dialects(&mut self) -> bool {
        let Some(file) = self.cli.irdl_file.clone() else { return true };
        let defined = match std::fs::read_to_string(self.cwd.join(&file)) {
            Ok(text) => irdl::load(&mut self.registry, &file, text),
            Err(e) => Err(format!("error: cannot open input file '{file}': {}\n", plain(&e))),
        };
        if let Err(message) = &defined {
            self.stderr.push_str(message);
            self.code = 1;
        }
        defined.is_ok()
    }
    fn pipeline(&self) -> Result<OpPipeline, String> {
        if let Some(text) = &self.cli.pass_pipeline {
            if !self.cli.passes.is_empty() {
                return Err("'-pass-pipeline' option can't be used with individual pass options\n".into());
            }
            return OpPipeline::parse(&self.passes, text);
        }
        let mut pipeline = OpPipeline::new(Some("builtin.module"));
        for element in &self.cli.passes {
            pipeline.add_element(&self.passes, element, true).map_err(|e| match e {
                BuildError::Unknown(name) => format!("strata-opt: '{name}' is not a registered pass\n"),
                BuildError::Other(message) => message,
            })?;
        }
        Ok(pipeline)
    }
    /// Processes the parts between markers.
    fn parts(
        &mut self,
        name: &str,
        text: &str,
        marker: &str,
        pipeline: &OpPipeline,
        statistics: &mut strata_pass::Statistics,
    ) {
        let output_marker = self.cli.output_split.clone().unwrap_or_else(|| marker.to_owned());
        let parts = split_at(text, marker);
        for at in parts.near_misses {
            self.stderr.push_str(&near_miss(name, text, at));
        }
        for (i, (at, part)) in parts.inputs.into_iter().enumerate() {
            if i > 0 {
                self.stdout.push_str(&output_marker);
                self.stdout.push('\n');
            }
            let before = blanked(text, at, 0);
            self.part(name, part.into(), &before, pipeline, statistics);
        }
    }
    fn part(
        &mut self,
        name: &str,
        text: Cow<'_, str>,
        before: &str,
        pipeline: &OpPipeline,
        statistics: &mut strata_pass::Statistics,
    ) {
        // Each part gets a fresh context, so that the declarations of one part do not affect another.
        let cx = self.registry.clone().freeze();
        #[cfg(feature = "bundled")]
        crate::device_code::lend(&cx);
        let Some(verify) = self.cli.verify_diagnostics else {
            let source = if before.is_empty() { text.into_owned() } else { before.to_owned() + &text };
            let (out, ok) = self.guarded(&cx, name, source, pipeline, None, statistics);
            append(&mut self.stdout, out);
            if !ok {
                self.code = self.code.max(1);
            }
            return;
        };
        let line = before.matches('\n').count();
        let mut expectations = Expectations::new(name, &text, line, verify == Verify::OnlyExpected);
        let source = before.to_owned() + &text;
        let (out, _) = self.guarded(&cx, name, source, pipeline, Some(&mut expectations), statistics);
        append(&mut self.stdout, out);
        if !expectations.finish() {
            self.code = self.code.max(1);
        }
        self.stderr.push_str(&expectations.errors);
    }
    /// Like [`Self::run_part`], but catches panics.
    fn guarded(
        &mut self,
        cx: &Arc<Context>,
        name: &str,
        source: String,
        pipeline: &OpPipeline,
        expect: Option<&mut Expectations<'_>>,
        statistics: &mut strata_pass::Statistics,
    ) -> (String, bool) {
        let run = || self.run_part(cx, name, source, pipeline, expect, statistics);
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(outcome) => outcome,
            Err(payload) => {
                let why = panic_message(&*payload);
                if is_out_of_memory(&why) {
                    self.fail(1, "error: out of memory");
                } else {
                    self.stderr.push_str(&format!("strata-opt: internal error: {why}\n"));
                    self.crashed(name, cx.sources().text_of(name).unwrap_or_default(), pipeline);
                }
                (String::new(), false)
            }
        }
    }
    /// Parses, runs the pipeline and prints. Returns the text, and whether there were no errors.
    fn run_part(
        &mut self,
        cx: &Arc<Context>,
        name: &str,
        source: String,
        pipeline: &OpPipeline,
        mut expect: Option<&mut Expectations<'_>>,
        statistics: &mut strata_pass::Statistics,
    ) -> (String, bool) {
        let failed = || (String::new(), false);
        let Some(mut body) = self.parse_part(cx, name, source, &mut expect) else { return failed() };
        if let Some(file) = self.cli.generate_reproducer.clone() {
            let text = self.reproducer(&body, pipeline);
            if let Err(e) = std::fs::write(self.cwd.join(&file), text) {
                self.fail(1, &format!("cannot open output file '{file}': {e}"));
            }
        }
        if (!pipeline.items.is_empty() || pipeline.anchor.as_deref() != Some("builtin.module"))
            && !self.run_pipeline(name, &mut body, pipeline, &mut expect, statistics)
        {
            return failed();
        }
        if let Some(upstream) = self.cli.mlir_upstream.clone() {
            match upstream::run(&body, &upstream) {
                Ok(new) => body = new,
                Err(diags) => {
                    self.diagnostics(cx, &diags, &mut expect);
                    return failed();
                }
            }
        }
        self.print_part(cx, body, &mut expect)
    }
    /// The module of a part; none where an error was told.
    fn parse_part(
        &mut self,
        cx: &Arc<Context>,
        name: &str,
        source: String,
        expect: &mut Option<&mut Expectations<'_>>,
    ) -> Option<Box<Body>> {
        let started = Instant::now();
        let options = ParseOptions {
            skip_verify: self.cli.skip_verify_on_parsing,
            no_implicit_module: self.cli.no_implicit_module,
            // Users want all errors at once; tests shared with mlir-opt expect only its first error.
            recover: self.cli.verify_diagnostics.is_none(),
        };
        let parsed = match &self.binary_in {
            Some(bytes) => read_module(cx, name, bytes, ReadOptions { skip_verify: options.skip_verify }),
            None => parse_module(cx, name, source, options),
        };
        self.timing.add("Parser", started.elapsed());
        let body = match parsed {
            Ok(body) => body,
            Err(diags) => {
                self.diagnostics(cx, &diags, expect);
                return None;
            }
        };
        if self.cli.verify_roundtrip
            && let Err(d) = roundtrip(cx, &body)
        {
            self.diagnostics(cx, &[*d], expect);
            return None;
        }
        Some(body)
    }
    /// Runs the pipeline, or validates its passes, and tells what came of it; whether it succeeded.
    fn run_pipeline(
        &mut self,
        name: &str,
        body: &mut Body,
        pipeline: &OpPipeline,
        expect: &mut Option<&mut Expectations<'_>>,
        statistics: &mut strata_pass::Statistics,
    ) -> bool {
        let cx = body.cx_arc().clone();
        let report = match self.cli.validate_passes {
            // A pipeline for another op is an error that the manager reports.
            Some(n) if pipeline.anchor.as_deref().is_none_or(|a| a == body.op_name(Op::SELF)) => {
                let settings = validate::settings(n, self.cli.validate_tolerance);
                validate::run(pipeline, &self.config(), &self.passes, body, &settings)
            }
            _ => {
                let progress = self.direct.then(|| Progress::new("compiling", 1));
                let mut config = self.config();
                config.on_pass = progress.as_ref().and_then(observer);
                let manager = PassManager::new(pipeline.clone(), config, Some(self.passes.clone()));
                self.logged(|| manager.run(body))
            }
        };
        self.timing.absorb(report.timing);
        statistics.merge(report.statistics);
        let mut written = true;
        for output in report.outputs {
            match output {
                Output::Diagnostic(d) => self.diagnostics(&cx, &[d], expect),
                Output::Stdout(text) => self.printed.push_str(&text),
                Output::Stderr(text) => self.stderr.push_str(&text),
                Output::File { path, text } if path.as_os_str() == "-" => self.printed.push_str(&text),
                Output::File { path, text } => {
                    if let Err(e) = std::fs::write(self.cwd.join(&path), text) {
                        written = false;
                        self.stderr.push_str(&format!("error: cannot write {}: {e}\n", path.display()));
                    }
                }
            }
        }
        match report.status {
            RunStatus::Success => written,
            RunStatus::Failed => false,
            RunStatus::Crashed => {
                self.crashed(name, cx.sources().text_of(name).unwrap_or_default(), pipeline);
                false
            }
        }
    }
    /// Runs `work` with the log that was requested.
    fn logged<T>(&mut self, work: impl FnOnce() -> T) -> T {
        match self.cli.log.clone() {
            None => work(),
            Some(filter) if self.direct => filter.log_to(std::io::stderr(), work),
            Some(filter) => {
                let text = LogText::default();
                let result = filter.log_to(text.clone(), work);
                self.stderr.push_str(&text.take());
                result
            }
        }
    }
    /// Prints a module; the text, where it is not written at once, and whether all went well.
    fn print_part(
        &mut self,
        cx: &Arc<Context>,
        body: Box<Body>,
        expect: &mut Option<&mut Expectations<'_>>,
    ) -> (String, bool) {
        let started = Instant::now();
        let mut out = String::new();
        let mut ok = true;
        if let Some(version) = self.cli.emit_bytecode {
            match write_module(&body, &WriteOptions { version, ..WriteOptions::default() }) {
                Ok(bytes) => self.binary_out.extend(bytes),
                Err(diags) => {
                    self.diagnostics(cx, &diags, expect);
                    ok = false;
                }
            }
        } else if self.direct && self.cli.split.is_none() && expect.is_none() {
            ok = self.write(&body);
            // The process ends soon, and the system frees its memory faster.
            std::mem::forget(body);
        } else {
            print_body_to(&body, &self.cli.print, &mut out);
        }
        self.timing.add("Output", started.elapsed());
        (out, ok)
    }
    /// Writes earlier diagnostics to the standard error output, then the module to the output file or to the standard output of the
    /// process.
    fn write(&mut self, body: &Body) -> bool {
        self.written = true;
        // Errors cannot be reported if the standard error output cannot be written.
        let _ = std::io::stderr().write_all(std::mem::take(&mut self.stderr).as_bytes());
        let mut stdout = std::io::stdout().lock();
        let result = stdout.write_all(std::mem::take(&mut self.printed).as_bytes());
        let Some(file) = self.cli.output.as_deref().filter(|f| *f != "-") else {
            drop(stdout);
            let written =
                result.and_then(|()| strata_process::to_stdout(|to| write_body(body, &self.cli.print, to)));
            if let Err(e) = &written {
                self.fail(1, &format!("error: cannot write the standard output: {e}"));
            }
            return written.is_ok();
        };
        let path = self.cwd.join(file);
        let written = std::fs::File::create(path).and_then(|mut f| write_body(body, &self.cli.print, &mut f));
        if let Err(e) = written {
            let message = format!("cannot open output file '{file}': {e}");
            self.fail(1, &message);
            return false;
        }
        true
    }
    fn diagnostics(
        &mut self,
        cx: &Context,
        diags: &[Diagnostic],
        expect: &mut Option<&mut Expectations<'_>>,
    ) {
        if let Some(expect) = expect {
            diags.iter().for_each(|d| expect.see(cx, d));
            return;
        }
        let filter = self.cli.remarks_filter.as_deref().and_then(|f| regex::Regex::new(f).ok());
        let shown: Vec<Diagnostic> = diags
            .iter()
            .filter(|d| {
                d.severity != Severity::Remark || filter.as_ref().is_none_or(|f| f.is_match(&d.message))
            })
            .cloned()
            .collect();
        self.stderr.push_str(&render_all(cx, &shown));
    }
    fn config(&self) -> PassManagerConfig {
        let mut printing = self.cli.printing.clone();
        printing.tree_dir = printing.tree_dir.map(|d| self.cwd.join(d));
        PassManagerConfig {
            no_verify: self.cli.no_verify_each,
            // A log is that of one thread.
            single_threaded: self.cli.single_threaded || self.cli.log.is_some(),
            threads: self.cli.threads,
            no_skipping: self.cli.no_skipping,
            printing,
            print: self.cli.print.clone(),
            crash_reproducer: self.cli.crash_reproducer.as_ref().map(|f| self.cwd.join(f)),
            local_reproducer: self.cli.local_reproducer,
            cancel: None,
            on_pass: None,
        }
    }
    fn reproducer(&self, body: &Body, pipeline: &OpPipeline) -> String {
        let mut module = String::new();
        print_body_to(body, &self.cli.print, &mut module);
        reproducer::text(&module, &pipeline.text(), self.cli.single_threaded, !self.cli.no_verify_each)
    }
    /// Writes a reproducer after a panic.
    fn crashed(&mut self, name: &str, source: &str, pipeline: &OpPipeline) {
        self.code = 3;
        let text =
            reproducer::text(source, &pipeline.text(), self.cli.single_threaded, !self.cli.no_verify_each);
        let write = || match &self.cli.crash_reproducer {
            Some(file) => std::fs::write(self.cwd.join(file), &text).map(|()| self.cwd.join(file)),
            // Other users may be able to write to that folder.
            None => {
                let folder = std::env::temp_dir();
                let (mut file, path) =
                    strata_process::create_private(&folder, "strata-opt-reproducer", "mlir")?;
                file.write_all(text.as_bytes()).map(|()| path)
            }
        };
        let message = match write() {
            Ok(file) => format!(
                "internal error while working on '{name}'; to see it again run\n  strata-opt --run-reproducer {}\n\
                 please report it with that file",
                file.display()
            ),
            Err(e) => format!("internal error while working on '{name}'; cannot write a reproducer: {e}"),
        };
        self.fail(3, &message);
    }
}

/// The text of an IO error in the form that LLVM tools use.
fn plain(e: &std::io::Error) -> String {
    match e.kind() {
        std::io::ErrorKind::NotFound => "No such file or directory".into(),
        std::io::ErrorKind::PermissionDenied => "Permission denied".into(),
        std::io::ErrorKind::IsADirectory => "Is a directory".into(),
        _ => e.to_string(),
    }
}

/// Appends a text; if `to` is empty, the text is moved without a copy.
fn append(to: &mut String, text: String) {
    if to.is_empty() {
        *to = text;
    } else {
        to.push_str(&text);
    }
}

/// Prints and parses the module in both forms, and compares the results.
fn roundtrip(cx: &Arc<Context>, body: &Body) -> Result<(), Box<Diagnostic>> {
    use strata_ir::text::{PrintOptions, print_body};
    let generic = PrintOptions { generic: true, debuginfo: false, ..Default::default() };
    let reference = print_body(body, &generic);
    for (form, options) in [("custom", PrintOptions::default()), ("generic", generic.clone())] {
        let text = print_body(body, &options);
        let loc = body.loc(Op::SELF);
        let again = parse_module(
            cx,
            "<roundtrip>",
            text,
            ParseOptions { skip_verify: true, ..ParseOptions::default() },
        )
        .map_err(|errors| {
            let d =
                Diagnostic::error(loc, format!("failed to roundtrip: the {form} form does not parse again"));
            Box::new(errors.into_iter().take(1).fold(d, |d, e| d.note(e.loc, e.message)))
        })?;
        if print_body(&again, &generic) != reference {
            let message = format!("failed to roundtrip: the {form} form parses to another module");
            return Err(Box::new(Diagnostic::error(loc, message)));
        }
    }
    Ok(())
}

/// Tells the line of a terminal which pass runs.
fn observer(progress: &Progress) -> Option<PassObserver> {
    let stage = progress.stage();
    progress.is_shown().then(|| Arc::new(move |pass| stage.set(pass)) as PassObserver)
}
