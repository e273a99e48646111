//! Programs that were compiled.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use strata_driver::layouts::Order;
use strata_driver::names::EntryNames;
use strata_driver::{
    Compiler, Cost, Executable as Code, HostChannels, Program, Signature, Stage, TensorSpec, Ticker,
};
use strata_ir::prelude::*;
use strata_ir::text::{PrintOptions, print_body};

use crate::abi::{PJRT_Device, PJRT_Layouts_MemoryLayout, PJRT_LogicalDeviceIds};
use crate::border::panic_text;
use crate::client::Client;
use crate::cluster::Placement;
use crate::compile_options::{CompileOptions, assignment_proto};
use crate::configure::configured;
use crate::device::{DEVICES, Handles, MEMORY_KINDS};
use crate::element::{Element, TOKEN};
use crate::error::{Error, Result};
use crate::ffi;
use crate::host_callback;
use crate::layout::row_major_order;
use crate::named_value::{NamedValues, Value};
use crate::op_sharding::Messages;
use crate::profiler::{Variant, span};
use crate::slab::Slab;

/// The time after which a compilation says that it takes long, and that until it says so again.
const SLOW: Duration = Duration::from_secs(10);
const SLOW_TURN: Duration = Duration::from_secs(60);
/// The stack of the thread that compiles; callers have small ones.
const STACK: usize = 256 << 20;

/// The type of an argument or a result.
#[derive(Clone)]
pub(crate) struct ArrayType {
    pub element: Element,
    /// The sizes; [`DYNAMIC`] where only a call knows.
    pub dims: Arc<[i64]>,
    /// The dimensions in memory, from the fastest to the slowest.
    pub minor_to_major: Arc<[i64]>,
    /// The kind of memory, by its place in [`MEMORY_KINDS`].
    pub memory: usize,
}

impl ArrayType {
    /// The array that is stored as one of this type is, with its dimensions in another order.
    fn new(spec: &TensorSpec, order: Option<&Vec<usize>>, memory: Option<&str>) -> Result<Self> {
        let memory = match memory {
            None => 0,
            Some(kind) => MEMORY_KINDS.iter().position(|known| *known == kind).ok_or_else(|| {
                let all = MEMORY_KINDS.join(", ");
                Error::invalid(format!("there is no memory of the kind '{kind}'; there are {all}"))
            })?,
        };
        let mut dims = spec.shape.clone();
        let mut minor_to_major = row_major_order(dims.len());
        if let Some(order) = order {
            for (&d, &size) in order.iter().zip(&spec.shape) {
                dims[d] = size;
            }
            minor_to_major = order.iter().rev().map(|&d| d as i64).collect();
        }
        let element = Element::named(&spec.elem)?;
        Ok(Self { element, dims: dims.into(), minor_to_major: minor_to_major.into(), memory })
    }

    fn token() -> Self {
        Self { element: TOKEN, dims: Arc::default(), minor_to_major: Arc::default(), memory: 0 }
    }

    /// Whether its elements are in row-major order.
    pub(crate) fn is_row_major(&self) -> bool {
        self.minor_to_major.windows(2).all(|pair| pair[0] > pair[1])
    }

    pub(crate) fn is_token(&self) -> bool {
        self.element == TOKEN
    }

    pub(crate) fn is_dynamic(&self) -> bool {
        self.dims.contains(&DYNAMIC)
    }
}

