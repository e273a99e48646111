//! Collectives by a library of our own, which works in memory of the host: results are those of the engine of the host, calls are those
//! that NCCL's manual asks for.

use std::ffi::{CString, c_char};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock, mpsc};

use libloading::Library as File;
use strata_runtime_collectives::{
    Array, Collective, DeviceEngine, DeviceMember, Element, Job, Reduction, Serial, SharedMemory,
    ThroughHost, Transport,
};
use strata_runtime_device::{Device, Launch, Queue, TENSOR_MAP_BYTES, TensorMap};
use strata_runtime_nccl::{Library, Nccl};

/// The library for tests, compiled once.
fn compiled() -> &'static Path {
    static LIBRARY: OnceLock<(tempfile::TempDir, PathBuf)> = OnceLock::new();
    let (_, file) = LIBRARY.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("libfake.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake/nccl.rs");
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut command = Command::new(rustc);
        command.args(["--edition=2024", "--crate-type=cdylib", "-o"]).arg(&file).arg(source);
        assert!(command.status().unwrap().success());
        (folder, file)
    });
    file
}

/// The library of one test: a copy, with a log of its own.
struct Fake {
    _folder: tempfile::TempDir,
    file: PathBuf,
    handle: File,
}

impl Fake {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("libnccl.so.2");
        std::fs::copy(compiled(), &file).unwrap();
        // SAFETY: loading the library runs nothing.
        let handle = unsafe { File::new(&file) }.unwrap();
        Self { _folder: folder, file, handle }
    }
    fn library(&self) -> Arc<Library> {
        Library::load(Some(&self.file)).unwrap()
    }
    fn engine(&self) -> Nccl {
        Nccl::new(self.library(), None, 4, Arc::new(ThroughHost(SharedMemory))).unwrap()
    }
    fn diary(&self) -> Vec<String> {
        let mut text = vec![0; 1 << 16];
        // SAFETY: the function has this type and writes at most as many bytes.
        let n = unsafe {
            let diary =
                self.handle.get::<unsafe extern "C" fn(*mut u8, usize) -> usize>(b"fake_diary").unwrap();
            diary(text.as_mut_ptr(), text.len())
        };
        String::from_utf8_lossy(&text[..n]).lines().map(str::to_owned).collect()
    }
    fn fail(&self, function: &str, status: i32) {
        let name = CString::new(function).unwrap();
        // SAFETY: the function has this type and copies the name.
        unsafe {
            let fail = self.handle.get::<unsafe extern "C" fn(*const c_char, i32)>(b"fake_fail").unwrap();
            fail(name.as_ptr(), status);
        }
    }
}

/// A device whose memory is that of the host.
struct Plain {
    number: u64,
    has_queue: bool,
    blocks: Mutex<Vec<Box<[u8]>>>,
}

impl Plain {
    fn new(number: u64) -> Self {
        Self { number, has_queue: true, blocks: Mutex::default() }
    }
    fn holding(&self, bytes: &[u8]) -> u64 {
        let address = self.alloc(bytes.len()).unwrap();
        self.upload(address, bytes).unwrap();
        address
    }
    fn read(&self, address: u64, bytes: usize) -> Vec<u8> {
        let mut out = vec![0; bytes];
        self.download(&mut out, address).unwrap();
        out
    }
}

