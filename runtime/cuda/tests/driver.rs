//! The device of programs on a fake driver that logs its calls: loading, launches, memory, recordings, errors; and the case without a
//! driver.

use std::ffi::{CString, c_char};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};

use libloading::Library;
use strata_runtime_cpu::Context;
use strata_runtime_cuda::{Gpu, Kernels, Options};
use strata_runtime_device::{Device, Launch, TensorMap};

/// The driver for tests, compiled once.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<(tempfile::TempDir, PathBuf)> = OnceLock::new();
    let (_, file) = LIBRARY.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("libfake.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake/driver.rs");
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut command = Command::new(rustc);
        command.args(["--edition=2024", "--crate-type=cdylib", "-o"]).arg(&file).arg(source);
        assert!(command.status().unwrap().success());
        (folder, file)
    });
    file
}

/// A driver for one test: a copy of the library, with memory of its own.
struct Fake {
    _folder: tempfile::TempDir,
    file: PathBuf,
    library: Library,
}

impl Fake {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("libcuda.so.1");
        std::fs::copy(library(), &file).unwrap();
        // SAFETY: loading the library runs nothing.
        let library = unsafe { Library::new(&file) }.unwrap();
        Self { _folder: folder, file, library }
    }
    fn open(&self) -> Result<Arc<Gpu>, String> {
        Gpu::open(&Options { driver: Some(self.file.clone()), ..Options::default() })
    }
    fn load(&self, image: &str, names: &[(&str, &str)]) -> Result<Arc<Kernels>, String> {
        let names: Vec<_> = names.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
        Kernels::load(&self.open()?, image.as_bytes(), &names)
    }
    fn diary(&self) -> Vec<String> {
        let mut text = vec![0; 1 << 16];
        // SAFETY: the function has this type and writes at most as many bytes.
        let n = unsafe {
            let diary =
                self.library.get::<unsafe extern "C" fn(*mut u8, usize) -> usize>(b"fake_diary").unwrap();
            diary(text.as_mut_ptr(), text.len())
        };
        String::from_utf8_lossy(&text[..n]).lines().map(str::to_owned).collect()
    }
    fn fail(&self, function: &str, status: i32) {
        let name = CString::new(function).unwrap();
        // SAFETY: the function has this type and copies the name.
        unsafe {
            let fail = self.library.get::<unsafe extern "C" fn(*const c_char, i32)>(b"fake_fail").unwrap();
            fail(name.as_ptr(), status);
        }
    }
    fn blocks(&self) -> usize {
        // SAFETY: the function has this type.
        unsafe { self.library.get::<extern "C" fn() -> usize>(b"fake_blocks").unwrap()() }
    }
}

const IMAGE: &str = "entry add 3\nentry scale 2\n";
const NAMES: [(&str, &str); 2] = [("a::add", "add"), ("b::scale", "scale")];

fn launch<'a>(kernel: &'a str, slots: &'a [u64]) -> Launch<'a> {
    Launch { kernel, grid: [2, 3, 1], block: [128, 1, 1], cluster: [1; 3], shared_bytes: 0, slots }
}

#[test]
fn without_a_driver_there_is_a_message() {
    let open = |driver: &str| {
        let options = Options { driver: Some(driver.into()), ..Options::default() };
        Gpu::open(&options).err().unwrap_or_default()
    };
    assert_eq!(open("/nowhere/libcuda.so.1"), "no CUDA driver: /nowhere/libcuda.so.1 was not found");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("libcuda.so.1");
    std::fs::write(&file, "text").unwrap();
    assert!(open(&file.to_string_lossy()).contains("could not be loaded"));
}

#[test]
fn drivers_without_a_gpu_say_so() {
    let fake = Fake::new();
    fake.fail("cuInit", 100);
    assert_eq!(fake.open().err().unwrap(), "no CUDA device: the driver finds no GPU");
    fake.fail("cuInit", 2);
    assert_eq!(fake.open().err().unwrap(), "the CUDA driver does not start: CUDA_ERROR_OUT_OF_MEMORY");
    fake.fail("cuInit", 0);
    let second = Gpu::open(&Options { driver: Some(fake.file.clone()), ordinal: 2, ..Options::default() });
    assert_eq!(second.err().unwrap(), "no CUDA device: there is no GPU 2, there are 2");
}

#[test]
fn kernels_are_on_other_gpus_too() {
    let fake = Fake::new();
    let first: Arc<dyn Device> = fake.load(IMAGE, &NAMES).unwrap();
    fake.diary();
    let second = first.sibling(1).unwrap();
    let loaded = fake.diary();
    assert_eq!(loaded[..2], ["retain", "pool 4 ffffffffffffffff"]);
    let block = second.alloc(64).unwrap();
    second.launch(&launch("a::add", &[block, 1, 2])).unwrap();
    assert!(fake.diary().iter().any(|line| line.starts_with("launch")));
    // Each GPU is opened once, and a program without kernels has it, too.
    let empty: Arc<dyn Device> = Kernels::none(&fake.open().unwrap());
    fake.diary();
    let third = first.sibling(1).unwrap();
    assert_eq!(fake.diary(), loaded[2..]);
    assert!(third.queue().unwrap().is_some() && first.sibling(0).is_ok() && empty.sibling(1).is_ok());
    assert_eq!(first.sibling(2).err().unwrap(), "no CUDA device: there is no GPU 2, there are 2");
}

