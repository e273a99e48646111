//! [`World`]: all ranks that were started together.

use std::ffi::c_int;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use strata_runtime_collectives::Transport;

use crate::abi::Abi;
use crate::library::{Handle, Mpi};

/// The most bytes of one message of MPI, whose lengths are `int`s. Longer ones are several.
const MOST_BYTES: usize = 1 << 30;
/// How long a rank looks for messages before it sleeps in between.
const SPIN_TIME: Duration = Duration::from_micros(200);
const PAUSE: Duration = Duration::from_micros(50);

/// How the world is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// The file of the library; without it the one in `STRATA_MPI_LIBRARY`, or the one that is installed.
    pub library: Option<String>,
    /// A rank that does not answer for so long is taken for dead.
    pub timeout: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { library: None, timeout: Duration::from_secs(300) }
    }
}

/// The ranks of a job of MPI.
pub struct World {
    /// Whoever holds the lock calls the library: it need not support several threads at a time.
    mpi: Mutex<Mpi>,
    /// A communicator that nobody else knows, so that labels are this crate's.
    comm: Handle,
    rank: usize,
    ranks: usize,
    /// The largest label.
    largest: u64,
    timeout: Duration,
    abi: Abi,
}

/// A message on its way, and its request.
struct Transfer {
    rank: usize,
    request: Box<Handle>,
    done: bool,
    is_receipt: bool,
}

impl World {
    /// Loads the library, and enters the job that this process was started for; a process that was started alone is a job of one rank.
    ///
    /// # Errors
    /// If there is no library, or it does not start.
    pub fn open(options: &Options) -> Result<Self, String> {
        let mpi = Mpi::load(options.library.as_deref())?;
        let constants = mpi.abi.constants();
        let (mut is_initialized, mut provided) = (0, constants.thread_serialized);
        // SAFETY: the function may be called at any time.
        mpi.check(unsafe { (mpi.call.is_initialized)(&raw mut is_initialized) }, "MPI_Initialized")?;
        if is_initialized == 0 {
            // SAFETY: the command line may be left out; nobody else initializes it.
            let code = unsafe {
                (mpi.call.init)(
                    std::ptr::null_mut(),
                    std::ptr::null_mut(),
                    constants.thread_serialized,
                    &raw mut provided,
                )
            };
            mpi.check(code, "MPI_Init_thread")?;
        }
        if is_initialized == 0 {
            // Errors of messages are those of all ranks to some libraries.
            // SAFETY: the library was just initialized.
            let code = unsafe { (mpi.call.set_errhandler)(mpi.comm_world, mpi.errors_return) };
            mpi.check(code, "MPI_Comm_set_errhandler")?;
        }
        if provided < constants.thread_serialized {
            return Err("MPI: the library does not let several threads call it".to_owned());
        }
        let (mut comm, mut rank, mut ranks): (Handle, c_int, c_int) = (0, 0, 0);
        // SAFETY: the library is initialized, and the communicator is one of all ranks, which open the world together.
        mpi.check(unsafe { (mpi.call.duplicate)(mpi.comm_world, &raw mut comm) }, "MPI_Comm_dup")?;
        // SAFETY: the communicator was just made.
        unsafe {
            mpi.check((mpi.call.set_errhandler)(comm, mpi.errors_return), "MPI_Comm_set_errhandler")?;
            mpi.check((mpi.call.rank)(comm, &raw mut rank), "MPI_Comm_rank")?;
            mpi.check((mpi.call.size)(comm, &raw mut ranks), "MPI_Comm_size")?;
        }
        let (mut bound, mut found): (*const c_int, c_int) = (std::ptr::null(), 0);
        // SAFETY: the value of this attribute is the address of an `int`.
        let largest = unsafe {
            let code = (mpi.call.attribute)(
                mpi.comm_world,
                constants.tag_upper_bound,
                (&raw mut bound).cast(),
                &raw mut found,
            );
            if code == 0 && found != 0 && !bound.is_null() { *bound } else { 32767 }
        };
        let number = |n: c_int| usize::try_from(n).map_err(|_| "MPI: a rank is negative".to_owned());
        let (rank, ranks, abi) = (number(rank)?, number(ranks)?, mpi.abi);
        let largest = u64::try_from(largest).unwrap_or(32767).max(1);
        Ok(Self { mpi: Mutex::new(mpi), comm, rank, ranks, largest, timeout: options.timeout, abi })
    }
    /// The interface of the library.
    #[must_use]
    pub fn abi(&self) -> Abi {
        self.abi
    }
    /// Leaves the job, when all ranks do. Nothing is sent afterwards.
    ///
    /// # Errors
    /// If the library fails.
    pub fn finish(&self) -> Result<(), String> {
        let mpi = self.mpi.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the library is initialized, and no message is on its way.
        mpi.check(unsafe { (mpi.call.finalize)() }, "MPI_Finalize")
    }

