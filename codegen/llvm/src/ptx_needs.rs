//! The architecture and the PTX version that the instructions of a module require. LLVM ends the process for an instruction that is not in
//! the selected version, and for unsupported functions of the mathematical library, so both are checked before.

use strata_gpu::{Chip, ChipVariant};

use crate::error::{CodegenError, Result};
use crate::nvptx;

/// The architectures that support an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    /// This one and later ones.
    From(u32),
    /// `sm_90a` only.
    Hopper,
    /// None (any more): LLVM has the intrinsic, but no code for it.
    Never,
    /// An architecture from `sm_90` on with a letter suffix.
    Letter,
    /// The architectures `sm_100` to `sm_110` with a letter suffix: `sm_100a`, `sm_103f`.
    Blackwell,
}
use Needs::{Blackwell, From, Hopper, Letter, Never};

/// Prefixes of intrinsic names, after `llvm.nvvm.`, with the architecture and the version (times ten) that they require. The first match
/// counts. The text behind a star may occur anywhere in the rest.
const INTRINSICS: &[(&str, Needs, u32)] = &[
    ("wgmma.", Hopper, 80),
    ("setmaxnreg.", Letter, 80),
    ("tcgen05.", Blackwell, 86),
    ("clusterlaunchcontrol.*multicast", Blackwell, 86),
    ("clusterlaunchcontrol.", From(100), 86),
    ("cp.async.bulk.tensor.*gather4", Blackwell, 86),
    ("cp.async.bulk.tensor.*scatter4", Blackwell, 86),
    ("cp.async.bulk.tensor.*im2col.w", Blackwell, 86),
    ("cp.async.bulk.tensor.g2s.cta.", From(90), 86),
    ("cp.async.bulk.global.to.shared.cta", From(90), 86),
    ("cp.async.bulk.*bytemask", From(100), 86),
    ("cp.async.bulk.", From(90), 80),
    ("cp.async.mbarrier.", From(80), 70),
    ("cp.async.", From(80), 70),
    ("mbarrier.*relaxed", From(90), 86),
    ("mbarrier.*scope.cluster", From(90), 80),
    ("mbarrier.arrive.*scope", From(90), 80),
    ("mbarrier.arrive.drop.expect.tx", From(90), 80),
    ("mbarrier.expect.tx", From(90), 80),
    ("mbarrier.complete.tx", From(90), 80),
    ("mbarrier.arrive.expect.tx", From(90), 80),
    ("mbarrier.try.wait", From(90), 78),
    ("mbarrier.test.wait.parity", From(80), 71),
    ("mbarrier.", From(80), 70),
    ("fence.proxy.async_generic", From(90), 86),
    ("fence.proxy.tensormap_generic", From(90), 83),
    ("fence.proxy.", From(90), 80),
    ("fence.mbarrier_init", From(90), 80),
    ("fence.sc.cluster", From(90), 78),
    ("fence.acquire.sync_restrict", From(90), 86),
    ("fence.release.sync_restrict", From(90), 86),
    ("barrier.cluster.arrive.relaxed", From(90), 80),
    ("barrier.cluster.", From(90), 78),
    ("barrier.cta.", From(30), 60),
    ("elect.sync", From(90), 80),
    ("griddepcontrol.", From(90), 78),
    ("mapa", From(90), 78),
    ("getctarank", From(90), 78),
    ("is_explicit_cluster", From(90), 78),
    ("read.ptx.sreg.cluster", From(90), 78),
    ("read.ptx.sreg.ncluster", From(90), 78),
    ("prefetch.tensormap", From(90), 80),
    ("prefetch", From(90), 80),
    ("tensormap.replace", Hopper, 83),
    ("ldmatrix.sync.aligned.m8n8", From(75), 65),
    ("ldmatrix.", Blackwell, 86),
    ("stmatrix.sync.aligned.m8n8", From(90), 78),
    ("stmatrix.", Blackwell, 86),
    ("redux.sync.f", Blackwell, 86),
    ("redux.sync.", From(80), 70),
    ("match.", From(70), 60),
    ("nanosleep", From(70), 63),
    ("mma.m16n8k8.row.col.f16", From(75), 65),
    ("mma.m16n8k8.row.col.f32.f32", From(75), 65),
    ("mma.m16n8k32.row.col.f32.e", From(89), 84),
    ("mma.m16n8k32.row.col.f16.e", From(89), 87),
    ("mma.m16n8k16.row.col.f32.e", From(89), 87),
    ("mma.m16n8k16.row.col.f16.e", From(89), 87),
    ("mma.m16n8k32.row.col.kind", From(120), 87),
    ("mma.m16n8k4.row.col.f64", From(90), 78),
    ("mma.m16n8k8.row.col.f64", From(90), 78),
    ("mma.m16n8k16.row.col.f64", From(90), 78),
    ("mma.m8n8k4.row.col.f64", From(80), 70),
    ("mma.m8n8k4", From(70), 64),
    ("mma.m8n8k16", From(75), 65),
    ("mma.m8n8k32", From(75), 65),
    ("mma.sp.ordered.metadata.block", From(120), 87),
    ("mma.sp.ordered.metadata.", From(80), 85),
    ("mma.sp.", From(80), 71),
    ("mma.block.scale.", From(120), 87),
    ("mma.and.popc", From(80), 71),
    ("mma.", From(80), 70),
    ("wmma.m16n16k8", From(80), 70),
    ("wmma.m8n8k4", From(80), 70),
    ("wmma.", From(75), 63),
    ("f2tf32.rn*satfinite", Blackwell, 86),
    ("f2tf32.rz*satfinite", Blackwell, 86),
    ("f2*satfinite", From(80), 81),
    ("ff2bf16x2.rs", Blackwell, 87),
    ("ff2f16x2.rs", Blackwell, 87),
    ("ff2bf16x2.*satfinite", From(80), 81),
    ("ff2bf16x2.", From(80), 70),
    ("ff2f16x2.*satfinite", From(80), 81),
    ("ff2f16x2.", From(80), 70),
    ("f32x4.to.", Blackwell, 87),
    ("f2bf16.", From(80), 70),
    ("f2tf32.rna", From(80), 70),
    ("f2tf32.", From(90), 86),
    ("ff.to.e4m3x2", From(89), 81),
    ("ff.to.e5m2x2", From(89), 81),
    ("f16x2.to.e", From(89), 81),
    ("e4m3x2.to.", From(89), 81),
    ("e5m2x2.to.", From(89), 81),
    ("ff.to.", Blackwell, 86),
    ("e2m1x2.", Blackwell, 86),
    ("e2m3x2.", Blackwell, 86),
    ("e3m2x2.", Blackwell, 86),
    ("ue8m0x2.", Blackwell, 86),
    ("bf16x2.to.ue8m0x2", Blackwell, 86),
    ("bmsk.", From(70), 76),
    ("fma.rn.ftz*bf16", Never, 0),
    ("fma.rn.sat*bf16", Never, 0),
    ("fmin.ftz*bf16", Never, 0),
    ("fmax.ftz*bf16", Never, 0),
    ("bf2h.", Never, 0),
    ("shfl.bfly.", Never, 0),
    ("shfl.down.", Never, 0),
    ("shfl.idx.", Never, 0),
    ("shfl.up.", Never, 0),
    ("reflect", Never, 0),
    ("isspacep.shared.cluster", From(90), 78),
    ("neg.bf16", From(80), 70),
    ("sext.", From(70), 76),
    ("zext.", From(70), 76),
    ("st.bulk", From(100), 86),
    ("read.ptx.sreg.aggr_smem_size", From(90), 81),
    ("fma.rn.*bf16", From(80), 70),
    ("fma.rn.*relu", From(80), 70),
    ("fmin.*xorsign", From(86), 72),
    ("fmax.*xorsign", From(86), 72),
    ("fmin.*nan", From(80), 70),
    ("fmax.*nan", From(80), 70),
    ("fmin.*f16", From(80), 70),
    ("fmax.*f16", From(80), 70),
    ("discard.", From(80), 74),
    ("applypriority.", From(80), 74),
];

