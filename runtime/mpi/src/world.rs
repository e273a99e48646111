//! [`World`]: all ranks that were started together.

use std::ffi::c_int;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use strata_runtime_collectives::Transport;

use crate::abi::Abi;
use crate::library::{Handle, Mpi};
use crate::life::Life;
use crate::options::Options;

/// The most bytes of one message of MPI, whose lengths are `int`s. Longer ones are several.
const MOST_BYTES: usize = 1 << 30;
/// How long a rank looks for messages before it sleeps in between.
const SPIN_TIME: Duration = Duration::from_micros(200);
const PAUSE: Duration = Duration::from_micros(50);
/// How often a rank that waits looks whether the others are alive.
const LOOK: Duration = Duration::from_millis(100);
/// How many of them it asks for news at a time.
const MOST_ASKED: usize = 4;

/// Asks for news of ranks from elsewhere: why one of them sends nothing any more, if that is known.
pub type News = Box<dyn Fn(usize) -> Option<String> + Send + Sync>;

/// The ranks of a job of MPI.
pub struct World {
    /// Whoever holds the lock calls the library: it need not support several threads at a time.
    mpi: Mutex<Mpi>,
    /// A communicator that nobody else knows, so that labels are this crate's.
    comm: Handle,
    rank: usize,
    /// The rank in the communicator of each rank, by the numbers that the caller gave them.
    order: Vec<usize>,
    /// The largest label.
    largest: u64,
    timeout: Duration,
    abi: Abi,
    /// Whether this crate initialized the library.
    is_own: bool,
    /// How many threads exchange messages.
    busy: AtomicUsize,
    /// Why an exchange failed: ranks are at different places from there on.
    broken: OnceLock<String>,
    /// This process, and those of the ranks.
    own: Life,
    lives: Vec<Life>,
    news: Option<News>,
}

/// A message on its way, and its request.
struct Transfer {
    rank: usize,
    request: Box<Handle>,
    done: bool,
    is_receipt: bool,
}

/// Initializes the library if nobody has. Whether this was done.
fn initialize(mpi: &Mpi) -> Result<bool, String> {
    let constants = mpi.abi.constants();
    let (mut is_initialized, mut is_finalized, mut provided) = (0, 0, constants.thread_serialized);
    // SAFETY: the functions may be called at any time.
    unsafe {
        mpi.check((mpi.call.is_initialized)(&raw mut is_initialized), "MPI_Initialized")?;
        mpi.check((mpi.call.is_finalized)(&raw mut is_finalized), "MPI_Finalized")?;
    }
    if is_finalized != 0 {
        return Err("MPI: somebody in this process has finalized the library".to_owned());
    }
    if is_initialized == 0 {
        let none = std::ptr::null_mut;
        // SAFETY: the command line may be left out; nobody else initializes it.
        let code =
            unsafe { (mpi.call.init)(none(), none().cast(), constants.thread_multiple, &raw mut provided) };
        mpi.check(code, "MPI_Init_thread")?;
        // Errors of messages are those of all ranks to some libraries.
        // SAFETY: the library was just initialized.
        let code = unsafe { (mpi.call.set_errhandler)(mpi.comm_world, mpi.errors_return) };
        mpi.check(code, "MPI_Comm_set_errhandler")?;
    } else {
        // SAFETY: the library is initialized.
        mpi.check(unsafe { (mpi.call.query_thread)(&raw mut provided) }, "MPI_Query_thread")?;
    }
    if provided < constants.thread_serialized {
        let who = if is_initialized == 0 { "the library" } else { "who initialized the library" };
        return Err(format!("MPI: {who} does not let several threads call it (MPI_THREAD_SERIALIZED)"));
    }
    Ok(is_initialized == 0)
}