#[test]
fn what_is_known_about_a_gpu() {
    let fake = Fake::new();
    let gpu = fake.open().unwrap();
    assert_eq!((gpu.name(), gpu.capability(), gpu.multiprocessors()), ("Fake GPU", (9, 0), 132));
    assert_eq!(gpu.driver_version().unwrap(), "13.1");
    assert_eq!(fake.diary(), ["retain", "pool 4 ffffffffffffffff"]);
    drop(gpu);
    assert_eq!(fake.diary(), ["destroy stream", "release"]);
}

#[test]
fn kernels_are_loaded_and_launched() {
    let fake = Fake::new();
    let kernels = fake.load(IMAGE, &NAMES).unwrap();
    fake.diary();
    kernels.launch(&launch("a::add", &[1, 2, 0xff])).unwrap();
    let mut large = launch("b::scale", &[7, 8]);
    large.shared_bytes = 100_000;
    kernels.launch(&large).unwrap();
    // The attributes of a kernel are set once.
    large.cluster = [2, 1, 1];
    kernels.launch(&large).unwrap();
    large.cluster = [16, 1, 1];
    kernels.launch(&large).unwrap();
    let expected = [
        "launch add 2 3 1 128 1 1 0 [1, 2, ff]",
        "set scale 8 100000",
        "launch scale 2 3 1 128 1 1 100000 [7, 8]",
        "launch scale [2, 3, 1] [128, 1, 1] 100000 attribute 4 [2, 1, 1] [7, 8]",
        "set scale 14 1",
        "launch scale [2, 3, 1] [128, 1, 1] 100000 attribute 4 [16, 1, 1] [7, 8]",
    ];
    assert_eq!(fake.diary(), expected);
    large.shared_bytes = 300_000;
    let why = kernels.launch(&large).unwrap_err();
    assert!(
        why.contains("CUDA_ERROR_INVALID_VALUE") && why.contains("of which a block has 232448 at most"),
        "{why}"
    );
    assert_eq!(kernels.launch(&launch("a::none", &[])).unwrap_err(), "there is no kernel 'a::none'");
    fake.fail("cuLaunchKernel", 1);
    let why = kernels.launch(&launch("a::add", &[1, 2, 3])).unwrap_err();
    assert!(
        why.starts_with("cuLaunchKernel: CUDA_ERROR_INVALID_VALUE: the launch of 'a::add' with [2, 3, 1]"),
        "{why}"
    );
    fake.fail("cuLaunchKernel", 0);
    fake.fail("cuStreamSynchronize", 700);
    let why = kernels.synchronize().unwrap_err();
    assert_eq!(
        why,
        "cuStreamSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered); \
         the last kernel that was started is 'b::scale'"
    );
}

#[test]
fn images_that_do_not_load() {
    let fake = Fake::new();
    let why = fake.load("garbage", &[]).err().unwrap();
    assert_eq!(
        why,
        "the kernels could not be loaded: cuModuleLoadDataEx: CUDA_ERROR_INVALID_PTX\nline 1: no entry"
    );
    let why = fake.load(IMAGE, &[("a::mul", "mul")]).err().unwrap();
    assert_eq!(why, "cuModuleGetFunction of 'mul': CUDA_ERROR_NOT_FOUND");
    let said = fake.diary();
    assert!(
        said.ends_with(&["unload".to_owned(), "destroy stream".to_owned(), "release".to_owned()]),
        "{said:?}"
    );
}

#[test]
fn memory_is_used_again_and_given_back() {
    let fake = Fake::new();
    let kernels = fake.load(IMAGE, &NAMES).unwrap();
    fake.diary();
    let (a, b) = (kernels.alloc(1000).unwrap(), kernels.alloc(0).unwrap());
    kernels.free(a).unwrap();
    assert_eq!(kernels.alloc(900).unwrap(), a);
    assert!(kernels.free(a + 8).unwrap_err().contains("there is no block"));
    kernels.free(b).unwrap();
    assert!(kernels.free(b).is_err());
    assert_eq!(fake.diary(), ["alloc in order 1024", "alloc in order 512"]);
    // Kept blocks are freed before an allocation fails.
    assert_eq!(kernels.alloc(2 << 20).unwrap_err(), "out of memory on the GPU: 2097152 bytes");
    assert_eq!(fake.diary(), ["free in order 512"]);
    let data: Vec<u8> = (0..64).collect();
    kernels.upload(a, &data).unwrap();
    kernels.copy(a + 64, a + 1, 8).unwrap();
    let mut back = [0; 8];
    kernels.download(&mut back, a + 64).unwrap();
    assert_eq!(back, [1, 2, 3, 4, 5, 6, 7, 8]);
    for width in [1, 2, 4, 8, 16] {
        let pattern: Vec<u8> = (1..=width).collect();
        kernels.fill(a, &pattern, 5).unwrap();
        let mut out = vec![0; 5 * usize::from(width)];
        kernels.download(&mut out, a).unwrap();
        assert_eq!(out, pattern.repeat(5));
    }
    kernels.fill(a, &[9; 16], 2).unwrap();
    assert!(fake.diary().contains(&"fill32 8".to_owned()));
    kernels.free(a).unwrap();
    kernels.trim();
    assert_eq!(fake.blocks(), 0);
    kernels.alloc(8).unwrap();
    drop(kernels);
    assert_eq!(fake.blocks(), 0);
}

