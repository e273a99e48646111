//! `--mpi`: a run whose processes are divided among ranks.

use std::ops::Range;
use std::sync::Arc;

use strata_driver::{Executable, TensorSpec};
use strata_runtime_cpu::collective::Transport;
use strata_runtime_mpi::{Options, World};

use crate::cli::Cli;

/// The label of messages with results; those of collectives have others.
const RESULTS: u64 = 0x5EED;

/// The ranks of a run.
pub(crate) struct Ranks {
    world: Arc<World>,
    processes: usize,
}

impl Ranks {
    /// The ranks that this process was started with, for so many processes of a program; `None` without `--mpi`.
    pub(crate) fn open(cli: &Cli, processes: usize) -> Result<Option<Self>, String> {
        if !cli.mpi {
            return Ok(None);
        }
        for (given, name) in [
            (cli.target == "interpreter", "--target=interpreter"),
            (cli.benchmark.is_some(), "--benchmark"),
            (cli.profile.is_some(), "--profile"),
        ] {
            if given {
                return Err(format!("error: --mpi runs without {name}\n"));
            }
        }
        let given = cli.mpi_timeout.map(|seconds| seconds.to_string());
        let options = Options::default().with_timeout(given.as_deref());
        let world = options
            .and_then(|options| World::open(&options))
            .map_err(|why| format!("error: --mpi: {why}\n"))?;
        let ranks = world.ranks();
        if !processes.is_multiple_of(ranks) {
            return Err(format!(
                "error: --mpi: {processes} processes cannot be divided among {ranks} ranks\n"
            ));
        }
        Ok(Some(Self { world: Arc::new(world), processes }))
    }
    /// Whether this rank has the results.
    pub(crate) fn is_first(&self) -> bool {
        self.world.rank() == 0
    }
    /// The processes that are here.
    fn here(&self) -> Range<usize> {
        let each = self.processes / self.world.ranks();
        self.world.rank() * each..(self.world.rank() + 1) * each
    }
    /// Runs a program on the inputs of all processes. The first rank gets the outputs of all, the others nothing.
    pub(crate) fn run(
        &self,
        program: &Executable,
        replicas: usize,
        partitions: usize,
        inputs: &[Vec<&[u8]>],
    ) -> Result<Vec<Vec<Vec<u8>>>, String> {
        program.set_world(Some(self.world.clone()))?;
        let mut outputs = program.run_on_grid(replicas, partitions, &inputs[self.here()])?;
        let sizes: Vec<usize> = program.signature.outputs.iter().map(TensorSpec::bytes).collect();
        let each = outputs.len();
        let gather = |sends, receives: &[(usize, usize)]| {
            self.world
                .exchange("the results", RESULTS, sends, receives)
                .map_err(|why| format!("error: --mpi: {why}\n"))
        };
        if !self.is_first() {
            gather(vec![(0, outputs.concat().concat())], &[])?;
            return Ok(Vec::new());
        }
        let length = each * sizes.iter().sum::<usize>();
        let others: Vec<(usize, usize)> = (1..self.world.ranks()).map(|rank| (rank, length)).collect();
        for message in gather(Vec::new(), &others)? {
            let mut rest = &message[..];
            for _ in 0..each {
                let mut one = |&size: &usize| {
                    let (bytes, after) = rest.split_at(size.min(rest.len()));
                    rest = after;
                    bytes.to_vec()
                };
                outputs.push(sizes.iter().map(&mut one).collect());
            }
        }
        Ok(outputs)
    }
    /// Leaves when all ranks do. Whether this rank has the results.
    pub(crate) fn finish(&self) -> Result<bool, String> {
        self.world.finish().map_err(|why| format!("error: --mpi: {why}\n"))?;
        Ok(self.is_first())
    }
}