impl World {
    /// Loads the library, and enters the job that this process was started for; a process that was started alone is a job of one rank.
    /// All ranks of the job do so.
    ///
    /// # Errors
    /// If there is no library, it does not start, or there are more or fewer ranks than expected.
    pub fn open(options: &Options) -> Result<Self, String> {
        let mpi = Mpi::load(options.library.as_deref())?;
        let is_own = initialize(&mpi)?;
        let (mut comm, mut rank, mut ranks): (Handle, c_int, c_int) = (0, 0, 0);
        // SAFETY: the library is initialized.
        unsafe {
            mpi.check((mpi.call.rank)(mpi.comm_world, &raw mut rank), "MPI_Comm_rank")?;
            mpi.check((mpi.call.size)(mpi.comm_world, &raw mut ranks), "MPI_Comm_size")?;
        }
        let number = |n: c_int| usize::try_from(n).map_err(|_| "MPI: a rank is negative".to_owned());
        let (rank, ranks) = (number(rank)?, number(ranks)?);
        if let Some(expected) = options.ranks.filter(|&expected| expected != ranks) {
            return Err(format!("MPI: the job has {ranks} ranks, not {expected}"));
        }
        // SAFETY: the communicator is one of all ranks, which open the world together.
        mpi.check(unsafe { (mpi.call.duplicate)(mpi.comm_world, &raw mut comm) }, "MPI_Comm_dup")?;
        // SAFETY: the communicator was just made.
        let code = unsafe { (mpi.call.set_errhandler)(comm, mpi.errors_return) };
        mpi.check(code, "MPI_Comm_set_errhandler")?;
        let (abi, largest) = (mpi.abi, largest_label(&mpi));
        let mut world = Self {
            mpi: Mutex::new(mpi),
            comm,
            rank,
            order: (0..ranks).collect(),
            largest,
            timeout: options.timeout,
            abi,
            is_own,
            busy: AtomicUsize::new(0),
            broken: OnceLock::new(),
            own: Life::own(),
            lives: Vec::new(),
            news: None,
        };
        world.lives = world.introduce()?;
        Ok(world)
    }
    /// Tells the other ranks of this process, and hears of theirs.
    fn introduce(&self) -> Result<Vec<Life>, String> {
        let others = || (0..self.order.len()).filter(|&rank| rank != self.rank);
        let sends = others().map(|rank| (rank, self.own.to_bytes())).collect();
        let receives: Vec<(usize, usize)> = others().map(|rank| (rank, Life::BYTES)).collect();
        let received = self.exchange("the start", 0, sends, &receives)?;
        let mut lives = vec![self.own; self.order.len()];
        for (rank, bytes) in others().zip(received) {
            lives[rank] = Life::from_bytes(&bytes).ok_or("MPI: a rank introduces itself in another form")?;
        }
        Ok(lives)
    }
    /// Gives the ranks other numbers: `order` is the rank in MPI of each.
    ///
    /// # Errors
    /// If a rank is missing.
    pub fn renumbered(mut self, order: Vec<usize>) -> Result<Self, String> {
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..self.order.len()) {
            return Err(format!("MPI: {order:?} are not the ranks of the job"));
        }
        let own = order.iter().position(|&rank| rank == self.rank).unwrap_or(self.rank);
        self.lives = order.iter().map(|&rank| self.lives[rank]).collect();
        (self.rank, self.order) = (own, order);
        Ok(self)
    }
    /// Asks for news of ranks that do not answer.
    #[must_use]
    pub fn with_news(self, news: News) -> Self {
        Self { news: Some(news), ..self }
    }
    /// The interface of the library.
    #[must_use]
    pub fn abi(&self) -> Abi {
        self.abi
    }
    /// Leaves the job, when all ranks do, if this crate entered it. Nothing is sent afterwards. After an exchange that failed, or while
    /// there is one, the process can only end without this, which its launcher notices.
    ///
    /// # Errors
    /// If the library fails.
    pub fn finish(&self) -> Result<(), String> {
        if !self.is_own || self.broken.get().is_some() || self.busy.load(Ordering::SeqCst) > 0 {
            return Ok(());
        }
        let mpi = self.mpi.lock().unwrap_or_else(PoisonError::into_inner);
        let mut is_finalized = 0;
        // SAFETY: the functions may be called at any time, but the last one only before it was called; no message is on its way.
        unsafe {
            mpi.check((mpi.call.is_finalized)(&raw mut is_finalized), "MPI_Finalized")?;
            if is_finalized == 0 { mpi.check((mpi.call.finalize)(), "MPI_Finalize") } else { Ok(()) }
        }
    }

    /// The number in MPI of a rank.
    fn peer(&self, rank: usize) -> Result<c_int, String> {
        let known = self.order.get(rank).and_then(|&rank| c_int::try_from(rank).ok());
        known.ok_or_else(|| format!("MPI: there is no rank {rank}"))
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
        let to = self.peer(rank)?;
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
        let (start, mut looked, mut ended) = (Instant::now(), Duration::ZERO, None);
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
                let seconds = self.timeout.as_secs_f64();
                return Err(format!("{} for '{what}' in {seconds} s", late(transfers)));
            }
            if waited > looked + LOOK {
                looked = waited;
                let gone = self.gone(transfers);
                // Its last messages may still be on their way.
                if let Some((rank, why)) = gone.as_ref().filter(|_| gone == ended) {
                    let how = if is_waited_for(transfers) { "sends" } else { "receives" };
                    return Err(format!("rank {rank} {how} nothing for '{what}': it {why}"));
                }
                ended = gone;
            }
            if waited > SPIN_TIME {
                std::thread::sleep(PAUSE);
            } else {
                std::thread::yield_now();
            }
        }
    }
    /// A rank among those that are waited for that has ended, and what is known of it.
    fn gone(&self, transfers: &[Transfer]) -> Option<(usize, String)> {
        let late = || transfers.iter().filter(|t| !t.done).map(|t| t.rank);
        let news = |rank| self.news.as_ref().and_then(|news| Some((rank, news(rank)?)));
        let has_ended = |rank: &usize| self.lives.get(*rank).is_some_and(|life| life.has_ended(self.own));
        let told = late().take(MOST_ASKED).find_map(news);
        told.or_else(|| late().find(has_ended).map(|rank| (rank, "has ended".to_owned())))
    }
    /// Sends and receives messages.
    fn attempt(
        &self,
        what: &str,
        label: u64,
        mut sends: Vec<(usize, Vec<u8>)>,
        receives: &[(usize, usize)],
    ) -> Result<Vec<Vec<u8>>, String> {
        let tag = c_int::try_from(label % self.largest).unwrap_or(0);
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

/// Whether a message of another rank is missing.
fn is_waited_for(transfers: &[Transfer]) -> bool {
    transfers.iter().any(|t| !t.done && t.is_receipt)
}

/// Names the ranks that are waited for, and what they do not do.
fn late(transfers: &[Transfer]) -> String {
    let mut late: Vec<usize> = transfers.iter().filter(|t| !t.done).map(|t| t.rank).collect();
    late.sort_unstable();
    late.dedup();
    let ranks: Vec<String> = late.iter().map(ToString::to_string).collect();
    let how = if is_waited_for(transfers) { "sends" } else { "receives" };
    format!("rank {} {how} nothing", ranks.join(", "))
}

/// The largest label of messages.
fn largest_label(mpi: &Mpi) -> u64 {
    let (mut bound, mut found): (*const c_int, c_int) = (std::ptr::null(), 0);
    let key = mpi.abi.constants().tag_upper_bound;
    // SAFETY: the value of this attribute is the address of an `int`.
    let largest = unsafe {
        let code = (mpi.call.attribute)(mpi.comm_world, key, (&raw mut bound).cast(), &raw mut found);
        if code == 0 && found != 0 && !bound.is_null() { *bound } else { 32767 }
    };
    u64::try_from(largest).unwrap_or(32767).max(1)
}

impl Transport for World {
    fn rank(&self) -> usize {
        self.rank
    }
    fn ranks(&self) -> usize {
        self.order.len()
    }
    fn exchange(
        &self,
        what: &str,
        label: u64,
        sends: Vec<(usize, Vec<u8>)>,
        receives: &[(usize, usize)],
    ) -> Result<Vec<Vec<u8>>, String> {
        if let Some(why) = self.broken.get() {
            return Err(format!("'{what}' is not possible after an earlier failure: {why}"));
        }
        self.busy.fetch_add(1, Ordering::SeqCst);
        let outcome = self.attempt(what, label, sends, receives);
        self.busy.fetch_sub(1, Ordering::SeqCst);
        outcome.inspect_err(|why| _ = self.broken.set(why.clone()))
    }
}
