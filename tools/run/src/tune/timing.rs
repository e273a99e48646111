//! Times of two programs in turn.

use std::{cell::RefCell, rc::Rc, time::Instant};

use rustix::time::{ClockId, clock_gettime};
use strata_driver::{Executable, TensorRef, TensorSpec, value::to_value};
use strata_interp::Value;
use strata_ir::prelude::Context;

/// The seconds of a series of calls.
const SERIES: f64 = 0.008;

/// The time that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clock {
    /// The time of the processor, which others on the machine change little: for one thread.
    Processor,
    /// The time that a user waits.
    Wall,
}

/// The processor time of this process.
fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Bytes that begin at a cache line, as those of JAX do: vectors that cross lines take longer.
pub(super) struct Aligned {
    bytes: Vec<u8>,
    start: usize,
    len: usize,
}

/// Bytes of a cache line.
const LINE: usize = 64;

impl Aligned {
    /// A copy of some bytes.
    pub(super) fn new(of: &[u8]) -> Self {
        let mut bytes = vec![0; of.len() + LINE];
        let start = bytes.as_ptr().align_offset(LINE).min(LINE);
        bytes[start..start + of.len()].copy_from_slice(of);
        Self { bytes, start, len: of.len() }
    }
    /// The bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..self.start + self.len]
    }
    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..self.start + self.len]
    }
}

/// Memory for the results of all alternatives: programs that differ in where their results are differ in time, too.
pub(super) type Outputs = Rc<RefCell<Vec<Aligned>>>;

/// A program with its arguments and memory for its results.
pub(super) struct Timed<'a> {
    executable: Executable,
    inputs: &'a [TensorRef<'a>],
    outputs: Outputs,
    is_dynamic: bool,
    /// Calls of a series.
    calls: u32,
    clock: Clock,
    /// The results.
    pub results: Vec<Value>,
}

impl<'a> Timed<'a> {
    /// A program that ran.
    pub(super) fn new(
        cx: &Context,
        executable: Executable,
        inputs: &'a [TensorRef<'a>],
        outputs: &Outputs,
        clock: Clock,
    ) -> Result<Self, String> {
        let results = executable.run_tensors(inputs)?;
        let results = results.into_iter().zip(&executable.signature.outputs);
        let results = results.map(|((data, shape), spec)| to_value(cx, &spec.with_shape(&shape), data));
        let results = results.collect::<Result<Vec<Value>, _>>()?;
        let specs = executable.signature.inputs.iter().chain(&executable.signature.outputs);
        let is_dynamic = specs.clone().any(TensorSpec::is_dynamic);
        if !is_dynamic && outputs.borrow().is_empty() {
            *outputs.borrow_mut() =
                executable.new_outputs()?.iter().map(|bytes| Aligned::new(bytes)).collect();
        }
        let outputs = Rc::clone(outputs);
        let mut timed = Self { executable, inputs, outputs, is_dynamic, calls: 1, clock, results };
        timed.call()?;
        let once = (0..2).map(|_| timed.series()).collect::<Result<Vec<_>, _>>()?;
        let once = once.into_iter().fold(f64::INFINITY, f64::min).max(1e-7);
        timed.calls = (SERIES / once).clamp(1.0, 1e5) as u32;
        Ok(timed)
    }

    fn call(&mut self) -> Result<(), String> {
        if self.is_dynamic {
            self.executable.run_tensors(self.inputs)?;
            return Ok(());
        }
        let bytes: Vec<&[u8]> = self.inputs.iter().map(|input| input.bytes).collect();
        let mut outputs = self.outputs.borrow_mut();
        let mut slices: Vec<&mut [u8]> = outputs.iter_mut().map(Aligned::bytes_mut).collect();
        Ok(self.executable.run_into(&bytes, &mut slices)?)
    }

    /// The mean seconds of a series of calls.
    fn series(&mut self) -> Result<f64, String> {
        let (start, begin) = (Instant::now(), processor_seconds());
        for _ in 0..self.calls {
            self.call()?;
        }
        let seconds = match self.clock {
            Clock::Wall => start.elapsed().as_secs_f64(),
            Clock::Processor => processor_seconds() - begin,
        };
        Ok(seconds / f64::from(self.calls))
    }
}

/// The fastest and the median seconds of two programs that run in turn.
pub(super) struct Comparison {
    pub fastest: [f64; 2],
    pub median: [f64; 2],
}

impl Comparison {
    /// By how much the second program is faster than the first, of the time of the first; the worse of both measures.
    pub(super) fn gain(&self) -> f64 {
        let gain = |[first, second]: [f64; 2]| 1.0 - second / first;
        gain(self.fastest).min(gain(self.median))
    }
}

/// Runs two programs in turn, in the other order in each round. A second program that is much slower is not run in all rounds.
pub(super) fn compare(
    first: &mut Timed<'_>,
    second: &mut Timed<'_>,
    rounds: u32,
) -> Result<Comparison, String> {
    let mut times: [Vec<f64>; 2] = Default::default();
    for round in 0..rounds {
        let mut both = [0.0; 2];
        for which in if round % 2 == 0 { [0, 1] } else { [1, 0] } {
            both[which] = if which == 0 { first.series()? } else { second.series()? };
        }
        times.iter_mut().zip(both).for_each(|(all, time)| all.push(time));
        if round == 1 && times[1].iter().zip(&times[0]).all(|(second, first)| *second > 1.1 * first) {
            break;
        }
    }
    for all in &mut times {
        all.sort_by(f64::total_cmp);
    }
    Ok(Comparison {
        fastest: [0, 1].map(|i| times[i][0]),
        median: [0, 1].map(|i| times[i][times[i].len() / 2]),
    })
}
