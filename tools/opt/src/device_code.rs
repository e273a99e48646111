//! Code for devices: `strata-translate`, which links LLVM, makes it as a process. This tool needs nothing but Rust.

use std::{
    io::Write,
    path::{Path, PathBuf},
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

/// Lets passes of a context compile kernels by the tool beside this program.
pub(crate) fn lend(cx: &Context) {
    lend_device_compiler(cx, Arc::new(Translate));
}

/// The tool beside this program.
struct Translate;

impl DeviceCompiler for Translate {
    fn compile(&self, module: &Body, request: &CodeRequest<'_>) -> Result<Vec<u8>, String> {
        let tool = beside()?;
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
            let ptxas = PathBuf::from(request.toolkit).join("bin").join("ptxas");
            command.arg(format!("--ptxas={}", ptxas.display()));
        }
        let text = print_body(module, &PrintOptions::default());
        run(command, text.into_bytes()).map_err(|e| format!("{}: {e}", tool.display()))
    }
}

/// The path of the tool; above the folder of this program where cargo put that as a test.
fn beside() -> Result<PathBuf, String> {
    let program =
        std::env::current_exe().map_err(|e| format!("the path of this program is not known: {e}"))?;
    let tool = program.with_file_name(TOOL).with_extension(std::env::consts::EXE_EXTENSION);
    let folder = program.parent().filter(|folder| folder.ends_with("deps")).and_then(Path::parent);
    let above = folder.and_then(|folder| Some(folder.join(tool.file_name()?)));
    match [Some(tool.clone()), above].into_iter().flatten().find(|path| path.is_file()) {
        Some(found) => Ok(found),
        None => Err(format!("'{}' is not there: it makes the code for devices", tool.display())),
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