/// A program that was compiled for the processor of this machine.
pub(crate) struct Executable {
    pub name: String,
    pub replicas: usize,
    pub partitions: usize,
    pub inputs: Vec<ArrayType>,
    pub outputs: Vec<ArrayType>,
    /// Whether the memory of each argument is given to the program.
    pub donated: Vec<bool>,
    /// The arguments whose memory results take where nobody else uses it.
    pub in_place: InPlace,
    /// The program in the form that the caller gave; the serialized form has it.
    pub source: Vec<u8>,
    /// The options it was compiled with.
    pub options: Vec<u8>,
    pub fingerprint: String,
    /// A hash of what all processes of a run have in common, for programs on several devices.
    pub common: blake3::Hash,
    pub code: Code,
    /// Whether GPUs run it, in whose memory arguments and results are.
    pub is_on_gpu: bool,
    /// Whether it calls functions of the host.
    pub calls_host: bool,
    /// The channels in which it sends to its host and receives from it.
    pub channels: HostChannels,
    /// Whether it calls handlers of users.
    pub has_handlers: bool,
    /// How long a run took, in nanoseconds: the mean of recent ones, 0 before the first.
    pub time: AtomicU64,
    /// The result types in the form of the interface.
    pub output_types: Vec<u32>,
    pub output_dims: Vec<i64>,
    pub output_ranks: Vec<usize>,
    /// How the arguments are divided among devices.
    pub input_shardings: Messages,
    /// How the results are divided among devices.
    pub output_shardings: Messages,
    /// The kind of memory of each argument.
    pub input_memories: Kinds,
    /// The kind of memory of each result.
    pub output_memories: Kinds,
    /// The lists of layouts that callers read.
    pub layouts: KeptLists,
    /// The properties of XLA's cost analysis.
    pub cost: NamedValues,
    /// The text of the program, made when it is asked for.
    pub text: OnceLock<String>,
    /// The form that is run while a profile is recorded.
    pub profiled: Variant,
}

/// Names of kinds of memory, as arrays that a caller reads.
pub(crate) struct Kinds {
    pub names: Handles<u8>,
    pub sizes: Vec<usize>,
}

/// The arguments whose memory results take, by their numbers among all arguments and results, of which tokens have none in the code.
pub(crate) struct InPlace {
    /// The result of each argument.
    pub results: Vec<Option<usize>>,
    /// The argument of each result.
    pub donors: Vec<Option<usize>>,
}

impl InPlace {
    fn new(pairs: &[(usize, usize)], inputs: &[ArrayType], outputs: &[ArrayType]) -> Self {
        let numbers = |types: &[ArrayType]| -> Vec<usize> {
            types.iter().enumerate().filter(|(_, ty)| !ty.is_token()).map(|(number, _)| number).collect()
        };
        let mut all = Self { results: vec![None; inputs.len()], donors: vec![None; outputs.len()] };
        let (inputs, outputs) = (numbers(inputs), numbers(outputs));
        for (i, j) in pairs {
            if let (Some(&i), Some(&j)) = (inputs.get(*i), outputs.get(*j)) {
                (all.results[i], all.donors[j]) = (Some(j), Some(i));
            }
        }
        all
    }
}

/// Lists of addresses that callers read for as long as there is the executable.
#[derive(Default)]
pub(crate) struct KeptLists(Mutex<Vec<Handles<PJRT_Layouts_MemoryLayout>>>);

impl KeptLists {
    /// Keeps a list, and returns its address.
    pub(crate) fn keep(
        &self,
        list: Handles<PJRT_Layouts_MemoryLayout>,
    ) -> *const *mut PJRT_Layouts_MemoryLayout {
        let start = list.as_ptr();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(list);
        start
    }
}

impl Kinds {
    fn new(types: &[ArrayType]) -> Self {
        let kinds = || types.iter().map(|ty| MEMORY_KINDS[ty.memory]);
        Self {
            names: Handles::new(kinds().map(|kind| kind.as_ptr().cast_mut())),
            sizes: kinds().map(str::len).collect(),
        }
    }
}

/// A compiled program on its devices.
pub(crate) struct Loaded {
    pub executable: Arc<Executable>,
    /// Whose devices they are, which stay while there is a program on them.
    client: Arc<Client>,
    /// The devices of this process, each with the number of its process of the program in `here`.
    pub devices: Handles<PJRT_Device>,
    pub here: Vec<usize>,
    /// Where the processes of the program are, if some are in other processes of the operating system.
    pub placement: Option<Arc<Placement>>,
    pub logical: Vec<PJRT_LogicalDeviceIds>,
    pub assignment: Vec<u8>,
    pub deleted: AtomicBool,
}

