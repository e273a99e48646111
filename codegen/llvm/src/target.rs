//! Targets of code generation: triple, CPU, features and optimisation level, validated before they reach LLVM.

use std::fmt;
use std::str::FromStr;

use llvm_sys::target_machine::*;

use crate::caches::Caches;
use crate::error::{CodegenError, Result};
use crate::ffi::take_message;
use crate::version::llvm_version;
use crate::x86_narrow::NarrowNumbers;
use crate::{aarch64, nvptx, options, x86};

/// The effort of LLVM's optimisations. The IR passes never include the inliner, the unroller or the vectorisers below [`OptLevel::O3`]:
/// kernels are tiled, unrolled and vectorised before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OptLevel {
    /// No IR passes and the fast instruction selector. For debugging; the code is about four times slower.
    O0,
    /// Clean-up passes only (`simplifycfg,sroa,early-cse,instsimplify`) and quick code generation.
    O1,
    /// The clean-up passes with `instcombine`, `licm` and `gvn`, and the default code generation.
    #[default]
    O2,
    /// LLVM's whole `default<O3>` pipeline, for scalar code that our vectoriser has not processed.
    O3,
}

impl OptLevel {
    /// The level's pipeline in the syntax of the new pass manager; empty for none.
    #[must_use]
    pub fn pipeline(self) -> &'static str {
        match self {
            OptLevel::O0 => "",
            OptLevel::O1 => "function(simplifycfg,sroa,early-cse,instsimplify)",
            OptLevel::O2 => {
                "function(simplifycfg,sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,loop-mssa(licm),gvn,simplifycfg)"
            }
            OptLevel::O3 => "default<O3>",
        }
    }

    pub(crate) fn codegen(self) -> LLVMCodeGenOptLevel {
        match self {
            OptLevel::O0 => LLVMCodeGenOptLevel::LLVMCodeGenLevelNone,
            OptLevel::O1 => LLVMCodeGenOptLevel::LLVMCodeGenLevelLess,
            OptLevel::O2 => LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
            OptLevel::O3 => LLVMCodeGenOptLevel::LLVMCodeGenLevelAggressive,
        }
    }
}

impl fmt::Display for OptLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", *self as u8)
    }
}

impl FromStr for OptLevel {
    type Err = CodegenError;

    /// Accepts `0` to `3`, with or without a leading `O`.
    fn from_str(text: &str) -> Result<Self> {
        match text.strip_prefix('O').unwrap_or(text) {
            "0" => Ok(OptLevel::O0),
            "1" => Ok(OptLevel::O1),
            "2" => Ok(OptLevel::O2),
            "3" => Ok(OptLevel::O3),
            _ => Err(CodegenError::Target(format!("`{text}` is not an optimisation level (0, 1, 2 or 3)"))),
        }
    }
}

/// An instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Arch {
    X86,
    Aarch64,
    Nvptx,
}

impl Arch {
    const HOST: Self = if cfg!(target_arch = "x86_64") { Self::X86 } else { Self::Aarch64 };

    fn of_triple(triple: &str) -> Option<Self> {
        match triple.split('-').next().unwrap_or_default() {
            "x86_64" | "amd64" => Some(Self::X86),
            "aarch64" | "arm64" => Some(Self::Aarch64),
            "nvptx64" => Some(Self::Nvptx),
            _ => None,
        }
    }

    /// The baseline CPU.
    fn baseline(self) -> &'static str {
        match self {
            Self::X86 => "x86-64",
            Self::Aarch64 => "generic",
            Self::Nvptx => "",
        }
    }
}

/// A validated code generation target.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    arch: Arch,
    triple: String,
    cpu: String,
    features: String,
    opt: OptLevel,
    passes: Option<String>,
    vector_bits: u32,
    caches: Caches,
    fma: bool,
    narrow_numbers: NarrowNumbers,
}

impl Target {
    /// This machine: its triple, CPU and all features that the operating system has enabled.
    pub fn host() -> Result<Self> {
        Self::new(None, "native", "")
    }

