//! NCCL for tests, in memory of the host: it logs its calls, does transfers when all members have asked for them, and fails on request.

#![allow(non_snake_case, reason = "the names are those of NCCL")]

use std::collections::{HashMap, VecDeque};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A member's part of a communicator.
struct Comm {
    id: u64,
    rank: usize,
}

/// A collective that a member has asked for.
#[derive(Clone, Copy)]
struct Ask {
    kind: &'static str,
    from: usize,
    to: usize,
    count: usize,
    ty: c_int,
    op: c_int,
    root: usize,
}

#[derive(Default)]
struct Group {
    asked: Vec<VecDeque<Ask>>,
    /// Addresses and bytes of sends and receives, by the ranks of both.
    sends: HashMap<(usize, usize), VecDeque<(usize, usize)>>,
    receives: HashMap<(usize, usize), VecDeque<(usize, usize)>>,
}

#[derive(Default)]
struct State {
    diary: Vec<String>,
    failures: HashMap<String, c_int>,
    ids: u64,
    groups: HashMap<u64, Group>,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

fn state() -> MutexGuard<'static, Option<State>> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    work(state().get_or_insert_default())
}

/// Logs a call; the status that it is to have.
fn log(name: &str, text: String) -> c_int {
    with(|state| {
        state.diary.push(if text.is_empty() { name.to_owned() } else { format!("{name} {text}") });
        state.failures.get(name).copied().unwrap_or(0)
    })
}

fn width(ty: c_int) -> usize {
    [1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1][ty as usize]
}

/// A block of memory.
fn block<'a>(address: usize, bytes: usize) -> &'a mut [u8] {
    if bytes == 0 {
        return &mut [];
    }
    // SAFETY: tests give addresses of blocks that live until the end.
    unsafe { std::slice::from_raw_parts_mut(std::ptr::with_exposed_provenance_mut(address), bytes) }
}

fn combine(op: c_int, ty: c_int, into: &mut [u8], from: &[u8]) {
    for (x, y) in into.chunks_mut(width(ty)).zip(from.chunks(width(ty))) {
        match ty {
            2 => {
                let (a, b) = (i32::from_le_bytes(x.try_into().unwrap()), i32::from_le_bytes(y.try_into().unwrap()));
                let c = [a.wrapping_add(b), a.wrapping_mul(b), a.max(b), a.min(b)][op as usize];
                x.copy_from_slice(&c.to_le_bytes());
            }
            7 => {
                let (a, b) = (f32::from_le_bytes(x.try_into().unwrap()), f32::from_le_bytes(y.try_into().unwrap()));
                let c = [a + b, a * b, a.max(b), a.min(b)][op as usize];
                x.copy_from_slice(&c.to_le_bytes());
            }
            1 => x[0] = [x[0].wrapping_add(y[0]), x[0].wrapping_mul(y[0]), x[0].max(y[0]), x[0].min(y[0])][op as usize],
            _ => panic!("the tests have no type {ty}"),
        }
    }
}

/// Does what all members have asked for.
fn progress(group: &mut Group) {
    while group.asked.iter().all(|queue| !queue.is_empty()) {
        let all: Vec<Ask> = group.asked.iter_mut().filter_map(VecDeque::pop_front).collect();
        let first = all[0];
        assert!(all.iter().all(|ask| (ask.kind, ask.count, ask.ty, ask.op, ask.root) == (first.kind, first.count, first.ty, first.op, first.root)));
        let bytes = first.count * width(first.ty);
        let sum = |start: usize| {
            let mut sum = block(first.from + start, bytes).to_vec();
            all[1..].iter().for_each(|ask| combine(first.op, first.ty, &mut sum, block(ask.from + start, bytes)));
            sum
        };
        match first.kind {
            "ncclAllReduce" => {
                let sum = sum(0);
                all.iter().for_each(|ask| block(ask.to, bytes).copy_from_slice(&sum));
            }
            "ncclReduce" => block(all[first.root].to, bytes).copy_from_slice(&sum(0)),
            "ncclReduceScatter" => {
                let parts: Vec<Vec<u8>> = (0..all.len()).map(|i| sum(i * bytes)).collect();
                all.iter().zip(parts).for_each(|(ask, part)| block(ask.to, bytes).copy_from_slice(&part));
            }
            "ncclAllGather" => {
                let whole: Vec<u8> = all.iter().flat_map(|ask| block(ask.from, bytes).to_vec()).collect();
                all.iter().for_each(|ask| block(ask.to, whole.len()).copy_from_slice(&whole));
            }
            _ => {
                let root = block(all[first.root].from, bytes).to_vec();
                all.iter().for_each(|ask| block(ask.to, bytes).copy_from_slice(&root));
            }
        }
    }
    for (pair, sends) in &mut group.sends {
        let Some(receives) = group.receives.get_mut(pair) else { continue };
        while let (Some(&(from, sent)), Some(&(to, received))) = (sends.front(), receives.front()) {
            assert_eq!(sent, received, "what {} sends to {}", pair.0, pair.1);
            block(to, sent).copy_from_slice(block(from, sent));
            sends.pop_front();
            receives.pop_front();
        }
    }
}

fn member<'a>(comm: *mut c_void) -> &'a Comm {
    // SAFETY: tests give communicators of `ncclCommInitRank`.
    unsafe { &*comm.cast::<Comm>() }
}