pub(crate) static EXECUTABLES: Slab<Executable> = Slab::new("executable");
pub(crate) static LOADED: Slab<Loaded> = Slab::new("loaded executable");

impl Loaded {
    /// A program on the devices that its options name, or the first ones.
    pub(crate) fn new(client: &Arc<Client>, executable: Arc<Executable>) -> Result<Self> {
        let options = CompileOptions::parse(&executable.options)?;
        let (replicas, partitions) = (executable.replicas, executable.partitions);
        let processes = replicas * partitions;
        let ids = if options.assignment.is_empty() || options.portable {
            (0..processes as i64).collect()
        } else {
            options.assignment
        };
        if ids.len() != processes {
            let message = format!("{} devices are assigned to {processes} processes", ids.len());
            return Err(Error::invalid(message));
        }
        let handles = ids.iter().map(|&id| client.device(id)).collect::<Result<Vec<_>>>()?;
        let devices = handles.iter().map(|&device| DEVICES.get(device)).collect::<Result<Vec<_>>>()?;
        let here: Vec<usize> = (0..processes).filter(|&p| devices[p].local.is_some()).collect();
        if here.is_empty() {
            let message = format!("{}: none of its {processes} devices is in this process", executable.name);
            return Err(Error::invalid(message));
        }
        let of = devices.iter().map(|device| device.node as usize).collect();
        let is_divided = here.len() < processes;
        let placement = client.cluster.as_ref().filter(|_| is_divided);
        let placement = placement.map(|cluster| Arc::new(Placement::new(cluster, of)));
        let logical = here.iter().map(|&process| PJRT_LogicalDeviceIds {
            replica: (process / partitions) as i32,
            partition: (process % partitions) as i32,
        });
        Ok(Self {
            logical: logical.collect(),
            assignment: assignment_proto(replicas, partitions, &ids),
            executable,
            client: Arc::clone(client),
            devices: Handles::new(here.iter().map(|&process| handles[process])),
            here,
            placement,
            deleted: AtomicBool::new(false),
        })
    }

    /// Fails once the program was deleted.
    pub(crate) fn check(&self) -> Result<()> {
        match self.deleted.load(Ordering::Acquire) {
            true => Err(Error::invalid("the executable has been deleted")),
            false => self.client.check_process(),
        }
    }
}

/// Runs work on a thread with a large stack. A panic is an internal error.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("strata-compile".to_owned()).stack_size(STACK);
        let thread = thread.spawn_scoped(scope, work);
        let thread = thread.map_err(|e| Error::exhausted(format!("no thread for the compiler: {e}")))?;
        let panicked = |payload: Box<dyn std::any::Any + Send>| {
            Err(Error::internal(format!("the compiler panicked: {}", panic_text(&*payload))))
        };
        thread.join().unwrap_or_else(panicked)
    })
}

impl Executable {
    /// Compiles a program: text, bytecode, or a portable artifact.
    pub(crate) fn compile(compiler: &Compiler, source: &[u8], options: &[u8]) -> Result<Arc<Self>> {
        on_large_stack(|| Self::compile_here(compiler, source, options)).map(Arc::new)
    }