    /// A target by name.
    ///
    /// `triple`: `None` is the host's; x86-64, AArch64 and `nvptx64-nvidia-cuda` are built in.
    /// `cpu`: an LLVM name (`znver4`, `x86-64-v3`, `cortex-a76`, `sm_90a`, …), or `native`, which is this machine's CPU, or the baseline of
    /// another architecture; empty is the baseline, too.
    /// `features`: LLVM's `-mattr` syntax, `+avx2,-fma`; empty for the CPU's own features.
    pub fn new(triple: Option<&str>, cpu: &str, features: &str) -> Result<Self> {
        // SAFETY: no preconditions; the returned string is owned by us and freed by `take_message`.
        let host_triple = take_message(unsafe { LLVMGetDefaultTargetTriple() });
        let triple = triple.unwrap_or(&host_triple);
        if triple.contains('\0') {
            return Err(CodegenError::Target("the triple contains a NUL byte".to_owned()));
        }
        let Some(arch) = Arch::of_triple(triple) else { return Err(no_generator(triple)) };
        if let Some(format) = foreign_format(triple) {
            return Err(CodegenError::Target(format!(
                "the objects of `{triple}` are {format}, which is not supported: only ELF is, as of `x86_64-linux-gnu` or `aarch64-linux-gnu`"
            )));
        }
        let mut target = Self {
            arch,
            triple: triple.to_owned(),
            cpu: cpu.to_owned(),
            features: features.to_owned(),
            opt: OptLevel::default(),
            passes: None,
            vector_bits: 128,
            caches: Caches::of_cpu(cpu),
            fma: true,
            narrow_numbers: NarrowNumbers::ELSEWHERE,
        };
        match arch {
            Arch::X86 => target.resolve_x86()?,
            Arch::Aarch64 => target.resolve_aarch64()?,
            Arch::Nvptx => {
                if cpu == "native" || cpu.is_empty() {
                    return Err(CodegenError::Target(
                        "NVPTX needs the name of an architecture, for example sm_80".to_owned(),
                    ));
                }
                target.features = nvptx::features(cpu, features).map_err(CodegenError::Target)?;
            }
        }
        Ok(target)
    }

    /// The names of CPUs and features that [`Self::new`] accepts with a triple, as readable text.
    pub fn help(triple: Option<&str>) -> Result<String> {
        let arch = triple.map_or(Ok(Arch::HOST), |t| Arch::of_triple(t).ok_or_else(|| no_generator(t)))?;
        let (cpus, features): (Vec<&str>, &[&str]) = match arch {
            Arch::X86 => (x86::CPUS.iter().map(|cpu| cpu.0).collect(), x86::FEATURES),
            Arch::Aarch64 => (aarch64::CPUS.to_vec(), aarch64::FEATURES),
            Arch::Nvptx => {
                return Ok("CPUs: sm_50 to sm_121, and sm_90a and later with the letter\n".to_owned());
            }
        };
        let list = |names: &[&str]| names.iter().map(|name| format!("  {name}\n")).collect::<String>();
        Ok(format!(
            "Available CPUs for this target, besides native:\n\n{}\nAvailable features, to switch with +NAME or -NAME:\n\n{}",
            list(&cpus),
            list(features)
        ))
    }

    fn resolve_x86(&mut self) -> Result<()> {
        let requested = std::mem::take(&mut self.features);
        let native = self.is_native();
        if native {
            // SAFETY: no preconditions; both strings are owned by us and freed by `take_message`.
            let (cpu, features) =
                unsafe { (take_message(LLVMGetHostCPUName()), take_message(LLVMGetHostCPUFeatures())) };
            self.cpu = if x86_cpu(&cpu).is_some() { cpu } else { "x86-64".to_owned() };
            self.features = features;
            if self.features.contains("+amx-tile") && !strata_runtime_cpu::request_tile_registers() {
                let tiles = x86::FEATURES.iter().filter(|name| name.starts_with("amx-"));
                self.features.extend(tiles.map(|name| format!(",-{name}")));
            }
        }
        self.check_names(&self.cpu, &requested)?;
        let &(_, bits, fma) = x86_cpu(&self.cpu).unwrap_or(&("", 128, false));
        if !requested.is_empty() {
            if !self.features.is_empty() {
                self.features.push(',');
            }
            self.features.push_str(&requested);
        }
        (self.vector_bits, self.fma) = x86_vectors(&self.features, bits, fma);
        self.caches = if native { Caches::of_host(&self.cpu) } else { Caches::of_cpu(&self.cpu) };
        self.narrow_numbers =
            NarrowNumbers::of_x86(&self.triple, &self.cpu, &self.features, self.vector_bits)?;
        Ok(())
    }

