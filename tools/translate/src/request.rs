//! From the command line to the options of each part of the tool.

use std::path::Path;

use strata_codegen_llvm::{OptLevel, PtxOptions, Target};
use strata_diagnostics::{Color, Style as DiagnosticStyle};
use strata_driver::{CompileOptions, TuningDb};
use strata_lowering_vhlo::{OtherDialects, parse_target};

use crate::{
    Failure,
    cli::{Cli, Mode},
    compile, interpret, kernels, serialize,
    sharding::Style,
    source::Input,
    verify::Diagnostics,
};

/// The request: all that the rest of the tool knows of the command line.
pub(crate) enum Request<'a> {
    /// Code for a processor.
    Compile(compile::Options<'a>),
    /// Code of kernels.
    Kernels(kernels::Options<'a>),
    /// Results.
    Interpret(interpret::Options<'a>),
    /// The program in another form.
    Serialize(serialize::Options<'a>),
}

impl Cli {
    /// The input; `terminal` is that of the error stream.
    pub(crate) fn input<'a>(&'a self, stdin: &'a [u8], cwd: &'a Path, terminal: Option<Color>) -> Input<'a> {
        let file = (!self.reads_stdin()).then_some(self.file.as_path());
        let compared = self.verify_diagnostics.then_some(DiagnosticStyle::Mlir);
        let renderer = DiagnosticStyle::choose(self.diagnostics.or(compared), terminal);
        Input { file, stdin, cwd, split: self.split_input_file, renderer }
    }

    /// The request, checked.
    pub(crate) fn request(&self) -> Result<Request<'_>, Failure> {
        let m = &self.mode;
        Ok(match () {
            () if m.interpret => Request::Interpret(self.interpret()),
            () if m.serialize
                || m.deserialize
                || m.mlir_to_cpp
                || m.mlir_to_dot
                || m.sharding_to_html
                || m.sharding_to_text =>
            {
                Request::Serialize(self.serialize()?)
            }
            () if m.mlir_to_ptx => Request::Kernels(self.kernels(kernels::Form::Text)),
            () if m.mlir_to_cubin => Request::Kernels(self.kernels(kernels::Form::Cubin)),
            () if m.mlir_to_fatbin => Request::Kernels(self.kernels(kernels::Form::Fatbin)),
            () if m.mlir_to_device_bitcode => Request::Kernels(self.kernels(kernels::Form::Bitcode)),
            () if m.mlir_to_llvmir => Request::Compile(self.compile(compile::Form::LlvmIr)?),
            () if m.mlir_to_asm => Request::Compile(self.compile(compile::Form::Assembly)?),
            () if m.mlir_to_obj => Request::Compile(self.compile(compile::Form::Object)?),
            () => Request::Compile(self.compile(compile::Form::SharedLibrary)?),
        })
    }

    /// The pipeline that programs go through, for a reproducer: that of the command line, or the usual one of the target.
    pub(crate) fn pipeline(&self) -> Option<String> {
        let m = &self.mode;
        if self.pass_pipeline.is_some() || m.is_of_kernels() {
            return self.pass_pipeline.clone();
        }
        let is_compiled = m.mlir_to_llvmir || m.mlir_to_asm || m.mlir_to_obj || m.mlir_to_shared;
        let target =
            Target::new(self.mtriple.as_deref(), &self.mcpu, &self.mattr).ok().filter(|_| is_compiled)?;
        let options = CompileOptions {
            scatter_out_of_bounds: self.scatter_out_of_bounds,
            max_threads: self.max_threads,
            ..CompileOptions::new(target.with_opt(self.opt.unwrap_or_default()))
        };
        options.pipeline_text(&[], None).ok()
    }

    fn compile(&self, form: compile::Form) -> Result<compile::Options<'_>, Failure> {
        let target = Target::new(self.mtriple.as_deref(), &self.mcpu, &self.mattr);
        let target = target.map_err(|e| format!("error: {e}\n"))?;
        let tuning = self.tuning_db.as_deref().map(TuningDb::read).transpose();
        Ok(compile::Options {
            tuning: tuning.map_err(|e| e.text().to_owned())?,
            form,
            target: target.with_opt(self.opt.unwrap_or_default()),
            opt: self.opt,
            entry: &self.entry,
            prefix: self.c_prefix.as_deref(),
            pipeline: self.pass_pipeline.as_deref(),
            scatter_out_of_bounds: self.scatter_out_of_bounds,
            max_threads: self.max_threads,
            header: self.header.as_deref(),
            cache: self.compile_cache_dir.as_deref(),
            output: &self.output,
        })
    }

    fn kernels(&self, form: kernels::Form) -> kernels::Options<'_> {
        let ptx = PtxOptions {
            arch: self.mcpu.clone(),
            features: self.mattr.clone(),
            opt: self.opt.unwrap_or(OptLevel::O3),
            line_info: self.line_info,
            libraries: Vec::new(),
            assembler_options: self.ptxas_options.clone(),
        };
        kernels::Options {
            form,
            ptx,
            entry: &self.entry,
            pipeline: self.pass_pipeline.as_deref(),
            scatter_out_of_bounds: self.scatter_out_of_bounds,
            ptxas: self.ptxas.as_deref(),
            libraries: &self.link_bitcode,
            remarks: self.remarks,
            output: &self.output,
        }
    }

    fn interpret(&self) -> interpret::Options<'_> {
        let style = match self.interpreter_print_dense {
            true => interpret::Style::Dense,
            false => interpret::Style::Reference,
        };
        interpret::Options {
            entry: &self.entry,
            args: &self.args,
            scatter_out_of_bounds: self.scatter_out_of_bounds,
            probes: self.probe_output_dir.as_deref(),
            style,
            diagnostics: self.diagnostics(),
            output: &self.output,
        }
    }

    fn serialize(&self) -> Result<serialize::Options<'_>, Failure> {
        let target =
            parse_target(&self.target).map_err(|message| Failure::Usage(format!("--target: {message}")))?;
        let others = if self.allow_other_dialects { OtherDialects::Allowed } else { OtherDialects::Refused };
        let form = match &self.mode {
            Mode { serialize: true, .. } if self.jax_export => {
                serialize::Form::JaxExport { target, entry: &self.entry }
            }
            Mode { serialize: true, .. } => serialize::Form::Artifact { target, others },
            Mode { mlir_to_cpp: true, .. } => serialize::Form::Cpp(strata_codegen_cpp::Options {
                declare_variables_at_top: self.declare_variables_at_top,
                file_id: self.file_id.clone(),
            }),
            Mode { mlir_to_dot: true, .. } => serialize::Form::Dot,
            Mode { sharding_to_html: true, .. } => serialize::Form::Shardings(Style::Html),
            Mode { sharding_to_text: true, .. } => serialize::Form::Shardings(Style::Text),
            _ => serialize::Form::Text {
                locations: self.mlir_print_debuginfo,
                version: self.print_stablehlo_version,
            },
        };
        let (strip_locations, diagnostics) = (self.strip_debuginfo, self.diagnostics());
        Ok(serialize::Options { form, strip_locations, diagnostics, output: &self.output })
    }

    fn diagnostics(&self) -> Diagnostics {
        if self.verify_diagnostics { Diagnostics::Compared } else { Diagnostics::Shown }
    }
}
