//! The command line.

use std::{path::PathBuf, sync::OnceLock};

use clap::{Args, CommandFactory, Parser};
use strata_cli::Documents;
use strata_codegen_llvm::{OptLevel, Target};
use strata_diagnostics::Style;
use strata_stablehlo::ScatterOutOfBounds;

use crate::{Failure, source};

const EXAMPLES: &str = "Examples:
  strata-translate --mlir-to-llvmir model.mlir -O3 -o model.ll
  strata-translate --mlir-to-shared model.mlir -o libmodel.so --header=model.h
  strata-translate --mlir-to-obj model.mlir --c-prefix=encoder -o encoder.o --header=encoder.h
  strata-translate --mlir-to-asm model.mlir --mtriple=aarch64-linux-gnu --mcpu=neoverse-n1
  strata-translate --mlir-to-ptx model.mlir --mcpu=sm_90a -o model.ptx
  strata-translate --serialize --target=1.0.0 model.mlir -o model.mlirbc
  strata-translate --import-llvm module.bc -o module.mlir
  strata-translate --mlir-to-cpp program.mlir -o program.cpp
  strata-translate --mlir-to-dot model.mlir | dot -Tsvg -o model.svg
  strata-translate --interpret model.mlir --args='[dense<[1, 2]> : tensor<2xi32>]'";