fn ask(comm: *mut c_void, stream: *mut c_void, ask: Ask) -> c_int {
    let comm = member(comm);
    let Ask { kind, count, ty, op, root, .. } = ask;
    let more = match kind {
        "ncclAllGather" => String::new(),
        "ncclBroadcast" => format!(" root {root}"),
        "ncclReduce" => format!(" op {op} root {root}"),
        _ => format!(" op {op}"),
    };
    let status = log(kind, format!("rank {} count {count} type {ty}{more} stream {}", comm.rank, stream.addr()));
    with(|state| {
        if let Some(group) = state.groups.get_mut(&comm.id) {
            group.asked[comm.rank].push_back(ask);
        }
    });
    status
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclGetVersion(version: *mut c_int) -> c_int {
    // SAFETY: the caller has space for it.
    unsafe { *version = 22703 };
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclGetErrorString(status: c_int) -> *const c_char {
    (if status == 1 { c"unhandled cuda error" } else { c"some error" }).as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclGetUniqueId(id: *mut [u8; 128]) -> c_int {
    let number = with(|state| {
        state.ids += 1;
        state.ids
    });
    // SAFETY: the caller has space for it.
    unsafe { id.cast::<u64>().write_unaligned(number.to_le()) };
    log("ncclGetUniqueId", String::new())
}

#[repr(C)]
pub struct Id([u8; 128]);

#[unsafe(no_mangle)]
pub extern "C" fn ncclCommInitRank(comm: *mut *mut c_void, count: c_int, id: Id, rank: c_int) -> c_int {
    let id = u64::from_le_bytes(id.0[..8].try_into().unwrap());
    with(|state| {
        let group = state.groups.entry(id).or_default();
        group.asked.resize_with(count as usize, VecDeque::new);
    });
    // SAFETY: the caller has space for it.
    unsafe { *comm = Box::into_raw(Box::new(Comm { id, rank: rank as usize })).cast() };
    log("ncclCommInitRank", format!("{rank} of {count} with id {id}"))
}

fn end(name: &str, comm: *mut c_void) -> c_int {
    // SAFETY: as in `member`; it is ended once.
    let comm = unsafe { Box::from_raw(comm.cast::<Comm>()) };
    log(name, format!("rank {}", comm.rank))
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclCommDestroy(comm: *mut c_void) -> c_int {
    end("ncclCommDestroy", comm)
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclCommAbort(comm: *mut c_void) -> c_int {
    end("ncclCommAbort", comm)
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclCommGetAsyncError(_: *mut c_void, status: *mut c_int) -> c_int {
    // SAFETY: the caller has space for it.
    unsafe { *status = with(|state| state.failures.get("async").copied().unwrap_or(0)) };
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclGroupStart() -> c_int {
    log("ncclGroupStart", String::new())
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclGroupEnd() -> c_int {
    with(|state| state.groups.values_mut().for_each(progress));
    log("ncclGroupEnd", String::new())
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclAllReduce(from: usize, to: usize, count: usize, ty: c_int, op: c_int, comm: *mut c_void, stream: *mut c_void) -> c_int {
    ask(comm, stream, Ask { kind: "ncclAllReduce", from, to, count, ty, op, root: 0 })
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclReduce(from: usize, to: usize, count: usize, ty: c_int, op: c_int, root: c_int, comm: *mut c_void, stream: *mut c_void) -> c_int {
    ask(comm, stream, Ask { kind: "ncclReduce", from, to, count, ty, op, root: root as usize })
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclReduceScatter(from: usize, to: usize, count: usize, ty: c_int, op: c_int, comm: *mut c_void, stream: *mut c_void) -> c_int {
    ask(comm, stream, Ask { kind: "ncclReduceScatter", from, to, count, ty, op, root: 0 })
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclAllGather(from: usize, to: usize, count: usize, ty: c_int, comm: *mut c_void, stream: *mut c_void) -> c_int {
    ask(comm, stream, Ask { kind: "ncclAllGather", from, to, count, ty, op: 0, root: 0 })
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclBroadcast(from: usize, to: usize, count: usize, ty: c_int, root: c_int, comm: *mut c_void, stream: *mut c_void) -> c_int {
    ask(comm, stream, Ask { kind: "ncclBroadcast", from, to, count, ty, op: 0, root: root as usize })
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclSend(from: usize, count: usize, ty: c_int, peer: c_int, comm: *mut c_void, stream: *mut c_void) -> c_int {
    let (comm, bytes) = (member(comm), count * width(ty));
    with(|state| {
        let pair = (comm.rank, peer as usize);
        state.groups.get_mut(&comm.id).unwrap().sends.entry(pair).or_default().push_back((from, bytes));
    });
    log("ncclSend", format!("rank {} to {peer} count {count} type {ty} stream {}", comm.rank, stream.addr()))
}

#[unsafe(no_mangle)]
pub extern "C" fn ncclRecv(to: usize, count: usize, ty: c_int, peer: c_int, comm: *mut c_void, stream: *mut c_void) -> c_int {
    let (comm, bytes) = (member(comm), count * width(ty));
    with(|state| {
        let pair = (peer as usize, comm.rank);
        state.groups.get_mut(&comm.id).unwrap().receives.entry(pair).or_default().push_back((to, bytes));
    });
    log("ncclRecv", format!("rank {} from {peer} count {count} type {ty} stream {}", comm.rank, stream.addr()))
}

/// Makes a call return a status; 0 ends that.
#[unsafe(no_mangle)]
pub extern "C" fn fake_fail(name: *const c_char, status: c_int) {
    // SAFETY: the test gives a terminated name.
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
    with(|state| state.failures.insert(name, status));
}

/// Takes the log.
#[unsafe(no_mangle)]
pub extern "C" fn fake_diary(to: *mut u8, space: usize) -> usize {
    let text = with(|state| std::mem::take(&mut state.diary)).join("\n");
    let n = text.len().min(space);
    // SAFETY: the test has so much space.
    unsafe { to.copy_from_nonoverlapping(text.as_ptr(), n) };
    n
}