    /// Starts a message, in pieces. The buffer stays where it is until all of them are done.
    fn start(
        &self,
        rank: usize,
        tag: c_int,
        (start, length): (*mut u8, usize),
        is_receipt: bool,
        transfers: &mut Vec<Transfer>,
    ) -> Result<(), String> {
        let to = c_int::try_from(rank).map_err(|_| format!("MPI: there is no rank {rank}"))?;
        let mut at = 0;
        while at < length {
            let count = (length - at).min(MOST_BYTES);
            let mut request: Box<Handle> = Box::new(0);
            let mpi = self.mpi.lock().unwrap_or_else(PoisonError::into_inner);
            // SAFETY: so many bytes are there, and stay until the request is done (see `exchange`).
            let code = unsafe {
                let piece = start.add(at).cast();
                match is_receipt {
                    true => (mpi.call.receive)(
                        piece,
                        count as c_int,
                        mpi.byte,
                        to,
                        tag,
                        self.comm,
                        &raw mut *request,
                    ),
                    false => (mpi.call.send)(
                        piece.cast_const(),
                        count as c_int,
                        mpi.byte,
                        to,
                        tag,
                        self.comm,
                        &raw mut *request,
                    ),
                }
            };
            mpi.check(code, if is_receipt { "MPI_Irecv" } else { "MPI_Isend" })?;
            transfers.push(Transfer { rank, request, done: false, is_receipt });
            at += count;
        }
        Ok(())
    }
    /// Waits for all messages.
    fn wait(&self, what: &str, transfers: &mut [Transfer]) -> Result<(), String> {
        let ignored = self.abi.constants().status_ignore;
        let start = Instant::now();
        loop {
            let mut left = 0;
            for transfer in transfers.iter_mut().filter(|t| !t.done) {
                let mpi = self.mpi.lock().unwrap_or_else(PoisonError::into_inner);
                let mut done = 0;
                // SAFETY: the request is one that is not done.
                let code = unsafe { (mpi.call.test)(&raw mut *transfer.request, &raw mut done, ignored) };
                mpi.check(code, &format!("the message of '{what}' with rank {}", transfer.rank))?;
                transfer.done = done != 0;
                left += usize::from(done == 0);
            }
            let waited = start.elapsed();
            if left == 0 {
                return Ok(());
            }
            if waited > self.timeout {
                let mut late: Vec<usize> = transfers.iter().filter(|t| !t.done).map(|t| t.rank).collect();
                late.sort_unstable();
                late.dedup();
                let receives = transfers.iter().any(|t| !t.done && t.is_receipt);
                let how = if receives { "sends nothing" } else { "receives nothing" };
                let late: Vec<String> = late.iter().map(ToString::to_string).collect();
                let seconds = self.timeout.as_secs_f64();
                return Err(format!("rank {} {how} for '{what}' in {seconds} s", late.join(", ")));
            }
            if waited > SPIN_TIME {
                std::thread::sleep(PAUSE);
            } else {
                std::thread::yield_now();
            }
        }
    }
}

impl Transport for World {
    fn rank(&self) -> usize {
        self.rank
    }
    fn ranks(&self) -> usize {
        self.ranks
    }
    fn exchange(
        &self,
        what: &str,
        label: u64,
        sends: Vec<(usize, Vec<u8>)>,
        receives: &[(usize, usize)],
    ) -> Result<Vec<Vec<u8>>, String> {
        let tag = c_int::try_from(label % self.largest).unwrap_or(0);
        let mut sends = sends;
        let mut received: Vec<Vec<u8>> = Vec::with_capacity(receives.len());
        for &(_, length) in receives {
            let mut buffer = Vec::new();
            buffer
                .try_reserve_exact(length)
                .map_err(|_| format!("out of memory: {length} bytes of a message"))?;
            buffer.resize(length, 0);
            received.push(buffer);
        }
        let mut transfers = Vec::new();
        let started = receives.iter().zip(&mut received).try_for_each(|(&(rank, _), buffer)| {
            self.start(rank, tag, (buffer.as_mut_ptr(), buffer.len()), true, &mut transfers)
        });
        let started = started.and_then(|()| {
            sends.iter_mut().try_for_each(|(rank, buffer)| {
                self.start(*rank, tag, (buffer.as_mut_ptr(), buffer.len()), false, &mut transfers)
            })
        });
        let outcome = started.and_then(|()| self.wait(what, &mut transfers));
        if let Err(why) = outcome {
            // The library may still read and write them.
            std::mem::forget((sends, received, transfers));
            return Err(why);
        }
        Ok(received)
    }
}
