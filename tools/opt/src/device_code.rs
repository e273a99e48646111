//! Code for devices: `strata-translate`, which links LLVM, makes it as a process. This tool needs nothing but Rust.

use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
    sync::Arc,
};

use strata_ir::{
    core::{Body, Context},
    text::{PrintOptions, print_body},
};
use strata_registry::device_code::{CodeForm, CodeRequest, DeviceCompiler, lend_device_compiler};

/// The name of the tool.
const TOOL: &str = "strata-translate";

/// NVIDIA's mathematical functions in a toolkit.
const LIBDEVICE: &str = "nvvm/libdevice/libdevice.10.bc";

/// Lets passes of a context compile kernels by the tool beside this program.
pub(crate) fn lend(cx: &Context) {
    lend_device_compiler(cx, Arc::new(Translate));
}

/// The tool beside this program.
struct Translate;

impl DeviceCompiler for Translate {
    fn compile(&self, module: &Body, request: &CodeRequest<'_>) -> Result<Vec<u8>, String> {
        let tool =
            strata_cli::tool_beside(TOOL).map_err(|e| format!("{e}: it makes the code for devices"))?;
        let form = match request.form {
            CodeForm::Assembly => "--mlir-to-ptx",
            CodeForm::Binary => "--mlir-to-cubin",
            CodeForm::Fatbin => "--mlir-to-fatbin",
            CodeForm::Bitcode => "--mlir-to-device-bitcode",
        };
        let mut command = Command::new(&tool);
        command
            .args(["-", form, "--diagnostics=mlir"])
            .arg(format!("--mcpu={}", request.chip))
            .arg(format!("--mattr={}", request.features))
            .arg(format!("-O{}", request.opt_level));
        if !request.toolkit.is_empty() {
            let toolkit = PathBuf::from(request.toolkit);
            command.arg(format!("--ptxas={}", toolkit.join("bin").join("ptxas").display()));
            let functions = toolkit.join(LIBDEVICE);
            if functions.is_file() {
                command.arg(format!("--link-bitcode={}", functions.display()));
            }
        }
        command.args(request.libraries.iter().map(|path| format!("--link-bitcode={path}")));
        command.args(request.options.iter().map(|option| format!("--ptxas-options={option}")));
        let text = print_body(module, &PrintOptions::default());
        run(command, text.into_bytes()).map_err(|e| format!("{}: {e}", tool.display()))
    }
}

/// The output of a process that reads `input`.
fn run(mut command: Command, input: Vec<u8>) -> Result<Vec<u8>, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| e.to_string())?;
    let stdin = child.stdin.take();
    // The process may write before it has read all.
    let writer = std::thread::spawn(move || stdin.map(|mut pipe| pipe.write_all(&input)));
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    // A process that fails says why itself, also where it did not read all.
    drop(writer.join());
    if output.status.success() {
        return Ok(output.stdout);
    }
    let messages = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(if messages.is_empty() { output.status.to_string() } else { messages })
}
