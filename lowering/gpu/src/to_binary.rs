//! `gpu-module-to-binary`: modules of kernels become code for their targets, a part of the program of the host.
//!
//! # Before
//! ```mlir
//! gpu.module @kernels [#nvvm.target<chip = "sm_90">] { llvm.func @k() attributes {nvvm.kernel} { … } }
//! ```
//! # After `gpu-module-to-binary{format=assembly}`
//! ```mlir
//! gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90">, properties = {O = 2 : i32}, assembly = ".version 7.8 …">]
//! ```
//! The tool lends the code generator ([`crate::device_code`]). `format=assembly` is PTX, `format=offloading` bitcode of LLVM; `format=binary` is a cubin,
//! and `format=fatbin` a file with both, which NVIDIA's `ptxas` and `fatbinary` make where they are installed. The libraries of the target, those of
//! the option `l` and the toolkit's `libdevice` are linked as far as the module needs them; `opts` are options of `ptxas`. Flags of a target are errors,
//! but for `ptxas-cmd-options`.

use strata_gpu::{BinaryOp, CompilationTarget, ModuleOp, Object};
use strata_ir::prelude::*;
use strata_nvvm::NvvmTarget;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::device_code::{CodeForm, CodeRequest, DeviceCompiler, device_compiler};

/// The flag of a target with options of the assembler.
const ASSEMBLER_OPTIONS: &str = "ptxas-cmd-options";

/// Transforms a GPU module into a GPU binary.
#[pass(
    name = "gpu-module-to-binary",
    class = "GpuModuleToBinaryPass",
    on = "builtin.module",
    produces = [gpu]
)]
pub struct GpuModuleToBinary {
    /// Toolkit path
    pub toolkit: String,
    /// Extra files to link to
    #[option(name = "l")]
    pub link: Vec<String>,
    /// Command line options to pass to the tools
    pub opts: String,
    /// The target representation of the compilation process
    #[option(default = "fatbin".to_owned())]
    pub format: String,
    /// ELF section where binary is to be located
    pub section: String,
}

impl BodyPass for GpuModuleToBinary {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let failed = |body: &Body, message: String| Diagnostic::error(body.loc(Op::SELF), message);
        let form = self.form().map_err(|message| failed(body, message))?;
        let modules: Vec<Op> =
            body.children().map(|(op, _)| op).filter(|op| op.isa::<ModuleOp>(body)).collect();
        for module in modules {
            let objects = self.objects(body, module, form)?;
            replace(body, module, objects);
        }
        Ok(())
    }
}

