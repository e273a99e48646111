//! The bodies of the targets for GPUs: `gpu_pipeline` compiles programs, `simulate` runs kernels on the simulator.

use strata_gpusim::{Config, Device, Dims, ErrorKind};
use strata_pass::{OpPipeline, Output, PassManager, PassManagerConfig, RunStatus};

use crate::bodies::{PASSES, accepted, context};

/// The most elements of a tensor in a program: the compiler folds constants, and unrolls vectors.
const MOST_ELEMENTS: u64 = 1 << 16;
/// The most instructions of a launch.
const MOST_INSTRUCTIONS: u64 = 1 << 14;
/// Bytes of each buffer passed to a kernel.
const BUFFER: usize = 4096;
/// The most parameter slots that are tried.
const MOST_SLOTS: usize = 20;
/// The block sizes that are tried.
const THREADS: [u32; 2] = [128, 32];

/// Accepted text: kernels and functions of the host that verify, or diagnostics.
pub fn gpu_pipeline(data: &[u8]) {
    if most_elements(data) > MOST_ELEMENTS {
        return;
    }
    let cx = context();
    let Some(module) = accepted(&cx, data) else { return };
    for arch in ["sm_80", "sm_90a"] {
        let mut module = module.clone();
        let text = format!("builtin.module(strata-gpu-pipeline{{arch={arch}}})");
        let pipeline = OpPipeline::parse(&PASSES, &text).expect("the pipeline is valid");
        let config = PassManagerConfig { single_threaded: true, ..PassManagerConfig::default() };
        let report = PassManager::new(pipeline, config, Some(PASSES.clone())).run(&mut module);
        if matches!(report.status, RunStatus::Success) {
            assert!(module.verify().is_empty(), "what the pipeline leaves does not verify");
        } else {
            assert!(!matches!(report.status, RunStatus::Crashed), "a pass panicked");
            let said = report.outputs.iter().any(|o| matches!(o, Output::Diagnostic(_)));
            assert!(said, "the pipeline fails without a diagnostic");
        }
    }
}

/// The elements of the largest type in a text, in the form `2x3xf32`.
fn most_elements(text: &[u8]) -> u64 {
    let (mut most, mut product, mut number) = (0, 1u64, None::<u64>);
    for &c in text {
        (number, product) = match (c, number) {
            (b'0'..=b'9', n) => {
                (Some(n.unwrap_or(0).saturating_mul(10).saturating_add((c - b'0').into())), product)
            }
            (b'x', Some(n)) => (None, product.saturating_mul(n.max(1))),
            // An unknown size.
            (b'?', _) | (b'x', None) => (None, product),
            _ => (None, 1),
        };
        most = product.max(most);
    }
    most
}

/// Accepted text: its kernels run to completion on buffers, or end with an error message.
pub fn simulate(data: &[u8]) {
    let cx = context();
    let Some(module) = accepted(&cx, data) else { return };
    let config = Config { max_instructions: MOST_INSTRUCTIONS, ..Config::default() };
    let mut device = Device::new(config);
    let kernels = match device.load(&module) {
        Ok(kernels) => kernels,
        Err(error) => return assert!(!error.to_string().is_empty(), "an error without text"),
    };
    let Ok(buffer) = device.alloc_from(&[1; BUFFER]) else { return };
    for kernel in kernels {
        for (threads, slots) in THREADS.iter().flat_map(|&n| (0..=MOST_SLOTS).map(move |slots| (n, slots))) {
            let dims = Dims { dynamic_shared: BUFFER as u32, ..Dims::linear(2, threads) };
            // A parameter that the kernel uses as a number gets an address, too.
            let result = device.launch(&kernel, dims, &vec![buffer; slots]);
            let Err(error) = result else { break };
            assert!(!error.message.is_empty(), "an error without text");
            // Another number of parameters may fit.
            if error.kind != ErrorKind::Launch {
                break;
            }
        }
    }
}
