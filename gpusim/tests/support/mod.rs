//! Common parts of the tests of kernels: modules from text, buffers of numbers, and launches that are expected to fail.

use strata_gpusim::{Config, Counters, Device, Dims, ErrorKind, SimError};
use strata_ir::{core::Registry, prelude::*};

pub fn module(text: &str) -> Box<Body> {
    match parse(text) {
        Ok(m) => m,
        Err(d) => panic!("{d}"),
    }
}

/// The module of a text that may be invalid.
pub fn try_module(text: &str) -> Option<Box<Body>> {
    parse(text).ok()
}

fn parse(text: &str) -> Result<Box<Body>, String> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT)
        .register(&strata_gpu::DIALECT)
        .register(&strata_llvm::DIALECT)
        .register(&strata_nvvm::DIALECT);
    let cx = r.freeze();
    strata_ir::text::parse_module(&cx, "test.mlir", text, Default::default())
        .map_err(|d| strata_ir::core::diagnostics::render_all(&cx, &d))
}

/// A device with the kernels of a text.
pub fn device(text: &str) -> Device {
    let mut d = Device::new(Config { max_instructions: 1 << 24, ..Config::default() });
    d.load(&module(text)).unwrap();
    d
}

pub fn bytes<T: Copy, const N: usize>(values: &[T], f: impl Fn(T) -> [u8; N]) -> Vec<u8> {
    values.iter().flat_map(|&v| f(v)).collect()
}
pub fn i32s(d: &mut Device, values: &[i32]) -> u64 {
    d.alloc_from(&bytes(values, i32::to_le_bytes)).unwrap()
}
pub fn read_f32s(d: &mut Device, at: u64, n: usize) -> Vec<f32> {
    read_i32s(d, at, n).into_iter().map(|v| f32::from_bits(v as u32)).collect()
}
pub fn read_i32s(d: &mut Device, at: u64, n: usize) -> Vec<i32> {
    let mut out = vec![0; 4 * n];
    d.read(at, &mut out).unwrap();
    out.chunks_exact(4).map(|c| i32::from_le_bytes(c.try_into().unwrap())).collect()
}

/// A kernel `k` on pointers to its buffers, behind the globals of the module.
pub fn kernel(globals: &str, params: &str, body: &str) -> String {
    format!(
        "gpu.module @m {{\n{globals}\nllvm.func @k({params}) attributes {{gpu.kernel, nvvm.kernel}} {{\n{body}\nllvm.return\n}}\n}}"
    )
}

/// Launches `k` of the text with buffers of `i32`s, and returns these and the counters.
pub fn run(text: &str, dims: Dims, buffers: &[&[i32]]) -> Result<(Vec<Vec<i32>>, Counters), Box<SimError>> {
    let mut d = device(text);
    let args: Vec<u64> = buffers.iter().map(|b| i32s(&mut d, b)).collect();
    let counters = d.launch("m::k", dims, &args)?;
    let out = args.iter().zip(buffers).map(|(&a, b)| read_i32s(&mut d, a, b.len())).collect();
    Ok((out, counters))
}

/// Expects the launch to fail with this kind of error, and this text in its message.
#[track_caller]
pub fn fails(text: &str, dims: Dims, buffers: &[&[i32]], kind: ErrorKind, message: &str) {
    match run(text, dims, buffers) {
        Ok(_) => panic!("the kernel ran, instead of: {message}"),
        Err(e) => {
            assert_eq!(e.kind, kind, "{e}");
            assert!(e.to_string().contains(message), "{e}\nlacks: {message}");
        }
    }
}
