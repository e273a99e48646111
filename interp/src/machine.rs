//! The machine: runs the ops of functions, one after the other, by a table from op names to functions.

use std::{rc::Rc, sync::atomic::Ordering};

use rustc_hash::FxHashMap;
use strata_ir::{core::symbols::SymbolTable, prelude::*};

use crate::{
    Buffer, Elem, Interpreter, Options, Step, Value,
    error_text::{TOO_LONG, UNSUPPORTED, type_text},
    grid::Process,
    lifetime,
    ops::{Masking, Transfer, quant},
    step::Args,
    value::sizes_fit,
};

/// A failure: where and why the program could not go on.
pub type Fault = Box<Diagnostic>;
/// The outcome of executing something.
pub type Eval<T = Flow> = Result<T, Fault>;
/// Executes one op.
pub type EvalFn = fn(&mut Step<'_, '_>) -> Eval;

/// Where execution goes after an op.
pub enum Flow {
    /// To the next op of the block.
    Next,
    /// To the start of a block of the same region, with values for its arguments.
    Jump(Block, Args),
    /// Out of the region, with the operands of its terminator.
    Exit(Args),
}

/// Facts about the ops of one body that are computed before they run, by op number.
pub(crate) struct Plan<'a> {
    /// The functions that execute the ops.
    fns: Vec<Option<EvalFn>>,
    /// For each op, a bit per operand: this is the last use of the operand's value.
    last: Vec<u32>,
    /// The element types and sizes of the values, by value number; `None` for less usual types.
    kinds: Vec<Option<Kind<'a>>>,
}

/// The element type of a scalar or tensor type, and the sizes of a tensor.
type Kind<'a> = (Elem, Option<&'a [i64]>);

/// The kind of a type, if it is one of the usual ones.
fn kind_of(cx: &Context, ty: Type) -> Option<Kind<'_>> {
    match cx.type_as::<TensorType>(ty) {
        Some(t) => Some((Elem::from_type(cx, t.elem)?, Some(&t.shape))),
        None => Some((Elem::from_type(cx, ty)?, None)),
    }
}

/// The values of one activation of an isolated op.
pub struct Frame<'a> {
    pub(crate) body: &'a Body,
    plan: Rc<Plan<'a>>,
    slots: Slots,
}

/// Where the values of a frame are.
enum Slots {
    /// One place for each SSA value of the body.
    All(Vec<Option<Value>>),
    /// Those of a few ops of the body.
    Few(FxHashMap<strata_ir::prelude::Value, Value>),
}

impl<'a> Frame<'a> {
    /// The body that runs.
    pub fn body(&self) -> &'a Body {
        self.body
    }
    /// The value of an SSA value, if it has one by now.
    pub fn get(&self, v: strata_ir::prelude::Value) -> Option<&Value> {
        match &self.slots {
            Slots::All(slots) => slots.get(v.index())?.as_ref(),
            Slots::Few(map) => map.get(&v),
        }
    }
    /// Gives an SSA value its value.
    pub fn put(&mut self, v: strata_ir::prelude::Value, value: Value) {
        match &mut self.slots {
            Slots::All(slots) => {
                if let Some(slot) = slots.get_mut(v.index()) {
                    *slot = Some(value);
                }
            }
            Slots::Few(map) => _ = map.insert(v, value),
        }
    }
    /// Whether a value surely fits the type of an SSA value. Only the usual types are checked; `false` means unknown.
    pub(crate) fn surely_fits(&self, v: strata_ir::prelude::Value, value: &Value) -> bool {
        match (self.plan.kinds.get(v.index()), value) {
            (Some(Some((elem, None))), Value::Scalar(e, _)) => e == elem,
            (Some(Some((elem, Some(dims)))), Value::Tensor(t)) => {
                t.elem == *elem && sizes_fit(&t.shape, dims)
            }
            _ => false,
        }
    }
    /// Whether nothing reads operand `i` of an op after it.
    pub(crate) fn is_last_use(&self, op: Op, i: usize) -> bool {
        i < 32 && self.plan.last.get(op.index()).is_some_and(|bits| bits >> i & 1 == 1)
    }
    /// Takes a value away that nothing else will read.
    pub(crate) fn take(&mut self, v: strata_ir::prelude::Value) -> Option<Value> {
        match &mut self.slots {
            Slots::All(slots) => slots.get_mut(v.index())?.take(),
            Slots::Few(map) => map.remove(&v),
        }
    }
}