impl GpuModuleToBinary {
    /// The form of the code.
    fn form(&self) -> Result<CodeForm, String> {
        match self.format.as_str() {
            "assembly" | "isa" => Ok(CodeForm::Assembly),
            "binary" | "bin" => Ok(CodeForm::Binary),
            "fatbinary" | "fatbin" => Ok(CodeForm::Fatbin),
            "offloading" | "llvm" => Ok(CodeForm::Bitcode),
            _ => Err("Invalid format specified.".to_owned()),
        }
    }
    /// The code of a module for each of its targets.
    fn objects(&self, body: &Body, module: Op, form: CodeForm) -> Result<Vec<Attr>, Diagnostic> {
        let cx = body.cx();
        let error = |message: String| Diagnostic::error(body.loc(module), message);
        let targets = body.attr(module, "targets").and_then(|a| cx.attr_as::<ArrayAttr>(a));
        let targets = targets.ok_or_else(|| error("the module has no target attributes".to_owned()))?;
        let compiler = device_compiler(cx).ok_or_else(|| {
            error("gpu-module-to-binary: this tool has no code generator for devices".to_owned())
        })?;
        targets.0.iter().map(|&target| self.object(body, module, target, form, &*compiler)).collect()
    }
    /// The libraries that the code is linked with, and the options of the assembler.
    fn additions(&self, cx: &Context, nvvm: &NvvmTarget) -> Result<(Vec<String>, Vec<String>), String> {
        let mut libraries = Vec::new();
        for &file in nvvm.link.and_then(|a| cx.attr_as::<ArrayAttr>(a)).map_or(&[][..], |a| &a.0) {
            let name = cx.attr_str(file).ok_or_else(|| {
                let shown = cx.attr_to_string(file);
                format!("gpu-module-to-binary: the library {shown} of the target is no path of a file")
            })?;
            libraries.push(name.to_owned());
        }
        libraries.extend(self.link.iter().cloned());
        let mut options: Vec<String> = self.opts.split_whitespace().map(str::to_owned).collect();
        let flags = nvvm.flags.and_then(|a| cx.attr_as::<DictionaryAttr>(a));
        for &(name, value) in flags.map_or(&[][..], |d| d.entries()) {
            match (cx.str(name), cx.attr_str(value)) {
                (ASSEMBLER_OPTIONS, Some(text)) => options.extend(text.split_whitespace().map(str::to_owned)),
                (name, _) => {
                    return Err(format!(
                        "gpu-module-to-binary: the flag '{name}' of the target is not supported"
                    ));
                }
            }
        }
        Ok((libraries, options))
    }
    /// The code for a target.
    fn object(
        &self,
        body: &Body,
        module: Op,
        target: Attr,
        form: CodeForm,
        compiler: &dyn DeviceCompiler,
    ) -> Result<Attr, Diagnostic> {
        let cx = body.cx();
        let error = |message: String| Diagnostic::error(body.loc(module), message);
        let Some(nvvm) = cx.attr_as::<NvvmTarget>(target) else {
            let shown = cx.attr_to_string(target);
            return Err(error(format!("gpu-module-to-binary: there is no code generator for {shown}")));
        };
        let (libraries, options) = self.additions(cx, nvvm).map_err(error)?;
        let request = CodeRequest {
            form,
            chip: &nvvm.chip,
            features: &nvvm.features,
            opt_level: u8::try_from(nvvm.opt_level).unwrap_or(2).min(3),
            toolkit: &self.toolkit,
            libraries,
            options,
        };
        let inner = body.child(module).ok_or_else(|| error("the module has no body".to_owned()))?;
        let code = compiler.compile(inner, &request).map_err(|messages| {
            error("An error happened while serializing the module.".to_owned())
                .note(body.loc(module), messages)
        })?;
        let mut properties = Vec::new();
        // Of text, the level is what its assembler uses.
        if form == CodeForm::Assembly {
            properties.push((cx.intern("O"), cx.i32_attr(i32::from(request.opt_level))));
        }
        if !self.section.is_empty() {
            properties.push((cx.intern("section"), cx.string_attr(&self.section)));
        }
        let format = match form {
            CodeForm::Assembly => CompilationTarget::Assembly,
            CodeForm::Binary => CompilationTarget::Binary,
            CodeForm::Fatbin => CompilationTarget::Fatbin,
            CodeForm::Bitcode => CompilationTarget::Offload,
        };
        let object = cx.attr(StringAttr { value: code, ty: None });
        let properties = (!properties.is_empty()).then(|| cx.dict_attr(properties));
        Ok(cx.attr(Object { target, format, object, properties }))
    }
}

/// Puts a binary in the place of a module.
fn replace(body: &mut Body, module: Op, objects: Vec<Attr>) {
    let cx = body.cx_arc().clone();
    let name = body.symbol_name(module).map(|name| cx.str(name).to_owned()).unwrap_or_default();
    let default = || cx.attr(strata_gpu::SelectObject { target: None });
    let handler = body.attr(module, "offloadingHandler").unwrap_or_else(default);
    let objects = cx.array_attr(objects);
    let mut b = Builder::before(body, module);
    let name = cx.string_attr(&name);
    BinaryOp::build(&mut b, name, Some(handler), objects);
    body.erase(module);
}
