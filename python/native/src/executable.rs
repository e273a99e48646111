//! Compiled programs and their calls.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use numpy::PyUntypedArray;
use pyo3::{
    intern,
    prelude::*,
    types::{PyDict, PyTuple},
};
use strata_driver::{
    Backend, Buffer, CancelToken, Executable as Code, Program, Target, TensorRef, TensorSpec,
};
use strata_runtime_cpu::MemoryUse;

use crate::{
    array::{Argument, Slot, argument, bytes_mut, slots},
    compile::Settings,
    error::{Failure, Kind},
    profile::profile,
    signature::{Row, rows},
    times::{Memory, measure},
    work::{Outcome, here, watched},
};

/// A program whose last run took longer than this runs on a thread of its own, so that Ctrl-C is seen.
const SHORT: Duration = Duration::from_millis(1);

/// A compiled program. Threads may share it.
#[pyclass(frozen, module = "strata._native")]
pub(crate) struct Executable {
    code: Code,
    target: Target,
    inputs: Vec<Slot>,
    outputs: Vec<Slot>,
    compile_ms: f64,
    /// Nanoseconds of the last run.
    last: AtomicU64,
}

impl Executable {
    /// Compiles a program.
    pub(crate) fn compile(py: Python<'_>, program: &Program, settings: &Settings) -> PyResult<Self> {
        let cancel = CancelToken::new();
        let start = Instant::now();
        let work = || {
            let compiler = settings.compiler(&cancel)?;
            Ok((compiler.compile(program)?, compiler.target().clone()))
        };
        let (code, target) = watched(py, || cancel.cancel(), work)?;
        let compile_ms = start.elapsed().as_secs_f64() * 1e3;
        let inputs = slots(py, "argument", &code.signature.inputs)?;
        let outputs = slots(py, "result", &code.signature.outputs)?;
        let last = AtomicU64::new(u64::MAX);
        Ok(Self { code, target, inputs, outputs, compile_ms, last })
    }
    /// The values of the arguments in their order.
    fn values<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let py = args.py();
        let inputs = &self.code.signature.inputs;
        let named = kwargs.map_or(0, |kwargs| kwargs.len());
        let refuse = |message: String| Failure::new(Kind::Argument, message).raise(py);
        if named == 0 {
            if args.len() != inputs.len() {
                let (taken, given) = (inputs.len(), args.len());
                return Err(refuse(format!("the program takes {taken} arguments, {given} are given")));
            }
            return Ok(args.iter().collect());
        }
        let mut values: Vec<Option<Bound<'py, PyAny>>> = args.iter().map(Some).collect();
        if values.len() > inputs.len() {
            let (taken, given) = (inputs.len(), args.len() + named);
            return Err(refuse(format!("the program takes {taken} arguments, {given} are given")));
        }
        values.resize(inputs.len(), None);
        for (name, value) in kwargs.into_iter().flatten() {
            let name: String = name.extract()?;
            let number = self.code.signature.input_number(&name).map_err(&refuse)?;
            let place = number.and_then(|number| values.get_mut(number));
            match place {
                None => return Err(refuse(format!("no argument has the name '{name}'"))),
                Some(Some(_)) => return Err(refuse(format!("the argument '{name}' is given twice"))),
                Some(place) => *place = Some(value),
            }
        }
        let missing =
            |(i, spec): (usize, &TensorSpec)| refuse(format!("{} is missing", spec.label("argument", i)));
        let all = values.into_iter().zip(inputs.iter().enumerate());
        all.map(|(value, at)| value.ok_or_else(|| missing(at))).collect()
    }
    /// The arrays of the arguments.
    fn arrays<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyUntypedArray>>> {
        let values = self.values(args, kwargs)?;
        values.iter().zip(&self.inputs).map(|(value, slot)| slot.array(value)).collect()
    }
    /// The arguments that arrays are.
    fn arguments<'a>(
        &'a self,
        py: Python<'_>,
        arrays: &'a [Bound<'_, PyUntypedArray>],
    ) -> PyResult<Vec<Argument<'a>>> {
        let pairs = self.code.signature.inputs.iter().zip(arrays);
        let arguments: Vec<Argument<'_>> = pairs.map(|(spec, array)| argument(spec, array)).collect();
        let buffers: Vec<&dyn Buffer> = arguments.iter().map(|a| a as &dyn Buffer).collect();
        let checked = self.code.check_arguments(&buffers);
        checked.map_err(|error| Failure::from(error).of_kind(Kind::Argument).raise(py))?;
        Ok(arguments)
    }
    /// Whether the results have sizes that only a call tells, or depend on such.
    fn is_dynamic(&self) -> bool {
        let signature = &self.code.signature;
        signature.inputs.iter().chain(&signature.outputs).any(TensorSpec::is_dynamic)
    }
    /// Runs the program on this thread, or, where it may take long and this is Python's main thread, so that Ctrl-C cancels it.
    fn run<T: Send>(&self, py: Python<'_>, run: impl FnOnce() -> Outcome<T> + Send) -> PyResult<T> {
        let timed = || {
            let start = Instant::now();
            let outcome = run();
            let time = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
            self.last.store(time, Ordering::Relaxed);
            outcome
        };
        let last = Duration::from_nanos(self.last.load(Ordering::Relaxed));
        if last < SHORT || !is_main_thread(py)? {
            return here(py, timed);
        }
        let cancel = CancelToken::new();
        self.code.set_cancel(Some(&cancel));
        let interrupt = || {
            cancel.cancel();
            // Runs of other threads that begin from now on are not meant.
            self.code.set_cancel(None);
        };
        watched(py, interrupt, timed)
    }
    fn call_static<'py>(
        &self,
        py: Python<'py>,
        inputs: &[&[u8]],
    ) -> PyResult<Vec<Bound<'py, PyUntypedArray>>> {
        let specs = self.code.signature.outputs.iter().zip(&self.outputs);
        let results = specs.map(|(spec, slot)| slot.empty(py, &spec.shape));
        let mut results = results.collect::<PyResult<Vec<_>>>()?;
        let mut outputs: Vec<&mut [u8]> = results.iter_mut().map(bytes_mut).collect();
        self.run(py, || Ok(self.code.run_into(inputs, &mut outputs)?))?;
        Ok(results)
    }
    fn call_dynamic<'py>(
        &self,
        py: Python<'py>,
        inputs: &[TensorRef<'_>],
    ) -> PyResult<Vec<Bound<'py, PyUntypedArray>>> {
        let results = self.run(py, || Ok(self.code.run_tensors(inputs)?))?;
        let pairs = results.into_iter().zip(&self.outputs);
        pairs.map(|((bytes, shape), slot)| slot.owned(py, bytes, &shape)).collect()
    }
    /// A run of the program, which this was compiled from, with marks; a trace in Chrome's format.
    pub(crate) fn profile(
        &self,
        py: Python<'_>,
        program: &Program,
        settings: &Settings,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let arrays = self.arrays(args, kwargs)?;
        let arguments = self.arguments(py, &arrays)?;
        let tensors = tensors(&arguments);
        let cancel = CancelToken::new();
        watched(py, || cancel.cancel(), || profile(program, settings, &tensors, &cancel))
    }
}