impl Device for Plain {
    fn name(&self) -> String {
        format!("device {}", self.number)
    }
    fn alloc(&self, bytes: usize) -> Result<u64, String> {
        let mut block = vec![0xEE; bytes.max(1)].into_boxed_slice();
        let address = block.as_mut_ptr().expose_provenance() as u64;
        self.blocks.lock().unwrap().push(block);
        Ok(address)
    }
    fn free(&self, _: u64) -> Result<(), String> {
        Ok(())
    }
    fn upload(&self, to: u64, from: &[u8]) -> Result<(), String> {
        let to = std::ptr::with_exposed_provenance_mut::<u8>(to as usize);
        // SAFETY: blocks live as long as the device.
        unsafe { to.copy_from(from.as_ptr(), from.len()) };
        Ok(())
    }
    fn download(&self, to: &mut [u8], from: u64) -> Result<(), String> {
        let from = std::ptr::with_exposed_provenance::<u8>(from as usize);
        // SAFETY: as above.
        unsafe { to.as_mut_ptr().copy_from(from, to.len()) };
        Ok(())
    }
    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), String> {
        let bytes = self.read(from, bytes);
        self.upload(to, &bytes)
    }
    fn fill(&self, to: u64, pattern: &[u8], count: usize) -> Result<(), String> {
        self.upload(to, &pattern.repeat(count))
    }
    fn launch(&self, _: &Launch<'_>) -> Result<(), String> {
        Err("it has no kernels".to_owned())
    }
    fn synchronize(&self) -> Result<(), String> {
        Ok(())
    }
    fn tensor_map(&self, _: &TensorMap) -> Result<[u8; TENSOR_MAP_BYTES], String> {
        Err("it has no tensor maps".to_owned())
    }
    fn queue(&self) -> Result<Option<Queue>, String> {
        Ok(self.has_queue.then_some(Queue(100 + self.number)))
    }
}

fn array(sizes: &[usize], element: usize) -> Array {
    Array { sizes: sizes.to_vec(), element }
}

fn job(collective: Collective, members: usize, operands: &[Array], results: &[Array]) -> Job {
    let group = (0..members).collect();
    Job { collective, group, operands: operands.to_vec(), results: results.to_vec() }
}

/// The results of the members at `places`, whose operands have these bytes.
fn results(
    engine: &dyn DeviceEngine,
    job: &Job,
    places: &[usize],
    inputs: &[Vec<Vec<u8>>],
) -> Result<Vec<Vec<Vec<u8>>>, String> {
    let devices: Vec<Plain> = places.iter().map(|&place| Plain::new(place as u64)).collect();
    let member = |(device, &place)| {
        let device: &Plain = device;
        DeviceMember {
            place,
            device,
            inputs: inputs[place].iter().map(|bytes| device.holding(bytes)).collect(),
            outputs: job.results.iter().map(|ty| device.alloc(ty.bytes()).unwrap()).collect(),
        }
    };
    let members: Vec<_> = devices.iter().zip(places).map(member).collect();
    engine.run(job, &members, &Serial)?;
    let read = |(device, member): (&Plain, &DeviceMember<'_>)| {
        let outputs = member.outputs.iter().zip(&job.results);
        outputs.map(|(&address, ty)| device.read(address, ty.bytes())).collect()
    };
    Ok(devices.iter().zip(&members).map(read).collect())
}

/// Small numbers of 32 bits, or bytes, different in each member and operand.
fn numbers(job: &Job) -> Vec<Vec<Vec<u8>>> {
    let one = |seed: usize, ty: &Array| -> Vec<u8> {
        let number = |i: usize| ((i * 7 + seed * 13) % 23) as i32 - 11;
        match ty.element {
            1 => (0..ty.bytes()).map(|i| (number(i) & 1) as u8).collect(),
            _ => (0..ty.bytes() / 4).flat_map(|i| number(i).to_le_bytes()).collect(),
        }
    };
    let member =
        |place: usize| job.operands.iter().enumerate().map(|(k, ty)| one(place * 5 + k, ty)).collect();
    (0..job.group.len()).map(member).collect()
}

fn check(fake: &Fake, job: &Job) {
    let (inputs, places) = (numbers(job), job.group.clone());
    let want = results(&ThroughHost(SharedMemory), job, &places, &inputs).unwrap();
    let got = results(&fake.engine(), job, &places, &inputs).unwrap_or_else(|e| panic!("{job:?}: {e}"));
    assert_eq!(got, want, "{job:?}");
}

const I32: Element = Element::Signed(32);