/// Translates a program to LLVM IR, machine code, other formats, or results.
#[derive(Parser, Debug)]
#[command(name = "strata-translate", version = version(), after_help = EXAMPLES)]
pub struct Cli {
    /// The program; `-` or none is the standard input.
    #[arg(default_value = "-")]
    pub file: PathBuf,
    /// The output format.
    #[command(flatten)]
    pub mode: Mode,
    /// The output file; `-` is the standard output.
    #[arg(short = 'o', long = "output", value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
    /// Also write a C header that declares the functions of the compiled program.
    #[arg(long, value_name = "FILE")]
    pub header: Option<PathBuf>,
    /// The prefix of the C functions and of all other symbols of the compiled program, so that several programs can be linked together.
    /// Default: the name of the module, or else of the file.
    #[arg(long, value_name = "NAME", value_parser = c_prefix)]
    pub c_prefix: Option<String>,
    /// The target to compile for, as aarch64-linux-gnu; this machine's when it is missing.
    #[arg(long, value_name = "TRIPLE")]
    pub mtriple: Option<String>,
    /// The CPU to compile for; `native` is this machine's, `help` lists all. For --mlir-to-ptx and --mlir-to-cubin, the GPU's
    /// architecture: sm_80, sm_90a, ….
    #[arg(long, value_name = "NAME", default_value = "native")]
    pub mcpu: String,
    /// CPU features, as +avx2,-avx512f; `help` lists all. For GPUs, the version of PTX: +ptx83.
    #[arg(long, value_name = "FEATURES", default_value = "", allow_hyphen_values = true)]
    pub mattr: String,
    /// The optimization level of LLVM: 0 to 3.
    #[arg(short = 'O', value_name = "LEVEL", value_parser = level)]
    pub opt: Option<OptLevel>,
    /// NVIDIA's assembler for --mlir-to-cubin and --remarks. Without it: STRATA_PTXAS, CUDA_HOME/bin, the active virtual environment of
    /// Python, PATH.
    #[arg(long, value_name = "FILE", value_parser = directory)]
    pub ptxas: Option<PathBuf>,
    /// Further options of NVIDIA's assembler, as `--ptxas-options=-v,--maxrregcount=64`.
    #[arg(long, value_name = "OPTIONS", value_delimiter = ',', allow_hyphen_values = true)]
    pub ptxas_options: Vec<String>,
    /// Link kernels with a file of LLVM IR, text or bitcode, as libdevice; what they do not need of it is left out.
    #[arg(long, value_name = "FILE", value_parser = directory)]
    pub link_bitcode: Vec<PathBuf>,
    /// Print the resources of each kernel: registers, shared memory, spills, and the number of blocks per multiprocessor.
    #[arg(long)]
    pub remarks: bool,
    /// Add the source line of each instruction to PTX and cubins.
    #[arg(long, visible_alias = "lineinfo")]
    pub line_info: bool,
    /// The folder of the compile cache, which keeps compiled programs; STRATA_COMPILE_CACHE_DIR does the same.
    #[arg(long, value_name = "DIR", value_parser = directory)]
    pub compile_cache_dir: Option<PathBuf>,
    /// The entry function.
    #[arg(long, default_value = "main")]
    pub entry: String,
    /// The arguments of the entry for --interpret: [dense<…> : tensor<…>, …], @FILE with such a list, or @A.npy,@B.npy.
    #[arg(long, value_name = "LIST", default_value = "[]", requires = "interpret")]
    pub args: String,
    /// The folder for the values that interpreter.probe ops record in --interpret; an empty name is the current directory.
    #[arg(long, value_name = "DIR", requires = "interpret", value_parser = directory)]
    pub probe_output_dir: Option<PathBuf>,
    /// The version of StableHLO that --serialize writes: 1.2.3 or current.
    #[arg(
        long,
        visible_alias = "stablehlo-version",
        value_name = "VERSION",
        default_value = "current",
        requires = "serialize"
    )]
    pub target: String,
    /// With --serialize, keep ops, types and attributes of other dialects, which may change without notice.
    #[arg(long, requires = "serialize")]
    pub allow_other_dialects: bool,
    /// Print the StableHLO version of the artifact as the first line.
    #[arg(long, requires = "deserialize")]
    pub print_stablehlo_version: bool,
    /// With --mlir-to-cpp, declare all variables of a function where it begins, as functions with branches need it.
    #[arg(long, requires = "mlir_to_cpp")]
    pub declare_variables_at_top: bool,
    /// With --mlir-to-cpp, also write the emitc.file ops of this name.
    #[arg(long, value_name = "NAME", requires = "mlir_to_cpp")]
    pub file_id: Option<String>,
    /// Drop the locations of ops.
    #[arg(long)]
    pub strip_debuginfo: bool,
    /// With --serialize, write a file that jax.export.deserialize reads: the artifact and the signature of its --entry.
    #[arg(long, requires = "serialize")]
    pub jax_export: bool,
    /// With --interpret, print results as literals: dense<[1, 2]> : tensor<2xi32>.
    #[arg(long, requires = "interpret")]
    pub interpreter_print_dense: bool,
    /// With --deserialize and --import-llvm, print locations.
    #[arg(long)]
    pub mlir_print_debuginfo: bool,
    /// The form of diagnostics: as mlir-opt's, with excerpts, labels and suggestions, or as one JSON object a line. Default: rich on a
    /// terminal, mlir elsewhere.
    #[arg(long, value_name = "mlir|rich|json")]
    pub diagnostics: Option<Style>,
    /// Compare diagnostics with comments in the input, such as `// expected-error@+1 {{…}}`.
    #[arg(long)]
    pub verify_diagnostics: bool,
    /// Process the parts of the input between `// -----` lines separately.
    #[arg(long)]
    pub split_input_file: bool,
    /// A database of strata-tune: kernels that it knows are compiled with the options that were fastest.
    #[arg(long, value_name = "FILE", conflicts_with = "pass_pipeline")]
    pub tuning_db: Option<PathBuf>,
    /// A pipeline instead of strata-cpu-pipeline or strata-gpu-pipeline; it must end in the llvm dialect.
    #[arg(long, value_name = "PIPELINE")]
    pub pass_pipeline: Option<String>,
    /// The behaviour of scatter for a window that is partly outside of its input: window drops the whole window, as XLA and JAX do;
    /// element drops only the elements outside, as StableHLO's specification says. A pipeline of --pass-pipeline has its own option.
    #[arg(long, value_name = "window|element", default_value_t, conflicts_with = "pass_pipeline")]
    pub scatter_out_of_bounds: ScatterOutOfBounds,
    /// The number of threads that parallel loops are divided for, four tasks for each. Any number runs them; sums of products may round
    /// differently.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024), conflicts_with = "pass_pipeline")]
    pub max_threads: Option<u64>,
    /// Completions and the manual page.
    #[command(flatten)]
    pub documents: Documents,
}