    /// Checks that the target's architecture has a CPU and features of these names.
    pub(crate) fn check_names(&self, cpu: &str, features: &str) -> Result<()> {
        let (known_cpu, what, known_features) = match self.arch {
            Arch::X86 => (x86_cpu(cpu).is_some(), "64-bit x86", x86::FEATURES),
            Arch::Aarch64 => (aarch64::CPUS.contains(&cpu), "AArch64", aarch64::FEATURES),
            Arch::Nvptx => return nvptx::features(cpu, features).map(drop).map_err(CodegenError::Target),
        };
        if !known_cpu {
            return Err(CodegenError::Target(format!("`{cpu}` is not a known {what} CPU")));
        }
        for feature in features.split(',').filter(|f| !f.is_empty()) {
            let known = feature.strip_prefix(['+', '-']).is_some_and(|f| known_features.contains(&f));
            if !known {
                let what = what.trim_start_matches("64-bit ");
                return Err(CodegenError::Target(format!(
                    "`{feature}` is not a known {what} feature; write +NAME or -NAME"
                )));
            }
        }
        Ok(())
    }

    fn resolve_aarch64(&mut self) -> Result<()> {
        let native = self.is_native();
        if native {
            // SAFETY: no preconditions; the string is owned by us and freed by `take_message`.
            let cpu = take_message(unsafe { LLVMGetHostCPUName() });
            self.cpu = if aarch64::CPUS.contains(&cpu.as_str()) { cpu } else { "generic".to_owned() };
        }
        self.caches = if native { Caches::of_host(&self.cpu) } else { Caches::of_cpu(&self.cpu) };
        self.check_names(&self.cpu, &self.features)
    }

    /// Whether the CPU is this machine's; sets the baseline if none is given.
    fn is_native(&mut self) -> bool {
        let native = self.cpu == "native" && self.arch == Arch::HOST;
        if !native && (self.cpu == "native" || self.cpu.is_empty()) {
            self.cpu = self.arch.baseline().to_owned();
        }
        native
    }

    /// The same target at another optimisation level.
    #[must_use]
    pub fn with_opt(mut self, opt: OptLevel) -> Self {
        self.opt = opt;
        self
    }

    /// The same target with a pass pipeline instead of the level's, in the syntax of the new pass manager; empty for no passes.
    #[must_use]
    pub fn with_passes(mut self, pipeline: &str) -> Self {
        self.passes = Some(pipeline.to_owned());
        self
    }

    /// The target triple.
    #[must_use]
    pub fn triple(&self) -> &str {
        &self.triple
    }

    /// The CPU's name; never `native`.
    #[must_use]
    pub fn cpu(&self) -> &str {
        &self.cpu
    }

    /// The feature string, in LLVM's `-mattr` syntax.
    #[must_use]
    pub fn features(&self) -> &str {
        &self.features
    }

    /// The optimisation level.
    #[must_use]
    pub fn opt(&self) -> OptLevel {
        self.opt
    }

    /// The pass pipeline that [`crate::LlvmModule::optimize`] runs.
    #[must_use]
    pub fn pipeline(&self) -> &str {
        self.passes.as_deref().unwrap_or(self.opt.pipeline())
    }

    /// The facts that code for the target depends on beside the program, by names: those of the target, the version of LLVM, and its
    /// options. Code of the same program and the same facts is the same.
    #[must_use]
    pub fn facts(&self) -> Vec<(&'static str, Vec<u8>)> {
        let mut facts = vec![("llvm", llvm_version().into())];
        facts.extend(options::OPTIONS.map(|option| ("option", option.to_bytes().to_vec())));
        facts.extend([
            ("triple", self.triple.as_bytes().to_vec()),
            ("cpu", self.cpu.as_bytes().to_vec()),
            ("features", self.features.as_bytes().to_vec()),
            ("level", vec![self.opt as u8]),
            ("passes", self.pipeline().as_bytes().to_vec()),
        ]);
        facts
    }