#[test]
fn results_are_those_of_the_host() {
    let fake = Fake::new();
    let whole = array(&[3, 4, 2], 4);
    for members in [1, 2, 4] {
        for reduction in [Reduction::Add, Reduction::Multiply, Reduction::Minimum, Reduction::Maximum] {
            let operands = [whole.clone(), array(&[], 4)];
            check(&fake, &job(Collective::AllReduce(reduction, I32), members, &operands, &operands));
        }
        let one = [whole.clone()];
        check(&fake, &job(Collective::Reduce(Reduction::Add, I32), members, &one, &one));
        check(&fake, &job(Collective::Broadcast, members, &one, &one));
        check(&fake, &job(Collective::Stack, members, &one, &[array(&[5, 24], 4)]));
        for (reduction, bytes) in [(Reduction::Add, 1), (Reduction::And, 1), (Reduction::Xor, 1)] {
            let list = [array(&[9], bytes)];
            check(&fake, &job(Collective::AllReduce(reduction, Element::Bool), members, &list, &list));
        }
        for dim in 0..3 {
            let mut sizes = [3, 2, 5];
            let part = array(&sizes, 4);
            sizes[dim] *= members;
            let whole = array(&sizes, 4);
            let scatter = Collective::ReduceScatter { reduction: Reduction::Add, element: I32, dim };
            check(&fake, &job(scatter, members, std::slice::from_ref(&whole), std::slice::from_ref(&part)));
            check(&fake, &job(Collective::AllGather { dim }, members, std::slice::from_ref(&part), &[whole]));
            for concat in 0..3 {
                let (mut from, mut to) = ([3, 2, 5], [3, 2, 5]);
                from[dim] *= members;
                to[concat] *= members;
                let all = Collective::AllToAll { split: dim, concat };
                check(&fake, &job(all, members, &[array(&from, 4)], &[array(&to, 4)]));
            }
        }
    }
    let permute = Collective::Permute(vec![Some(2), None, Some(2), Some(0)]);
    check(&fake, &job(permute, 4, std::slice::from_ref(&whole), std::slice::from_ref(&whole)));
    check(&fake, &job(Collective::AllGather { dim: 0 }, 2, &[array(&[0, 3], 4)], &[array(&[0, 3], 4)]));
}

#[test]
fn calls_are_those_of_one_group_with_one_communicator() {
    let fake = Fake::new();
    let engine = fake.engine();
    let list = [array(&[6], 4)];
    let sum = job(Collective::AllReduce(Reduction::Maximum, Element::F32), 2, &list, &list);
    let inputs = numbers(&sum);
    results(&engine, &sum, &[0, 1], &inputs).unwrap();
    let first = [
        "ncclGetUniqueId",
        "ncclGroupStart",
        "ncclCommInitRank 0 of 2 with id 1",
        "ncclCommInitRank 1 of 2 with id 1",
        "ncclGroupEnd",
    ];
    let second = [
        "ncclGroupStart",
        "ncclAllReduce rank 0 count 6 type 7 op 2 stream 100",
        "ncclAllReduce rank 1 count 6 type 7 op 2 stream 101",
        "ncclGroupEnd",
    ];
    assert_eq!(fake.diary(), [&first[..], &second].concat());
    results(&engine, &sum, &[0, 1], &inputs).unwrap();
    assert_eq!(fake.diary(), second);
    // Sums of complex numbers are twice as many real ones.
    let complex = job(
        Collective::AllReduce(Reduction::Add, Element::Complex64),
        1,
        &[array(&[3], 8)],
        &[array(&[3], 8)],
    );
    let inputs = numbers(&complex);
    results(&engine, &complex, &[0], &inputs).unwrap();
    assert!(fake.diary().contains(&"ncclAllReduce rank 0 count 6 type 7 op 0 stream 100".to_owned()));
    drop(engine);
    let mut ended = fake.diary();
    ended.sort();
    assert_eq!(ended, ["ncclCommDestroy rank 0", "ncclCommDestroy rank 0", "ncclCommDestroy rank 1"]);
}