#[test]
fn contexts_account_for_it() {
    let fake = Fake::new();
    let kernels = fake.load(IMAGE, &NAMES).unwrap();
    let ctx = Context::new(1);
    ctx.set_device(Some(kernels.clone()));
    ctx.set_memory_limit(Some(1 << 12));
    let block = ctx.device_allocate(4000).unwrap();
    assert_eq!(ctx.device_allocate(97).unwrap_err(), "out of memory: 97 bytes on Fake GPU");
    assert!(ctx.device_free(block).unwrap());
    drop(ctx);
    drop(kernels);
    assert_eq!(fake.blocks(), 0);
}

#[test]
fn tensor_maps_are_the_drivers() {
    let fake = Fake::new();
    let kernels = fake.load(IMAGE, &NAMES).unwrap();
    fake.diary();
    let map = TensorMap {
        element: 9,
        address: 0x1000,
        sizes: vec![64, 32],
        strides: vec![128],
        box_sizes: vec![64, 8],
        interleave: 0,
        swizzle: 3,
        l2_promotion: 2,
        fill: 0,
    };
    assert_eq!(kernels.tensor_map(&map).unwrap(), [0xab; 128]);
    assert_eq!(fake.diary(), ["map of 9: [64, 32] ([128], [64, 8]) [1, 1] [0, 3, 2, 0]"]);
    fake.fail("cuTensorMapEncodeTiled", 1);
    assert!(kernels.tensor_map(&map).unwrap_err().contains("CUDA_ERROR_INVALID_VALUE: TensorMap"));
    let odd = TensorMap { box_sizes: vec![64], ..map };
    assert!(kernels.tensor_map(&odd).unwrap_err().contains("different lengths"));
}

#[test]
fn recordings_run_by_themselves() {
    let fake = Fake::new();
    let kernels = fake.load(IMAGE, &NAMES).unwrap();
    let x = kernels.alloc(512).unwrap();
    let program = || {
        let t = kernels.alloc(2048)?;
        kernels.launch(&launch("b::scale", &[x, t]))?;
        kernels.copy(x, t, 512)?;
        kernels.synchronize()?;
        kernels.free(t).map(|()| t)
    };
    let before = program().unwrap();
    fake.diary();
    assert!(kernels.begin_recording().unwrap() && !kernels.begin_recording().unwrap());
    let during = program().unwrap();
    let recording = kernels.end_recording().unwrap().unwrap();
    assert_eq!(during, before);
    let said = fake.diary();
    assert!(
        said.len() == 2 && said[0].starts_with("captured: launch scale") && said[1] == "captured: copy 512"
    );
    kernels.replay(recording).unwrap();
    assert_eq!(fake.diary(), ["graph of 2"]);
    // The memory of a recording is not reused for other requests.
    let other = program().unwrap();
    assert_ne!(other, before);
    kernels.forget(recording);
    assert!(fake.diary().contains(&"destroy graph".to_owned()));
    assert_eq!(program().unwrap(), before);
    assert!(kernels.replay(recording).is_err());
}

#[test]
fn what_the_host_reads_is_not_recorded() {
    let fake = Fake::new();
    let kernels = fake.load(IMAGE, &NAMES).unwrap();
    let x = kernels.alloc(512).unwrap();
    assert!(kernels.begin_recording().unwrap());
    kernels.launch(&launch("b::scale", &[x, x])).unwrap();
    let mut out = [0; 4];
    assert_eq!(kernels.download(&mut out, x).unwrap_err(), "a copy to the host cannot be recorded");
    assert_eq!(kernels.end_recording().unwrap(), None);
    kernels.download(&mut out, x).unwrap();
    // Constants may be uploaded during a capture.
    assert!(kernels.begin_recording().unwrap());
    kernels.upload_constant(x, &[1, 2]).unwrap();
    let y = kernels.alloc(4096).unwrap();
    assert!(kernels.end_recording().unwrap().is_some());
    assert!(fake.diary().ends_with(&["upload at once 2".to_owned(), "alloc 4096".to_owned()]));
    kernels.free(y).unwrap();
}