/// The output format.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct Mode {
    /// LLVM IR as text. A module of the llvm dialect is translated as it is; others go through the CPU pipeline.
    #[arg(long)]
    pub mlir_to_llvmir: bool,
    /// Assembly.
    #[arg(long, visible_alias = "mlir-to-assembly")]
    pub mlir_to_asm: bool,
    /// A relocatable object file with a C entry.
    #[arg(long, visible_alias = "mlir-to-object")]
    pub mlir_to_obj: bool,
    /// A shared library with a C entry.
    #[arg(long)]
    pub mlir_to_shared: bool,
    /// The kernels as PTX. A module whose gpu.modules are of the llvm and nvvm dialects is translated as it is; others go through the
    /// GPU pipeline.
    #[arg(long)]
    pub mlir_to_ptx: bool,
    /// The kernels as a cubin, which ptxas assembles from the PTX.
    #[arg(long)]
    pub mlir_to_cubin: bool,
    /// The kernels as a fatbin, in which fatbinary puts the cubin and the PTX.
    #[arg(long)]
    pub mlir_to_fatbin: bool,
    /// The kernels as bitcode of LLVM for the device.
    #[arg(long)]
    pub mlir_to_device_bitcode: bool,
    /// Run the program on the reference interpreter and print its results.
    #[arg(long)]
    pub interpret: bool,
    /// A portable artifact of a StableHLO program.
    #[arg(long, visible_alias = "mlir-to-bytecode")]
    pub serialize: bool,
    /// The text of a program in a binary form: an artifact, bytecode, or a file of jax.export.
    #[arg(long, visible_alias = "bytecode-to-mlir")]
    pub deserialize: bool,
    /// The llvm dialect, from LLVM IR as text or bitcode.
    #[arg(long)]
    pub import_llvm: bool,
    /// C or C++, from the emitc dialect.
    #[arg(long)]
    pub mlir_to_cpp: bool,
    /// A graph of the program for Graphviz.
    #[arg(long)]
    pub mlir_to_dot: bool,
    /// An HTML document with the sharding of every value, and the devices that have each tile.
    #[arg(long)]
    pub sharding_to_html: bool,
    /// The same as text.
    #[arg(long)]
    pub sharding_to_text: bool,
    /// A copy of strata-translate itself that contains the static library of the runtime: it makes shared libraries without other
    /// files of Strata.
    #[arg(long)]
    pub embed_runtime: bool,
}

impl Mode {
    /// Whether kernels are compiled.
    pub(crate) fn is_of_kernels(&self) -> bool {
        self.mlir_to_ptx || self.mlir_to_cubin || self.mlir_to_fatbin || self.mlir_to_device_bitcode
    }
}

impl Cli {
    /// Whether the program comes from the standard input.
    #[must_use]
    pub fn reads_stdin(&self) -> bool {
        self.file.as_os_str() == "-" && !self.wants_names() && !self.mode.embed_runtime
    }

    /// Whether only the names of CPUs and features are requested.
    #[must_use]
    pub fn wants_names(&self) -> bool {
        self.mcpu == "help" || self.mattr == "help"
    }

