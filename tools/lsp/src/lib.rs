//! `strata-lsp-server`: a language server for MLIR and StableHLO, as a library.
//!
//! ```text
//! standard streams ──► transport ──► server: the newest versions of files, a queue of requests
//!                                       │
//!                                       ▼  one thread, with a large stack
//!                                    worker: analysis of a version (parts, parsed with extents, verified) ──► diagnostics
//!                                       └──► dispatch: hover, navigation, rename, completion, … on that version
//!                                    commands: pipelines and bytecode, each on a thread of its own
//! ```
//!
//! A server with dialects of a third party is one call of [`main`]; tests talk to [`serve`] without a process.
//!
//! **Invariants.** No message ends the server but `exit`. A version of a file never changes ([`document::Document`]), and what is known
//! of it is found out once. Positions of the protocol are converted at the border, in [`position`]; inside, they are byte offsets.

use std::{process::ExitCode, sync::Arc};

use strata_ir::core::Registry;
use strata_pass::PassRegistry;

pub mod actions;
pub mod analysis;
mod base64;
pub mod colours;
pub mod commands;
pub mod completion;
pub mod diagnostics;
mod dispatch;
pub mod document;
pub mod hints;
pub mod hover;
pub mod lexer;
pub mod navigation;
pub mod outline;
pub mod position;
mod queue;
pub mod rename;
mod run_lines;
mod server;
pub mod symbols;
mod transport;

pub use lsp_server::Connection;
pub use server::serve;

/// The whole program, with the arguments and standard streams of the process.
pub fn main(registry: Registry, passes: PassRegistry) -> ExitCode {
    strata_process::start(c"strata-lsp-server");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Editors add `--stdio`, which is what it does anyway.
    match arguments.iter().find(|a| *a != "--stdio").map(String::as_str) {
        None => (),
        Some("--version") => {
            println!("strata-lsp-server {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
        Some("--help" | "-h") => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Some(other) => {
            eprintln!(
                "strata-lsp-server: Unknown command line argument '{other}'.  Try: 'strata-lsp-server --help'"
            );
            return ExitCode::from(2);
        }
    }
    let (connection, writer) = transport::stdio();
    let ended_well = serve(connection, registry, Arc::new(passes));
    // Answers are written before the process ends.
    let _ = writer.join();
    if ended_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

const HELP: &str = "\
strata-lsp-server: a language server for MLIR and StableHLO

An editor starts it, and talks to it on the standard input and output.

  --stdio    Use the standard streams (default)
  --help     Show this help
  --version  Show the version";
