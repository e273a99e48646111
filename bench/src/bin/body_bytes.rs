//! Bytes of IR for each operation of a file, by the capacity of every list of its bodies: exact, where the peak memory of a
//! process also holds the text, the names during parsing and what the allocator keeps back.
//!
//! `cargo run --release -p strata-bench --bin body_bytes -- FILE...`

use std::process::ExitCode;

use strata_ir::{
    core::{Body, memory::BODY_LISTS},
    text::{ParseOptions, parse_module},
};

/// The ops of a body and of its children; a shell and the op inside of its child are one.
fn count(body: &Body) -> usize {
    body.num_ops() + body.children().map(|(_, child)| count(child) - 1).sum::<usize>()
}

fn measure(file: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let mut registry = strata_registry::registry();
    registry.allow_unregistered(true);
    let cx = registry.freeze();
    let body = parse_module(&cx, file, text, ParseOptions::default())
        .map_err(|errors| strata_ir::core::diagnostics::render_all(&cx, &errors))?;
    let (ops, bytes) = (count(&body), body.bytes());
    println!("{file}: {ops} operations, {bytes} bytes, {:.1} bytes for each", bytes as f64 / ops as f64);
    for (list, bytes) in BODY_LISTS.iter().zip(body.bytes_by_list()).filter(|(_, bytes)| *bytes > 0) {
        println!("    {list:10} {:6.1}", bytes as f64 / ops as f64);
    }
    Ok(())
}

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: body_bytes FILE...");
        return ExitCode::from(2);
    }
    for file in files {
        if let Err(message) = measure(&file) {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