/// The state of one run of a program.
pub struct Machine<'a> {
    pub(crate) cx: &'a Context,
    pub(crate) options: &'a Options,
    pub(crate) interpreter: &'a Interpreter,
    pub(crate) module: &'a Body,
    symbols: Option<SymbolTable>,
    plans: FxHashMap<*const Body, Rc<Plan<'a>>>,
    pub(crate) constants: FxHashMap<Attr, Value>,
    pub(crate) globals: FxHashMap<Str, Value>,
    pub(crate) output: Vec<String>,
    /// The values that probes recorded, with the names of the probes.
    pub(crate) probes: Vec<(String, crate::Tensor)>,
    /// The positions of the structured ops around, for `linalg.index`.
    pub(crate) loops: Vec<crate::Shape>,
    /// The buffers on the stack, for each function and each scope around.
    pub(crate) scopes: Vec<Vec<Buffer>>,
    /// Transfers that were started and that nothing has waited for.
    pub(crate) transfers: Vec<Transfer>,
    /// The mask of the enclosing `vector.mask`, for the op that runs next.
    pub(crate) masking: Option<Masking>,
    steps: u64,
    depth: u32,
    /// State of the generators of random numbers.
    pub(crate) random: u64,
    /// Which of the processes that run at the same time this is.
    pub(crate) process: Process,
    /// Whether the failure of this process is only that of another one.
    pub(crate) is_bystander: bool,
}

/// Bytes of stack below which a nested run goes on with a new stack.
const RED_ZONE: usize = 128 << 10;
/// Bytes of each new stack.
const STACK: usize = 2 << 20;