    fn compile_here(compiler: &Compiler, source: &[u8], raw: &[u8]) -> Result<Self> {
        let options = CompileOptions::parse(raw)?;
        let stage = Stage::default();
        let compiler = configured(compiler, &options)?;
        let (mut program, shardings) = Program::load_partitioned("program", source, options.partitions)?;
        let is_divided = options.partitions > 1;
        let name = module_name(program.module());
        let _span = span(|| format!("compile {name}"));
        let _alarm = slow_compile_alarm(&name, &stage);
        let names = EntryNames::from_module(program.module(), program.entry());
        let layouts = program.apply_layouts()?;
        let Signature { inputs, outputs, .. } = program.signature()?;
        let given = inputs.iter().map(|spec| spec.donation.is_some()).collect();
        let donated = insert_at(given, &program.tokens().arguments, &false);
        let inputs = arrays(&inputs, &layouts.inputs, &names.input_memories)?;
        let inputs = insert_at(inputs, &program.tokens().arguments, &ArrayType::token());
        let outputs = arrays(&outputs, &layouts.outputs, &names.output_memories)?;
        let outputs = insert_at(outputs, &program.tokens().results, &ArrayType::token());
        let cost = cost_properties(&Cost::count(program.module(), program.entry()));
        let calls_host = calls_host(program.module());
        let is_alone = options.replicas * options.partitions == 1;
        let common =
            if is_alone { blake3::hash(source) } else { common_hash(program.module(), &options, calls_host) };
        let channels = HostChannels::from_module(program.module());
        let (with_handlers, has_handlers) = with_handlers(&compiler, &mut program)?;
        let code = with_handlers.with_stage(stage).compile_in_place(&mut program)?;
        let pairs = if options.replicas * options.partitions == 1 { code.in_place() } else { &[] };
        let in_place = InPlace::new(pairs, &inputs, &outputs);
        let fingerprint = blake3::Hasher::new().update(source).update(raw).finalize().to_hex().to_string();
        Ok(Self {
            name,
            replicas: options.replicas,
            partitions: options.partitions,
            donated,
            in_place,
            source: source.to_vec(),
            options: raw.to_vec(),
            fingerprint,
            common,
            is_on_gpu: compiler.target().backend().is_some(),
            code,
            calls_host,
            channels,
            has_handlers,
            time: AtomicU64::new(0),
            output_types: outputs.iter().map(|o| o.element.number).collect(),
            output_dims: outputs.iter().flat_map(|o| o.dims.iter().copied()).collect(),
            output_ranks: outputs.iter().map(|o| o.dims.len()).collect(),
            input_shardings: Messages::new(if is_divided { inputs.len() } else { 0 }, &shardings.inputs),
            output_shardings: Messages::new(if is_divided { outputs.len() } else { 0 }, &shardings.outputs),
            input_memories: Kinds::new(&inputs),
            output_memories: Kinds::new(&outputs),
            inputs,
            outputs,
            cost,
            layouts: KeptLists::default(),
            text: OnceLock::new(),
            profiled: Variant::new(&compiler),
        })
    }

    /// The name with the types of the arguments and results of a device, as in errors; long lists are cut.
    pub(crate) fn describe(&self) -> String {
        let list = |types: &[ArrayType]| {
            let one = |ty: &ArrayType| {
                let dims: Vec<String> = ty.dims.iter().map(ToString::to_string).collect();
                format!("{}[{}]", ty.element.name, dims.join(","))
            };
            let rest = if types.len() > 8 { ", …" } else { "" };
            format!("({}{rest})", types.iter().take(8).map(one).collect::<Vec<_>>().join(", "))
        };
        format!("{}{} -> {}", self.name, list(&self.inputs), list(&self.outputs))
    }

    /// A number for the program in profiles.
    pub(crate) fn number(&self) -> i64 {
        let digits = self.fingerprint.get(..8).unwrap_or_default();
        i64::from_str_radix(digits, 16).unwrap_or_default()
    }

    /// The program of a device as text of StableHLO.
    pub(crate) fn text(&self) -> Result<&str> {
        if self.text.get().is_none() {
            let made = on_large_stack(|| {
                let (program, _) = Program::load_partitioned("program", &self.source[..], self.partitions)?;
                Ok(print_body(program.module(), &PrintOptions::default()))
            })?;
            _ = self.text.set(made);
        }
        Ok(self.text.get().map_or("", String::as_str))
    }
}

