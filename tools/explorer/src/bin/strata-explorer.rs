//! `strata-explorer`.

#[cfg(not(target_family = "wasm"))]
fn main() -> std::process::ExitCode {
    strata_explorer::server::main()
}

/// A page has its own way in, `tools/explorer-wasm`.
#[cfg(target_family = "wasm")]
fn main() {}