    /// Rejects combinations of flags that the parser does not check.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let usage = |message: &str| Err(Failure::Usage(message.to_owned()));
        let m = &self.mode;
        let compiled = m.mlir_to_llvmir || m.mlir_to_asm || m.mlir_to_obj || m.mlir_to_shared;
        let kernels = m.is_of_kernels();
        if m.embed_runtime {
            return match (self.file.as_os_str() == "-", self.output.as_os_str() == "-") {
                (false, _) => usage("--embed-runtime takes no program"),
                (true, true) => usage("--embed-runtime needs --output=FILE"),
                (true, false) => Ok(()),
            };
        }
        let drawn = m.mlir_to_cpp || m.mlir_to_dot || m.sharding_to_html || m.sharding_to_text;
        if !(compiled || kernels || m.interpret || m.serialize || m.deserialize || m.import_llvm || drawn) {
            return usage(
                "the following required arguments were not provided:\n  what to make of the program, as --mlir-to-llvmir; --help lists all",
            );
        }
        let binary = m.mlir_to_obj || m.mlir_to_shared || m.is_of_kernels() && !m.mlir_to_ptx || m.serialize;
        if m.import_llvm && (self.split_input_file || self.verify_diagnostics) {
            return usage("--import-llvm takes one module, which has no comments of MLIR");
        }
        if self.split_input_file && (binary || self.header.is_some()) {
            return usage("--split-input-file needs a textual output");
        }
        if self.verify_diagnostics && (compiled || kernels) {
            return usage(
                "--verify-diagnostics is for --interpret, --serialize, --deserialize, --mlir-to-cpp, --mlir-to-dot and --sharding-to-…",
            );
        }
        if self.header.is_some() && !compiled {
            return usage("--header needs a program that is compiled");
        }
        if self.c_prefix.is_some() && !compiled {
            return usage("--c-prefix needs a program that is compiled");
        }
        let of_kernels = [
            ("--ptxas", self.ptxas.is_some()),
            ("--ptxas-options", !self.ptxas_options.is_empty()),
            ("--link-bitcode", !self.link_bitcode.is_empty()),
            ("--remarks", self.remarks),
            ("--line-info", self.line_info),
        ];
        if let (false, Some((flag, _))) = (kernels, of_kernels.iter().find(|(_, given)| *given)) {
            return usage(&format!("{flag} needs --mlir-to-ptx, --mlir-to-cubin or --mlir-to-fatbin"));
        }
        if kernels && self.mcpu == "native" {
            return usage("--mcpu=ARCHITECTURE is needed for kernels, as --mcpu=sm_90a");
        }
        if kernels && self.mtriple.as_ref().is_some_and(|t| !t.starts_with("nvptx64")) {
            return usage("kernels are compiled for nvptx64-nvidia-cuda only");
        }
        Ok(())
    }
}

/// Parses arguments without the program's name.
pub(crate) fn parse(args: &[String]) -> Result<Cli, clap::Error> {
    // LLVM's tools also accept long options with one dash.
    let command = Cli::command();
    let has_name = |a: &clap::Arg, name: &str| {
        a.get_long_and_visible_aliases().is_some_and(|names| names.contains(&name))
    };
    let is_long = |name: &str| command.get_arguments().any(|a| has_name(a, name));
    let dashed: Vec<String> = args
        .iter()
        .map(|arg| match arg.strip_prefix('-').filter(|rest| !rest.starts_with('-')) {
            Some(rest) if is_long(rest.split('=').next().unwrap_or(rest)) => format!("-{arg}"),
            _ => arg.clone(),
        })
        .collect();
    Cli::try_parse_from(std::iter::once("strata-translate").chain(dashed.iter().map(String::as_str)))
}

fn directory(text: &str) -> Result<PathBuf, std::convert::Infallible> {
    Ok(text.into())
}

/// A prefix of names that C does not reserve.
fn c_prefix(text: &str) -> Result<String, String> {
    match source::identifier(text) == text && !text.is_empty() {
        true => Ok(text.to_owned()),
        false => {
            Err("a prefix has letters, digits and `_`, begins with no digit, and is not reserved by C"
                .to_owned())
        }
    }
}

fn level(text: &str) -> Result<OptLevel, String> {
    text.parse().map_err(|_| "the level is 0, 1, 2 or 3".to_owned())
}

/// The versions of Strata and LLVM, and the CPU that `native` stands for on this machine.
fn version() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let host = Target::host().map_or_else(|e| e.to_string(), |t| format!("{} ({})", t.cpu(), t.triple()));
        let llvm = strata_codegen_llvm::llvm_version();
        format!("{}\nLLVM {llvm}\nhost CPU: {host}", env!("CARGO_PKG_VERSION"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_and_explains_every_option() {
        let command = Cli::command();
        for argument in command.get_arguments() {
            let id = argument.get_id();
            assert!(!argument.is_hide_set(), "{id} is hidden");
            assert!(argument.get_help().is_some_and(|help| !help.to_string().is_empty()), "{id} has no help");
            let (all, shown) = (argument.get_all_aliases(), argument.get_visible_aliases());
            assert_eq!(
                all.unwrap_or_default().len(),
                shown.unwrap_or_default().len(),
                "{id} has a name that is not shown"
            );
        }
    }

    #[test]
    fn names_of_upstream_are_names_too() {
        for name in ["--mlir-to-object", "-mlir-to-object", "-mlir-to-obj"] {
            assert!(parse(&[name.to_owned()]).is_ok_and(|cli| cli.mode.mlir_to_obj), "{name}");
        }
    }
}