#[test]
fn what_nccl_lacks_is_for_the_other_engine() {
    let fake = Fake::new();
    let list = [array(&[4], 4)];
    for (reduction, element) in [
        (Reduction::Xor, I32),
        (Reduction::Multiply, Element::Complex64),
        (Reduction::Add, Element::Signed(16)),
    ] {
        let list = [array(&[4], element.bytes())];
        check(&fake, &job(Collective::AllReduce(reduction, element), 2, &list, &list));
    }
    let roots = job(Collective::BroadcastFrom, 2, &[list[0].clone(), array(&[1], 4)], &list);
    let mut inputs = numbers(&roots);
    inputs.iter_mut().for_each(|list| list[1] = 1i32.to_le_bytes().to_vec());
    let got = results(&fake.engine(), &roots, &[0, 1], &inputs).unwrap();
    assert_eq!(got, [[inputs[1][0].clone()], [inputs[1][0].clone()]]);
    assert_eq!(fake.diary(), [""; 0]);
}

/// A ragged exchange of two members with two updates each.
fn ragged() -> (Job, Vec<Vec<Vec<u8>>>) {
    let (rows, list) = (array(&[6, 2], 4), array(&[4], 4));
    let operands = [rows.clone(), array(&[8, 2], 4), list.clone(), list.clone(), list.clone(), list];
    let job = job(Collective::RaggedAllToAll, 2, &operands, &[array(&[8, 2], 4)]);
    let bytes = |numbers: &[i32]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
    let mut inputs = numbers(&job);
    // Where rows begin, how many, where they go, and how many come: two for the first member, then two for the second.
    let lists = [
        [[0, 1, 3, 5], [1, 2, 2, 1], [0, 4, 1, 6], [1, 2, 0, 2]],
        [[4, 0, 2, 3], [0, 2, 1, 1], [0, 2, 0, 4], [2, 1, 1, 1]],
    ];
    for (input, lists) in inputs.iter_mut().zip(lists) {
        (0..4).for_each(|k| input[2 + k] = bytes(&lists[k]));
    }
    (job, inputs)
}

#[test]
fn rows_of_different_numbers_are_sent() {
    let fake = Fake::new();
    let (job, mut inputs) = ragged();
    let want = results(&ThroughHost(SharedMemory), &job, &[0, 1], &inputs).unwrap();
    assert_eq!(results(&fake.engine(), &job, &[0, 1], &inputs).unwrap(), want);
    inputs[0][3][..4].copy_from_slice(&7i32.to_le_bytes());
    let error = results(&fake.engine(), &job, &[0, 1], &inputs).unwrap_err();
    assert!(error.contains("'ragged_all_to_all' of 2 GPUs: it moves rows that do not exist"), "{error}");
}