/// The same for inline assembly, which LLVM does not parse, but the assembler does.
const ASSEMBLY: &[(&str, Needs, u32)] = &[
    ("wgmma.", Hopper, 80),
    ("setmaxnreg.", Letter, 80),
    ("tcgen05.", Blackwell, 86),
    ("cp.async.bulk", From(90), 80),
    ("mbarrier.try_wait", From(90), 78),
    ("mbarrier.arrive.expect_tx", From(90), 80),
    ("fence.mbarrier_init", From(90), 80),
    ("fence.proxy.async", From(90), 80),
    ("elect.sync", From(90), 80),
    ("griddepcontrol", From(90), 78),
    ("barrier.cluster", From(90), 78),
    ("mapa.", From(90), 78),
    ("stmatrix.", From(90), 78),
    ("st.async", From(90), 81),
    ("multimem.", From(90), 81),
    ("prefetch.tensormap", From(90), 80),
    ("createpolicy.", From(80), 74),
    (".L2::cache_hint", From(80), 74),
    ("ex2.approx.ftz.bf16", From(90), 78),
    ("tanh.approx.bf16", From(90), 78),
    ("e4m3x2", From(89), 81),
    ("e5m2x2", From(89), 81),
    ("mbarrier.", From(80), 70),
    ("cp.async.", From(80), 70),
    ("redux.sync", From(80), 70),
    ("mma.sync.aligned.m16n8k16", From(80), 70),
    ("ldmatrix.", From(75), 65),
];

