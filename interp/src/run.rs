//! Running functions: one process, or a grid of them, each in a thread.

use std::sync::Arc;

use strata_ir::prelude::{Body, Diagnostic, Location, Op};

use crate::{
    Args, Eval, Feed, GridSize, Interpreter, Machine, Outfed, Tensor, Value,
    grid::{Grid, Process},
};

/// The outcome of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The values that the function returned.
    pub results: Vec<Value>,
    /// The number of ops executed.
    pub steps: u64,
    /// The lines that the program printed.
    pub output: Vec<String>,
    /// The values that probes recorded, in the order in which they ran, with the names of the probes.
    pub probes: Vec<(String, Tensor)>,
    /// The values that left the device through outfeeds and transfers to the host.
    pub outfeed: Vec<Outfed>,
}

/// The inputs of a run of several processes.
#[derive(Clone, Debug)]
pub struct Run {
    /// How many processes.
    pub size: GridSize,
    /// The arguments of each process, by its number.
    pub args: Vec<Vec<Value>>,
    /// The values of infeeds, in order.
    pub infeed: Vec<Feed>,
    /// The values that the host sends, with their channels.
    pub from_host: Vec<(i64, Feed)>,
}

/// One program of a grid: the body of a function and its arguments.
pub(crate) struct Task<'a> {
    pub body: &'a Body,
    pub args: Args,
    pub at: Location,
}

impl Interpreter {
    /// Calls the function `entry` of a module.
    pub fn interpret(&self, module: &Body, entry: &str, args: Vec<Value>) -> Result<Vec<Value>, Diagnostic> {
        self.run(module, entry, args).map(|o| o.results)
    }
    /// Calls the function `entry` of a module; returns its results and all other output.
    pub fn run(&self, module: &Body, entry: &str, args: Vec<Value>) -> Result<Outcome, Diagnostic> {
        let run = Run { size: GridSize::ONE, args: vec![args], infeed: Vec::new(), from_host: Vec::new() };
        let mut all = self.run_grid(module, entry, run)?;
        all.pop().ok_or_else(|| Diagnostic::error(Location::UNKNOWN, "no process ran"))
    }
    /// Calls the function `entry` of a module in several processes at the same time. The first outcome has the values
    /// that left the device.
    pub fn run_grid(&self, module: &Body, entry: &str, run: Run) -> Result<Vec<Outcome>, Diagnostic> {
        let fail = |m: String| Diagnostic::error(Location::UNKNOWN, m);
        let n = run.size.processes();
        if n == 0 || n != run.args.len() {
            return Err(fail(format!("{} lists of arguments are given for {n} processes", run.args.len())));
        }
        let grid = Arc::new(Grid::new(run.size, run.infeed, run.from_host));
        let first = Machine::new(module, self, Process::new(grid.clone(), 0));
        let body = first.function(entry).map_err(fail)?;
        let at = body.loc(Op::SELF);
        let tasks = run.args.into_iter().map(|args| Task { body, args: args.into(), at }).collect();
        self.run_tasks(module, &grid, tasks).map_err(|d| *d)
    }
    /// Runs one program for each process of a grid. If several fail, gives the error that is not the consequence of
    /// another.
    pub(crate) fn run_tasks<'a>(
        &'a self,
        module: &'a Body,
        grid: &Arc<Grid>,
        tasks: Vec<Task<'a>>,
    ) -> Eval<Vec<Outcome>> {
        if tasks.len() > self.options.max_processes {
            let at = tasks.first().map_or(Location::UNKNOWN, |t| t.at);
            let m = format!("{} processes are more than {}", tasks.len(), self.options.max_processes);
            return Err(Box::new(Diagnostic::error(at, m)));
        }
        let run_one = |number: usize, task: Task<'a>| {
            let mut machine = Machine::new(module, self, Process::new(grid.clone(), number));
            let results = machine.call(task.body, task.args, task.at);
            grid.leave(results.is_err());
            let outcome = results.map(|r| Outcome {
                results: r.into_vec(),
                steps: machine.steps(),
                output: std::mem::take(&mut machine.output),
                probes: std::mem::take(&mut machine.probes),
                outfeed: Vec::new(),
            });
            outcome.map_err(|e| (machine.is_bystander, e))
        };
        let run_one = &run_one;
        let mut tasks: Vec<(usize, Task<'a>)> = tasks.into_iter().enumerate().collect();
        let results: Vec<_> = if tasks.len() == 1 {
            tasks.drain(..).map(|(i, t)| run_one(i, t)).collect()
        } else {
            std::thread::scope(|scope| {
                let threads: Vec<_> = tasks
                    .drain(..)
                    .map(|(i, task)| {
                        let at = task.at;
                        let thread =
                            std::thread::Builder::new().spawn_scoped(scope, move || run_one(i, task));
                        if thread.is_err() {
                            grid.leave(true);
                        }
                        (at, thread)
                    })
                    .collect();
                threads
                    .into_iter()
                    .map(|(at, thread)| {
                        let lost = |m: &str| Err((false, Box::new(Diagnostic::error(at, m))));
                        match thread.map(|t| t.join()) {
                            Ok(Ok(result)) => result,
                            Ok(Err(_)) => lost("a process ended without a result"),
                            Err(_) => lost("no thread can be started for a process"),
                        }
                    })
                    .collect()
            })
        };
        let mut outcomes = Vec::with_capacity(results.len());
        let mut errors = Vec::new();
        for result in results {
            match result {
                Ok(outcome) => outcomes.push(outcome),
                Err(e) => errors.push(e),
            }
        }
        // The error of the process that failed is reported, not those of processes that waited for it.
        if let Some(at) = errors.iter().position(|e| !e.0).or_else(|| (!errors.is_empty()).then_some(0)) {
            return Err(errors.swap_remove(at).1);
        }
        if let Some(first) = outcomes.first_mut() {
            first.outfeed = grid.take_outfeed();
        }
        Ok(outcomes)
    }
}