    /// The width in bits of the widest vector register: 512, 256 or 128.
    #[must_use]
    pub fn vector_bits(&self) -> u32 {
        self.vector_bits
    }

    /// The caches that determine block sizes: those of this machine for `native`, otherwise those of the named CPU.
    #[must_use]
    pub fn caches(&self) -> Caches {
        self.caches
    }

    /// Whether the target has fused multiply-add instructions.
    #[must_use]
    pub fn has_fma(&self) -> bool {
        self.fma
    }

    /// Whether the target has instructions for casts between f16 and f32.
    #[must_use]
    pub fn has_f16_casts(&self) -> bool {
        self.narrow_numbers.f16_casts
    }

    /// Whether the target has instructions that estimate reciprocal square roots of vectors of 512 bits.
    #[must_use]
    pub fn has_rsqrt_estimates(&self) -> bool {
        self.arch == Arch::X86 && self.vector_bits == 512
    }

    /// Whether the target has instructions for maxima and minima of floats in which NaN and the signs of zeros count.
    #[must_use]
    pub fn has_float_extrema(&self) -> bool {
        self.narrow_numbers.float_extrema
    }

    /// Whether the target can add products of pairs of bf16 in one instruction on vectors of 512 bits.
    #[must_use]
    pub fn has_bf16_products(&self) -> bool {
        self.narrow_numbers.bf16_products
    }

    /// Whether the target has instructions for products of tiles of i8.
    #[must_use]
    pub fn has_amx_int8(&self) -> bool {
        self.narrow_numbers.amx_int8
    }

    /// Whether the target has instructions for products of tiles of bf16.
    #[must_use]
    pub fn has_amx_bf16(&self) -> bool {
        self.narrow_numbers.amx_bf16
    }

    /// Rust's name of the target, if it differs from that of this process.
    #[must_use]
    pub fn foreign_rust_target(&self) -> Option<&'static str> {
        match self.arch {
            arch if arch == Arch::HOST => None,
            Arch::X86 => Some("x86_64-unknown-linux-gnu"),
            Arch::Aarch64 => Some("aarch64-unknown-linux-gnu"),
            Arch::Nvptx => None,
        }
    }

    /// The prefix of the target's own intrinsics, after `llvm.`.
    pub(crate) fn intrinsic_prefix(&self) -> &'static str {
        match self.arch {
            Arch::Nvptx => "nvvm",
            Arch::X86 => "x86",
            Arch::Aarch64 => "aarch64",
        }
    }

    /// Whether this is a CPU target, so that its code can be linked into a shared library.
    #[must_use]
    pub fn is_cpu(&self) -> bool {
        self.arch != Arch::Nvptx
    }
}

fn no_generator(triple: &str) -> CodegenError {
    CodegenError::Target(format!(
        "no code generator for `{triple}` in this build (built in: x86_64, aarch64 and nvptx64)"
    ))
}

/// The format of the objects of a triple, if it is not ELF: constants are written into objects behind LLVM's back, and the linker of shared
/// libraries is that of ELF.
fn foreign_format(triple: &str) -> Option<&'static str> {
    const FORMATS: [(&str, &[&str]); 3] = [
        ("Mach-O", &["apple", "darwin", "macos", "ios", "tvos", "watchos", "visionos", "driverkit", "macho"]),
        ("COFF", &["windows", "win32", "cygwin", "mingw", "uefi", "coff"]),
        ("WebAssembly", &["wasi", "emscripten", "wasm"]),
    ];
    // A format at the end of a triple wins over that of the system.
    let parts: Vec<&str> = triple.split('-').skip(1).collect();
    if parts.last().is_some_and(|last| last.ends_with("elf")) {
        return None;
    }
    let is_of =
        |part: &str, names: &[&str]| names.iter().any(|name| part.starts_with(name) || part.ends_with(name));
    let found = FORMATS.iter().find(|(_, names)| parts.iter().any(|part| is_of(part, names)));
    found.map(|(format, _)| *format)
}