impl<'a> Machine<'a> {
    /// A machine that runs functions of `module`.
    pub(crate) fn new(module: &'a Body, interpreter: &'a Interpreter, process: Process) -> Self {
        let symbols = Some(SymbolTable::new(module));
        // Processes draw different numbers.
        let random = interpreter.options.seed ^ (process.number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Self { symbols, process, random, ..Self::without_symbols(module, interpreter) }
    }
    /// A machine that runs ops of `module` and calls no functions.
    pub(crate) fn without_symbols(module: &'a Body, interpreter: &'a Interpreter) -> Self {
        let options = &interpreter.options;
        let process = Process::alone();
        Self {
            cx: module.cx(),
            options,
            interpreter,
            module,
            symbols: None,
            plans: FxHashMap::default(),
            constants: FxHashMap::default(),
            globals: FxHashMap::default(),
            output: Vec::new(),
            probes: Vec::new(),
            loops: Vec::new(),
            scopes: Vec::new(),
            transfers: Vec::new(),
            masking: None,
            steps: 0,
            depth: 0,
            random: options.seed,
            process,
            is_bystander: false,
        }
    }
    /// Runs one op; `known` has the values of all SSA values from elsewhere that it reads.
    pub(crate) fn run_op(
        &mut self,
        body: &'a Body,
        op: Op,
        known: impl IntoIterator<Item = (strata_ir::prelude::Value, Value)>,
    ) -> Eval<Args> {
        // An op that is not in the plan is looked up when it runs.
        let plan = Rc::new(Plan { fns: Vec::new(), last: Vec::new(), kinds: Vec::new() });
        let mut frame = Frame { body, plan, slots: Slots::Few(known.into_iter().collect()) };
        self.count_step(&frame, op)?;
        let mut step = Step { m: self, f: &mut frame, op };
        match step.m.function_of(step.f, op) {
            Some(run) => run(&mut step)?,
            None => return Err(step.fault(UNSUPPORTED)),
        };
        let missing = || Box::new(Diagnostic::error(body.loc(op), "the op gives no result"));
        body.results(op).iter().map(|&r| frame.take(r).ok_or_else(missing)).collect()
    }
    /// The function that executes an op.
    fn function_of(&self, f: &Frame<'a>, op: Op) -> Option<EvalFn> {
        match f.plan.fns.get(op.index()) {
            Some(planned) => *planned,
            None => self.interpreter.table.get(f.body.op_name(op)).copied(),
        }
    }
    /// The number of ops executed so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }
    /// The symbol op of a name, in the module.
    pub(crate) fn symbol(&self, name: &str) -> Option<(&'a Body, Op)> {
        Some((self.module, self.symbols.as_ref()?.get(self.cx.intern(name))?))
    }
    /// The body of a function.
    ///
    /// # Errors
    /// The reason why there is none.
    pub(crate) fn function(&self, name: &str) -> Result<&'a Body, String> {
        let Some((module, op)) = self.symbol(name) else {
            return Err(format!("'{name}' does not reference a valid function"));
        };
        let Some(body) = module.child(op).filter(|_| module.has_trait(op, Trait::FunctionLike)) else {
            return Err(format!("'{name}' is not a function"));
        };
        if body.entry().is_none() {
            return Err(format!("function '{name}' is external: it has no body to interpret"));
        }
        Ok(body)
    }
    fn plan(&mut self, body: &'a Body) -> Rc<Plan<'a>> {
        if let Some(plan) = self.plans.get(&std::ptr::from_ref(body)) {
            return plan.clone();
        }
        let mut fns = vec![None; body.op_capacity()];
        for op in body.all_ops() {
            if let Some(slot) = fns.get_mut(op.index()) {
                *slot = self.interpreter.table.get(body.op_name(op)).copied();
                if slot.is_some() && quant::mistakes(body, op) {
                    *slot = Some(quant::through_floats);
                }
            }
        }
        let mut kinds = vec![None; body.value_capacity()];
        for op in body.all_ops().into_iter().chain([Op::SELF]) {
            let blocks = body.regions(op).iter().flat_map(|&r| body.blocks(r));
            let args = blocks.flat_map(|&b| body.block_args(b));
            let results: &[_] = if op == Op::SELF { &[] } else { body.results(op) };
            for &v in results.iter().chain(args) {
                if let Some(slot) = kinds.get_mut(v.index()) {
                    *slot = kind_of(self.cx, body.ty(v));
                }
            }
        }
        let plan = Rc::new(Plan { fns, last: lifetime::last_uses(body), kinds });
        self.plans.insert(body, plan.clone());
        plan
    }
    /// Runs the body of a function on arguments; returns the operands of its terminator.
    pub(crate) fn call(&mut self, body: &'a Body, args: Args, at: Location) -> Eval<Args> {
        let fault = |m: String| Box::new(Diagnostic::error(at, m));
        let Some(&region) = body.regions(Op::SELF).first() else {
            return Err(fault("the called op has no region".into()));
        };
        if let Some(entry) = body.blocks(region).first() {
            let types: Vec<Type> = body.block_args(*entry).iter().map(|&a| body.ty(a)).collect();
            if types.len() != args.len() {
                return Err(fault(format!(
                    "{} arguments are given, but {} are needed",
                    args.len(),
                    types.len()
                )));
            }
            for (i, (arg, &ty)) in args.iter().zip(&types).enumerate() {
                if !arg.fits(self.cx, ty) {
                    let ty = type_text(self.cx, ty);
                    return Err(fault(format!("argument #{i} is a {}, but {ty} is needed", arg.describe())));
                }
            }
        }
        let plan = self.plan(body);
        let mut slots = Vec::new();
        slots.resize_with(body.value_capacity(), || None);
        let mut frame = Frame { body, plan, slots: Slots::All(slots) };
        self.scopes.push(Vec::new());
        let out = self.run_region(&mut frame, region, args);
        for buffer in self.scopes.pop().unwrap_or_default() {
            buffer.free();
        }
        out
    }
    /// Runs a region from its first block until an op leaves it.
    pub(crate) fn run_region(&mut self, f: &mut Frame<'a>, region: Region, args: Args) -> Eval<Args> {
        self.depth += 1;
        if self.depth > self.options.max_depth {
            let op = f.body.region_parent(region).unwrap_or(Op::SELF);
            let m = format!("calls and regions nest deeper than {} levels", self.options.max_depth);
            return Err(Box::new(Diagnostic::error(f.body.loc(op), m)));
        }
        let out = stacker::maybe_grow(RED_ZONE, STACK, || self.run_blocks(f, region, args));
        self.depth -= 1;
        out
    }
    fn run_blocks(&mut self, f: &mut Frame<'a>, region: Region, mut args: Args) -> Eval<Args> {
        let body = f.body;
        let Some(&first) = body.blocks(region).first() else { return Ok(args) };
        let mut block = first;
        loop {
            let params = body.block_args(block);
            if params.len() != args.len() {
                let op = body.block_parent_op(block).unwrap_or(Op::SELF);
                let m = format!("a block of {} arguments gets {} values", params.len(), args.len());
                return Err(Box::new(Diagnostic::error(body.loc(op), m)));
            }
            for (&p, v) in params.iter().zip(args.drain(..)) {
                f.put(p, v);
            }
            let mut next = body.first_op(block);
            let mut target = None;
            while let Some(op) = next {
                self.count_step(f, op)?;
                let run = self.function_of(f, op);
                let mut step = Step { m: self, f, op };
                let flow = match run {
                    Some(run) => run(&mut step)?,
                    None => return Err(step.fault(UNSUPPORTED)),
                };
                match flow {
                    Flow::Next => next = body.next_op(op),
                    Flow::Jump(to, values) => {
                        target = Some(to);
                        args = values;
                        break;
                    }
                    Flow::Exit(values) => return Ok(values),
                }
            }
            match target {
                Some(to) => block = to,
                // A block without a terminator, where an op allows it.
                None => return Ok(Args::new()),
            }
        }
    }
    fn count_step(&mut self, f: &Frame<'a>, op: Op) -> Eval<()> {
        self.charge(1).map_err(|m| Box::new(Diagnostic::error(f.body.loc(op), m)))
    }
    /// Counts `n` units of work; an error when the budget is used up.
    pub(crate) fn charge(&mut self, n: u64) -> Result<(), String> {
        self.steps = self.steps.saturating_add(n);
        match self.options.max_steps {
            Some(max) if self.steps > max => Err(format!("execution {TOO_LONG} {max} steps")),
            _ if self.options.cancel.as_ref().is_some_and(|c| c.load(Ordering::Relaxed)) => {
                Err("the run was cancelled".to_owned())
            }
            _ => Ok(()),
        }
    }
    /// A number from the seeded generator behind the ops whose random numbers no algorithm prescribes.
    pub(crate) fn next_random(&mut self) -> u64 {
        crate::kernels::split_mix(&mut self.random)
    }
}