#[test]
fn errors_name_the_collective() {
    let fake = Fake::new();
    let engine = fake.engine();
    let list = [array(&[6], 4)];
    let sum = job(Collective::AllReduce(Reduction::Add, I32), 2, &list, &list);
    let inputs = numbers(&sum);
    for (call, status, why) in [
        ("ncclAllReduce", 1, "NCCL failed in 'all_reduce' of 2 GPUs: ncclAllReduce: unhandled cuda error"),
        ("ncclGroupEnd", 5, "ncclGroupEnd: some error"),
        ("async", 6, "a GPU: some error"),
    ] {
        fake.fail(call, status);
        let error = results(&engine, &sum, &[0, 1], &inputs).unwrap_err();
        assert!(error.contains(why), "{error}");
        fake.fail(call, 0);
        // The next call has a new communicator.
        results(&engine, &sum, &[0, 1], &inputs).unwrap();
        let aborted = fake.diary().iter().filter(|line| line.starts_with("ncclCommAbort")).count();
        assert_eq!(aborted, 2, "{call}");
    }
    for call in ["ncclGetUniqueId", "ncclCommInitRank"] {
        fake.fail(call, 2);
        let error = results(&fake.engine(), &sum, &[0, 1], &inputs).unwrap_err();
        assert!(error.ends_with(&format!("{call}: some error")), "{error}");
        fake.fail(call, 0);
    }
    let plain = Plain { has_queue: false, ..Plain::new(0) };
    let (from, to) = (plain.holding(&inputs[0][0]), plain.alloc(24).unwrap());
    let alone = job(Collective::AllReduce(Reduction::Add, I32), 1, &list, &list);
    let member = DeviceMember { place: 0, device: &plain, inputs: vec![from], outputs: vec![to] };
    let error = engine.run(&alone, &[member], &Serial).unwrap_err();
    assert!(error.contains("device 0 has no streams"), "{error}");
    let missing = Library::load(Some(Path::new("/no/libnccl.so.2"))).map(drop).unwrap_err();
    assert!(missing.starts_with("no NCCL: "), "{missing}");
}

/// Messages between two threads.
struct Pair {
    rank: usize,
    to: mpsc::Sender<Vec<u8>>,
    from: Mutex<mpsc::Receiver<Vec<u8>>>,
}

impl Transport for Pair {
    fn rank(&self) -> usize {
        self.rank
    }
    fn ranks(&self) -> usize {
        2
    }
    fn exchange(
        &self,
        _: &str,
        _: u64,
        sends: Vec<(usize, Vec<u8>)>,
        receives: &[(usize, usize)],
    ) -> Result<Vec<Vec<u8>>, String> {
        sends.into_iter().for_each(|(_, bytes)| self.to.send(bytes).unwrap());
        Ok(receives.iter().map(|_| self.from.lock().unwrap().recv().unwrap()).collect())
    }
}

#[test]
fn ranks_share_the_id_of_a_communicator() {
    let fake = Fake::new();
    let ((to_one, from_zero), (to_zero, from_one)) = (mpsc::channel(), mpsc::channel());
    let ends = [(0, to_one, from_one), (1, to_zero, from_zero)];
    let library = fake.library();
    std::thread::scope(|scope| {
        for (rank, to, from) in ends {
            let library = Arc::clone(&library);
            scope.spawn(move || {
                let world = Arc::new(Pair { rank, to, from: Mutex::new(from) });
                let other = Arc::new(ThroughHost(SharedMemory));
                let odd = Nccl::new(Arc::clone(&library), Some(world.clone()), 3, other.clone());
                assert!(odd.is_err());
                let engine = Nccl::new(library, Some(world), 4, other).unwrap();
                let list = [array(&[2], 4)];
                let sum = job(Collective::AllReduce(Reduction::Add, I32), 4, &list, &list);
                let inputs = numbers(&sum);
                let places = [2 * rank, 2 * rank + 1];
                // The results may come later: only that the calls succeed is looked at here.
                let devices: Vec<Plain> = places.iter().map(|&place| Plain::new(place as u64)).collect();
                let members: Vec<_> = devices
                    .iter()
                    .zip(places)
                    .map(|(device, place)| DeviceMember {
                        place,
                        device,
                        inputs: vec![device.holding(&inputs[place][0])],
                        outputs: vec![device.alloc(8).unwrap()],
                    })
                    .collect();
                engine.run(&sum, &members, &Serial).unwrap();
                // Until the other one has asked, too.
                drop(members);
                std::mem::forget(devices);
            });
        }
    });
    let diary = fake.diary();
    let count = |start: &str| diary.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!((count("ncclGetUniqueId"), count("ncclAllReduce"), count("ncclCommInitRank")), (1, 4, 4));
    assert!(
        diary
            .iter()
            .filter(|line| line.starts_with("ncclCommInitRank"))
            .all(|line| line.ends_with("of 4 with id 1"))
    );
}