fn x86_cpu(name: &str) -> Option<&'static x86::Cpu> {
    x86::CPUS.iter().find(|(cpu, ..)| *cpu == name)
}

/// Applies a feature string to a CPU's vector width and FMA, with LLVM's implications between features.
fn x86_vectors(features: &str, mut bits: u32, mut fma: bool) -> (u32, bool) {
    for feature in features.split(',') {
        if let Some(name) = feature.strip_prefix('+') {
            if name.starts_with("avx512") || name.starts_with("avx10") {
                (bits, fma) = (512, true);
            } else if name.starts_with("avx") || name == "fma" || name == "f16c" {
                bits = bits.max(256);
                fma |= name == "fma";
            }
        } else if let Some(name) = feature.strip_prefix('-') {
            match name {
                "sse" | "sse2" | "sse3" | "ssse3" | "sse4.1" | "sse4.2" | "avx" => (bits, fma) = (128, false),
                "avx512f" | "avx2" | "f16c" => bits = bits.min(256),
                "fma" => (bits, fma) = (bits.min(256), false),
                _ => {}
            }
        }
    }
    (bits, fma)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(cpu: &str, features: &str) -> Target {
        Target::new(Some("x86_64-unknown-linux-gnu"), cpu, features).unwrap()
    }

    #[test]
    fn cpus_and_features_say_it() {
        let has = |cpu: &str, features: &str| target(cpu, features).has_bf16_products();
        assert!(has("znver4", "") && has("skylake-avx512", "+avx512bf16"));
        assert!(!has("skylake-avx512", "") && !has("znver4", "-avx512bf16") && !has("haswell", ""));
        assert!(!Target::new(Some("aarch64-unknown-linux-gnu"), "", "").unwrap().has_bf16_products());
    }

    #[test]
    fn casts_of_f16_are_those_of_the_feature() {
        let has = |cpu: &str, features: &str| target(cpu, features).has_f16_casts();
        assert!(has("haswell", "") && has("ivybridge", "") && has("sapphirerapids", ""));
        assert!(has("x86-64", "+f16c") && has("x86-64", "+avx512fp16"));
        assert!(
            !has("x86-64", "") && !has("nehalem", "") && !has("haswell", "-f16c") && !has("haswell", "-avx")
        );
        // The list of features of a processor of Intel says that it does not have those of AMD.
        assert!(has("sapphirerapids", "-sse4a,-fma4"));
        assert!(Target::new(Some("aarch64-unknown-linux-gnu"), "", "").unwrap().has_f16_casts());
    }

    #[test]
    fn extrema_have_instructions_from_avx10_2_on() {
        assert!(
            target("diamondrapids", "").has_float_extrema()
                && target("haswell", "+avx10.2").has_float_extrema()
        );
        assert!(
            !target("graniterapids", "").has_float_extrema() && !target("haswell", "").has_float_extrema()
        );
        assert!(Target::new(Some("aarch64-unknown-linux-gnu"), "", "").unwrap().has_float_extrema());
    }

    #[test]
    fn tiles_are_switched_as_one_or_by_their_elements() {
        let has = |cpu: &str, features: &str| {
            let target = target(cpu, features);
            [target.has_amx_int8(), target.has_amx_bf16()]
        };
        assert_eq!(has("sapphirerapids", ""), [true, true]);
        assert_eq!(has("sapphirerapids", "-amx-int8"), [false, true]);
        assert_eq!(has("sapphirerapids", "-amx-tile"), [false, false]);
        assert_eq!(has("sapphirerapids", "-amx-tile,+amx-bf16"), [false, true]);
        assert_eq!(has("znver5", ""), [false, false]);
        assert_eq!(has("cooperlake", "+amx-int8"), [true, false]);
    }

    #[test]
    fn native_has_tiles_only_with_the_permission() {
        let native = Target::host().unwrap();
        let has = native.has_amx_int8() || native.has_amx_bf16();
        assert!(!has || strata_runtime_cpu::request_tile_registers());
    }
}
