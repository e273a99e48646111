//! The command line.

use std::path::PathBuf;

use clap::Parser;
use strata_cli::Documents;

/// Reduces a module to the smallest part that keeps a failure.
///
/// A module is interesting if the script of --test ends with another status than 0, or if the command of --fails ends as it does on
/// FILE: with the same status, and with the same words in its first error message. Without both, FILE is a reproducer, and the command
/// `strata-opt --run-reproducer` must fail on it.
#[derive(Debug, Parser)]
#[command(name = "strata-reduce", version)]
pub struct Cli {
    /// The module, as text or bytecode
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// A program that gets the name of a file with a module as its last argument, and ends with another status than 0 if it is
    /// interesting
    #[arg(long, value_name = "SCRIPT", conflicts_with = "fails")]
    pub test: Option<PathBuf>,
    /// An argument of the script, in front of the file
    #[arg(long = "test-arg", value_name = "ARG", requires = "test", allow_hyphen_values = true)]
    pub test_args: Vec<String>,
    /// A command for the shell that fails, with {} for the file
    #[arg(long, value_name = "COMMAND")]
    pub fails: Option<String>,
    /// The pipeline of the reproducers that the script or the command gets, which is reduced, too; that of FILE by default
    #[arg(long, value_name = "PIPELINE")]
    pub pass_pipeline: Option<String>,
    /// Where the reduced module goes; the standard output by default
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// A symbol that stays
    #[arg(long, value_name = "SYMBOL")]
    pub keep: Vec<String>,
    /// Edits that are not applied
    #[arg(long, value_name = "EDITS", value_delimiter = ',')]
    pub without: Vec<String>,
    /// How many candidates are tested at once; as many as there are processors by default
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    /// After how many seconds the smallest module so far has to do
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    pub time_limit: u64,
    /// After how many seconds a candidate is not interesting
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub test_timeout: u64,
    /// Takes ops and dialects that are not known
    #[arg(long)]
    pub allow_unregistered_dialect: bool,
    /// Completions and the manual page.
    #[command(flatten)]
    pub documents: Documents,
}