/// Functions for which LLVM has no code on this target, by the intrinsic's name after `llvm.`.
const NO_CODE: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp10", "log",
    "log2", "log10", "pow", "powi", "sincos", "sincospi", "modf", "frexp", "lround", "llround", "lrint",
    "llrint",
];

/// Functions that the driver provides.
const OF_DRIVER: &[&str] = &["vprintf", "malloc", "free", "__assertfail"];

/// Checks LLVM IR text for an architecture, and returns the lowest PTX version (times ten) that it requires.
pub(crate) fn version(ir: &str, arch: &str) -> Result<u32> {
    let mut version = nvptx::minimum_ptx(arch).map_err(CodegenError::Target)?;
    for line in ir.lines() {
        if let Some(name) = line.strip_prefix("declare ").and_then(declared) {
            if let Some(rest) = name.strip_prefix("llvm.nvvm.") {
                let found = INTRINSICS.iter().find(|(pattern, ..)| fits(pattern, rest));
                version = version.max(found.map_or(Ok(0), |needs| need(name, needs, arch))?);
            } else if let Some(rest) = name.strip_prefix("llvm.") {
                check_function(rest, ir)?;
            } else if !OF_DRIVER.contains(&name) {
                return Err(CodegenError::Device(format!(
                    "the function '{name}' is declared and not defined; kernels have no library to find it in"
                )));
            }
        } else if let Some((_, assembly)) = line.split_once(" asm ") {
            for needs in ASSEMBLY.iter().filter(|(part, ..)| assembly.contains(part)) {
                version = version.max(need(needs.0, needs, arch)?);
            }
        }
    }
    Ok(version)
}

/// Whether a name starts with the pattern up to its star, and contains the text behind the star in the rest.
fn fits(pattern: &str, name: &str) -> bool {
    let (start, inside) = pattern.split_once('*').unwrap_or((pattern, ""));
    name.strip_prefix(start).is_some_and(|rest| rest.contains(inside))
}

/// The name in a line such as `i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1`.
fn declared(line: &str) -> Option<&str> {
    let (_, after) = line.split_once('@')?;
    after.trim_start_matches('"').split(['(', '"']).next()
}

fn need(name: &str, &(_, needs, version): &(&str, Needs, u32), arch: &str) -> Result<u32> {
    let chip = Chip::parse(arch);
    let number = chip.map_or(0, |chip| chip.capability);
    let letter = chip.is_some_and(|chip| chip.variant != ChipVariant::Baseline);
    let (fits, wanted) = match needs {
        From(least) => (number >= least, format!("sm_{least}")),
        Never => (false, "another instruction".to_owned()),
        Letter => (number >= 90 && letter, "sm_90a or sm_100a".to_owned()),
        Hopper => (arch == "sm_90a", "sm_90a".to_owned()),
        Blackwell => ((100..120).contains(&number) && letter, "sm_100a or one of its family".to_owned()),
    };
    if fits {
        return Ok(version);
    }
    Err(CodegenError::Target(format!("'{name}' needs {wanted}, and code is made for {arch}")))
}

fn check_function(name: &str, ir: &str) -> Result<()> {
    let (function, suffix) = name.split_once('.').unwrap_or((name, ""));
    let is_missing = NO_CODE.contains(&function) || name == "exp2.f64";
    // The approximations of these two are instructions.
    let has_approximation = matches!(function, "sin" | "cos") && suffix.ends_with("f32");
    let call = format!("@llvm.{name}(");
    let exact = |line: &str| {
        line.contains(" call ") && line.contains(&call) && !line.contains(" afn ") && !line.contains(" fast ")
    };
    if !is_missing || has_approximation && !ir.lines().any(exact) {
        return Ok(());
    }
    Err(CodegenError::Device(format!(
        "'llvm.intr.{function}' ({suffix}) has no instruction on NVIDIA's GPUs; expand it first"
    )))
}