/// Says on standard error which stage a compilation is in that takes long; none where there is no thread for it.
fn slow_compile_alarm(name: &str, stage: &Stage) -> Option<Ticker> {
    let (name, stage, start) = (name.to_owned(), stage.clone(), Instant::now());
    let tick = move |goes_on: bool| {
        if goes_on {
            eprintln!("{}", slow_compile(&name, stage.get(), start.elapsed()));
        }
    };
    Ticker::start(SLOW, SLOW_TURN, tick).ok()
}

fn slow_compile(name: &str, stage: &str, time: Duration) -> String {
    format!("strata: compiling {name} takes long: {} s until now, in stage '{stage}'", time.as_secs())
}

/// The cost by the names that XLA gives its parts: functions are no part of the floating-point operations there.
fn cost_properties(cost: &Cost) -> NamedValues {
    let value = |name: &str, number: f64| (name.to_owned(), Value::Float(number as f32));
    let mut values =
        vec![value("flops", cost.operations - cost.functions), value("bytes accessed", cost.bytes)];
    if cost.functions > 0.0 {
        values.push(value("transcendentals", cost.functions));
    }
    NamedValues::new(values)
}

/// The types of arrays with their orders and memories, of which lists may have less.
fn arrays(specs: &[TensorSpec], orders: &[Order], memories: &[Option<String>]) -> Result<Vec<ArrayType>> {
    let one = |(i, spec): (usize, &TensorSpec)| {
        let order = orders.get(i).and_then(Option::as_ref);
        ArrayType::new(spec, order, memories.get(i).and_then(Option::as_deref))
    };
    specs.iter().enumerate().map(one).collect()
}

/// A list with an element inserted at places of the new list.
fn insert_at<T: Clone>(mut list: Vec<T>, places: &[usize], element: &T) -> Vec<T> {
    for &place in places {
        list.insert(place.min(list.len()), element.clone());
    }
    list
}

/// Whether a program calls functions of the host.
fn calls_host(module: &Body) -> bool {
    let names_host = |body: &Body, op: Op| {
        let target = body.attr(op, "call_target_name").and_then(|a| body.cx().attr_str(a));
        target == Some(host_callback::TARGET)
    };
    let here = module.walk_in(Op::SELF, |op| match names_host(module, op) {
        true => WalkControl::Stop,
        false => WalkControl::Continue,
    });
    here == WalkControl::Stop || module.children().any(|(_, body)| calls_host(body))
}

/// A hash of a program for several devices, without what differs between processes that run the same one: places in files, and the
/// addresses of functions of the host.
fn common_hash(module: &Body, options: &CompileOptions, calls_host: bool) -> blake3::Hash {
    let text = print_body(module, &PrintOptions::default());
    let mut hasher = blake3::Hasher::new();
    hasher.update(format!("{} {}\n", options.replicas, options.partitions).as_bytes());
    let address = if calls_host { "address = " } else { "\0" };
    for (i, part) in text.split(address).enumerate() {
        hasher.update(
            if i == 0 { part } else { part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-') }
                .as_bytes(),
        );
    }
    hasher.finalize()
}

/// The name of a module.
fn module_name(module: &Body) -> String {
    let cx = module.cx();
    let name = module.attr(Op::SELF, "sym_name").and_then(|a| cx.attr_str(a));
    name.unwrap_or("main").to_owned()
}

/// The compiler with the handlers of users that a program calls, and whether it calls any.
pub(crate) fn with_handlers(compiler: &Compiler, program: &mut Program) -> Result<(Compiler, bool)> {
    let handlers = ffi::resolve(program)?;
    let has_handlers = !handlers.is_empty();
    let add = |all: Compiler, (name, call): (String, _)| all.with_routine(&name, call);
    Ok((handlers.into_iter().fold(compiler.clone(), add), has_handlers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_compilations_name_program_and_stage() {
        let text = slow_compile("jit_f", "canonicalize", Duration::from_millis(10_200));
        assert_eq!(text, "strata: compiling jit_f takes long: 10 s until now, in stage 'canonicalize'");
    }
}
