//! A fake driver for tests: a library with the functions of `libcuda.so.1` that logs its calls instead of running kernels.
//!
//! Its memory is the host's. An image is text whose lines `entry NAME N` are kernels with N parameters, or PTX, or a cubin, which has any
//! kernel, without parameters. Between the begin and the end of a capture, calls are only logged. `fake_diary` returns the log,
//! `fake_fail` makes a function fail.

#![allow(non_snake_case, reason = "the names are the driver's")]

use std::alloc::{Layout, alloc, dealloc};
use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

type Handle = usize;

#[derive(Default)]
struct State {
    diary: Vec<String>,
    failures: HashMap<String, c_int>,
    blocks: HashMap<u64, usize>,
    /// Names of functions and their numbers of parameters.
    functions: Vec<(String, usize)>,
    modules: Vec<Vec<usize>>,
    /// The number of captured calls, during a capture.
    captured: Option<usize>,
    graphs: Vec<usize>,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

fn with<T>(f: impl FnOnce(&mut State) -> T) -> T {
    let mut state: MutexGuard<'_, Option<State>> = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    f(state.get_or_insert_default())
}

/// The result of a function: the requested failure, or the result of `body`.
fn call(name: &str, body: impl FnOnce(&mut State) -> c_int) -> c_int {
    with(|state| match state.failures.get(name) {
        Some(&status) => status,
        None => body(state),
    })
}

/// Whether a call is executed now instead of captured; it is logged in either case.
fn now(state: &mut State, text: String) -> bool {
    match &mut state.captured {
        Some(n) => {
            *n += 1;
            state.diary.push(format!("captured: {text}"));
            false
        }
        None => {
            state.diary.push(text);
            true
        }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fake_diary(out: *mut u8, room: usize) -> usize {
    with(|state| {
        let text = std::mem::take(&mut state.diary).join("\n");
        let n = text.len().min(room);
        unsafe { out.copy_from_nonoverlapping(text.as_ptr(), n) };
        n
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fake_fail(name: *const c_char, status: c_int) {
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
    with(|state| match status {
        0 => state.failures.remove(&name),
        _ => state.failures.insert(name, status),
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn fake_blocks() -> usize {
    with(|state| state.blocks.len())
}

macro_rules! functions {
    ($(fn $name:ident($state:ident $(, $arg:ident: $ty:ty)*) $body:block)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: $ty),*) -> c_int {
            call(stringify!($name), |$state| {
                #[allow(unused_unsafe, reason = "some bodies read nothing")]
                unsafe { $body }
            })
        }
    )*};
}

functions! {
    fn cuInit(_state, _flags: c_uint) { 0 }
    fn cuDriverGetVersion(_state, out: *mut c_int) { *out = 13010; 0 }
    fn cuDeviceGetCount(_state, out: *mut c_int) { *out = 2; 0 }
    fn cuDeviceGet(_state, out: *mut c_int, n: c_int) { *out = n; 0 }
    fn cuDeviceGetName(_state, out: *mut c_char, _room: c_int, _device: c_int) {
        out.copy_from_nonoverlapping(c"Fake GPU".as_ptr(), 9);
        0
    }
    fn cuDeviceGetAttribute(_state, out: *mut c_int, which: c_int, _device: c_int) {
        *out = match which { 75 => 9, 76 => 0, 16 => 132, 97 => 232_448, 115 => 1, _ => 0 };
        0
    }
    fn cuDevicePrimaryCtxRetain(state, out: *mut Handle, _device: c_int) {
        state.diary.push("retain".to_owned());
        *out = 0x100;
        0
    }
    fn cuDevicePrimaryCtxRelease_v2(state, _device: c_int) { state.diary.push("release".to_owned()); 0 }
    fn cuCtxSetCurrent(_state, context: Handle) { if context == 0x100 { 0 } else { 201 } }
    fn cuModuleLoadDataEx(state, out: *mut Handle, image: *const c_char, n: c_uint, options: *mut c_int, values: *mut *mut c_void) {
        if std::slice::from_raw_parts(image.cast::<u8>(), 4) == b"\x7fELF" {
            state.modules.push(vec![]);
            state.diary.push("load a cubin".to_owned());
            *out = state.modules.len();
            return 0;
        }
        let text = CStr::from_ptr(image).to_string_lossy();
        let mut entries: Vec<String> = text.lines().filter_map(|l| l.strip_prefix("entry ")).map(str::to_owned).collect();
        for part in text.split(".entry ").skip(1) {
            let (name, rest) = part.split_once('(').unwrap_or((part, ""));
            let parameters = rest.split_once(')').map_or("", |(list, _)| list);
            entries.push(format!("{name} {}", parameters.matches(".param").count()));
        }
        if entries.is_empty() {
            for i in 0..n as usize {
                if *options.add(i) == 5 {
                    (*values.add(i)).cast::<c_char>().copy_from_nonoverlapping(c"line 1: no entry".as_ptr(), 17);
                }
            }
            return 218;
        }
        let mut module = Vec::new();
        for entry in entries {
            let (name, n) = entry.split_once(' ').unwrap_or((&entry, "0"));
            module.push(state.functions.len());
            state.functions.push((name.to_owned(), n.parse().unwrap_or(0)));
        }
        state.modules.push(module);
        state.diary.push(format!("load {} bytes", text.len()));
        *out = state.modules.len();
        0
    }
    fn cuModuleUnload(state, _module: Handle) { state.diary.push("unload".to_owned()); 0 }
    fn cuModuleGetFunction(state, out: *mut Handle, module: Handle, name: *const c_char) {
        let name = CStr::from_ptr(name).to_string_lossy();
        if state.modules[module - 1].is_empty() {
            state.functions.push((name.into_owned(), 0));
            *out = state.functions.len();
            return 0;
        }
        let found = state.modules[module - 1].iter().find(|&&f| state.functions[f].0 == name);
        match found { Some(f) => { *out = f + 1; 0 } None => 500 }
    }
    fn cuFuncSetAttribute(state, function: Handle, attribute: c_int, value: c_int) {
        let name = &state.functions[function - 1].0;
        state.diary.push(format!("set {name} {attribute} {value}"));
        if attribute == 8 && value > 232_448 { 1 } else { 0 }
    }
    fn cuLaunchKernel(
        state, function: Handle, gx: c_uint, gy: c_uint, gz: c_uint, bx: c_uint, by: c_uint, bz: c_uint, shared: c_uint,
        _stream: Handle, parameters: *mut *mut u64, _extra: *mut c_void
    ) {
        let (name, n) = state.functions[function - 1].clone();
        let slots: Vec<u64> = (0..n).map(|i| **parameters.add(i)).collect();
        now(state, format!("launch {name} {gx} {gy} {gz} {bx} {by} {bz} {shared} {slots:x?}"));
        0
    }
    fn cuLaunchKernelEx(state, config: *const Config, function: Handle, parameters: *mut *mut u64, _extra: *mut c_void) {
        let (name, n) = state.functions[function - 1].clone();
        let slots: Vec<u64> = (0..n).map(|i| **parameters.add(i)).collect();
        let config = &*config;
        let attribute = &*config.attributes;
        now(state, format!(
            "launch {name} {:?} {:?} {} attribute {} {:?} {slots:x?}",
            config.grid, config.block, config.shared, attribute.id, &attribute.value[..3]
        ));
        0
    }
    fn cuStreamCreate(_state, out: *mut Handle, _flags: c_uint) { *out = 0x200; 0 }
    fn cuStreamDestroy_v2(state, _stream: Handle) { state.diary.push("destroy stream".to_owned()); 0 }
    fn cuStreamSynchronize(_state, _stream: Handle) { 0 }
    fn cuMemAlloc_v2(state, out: *mut u64, n: usize) { request(state, "alloc", out, n) }
    fn cuMemFree_v2(state, block: u64) { give_back(state, "free", block) }
    fn cuMemAllocAsync(state, out: *mut u64, n: usize, _stream: Handle) { request(state, "alloc in order", out, n) }
    fn cuMemFreeAsync(state, block: u64, _stream: Handle) { give_back(state, "free in order", block) }
    fn cuDeviceGetDefaultMemPool(_state, out: *mut Handle, _device: c_int) { *out = 0x300; 0 }
    fn cuMemPoolSetAttribute(state, _pool: Handle, which: c_int, value: *mut u64) {
        state.diary.push(format!("pool {which} {:x}", *value));
        0
    }
    fn cuMemcpyHtoDAsync_v2(state, to: *mut u8, from: *const u8, n: usize, _stream: Handle) {
        if now(state, format!("upload {n}")) { to.copy_from_nonoverlapping(from, n); }
        0
    }
    fn cuMemcpyHtoD_v2(state, to: *mut u8, from: *const u8, n: usize) {
        state.diary.push(format!("upload at once {n}"));
        to.copy_from_nonoverlapping(from, n);
        0
    }
    fn cuMemcpyDtoHAsync_v2(state, to: *mut u8, from: *const u8, n: usize, _stream: Handle) {
        if now(state, format!("download {n}")) { to.copy_from_nonoverlapping(from, n); }
        0
    }
    fn cuMemcpyDtoDAsync_v2(state, to: *mut u8, from: *const u8, n: usize, _stream: Handle) {
        if now(state, format!("copy {n}")) { to.copy_from_nonoverlapping(from, n); }
        0
    }
    fn cuMemsetD8Async(state, to: *mut u8, value: u8, n: usize, _stream: Handle) {
        if now(state, format!("fill8 {n}")) { std::slice::from_raw_parts_mut(to, n).fill(value); }
        0
    }
    fn cuMemsetD16Async(state, to: *mut u16, value: u16, n: usize, _stream: Handle) {
        if now(state, format!("fill16 {n}")) { std::slice::from_raw_parts_mut(to, n).fill(value); }
        0
    }
    fn cuMemsetD32Async(state, to: *mut u32, value: c_uint, n: usize, _stream: Handle) {
        if now(state, format!("fill32 {n}")) { std::slice::from_raw_parts_mut(to, n).fill(value); }
        0
    }
    fn cuMemsetD2D32Async(state, to: *mut u8, pitch: usize, value: c_uint, width: usize, height: usize, _stream: Handle) {
        if now(state, format!("fill32 {height} rows of {width}, {pitch} apart")) {
            for y in 0..height {
                std::slice::from_raw_parts_mut(to.add(y * pitch).cast::<u32>(), width).fill(value);
            }
        }
        0
    }
    fn cuTensorMapEncodeTiled(
        state, out: *mut u8, element: c_int, rank: c_uint, _address: u64, sizes: *const u64, strides: *const u64, boxes: *const c_uint,
        steps: *const c_uint, interleave: c_int, swizzle: c_int, promotion: c_int, fill: c_int
    ) {
        let n = rank as usize;
        let slice = std::slice::from_raw_parts(sizes, n);
        let rest = (std::slice::from_raw_parts(strides, n - 1), std::slice::from_raw_parts(boxes, n));
        let steps = std::slice::from_raw_parts(steps, n);
        let modes = [interleave, swizzle, promotion, fill];
        state.diary.push(format!("map of {element}: {slice:?} {rest:?} {steps:?} {modes:?}"));
        out.write_bytes(0xab, 128);
        if out as usize % 64 == 0 { 0 } else { 1 }
    }
    fn cuStreamBeginCapture_v2(state, _stream: Handle, _mode: c_int) { state.captured = Some(0); 0 }
    fn cuStreamEndCapture(state, _stream: Handle, out: *mut Handle) {
        state.graphs.push(state.captured.take().unwrap_or(0));
        *out = state.graphs.len();
        0
    }
    fn cuGraphInstantiateWithFlags(_state, out: *mut Handle, graph: Handle, _flags: u64) { *out = graph; 0 }
    fn cuGraphLaunch(state, graph: Handle, _stream: Handle) {
        let n = state.graphs[graph - 1];
        state.diary.push(format!("graph of {n}"));
        0
    }
    fn cuGraphDestroy(_state, _graph: Handle) { 0 }
    fn cuGraphExecDestroy(state, _graph: Handle) { state.diary.push("destroy graph".to_owned()); 0 }
}

/// Called with and without the lock held, so it does not access the state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorName(status: c_int, out: *mut *const c_char) -> c_int {
    let name = match status {
        1 => c"CUDA_ERROR_INVALID_VALUE",
        2 => c"CUDA_ERROR_OUT_OF_MEMORY",
        218 => c"CUDA_ERROR_INVALID_PTX",
        500 => c"CUDA_ERROR_NOT_FOUND",
        700 => c"CUDA_ERROR_ILLEGAL_ADDRESS",
        _ => return 1,
    };
    unsafe { *out = name.as_ptr() };
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorString(status: c_int, out: *mut *const c_char) -> c_int {
    if status == 700 {
        unsafe { *out = c"an illegal memory access was encountered".as_ptr() };
        return 0;
    }
    1
}

#[repr(C)]
pub struct Config {
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    stream: Handle,
    attributes: *const Attribute,
    count: u32,
}

#[repr(C, align(8))]
pub struct Attribute {
    id: u32,
    pad: u32,
    value: [u32; 16],
}

const _: () = assert!(size_of::<Config>() == 56 && size_of::<Attribute>() == 72);

fn layout(n: usize) -> Layout {
    Layout::from_size_align(n.max(1), 512).unwrap()
}

unsafe fn request(state: &mut State, how: &str, out: *mut u64, n: usize) -> c_int {
    if n > 1 << 20 {
        return 2;
    }
    let block = unsafe { alloc(layout(n)) } as u64;
    state.blocks.insert(block, n);
    state.diary.push(format!("{how} {n}"));
    unsafe { *out = block };
    0
}

unsafe fn give_back(state: &mut State, how: &str, block: u64) -> c_int {
    let Some(n) = state.blocks.remove(&block) else { return 1 };
    unsafe { dealloc(block as *mut u8, layout(n)) };
    state.diary.push(format!("{how} {n}"));
    0
}