fn tensors<'a>(arguments: &'a [Argument<'_>]) -> Vec<TensorRef<'a>> {
    arguments.iter().map(|a| TensorRef { bytes: a.bytes(), sizes: a.shape() }).collect()
}

/// Whether this is the thread that sees signals.
fn is_main_thread(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import(intern!(py, "threading"))?;
    let main = threading.call_method0(intern!(py, "main_thread"))?;
    Ok(threading.call_method0(intern!(py, "current_thread"))?.is(&main))
}

#[pymethods]
impl Executable {
    /// Runs the program; returns an array, or a tuple unless there is one result.
    #[pyo3(signature = (args, kwargs))]
    fn call<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let arrays = self.arrays(args, kwargs)?;
        let arguments = self.arguments(py, &arrays)?;
        let results = if self.is_dynamic() {
            self.call_dynamic(py, &tensors(&arguments))?
        } else {
            let inputs: Vec<&[u8]> = arguments.iter().map(Buffer::bytes).collect();
            self.call_static(py, &inputs)?
        };
        PyTuple::new(py, results)
    }
    /// Seconds of each of `runs` runs, after `warm_up` that are not counted.
    fn times(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
        warm_up: u32,
        runs: u32,
    ) -> PyResult<Vec<f64>> {
        let arrays = self.arrays(args, kwargs)?;
        let arguments = self.arguments(py, &arrays)?;
        let tensors = tensors(&arguments);
        let cancel = CancelToken::new();
        self.code.set_cancel(Some(&cancel));
        let interrupt = || {
            cancel.cancel();
            self.code.set_cancel(None);
        };
        let memory = if self.target.backend().is_some() { Memory::Device } else { Memory::Host };
        watched(py, interrupt, || measure(&self.code, &tensors, memory, [warm_up, runs], &cancel))
    }
    /// Bytes of temporary buffers at most, those kept for the next call, requests for memory, and bytes on the device at most.
    fn memory(&self) -> (u64, u64, u64, u64) {
        let used = self.code.memory();
        let sum = |part: fn(&MemoryUse) -> u64| used.iter().map(part).sum();
        let device = self.code.device_memory().iter().map(|used| used.peak).sum();
        (sum(|used| used.peak), sum(|used| used.kept), sum(|used| used.requests), device)
    }
    /// The counters of the kernels that ran; `None` where nothing counts.
    fn counters(&self) -> Option<String> {
        self.target.backend().and_then(Backend::report)
    }
    /// The arguments and results.
    fn signature(&self) -> (Vec<Row>, Vec<Row>) {
        rows(&self.code.signature)
    }
    /// How long the compilation took.
    #[getter]
    fn compile_ms(&self) -> f64 {
        self.compile_ms
    }
}
