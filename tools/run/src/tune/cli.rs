//! The command line of `strata-tune`.

use std::path::PathBuf;

use clap::Parser;
use strata_cli::Documents;

const EXAMPLES: &str = "Examples:
  strata-tune model.mlir --tuning-db tuned.db
  strata-run model.mlir --tuning-db tuned.db --random-inputs 1 --benchmark";

/// Finds the options of passes with which a program runs fastest on this machine, and keeps them in a database.
#[derive(Parser, Debug)]
#[command(name = "strata-tune", version, after_help = EXAMPLES)]
pub struct Cli {
    /// The program: StableHLO, or any level below it that starts from tensors.
    pub file: PathBuf,
    /// The database. What it has is where the search begins, and what is found is added.
    #[arg(long, value_name = "FILE", default_value = "strata-tuning.db")]
    pub tuning_db: PathBuf,
    /// The function to run.
    #[arg(long, default_value = "main")]
    pub entry: String,
    /// The seed of the random arguments.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub random_inputs: u64,
    /// The size of random arguments for each size that the program leaves open.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub random_size: u32,
    /// The number of threads that run the program.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(i32).range(1..=1024))]
    pub threads: i32,
    /// How often an alternative is timed in turn with the best one so far.
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: u32,
    /// By how much an alternative has to be faster, of its time.
    #[arg(long, value_name = "FRACTION", default_value_t = 0.03, value_parser = fraction)]
    pub min_gain: f64,
    /// After so many seconds no other alternative is tried.
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    pub time_limit: u64,
    /// Completions and the manual page.
    #[command(flatten)]
    pub documents: Documents,
}

fn fraction(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|x: &f64| (0.0..=1.0).contains(x));
    number.ok_or_else(|| "a gain is a number from 0 to 1".to_owned())
}
